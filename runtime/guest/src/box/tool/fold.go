package tool

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func foldMain(r *run) int {
	var args []string
	for i, a := range r.args { // fold -80
		if len(a) > 1 && a[0] == '-' && isDigits(a[1:]) && !takesValue(r.args, i) {
			a = "-w" + a[1:]
		}
		args = append(args, a)
	}
	r.args = args
	opts, files := r.options("b/bytes s/spaces w:/width")
	width, bytes, spaces := 80, false, false
	for _, o := range opts {
		switch o.name {
		case "b":
			bytes = true
		case "s":
			spaces = true
		case "w":
			n, ok := parseUint(o.value)
			if !ok || n == 0 {
				r.die(1, "invalid number of columns: %s%s", r.curly(o.value), outOfRange(ok))
			}
			if _, bad := parseAmount(o.value, ""); bad != 0 {
				r.die(1, "invalid number of columns: %s: %s", r.curly(o.value), bad.Text())
			}
			width = int(min(n, 1<<30))
		}
	}
	r.inputs(files, func(_ string, f *linux.File) error {
		lines := newLineReader(f, '\n')
		for {
			line, ended, err := lines.next()
			if err != nil {
				return err
			}
			r.foldLine(line, width, bytes, spaces)
			if ended {
				r.print("\n")
			}
		}
	})
	return r.status
}

// foldLine counts bytes as columns, but for tabs, backspaces and carriage returns.
func (r *run) foldLine(line []byte, width int, bytes, spaces bool) {
	advance := func(column int, c byte) int {
		switch {
		case bytes:
			return column + 1
		case c == '\b':
			return max(0, column-1)
		case c == '\r':
			return 0
		case c == '\t':
			return column + 8 - column%8
		}
		return column + 1
	}
	column, start := 0, 0
	for i := 0; i < len(line); {
		next := advance(column, line[i])
		if next <= width || i == start {
			column = next
			i++
			continue
		}
		cut := i
		if spaces {
			for j := i - 1; j >= start; j-- {
				if line[j] == ' ' || line[j] == '\t' {
					cut = j + 1
					break
				}
			}
		}
		_, _ = r.out.Write(line[start:cut])
		r.print("\n")
		column = 0
		for _, c := range line[cut:i] {
			column = advance(column, c)
		}
		start = cut
	}
	_, _ = r.out.Write(line[start:])
}

// tabStops are those of expand and unexpand: a list, or one size.
type tabStops struct {
	list []int
	size int
	rest int  // what comes after the list: a stop every so many columns
	from bool // counted from the last of the list, and not from the line's beginning
}

func (r *run) parseTabs(spec string) *tabStops {
	t := &tabStops{}
	for w := range strings.FieldsFuncSeq(spec, func(c rune) bool { return c == ',' || c == ' ' }) {
		last := w[0] == '+' || w[0] == '/'
		n, ok := parseUint(strings.TrimLeft(w, "+/"))
		if !ok {
			r.die(1, "tab size contains invalid character(s): %s", r.curly(strings.TrimLeft(w, "0123456789")))
		}
		if n == 0 {
			r.die(1, "tab size cannot be 0")
		}
		if last {
			t.rest, t.from = int(min(n, 1<<30)), w[0] == '+'
			continue
		}
		t.list = append(t.list, int(min(n, 1<<30)))
	}
	if !slices.IsSorted(t.list) {
		r.die(1, "tab sizes must be ascending")
	}
	if t.rest > 0 && len(t.list) == 0 {
		t.list = []int{t.rest}
	} else if len(t.list) == 1 && t.rest > 0 {
		return t
	}
	if len(t.list) < 2 {
		t.size = append(t.list, 8)[0]
		t.list = nil
	}
	return t
}

// next is the tab stop after a column; last is true behind the end of a list.
func (t *tabStops) next(column int) (stop int, last bool) {
	if t.list == nil {
		return column - column%t.size + t.size, false
	}
	for _, s := range t.list {
		if s > column {
			return s, false
		}
	}
	switch {
	case t.rest > 0 && t.from:
		base := t.list[len(t.list)-1]
		return base + (column-base)/t.rest*t.rest + t.rest, false
	case t.rest > 0:
		return column - column%t.rest + t.rest, false
	}
	return column + 1, true
}

// tabOptions reads expand's -N as -t N.
func (r *run) tabOptions() {
	var args []string
	for i, a := range r.args {
		if len(a) > 1 && a[0] == '-' && isDigits(strings.ReplaceAll(a[1:], ",", "")) &&
			!takesValue(r.args, i) {
			a = "-t" + a[1:]
		}
		args = append(args, a)
	}
	r.args = args
}

func expandMain(r *run) int {
	r.tabOptions()
	opts, files := r.options("i/initial t:/tabs")
	tabs, initial := &tabStops{size: 8}, false
	var list []string // of all -t together
	for _, o := range opts {
		if o.name == "t" {
			list = append(list, o.value)
			tabs = r.parseTabs(strings.Join(list, ","))
		} else {
			initial = true
		}
	}
	r.inputs(files, func(_ string, f *linux.File) error {
		lines := newLineReader(f, '\n')
		for {
			line, ended, err := lines.next()
			if err != nil {
				return err
			}
			column, lead := 0, true
			for _, c := range line {
				if c == '\t' && (lead || !initial) {
					stop, _ := tabs.next(column)
					r.print(strings.Repeat(" ", stop-column))
					column = stop
					continue
				}
				lead = lead && (c == ' ' || c == '\t')
				_ = r.out.WriteByte(c)
				if column++; c == '\b' {
					column = max(column-2, 0)
				}
			}
			if ended {
				r.print("\n")
			}
		}
	})
	return r.status
}

func unexpandMain(r *run) int {
	r.tabOptions()
	var list []string // of all -t together
	opts, files := r.options("a/all t:/tabs /first-only")
	tabs, all, first := &tabStops{size: 8}, false, false
	for _, o := range opts {
		switch o.name {
		case "a":
			all = true
		case "t":
			list = append(list, o.value)
			tabs, all = r.parseTabs(strings.Join(list, ",")), true
		default:
			first = true
		}
	}
	all = all && !first
	r.inputs(files, func(_ string, f *linux.File) error {
		lines := newLineReader(f, '\n')
		for {
			line, ended, err := lines.next()
			if err != nil {
				return err
			}
			r.unexpandLine(line, tabs, all)
			if ended {
				r.print("\n")
			}
		}
	})
	return r.status
}

func (r *run) unexpandLine(line []byte, tabs *tabStops, all bool) {
	column, blanks := 0, 0 // blanks are spaces held back, up to column
	flush := func() {
		r.print(strings.Repeat(" ", blanks))
		blanks = 0
	}
	for i, c := range line {
		switch c {
		case ' ':
			stop, last := tabs.next(column)
			column++
			blanks++
			if last {
				flush()
			} else if column == stop && (blanks > 1 || i+1 < len(line) &&
				(line[i+1] == ' ' || line[i+1] == '\t')) {
				r.print("\t")
				blanks = 0
			}
			continue
		case '\t':
			stop, _ := tabs.next(column)
			blanks = 0
			r.print("\t")
			column = stop
			continue
		}
		flush()
		if !all {
			_, _ = r.out.Write(line[i:])
			return
		}
		_ = r.out.WriteByte(c)
		column++
	}
	flush()
}

func shufMain(r *run) int {
	opts, words := r.options("e/echo i:/input-range n:/head-count o:/output /random-source: r/repeat " +
		"z/zero-terminated")
	echo, repeat, most, end := false, false, uint64(1<<62), byte('\n')
	var lines []string
	span := ""
	for _, o := range opts {
		switch o.name {
		case "e":
			echo = true
		case "i":
			if span != "" {
				r.die(1, "multiple -i options specified")
			}
			span = o.value
		case "n":
			n, ok := parseUint(o.value)
			if !ok {
				r.die(1, "invalid line count: %s", r.curly(o.value))
			}
			most = min(most, n)
		case "o":
			r.redirect(o.value)
		case "r":
			repeat = true
		case "z":
			end = 0
		case "random-source":
			r.unsupported("--random-source")
		}
	}
	switch {
	case span != "":
		low, high, _ := strings.Cut(span, "-")
		if echo {
			r.usage("cannot combine -e and -i options")
		}
		if !strings.Contains(span, "-") {
			r.die(1, "invalid input range: %s", r.curly(span))
		}
		a := r.amount(low, "", "invalid input range", 0, math.MaxUint64)
		b := r.amount(high, "", "invalid input range", 0, math.MaxUint64)
		if a > b && a != b+1 {
			r.die(1, "invalid input range: %s", r.curly(span))
		}
		if len(words) > 0 {
			r.usage("extra operand %s", r.curly(words[0]))
		}
		if b >= a && b-a >= shufMost {
			r.sampleRange(a, b, most, repeat, end)
			return 0
		}
		for ; a <= b; a++ {
			lines = append(lines, strconv.FormatUint(a, 10))
		}
	case echo:
		lines = words
	default:
		if len(words) > 1 {
			r.usage("extra operand %s", r.curly(words[1]))
		}
		lines = r.allLines(append(words, "-")[0], end)
	}
	r.shuffle(lines, most, repeat, end)
	return 0
}

// shufMost is the longest range that is written out to be shuffled.
const shufMost = 1 << 24

// sampleRange draws from a range too long to hold.
func (r *run) sampleRange(a, b, most uint64, repeat bool, end byte) {
	seen := map[uint64]bool{}
	for n := uint64(0); n < most && (repeat || n <= b-a); {
		v := a + randomBits()%(b-a+1)
		if b-a == math.MaxUint64 {
			v = randomBits()
		}
		if !repeat && seen[v] {
			continue
		}
		seen[v] = !repeat
		r.print(strconv.FormatUint(v, 10))
		if r.out.WriteByte(end) != nil {
			return
		}
		n++
	}
}

func (r *run) allLines(name string, end byte) []string {
	f, err := openInput(name)
	if err != nil {
		r.dieErr(1, err, "%s", r.plain(name))
	}
	defer closeInput(f)
	var list []string
	for lines := newLineReader(f, end); ; {
		line, _, err := lines.next()
		if err != nil {
			return list
		}
		list = append(list, string(line))
	}
}

// randomBelow draws a number below n.
func randomBelow(n int) int { return int(randomBits() % uint64(n)) }

func randomBits() uint64 {
	var b [8]byte
	_ = linux.Getrandom(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

func (r *run) shuffle(lines []string, most uint64, repeat bool, end byte) {
	if repeat && len(lines) == 0 && most > 0 {
		r.die(1, "no lines to repeat")
	}
	for i := 0; uint64(i) < most && (repeat || i < len(lines)); i++ {
		at := randomBelow(len(lines))
		if !repeat {
			at = i + randomBelow(len(lines)-i)
			lines[i], lines[at] = lines[at], lines[i]
			at = i
		}
		r.print(lines[at])
		if r.out.WriteByte(end) != nil {
			return
		}
	}
}

// takesValue reports whether the word at i is the value of the option before it: -w 5, -t 4.
func takesValue(args []string, i int) bool {
	return i > 0 && len(args[i-1]) > 1 && args[i-1][0] == '-' && args[i-1][1] != '-' &&
		strings.IndexByte("wtlbnaC", args[i-1][len(args[i-1])-1]) >= 0
}
