package git

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// show prints changes in all forms that were asked for.
func (g *program) show(list []*change, d *diffOptions) { g.showWithin(list, d, 0) }

// showWithin is show where some columns of a terminal are used otherwise.
func (g *program) showWithin(list []*change, d *diffOptions, used int) {
	end := "\n"
	if d.zero {
		end = "\x00"
	}
	for _, c := range list {
		to := func(p string) string { return g.shownName(c.name(p), d) }
		switch {
		case d.nameOnly:
			g.print(to(c.to), end)
		case d.nameStatus:
			sep := "\t"
			if d.zero {
				sep = end
			}
			g.print(c.letter(), sep, strings.Join(c.names(to), sep), end)
		case d.raw:
			g.rawLine(c, d, end)
		}
	}
	if d.check {
		g.checkSpace(list, d)
	}
	if d.stat || d.numstat || d.shortstat {
		g.stat(list, d, used)
	}
	if d.summary && !d.compact {
		for _, c := range list {
			g.summary(c)
		}
	}
	if d.patch {
		if d.stat || d.numstat || d.shortstat || d.summary || d.raw || d.nameOnly || d.nameStatus {
			g.print("\n")
		}
		for _, c := range list {
			g.patch(c, d)
		}
	}
}

// name is how a path of the change is shown.
func (c *change) name(p string) string {
	switch {
	case c.outside:
		return p
	case p == c.to && c.shownTo != "":
		return c.shownTo
	case p == c.from && c.shownFrom != "":
		return c.shownFrom
	}
	return p
}

func (g *program) shownName(p string, d *diffOptions) string {
	if d.zero {
		return p
	}
	return g.quote(p)
}

func (c *change) letter() string {
	if c.status == 'R' {
		return fmt.Sprintf("R%03d", c.score*100/maxScore)
	}
	return string(c.status)
}

// names are the one or two names of a change.
func (c *change) names(f func(string) string) []string {
	switch {
	case c.status == 'R':
		return []string{f(c.from), f(c.to)}
	case c.outside:
		return []string{f(c.from)}
	}
	return []string{f(c.to)}
}

func (g *program) rawLine(c *change, d *diffOptions, end string) {
	if d.fullRaw {
		full := *d
		full.fullIndex = true
		d = &full
	}
	short := func(f file, work bool) string {
		if work && c.dirty {
			return g.indexName(hash{}, d)
		}
		return g.indexName(f.hash, d)
	}
	sep, name := "\t", g.quote
	if d.zero {
		sep, name = end, func(p string) string { return p }
	}
	g.printf(
		":%06o %06o %s %s %s%s%s%s",
		c.old.mode,
		c.new.mode,
		short(c.old, c.workOld),
		short(c.new, c.work),
		c.letter(),
		sep,
		strings.Join(c.names(func(p string) string { return name(c.name(p)) }), sep),
		end,
	)
}

func isBinary(b []byte) bool {
	const looked = 8000
	return bytes.IndexByte(b[:min(len(b), looked)], 0) >= 0
}

// patch prints one change as text. What has changed its type is a deletion and an addition.
func (g *program) patch(c *change, d *diffOptions) {
	if c.status == 'T' {
		g.patch(&change{status: 'D', from: c.from, to: c.from, old: c.old}, d)
		g.patch(&change{status: 'A', from: c.to, to: c.to, new: c.new, work: c.work}, d)
		return
	}
	if c.status == 'U' {
		if c.work && g.conflictFile(g.readIndex(), c.to, d) {
			g.combined = c.to
		} else {
			g.print("* Unmerged path " + g.quote(c.to) + "\n")
		}
		return
	}
	if c.beside && g.combined == c.to {
		return
	}
	old, new := g.data(c, false), g.data(c, true)
	prefix := d.prefixes()
	nameA, nameB := g.label(prefix.a, c.name(c.from)), g.label(prefix.b, c.name(c.to))
	head := "diff --git " + nameA + " " + nameB + "\n"
	switch {
	case c.status == 'A':
		head += fmt.Sprintf("new file mode %06o\n", c.new.mode)
		nameA = "/dev/null"
	case c.status == 'D':
		head += fmt.Sprintf("deleted file mode %06o\n", c.old.mode)
		nameB = "/dev/null"
	case c.old.mode != c.new.mode:
		head += fmt.Sprintf("old mode %06o\nnew mode %06o\n", c.old.mode, c.new.mode)
	}
	if c.status == 'R' {
		head += fmt.Sprintf("similarity index %d%%\nrename from %s\nrename to %s\n", c.score*100/maxScore,
			g.quote(c.name(c.from)), g.quote(c.name(c.to)))
	}
	same := c.old.hash == c.new.hash
	if !same {
		head += "index " + g.indexName(c.old.hash, d) + ".." + g.indexName(c.new.hash, d)
		if c.old.mode == c.new.mode {
			head += fmt.Sprintf(" %06o", c.old.mode)
		}
		head += "\n"
	}
	if !same && (isBinary(old) || isBinary(new)) && !d.text {
		if d.binary {
			g.unsupported(g.name + " --binary of binary files")
		}
		g.print(head, "Binary files ", nameA, " and ", nameB, " differ\n")
		return
	}
	text := g.hunks(old, new, d)
	if text == "" {
		if !same && d.ignoresSpace() && c.status == 'M' && c.old.mode == c.new.mode {
			return
		}
		g.print(head)
		return
	}
	g.print(head, "--- ", tabbed(nameA), "\n+++ ", tabbed(nameB), "\n", text)
}

// tabbed ends a name with blanks in it by a tab, so that patch(1) sees where it ends.
func tabbed(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// hunks is the body of a patch.
func (g *program) hunks(old, new []byte, d *diffOptions) string {
	if d.words != "" {
		return g.wordHunks(old, new, d)
	}
	a, b := splitLines(old), splitLines(new)
	var out strings.Builder
	for _, edits := range groupEdits(a, b, d) {
		hunk(&out, a, b, edits, d.context)
	}
	return out.String()
}

// groupEdits are the edits of each hunk.
func groupEdits(a, b [][]byte, d *diffOptions) [][]edit {
	edits := compareLines(spaceless(a, d), spaceless(b, d))
	if d.ignoreBlank {
		return withoutBlank(a, b, edits, d.context)
	}
	var list [][]edit
	for i := 0; i < len(edits); {
		j := i + 1
		for j < len(edits) && edits[j].a-(edits[j-1].a+edits[j-1].n) <= 2*d.context {
			j++
		}
		list = append(list, edits[i:j])
		i = j
	}
	return list
}

// withoutBlank leaves out edits of blank lines alone, but for those that stand within the context of others.
func withoutBlank(a, b [][]byte, edits []edit, context int) [][]edit {
	blank := func(e edit) bool {
		for _, l := range append(a[e.a:e.a+e.n:e.a+e.n], b[e.b:e.b+e.m]...) {
			if len(bytes.TrimSpace(l)) > 0 {
				return false
			}
		}
		return true
	}
	end := func(e edit) int { return e.a + e.n }
	var list [][]edit
	for i := 0; i < len(edits); {
		for k := i; k < len(edits) && blank(edits[k]); k++ {
			if k+1 == len(edits) || edits[k+1].a-end(edits[k]) >= context {
				i = k + 1
			}
		}
		if i >= len(edits) {
			break
		}
		last, ignored := i, 0
		for j := i + 1; j < len(edits); j++ {
			e := edits[j]
			far := e.a - end(edits[j-1])
			if far > 2*context {
				break
			}
			switch {
			case far < context && (!blank(e) || last == i):
				last, ignored = j, 0
			case far < context && blank(e):
				ignored += e.m
			case last != i && e.a+ignored-end(edits[last]) > 2*context:
				j = len(edits)
			case !blank(e):
				last, ignored = j, 0
			default:
				ignored += e.m
			}
		}
		list = append(list, edits[i:last+1])
		i = last + 1
	}
	return list
}

func hunk(out *strings.Builder, a, b [][]byte, edits []edit, context int) {
	first, last := edits[0], edits[len(edits)-1]
	before := min(context, first.a, first.b)
	after := min(context, len(a)-last.a-last.n)
	fromA, fromB := first.a-before, first.b-before
	toA, toB := last.a+last.n+after, last.b+last.m+after
	out.WriteString("@@ -" + span(fromA, toA-fromA) + " +" + span(fromB, toB-fromB) + " @@")
	if f := functionOf(a, fromA); f != "" {
		out.WriteString(" " + f)
	}
	out.WriteString("\n")
	line := func(mark string, l []byte) {
		out.WriteString(mark)
		out.Write(l)
		if len(l) == 0 || l[len(l)-1] != '\n' {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
	at := fromA
	for _, e := range edits {
		for ; at < e.a; at++ {
			line(" ", b[e.b-(e.a-at)])
		}
		for _, l := range a[e.a : e.a+e.n] {
			line("-", l)
		}
		for _, l := range b[e.b : e.b+e.m] {
			line("+", l)
		}
		at = e.a + e.n
	}
	for i := range after {
		line(" ", b[toB-after+i])
	}
}

func span(from, n int) string {
	switch n {
	case 0:
		return itoa(from) + ",0"
	case 1:
		return itoa(from + 1)
	}
	return itoa(from+1) + "," + itoa(n)
}

// functionOf is the nearest line before a hunk that looks like the head of a function.
func functionOf(lines [][]byte, before int) string {
	for i := before - 1; i >= 0; i-- {
		l := lines[i]
		if len(l) == 0 {
			continue
		}
		if c := l[0]; c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			const longest = 80
			l = l[:min(len(l), longest)]
			return string(bytes.TrimRight(l, " \t\r\n\v\f"))
		}
	}
	return ""
}

// workData is the content of a file of the work tree.
func (g *program) workData(p string) []byte {
	st, err := linux.Lstat(g.repo.at(p))
	if err != nil {
		return nil
	}
	b, err := g.content(p, &st)
	if err != nil {
		g.fatal("could not read '%s': %s", p, text(err))
	}
	return b
}
