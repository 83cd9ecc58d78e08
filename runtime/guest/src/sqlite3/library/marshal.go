package library

import (
	"encoding/binary"
	"errors"
	"math"
	"unicode/utf8"
)

// Values travel in the marshal format of Python, version 2, of which this is the part that is needed:
// https://docs.python.org/3/library/marshal.html. In Go they are nil, int64, float64, string, []byte,
// []any for a tuple or a list, and raw for a text that is no UTF-8 or that is wanted as it is.

// raw is a text as bytes; it travels as a tuple of one.
type raw []byte

// huge is an integer of more than 64 bits.
type huge struct{}

// surrogate is a text that no UTF-8 stands for.
type surrogate struct{}

var errFormat = errors.New("library: a request that does not parse")

// Types of the format.
const (
	typeNone  = 'N'
	typeTrue  = 'T'
	typeFalse = 'F'
	typeInt   = 'i'
	typeLong  = 'l'
	typeFloat = 'g'
	typeText  = 'u'
	typeBytes = 's'
	typeTuple = '('
	typeList  = '['
)

// maxNesting bounds tuples in tuples.
const maxNesting = 16

type reader struct {
	b     []byte
	depth int
}

// decode reads one value. What it returns shares no memory with b.
func decode(b []byte) (any, error) {
	r := reader{b: b}
	v, ok := r.value()
	if !ok {
		return nil, errFormat
	}
	return v, nil
}

func (r *reader) take(n int) ([]byte, bool) {
	if n < 0 || n > len(r.b) {
		return nil, false
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b, true
}

func (r *reader) int32() (int, bool) {
	b, ok := r.take(4)
	if !ok {
		return 0, false
	}
	return int(int32(binary.LittleEndian.Uint32(b))), true
}

func (r *reader) value() (any, bool) {
	kind, ok := r.take(1)
	if !ok {
		return nil, false
	}
	switch kind[0] {
	case typeNone:
		return nil, true
	case typeTrue:
		return int64(1), true
	case typeFalse:
		return int64(0), true
	case typeInt:
		n, ok := r.int32()
		return int64(n), ok
	case typeLong:
		return r.long()
	case typeFloat:
		b, ok := r.take(8)
		if !ok {
			return nil, false
		}
		return math.Float64frombits(binary.LittleEndian.Uint64(b)), true
	}
	n, ok := r.int32()
	if !ok {
		return nil, false
	}
	switch kind[0] {
	case typeText, typeBytes:
		b, ok := r.take(n)
		switch {
		case !ok:
			return nil, false
		case kind[0] == typeBytes:
			return append([]byte{}, b...), true
		case !utf8.Valid(b):
			return surrogate{}, true
		}
		return string(b), true
	case typeTuple, typeList:
		return r.items(n)
	}
	return nil, false
}

func (r *reader) items(n int) (any, bool) {
	if n < 0 || n > len(r.b) || r.depth == maxNesting {
		return nil, false
	}
	r.depth++
	items := make([]any, n)
	for i := range items {
		var ok bool
		if items[i], ok = r.value(); !ok {
			return nil, false
		}
	}
	r.depth--
	return items, true
}

// long is a count, negative if the number is, and as many digits of 15 bits.
func (r *reader) long() (any, bool) {
	const digitBits, wide = 15, 5
	n, ok := r.int32()
	if !ok {
		return nil, false
	}
	negative := n < 0
	if negative {
		n = -n
	}
	digits, ok := r.take(2 * n)
	switch {
	case !ok:
		return nil, false
	case n > wide:
		return huge{}, true
	case n == wide && binary.LittleEndian.Uint16(digits[2*(wide-1):]) > 8:
		return huge{}, true // 4 digits are 60 bits, and 2^63 has an 8 before them
	}
	var v uint64
	for i := n - 1; i >= 0; i-- {
		v = v<<digitBits | uint64(binary.LittleEndian.Uint16(digits[2*i:]))
	}
	switch {
	case negative && v <= 1<<63:
		return int64(-v), true
	case !negative && v < 1<<63:
		return int64(v), true
	}
	return huge{}, true
}

// encode appends a value to b.
func encode(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, typeNone)
	case bool:
		if v {
			return append(b, typeTrue)
		}
		return append(b, typeFalse)
	case int:
		return appendInt(b, int64(v))
	case int32:
		return appendInt(b, int64(v))
	case int64:
		return appendInt(b, v)
	case float64:
		return binary.LittleEndian.AppendUint64(append(b, typeFloat), math.Float64bits(v))
	case string:
		return append(head(b, typeText, len(v)), v...)
	case []byte:
		return append(head(b, typeBytes, len(v)), v...)
	case raw:
		return append(head(head(b, typeTuple, 1), typeBytes, len(v)), v...)
	case []any:
		b = head(b, typeTuple, len(v))
		for _, item := range v {
			b = encode(b, item)
		}
		return b
	}
	panic("library: a value of no type of the format")
}

// head is a type with a count.
func head(b []byte, kind byte, n int) []byte {
	return binary.LittleEndian.AppendUint32(append(b, kind), uint32(n))
}

func appendInt(b []byte, v int64) []byte {
	if v == int64(int32(v)) {
		return binary.LittleEndian.AppendUint32(append(b, typeInt), uint32(v))
	}
	const digitBits, mask = 15, 1<<15 - 1
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	at := len(b) + 1
	b = head(b, typeLong, 0)
	n := int32(0)
	for ; u > 0; u >>= digitBits {
		b = binary.LittleEndian.AppendUint16(b, uint16(u&mask))
		n++
	}
	if v < 0 {
		n = -n
	}
	binary.LittleEndian.PutUint32(b[at:], uint32(n))
	return b
}
