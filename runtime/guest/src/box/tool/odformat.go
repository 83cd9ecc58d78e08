package tool

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// odFormat is one -t: how elements of size bytes are shown.
type odFormat struct {
	kind  byte // a c d f o u x
	size  int
	width int
	text  bool // z: the characters at the end of the line
}

// addFormats reads a list such as x1zc.
func (o *od) addFormats(spec string) {
	for rest := spec; rest != ""; {
		f := odFormat{kind: rest[0], size: 4}
		rest = rest[1:]
		switch f.kind {
		case 'a', 'c':
			f.size = 1
		case 'd', 'o', 'u', 'x', 'f':
			if f.kind == 'f' {
				f.size = 8
			}
			rest = o.size(&f, rest, spec)
		default:
			o.r.die(1, "invalid character '%c' in type string %s", f.kind, o.r.curly(spec))
		}
		if strings.HasPrefix(rest, "z") {
			f.text, rest = true, rest[1:]
		}
		f.width = f.defaultWidth()
		o.formats = append(o.formats, f)
	}
}

func (o *od) size(f *odFormat, rest, spec string) string {
	letters := map[byte]int{'C': 1, 'S': 2, 'I': 4, 'L': 8}
	if f.kind == 'f' {
		letters = map[byte]int{'F': 4, 'D': 8, 'L': 16}
	}
	if rest == "" {
		return rest
	}
	if n, ok := letters[rest[0]]; ok {
		f.size = n
		return rest[1:]
	}
	n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	if n == 0 {
		return rest
	}
	f.size = atoi(rest[:n])
	known := f.size == 1 || f.size == 2 || f.size == 4 || f.size == 8
	if f.kind == 'f' {
		known = f.size == 4 || f.size == 8
	}
	if !known {
		kind := "integral"
		if f.kind == 'f' {
			kind = "floating point"
		}
		o.r.die(1, "invalid type string %s;\nthis system doesn't provide a %d-byte %s type",
			o.r.curly(spec), f.size, kind)
	}
	return rest[n:]
}

// defaultWidth is the room of one element without the space before it.
func (f *odFormat) defaultWidth() int {
	switch f.kind {
	case 'a', 'c':
		return 3
	case 'x':
		return 2 * f.size
	case 'f':
		return map[int]int{4: 15, 8: 24}[f.size]
	}
	index := map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[f.size]
	switch f.kind {
	case 'o':
		return []int{3, 6, 11, 22}[index]
	case 'u':
		return []int{3, 5, 10, 20}[index]
	}
	return []int{4, 6, 11, 20}[index]
}

func (o *od) elements(f *odFormat, b []byte, n, room int) {
	count := n / f.size
	extra := room - count*(f.width+1)
	used := 0
	padded := append(append([]byte{}, b...), make([]byte, f.size)...)
	for i := 0; i*f.size < len(b); i++ {
		// The spare room is shared out so that columns of other formats stay aligned.
		share := extra*(count-i)/count - extra*(count-i-1)/count
		text := o.element(f, padded[i*f.size:(i+1)*f.size])
		width := f.width + 1 + share
		o.r.print(strings.Repeat(" ", max(0, width-len(text))), text)
		used += width
	}
	if f.text {
		o.r.print(strings.Repeat(" ", max(0, room-used)), "  >")
		for _, c := range b {
			if c < ' ' || c > '~' {
				c = '.'
			}
			_ = o.r.out.WriteByte(c)
		}
		o.r.print("<")
	}
}

func (o *od) element(f *odFormat, b []byte) string {
	switch f.kind {
	case 'c':
		return odChar(b[0])
	case 'a':
		return odName(b[0])
	}
	var order binary.ByteOrder = binary.LittleEndian
	if o.big {
		order = binary.BigEndian
	}
	var v uint64
	switch f.size {
	case 1:
		v = uint64(b[0])
	case 2:
		v = uint64(order.Uint16(b))
	case 4:
		v = uint64(order.Uint32(b))
	case 8:
		v = order.Uint64(b)
	}
	switch f.kind {
	case 'f':
		return odFloat(f.size, v)
	case 'd':
		shift := 64 - 8*f.size
		return strconv.FormatInt(int64(v<<shift)>>shift, 10)
	case 'u':
		return strconv.FormatUint(v, 10)
	case 'x':
		return sprintf("%0*x", 2*f.size, v)
	}
	return sprintf("%0*o", f.width, v)
}

// odFloat writes the fewest digits that give the value again, but not fewer than the type is sure
// of unless the value is subnormal, as gnulib's dtoastr does.
func odFloat(size int, v uint64) string {
	bits, digits, normal := 64, 15, 0x1p-1022
	x := math.Float64frombits(v)
	if size == 4 {
		bits, digits, normal = 32, 6, 0x1p-126
		x = float64(math.Float32frombits(uint32(v)))
	}
	if math.Abs(x) < normal {
		digits = 1
	}
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)[1:])
	}
	for prec := digits; ; prec++ {
		d := cformat.Directive{Prec: prec, Conv: 'g'}
		text := d.LongDouble(new(big.Float).SetFloat64(x))
		back, err := strconv.ParseFloat(text, bits)
		if err == nil && back == x || prec > 17 {
			return text
		}
	}
}

func odChar(c byte) string {
	if j := strings.IndexByte("\x00\a\b\f\n\r\t\v", c); j >= 0 {
		return "\\" + "0abfnrtv"[j:j+1]
	}
	if c >= ' ' && c <= '~' {
		return string([]byte{c})
	}
	return sprintf("%03o", c)
}

func odName(c byte) string {
	c &= 0x7f
	if c == 127 {
		return "del"
	}
	names := "nulsohstxetxeoteqnackbel bs ht nl vt ff cr so sidledc1dc2dc3dc4naksynetbcan emsubesc fs " +
		"gs rs us sp"
	if c <= ' ' {
		return strings.TrimLeft(names[3*int(c):3*int(c)+3], " ")
	}
	return string([]byte{c})
}
