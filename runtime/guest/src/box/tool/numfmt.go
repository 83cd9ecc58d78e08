package tool

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type numfmt struct {
	r             *run
	from, to      string // none, si, iec, iec-i; from may be auto
	fromUnit      *big.Rat
	toUnit        *big.Rat
	suffix        string
	padding       int // negative: to the left
	auto          bool
	fields        [][2]int
	delimiter     string // "" for blanks
	round         string
	invalid       string
	header        int
	end           byte
	before, after string // what the format has around the directive
	zeros         bool
	precision     int // of the format, -1 if it has none
}

func numfmtMain(r *run) int {
	n := &numfmt{
		r: r, from: "none", to: "none", fromUnit: big.NewRat(1, 1), toUnit: big.NewRat(1, 1),
		fields: [][2]int{{1, 1}}, round: "from-zero", invalid: "abort", end: '\n', precision: -1,
	}
	opts, words := r.options("d:/delimiter /field: /format: /from: /from-unit: /grouping /header? " +
		"/invalid: /padding: /round: /suffix: /to: /to-unit: z/zero-terminated !/debug")
	for _, o := range opts {
		n.option(o)
	}
	n.auto = n.padding == 0 && n.delimiter == ""
	for _, w := range words {
		n.line(w)
		_ = r.out.WriteByte(n.end)
	}
	if len(words) > 0 {
		return r.status
	}
	r.inputs(nil, func(_ string, f *linux.File) error {
		lines := newLineReader(f, n.end)
		for at := 0; ; at++ {
			line, ended, err := lines.next()
			if err != nil {
				return err
			}
			if at < n.header {
				r.print(string(line))
			} else {
				n.line(string(line))
			}
			if ended {
				_ = r.out.WriteByte(n.end)
			}
		}
	})
	return r.status
}

func (n *numfmt) option(o option) {
	r := n.r
	switch o.name {
	case "d":
		if len(o.value) > 1 {
			r.die(1, "the delimiter must be a single character")
		}
		n.delimiter = o.value
	case "field":
		n.fields = n.parseFields(o.value)
	case "format":
		n.parseFormat(o.value)
	case "from":
		n.from = r.choose("--from", o.value, "none", "auto", "si", "iec", "iec-i")
	case "to":
		n.to = r.choose("--to", o.value, "none", "si", "iec", "iec-i")
	case "from-unit":
		n.fromUnit = n.unit(o.value)
	case "to-unit":
		n.toUnit = n.unit(o.value)
	case "header":
		n.header = 1
		if o.given {
			v, ok := parseUint(o.value)
			if !ok || v == 0 {
				r.die(1, "invalid header value %s", r.curly(o.value))
			}
			n.header = int(min(v, 1<<40))
		}
	case "invalid":
		n.invalid = r.choose("--invalid", o.value, "abort", "fail", "warn", "ignore")
	case "padding":
		v, err := strconv.Atoi(o.value)
		if err != nil || v == 0 || max(v, -v) > 1<<20 {
			r.die(1, "invalid padding value %s", r.curly(o.value))
		}
		n.padding = v
	case "round":
		n.round = r.choose("--round", o.value, "up", "down", "from-zero", "towards-zero", "nearest")
	case "suffix":
		n.suffix = o.value
	case "z":
		n.end = 0
	}
}

func (n *numfmt) unit(s string) *big.Rat {
	digits := strings.TrimRight(s, "KMGTPEZYi")
	suffix, binary := strings.CutSuffix(s[len(digits):], "i")
	v, ok := parseUint(digits)
	power := strings.Index("KMGTPEZY", suffix)
	if digits == "" {
		v, ok = 1, suffix != ""
	}
	if !ok || v == 0 || len(suffix) > 1 || binary && suffix == "" {
		n.r.die(1, "invalid unit size: %s", n.r.curly(s))
	}
	unit := new(big.Int).SetUint64(v)
	if suffix != "" {
		base := int64(1000)
		if binary {
			base = 1024
		}
		unit.Mul(unit, new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(power+1)), nil))
	}
	return new(big.Rat).SetInt(unit)
}

func (n *numfmt) parseFields(s string) [][2]int {
	const all = 1 << 30
	var list [][2]int
	for word := range strings.SplitSeq(s, ",") {
		first, last, span := strings.Cut(word, "-")
		a, ok := parseUint(first)
		b, fine := a, ok
		if first == "" && span {
			a, ok = 1, true
		}
		if span {
			if b, fine = parseUint(last); last == "" {
				b, fine = all, true
			}
		}
		switch {
		case !ok || !fine:
			n.r.usage("invalid field value %s", n.r.curly(word))
		case a == 0:
			n.r.usage("fields are numbered from 1")
		case b < a:
			n.r.usage("invalid decreasing range")
		}
		list = append(list, [2]int{int(min(a, all)), int(min(b, all))})
	}
	return list
}

// parseFormat reads a text with one %[0]['][-][N][.][N]f.
func (n *numfmt) parseFormat(s string) {
	at := 0
	for at < len(s) {
		if s[at] == '%' {
			if !strings.HasPrefix(s[at:], "%%") {
				break
			}
			at++
		}
		at++
	}
	if at >= len(s) {
		n.r.die(1, "format %s has no %% directive", n.r.curly(s))
	}
	n.before = strings.ReplaceAll(s[:at], "%%", "%")
	rest := s[at+1:]
	trimmed := strings.TrimLeft(rest, "0' ")
	n.zeros = strings.Contains(rest[:len(rest)-len(trimmed)], "0")
	trimmed, left := strings.CutPrefix(trimmed, "-")
	digits := len(trimmed) - len(strings.TrimLeft(trimmed, "0123456789"))
	if digits > 0 {
		width, _ := strconv.Atoi(trimmed[:digits])
		if width > 1<<20 {
			n.r.die(1, "invalid format %s (width overflow)", n.r.curly(s))
		}
		n.padding = width
		if left {
			n.padding = -width
		}
	}
	trimmed = trimmed[digits:]
	if after, ok := strings.CutPrefix(trimmed, "."); ok {
		digits = len(after) - len(strings.TrimLeft(after, "0123456789"))
		v, _ := strconv.Atoi(after[:digits])
		if v > 1<<10 {
			n.r.die(1, "invalid precision in format %s", n.r.curly(s))
		}
		n.precision, trimmed = v, after[digits:]
	}
	if !strings.HasPrefix(trimmed, "f") {
		n.r.die(1, "invalid format %s, directive must be %%[0]['][-][N][.][N]f", n.r.curly(s))
	}
	n.after = trimmed[1:]
	if strings.Contains(strings.ReplaceAll(n.after, "%%", ""), "%") {
		n.r.die(1, "format %s has too many %% directives", n.r.curly(s))
	}
}

func (n *numfmt) selected(field int) bool {
	for _, f := range n.fields {
		if field >= f[0] && field <= f[1] {
			return true
		}
	}
	return false
}

// line converts the fields of a line; the blank before a field is its separator, further ones are its own.
func (n *numfmt) line(line string) {
	for field := 1; ; field++ {
		var end int
		if n.delimiter != "" {
			end = strings.Index(line, n.delimiter)
		} else {
			lead := len(line) - len(strings.TrimLeft(line, " \t"))
			if end = strings.IndexAny(line[lead:], " \t"); end >= 0 {
				end += lead
			}
		}
		text := line
		if end >= 0 {
			text = line[:end]
		}
		if n.selected(field) {
			n.field(text, field)
		} else {
			n.r.print(text)
		}
		if end < 0 {
			return
		}
		separator := n.delimiter
		if separator == "" {
			separator = " "
		}
		n.r.print(separator)
		line = line[end+1:]
	}
}

func (n *numfmt) field(text string, field int) {
	word := strings.TrimLeft(text, " \t")
	if n.delimiter != "" {
		word = text
	}
	padding := n.padding
	if n.auto && (len(word) < len(text) || field > 1) {
		padding = len(text)
	}
	value, precision, wrong := n.parse(strings.TrimSuffix(word, n.suffix))
	if wrong == "" {
		value.Mul(value, n.fromUnit).Quo(value, n.toUnit)
		wrong = n.tooLarge(value, precision)
	}
	if wrong != "" {
		n.bad(wrong)
		n.r.print(text)
		return
	}
	out := n.human(value, precision, padding) + n.suffix
	space := strings.Repeat(" ", max(0, max(padding, -padding)-width(out)))
	if padding < 0 {
		out += space
	} else {
		out = space + out
	}
	n.r.print(n.before, out, n.after)
}

// bad reports a word that is no number, as --invalid wants it.
func (n *numfmt) bad(text string) {
	switch n.invalid {
	case "ignore":
		return
	case "abort":
		n.r.die(2, "%s", text)
	case "fail":
		n.r.status = 2
	}
	n.r.message(text)
}
