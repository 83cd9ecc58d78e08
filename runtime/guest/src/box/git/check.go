package git

import (
	"bytes"
	"strings"
)

// checkSpace tells of blanks and marks of conflicts that changes add, for diff --check.
func (g *program) checkSpace(list []*change, d *diffOptions) {
	for _, c := range list {
		if c.status == 'D' || c.status == 'U' {
			continue
		}
		old, new := g.data(c, false), g.data(c, true)
		if isBinary(new) {
			continue
		}
		lines := splitLines(new)
		last := -1
		for _, e := range compareLines(splitLines(old), lines) {
			for i := e.b; i < e.b+e.m; i++ {
				g.checkLine(c, i, lines[i], d)
				last = i
			}
		}
		if n := blankAtEnd(
			lines,
		); n < len(lines) && last >= n &&
			blankAtEnd(splitLines(old)) == len(splitLines(old)) {
			d.failed = true
			g.printf("%s:%d: new blank line at EOF.\n", c.to, n+1)
		}
	}
}

// blankAtEnd is the first of the empty lines that a text ends with.
func blankAtEnd(lines [][]byte) int {
	n := len(lines)
	for n > 0 && len(bytes.TrimSpace(lines[n-1])) == 0 {
		n--
	}
	return n
}

func (g *program) checkLine(c *change, i int, line []byte, d *diffOptions) {
	if isConflictMark(line) {
		d.failed = true
		g.printf("%s:%d: leftover conflict marker\n", c.to, i+1)
	}
	text := bytes.TrimSuffix(line, []byte("\n"))
	var faults []string
	if n := len(text); n > 0 && strings.IndexByte(" \t\r\v\f", text[n-1]) >= 0 {
		faults = append(faults, "trailing whitespace")
	}
	indent := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]
	if bytes.Contains(indent, []byte(" \t")) {
		faults = append(faults, "space before tab in indent")
	}
	if len(faults) == 0 {
		return
	}
	d.failed = true
	g.printf("%s:%d: %s.\n+%s\n", c.to, i+1, strings.Join(faults, ", "), text)
}

// isConflictMark reports whether a line is one that merge writes around conflicts.
func isConflictMark(line []byte) bool {
	const marks = 7
	if len(line) < marks+1 || strings.IndexByte("=><|", line[0]) < 0 {
		return false
	}
	if !bytes.Equal(line[:marks], bytes.Repeat(line[:1], marks)) {
		return false
	}
	return strings.IndexByte(" \t\r\n", line[marks]) >= 0
}
