package tool

import (
	"bytes"
	"errors"
	"io"
)

func pasteMain(r *run) int {
	opts, files := r.options("d:/delimiters s/serial z/zero-terminated")
	delims, serial, end := []string{"\t"}, false, byte('\n')
	for _, o := range opts {
		switch o.name {
		case "d":
			delims = r.delimiters(o.value)
		case "s":
			serial = true
		case "z":
			end = 0
		}
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	var readers []*lineReader
	var stdin *lineReader
	for _, name := range files {
		if name == "-" && stdin != nil {
			readers = append(readers, stdin)
			continue
		}
		f, err := openInput(name)
		if err != nil {
			if !serial {
				r.dieErr(1, err, "%s", r.plain(name))
			}
			r.warnErr(err, "%s", r.plain(name))
			continue
		}
		lines := newLineReader(f, end)
		lines.name = name
		if name == "-" {
			stdin = lines
		}
		readers = append(readers, lines)
	}
	if serial {
		for _, l := range readers {
			r.pasteOne(l, delims, end)
		}
		return r.status
	}
	for r.pasteRow(readers, delims, end) {
	}
	return r.status
}

// delimiters reads -d: \0 is none at all.
func (r *run) delimiters(s string) []string {
	var list []string
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			list = append(list, s[i:i+1])
			continue
		}
		if i++; i == len(s) {
			r.die(1, "delimiter list ends with an unescaped backslash: %s", s)
		}
		switch c := s[i]; {
		case c == '0':
			list = append(list, "")
		case bytes.IndexByte([]byte(`bfnrtv\`), c) >= 0:
			list = append(list, "\b\f\n\r\t\v\\"[bytes.IndexByte([]byte(`bfnrtv\`), c):][:1])
		default:
			list = append(list, s[i:i+1])
		}
	}
	if list == nil {
		return []string{""}
	}
	return list
}

func (r *run) pasteOne(l *lineReader, delims []string, end byte) {
	for n := 0; ; n++ {
		line, _, err := l.next()
		if err != nil {
			_ = r.out.WriteByte(end)
			r.unread(l, err)
			return
		}
		if n > 0 {
			r.print(delims[(n-1)%len(delims)])
		}
		_, _ = r.out.Write(line)
	}
}

// unread reports what stopped the reading of a file, its end excepted, once.
func (r *run) unread(l *lineReader, err error) {
	if !errors.Is(err, io.EOF) && l.name != "" {
		r.warnErr(err, "%s", r.plain(l.name))
		l.name = ""
	}
}

func (r *run) pasteRow(readers []*lineReader, delims []string, end byte) bool {
	var row []byte
	any := false
	for i, l := range readers {
		line, _, err := l.next()
		if err == nil {
			any = true
			row = append(row, line...)
		} else {
			r.unread(l, err)
		}
		if i < len(readers)-1 {
			row = append(row, delims[i%len(delims)]...)
		}
	}
	if any {
		_, _ = r.out.Write(append(row, end))
	}
	return any
}

// pairReader is one of the two sorted inputs of comm and join.
type pairReader struct {
	name  string
	lines *lineReader
	line  []byte
	ok    bool
	n     int
	last  []byte
}

func (r *run) openPair(name string, end byte) *pairReader {
	f, err := openInput(name)
	if err != nil {
		r.dieErr(1, err, "%s", r.plain(name))
	}
	return &pairReader{name: name, lines: newLineReader(f, end)}
}

func (p *pairReader) next(r *run) {
	p.last = p.line
	line, _, err := p.lines.next()
	if err != nil && !errors.Is(err, io.EOF) {
		r.dieErr(1, err, "%s", r.plain(p.name))
	}
	p.ok = err == nil
	p.line = bytes.Clone(line)
	p.n++
}

type comm struct {
	r          *run
	hide       [3]bool
	output     string
	end        byte
	check      int // 1 yes, -1 no, 0 if lines are unpairable
	unsorted   [2]bool
	total      bool
	counts     [3]int
	unpairable bool
}

func commMain(r *run) int {
	c := &comm{r: r, output: "\t", end: '\n'}
	given := false
	opts, files := r.options("1 2 3 /check-order /nocheck-order /output-delimiter: /total z/zero-terminated")
	for _, o := range opts {
		switch o.name {
		case "1", "2", "3":
			c.hide[o.name[0]-'1'] = true
		case "check-order":
			c.check = 1
		case "nocheck-order":
			c.check = -1
		case "output-delimiter":
			if given && c.output != o.value {
				r.die(1, "multiple output delimiters specified")
			}
			given = true
			if c.output = o.value; o.value == "" {
				c.output = "\x00"
			}
		case "total":
			c.total = true
		case "z":
			c.end = 0
		}
	}
	switch {
	case len(files) == 0:
		r.usage("missing operand")
	case len(files) == 1:
		r.usage("missing operand after %s", r.curly(files[0]))
	case len(files) > 2:
		r.usage("extra operand %s", r.curly(files[2]))
	}
	c.run(r.openPair(files[0], c.end), r.openPair(files[1], c.end))
	return r.status
}

func (c *comm) run(a, b *pairReader) {
	a.next(c.r)
	b.next(c.r)
	for a.ok || b.ok {
		order := 0
		switch {
		case !a.ok:
			order = 1
		case !b.ok:
			order = -1
		default:
			order = bytes.Compare(a.line, b.line)
		}
		c.unpairable = c.unpairable || order != 0
		switch {
		case order < 0:
			c.print(0, a.line)
		case order > 0:
			c.print(1, b.line)
		default:
			c.print(2, a.line)
		}
		if order <= 0 {
			c.advance(a, 0)
		}
		if order >= 0 {
			c.advance(b, 1)
		}
	}
	if c.total {
		c.r.printf("%d%s%d%s%d%stotal%c", c.counts[0], c.output, c.counts[1], c.output, c.counts[2],
			c.output, c.end)
	}
	if c.unsorted[0] || c.unsorted[1] {
		c.r.warn("input is not in sorted order")
	}
}

func (c *comm) advance(p *pairReader, which int) {
	p.next(c.r)
	if !p.ok || c.check < 0 || bytes.Compare(p.last, p.line) <= 0 || c.check == 0 && !c.unpairable ||
		c.unsorted[which] {
		return
	}
	c.unsorted[which] = true
	c.r.message("file " + string(rune('1'+which)) + " is not in sorted order")
	if c.check > 0 {
		panic(exit(1))
	}
}

func (c *comm) print(column int, line []byte) {
	c.counts[column]++
	if c.hide[column] {
		return
	}
	for i := range column {
		if !c.hide[i] {
			c.r.print(c.output)
		}
	}
	_, _ = c.r.out.Write(line)
	_ = c.r.out.WriteByte(c.end)
}
