package tool

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// diffColumns prints two texts beside each other.
type diffColumns struct {
	*patch
	half, second int // width of a column, and where the second one begins
}

// minGutter is the least space between the columns.
const minGutter = 3

func (p *patch) columns() {
	c := p.layout()
	done := hunk{}
	for i, h := range p.hunks {
		if p.trivial[i] {
			continue
		}
		c.common(hunk{done.a1, h.a0, done.b1, h.b0})
		c.changed(h)
		done = h
	}
	c.common(hunk{done.a1, len(p.a), done.b1, len(p.b)})
}

// layout makes the columns as wide as they can be, with the second one at a tab stop.
func (p *patch) layout() *diffColumns {
	tab := p.d.tabSize
	if p.d.expand {
		tab = 1
	}
	w, gap := p.d.width, tab+minGutter
	at := w>>1 + gap>>1 + w&gap&1
	at -= at % tab
	c := &diffColumns{patch: p}
	if at > minGutter && w > at {
		c.half = min(at-minGutter, w-at)
	}
	if c.second = at; c.half == 0 {
		c.second = w
	}
	return c
}

// common prints lines that are the same, or do not count.
func (c *diffColumns) common(h hunk) {
	if c.d.suppressCommon || h.a0 == h.a1 && h.b0 == h.b1 {
		return
	}
	if c.d.assists {
		c.d.r.printf("i%d,%d\n", h.a1-h.a0, h.b1-h.b0)
	}
	i, j := h.a0, h.b0
	if !c.d.leftColumn {
		for ; i < h.a1 && j < h.b1; i, j = i+1, j+1 {
			c.row(c.a[i], ' ', c.b[j])
		}
		for ; j < h.b1; j++ {
			c.row(nil, ')', c.b[j])
		}
	}
	for ; i < h.a1; i++ {
		c.row(c.a[i], '(', nil)
	}
}

func (c *diffColumns) changed(h hunk) {
	if c.d.assists {
		c.d.r.printf("c%d,%d\n", h.a1-h.a0, h.b1-h.b0)
	}
	i, j := h.a0, h.b0
	for ; i < h.a1 && j < h.b1; i, j = i+1, j+1 {
		c.row(c.a[i], '|', c.b[j])
	}
	for ; j < h.b1; j++ {
		c.row(nil, '>', c.b[j])
	}
	for ; i < h.a1; i++ {
		c.row(c.a[i], '<', nil)
	}
}

// row prints one line of either side; nil is none.
func (c *diffColumns) row(left []byte, mark byte, right []byte) {
	color := map[byte]int{'<': diffDeleted, '>': diffAdded}[mark]
	c.begin(color)
	col, newline := 0, false
	if left != nil {
		newline = bytes.HasSuffix(left, []byte("\n"))
		col = c.side(left, 0)
	}
	if mark != ' ' {
		col = c.pad(col, (c.half+c.second-1)/2) + 1
		if ends := bytes.HasSuffix(right, []byte("\n")); mark == '|' && newline != ends {
			mark = '\\'
			if newline {
				mark = '/'
			}
		}
		_ = c.d.r.out.WriteByte(mark)
	}
	if right != nil {
		newline = newline || bytes.HasSuffix(right, []byte("\n"))
		if right[0] != '\n' {
			c.side(right, c.pad(col, c.second))
		}
	}
	if newline {
		c.d.r.print("\n")
	}
	c.end(color)
}

// pad goes on to a column by tabs, unless they are expanded, and blanks.
func (c *diffColumns) pad(from, to int) int {
	size := c.d.tabSize
	for tab := from + size - from%size; !c.d.expand && tab <= to; tab += size {
		c.d.r.print("\t")
		from = tab
	}
	c.d.r.print(strings.Repeat(" ", max(to-from, 0)))
	return max(from, to)
}

// side prints as much of a line as its column holds, and returns where that ends.
func (c *diffColumns) side(line []byte, indent int) int {
	in, out := 0, 0 // columns of the line, and of what was printed
	for len(line) > 0 && line[0] != '\n' {
		ch, n := utf8.DecodeRune(line)
		text := string(line[:n])
		line = line[n:]
		switch {
		case ch == '\t':
			in, out = c.tab(in, out)
		case ch == '\r':
			c.d.r.print(text)
			c.pad(0, indent)
			in, out = 0, 0
		case ch == '\b':
			in, out = c.back(in, out)
		case ch < ' ' || ch == 0x7f || ch == utf8.RuneError && n == 1:
			if in < c.half {
				c.d.r.print(text)
			}
		default:
			w := width(text)
			if in += w; in <= c.half {
				out = in
				c.d.r.print(text)
			}
		}
	}
	return out
}

func (c *diffColumns) tab(in, out int) (int, int) {
	n := c.d.tabSize - in%c.d.tabSize
	if in == out {
		switch stop := out + n; {
		case c.d.expand:
			stop = min(stop, c.half)
			c.d.r.print(strings.Repeat(" ", max(stop-out, 0)))
			out = max(out, stop)
		case stop < c.half:
			out = stop
			c.d.r.print("\t")
		}
	}
	return in + n, out
}

func (c *diffColumns) back(in, out int) (int, int) {
	if in == 0 {
		return in, out
	}
	if in--; in >= c.half {
		return in, out
	}
	if out <= in {
		c.d.r.print(strings.Repeat(" ", in-out))
		return in, in
	}
	c.d.r.print("\b")
	return in, in
}
