package hostabi

import (
	"bytes"
	"encoding/binary"
)

// Begin forgets a fault: a host function is entered.
func (g *Guest) Begin() { g.fault = false }

// Fault notes that a host function met a bad address: Do answers EFAULT without making the call, and
// so does the host function whatever it returns.
func (g *Guest) Fault() { g.fault = true }

// Faulted reports whether Fault was called during this host function.
func (g *Guest) Faulted() bool { return g.fault }

// Bytes returns n bytes of guest memory at ptr, as a view that is valid until the memory grows.
func (g *Guest) Bytes(ptr, n uint32) []byte {
	if n == 0 {
		return nil
	}
	if g.memory != nil {
		if b, ok := g.memory.Read(ptr, n); ok {
			return b[:n:n]
		}
	}
	g.fault = true
	return nil
}

// room is Bytes for the fixed-size accessors below: always n bytes, thrown away on a fault.
func (g *Guest) room(ptr, n uint32) []byte {
	if b := g.Bytes(ptr, n); b != nil {
		return b
	}
	return make([]byte, n)
}

// Text copies a string of n bytes.
func (g *Guest) Text(ptr, n uint32) string { return string(g.Bytes(ptr, n)) }

// CString copies a string that ends with NUL, of at most limit bytes without it; a longer one is
// cut there, so that a path that is too long stays too long.
func (g *Guest) CString(ptr, limit uint32) string {
	if g.memory == nil || uint64(ptr) >= uint64(g.memory.Size()) {
		g.fault = true
		return ""
	}
	rest := g.Bytes(ptr, min(limit, g.memory.Size()-ptr))
	if before, _, ok := bytes.Cut(rest, []byte{0}); ok {
		return string(before)
	}
	if uint32(len(rest)) < limit {
		g.fault = true
	}
	return string(rest)
}

// U32 reads a number.
func (g *Guest) U32(ptr uint32) uint32 { return binary.LittleEndian.Uint32(g.room(ptr, 4)) }

// U64 reads a number.
func (g *Guest) U64(ptr uint32) uint64 { return binary.LittleEndian.Uint64(g.room(ptr, 8)) }

// PutU16 writes a number.
func (g *Guest) PutU16(ptr uint32, v uint16) { binary.LittleEndian.PutUint16(g.room(ptr, 2), v) }

// PutU32 writes a number.
func (g *Guest) PutU32(ptr, v uint32) { binary.LittleEndian.PutUint32(g.room(ptr, 4), v) }

// PutU64 writes a number.
func (g *Guest) PutU64(ptr uint32, v uint64) { binary.LittleEndian.PutUint64(g.room(ptr, 8), v) }
