package meter

import "strings"

// rewriter holds where everything goes in the new module.
type rewriter struct {
	*module
	opt  *Options
	info *Info

	added      [][]byte          // types added
	results    map[string]uint32 // type () -> results, by the results as coded
	typeRefill uint32
	typeVoid   uint32
	refill     uint32 // new function indices
	deep       uint32
	slow       uint32
	extra      []uint32 // new indices of the appended functions
	appended   int      // appended functions that have bodies
	fuel       uint32   // global indices
	depth      uint32
	edits      map[uint32][]Edit // by function
}

func newRewriter(m *module, o *Options) *rewriter {
	w := &rewriter{module: m, opt: o, results: map[string]uint32{}}
	w.info = &Info{Summary: m.Summary, Counter: FuelExport}
	w.typeRefill = w.addType([]byte{typeFunc, 1, typeI64, 1, typeI64})
	w.typeVoid = w.addType([]byte{typeFunc, 0, 0})
	w.fuel = uint32(len(m.globals))
	w.refill = m.imported
	m.shift = 1
	if o.MaxDepth > 0 {
		w.info.Depth = DepthExport
		w.depth = w.fuel + 1
		w.deep = w.refill + 1
		m.shift++
	}
	for _, f := range o.AppendFuncs {
		if f.Body == nil {
			w.extra = append(w.extra, m.imported+m.shift)
			m.shift++
			continue
		}
		w.extra = append(w.extra, uint32(w.appended))
		w.appended++
	}
	defined := uint32(len(m.funcs)) + m.shift
	for i, f := range o.AppendFuncs {
		if f.Body != nil {
			w.extra[i] += defined
		}
	}
	w.slow = defined + uint32(w.appended)
	w.info.Shift = m.shift
	w.addResultTypes()
	return w
}

func (w *rewriter) addType(coded []byte) uint32 {
	w.added = append(w.added, coded)
	return uint32(len(w.types) + len(w.added) - 1)
}

// addResultTypes adds a type for the block around the body of every function
// with more than one result.
func (w *rewriter) addResultTypes() {
	add := func(typ uint32) {
		if uint64(typ) >= uint64(len(w.types)) {
			return
		}
		t := &w.types[typ]
		if t.results < 2 {
			return
		}
		if _, ok := w.results[string(t.coded)]; !ok {
			coded := append(putU([]byte{typeFunc, 0}, t.results), t.coded...)
			w.results[string(t.coded)] = w.addType(coded)
		}
	}
	for _, typ := range w.funcs[w.imported:] {
		add(typ)
	}
	for _, f := range w.opt.AppendFuncs {
		add(f.Type)
	}
}

// admit refuses what can't be rewritten safely.
func (w *rewriter) admit() error {
	for _, i := range w.Imports {
		if i.Module == ImportModule {
			return &ReservedError{Use: "import from module " + ImportModule}
		}
	}
	for _, e := range w.Exports {
		if strings.HasPrefix(e.Name, reserved) {
			return &ReservedError{Use: "export " + e.Name}
		}
	}
	if m := w.Memory; m != nil && !m.Imported && w.opt.MaxMemoryPages > 0 {
		if err := over("memory pages", uint64(m.Min), uint64(w.opt.MaxMemoryPages)); err != nil {
			return err
		}
	}
	if err := over("table entries", w.tableSize, w.opt.MaxTableEntries); err != nil {
		return err
	}
	for _, f := range w.opt.AppendFuncs {
		if uint64(f.Type) >= uint64(len(w.types)) {
			return &EditError{Reason: "the type of an appended function doesn't exist"}
		}
	}
	return w.placeEdits()
}

// assemble writes the new module.
func (w *rewriter) assemble(wasm []byte) ([]byte, error) {
	out := append(make([]byte, 0, len(wasm)*3/2+256), wasm[:8]...)
	for _, id := range sectionOrder() {
		s := w.sections[id]
		if s.body == nil {
			if !w.needs(id) {
				continue
			}
			s.body = []byte{0}
		}
		r := s.reader()
		body, err := w.section(id, &r)
		if err != nil {
			return nil, err
		}
		if body != nil {
			out = putSection(out, id, body)
		}
	}
	if names := w.nameSection(); names != nil {
		out = putSection(out, secCustom, names)
	}
	return out, nil
}

// needs tells whether something is added to a section.
func (w *rewriter) needs(id byte) bool {
	switch id {
	case secType, secImport, secFunction, secGlobal, secExport, secCode:
		return true
	}
	return false
}

// section returns the new body of a section, or nil to leave it out.
func (w *rewriter) section(id byte, r *reader) (out []byte, err error) {
	switch id {
	case secType:
		out = w.typeSection(r)
	case secImport:
		out = w.importSection(r)
	case secFunction:
		out = w.functionSection(r)
	case secTable:
		out = w.tableSection(r)
	case secMemory:
		out = w.memorySection(r)
	case secGlobal:
		out = w.globalSection(r)
	case secExport:
		return w.exportSection(), nil
	case secStart:
		return putU(nil, w.moved(w.start)), nil
	case secElement:
		out = w.elementSection(r)
	case secCode:
		return w.codeSection(r)
	case secData:
		out = w.dataSection(r)
	case secDataCount:
		if w.opt.CutData {
			return nil, nil
		}
		return r.b, nil
	default: // tags
		return r.b, nil
	}
	return out, r.end()
}
