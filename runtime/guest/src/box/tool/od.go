package tool

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type od struct {
	name    string // of the file that is read
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

const odSpec = "A:/address-radix j:/skip-bytes N:/read-bytes S:/strings t:/format v/output-duplicates " +

	"w?/width? " +

	"/endian: !/traditional a b c d f i l o s x h B D e F H I L O X"

func odMain(r *run) int {
	o := &od{r: r, base: 'o', limit: math.MaxUint64, perLine: 16}
	opts, files := r.options(odSpec)
	for _, opt := range opts {
		o.option(opt)
	}
	if !modern(opts) {
		files = o.oldOffset(files)
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

// modern reports whether an option was given with which operands are files only.
func modern(opts []option) bool {
	return slices.ContainsFunc(opts, func(o option) bool { return strings.Contains("AjNStvw", o.name[:1]) })
}

// oldOffset takes an offset of old, [+]N[.][b], from the end of the operands.
func (o *od) oldOffset(files []string) []string {
	n := len(files)
	if n == 0 || n > 2 {
		return files
	}
	text, plus := strings.CutPrefix(files[n-1], "+")
	if !plus && (n == 1 || text == "" || text[0] < '0' || text[0] > '9') {
		return files
	}
	unit := uint64(1)
	if rest, ok := strings.CutSuffix(text, "b"); ok && !strings.HasPrefix(text, "0x") {
		text, unit = rest, 512
	}
	base := 8
	if rest, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		text, base = rest, 16
	}
	v, err := strconv.ParseUint(text, base, 48)
	if err != nil {
		return files
	}
	o.skip = v * unit
	return files[:n-1]
}

func (o *od) option(opt option) {
	traditional := map[string]string{
		"a": "a", "b": "o1", "c": "c", "d": "u2", "f": "fF", "i": "dI", "l": "dL", "o": "o2", "s": "d2",
		"x": "x2", "h": "x2",
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
			o.f, o.opened, o.name = f, true, name
		}
		n, err := o.f.Read(b)
		if n > 0 {
			return n, nil
		}
		if !errors.Is(err, io.EOF) {
			o.r.warnErr(err, "%s", o.r.plain(o.name))
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
		o.r.message("warning: invalid width " + strconv.Itoa(o.perLine) + "; using " +
			strconv.Itoa(largest) + " instead")
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
