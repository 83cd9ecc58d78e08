package git

import (
	"fmt"
	"strconv"
	"strings"
)

// fileStat is how many lines a change adds and takes.
type fileStat struct {
	name           string
	comment        string // of --compact-summary
	added, removed int
	binary         bool
	unmerged       bool
	oldSize, size  int
}

func (g *program) fileStat(c *change, d *diffOptions) fileStat {
	s := fileStat{name: g.statName(c)}
	if d.compact {
		s.comment = c.comment()
	}
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
	for _, edits := range groupEdits(a, b, d) {
		for _, e := range edits {
			s.removed += e.n
			s.added += e.m
		}
	}
	return s
}

// statName shows a rename with what its names share outside of braces.
func (g *program) statName(c *change) string {
	if c.outside {
		return c.shownTo
	}
	if c.status != 'R' {
		return g.quote(c.name(c.to))
	}
	return renamed(c.name(c.from), c.name(c.to))
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

func (g *program) stat(list []*change, d *diffOptions, used int) {
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
		g.statGraph(stats, d, used)
	}
	if d.stat || d.shortstat {
		g.total(stats)
	}
}

// comment is what --compact-summary says of a file after its name.
func (c *change) comment() string {
	exec := func(m uint32) bool { return m&0o111 != 0 }
	switch {
	case c.status == 'A' && c.new.mode == modeLink:
		return " (new +l)"
	case c.status == 'A' && exec(c.new.mode):
		return " (new +x)"
	case c.status == 'A':
		return " (new)"
	case c.status == 'D':
		return " (gone)"
	case c.old.mode == c.new.mode:
		return ""
	case c.new.mode == modeLink:
		return " (mode +l)"
	case c.old.mode == modeLink:
		return " (mode -l)"
	case exec(c.new.mode):
		return " (mode +x)"
	}
	return " (mode -x)"
}

// columns is how wide the output may be.
func (g *program) columns() int {
	if n, err := strconv.Atoi(g.env["COLUMNS"]); err == nil && n > 0 {
		return n
	}
	const usual = 80
	return usual
}

// statGraph draws a line of + and - for each file within the columns there are.
func (g *program) statGraph(stats []fileStat, d *diffOptions, used int) {
	more := 0
	if d.statCount > 0 && len(stats) > d.statCount {
		more = len(stats) - d.statCount
		stats = stats[:d.statCount]
	}
	longest, most, number, bin := 0, 0, 0, 0
	for _, s := range stats {
		longest = max(longest, width(s.name+s.comment))
		if s.binary {
			bin = max(bin, len("Bin  ->  bytes")+len(itoa(s.oldSize))+len(itoa(s.size)))
			number = max(number, 3)
			continue
		}
		if !s.unmerged {
			most = max(most, s.added+s.removed)
		} else {
			bin = max(bin, len("Unmerged"))
		}
	}
	number = max(number, len(itoa(most)))
	columns := d.statWidth
	if columns == 0 {
		columns = g.columns() - used
		if g.name == "format-patch" {
			columns = mailWidth
		}
	}
	columns = max(columns, 16+6+number)
	graphWidth := most
	if most+4 <= bin {
		graphWidth = bin - 4
	}
	nameWidth := longest
	if d.statName > 0 && d.statName < longest {
		nameWidth = d.statName
	}
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
	if more > 0 {
		g.print(" ...\n")
	}
}

const mailWidth = 72

func width(s string) int { return len([]rune(s)) }

func (g *program) graphLine(s fileStat, nameWidth, number, graphWidth, most int) {
	name := s.name + s.comment
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
	case s.unmerged: // the end of the line is missing in git too
		g.printf(" %s | %*s", name, number, "Unmerged")
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
