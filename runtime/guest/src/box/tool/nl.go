package tool

import (
	"errors"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// nlStyle says which lines of a section are numbered: a, t, n or p with a pattern.
type nlStyle struct {
	kind    byte
	pattern *regex.Regexp
}

type nl struct {
	r                    *run
	body, header, footer nlStyle
	style                *nlStyle
	delimiters           string
	increment, start     int64
	width, blanks        int
	format, separator    string
	noReset              bool
	number               int64
	empty                int
}

const nlSpec = "b:/body-numbering d:/section-delimiter f:/footer-numbering h:/header-numbering " +
	"i:/line-increment " +
	"l:/join-blank-lines n:/number-format p/no-renumber s:/number-separator v:/starting-line-number " +
	"w:/number-width"

func nlMain(r *run) int {
	n := &nl{
		r: r, body: nlStyle{kind: 't'}, header: nlStyle{kind: 'n'}, footer: nlStyle{kind: 'n'},
		delimiters: `\:`, increment: 1, start: 1, width: 6, blanks: 1, format: "rn", separator: "\t",
	}
	opts, files := r.options(nlSpec)
	number := func(o option, what string) int64 {
		bits := 64
		if o.name == "w" {
			bits = 32
		}
		v, err := strconv.ParseInt(o.value, 10, bits)
		if err != nil || (o.name == "w" || o.name == "l") && v < 1 {
			why := outOfRange(err == nil)
			if errors.Is(err, strconv.ErrRange) {
				why = ": " + primitives.EOVERFLOW.Text()
			}
			r.die(1, "invalid %s: %s%s", what, r.curly(o.value), why)
		}
		return v
	}
	for _, o := range opts {
		switch o.name {
		case "b":
			n.body = n.parseStyle(o.value, "body")
		case "d":
			if n.delimiters = o.value; len(o.value) == 1 {
				n.delimiters += ":"
			}
		case "f":
			n.footer = n.parseStyle(o.value, "footer")
		case "h":
			n.header = n.parseStyle(o.value, "header")
		case "i":
			n.increment = number(o, "line number increment")
		case "l":
			n.blanks = int(number(o, "line number of blank lines"))
		case "n":
			if n.format = o.value; o.value != "ln" && o.value != "rn" && o.value != "rz" {
				r.usage("invalid line numbering format: %s", r.curly(o.value))
			}
		case "p":
			n.noReset = true
		case "s":
			n.separator = o.value
		case "v":
			n.start = number(o, "starting line number")
		case "w":
			n.width = int(number(o, "line number field width"))
		}
	}
	n.number, n.style = n.start, &n.body
	r.inputs(files, func(_ string, f *linux.File) error {
		lines := newLineReader(f, '\n')
		for {
			line, _, err := lines.next()
			if err != nil {
				return err
			}
			n.line(line)
		}
	})
	return r.status
}

func (n *nl) parseStyle(s, what string) nlStyle {
	if s != "" && strings.Contains("atn", s) {
		return nlStyle{kind: s[0]}
	}
	if pattern, ok := strings.CutPrefix(s, "p"); ok {
		re, err := regex.Compile(pattern, regex.Options{Bytes: !n.r.utf8Locale()})
		if err != nil {
			n.r.die(1, "%s", err)
		}
		return nlStyle{kind: 'p', pattern: re}
	}
	n.r.usage("invalid %s numbering style: %s", what, n.r.curly(s))
	return nlStyle{}
}

// section reports whether a line of delimiters begins a new part of the page.
func (n *nl) section(line []byte) bool {
	if n.delimiters == "" {
		return false
	}
	switch string(line) {
	case strings.Repeat(n.delimiters, 3):
		n.style = &n.header
	case strings.Repeat(n.delimiters, 2):
		n.style = &n.body
	case n.delimiters:
		n.style = &n.footer
	default:
		return false
	}
	if !n.noReset {
		n.number = n.start
	}
	return true
}

func (n *nl) line(line []byte) {
	if n.section(line) {
		n.r.print("\n")
		return
	}
	numbered := false
	switch n.style.kind {
	case 'a':
		if len(line) > 0 || n.blanks == 1 {
			numbered = true
			n.empty = 0
		} else if n.empty++; n.empty == n.blanks {
			numbered, n.empty = true, 0
		}
	case 't':
		numbered = len(line) > 0
	case 'p':
		numbered = n.style.pattern.Match(line)
	}
	if !numbered {
		n.r.print(strings.Repeat(" ", n.width+len(n.separator)))
	} else {
		d := cformat.Directive{
			Width: n.width, Prec: -1, Conv: 'd', Minus: n.format == "ln", Zero: n.format == "rz",
		}
		magnitude := uint64(n.number)
		if n.number < 0 {
			magnitude = -magnitude
		}
		n.r.print(d.Integer(n.number < 0, magnitude), n.separator)
		n.number += n.increment
	}
	_, _ = n.r.out.Write(line)
	n.r.print("\n")
}
