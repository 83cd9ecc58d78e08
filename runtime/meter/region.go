package meter

import "slices"

// region is code that is charged at once, before its first instruction.
type region struct {
	at    int32 // the instruction
	check bool  // compare with zero afterwards
	cost  int64
}

// unreached marks code that can't be reached, which belongs to no region.
const unreached = int32(-1)

// growCost is what an instruction that grows a memory or a table counts for at the least, whether it gets
// something or not: it leaves the compiled code, which takes the host some 26 ns, a few dozen instructions.
const growCost = 64

// cost is what an instruction counts for. Structure does no work.
func (o *op) cost() int64 {
	switch {
	case o.code == opNop, o.code == opBlock, o.code == opLoop, o.code == opElse, o.code == opEnd,
		o.code == opTryTable:
		return 0
	case o.code == opMemoryGrow || o.flags&flagGrow != 0:
		return growCost
	}
	return 1
}

// plan splits the instructions into regions and adds up their cost.
func (f *function) plan() {
	f.regions = append(f.regions[:0], region{check: f.calls})
	f.frames = append(f.frames[:0], frame{open: -1, lowest: none})
	cur := int32(0)
	for i := range f.ops {
		o := &f.ops[i]
		if cur != unreached {
			f.regions[cur].cost += o.cost()
		}
		f.note(o)
		switch o.code {
		case opBlock, opLoop, opIf, opTryTable:
			cur = f.planOpen(i, cur)
		case opElse:
			if !f.frames[len(f.frames)-1].dead {
				cur = f.begin(i+1, false)
			}
		case opEnd:
			cur = f.planEnd(i)
		default:
			cur = f.planPlain(i, cur)
		}
	}
}

// separate gives each instruction a region of its own: slow, and plainly right. Tests compare what is counted
// so with what the plan counts.
func (f *function) separate() {
	planned := slices.Clone(f.regions)
	f.regions = f.regions[:0]
	for i := range f.ops {
		for ; len(planned) > 0 && planned[0].at == int32(i); planned = planned[1:] {
			if planned[0].check {
				f.regions = append(f.regions, region{at: int32(i), check: true})
			}
		}
		if cost := f.ops[i].cost(); cost > 0 {
			f.regions = append(f.regions, region{at: int32(i), cost: cost})
		}
	}
}

// begin starts a region and returns it.
func (f *function) begin(at int, check bool) int32 {
	f.regions = append(f.regions, region{at: int32(at), check: check})
	return int32(len(f.regions) - 1)
}

// note tells the block around an instruction that it is not idle, see scope. A call makes the next charge
// fetch the fuel, which not every way to the block's label may do.
func (f *function) note(o *op) {
	if o.flags&(flagBranch|flagLeave|flagBulk|flagGrow) != 0 || o.code == opIf || o.code == opLoop {
		f.frames[len(f.frames)-1].busy = true
	}
}

// planOpen enters a block. What is in a block without condition belongs to the
// region around it; a loop may run again and the arm of an if may not run.
func (f *function) planOpen(i int, cur int32) int32 {
	o := &f.ops[i]
	f.frames = append(f.frames, frame{
		code: byte(o.code), open: int32(i), region: cur, lowest: o.target, dead: cur == unreached,
	})
	switch {
	case cur == unreached:
		return unreached
	case o.code == opLoop:
		return f.begin(i+1, true)
	case o.code == opIf:
		return f.begin(i+1, false)
	}
	return cur
}

// planEnd leaves a block. If nothing in it branches further out, what follows
// runs exactly when the block does.
func (f *function) planEnd(i int) int32 {
	top := len(f.frames) - 1
	fr := f.frames[top]
	f.frames = f.frames[:top]
	if top == 0 {
		return unreached
	}
	up := &f.frames[top-1]
	up.lowest = min(up.lowest, fr.lowest)
	if fr.busy {
		up.busy = true
		f.ops[fr.open].flags |= flagBusy
	}
	switch {
	case fr.dead:
		return unreached
	case fr.lowest < int32(top):
		return f.begin(i+1, false)
	}
	return fr.region
}

func (f *function) planPlain(i int, cur int32) int32 {
	o := &f.ops[i]
	if o.flags&flagBranch != 0 {
		top := &f.frames[len(f.frames)-1]
		top.lowest = min(top.lowest, o.target)
	}
	switch {
	case o.flags&flagDead != 0:
		return unreached
	case cur != unreached && o.flags&flagBranch != 0:
		return f.begin(i+1, false)
	}
	return cur
}
