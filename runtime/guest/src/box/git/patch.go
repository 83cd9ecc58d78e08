package git

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// diffOptions say how changes are shown.
type diffOptions struct {
	context                                     int
	stat, patch, nameOnly, nameStatus, numstat  bool
	shortstat, summary, raw, quiet, noRenames   bool
	ignoreSpace, ignoreAllSpace, text, noPrefix bool
	zero, exitCode, fullIndex, reversed         bool
	filter                                      string
}

const diffSpec = "stat? p/patch u raw name-only name-status numstat shortstat summary patch-with-stat " +
	"U/unified: M/find-renames? no-renames b/ignore-space-change w/ignore-all-space a/text no-prefix z " +
	"exit-code " +
	"q/quiet! no-color color? no-ext-diff full-index R diff-filter: no-patch s binary! word-diff?! " +
	"color-words?! " +
	"C/find-copies?! S:! G:! patience! histogram! minimal! check! relative?! diff-algorithm:! abbrev? " +
	"function-context! W! ignore-blank-lines! ignore-cr-at-eol! compact-summary! dirstat?! " +
	"indent-heuristic " +
	"no-indent-heuristic! src-prefix:! dst-prefix:! submodule?! textconv no-textconv ignore-space-at-eol!"

func (g *program) diffOptions(o *options) diffOptions {
	d := diffOptions{context: 3}
	for _, v := range o.list {
		switch v.name {
		case "stat":
			d.stat = true
		case "patch", "u":
			d.patch = true
		case "patch-with-stat":
			d.patch, d.stat = true, true
		case "raw":
			d.raw = true
		case "name-only":
			d.nameOnly = true
		case "name-status":
			d.nameStatus = true
		case "numstat":
			d.numstat = true
		case "shortstat":
			d.shortstat = true
		case "summary":
			d.summary = true
		case "unified":
			d.patch = true
			_, _ = fmt.Sscanf(v.value, "%d", &d.context)
		case "no-renames":
			d.noRenames = true
		case "ignore-space-change":
			d.ignoreSpace = true
		case "ignore-all-space":
			d.ignoreAllSpace = true
		case "text":
			d.text = true
		case "no-prefix":
			d.noPrefix = true
		case "z":
			d.zero = true
		case "exit-code":
			d.exitCode = true
		case "quiet":
			d.quiet = true
		case "full-index":
			d.fullIndex = true
		case "R":
			d.reversed = true
		case "diff-filter":
			d.filter = v.value
		case "color":
			if v.value != "never" && v.value != "auto" {
				g.unsupported(g.name + " --color")
			}
		}
	}
	return d
}

// chosen reports whether any form of output was asked for.
func (d *diffOptions) chosen() bool {
	return d.stat || d.patch || d.nameOnly || d.nameStatus || d.numstat || d.shortstat || d.summary || d.raw
}

// prepare finds renames and drops what is not wanted.
func (g *program) prepare(list []*change, d *diffOptions) []*change {
	if d.reversed {
		for _, c := range list {
			c.old, c.new = c.new, c.old
			switch c.status {
			case 'A':
				c.status = 'D'
			case 'D':
				c.status = 'A'
			}
		}
	}
	if !d.noRenames {
		list = g.renames(list, maxScore/2)
	}
	if d.filter == "" {
		return list
	}
	return slices.DeleteFunc(list, func(c *change) bool {
		letter := string(c.status)
		if strings.Contains(d.filter, strings.ToLower(letter)) {
			return true
		}
		return strings.ToLower(d.filter) != d.filter && !strings.Contains(d.filter, letter)
	})
}

// show prints changes in all forms that were asked for.
func (g *program) show(list []*change, d *diffOptions) {
	end := "\n"
	if d.zero {
		end = "\x00"
	}
	for _, c := range list {
		switch {
		case d.nameOnly:
			g.print(g.shownName(c.to, d), end)
		case d.nameStatus:
			g.print(c.letter(), "\t", strings.Join(c.names(func(p string) string {
				return g.shownName(p,
					d)
			}), "\t"), end)
		case d.raw:
			g.rawLine(c, end)
		}
	}
	if d.stat || d.numstat || d.shortstat {
		g.stat(list, d)
	}
	if d.summary {
		for _, c := range list {
			g.summary(c)
		}
	}
	if d.patch {
		if d.stat || d.numstat || d.shortstat || d.summary || d.raw {
			g.print("\n")
		}
		for _, c := range list {
			g.patch(c, d)
		}
	}
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
	if c.status == 'R' {
		return []string{f(c.from), f(c.to)}
	}
	return []string{f(c.to)}
}

func (g *program) rawLine(c *change, end string) {
	short := func(f file, work bool) string {
		if f.hash.zero() || work && !g.repo.has(f.hash) {
			return strings.Repeat("0", 7)
		}
		return g.abbreviate(f.hash)
	}
	g.printf(":%06o %06o %s %s %s\t%s%s", c.old.mode, c.new.mode, short(c.old, false), short(c.new,
		c.work), c.letter(),
		strings.Join(c.names(g.quote), "\t"), end)
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
	if c.status == 'U' && c.work {
		g.unsupported("diff of a file in conflict")
	}
	if c.status == 'U' {
		g.print("* Unmerged path " + g.quote(c.to) + "\n")
		return
	}
	old, new := g.data(c, false), g.data(c, true)
	a, b := "a/", "b/"
	if d.noPrefix {
		a, b = "", ""
	}
	nameA, nameB := g.quotePrefixed(a, c.from), g.quotePrefixed(b, c.to)
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
			g.quote(c.from), g.quote(c.to))
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
		g.print(head, "Binary files ", nameA, " and ", nameB, " differ\n")
		return
	}
	text := g.hunks(old, new, d)
	if text == "" {
		if !same && (d.ignoreSpace || d.ignoreAllSpace) && c.status == 'M' && c.old.mode == c.new.mode {
			return
		}
		g.print(head)
		return
	}
	g.print(head, "--- ", tabbed(nameA), "\n+++ ", tabbed(nameB), "\n", text)
}

func (g *program) quotePrefixed(prefix, p string) string {
	return g.quote(prefix + p)
}

// tabbed ends a name with blanks in it by a tab, so that patch(1) sees where it ends.
func tabbed(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

func (g *program) indexName(h hash, d *diffOptions) string {
	switch {
	case d.fullIndex:
		return h.String()
	case h.zero():
		return h.String()[:7]
	}
	return g.abbreviate(h)
}

// hunks is the body of a patch.
func (g *program) hunks(old, new []byte, d *diffOptions) string {
	a, b := splitLines(old), splitLines(new)
	edits := compareLines(spaceless(a, d), spaceless(b, d))
	var out strings.Builder
	for i := 0; i < len(edits); {
		j := i + 1
		for j < len(edits) && edits[j].a-(edits[j-1].a+edits[j-1].n) <= 2*d.context {
			j++
		}
		hunk(&out, a, b, edits[i:j], d.context)
		i = j
	}
	return out.String()
}

// spaceless leaves out of lines what is not to be compared.
func spaceless(lines [][]byte, d *diffOptions) [][]byte {
	if !d.ignoreSpace && !d.ignoreAllSpace {
		return lines
	}
	by := []byte(" ")
	if d.ignoreAllSpace {
		by = nil
	}
	list := make([][]byte, len(lines))
	for i, l := range lines {
		list[i] = bytes.Join(bytes.Fields(l), by)
		if d.ignoreSpace && len(l) > 0 && (l[0] == ' ' || l[0] == '\t') {
			list[i] = append([]byte(" "), list[i]...)
		}
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
