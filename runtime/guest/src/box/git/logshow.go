package git

import (
	"slices"
	"strings"
)

// logPrinter prints one commit after another.
type logPrinter struct {
	g      *program
	l      *logOptions
	graph  *graph
	paths  []pathspec
	names  map[hash]string
	end    string
	began  bool
	broken bool // the last text had no newline at its end
}

func (g *program) printLog(list []*commit, l *logOptions, paths []pathspec) {
	p := &logPrinter{g: g, l: l, paths: paths, names: g.decorations(l), end: "\n"}
	if l.zero {
		p.end = "\x00"
	}
	if l.graph {
		p.graph = newGraph(l)
	}
	for _, c := range list {
		if p.graph != nil {
			p.graph.update(c)
		}
		p.show(c)
	}
}

// show prints a commit with what it changes.
func (p *logPrinter) show(c *commit) {
	d := p.l.diff
	d.paths = p.paths
	if c.followed != nil {
		d.paths = c.followed
	}
	if !d.chosen() || p.l.noPatch || d.quiet {
		p.head(c)
		return
	}
	if len(c.parents) > 1 {
		p.merge(c, &d)
		return
	}
	base := hash{}
	if len(c.parents) > 0 {
		base = c.parents[0]
	}
	p.against(c, base, &d, true)
}

// against prints what differs from one parent; always says that the commit is told of without changes too.
func (p *logPrinter) against(c *commit, base hash, d *diffOptions, always bool) bool {
	g := p.g
	old, new := g.flatten(g.treeOf(base)), g.flatten(c.tree)
	list := compareFiles(old, new, d.paths)
	if p.l.follow && len(list) == 1 && list[0].status == 'A' {
		list = slices.DeleteFunc(g.prepare(compareFiles(old, new, nil), d),
			func(ch *change) bool { return !wanted(d.paths, ch.to) })
	} else {
		list = g.prepare(list, d)
	}
	text := ""
	if len(list) > 0 {
		text = g.capture(func() { g.showWithin(list, d, p.prefixWidth()) })
	}
	if len(list) == 0 {
		if always {
			p.head(c)
		}
		return false
	}
	p.head(c)
	p.gap(d)
	p.text(text)
	return true
}

// gap stands between a message and its changes.
func (p *logPrinter) gap(d *diffOptions) {
	if p.l.format == "oneline" || p.l.silent {
		return
	}
	if p.graph != nil {
		p.g.print(p.graph.padding())
	}
	if d.patch && d.stat && p.l.format != "email" && p.l.format != "mboxrd" {
		p.g.print("---")
	}
	p.g.print("\n")
}

func (p *logPrinter) prefixWidth() int {
	if p.graph == nil {
		return 0
	}
	return p.graph.width
}

// text prints changes, each line beside the graph.
func (p *logPrinter) text(s string) {
	if p.graph == nil {
		p.g.print(s)
		return
	}
	for line := range strings.Lines(s) {
		p.g.print(p.graph.padding(), line)
	}
}

// merge prints a merge, compared as the options say.
func (p *logPrinter) merge(c *commit, d *diffOptions) {
	switch p.l.merges {
	case "first":
		p.against(c, c.parents[0], d, true)
	case "each":
		shown := false
		for _, parent := range c.parents {
			c.from = parent
			shown = p.against(c, parent, d, false) || shown
		}
		if c.from = (hash{}); !shown {
			p.head(c)
		}
	case "c", "cc":
		p.head(c)
		if !p.l.silent {
			if p.graph != nil {
				p.g.print(p.graph.padding())
			}
			p.g.print(p.end)
		}
		p.text(p.g.capture(func() { p.g.showCombined(c, d, p.l.merges == "cc", p.prefixWidth()) }))
	default:
		p.head(c)
	}
}

// head prints what is told of a commit but its changes.
func (p *logPrinter) head(c *commit) {
	g, l := p.g, p.l
	if l.silent {
		return
	}
	if p.began && !l.terminated {
		if p.end == "\n" && !p.broken && p.graph != nil {
			g.print(p.graph.padding())
		}
		g.print(p.end)
	}
	p.began = true
	if p.graph != nil {
		g.print(p.graph.head())
	}
	user := strings.HasPrefix(l.format, "%")
	if !user && l.format != "email" && l.format != "mboxrd" {
		g.print(g.commitLine(c, l, p.names))
		if l.format != "oneline" {
			g.print("\n")
			if p.graph != nil {
				g.print(p.graph.padding())
			}
			p.logEntry(c)
		} else {
			g.print(" ")
			if c.entry != nil {
				g.print(c.selector, ": ", c.entry.message, p.end)
				return
			}
		}
	}
	text := g.commitText(c, l, p.names)
	if !user && l.format != "oneline" && l.format != "email" && l.format != "mboxrd" && !l.noNotes {
		text += g.noteParagraph(c.hash)
	}
	p.broken = !strings.HasSuffix(text, "\n")
	if p.graph != nil {
		text = p.graph.message(text)
	}
	g.print(text)
	if l.terminated {
		if !p.broken && p.graph != nil {
			g.print(p.graph.padding())
		}
		g.print(p.end)
	}
}

// logEntry prints the line of a reference's log that a commit was found by.
func (p *logPrinter) logEntry(c *commit) {
	if c.entry != nil {
		who := parsePerson(c.entry.who)
		p.g.print("Reflog: ", c.selector, " (", who.name, " <", who.email, ">)\nReflog message: ",
			c.entry.message, "\n")
	}
}

// reflogEntries are the commits of references' logs.
func (g *program) reflogEntries(o *options, l *logOptions) []*commit {
	names := o.args
	if o.dashed >= 0 {
		names = o.args[:o.dashed]
	}
	if len(names) == 0 {
		names = []string{"HEAD"}
	}
	var list []*commit
	for _, given := range names {
		base, at, _ := strings.Cut(strings.TrimSuffix(given, "}"), "@{")
		base = orHead(base)
		full, _, ok := g.repo.fullRef(base)
		if !ok {
			g.badRevision(given)
		}
		skip := 0
		for _, c := range at {
			if c < '0' || c > '9' {
				g.unsupported("log -g of " + given)
			}
			skip = skip*10 + int(c-'0')
		}
		if base == "@" {
			base = "HEAD"
		}
		for i, e := range g.repo.refLog(full) {
			if i < skip || e.new.zero() {
				continue
			}
			c := g.commit(e.new)
			c.entry, c.selector = &e, base+"@{"+itoa(i)+"}"
			if l.date != "" && l.dateGiven {
				c.selector = base + "@{" + dateText(parsePerson(e.who), l.date, g) + "}"
			}
			if g.fits(l, c, &[]pathspec{}) {
				list = append(list, c)
			}
		}
	}
	list = list[min(l.skip, len(list)):]
	if l.count >= 0 {
		list = list[:min(l.count, len(list))]
	}
	return list
}

// decorations are the names of commits.
func (g *program) decorations(l *logOptions) map[hash]string {
	if l.decorate == "" && !strings.Contains(l.format, "%d") && !strings.Contains(l.format, "%D") &&
		!strings.Contains(l.format, "d") {
		return nil
	}
	m := map[hash][]string{}
	ref, head := g.repo.head()
	name := func(full string) string {
		if l.decorate == "full" {
			return full
		}
		return shortRef(full)
	}
	if !head.zero() && l.decorates("HEAD") {
		m[head] = append(m[head], "HEAD")
		if ref != "" && l.decorates(ref) {
			m[head][0] += " -> " + name(ref)
		}
	}
	// each from its end, as git meets them
	for _, kind := range [...]string{"refs/tags/", "refs/remotes/", "refs/heads/", "refs/stash"} {
		for _, full := range slices.Backward(g.repo.refsBelow(kind)) {
			h, _ := g.repo.ref(full)
			h, ok := g.peel(h, "commit")
			if !ok || full == ref && l.decorates("HEAD") || !l.decorates(full) {
				continue
			}
			text := name(full)
			if kind == "refs/tags/" {
				text = "tag: " + text
			}
			m[h] = append(m[h], text)
		}
	}
	out := map[hash]string{}
	for h, list := range m {
		out[h] = strings.Join(list, ", ")
	}
	return out
}

// decorates asks --decorate-refs and --decorate-refs-exclude.
func (l *logOptions) decorates(full string) bool {
	match := func(pattern string) bool {
		return full == pattern || strings.HasPrefix(full, strings.TrimSuffix(pattern, "/")+"/") ||
			wildmatch(pattern, full, false) || wildmatch("refs/"+pattern, full, false) ||
			strings.HasPrefix(full, "refs/"+strings.TrimSuffix(pattern, "/")+"/")
	}
	any, in := false, false
	for _, p := range l.decorateRefs {
		if rest, out := strings.CutPrefix(p, "^"); out {
			if match(rest) {
				return false
			}
			continue
		}
		any = true
		in = in || match(p)
	}
	return in || !any
}
