package meter

// op is one decoded instruction.
type op struct {
	at, end int32  // span in the body
	code    uint32 // opcode, or prefix and opcode, see code
	arg     uint32 // a function's index; of a return, how many blocks it leaves
	target  int32  // lowest frame that it may branch to, else none
	flags   uint16
}

const (
	flagLeave  = 1 << iota // control leaves the function and may come back
	flagCall               // leaves for another function
	flagBranch             // may branch
	flagDead               // nothing falls through
	flagBulk               // takes a length from the top of the stack
	flagTable              // changes a table or an element segment
	flagCaught             // an exception may land here
	flagGrow               // grows a table by the length on top of the stack, if it can
	flagBusy               // of a block: something inside charges or branches
)

// none is above every frame.
const none = int32(1) << 30

// frame is a block that is open.
type frame struct {
	code   byte
	open   int32 // its first instruction
	region int32 // region of the code around it
	lowest int32 // lowest frame that code inside may branch to
	dead   bool  // the block itself can't be reached
	caught bool  // an exception may land at its label
	busy   bool  // something inside charges or branches
}

// function is the state for rewriting one function after another.
type function struct {
	*rewriter
	source  *source
	nlocals uint32 // with parameters
	ops     []op
	regions []region
	frames  []frame
	out     []byte

	scopes []scope
	where  where
	dead   bool

	calls, bulk, grows, tries, writesTable bool

	blocks  uint64 // blocks and branches
	loops   uint64
	nesting uint64 // loops that are open
	arity   int    // most values that a block takes and gives
	work    uint64
}

// decode reads the instructions of a body.
func (f *function) decode(r *reader) error {
	f.ops = f.ops[:0]
	f.frames = append(f.frames[:0], frame{open: -1})
	f.calls, f.bulk, f.grows, f.tries, f.writesTable = false, false, false, false, false
	f.blocks, f.loops, f.nesting, f.arity = 1, 0, 0, 0
	for len(f.frames) > 0 && r.err == nil {
		o := op{at: int32(r.p), target: none}
		c := r.byte()
		o.code = uint32(c)
		f.operands(r, &o, c)
		o.end = int32(r.p)
		f.ops = append(f.ops, o)
		f.bulk = f.bulk || o.flags&(flagBulk|flagGrow) != 0
		f.grows = f.grows || o.flags&flagGrow != 0
		f.calls = f.calls || o.flags&flagCall != 0
		f.writesTable = f.writesTable || o.flags&flagTable != 0
	}
	return r.end()
}

// operands reads what follows an opcode and notes its effects.
func (f *function) operands(r *reader, o *op, c byte) {
	switch shapeOf(c) {
	case shapePlain:
		f.plain(o, c)
	case shapeBlock:
		f.push(r, c)
	case shapeTry:
		f.try(r, o)
	case shapeElse:
		if top := &f.frames[len(f.frames)-1]; top.code == opIf {
			top.code = opElse
		} else {
			r.fail("else outside of if")
		}
	case shapeEnd:
		f.pop(o)
	case shapeLabel:
		f.label(r, o)
		f.blocks++
		if c == opBr {
			o.flags |= flagDead
		}
	case shapeLabels:
		n := r.count() + 1
		f.blocks += uint64(n) / 8 // a target costs less than a branch of its own
		for ; n > 0 && r.err == nil; n-- {
			f.label(r, o)
		}
		o.flags |= flagDead
	case shapeTag:
		f.tagIndex(r)
		o.flags |= flagLeave | flagDead
	case shapeFunc, shapeType, shapeIndirect:
		f.callee(r, o, c)
	case shapeTypes:
		for n := r.count(); n > 0 && r.err == nil; n-- {
			f.valueType(r)
		}
	case shapePrefix:
		f.prefixed(r, o)
	case shapeUnknown:
		r.p--
		r.unsupported("opcode %#x", c)
	case shapeLocal:
		f.checked(r, "local", int(f.nlocals))
	case shapeGlobal:
		f.globalIndex(r)
	case shapeTable:
		f.tableIndex(r)
		if c == opTableSet {
			o.flags |= flagTable
		}
	case shapeMemory:
		f.memarg(r)
	case shapeZero:
		r.zero()
		if c == opMemoryGrow {
			o.flags |= flagLeave // the host decides
		}
	case shapeLiteral:
		f.literal(r, c)
	}
}

// literal reads the operand of a constant.
func (f *function) literal(r *reader, c byte) {
	switch c {
	case opI32Const:
		r.skip(5)
	case opI64Const:
		r.skip(10)
	case opF32Const:
		r.bytes(4)
	case opF64Const:
		r.bytes(8)
	default: // ref.null
		r.heapType(uint32(len(f.types)))
	}
}

func (f *function) plain(o *op, c byte) {
	switch c {
	case opUnreachable:
		o.flags |= flagDead
	case opReturn:
		o.flags |= flagDead | flagBranch
		o.target = 0
		o.arg = uint32(len(f.frames) - 1)
		f.blocks++
	case opThrowRef:
		o.flags |= flagLeave | flagDead
	}
}

func (f *function) callee(r *reader, o *op, c byte) {
	switch c {
	case opRefFunc:
		o.arg = f.callIndex(r)
		return
	case opCall, opReturnCall:
		o.arg = f.callIndex(r)
	case opCallIndirect, opReturnCallIndirect:
		f.typeIndex(r)
		f.tableIndex(r)
	default:
		f.typeIndex(r)
	}
	o.flags |= flagLeave | flagCall
	switch c {
	case opReturnCall, opReturnCallIndirect, opReturnCallRef:
		o.flags |= flagDead | flagBranch
		o.target = 0
	}
}

// callIndex reads the index of a function and returns its new one.
func (f *function) callIndex(r *reader) uint32 {
	if !f.source.edited {
		return f.moved(f.funcIndex(r))
	}
	i := f.checked(r, "function", len(f.funcs)+len(f.extra))
	if n := uint32(len(f.funcs)); i >= n {
		return f.extra[i-n]
	}
	return f.moved(i)
}

// label reads a label and returns the frame it belongs to.
func (f *function) label(r *reader, o *op) int32 {
	top := len(f.frames) - 1
	l := f.checked(r, "label", len(f.frames))
	t := int32(top) - int32(l)
	o.flags |= flagBranch
	o.target = min(o.target, t)
	return t
}

func (f *function) try(r *reader, o *op) {
	f.tries = true
	f.arity = max(f.arity, r.blockType(f.types))
	for n := r.count(); n > 0 && r.err == nil; n-- {
		kind := r.byte()
		if kind > 3 {
			r.p--
			r.unsupported("catch clause of kind %d", kind)
			return
		}
		if kind < 2 {
			f.tagIndex(r)
		}
		t := f.label(r, o)
		if fr := &f.frames[t]; fr.code == opLoop {
			f.ops[fr.open].flags |= flagCaught
		} else {
			fr.caught = true
		}
	}
	o.flags &^= flagBranch // it falls into its body
	f.open(r, opTryTable)
}

// push opens a block whose type follows.
func (f *function) push(r *reader, c byte) {
	f.arity = max(f.arity, r.blockType(f.types))
	f.open(r, c)
}

func (f *function) open(r *reader, c byte) {
	f.frames = append(f.frames, frame{code: c, open: int32(len(f.ops))})
	f.blocks++
	if c == opLoop {
		f.loops++
		f.nesting++
	}
	l := &f.opt.Limits
	err := over("nested blocks", uint64(len(f.frames)-1), l.Nesting)
	if err == nil {
		err = over("nested loops", f.nesting, l.LoopNesting)
	}
	if err != nil {
		r.stop(err)
	}
}

func (f *function) pop(o *op) {
	top := f.frames[len(f.frames)-1]
	f.frames = f.frames[:len(f.frames)-1]
	if top.caught {
		o.flags |= flagCaught
	}
	if top.code == opLoop {
		f.nesting--
	}
}
