package meter

// charge subtracts the cost of a region, and compares with zero if it must.
func (f *function) charge(g *region, l layout) {
	if g.cost == 0 && !g.check {
		return
	}
	if g.cost == 0 && l.cached {
		f.fetch(l)
	}
	f.getFuel(l)
	if g.cost > 0 {
		f.out = append(putS(append(f.out, opI64Const), g.cost), opI64Sub)
		f.setFuel(l, g.check)
	}
	if g.check {
		if l.counted && g.at == 0 {
			f.out = append(putOp(f.out, opGlobalGet, f.depth), opI64Or)
		}
		f.check(l)
	}
}

// chargeLength charges for the length on top of the stack, and leaves it there.
func (f *function) chargeLength(o *op, l layout) {
	shift := int64(bulkBytes)
	if o.flags&flagTable != 0 {
		shift = bulkEntries
	}
	f.out = putOp(f.out, opLocalTee, l.length)
	f.getFuel(l)
	f.out = append(putOp(f.out, opLocalGet, l.length), opI64ExtendI32U)
	if shift > 0 {
		f.out = append(putS(append(f.out, opI64Const), shift), opI64ShrU)
	}
	f.out = append(f.out, opI64Sub)
	f.setFuel(l, true)
	f.check(l)
}

// chargeGrowth charges for the entries that a table got, one each. Growth that was refused costs growCost
// alone: the length says nothing then.
func (f *function) chargeGrowth(l layout) {
	f.out = putOp(f.out, opLocalTee, l.grown)
	f.getFuel(l)
	f.out = append(putOp(f.out, opLocalGet, l.length), opI64ExtendI32U)
	f.out = putOp(f.out, opLocalGet, l.grown)
	f.out = append(putS(append(f.out, opI32Const), -1), opI32Ne, opI64ExtendI32U, opI64Mul, opI64Sub)
	f.setFuel(l, true)
	f.check(l)
}

// getFuel pushes the fuel.
func (f *function) getFuel(l layout) {
	if l.cached && f.where.local {
		f.out = putOp(f.out, opLocalGet, l.fuel)
	} else {
		f.out = putOp(f.out, opGlobalGet, f.fuel)
	}
}

// setFuel pops the fuel, or only copies it if it is needed again.
func (f *function) setFuel(l layout, again bool) {
	switch {
	case l.cached && again:
		f.out = putOp(f.out, opLocalTee, l.fuel)
		f.where = where{local: true, ahead: true}
	case l.cached:
		f.out = putOp(f.out, opLocalSet, l.fuel)
		f.where = where{local: true, ahead: true}
	default:
		f.out = putOp(f.out, opGlobalSet, f.fuel)
		if again {
			f.out = putOp(f.out, opGlobalGet, f.fuel)
		}
	}
}

// check pops the fuel and refills it if it is below zero. The usual case is the
// first arm, which is empty: engines lay out code in this order, and a jump over
// the call in every turn of a loop costs up to 40 percent.
func (f *function) check(l layout) {
	f.out = append(f.out, opI64Const, 0, opI64GeS, opIf, typeEmpty, opElse)
	if l.cached {
		f.out = putOp(putOp(f.out, opLocalGet, l.fuel), opCall, f.slow)
		f.out = putOp(f.out, opLocalSet, l.fuel)
		f.where.ahead = true
	} else {
		f.out = putOp(putOp(f.out, opGlobalGet, f.fuel), opCall, f.slow)
		f.out = putOp(f.out, opGlobalSet, f.fuel)
	}
	f.out = append(f.out, opEnd)
}
