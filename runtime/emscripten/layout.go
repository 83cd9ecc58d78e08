package emscripten

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

func putU16(b []byte, v uint16) { binary.LittleEndian.PutUint16(b, v) }
func putU32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }
func putU64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }

func getU16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func getU32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func getU64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

const second = 1_000_000_000 // ns

// split divides a time into seconds and nanoseconds, which are never negative.
func split(t int64) (s, ns int64) {
	s, ns = t/second, t%second
	if ns < 0 {
		s, ns = s-1, ns+second
	}
	return s, ns
}

// maxVectors is IOV_MAX.
const maxVectors = 1024

// vector is one struct iovec: part of guest memory.
type vector struct{ ptr, size uint32 }

// vectors reads an array of struct iovec without its empty ones.
func vectors(g *hostabi.Guest, ptr, count uint32) ([]vector, uint32) {
	if count > maxVectors {
		return nil, 0
	}
	list := make([]vector, 0, 2)
	var total uint32
	for i := range count {
		v := vector{g.U32(ptr + 8*i), g.U32(ptr + 8*i + 4)}
		if v.size > 0 {
			list = append(list, v)
			total += v.size
		}
	}
	return list, total
}

// gather returns the bytes of a vector for one call: a view if it is one piece, else a copy, for a
// call is one event and its data one piece.
func gather(g *hostabi.Guest, list []vector, total uint32) []byte {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return g.Bytes(list[0].ptr, list[0].size)
	}
	b := make([]byte, 0, min(total, 1<<20))
	for _, v := range list {
		b = append(b, g.Bytes(v.ptr, v.size)...)
	}
	return b
}

// room returns where a call may put what it reads into a vector, and what brings it there.
func room(g *hostabi.Guest, list []vector, total uint32) (out []byte, scatter func(n int)) {
	switch len(list) {
	case 0:
		return nil, func(int) {}
	case 1:
		return g.Bytes(list[0].ptr, list[0].size), func(int) {}
	}
	size := g.Module().Memory().Size()
	out = make([]byte, min(total, size))
	return out, func(n int) {
		rest := out[:n]
		for _, v := range list {
			rest = rest[copy(g.Bytes(v.ptr, v.size), rest):]
		}
	}
}

// words reads the int32 arguments that libc passes behind a pointer.
func word(g *hostabi.Guest, ptr uint32) int64 {
	if ptr == 0 {
		return 0
	}
	return int64(int32(g.U32(ptr)))
}

// ok reports whether a call succeeded.
func ok(r primitives.Result) bool { return r.Errno == primitives.OK }
