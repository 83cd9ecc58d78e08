package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

const (
	fmtWidth  = 75
	fmtWords  = 1000 // the original cuts longer paragraphs where its buffers end
	fmtBytes  = 5000
	fmtTab    = 8
	fmtLeeway = 7 // percent by which lines are aimed to be shorter than they may be
)

type fmtTool struct {
	r       *run
	crown   bool
	tagged  bool
	split   bool
	uniform bool
	width   int
	goal    int
	prefix  string // without blanks around
	lead    int    // blanks before the prefix
	full    int    // length of the prefix with the blanks after it
	lines   []fmtLine
	tabs    bool // the input has tabs, so indents may have them
	column  int  // of the output
	other   int  // indent of the last paragraph's further lines, which -t goes on with
}

// fmtLine is a line cut into prefix and text.
type fmtLine struct {
	indent int // where the prefix begins
	column int // where the text begins
	text   []byte
	ended  bool
}

func fmtMain(r *run) int {
	if len(r.args) > 0 && len(r.args[0]) > 1 && r.args[0][0] == '-' && isDigits(r.args[0][1:2]) {
		r.args = append([]string{"-w" + r.args[0][1:]}, r.args[1:]...)
	}
	opts, files := r.options("c/crown-margin p:/prefix s/split-only t/tagged-paragraph u/uniform-spacing " +
		"w:/width g:/goal")
	f := &fmtTool{r: r, width: fmtWidth}
	width, goal := "", ""
	for _, o := range opts {
		switch o.name {
		case "c":
			f.crown = true
		case "p":
			text := strings.TrimLeft(o.value, " ")
			f.lead, f.full = len(o.value)-len(text), len(text)
			f.prefix = strings.TrimRight(text, " ")
		case "s":
			f.split = true
		case "t":
			f.tagged = true
		case "u":
			f.uniform = true
		case "w":
			width = o.value
		case "g":
			goal = o.value
		}
	}
	f.widths(width, goal)
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		f.file(name)
	}
	return r.status
}

func (f *fmtTool) widths(width, goal string) {
	number := func(s string, most int) int {
		n, ok := parseUint(s)
		if !ok || n > uint64(most) {
			f.r.die(1, "invalid width: %s%s", f.r.curly(s), outOfRange(ok))
		}
		return int(n)
	}
	if width != "" {
		f.width = number(width, fmtBytes/2)
	}
	f.goal = f.width * (2*(100-fmtLeeway) + 1) / 200
	if goal != "" {
		f.goal = number(goal, f.width)
		if width == "" {
			f.width = f.goal + 10
		}
	}
}

func (f *fmtTool) file(name string) {
	in, err := openInput(name)
	if err != nil {
		f.r.warn("cannot open %s for reading: %s", f.r.quoted(name), primitives.ErrnoOf(err).Text())
		return
	}
	text, err := readAll(in)
	closeInput(in)
	if err != nil {
		f.r.warn("read error: %s", primitives.ErrnoOf(err).Text())
		return
	}
	f.lines, f.tabs = nil, false
	for len(text) > 0 {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		f.lines = append(f.lines, f.cut(line, ended))
		text = rest
	}
	for len(f.lines) > 0 {
		if l := f.lines[0]; f.apart(l) {
			f.copy(l)
			f.lines = f.lines[1:]
			continue
		}
		f.paragraph()
	}
}

// blanks counts the columns of the blanks that text begins with, from that column on.
func (f *fmtTool) blanks(text []byte, column int) (rest []byte, at int) {
	for len(text) > 0 {
		switch text[0] {
		case ' ':
			column++
		case '\t':
			f.tabs = true
			column = (column/fmtTab + 1) * fmtTab
		default:
			return text, column
		}
		text = text[1:]
	}
	return text, column
}

func (f *fmtTool) cut(line []byte, ended bool) fmtLine {
	rest, column := f.blanks(line, 0)
	if f.prefix == "" {
		return fmtLine{min(f.lead, column), column, rest, ended}
	}
	indent := column
	for i := range len(f.prefix) {
		if len(rest) == 0 || rest[0] != f.prefix[i] {
			return fmtLine{indent, column, rest, ended}
		}
		rest, column = rest[1:], column+1
	}
	rest, column = f.blanks(rest, column)
	return fmtLine{indent, column, rest, ended}
}

// apart reports whether a line belongs to no paragraph: it is blank or lacks the prefix.
func (f *fmtTool) apart(l fmtLine) bool {
	return len(l.text) == 0 || l.indent < f.lead || l.column < l.indent+f.full
}

// copy prints a line as it is.
func (f *fmtTool) copy(l fmtLine) {
	f.column = 0
	if l.column > l.indent || len(l.text) > 0 {
		f.space(l.indent)
		for i := 0; i < len(f.prefix) && f.column != l.column; i++ {
			f.r.print(f.prefix[i : i+1])
			f.column++
		}
		if len(l.text) > 0 {
			f.space(l.column - f.column)
		}
	}
	f.r.print(string(l.text))
	if l.ended || len(l.text) == 0 && l.column >= l.indent+len(f.prefix) {
		f.r.print("\n")
	}
}

// space prints blanks; tabs among them if the input had some.
func (f *fmtTool) space(n int) {
	target := f.column + n
	if stop := target / fmtTab * fmtTab; f.tabs && f.column+1 < stop {
		for f.column < stop {
			f.r.print("\t")
			f.column = (f.column/fmtTab + 1) * fmtTab
		}
	}
	for ; f.column < target; f.column++ {
		f.r.print(" ")
	}
}

// paragraph takes the lines of a paragraph, finds the best breaks and prints it.
func (f *fmtTool) paragraph() {
	first := f.lines[0]
	p := &fmtParagraph{fmtTool: f, indents: [2]int{first.column, first.column}}
	take := func() {
		p.add(f.lines[0])
		f.lines = f.lines[1:]
	}
	same := func() bool {
		return len(f.lines) > 0 && f.lines[0].indent == first.indent && !f.apart(f.lines[0])
	}
	take()
	more := !f.split
	switch {
	case f.split:
	case f.crown && same():
		p.indents[1] = f.lines[0].column
	case f.tagged:
		more = same() && f.lines[0].column != first.column
		if more {
			p.indents[1] = f.lines[0].column
		} else {
			p.indents[1] = f.tagIndent(first.column)
		}
	}
	f.other = p.indents[1]
	for more && same() && f.lines[0].column == p.indents[1] {
		take()
	}
	p.print(first.indent)
}

// tagIndent is how -t indents the lines of a paragraph that has one line only.
func (f *fmtTool) tagIndent(first int) int {
	switch {
	case f.other != first:
		return f.other
	case first == 0:
		return 3
	}
	return 0
}
