package git

import (
	"fmt"
	"strings"
)

// fileStat is how many lines a change adds and takes.
type fileStat struct {
	name           string
	added, removed int
	binary         bool
	unmerged       bool
	oldSize, size  int
}

func (g *program) fileStat(c *change, d *diffOptions) fileStat {
	s := fileStat{name: g.statName(c)}
	if c.status == 'U' {
		s.unmerged = true
		return s
	}
	old, new := g.data(c, false), g.data(c, true)
	if c.old.hash == c.new.hash && c.status != 'T' {
		return s
	}
	if isBinary(old) || isBinary(new) {
		s.binary, s.oldSize, s.size = true, len(old), len(new)
		return s
	}
	a, b := splitLines(old), splitLines(new)
	if c.status == 'T' {
		s.added, s.removed = len(b), len(a)
		return s
	}
	for _, e := range compareLines(spaceless(a, d), spaceless(b, d)) {
		s.removed += e.n
		s.added += e.m
	}
	return s
}

// statName shows a rename with what its names share outside of braces.
func (g *program) statName(c *change) string {
	if c.status != 'R' {
		return g.quote(c.to)
	}
	return renamed(c.from, c.to)
}

func renamed(a, b string) string {
	prefix := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			prefix = i + 1
		}
	}
	suffix := 0
	for i := 1; i <= len(a) && i <= len(b) && a[len(a)-i] == b[len(b)-i]; i++ {
		if len(a)-i < prefix-b2i(prefix > 0) || len(b)-i < prefix-b2i(prefix > 0) {
			break
		}
		if a[len(a)-i] == '/' {
			suffix = i
		}
	}
	if prefix == 0 && suffix == 0 {
		return a + " => " + b
	}
	midA, midB := "", ""
	if n := len(a) - suffix; n > prefix {
		midA = a[prefix:n]
	}
	if n := len(b) - suffix; n > prefix {
		midB = b[prefix:n]
	}
	return a[:prefix] + "{" + midA + " => " + midB + "}" + a[len(a)-suffix:]
}

func (g *program) stat(list []*change, d *diffOptions) {
	stats := make([]fileStat, len(list))
	for i, c := range list {
		stats[i] = g.fileStat(c, d)
	}
	if d.numstat {
		for _, s := range stats {
			if s.binary {
				g.print("-\t-\t", s.name, "\n")
			} else {
				g.printf("%d\t%d\t%s\n", s.added, s.removed, s.name)
			}
		}
	}
	if d.stat {
		g.graph(stats)
	}
	if d.stat || d.shortstat {
		g.total(stats)
	}
}

// graph draws a line of + and - for each file within 80 columns.
func (g *program) graph(stats []fileStat) {
	longest, most, number, bin := 0, 0, 0, 0
	for _, s := range stats {
		longest = max(longest, width(s.name))
		if s.binary {
			bin = max(bin, len("Bin  ->  bytes")+len(itoa(s.oldSize))+len(itoa(s.size)))
			number = max(number, 3)
			continue
		}
		if !s.unmerged {
			most = max(most, s.added+s.removed)
		}
	}
	number = max(number, len(itoa(most)))
	const columns = 80
	graphWidth := most
	if most+4 <= bin {
		graphWidth = bin - 4
	}
	nameWidth := longest
	if nameWidth+number+6+graphWidth > columns {
		if graphWidth > columns*3/8-number-6 {
			graphWidth = max(columns*3/8-number-6, 6)
		}
		if nameWidth > columns-number-6-graphWidth {
			nameWidth = columns - number - 6 - graphWidth
		} else {
			graphWidth = columns - number - 6 - nameWidth
		}
	}
	for _, s := range stats {
		g.graphLine(s, nameWidth, number, graphWidth, most)
	}
}

func width(s string) int { return len([]rune(s)) }

func (g *program) graphLine(s fileStat, nameWidth, number, graphWidth, most int) {
	name := s.name
	prefix := ""
	if width(name) > nameWidth {
		prefix = "..."
		r := []rune(name)
		name = string(r[len(r)-max(nameWidth-3, 0):])
		if i := strings.IndexByte(name, '/'); i >= 0 {
			name = name[i:]
		}
	}
	name = prefix + name
	name += strings.Repeat(" ", max(nameWidth-width(name), 0))
	switch {
	case s.binary:
		g.printf(" %s | %*s", name, number, "Bin")
		if s.oldSize != 0 || s.size != 0 {
			g.printf(" %d -> %d bytes", s.oldSize, s.size)
		}
		g.print("\n")
		return
	case s.unmerged:
		g.printf(" %s | %*s\n", name, number, "Unmerged")
		return
	}
	add, del := s.added, s.removed
	if graphWidth <= most {
		total := scaled(add+del, graphWidth, most)
		if total < 2 && add > 0 && del > 0 {
			total = 2
		}
		if add < del {
			add = scaled(add, graphWidth, most)
			del = total - add
		} else {
			del = scaled(del, graphWidth, most)
			add = total - del
		}
	}
	g.printf(" %s | %*d", name, number, s.added+s.removed)
	if s.added+s.removed > 0 {
		g.print(" ")
	}
	g.print(strings.Repeat("+", add), strings.Repeat("-", del), "\n")
}

func scaled(n, width, most int) int {
	if n == 0 || most == 0 {
		return 0
	}
	return 1 + n*(width-1)/most
}

func (g *program) total(stats []fileStat) {
	files, added, removed := 0, 0, 0
	for _, s := range stats {
		if s.unmerged {
			continue
		}
		files++
		if !s.binary {
			added += s.added
			removed += s.removed
		}
	}
	if files == 0 {
		if len(stats) > 0 {
			g.print(" 0 files changed\n")
		}
		return
	}
	text := fmt.Sprintf(" %d file%s changed", files, many(files))
	if added > 0 || removed == 0 {
		text += fmt.Sprintf(", %d insertion%s(+)", added, many(added))
	}
	if removed > 0 || added == 0 {
		text += fmt.Sprintf(", %d deletion%s(-)", removed, many(removed))
	}
	g.print(text, "\n")
}

func many(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// summary tells what a stat does not show: files made, deleted, renamed, and modes.
func (g *program) summary(c *change) {
	switch {
	case c.status == 'A':
		g.printf(" create mode %06o %s\n", c.new.mode, g.quote(c.to))
	case c.status == 'D':
		g.printf(" delete mode %06o %s\n", c.old.mode, g.quote(c.from))
	case c.status == 'R':
		g.printf(" rename %s (%d%%)\n", renamed(c.from, c.to), c.score*100/maxScore)
		if c.old.mode != c.new.mode {
			g.printf(" mode change %06o => %06o\n", c.old.mode, c.new.mode)
		}
	case c.old.mode != c.new.mode:
		g.printf(" mode change %06o => %06o %s\n", c.old.mode, c.new.mode, g.quote(c.to))
	}
}
