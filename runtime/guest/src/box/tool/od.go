package tool

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// odFormat is one -t: how elements of size bytes are shown.
type odFormat struct {
	kind  byte // a c d f o u x
	size  int
	width int
	text  bool // z: the characters at the end of the line
}

type od struct {
	r       *run
	base    byte // d o x n
	skip    uint64
	limit   uint64
	strings int
	verbose bool
	perLine int
	formats []odFormat
	big     bool
	files   []string
	f       *linux.File
	opened  bool
	at      uint64
}

const odSpec = "A:/address-radix j:/skip-bytes N:/read-bytes S:/strings t:/format v/output-duplicates w?/width? " +
	"/endian: !/traditional a b c d f i l o s x h B D e F H I L O X"

func odMain(r *run) int {
	o := &od{r: r, base: 'o', limit: math.MaxUint64, perLine: 16}
	opts, files := r.options(odSpec)
	for _, opt := range opts {
		o.option(opt)
	}
	if len(o.formats) == 0 {
		o.addFormats("o2")
	}
	if o.files = files; len(files) == 0 {
		o.files = []string{"-"}
	}
	if o.strings > 0 {
		o.dumpStrings()
		return r.status
	}
	o.dump()
	return r.status
}

func (o *od) option(opt option) {
	traditional := map[string]string{
		"a": "a", "b": "o1", "c": "c", "d": "u2", "f": "fF", "i": "dI", "l": "dL", "o": "o2", "s": "d2", "x": "x2", "h": "x2",
		"B": "o2", "D": "u4", "e": "fD", "F": "fD", "H": "x4", "I": "dL", "L": "dL", "O": "o4", "X": "x4",
	}
	switch opt.name {
	case "A":
		if o.base = (opt.value + "?")[0]; strings.IndexByte("doxn", o.base) < 0 || len(opt.value) != 1 {
			o.r.die(1, "invalid output address radix '%c'; it must be one character from [doxn]", o.base)
		}
	case "j":
		o.skip = o.number(opt)
	case "N":
		o.limit = o.number(opt)
	case "S":
		o.strings = int(o.number(opt))
	case "t":
		o.addFormats(opt.value)
	case "v":
		o.verbose = true
	case "w", "width":
		if o.perLine = 32; opt.given {
			o.perLine = int(o.number(opt))
		}
	case "endian":
		o.big = o.r.choose("--endian", opt.value, "little", "big") == "big"
	default:
		o.addFormats(traditional[opt.name])
	}
}

func (o *od) number(opt option) uint64 {
	text := opt.value
	if v, err := strconv.ParseUint(text, 0, 63); err == nil {
		return v
	}
	n, ok := parseSize(text)
	if !ok {
		o.r.die(1, "invalid -%s argument %s", opt.name, o.r.quoted(text))
	}
	return n
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
		o.r.die(1, "invalid type string %s;\nthis system doesn't provide a %d-byte %s type", o.r.curly(spec), f.size, kind)
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

// Read implements io.Reader over all files.
func (o *od) Read(b []byte) (int, error) {
	for {
		if o.f == nil {
			if len(o.files) == 0 {
				return 0, io.EOF
			}
			name := o.files[0]
			o.files = o.files[1:]
			f, err := openInput(name)
			if err != nil {
				o.r.warnErr(err, "%s", o.r.plain(name))
				continue
			}
			o.f, o.opened = f, true
		}
		n, err := o.f.Read(b)
		if n > 0 {
			return n, nil
		}
		if !errors.Is(err, io.EOF) {
			o.r.warnErr(err, "read error")
		}
		closeInput(o.f)
		o.f = nil
	}
}

func (o *od) input() io.Reader {
	if n, _ := io.CopyN(io.Discard, o, int64(o.skip)); uint64(n) < o.skip {
		if o.r.status == 0 {
			o.r.die(1, "cannot skip past end of combined input")
		}
	}
	o.at = o.skip
	if o.limit == math.MaxUint64 {
		return o
	}
	return io.LimitReader(o, int64(o.limit))
}

// lineSize makes room for whole elements of every format.
func (o *od) lineSize() int {
	largest := 1
	for _, f := range o.formats {
		largest = max(largest, f.size)
	}
	if o.perLine < largest || o.perLine%largest != 0 {
		o.r.message("warning: invalid width " + strconv.Itoa(o.perLine) + "; using " + strconv.Itoa(largest) + " instead")
		return largest
	}
	return o.perLine
}

func (o *od) dump() {
	in := o.input()
	n := o.lineSize()
	line, last := make([]byte, n), make([]byte, 0, n)
	starred := false
	for {
		got, _ := io.ReadFull(in, line)
		if got == 0 {
			break
		}
		if !o.verbose && got == n && bytes.Equal(line, last) {
			if !starred {
				o.r.print("*\n")
			}
			starred = true
			o.at += uint64(got)
			continue
		}
		starred = false
		last = append(last[:0], line[:got]...)
		o.line(line[:got], n)
		o.at += uint64(got)
		if got < n {
			break
		}
	}
	if o.base != 'n' && (o.opened || o.limit == 0) {
		o.r.print(o.address(), "\n")
	}
}

func (o *od) address() string {
	switch o.base {
	case 'n':
		return ""
	case 'd':
		return sprintf("%07d", o.at)
	case 'x':
		return sprintf("%06x", o.at)
	}
	return sprintf("%07o", o.at)
}

// line prints one block in every format, elements of all formats in the same columns.
func (o *od) line(b []byte, n int) {
	room := 0
	for _, f := range o.formats {
		room = max(room, n/f.size*(f.width+1))
	}
	for i, f := range o.formats {
		switch {
		case i == 0:
			o.r.print(o.address())
		case o.base == 'x':
			o.r.print("      ")
		case o.base != 'n':
			o.r.print("       ")
		}
		o.elements(&f, b, n, room)
		o.r.print("\n")
	}
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

// odFloat writes the fewest digits that give the value again, as dtoastr does.
func odFloat(size int, v uint64) string {
	bits := 64
	x := math.Float64frombits(v)
	if size == 4 {
		bits = 32
		x = float64(math.Float32frombits(uint32(v)))
	}
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)[1:])
	}
	for prec := 1; ; prec++ {
		d := directive{prec: prec, conv: 'g'}
		text := d.float(new(big.Float).SetFloat64(x))
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
	names := "nulsohstxetxeoteqnackbel bs ht nl vt ff cr so sidledc1dc2dc3dc4naksynetbcan emsubesc fs gs rs us sp"
	if c <= ' ' {
		return strings.TrimLeft(names[3*int(c):3*int(c)+3], " ")
	}
	return string([]byte{c})
}

// dumpStrings is -S: runs of at least so many graphic characters before a NUL.
func (o *od) dumpStrings() {
	all, _ := io.ReadAll(o.input())
	start := o.skip
	var run []byte
	for i, c := range all {
		switch {
		case c >= ' ' && c <= '~':
			run = append(run, c)
			continue
		case c == 0 && len(run) >= o.strings:
			o.at = start + uint64(i-len(run))
			if o.base != 'n' {
				o.r.print(o.address(), " ")
			}
			o.r.print(string(run), "\n")
		}
		run = run[:0]
	}
}
