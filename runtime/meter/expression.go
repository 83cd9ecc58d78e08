package meter

// Opcodes that are handled by name.
const (
	opUnreachable        = 0x00
	opNop                = 0x01
	opBlock              = 0x02
	opLoop               = 0x03
	opIf                 = 0x04
	opElse               = 0x05
	opThrow              = 0x08
	opThrowRef           = 0x0a
	opEnd                = 0x0b
	opBr                 = 0x0c
	opBrIf               = 0x0d
	opBrTable            = 0x0e
	opReturn             = 0x0f
	opCall               = 0x10
	opCallIndirect       = 0x11
	opReturnCall         = 0x12
	opReturnCallIndirect = 0x13
	opCallRef            = 0x14
	opReturnCallRef      = 0x15
	opSelectTyped        = 0x1c
	opTryTable           = 0x1f
	opDrop               = 0x1a
	opLocalGet           = 0x20
	opLocalSet           = 0x21
	opLocalTee           = 0x22
	opGlobalGet          = 0x23
	opGlobalSet          = 0x24
	opTableGet           = 0x25
	opTableSet           = 0x26
	opMemorySize         = 0x3f
	opMemoryGrow         = 0x40
	opI32Const           = 0x41
	opI64Const           = 0x42
	opF32Const           = 0x43
	opF64Const           = 0x44
	opI32Ne              = 0x47
	opI32GeS             = 0x4e
	opI64LtS             = 0x53
	opI64GeS             = 0x59
	opI32Add             = 0x6a
	opI32Mul             = 0x6c
	opI64Add             = 0x7c
	opI64Sub             = 0x7d
	opI64Mul             = 0x7e
	opI64Or              = 0x84
	opI64ShrU            = 0x88
	opI64ExtendI32U      = 0xad
	opRefNull            = 0xd0
	opRefFunc            = 0xd2
	opBrOnNull           = 0xd5
	opBrOnNonNull        = 0xd6
	prefixMisc           = 0xfc
	prefixVector         = 0xfd
	prefixAtomic         = 0xfe
	vectorConst          = 12
)

// moved is the new index of a function.
func (m *module) moved(i uint32) uint32 {
	if i >= m.imported {
		i += m.shift
	}
	return i
}

// constExpr copies a constant expression with the indices of functions moved.
func (m *module) constExpr(r *reader, out []byte) []byte {
	for r.err == nil {
		at := r.p
		code := r.byte()
		switch code {
		case opEnd:
			return append(out, code)
		case opRefFunc:
			out = putOp(out, code, m.moved(m.funcIndex(r)))
			continue
		case opGlobalGet:
			m.globalIndex(r)
		case opI32Const:
			r.skip(5)
		case opI64Const:
			r.skip(10)
		case opF32Const:
			r.bytes(4)
		case opF64Const:
			r.bytes(8)
		case opRefNull:
			r.heapType(uint32(len(m.types)))
		case prefixVector:
			if r.byte() != vectorConst {
				r.unsupported("vector opcode in a constant expression")
			}
			r.bytes(16)
		default:
			if (code < opI32Add || code > opI32Mul) && (code < opI64Add || code > opI64Mul) {
				r.p--
				r.unsupported("opcode %#x in a constant expression", code)
			}
		}
		out = append(out, r.b[at:r.p]...)
	}
	return out
}
