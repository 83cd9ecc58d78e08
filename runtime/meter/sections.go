package meter

import "strconv"

// table copies a table with its initial value, if it has one. bound, unless nil, makes its limits.
func (m *module) table(r *reader, out []byte, bound func(Memory) Memory) ([]byte, Memory) {
	at := r.p
	init := r.peek() == opMemoryGrow // the same byte marks an initial value
	if init {
		r.byte()
		r.zero()
	}
	m.valueType(r)
	limits := r.p
	size := r.limits()
	if r.err != nil {
		return out, size
	}
	if bound == nil {
		out = append(out, r.b[at:r.p]...)
	} else {
		size = bound(size)
		out = putLimits(append(out, r.b[at:limits]...), size)
	}
	if init {
		out = m.constExpr(r, out)
	}
	return out, size
}

// grown starts a vector that gets n more elements, with those it has.
func grown(r *reader, n int) []byte {
	c := r.count()
	out := append(putU(nil, c+n), r.b[r.p:]...)
	r.p = len(r.b)
	return out
}

func (w *rewriter) typeSection(r *reader) []byte {
	out := make([]byte, 0, len(r.b)+64)
	out = append(out, grown(r, len(w.added))...)
	for _, t := range w.added {
		out = append(out, t...)
	}
	return out
}

func (w *rewriter) importSection(r *reader) []byte {
	out := grown(r, int(w.shift))
	add := func(module, name string, typ uint32) {
		out = putU(append(putName(putName(out, module), name), byte(KindFunc)), typ)
	}
	add(ImportModule, "refill", w.typeRefill)
	if w.opt.MaxDepth > 0 {
		add(ImportModule, "deep", w.typeVoid)
	}
	for _, f := range w.opt.AppendFuncs {
		if f.Body == nil {
			add(f.Module, f.Name, f.Type)
		}
	}
	return out
}

func (w *rewriter) functionSection(r *reader) []byte {
	out := grown(r, 1+w.appended)
	for _, f := range w.opt.AppendFuncs {
		if f.Body != nil {
			out = putU(out, f.Type)
		}
	}
	return putU(out, w.typeRefill) // the slow path
}

func (w *rewriter) tableSection(r *reader) []byte {
	n := r.count()
	out := putU(nil, n)
	bound := w.tableBound(n)
	for ; n > 0 && r.err == nil; n-- {
		var t Memory
		out, t = w.table(r, out, bound)
		w.info.Entries += uint64(t.Max)
	}
	return out
}

// tableBound returns what shares the room of Options.MaxTableEntries out to n tables, or nil if it is not
// bounded.
func (w *rewriter) tableBound(n int) func(Memory) Memory {
	if w.opt.MaxTableEntries == 0 || n == 0 {
		return nil
	}
	room := (w.opt.MaxTableEntries - w.tableSize) / uint64(n)
	return func(t Memory) Memory {
		most := uint32(min(uint64(t.Min)+room, 1<<32-1))
		if !t.HasMax || t.Max > most { // a maximum below the size stays as invalid as it is
			t.HasMax, t.Max = true, most
		}
		return t
	}
}

// putLimits writes the limits of a table or a memory.
func putLimits(out []byte, l Memory) []byte {
	flags := byte(0)
	if l.HasMax {
		flags |= 1
	}
	if l.Shared {
		flags |= 2
	}
	out = putU(append(out, flags), l.Min)
	if l.HasMax {
		out = putU(out, l.Max)
	}
	return out
}

func (w *rewriter) memorySection(r *reader) []byte {
	n := r.count()
	if n == 0 || w.opt.MaxMemoryPages == 0 {
		r.p = len(r.b)
		return r.b
	}
	l := r.limits()
	l.HasMax, l.Max = true, w.opt.MaxMemoryPages
	return putLimits(putU(nil, n), l)
}

func (w *rewriter) globalSection(r *reader) []byte {
	n := r.count()
	added := 1
	if w.opt.MaxDepth > 0 {
		added += 2
	}
	out := putU(nil, n+added)
	for ; n > 0 && r.err == nil; n-- {
		at := r.p
		w.valueType(r)
		r.byte()
		out = append(out, r.b[at:r.p]...)
		out = w.constExpr(r, out)
	}
	out = append(out, typeI64, 1, opI64Const, 0, opEnd)
	if w.opt.MaxDepth > 0 {
		room := int64(w.opt.MaxDepth)
		out = append(putS(append(out, typeI64, 1, opI64Const), room), opEnd)
		out = append(putS(append(out, typeI64, 0, opI64Const), room), opEnd)
	}
	return out
}

func (w *rewriter) exportSection() []byte {
	var out []byte
	n := 0
	add := func(name string, k Kind, i uint32) {
		out = putU(append(putName(out, name), byte(k)), i)
		n++
	}
	for _, e := range w.Exports {
		if e.Kind == KindFunc {
			e.Index = w.moved(e.Index)
		}
		add(e.Name, e.Kind, e.Index)
	}
	add(FuelExport, KindGlobal, w.fuel)
	for _, g := range w.info.Globals {
		add(g.Export, KindGlobal, g.Index)
	}
	if w.opt.MaxDepth > 0 && !w.opt.ExportGlobals {
		add(DepthExport, KindGlobal, w.depth)
	}
	if w.opt.MaxDepth > 0 {
		add(MaxDepthExport, KindGlobal, w.depth+1)
	}
	return append(putU(nil, n), out...)
}

// listGlobals says which globals make up the state of an instance.
func (w *rewriter) listGlobals() error {
	if !w.opt.ExportGlobals {
		return nil
	}
	for i, g := range w.globals {
		if g.imported || !g.mutable {
			continue
		}
		if g.typ < typeF64 {
			return &UnsupportedError{Feature: "mutable global " + strconv.Itoa(i) +
				" of a type whose value can't be carried to another instance"}
		}
		w.info.Globals = append(w.info.Globals, GlobalInfo{
			Index: uint32(i), Type: g.typ, Export: GlobalPrefix + strconv.Itoa(i),
		})
	}
	if w.opt.MaxDepth > 0 {
		depth := GlobalInfo{Index: w.depth, Type: typeI64, Export: DepthExport}
		w.info.Globals = append(w.info.Globals, depth)
	}
	return nil
}
