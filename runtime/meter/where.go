package meter

// where says where the fuel is, in a function that keeps it in a local while it can: what is charged goes to
// the local, and from there to the global before others look.
type where struct {
	local bool // the local has it
	ahead bool // and the global does not
}

// scope is a block that is open while a function is written. On all ways to its label the fuel is in the
// local; only the function's own label has it in the global.
type scope struct {
	idle  bool  // nothing inside charges or branches, so nothing is done for it
	loop  bool  // the label is at the start
	dead  bool  // it can't be reached
	start where // at an if, for its else
}

// openScope opens a block. The code of a plain block runs whenever its start does, so that the fuel need not
// be fetched before something inside does.
func (f *function) openScope(o *op, l layout) {
	s := scope{
		idle: o.code == opBlock && o.flags&flagBusy == 0,
		loop: o.code == opLoop,
		dead: f.dead,
	}
	if o.code != opBlock {
		f.arrive(s, l)
	}
	s.start = f.where
	if s.loop {
		f.where = where{local: true, ahead: true}
	}
	f.scopes = append(f.scopes, s)
}

// arrive brings the fuel to where the label of a scope has it.
func (f *function) arrive(s scope, l layout) {
	if !f.dead && !s.idle {
		f.fetch(l)
	}
}

// depart does that for the targets of a branch.
func (f *function) depart(o *op, l layout) {
	if f.dead {
		return
	}
	inner, outer := f.targets(o)
	if inner {
		f.fetch(l)
	}
	if outer {
		f.sync(l)
	}
}

// targets tells whether a branch may go to a block, and whether it may leave the function.
func (f *function) targets(o *op) (inner, outer bool) {
	if o.code != opBr && o.code != opBrIf && o.code != opBrTable {
		return false, true // a return
	}
	r := reader{b: f.source.body[o.at:o.end]}
	r.byte()
	n := uint32(1)
	if o.code == opBrTable {
		n += r.u32()
	}
	for range n {
		if r.u32() == uint32(len(f.scopes)-1) {
			outer = true
		} else {
			inner = true
		}
	}
	return inner, outer
}

// closeScope ends a block: what follows is at its label, unless that is at its start.
func (f *function) closeScope() {
	top := len(f.scopes) - 1
	s := f.scopes[top]
	f.scopes = f.scopes[:top]
	if s.loop {
		return
	}
	f.dead = s.dead
	if !s.idle {
		f.where = where{local: true, ahead: true}
	}
}

// fetch takes the fuel into the local.
func (f *function) fetch(l layout) {
	if !f.where.local {
		f.out = putOp(putOp(f.out, opGlobalGet, f.fuel), opLocalSet, l.fuel)
		f.where = where{local: true}
	}
}

// sync brings the global up to date.
func (f *function) sync(l layout) {
	if f.where.ahead {
		f.out = putOp(putOp(f.out, opLocalGet, l.fuel), opGlobalSet, f.fuel)
		f.where.ahead = false
	}
}
