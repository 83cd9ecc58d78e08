package git

import "fmt"

// describeCommand names a commit by the nearest tag.
func (g *program) describeCommand(args []string) int {
	o := g.parse(args, "tags always long abbrev: dirty? all! contains! exact-match match:! exclude:! "+
		"candidates:! "+
		"first-parent! broken?! debug!")
	g.need()
	rev := "HEAD"
	if len(o.args) > 0 {
		rev = o.args[0]
	}
	h, ok := g.resolve(rev)
	if ok {
		h, ok = g.peel(h, "commit")
	}
	if !ok {
		g.fatal("Not a valid object name %s", rev)
	}
	names, light := g.tagNames(o.has("tags"))
	suffix := g.dirtySuffix(o)
	for _, c := range g.reach([]hash{h}, nil) {
		name, ok := names[c.hash]
		switch {
		case !ok && o.has("exact-match"):
			g.fatal("no tag exactly matches '%s'", h)
		case !ok:
			continue
		}
		n := len(g.history([]hash{h}, []hash{c.hash}))
		if n > 0 && o.value("abbrev") != "0" || o.has("long") {
			name += fmt.Sprintf("-%d-g%s", n, g.abbreviate(h))
		}
		g.print(name, suffix, "\n")
		return 0
	}
	if o.has("always") {
		g.print(g.abbreviate(h), suffix, "\n")
		return 0
	}
	if light > 0 {
		g.fatal("No annotated tags can describe '%s'.\nHowever, there were unannotated tags: try --tags.", h)
	}
	g.fatal("No names found, cannot describe anything.")
	return 0
}

// tagNames are the tags by their commits; without all only those with a message, and how many others there
// are.
func (g *program) tagNames(all bool) (names map[hash]string, light int) {
	names = map[hash]string{}
	for _, r := range g.repo.refsBelow("refs/tags/") {
		to, _ := g.repo.ref(r)
		if g.must(to).kind != "tag" && !all {
			light++
			continue
		}
		if c, ok := g.peel(to, "commit"); ok {
			names[c] = shortRef(r)
		}
	}
	return names, light
}

func (g *program) dirtySuffix(o *options) string {
	if !o.has("dirty") {
		return ""
	}
	if s := g.state(nil, "no", false); len(s.staged)+len(s.unstaged) == 0 {
		return ""
	}
	if v := o.value("dirty"); v != "" {
		return v
	}
	return "-dirty"
}
