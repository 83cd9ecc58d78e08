package meter

import "cmp"

// How much one instruction's worth of a bulk operation moves, as a power of two.
const (
	bulkBytes   = 3 // eight bytes of memory
	bulkEntries = 0 // one entry of a table
)

// layout says which locals a function gets and whether its body is put into a
// block, so that it has one place to leave from.
type layout struct {
	cached  bool   // the fuel is in a local
	counted bool   // the call depth is counted
	fuel    uint32 // local of the fuel
	depth   uint32 // local with the depth at entry
	length  uint32 // local with the length of a bulk operation
	grown   uint32 // local with what an operation that grows a table gave
}

func (l layout) wrapped() bool { return l.cached || l.counted }

// rewrite rewrites one function into f.out.
func (f *function) rewrite(s *source) error {
	f.source = s
	r := reader{b: s.body, base: s.base}
	groups := r.count()
	n := uint64(f.types[s.typ].params)
	at := r.p
	for i := 0; i < groups && r.err == nil; i++ {
		n += uint64(r.u32())
		f.valueType(&r)
		if most := cmp.Or(f.opt.Limits.Locals, maxLocals); n > most {
			return &LimitError{What: "locals", Have: n, Max: most}
		}
	}
	declared := s.body[at:r.p]
	f.nlocals = uint32(n)
	if err := f.decode(&r); err != nil {
		return err
	}
	if err := f.checkBody(len(s.body)); err != nil {
		return err
	}
	f.plan()
	if f.opt.oneByOne {
		f.separate()
	}
	if f.opt.Uncounted {
		f.regions = f.regions[:0]
	}
	f.emit(groups, declared)
	return nil
}

// locals writes the declarations of the locals and says where the new ones are.
func (f *function) locals(groups int, declared []byte) layout {
	l := layout{
		// A handler would see a local that is out of date.
		cached:  f.loops > 0 && !f.tries && !f.opt.Uncounted,
		counted: f.opt.MaxDepth > 0 && f.calls,
	}
	next := f.nlocals
	var added []byte
	add := func(wanted bool, typ byte) uint32 {
		if !wanted {
			return 0
		}
		groups++
		added = append(added, 1, typ)
		next++
		return next - 1
	}
	l.fuel = add(l.cached, typeI64)
	l.depth = add(l.counted, typeI32)
	l.length = add(f.bulk, typeI32)
	l.grown = add(f.grows, typeI32)
	f.out = append(append(putU(f.out[:0], groups), declared...), added...)
	return l
}

// emit writes the function with its charges.
func (f *function) emit(groups int, declared []byte) {
	l := f.locals(groups, declared)
	f.enter(l)
	next := 0
	for i := range f.ops {
		for next < len(f.regions) && f.regions[next].at == int32(i) {
			f.charge(&f.regions[next], l)
			next++
		}
		o := &f.ops[i]
		last := i == len(f.ops)-1
		f.before(o, l)
		f.copy(o, l)
		f.after(o, l, last)
	}
}

// enter counts the depth, loads the fuel and opens the block around the body.
func (f *function) enter(l layout) {
	if l.counted {
		b := putOp(f.out, opGlobalGet, f.depth)
		b = putOp(b, opLocalTee, l.depth)
		b = putS(append(b, opI32Const), int64(f.opt.MaxDepth))
		b = append(b, opI32GeS, opIf, typeEmpty)
		b = append(putOp(b, opCall, f.deep), opUnreachable, opEnd)
		f.out = b
		f.setDepth(l)
	}
	if l.cached {
		f.load(l)
	}
	if l.wrapped() {
		f.out = append(f.out, opBlock)
		t := &f.types[f.source.typ]
		switch t.results {
		case 0:
			f.out = append(f.out, typeEmpty)
		case 1:
			f.out = append(f.out, t.coded...)
		default:
			f.out = putS(f.out, int64(f.results[string(t.coded)]))
		}
	}
}

// before prepares for an instruction after which this function may not run.
func (f *function) before(o *op, l layout) {
	if l.cached && (o.flags&flagLeave != 0 || o.code == opUnreachable) {
		f.store(l)
	}
	if l.counted && o.flags&flagCall != 0 && o.flags&flagDead != 0 {
		f.out = putOp(putOp(f.out, opLocalGet, l.depth), opGlobalSet, f.depth)
	}
	switch {
	case o.flags&flagBulk != 0:
		f.chargeLength(o, l)
	case o.flags&flagGrow != 0:
		f.out = putOp(f.out, opLocalTee, l.length)
	}
}

// copy writes the instruction itself.
func (f *function) copy(o *op, l layout) {
	switch {
	case o.code == opCall || o.code == opReturnCall || o.code == opRefFunc:
		f.out = putOp(f.out, byte(o.code), o.arg)
	case o.code == opReturn && l.wrapped():
		f.out = putOp(f.out, opBr, o.arg)
	default:
		f.out = append(f.out, f.source.body[o.at:o.end]...)
	}
}

// after restores what an instruction may have changed. After the end of the
// body it closes the function.
func (f *function) after(o *op, l layout, last bool) {
	if last {
		if l.cached {
			f.store(l)
		}
		if l.counted {
			f.out = putOp(putOp(f.out, opLocalGet, l.depth), opGlobalSet, f.depth)
		}
		if l.wrapped() {
			f.out = append(f.out, opEnd)
		}
		return
	}
	if l.cached && o.flags&flagLeave != 0 && o.flags&flagDead == 0 {
		f.load(l)
	}
	if l.counted && o.flags&flagCaught != 0 {
		f.setDepth(l) // the functions that were unwound didn't
	}
	if o.flags&flagGrow != 0 {
		f.chargeGrowth(l)
	}
}

// setDepth sets the global to the depth of this function.
func (f *function) setDepth(l layout) {
	b := putOp(f.out, opLocalGet, l.depth)
	b = append(b, opI32Const, 1, opI32Add)
	f.out = putOp(b, opGlobalSet, f.depth)
}

// load takes the fuel from the global into the local.
func (f *function) load(l layout) {
	f.out = putOp(putOp(f.out, opGlobalGet, f.fuel), opLocalSet, l.fuel)
}

// store brings the global up to date.
func (f *function) store(l layout) {
	f.out = putOp(putOp(f.out, opLocalGet, l.fuel), opGlobalSet, f.fuel)
}
