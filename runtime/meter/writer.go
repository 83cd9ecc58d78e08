package meter

// putU appends an unsigned number in its shortest form.
func putU[T uint32 | uint64 | int](b []byte, n T) []byte {
	v := uint64(n)
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// putS appends a signed number in its shortest form.
func putS(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func putName(b []byte, s string) []byte { return append(putU(b, len(s)), s...) }

// putOp appends an opcode of one byte with an index.
func putOp(b []byte, code byte, index uint32) []byte { return putU(append(b, code), index) }

// putSection appends a section with its header.
func putSection(b []byte, id byte, body []byte) []byte {
	return append(putU(append(b, id), len(body)), body...)
}
