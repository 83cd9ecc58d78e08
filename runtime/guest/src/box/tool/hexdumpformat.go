package tool

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// hexFormat is one format string of hexdump, [REPS][/BYTES] "FORMAT" as often as one likes.
type hexFormat struct {
	units []*hexUnit
	size  int // the bytes that it takes of a block
}

type hexUnit struct {
	reps, size int
	counted    bool // the number of repetitions was given
	ignore     bool // it is for the end only
	cut        bool // the last of several repetitions is without the blank at its end
	items      []hexItem
}

// hexItem is a conversion with the text before it; without one, kind is 0.
type hexItem struct {
	before    string
	kind      byte // d u f c s, a(ddress), C, P or U for %_c %_p %_u
	size      int
	directive cformat.Directive
}

func (h *hexdump) add(spec string) {
	f := &hexFormat{}
	bad := func() { h.r.die(1, "bad format {%s}", spec) }
	digits := func(s string) (int, string) {
		n := len(s) - len(strings.TrimLeft(s, "0123456789"))
		return min(atoi(s[:n]), 1<<20), s[n:]
	}
	for rest := strings.TrimLeft(spec, " \t\n"); rest != ""; rest = strings.TrimLeft(rest, " \t\n") {
		u := &hexUnit{reps: 1}
		size := 0
		if rest[0] >= '0' && rest[0] <= '9' {
			u.reps, rest = digits(rest)
			u.counted = true
			if rest == "" || strings.IndexByte(" \t\n/", rest[0]) < 0 {
				bad()
			}
			rest = strings.TrimLeft(rest, " \t\n")
		}
		if after, ok := strings.CutPrefix(rest, "/"); ok {
			size, rest = digits(strings.TrimLeft(after, " \t\n"))
			rest = strings.TrimLeft(rest, " \t\n")
		}
		text, after, closed := strings.Cut(strings.TrimPrefix(rest, `"`), `"`)
		if !closed || !strings.HasPrefix(rest, `"`) {
			bad()
		}
		rest = after
		h.unit(u, hexUnescape(text), size)
		f.units = append(f.units, u)
		f.size += u.reps * u.size
	}
	h.formats = append(h.formats, f)
}

var hexUnescape = strings.NewReplacer(`\\`, `\`, `\a`, "\a", `\b`, "\b", `\f`, "\f", `\n`, "\n", `\r`, "\r",
	`\t`, "\t",
	`\v`, "\v", `\0`, "\x00", `\`, "").Replace

// unit takes the format of a unit apart; size is the number of bytes given for its conversion, 0 if none was.
func (h *hexdump) unit(u *hexUnit, format string, size int) {
	for format != "" {
		text, spec, found := strings.Cut(format, "%")
		if !found {
			u.items = append(u.items, hexItem{before: format})
			break
		}
		n := len(spec) - len(strings.TrimLeft(spec, ".#-+ 0123456789"))
		if n == len(spec) {
			h.r.die(1, "bad conversion character %%%s", "")
		}
		p := hexItem{before: text}
		flags, conversion := spec[:n], spec[n:]
		format = conversion[1:]
		p.directive, _ = cformat.Parse(flags+"d", nil)
		if conversion[0] == '_' {
			format = h.special(u, &p, conversion)
		} else {
			h.conversion(&p, conversion[0], size)
		}
		if size > 0 && p.kind != 'a' && u.size > 0 {
			h.r.die(1, "byte count with multiple conversion characters")
		}
		u.size += p.size
		u.items = append(u.items, p)
	}
	if u.size == 0 {
		u.size = size
	}
}

// special takes %_a, %_A, %_c, %_p and %_u and returns what follows.
func (h *hexdump) special(u *hexUnit, p *hexItem, conversion string) (rest string) {
	if len(conversion) > 2 && (conversion[1] == 'a' || conversion[1] == 'A') &&
		strings.IndexByte("dox", conversion[2]) >= 0 {
		if conversion[1] == 'A' {
			u.ignore, h.last = true, u
		}
		p.kind, p.directive.Conv = 'a', conversion[2]
		return conversion[3:]
	}
	if len(conversion) < 2 || strings.IndexByte("cpu", conversion[1]) < 0 {
		h.r.die(1, "bad conversion character %%%s", conversion[:min(2, len(conversion))])
	}
	p.kind, p.size = conversion[1]-'a'+'A', 1
	return conversion[2:]
}

func (h *hexdump) conversion(p *hexItem, c byte, size int) {
	sizes := ""
	switch p.directive.Conv = c; c {
	case 'c':
		p.kind, p.size, sizes = 'c', 1, "\x01"
	case 'd', 'i':
		p.kind, p.size, sizes = 'd', 4, "\x01\x02\x04\x08"
	case 'o', 'u', 'x', 'X':
		p.kind, p.size, sizes = 'u', 4, "\x01\x02\x04\x08"
	case 'e', 'E', 'f', 'g', 'G':
		p.kind, p.size, sizes = 'f', 8, "\x04\x08"
	case 's':
		p.kind, p.size = 's', size
		if size == 0 {
			if p.size = p.directive.Prec; p.size <= 0 {
				h.r.die(1, "%%s requires a precision or a byte count")
			}
		}
		return
	default:
		h.r.die(1, "bad conversion character %%%c", c)
	}
	if size == 0 {
		return
	}
	if p.size = size; size > 8 || strings.IndexByte(sizes, byte(size)) < 0 {
		h.r.die(1, "bad byte count for conversion character %c", c)
	}
}

// complete repeats the last units of short formats until they fill a block, and returns its size.
func (h *hexdump) complete() (block int) {
	for _, f := range h.formats {
		block = max(block, f.size)
	}
	for _, f := range h.formats {
		for i, u := range f.units {
			if i == len(f.units)-1 && f.size < block && !u.counted && u.size > 0 {
				u.reps += (block - f.size) / u.size
			}
			if last := len(u.items) - 1; u.reps > 1 && last >= 0 && u.items[last].kind == 0 {
				text := u.items[last].before
				u.cut = text != "" && strings.IndexByte(" \t\n\v\f\r", text[len(text)-1]) >= 0
			}
		}
	}
	return block
}

// blank is as wide as the conversion would be, for what lies behind the end of the input.
func (p *hexItem) blank() string {
	d := cformat.Directive{Width: p.directive.Width, Minus: p.directive.Minus, Prec: -1}
	return d.Text("")
}

func (p *hexItem) text(b []byte, address int64) string {
	d := &p.directive
	plain := cformat.Directive{Width: d.Width, Minus: d.Minus, Prec: -1}
	if len(b) < p.size {
		return p.blank()
	}
	switch p.kind {
	case 'a':
		return d.Integer(false, uint64(address))
	case 'c':
		return plain.Text(string(b[:1]))
	case 'd':
		n := p.integer(b)
		shift := 64 - 8*p.size
		v := int64(n<<shift) >> shift
		return d.Integer(v < 0, uint64(max(v, -v)))
	case 'u':
		return d.Integer(false, p.integer(b))
	case 'f':
		if p.size == 4 {
			return d.Double(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
		}
		return d.Double(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case 's':
		text, _, _ := bytes.Cut(b[:p.size], []byte{0})
		return d.Text(string(text))
	case 'P':
		if b[0] < ' ' || b[0] > '~' {
			return plain.Text(".")
		}
		return plain.Text(string(b[:1]))
	}
	return plain.Text(hexCharacter(b[0], p.kind))
}

func (p *hexItem) integer(b []byte) uint64 {
	var whole [8]byte
	copy(whole[:], b[:p.size])
	return binary.LittleEndian.Uint64(whole[:])
}

// hexCharacter is a byte as %_c and %_u have it.
func hexCharacter(c, kind byte) string {
	switch {
	case c >= ' ' && c <= '~':
		return string(rune(c))
	case kind == 'U' && c < ' ':
		return strings.Fields("nul soh stx etx eot enq ack bel bs ht lf vt ff cr so si dle dcl dc2 dc3 dc4 " +
			"nak syn etb can em sub esc fs gs rs us")[c]
	case kind == 'U' && c == 0x7f:
		return "del"
	case kind == 'U':
		return sprintf("%02x", c)
	}
	if n := strings.IndexByte("\x00\a\b\t\n\v\f\r", c); n >= 0 {
		return `\` + "0abtnvfr"[n:n+1]
	}
	return sprintf("%03o", c)
}
