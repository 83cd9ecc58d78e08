package tool

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

func tacMain(r *run) int {
	opts, files := r.options("b/before r/regex s:/separator")
	before, asRegex, separator := false, false, "\n"
	for _, o := range opts {
		switch o.name {
		case "b":
			before = true
		case "r":
			asRegex = true
		case "s":
			if separator = o.value; separator == "" {
				separator = "\x00"
			}
		}
	}
	var re *regex.Regexp
	if asRegex {
		var err error
		if re, err = regex.Compile(strings.ReplaceAll(separator, "\n", "[\n]"),
			regex.Options{Syntax: regex.Extended, Bytes: !r.utf8Locale()}); err != nil {
			r.die(1, "%s", err)
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		f, err := openInput(name)
		if err != nil {
			r.warnErr(err, "failed to open %s for reading", r.quoted(name))
			continue
		}
		text, err := readAll(f)
		closeInput(f)
		if err != nil {
			if name == "-" {
				name = "standard input"
			}
			if is(err, primitives.EISDIR) {
				err = primitives.EINVAL // tac seeks first, and a directory's end is nowhere
			}
			r.warnErr(err, "%s: read error", r.plain(name))
			continue
		}
		var marks [][]int
		if re != nil {
			marks = lastMatches(re, text)
		} else {
			for i := 0; i < len(text); {
				j := bytes.Index(text[i:], []byte(separator))
				if j < 0 {
					break
				}
				marks = append(marks, []int{i + j, i + j + len(separator)})
				i += j + len(separator)
			}
		}
		r.tacText(text, marks, before)
	}
	return r.status
}

// lastMatches finds what separates records from the end backwards, as tac looks: a match begins as
// late as it can.
func lastMatches(re *regex.Regexp, text []byte) [][]int {
	var marks [][]int
	limit := len(text)
	for at := limit - 1; at >= 0; at-- {
		loc := re.Find(text[at:limit], 0)
		if loc == nil || loc[0] != 0 || loc[1] == 0 {
			continue
		}
		marks = append(marks, []int{at, at + loc[1]})
		limit = at
	}
	slices.Reverse(marks)
	return marks
}

// tacText writes the records between the marks in reverse.
func (r *run) tacText(text []byte, marks [][]int, before bool) {
	end := len(text)
	for _, m := range slices.Backward(marks) {
		cut := m[1]
		if before {
			cut = m[0]
		}
		if cut < end {
			_, _ = r.out.Write(text[cut:end])
			end = cut
		}
	}
	_, _ = r.out.Write(text[:end])
}

func revMain(r *run) int {
	_, files := r.options("0/zero")
	named := files
	if len(files) == 0 {
		files = []string{"stdin"}
	}
	for _, name := range files {
		f, err := &linux.File{Fd: 0}, error(nil)
		if len(named) > 0 { // where a dash is a file like any other
			f, err = linux.OpenFile(name, primitives.O_RDONLY, 0)
		}
		if err != nil {
			r.warnErr(err, "cannot open %s", name)
			continue
		}
		r.reverseLines(f, name)
		closeInput(f)
	}
	return r.status
}

func hasHighByte(b []byte) bool {
	return slices.ContainsFunc(b, func(c byte) bool { return c >= utf8.RuneSelf })
}

func (r *run) reverseLines(f *linux.File, name string) {
	lines := newLineReader(f, '\n')
	for n := 0; ; n++ {
		line, ended, err := lines.next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				r.warnErr(err, "%s: %d", name, n)
			}
			return
		}
		if !r.utf8Locale() && hasHighByte(line) || r.utf8Locale() && !utf8.Valid(line) {
			r.warnErr(primitives.EILSEQ, "%s: %d", name, n)
			return
		}
		for len(line) > 0 {
			_, size := utf8.DecodeLastRune(line)
			_, _ = r.out.Write(line[len(line)-size:])
			line = line[:len(line)-size]
		}
		if ended {
			r.print("\n")
		}
	}
}
