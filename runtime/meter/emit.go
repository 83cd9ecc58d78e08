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
	depth   uint32 // local with the depth inside, for where an exception may land
	length  uint32 // local with the length of a bulk operation
	grown   uint32 // local with what an operation that grows a table gave
}

func (l layout) wrapped() bool { return l.counted }

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
	if err := over("bytes in a function", uint64(len(s.body)), f.opt.Limits.Body); err != nil {
		return err // before they are decoded into many times as many
	}
	f.nlocals = uint32(n)
	if err := f.decode(&r); err != nil {
		return err
	}
	if err := f.checkBody(); err != nil {
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
		// A handler would not know where the fuel is.
		cached:  !f.tries && !f.opt.Uncounted && !f.opt.direct,
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
	l.depth = add(l.counted && f.tries, typeI64)
	l.length = add(f.bulk, typeI32)
	l.grown = add(f.grows, typeI32)
	f.out = append(append(putU(f.out[:0], groups), declared...), added...)
	return l
}

// emit writes the function with its charges.
func (f *function) emit(groups int, declared []byte) {
	l := f.locals(groups, declared)
	f.scopes, f.where, f.dead = append(f.scopes[:0], scope{}), where{}, false
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

// enter counts the depth and opens the block around the body. That the depth is not beyond its maximum is
// looked at with the fuel, in one comparison of both.
func (f *function) enter(l layout) {
	if l.counted {
		f.room(opI64Sub)
		if f.tries {
			f.out = putOp(putOp(f.out, opGlobalGet, f.depth), opLocalSet, l.depth)
		}
		if f.opt.Uncounted {
			b := append(putOp(f.out, opGlobalGet, f.depth), opI64Const, 0, opI64GeS, opIf, typeEmpty, opElse)
			f.out = append(putOp(append(b, opI64Const, 0), opCall, f.slow), opDrop, opEnd)
		}
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
	if l.cached {
		f.leave(o, l)
	}
	if l.counted && o.flags&flagCall != 0 && o.flags&flagDead != 0 {
		f.room(opI64Add)
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

// leave prepares the fuel for an instruction after which control may be elsewhere.
func (f *function) leave(o *op, l layout) {
	switch {
	case o.code == opBlock || o.code == opLoop || o.code == opIf:
		f.openScope(o, l)
	case (o.code == opElse || o.code == opEnd) && len(f.scopes) > 1:
		f.arrive(f.scopes[len(f.scopes)-1], l)
	case o.flags&flagBranch != 0:
		f.depart(o, l)
	case o.flags&flagLeave != 0 || o.code == opUnreachable || o.code == opEnd:
		if !f.dead {
			f.sync(l)
		}
	}
}

// after restores what an instruction may have changed. After the end of the
// body it closes the function.
func (f *function) after(o *op, l layout, last bool) {
	if last {
		if l.counted {
			f.room(opI64Add)
			f.out = append(f.out, opEnd)
		}
		return
	}
	switch {
	case !l.cached:
	case o.code == opElse:
		s := &f.scopes[len(f.scopes)-1]
		f.where, f.dead = s.start, s.dead
	case o.code == opEnd:
		f.closeScope()
	case o.flags&flagDead != 0:
		f.dead = true
	case o.flags&flagLeave != 0:
		f.where = where{}
	}
	if l.counted && o.flags&flagCaught != 0 { // the functions that were unwound didn't
		f.out = putOp(putOp(f.out, opLocalGet, l.depth), opGlobalSet, f.depth)
	}
	if o.flags&flagGrow != 0 {
		f.chargeGrowth(l)
	}
}

// room takes one from how many functions may still be entered, or gives it back.
func (f *function) room(change byte) {
	f.out = append(putOp(f.out, opGlobalGet, f.depth), opI64Const, 1, change)
	f.out = putOp(f.out, opGlobalSet, f.depth)
}
