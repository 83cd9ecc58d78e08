package meter

// Value types as they are coded.
const (
	typeI32       = 0x7f
	typeI64       = 0x7e
	typeF32       = 0x7d
	typeF64       = 0x7c
	typeV128      = 0x7b
	typeFuncref   = 0x70
	typeExternref = 0x6f
	typeExnref    = 0x69
	typeRef       = 0x64 // and a heap type
	typeRefNull   = 0x63 // and a heap type
	typeFunc      = 0x60
	typeGroup     = 0x4e
	typeEmpty     = 0x40 // block without a result
)

// funcType is a function type. The types stay as coded.
type funcType struct {
	params  int
	results int
	coded   []byte // the results
}

// valueType reads a value type and returns its first byte. A heap type in it
// must be among the first n types.
func (r *reader) valueType(n uint32) byte {
	t := r.byte()
	switch t {
	case typeI32, typeI64, typeF32, typeF64, typeV128, typeFuncref, typeExternref, typeExnref:
	case typeRef, typeRefNull:
		r.heapType(n)
	default:
		r.p--
		r.unsupported("value type %#x", t)
	}
	return t
}

// heapType reads a heap type. Only the abstract ones in one byte are accepted,
// for decoders disagree on the others.
func (r *reader) heapType(n uint32) {
	switch r.peek() {
	case typeFuncref, typeExternref, typeExnref:
		r.byte()
		return
	}
	at := r.p
	if v := r.s33(); v < 0 || v >= int64(n) {
		r.p = at
		r.unsupported("heap type %d of %d", v, n)
	}
}

// blockType reads a block type and returns how many values it takes and gives.
func (r *reader) blockType(types []funcType) int {
	switch t := r.peek(); {
	case t == typeEmpty:
		r.byte()
		return 0
	case t&0xc0 == 0x40: // negative, in one byte
		r.valueType(uint32(len(types)))
		return 1
	}
	v := r.s33()
	if v < 0 || v >= int64(len(types)) {
		r.fail("block type %d of %d", v, len(types))
		return 0
	}
	return types[v].params + types[v].results
}

// limits reads the size of a table or a memory.
func (r *reader) limits() (m Memory) {
	flags := r.byte()
	if flags > 3 {
		r.p--
		r.unsupported("limits %#x (64-bit or custom page size)", flags)
		return m
	}
	m.Shared = flags&2 != 0
	m.Min = r.u32()
	if flags&1 != 0 {
		m.HasMax = true
		m.Max = r.u32()
	}
	return m
}

// tableType reads the type of a table and returns its size.
func (r *reader) tableType(n uint32) Memory {
	r.valueType(n)
	return r.limits()
}
