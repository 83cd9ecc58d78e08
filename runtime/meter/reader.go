package meter

import (
	"fmt"
	"unicode/utf8"
)

// reader walks over bytes that may be hostile. The first failure sticks: later
// reads give zeros, and counts of zero, so that loops over it end.
type reader struct {
	b    []byte
	p    int
	base int // offset of b in the file
	err  error
}

// stop records the first error and moves to the end.
func (r *reader) stop(err error) {
	if r.err == nil {
		r.err = err
	}
	r.p = len(r.b)
}

func (r *reader) fail(format string, args ...any) {
	r.stop(&MalformedError{Reason: fmt.Sprintf(format, args...), Offset: r.base + r.p})
}

func (r *reader) unsupported(format string, args ...any) {
	r.stop(&UnsupportedError{Feature: fmt.Sprintf(format, args...), Offset: r.base + r.p})
}

// more tells whether there are bytes left to read.
func (r *reader) more() bool { return r.err == nil && r.p < len(r.b) }

func (r *reader) byte() byte {
	if r.p >= len(r.b) {
		r.fail("unexpected end")
		return 0
	}
	c := r.b[r.p]
	r.p++
	return c
}

// peek returns the next byte without taking it.
func (r *reader) peek() byte {
	if r.p >= len(r.b) {
		r.fail("unexpected end")
		return 0
	}
	return r.b[r.p]
}

func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)-r.p) {
		r.fail("%d bytes announced, %d left", n, len(r.b)-r.p)
		return nil
	}
	s := r.b[r.p : r.p+int(n)]
	r.p += int(n)
	return s
}

// sub takes n bytes as a reader of their own.
func (r *reader) sub(n uint32) reader {
	s := reader{base: r.base + r.p}
	s.b = r.bytes(n)
	s.err = r.err
	return s
}

func (r *reader) u32() uint32 {
	var v uint64
	for i := range 5 {
		c := r.byte()
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			if v > 0xffffffff {
				break
			}
			return uint32(v)
		}
	}
	r.fail("number out of range")
	return 0
}

// s33 reads a signed number of at most five bytes: a block or heap type.
func (r *reader) s33() int64 {
	var v int64
	for i := range 5 {
		c := r.byte()
		v |= int64(c&0x7f) << (7 * i)
		if c < 0x80 {
			shift := 64 - 7*(i+1)
			return v << shift >> shift
		}
	}
	r.fail("number out of range")
	return 0
}

// s32 reads a signed 32-bit number.
func (r *reader) s32() int32 {
	v := r.s33()
	if v != int64(int32(v)) {
		r.fail("number out of range")
	}
	return int32(v)
}

// skip steps over a number of at most n bytes.
func (r *reader) skip(n int) {
	for range n {
		if r.byte() < 0x80 {
			return
		}
	}
	r.fail("number out of range")
}

// zero takes a byte that is reserved.
func (r *reader) zero() {
	if r.byte() != 0 {
		r.p--
		r.unsupported("a memory other than the first, or a reserved byte that is not zero")
	}
}

func (r *reader) name() string {
	b := r.bytes(r.u32())
	if !utf8.Valid(b) {
		r.fail("a name is not UTF-8")
	}
	return string(b)
}

// count reads the length of a vector. An element takes at least one byte, so a
// count that was accepted may be allocated for.
func (r *reader) count() int {
	n := r.u32()
	if uint64(n) > uint64(len(r.b)-r.p) {
		r.fail("%d elements announced, %d bytes left", n, len(r.b)-r.p)
		return 0
	}
	return int(n)
}

// end checks that everything was read.
func (r *reader) end() error {
	if r.err == nil && r.p != len(r.b) {
		r.fail("%d bytes too many", len(r.b)-r.p)
	}
	return r.err
}
