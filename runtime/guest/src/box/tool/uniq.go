package tool

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const uniqSpec = "c/count d/repeated D /all-repeated? f:/skip-fields /group? i/ignore-case " +
	"s:/skip-chars u/unique " +
	"w:/check-chars z/zero-terminated 0 1 2 3 4 5 6 7 8 9"

type uniq struct {
	r                       *run
	count, repeated, single bool
	fold                    bool
	fields, chars, width    int
	all                     string // of -D: none, prepend or separate
	group                   string
	delim                   byte
	printed                 bool
}

func uniqMain(r *run) int {
	u := &uniq{r: r, width: math.MaxInt, delim: '\n'}
	opts, words := r.options(uniqSpec)
	words = u.oldSkip(words)
	number := func(o option, what string) int {
		n, ok := parseUint(o.value)
		if !ok {
			r.die(1, "%s: invalid number of %s", o.value, what)
		}
		return int(min(n, math.MaxInt32))
	}
	old := false
	for _, o := range opts {
		switch o.name {
		case "c":
			u.count = true
		case "d":
			u.repeated = true
		case "D", "all-repeated":
			if u.all = "none"; o.given {
				u.all = r.choose("--all-repeated", o.value, "none", "prepend", "separate")
			}
		case "f":
			u.fields = number(o, "fields to skip")
		case "group":
			if u.group = "separate"; o.given {
				u.group = r.choose("--group", o.value, "prepend", "append", "separate", "both")
			}
		case "i":
			u.fold = true
		case "s":
			u.chars = number(o, "bytes to skip")
		case "u":
			u.single = true
		case "w":
			u.width = number(o, "bytes to compare")
		case "z":
			u.delim = 0
		default: // -N skips fields, digit by digit
			if !old {
				u.fields = 0
			}
			old = true
			u.fields = min(u.fields*10+atoi(o.name), math.MaxInt32)
		}
	}
	switch {
	case len(words) > 2:
		r.usage("extra operand %s", r.curly(words[2]))
	case u.group != "" && (u.count || u.repeated || u.single || u.all != ""):
		r.usage("--group is mutually exclusive with -c/-d/-D/-u")
	case u.count && u.all != "":
		r.usage("printing all duplicated lines and repeat counts is meaningless")
	}
	return u.run(append(words, "-", "-"))
}

// oldSkip takes +N, which skips characters, out of the operands.
func (u *uniq) oldSkip(words []string) []string {
	var rest []string
	for _, w := range words {
		if n, ok := strings.CutPrefix(w, "+"); ok && isDigits(n) {
			u.chars = min(atoi(n), math.MaxInt32)
			continue
		}
		rest = append(rest, w)
	}
	return rest
}

func (u *uniq) run(words []string) int {
	in, err := openInput(words[0])
	if err != nil {
		u.r.dieErr(1, err, "%s", u.r.plain(words[0]))
	}
	if words[1] != "-" {
		out, err := linux.OpenFile(words[1], primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
		if err != nil {
			u.r.dieErr(1, err, "%s", u.r.plain(words[1]))
		}
		u.r.out = linux.NewWriter(out.Fd)
	}
	lines := newLineReader(in, u.delim)
	var same [][]byte
	var first []byte
	for {
		line, _, err := lines.next()
		if err != nil {
			u.flush(same)
			if u.group == "append" || u.group == "both" {
				u.end()
			}
			if !errors.Is(err, io.EOF) {
				u.r.die(1, "error reading %s", u.r.quoted(words[0]))
			}
			return 0
		}
		if len(same) > 0 && !u.equal(same[0], line) {
			u.flush(same)
			same = same[:0]
		}
		if len(same) > 1 && u.all == "" && u.group == "" {
			same = append(same, nil) // only their number matters
			continue
		}
		if len(same) == 0 { // the room of the line before
			first = append(first[:0], line...)
			same = append(same, first)
			continue
		}
		same = append(same, bytes.Clone(line))
	}
}

func (u *uniq) end() {
	if u.printed {
		_ = u.r.out.WriteByte(u.delim)
	}
}

func (u *uniq) key(line []byte) []byte {
	i := 0
	for n := u.fields; n > 0 && i < len(line); n-- {
		for i < len(line) && isBlank(line[i]) {
			i++
		}
		for i < len(line) && !isBlank(line[i]) {
			i++
		}
	}
	line = line[min(i+u.chars, len(line)):]
	return line[:min(len(line), u.width)]
}

func (u *uniq) equal(a, b []byte) bool {
	if u.fields > 0 || u.chars > 0 || u.width < math.MaxInt {
		a, b = u.key(a), u.key(b)
	}
	if !u.fold || len(a) != len(b) {
		return bytes.Equal(a, b)
	}
	return bytes.Equal(asciiUpper(a), asciiUpper(b))
}

// flush prints a run of equal lines.
func (u *uniq) flush(same [][]byte) {
	if len(same) == 0 {
		return
	}
	many := len(same) > 1
	switch {
	case u.group != "":
		if u.group == "prepend" || u.group == "both" && !u.printed || u.printed && u.group != "append" {
			_ = u.r.out.WriteByte(u.delim)
		}
		if u.printed && u.group == "append" {
			_ = u.r.out.WriteByte(u.delim)
		}
		u.print(same)
	case u.all != "":
		if !many {
			return
		}
		if u.all == "prepend" || u.all == "separate" && u.printed {
			_ = u.r.out.WriteByte(u.delim)
		}
		if u.single {
			same = same[1:]
		}
		u.print(same)
	case many && u.single || !many && u.repeated:
	default:
		if u.count {
			u.r.printf("%7d ", len(same))
		}
		u.print(same[:1])
	}
}

func (u *uniq) print(lines [][]byte) {
	u.printed = true
	for _, l := range lines {
		_, _ = u.r.out.Write(l)
		_ = u.r.out.WriteByte(u.delim)
	}
}
