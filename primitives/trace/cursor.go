package trace

import (
	"encoding/binary"
	"fmt"
)

// cursor reads fields and remembers the first error, after which it gives zeros.
type cursor struct {
	b   []byte
	err error
}

func (r *cursor) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
	}
	r.b = nil
}

func (r *cursor) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail("cut short")
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *cursor) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *cursor) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *cursor) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail("bad number")
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *cursor) bounded(lo, hi int64) int64 {
	v := r.varint()
	if v < lo || v > hi {
		r.fail("%d is out of range", v)
		return 0
	}
	return v
}

// below reads a number below end.
func (r *cursor) below(end uint64) uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v >= end {
		r.fail("bad number")
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *cursor) string() string { return string(r.take(r.below(1 << 40))) }

func (r *cursor) data() Data {
	d := Data{Len: int(r.below(1 << 40))}
	n := r.below(1 << 40)
	if n > uint64(d.Len) {
		r.fail("a head of %d bytes for %d", n, d.Len)
		return Data{}
	}
	d.Head = append([]byte(nil), r.take(n)...)
	if len(d.Head) < d.Len {
		d.Hash = r.uint64()
	}
	return d
}
