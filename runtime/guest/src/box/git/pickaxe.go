package git

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // git's
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// pickaxe looks for changes by what they add or take: -S and -G.
type pickaxe struct {
	text  []byte        // -S: how often it is there has changed
	re    *regex.Regexp // -S with --pickaxe-regex, or -G
	lines bool          // -G: a line that was added or taken matches
	all   bool          // --pickaxe-all: one file is enough to show all
}

func (g *program) pickaxeOf(o *options) *pickaxe {
	s, lines := o.value("S"), o.value("G")
	if o.has("S") && o.has("G") {
		g.fatal("options '-G', '-S', and '--find-object' cannot be used together")
	}
	if !o.has("S") && !o.has("G") {
		return nil
	}
	p := &pickaxe{lines: o.has("G"), all: o.has("pickaxe-all")}
	if !p.lines && !o.has("pickaxe-regex") && !o.has("regexp-ignore-case") {
		p.text = []byte(s)
		return p
	}
	pattern := s + lines
	opts := regex.Options{
		Syntax: regex.Extended, Multiline: true, NoNewline: true, Fold: o.has("regexp-ignore-case"),
	}
	if !p.lines && !o.has("pickaxe-regex") {
		opts.Syntax, pattern = regex.Basic, quoteBasic(pattern)
	}
	re, err := regex.Compile(pattern, opts)
	if err != nil {
		g.fatal("invalid regex: %s", err)
	}
	p.re = re
	return p
}

// pickaxed reports whether a commit has a change that the pickaxe wants.
func (g *program) pickaxed(l *logOptions, c *commit, paths []pathspec) bool {
	if len(c.parents) > 1 && !l.first {
		return false
	}
	base := hash{}
	if len(c.parents) > 0 {
		base = c.parents[0]
	}
	d := l.diff
	return len(g.prepare(compareFiles(g.flatten(g.treeOf(base)), g.flatten(c.tree), paths), &d)) > 0
}

func (g *program) pickaxeFilter(list []*change, d *diffOptions) []*change {
	keep := slices.DeleteFunc(slices.Clone(list), func(c *change) bool { return !g.picks(c, d) })
	if d.pickaxe.all && len(keep) > 0 {
		return list
	}
	return keep
}

func (g *program) picks(c *change, d *diffOptions) bool {
	if c.status == 'U' {
		return false
	}
	p := d.pickaxe
	old, new := g.data(c, false), g.data(c, true)
	if !p.lines {
		return p.count(old) != p.count(new)
	}
	if isBinary(old) || isBinary(new) {
		return false
	}
	a, b := splitLines(old), splitLines(new)
	for _, e := range compareLines(a, b) {
		for _, l := range append(slices.Clone(a[e.a:e.a+e.n]), b[e.b:e.b+e.m]...) {
			if p.re.Match(bytes.TrimSuffix(l, []byte("\n"))) {
				return true
			}
		}
	}
	return false
}

func (p *pickaxe) count(b []byte) int {
	if p.re == nil {
		return bytes.Count(b, p.text)
	}
	n := 0
	for at := 0; at <= len(b); {
		m := p.re.Find(b, at)
		if m == nil {
			break
		}
		n++
		if at = m[1]; m[1] == m[0] {
			at++
		}
	}
	return n
}

// patchID is the same for commits that change the same, wherever it stands.
func (g *program) patchID(c *commit) hash {
	base := hash{}
	if len(c.parents) > 0 {
		base = c.parents[0]
	}
	d := diffOptions{context: 3, noRenames: true, quirk: namePrefixes{"a/", "b/"}}
	h := sha1.New() //nolint:gosec // git's
	for _, ch := range compareFiles(g.flatten(g.treeOf(base)), g.flatten(c.tree), nil) {
		text := g.capture(func() { g.patch(ch, &d) })
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "@@ ") || strings.HasPrefix(line, "index ") {
				continue
			}
			_, _ = h.Write([]byte(strings.Join(strings.Fields(line), "")))
		}
	}
	return hash(h.Sum(nil))
}
