package meter

// shape says what follows an opcode.
type shape uint8

const (
	shapeUnknown shape = iota
	shapePlain         // nothing
	shapeBlock         // block type
	shapeTry           // block type, catch clauses
	shapeElse
	shapeEnd
	shapeLabel
	shapeLabels
	shapeTag
	shapeFunc
	shapeType     // of call_ref
	shapeIndirect // type, table
	shapeTypes    // of select
	shapeLocal
	shapeGlobal
	shapeTable
	shapeMemory // alignment, offset
	shapeZero   // index of the only memory
	shapeLiteral
	shapePrefix
)

// shapeOf covers what WebAssembly 2.0 has, tail calls, typed function references
// and exceptions.
func shapeOf(code byte) shape {
	switch {
	case code >= 0x45 && code <= 0xc4: // numeric
		return shapePlain
	case code >= 0x28 && code <= 0x3e: // loads and stores
		return shapeMemory
	case code >= opLocalGet && code <= opLocalTee:
		return shapeLocal
	}
	switch code {
	case opUnreachable, opNop, opReturn, 0x1a, 0x1b, 0xd1, 0xd4: // drop, select, ref.is_null, ref.as_non_null
		return shapePlain
	case opBlock, opLoop, opIf:
		return shapeBlock
	case opTryTable:
		return shapeTry
	case opElse:
		return shapeElse
	case opEnd:
		return shapeEnd
	case opBr, opBrIf, opBrOnNull, opBrOnNonNull:
		return shapeLabel
	case opBrTable:
		return shapeLabels
	case opThrow:
		return shapeTag
	case opThrowRef:
		return shapePlain
	case opCall, opReturnCall, opRefFunc:
		return shapeFunc
	case opCallRef, opReturnCallRef:
		return shapeType
	case opCallIndirect, opReturnCallIndirect:
		return shapeIndirect
	case opSelectTyped:
		return shapeTypes
	case opGlobalGet, opGlobalSet:
		return shapeGlobal
	case opTableGet, opTableSet:
		return shapeTable
	case opMemorySize, opMemoryGrow:
		return shapeZero
	case opI32Const, opI64Const, opF32Const, opF64Const, opRefNull:
		return shapeLiteral
	case prefixMisc, prefixVector, prefixAtomic:
		return shapePrefix
	}
	return shapeUnknown
}

// Opcodes after prefixMisc.
const (
	miscTruncLast  = 7
	miscMemoryInit = 8
	miscDataDrop   = 9
	miscMemoryCopy = 10
	miscMemoryFill = 11
	miscTableInit  = 12
	miscElemDrop   = 13
	miscTableCopy  = 14
	miscTableGrow  = 15
	miscTableSize  = 16
	miscTableFill  = 17
)

// Opcodes after prefixAtomic.
const (
	atomicWaitLast = 2 // notify, wait32, wait64
	atomicFence    = 3
	atomicFirst    = 0x10
	atomicLast     = 0x4e
)

// prefixed reads an instruction with a prefix.
func (f *function) prefixed(r *reader, o *op) {
	at := r.p - 1
	prefix := byte(o.code)
	var known bool
	switch prefix {
	case prefixMisc:
		sub := r.u32()
		o.code = code(prefix, sub)
		known = f.misc(r, o, sub)
	case prefixVector:
		// Some decoders take one byte and meet the second one as a nop, so only
		// the shortest form means the same to all of them.
		sub := uint32(r.byte())
		if sub >= 0x80 && r.byte() != 1 {
			sub = 1 << 8
		}
		o.code = code(prefix, sub)
		known = f.vector(r, sub)
	case prefixAtomic:
		sub := uint32(r.byte())
		o.code = code(prefix, sub)
		known = f.atomic(r, o, sub)
	}
	if !known {
		r.p = at
		r.unsupported("opcode %#x %#x", prefix, o.code&0xffff)
	}
}

func code(prefix byte, sub uint32) uint32 { return uint32(prefix)<<16 | sub&0xffff }

func (f *function) misc(r *reader, o *op, sub uint32) bool {
	switch sub {
	case miscMemoryInit:
		f.dataIndex(r)
		r.zero()
		o.flags |= flagBulk
	case miscDataDrop:
		f.dataIndex(r)
	case miscMemoryCopy:
		r.zero()
		r.zero()
		o.flags |= flagBulk
	case miscMemoryFill:
		r.zero()
		o.flags |= flagBulk
	case miscTableInit:
		f.elemIndex(r)
		f.tableIndex(r)
		o.flags |= flagBulk | flagTable
	case miscElemDrop:
		f.elemIndex(r)
		o.flags |= flagTable
	case miscTableCopy:
		f.tableIndex(r)
		f.tableIndex(r)
		o.flags |= flagBulk | flagTable
	case miscTableFill:
		f.tableIndex(r)
		o.flags |= flagBulk | flagTable
	case miscTableGrow:
		f.tableIndex(r)
		o.flags |= flagGrow | flagTable
	case miscTableSize:
		f.tableIndex(r)
	default:
		return sub <= miscTruncLast
	}
	return true
}

func (f *function) elemIndex(r *reader) { f.checked(r, "element segment", f.Elements) }

func (f *function) dataIndex(r *reader) {
	f.checked(r, "data segment", f.Segments)
	if f.opt.CutData {
		r.unsupported("cutting data segments that the code uses")
	}
}

func (f *function) memarg(r *reader) {
	if align := r.u32(); align >= 32 {
		r.unsupported("alignment or memory %#x", align)
	}
	r.u32()
}

func (f *function) vector(r *reader, sub uint32) bool {
	switch {
	case sub <= 11, sub == 92, sub == 93: // loads and stores
		f.memarg(r)
	case sub == vectorConst, sub == 13: // shuffle
		r.bytes(16)
	case sub >= 21 && sub <= 34: // lanes
		r.byte()
	case sub >= 84 && sub <= 91: // loads and stores of lanes
		f.memarg(r)
		r.byte()
	default:
		return sub <= 0xff
	}
	return true
}

func (f *function) atomic(r *reader, o *op, sub uint32) bool {
	switch {
	case sub == atomicFence:
		r.zero()
	case sub <= atomicWaitLast:
		f.memarg(r)
		o.flags |= flagLeave // for the host, which may block
	case sub >= atomicFirst && sub <= atomicLast:
		f.memarg(r)
	default:
		return false
	}
	return true
}
