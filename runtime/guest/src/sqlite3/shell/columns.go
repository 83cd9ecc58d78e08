package shell

import (
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"
)

// frame is what lies around and between the cells of a columnar mode.
type frame struct {
	before, between, after string // of a row
	top, middle, bottom    rule   // lines
	centred                bool   // the names
}

// rule is a line: its ends, what it is drawn with, and where columns meet.
type rule struct{ left, line, cross, right string }

var frames = map[mode]frame{
	modeColumn: {between: "  ", after: ""},
	modeTable: {
		"| ", " | ", " |",
		rule{"+", "-", "+", "+"},
		rule{"+", "-", "+", "+"},
		rule{"+", "-", "+", "+"},
		true,
	},
	modeMarkdown: {"| ", " | ", " |", rule{}, rule{"|", "-", "|", "|"}, rule{}, true},
	modeBox: {
		"│ ", " │ ", " │",
		rule{"┌", "─", "┬", "┐"},
		rule{"├", "─", "┼", "┤"},
		rule{"└", "─", "┴", "┘"},
		true,
	},
}

// cell is what one row of the screen shows of a value.
type cell struct {
	text string
	more bool // the value goes on below
}

// columns shows a statement in a mode that has to know all rows first.
func (s *shell) columns(stmt *sqlite3.Stmt) error {
	if !stmt.Step() {
		return stmt.Err()
	}
	n := stmt.ColumnCount()
	names := make([]string, n)
	widths := make([]int, n)
	for i := range names {
		w := s.width(i)
		names[i] = stmt.ColumnName(i)
		widths[i] = max(w, -w)
	}
	lines, wide := s.collect(stmt, names)
	for _, row := range lines {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c.text))
		}
	}
	f := frames[s.current]
	s.heading(&f, lines[0], widths)
	s.body(&f, lines[1:], widths, wide)
	s.ruled(f.bottom, widths)
	return stmt.Err()
}

// width is what .width says of a column; negative: flush right.
func (s *shell) width(i int) int {
	if i < len(s.widths) {
		return s.widths[i]
	}
	return 0
}

// collect reads all rows. The first line holds the names; wide says whether any value takes more than one
// line.
func (s *shell) collect(stmt *sqlite3.Stmt, names []string) (lines [][]cell, wide bool) {
	limit := func(i int) int {
		w := s.width(i)
		switch {
		case w < 0:
			return -w
		case w == 0:
			return s.wrap.width
		}
		return w
	}
	head := make([]cell, len(names))
	for i, n := range names {
		first, _, _ := fit(n, limit(i), s.wrap.word)
		head[i] = cell{text: first}
	}
	lines = append(lines, head)
	rest := make([]string, len(names))
	for ok := true; ok; ok = stmt.Step() {
		more := false
		row := make([]cell, len(names))
		take := func(i int, text string) {
			var again bool
			row[i].text, rest[i], again = fit(text, limit(i), s.wrap.word)
			row[i].more = again
			more = more || again
		}
		for i := range names {
			take(i, s.shown(stmt, i))
		}
		lines = append(lines, row)
		for more {
			wide, more = true, false
			last := row
			row = make([]cell, len(names))
			for i := range names {
				if last[i].more {
					take(i, rest[i])
				}
			}
			lines = append(lines, row)
		}
	}
	return lines, wide
}

// shown is a value as a columnar mode has it.
func (s *shell) shown(stmt *sqlite3.Stmt, i int) string {
	switch {
	case !s.wrap.quote || stmt.ColumnType(i) == sqlite3.FLOAT:
		return s.text(stmt, i)
	case stmt.ColumnType(i) == sqlite3.BLOB:
		return strings.Replace(s.literal(stmt, i), "X", "x", 1)
	}
	return s.literal(stmt, i)
}

// fit takes as much of a text as one line shows: up to a control character, and no more than a width, of
// which a tab takes up to eight.
func fit(text string, width int, word bool) (first, rest string, more bool) {
	if width <= 0 {
		width = 1_000_000
	}
	i, used := advance(text, width)
	k := i
	if used >= width && word {
		k, i = breakAt(text, i)
	}
	switch {
	case used >= width && at(text, i) >= ' ':
		rest, more = text[i:], true
	case at(text, i) == '\r' && at(text, i+1) == '\n':
		rest = text[i+2:]
		more = rest != ""
	case i+1 < len(text):
		rest, more = text[i+1:], true
	}
	return untabbed(text[:k], width), rest, more
}

// at is a byte of a text, or 0 behind its end.
func at(text string, i int) byte {
	if i < len(text) {
		return text[i]
	}
	return 0
}

// advance says how much of a text fits into a width, and how wide that is.
func advance(text string, width int) (i, used int) {
	for used < width {
		switch c := at(text, i); {
		case c >= ' ':
			used++
			for i++; at(text, i)&0xc0 == 0x80; i++ {
			}
		case c == '\t':
			for used++; used&7 != 0 && used < width; used++ {
			}
			i++
		default:
			return i, used
		}
	}
	return i, used
}

// untabbed puts spaces in the place of tabs.
func untabbed(text string, width int) string {
	if !strings.Contains(text, "\t") {
		return text
	}
	var b strings.Builder
	used := 0
	for i := 0; i < len(text); {
		if text[i] == '\t' {
			b.WriteByte(' ')
			for used++; used&7 != 0 && used < width; used++ {
				b.WriteByte(' ')
			}
			i++
			continue
		}
		used++
		from := i
		for i++; at(text, i)&0xc0 == 0x80; i++ {
		}
		b.WriteString(text[from:i])
	}
	return b.String()
}

// breakAt finds where a line of whole words ends at or before i, in its later half, and where the next
// begins.
func breakAt(text string, i int) (end, next int) {
	k := i
	for ; k > i/2 && !isSpace(text[k-1]); k-- {
	}
	if k <= i/2 {
		for k = i; k > i/2; k-- {
			if isAlnum(text[k-1]) != isAlnum(at(text, k)) && at(text, k)&0xc0 != 0x80 {
				break
			}
		}
	}
	if k <= i/2 {
		return i, i
	}
	for next = k; at(text, next) == ' '; next++ {
	}
	return k, next
}

func isSpace(c byte) bool { return strings.IndexByte(spaces, c) >= 0 }

func isAlnum(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// heading shows the names and the lines around them.
func (s *shell) heading(f *frame, names []cell, widths []int) {
	if s.current == modeColumn {
		if !s.headers {
			return
		}
		for i, c := range names {
			s.padded(c.text, widths[i], s.width(i) < 0)
			s.print(last(i, widths, f.between, "\n"))
		}
		for i, w := range widths {
			s.print(strings.Repeat("-", w))
			s.print(last(i, widths, f.between, "\n"))
		}
		return
	}
	s.ruled(f.top, widths)
	s.print(f.before)
	for i, c := range names {
		n := utf8.RuneCountInString(c.text)
		left := max(0, widths[i]-n) / 2
		s.print(strings.Repeat(" ", left) + c.text + strings.Repeat(" ", max(0, widths[i]-n-left)))
		s.print(last(i, widths, f.between, f.after+"\n"))
	}
	s.ruled(f.middle, widths)
}

func last(i int, widths []int, between, end string) string {
	if i == len(widths)-1 {
		return end
	}
	return between
}

// ruled draws a line over all columns.
func (s *shell) ruled(r rule, widths []int) {
	if r.line == "" {
		return
	}
	s.print(r.left)
	for i, w := range widths {
		s.print(strings.Repeat(r.line, w+2))
		s.print(last(i, widths, r.cross, r.right+"\n"))
	}
}

// body shows the rows, with something between them if any takes more than a line.
func (s *shell) body(f *frame, lines [][]cell, widths []int, wide bool) {
	for n, row := range lines {
		s.print(f.before)
		continued := false
		for i, c := range row {
			s.padded(c.text, widths[i], s.width(i) < 0)
			s.print(last(i, widths, f.between, f.after+"\n"))
			continued = continued || c.more
		}
		if !wide || continued || n == len(lines)-1 {
			continue
		}
		if s.current == modeColumn {
			s.print("\n")
		} else if s.current != modeMarkdown {
			s.ruled(f.middle, widths)
		}
	}
}

// padded shows a cell in its width.
func (s *shell) padded(text string, width int, right bool) {
	pad := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
	if right {
		s.print(pad + text)
		return
	}
	s.print(text + pad)
}
