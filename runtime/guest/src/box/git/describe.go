package git

import (
	"fmt"
	"strconv"
	"strings"
)

// describeCommand names commits by the nearest tags.
func (g *program) describeCommand(args []string) int {
	o := g.parse(
		args,
		"tags always long abbrev: dirty? all contains exact-match match: exclude: candidates: "+
			"first-parent broken?! debug!",
	)
	g.need()
	if o.has("contains") {
		one := []string{"--name-only", "--no-undefined"}
		if !o.has("all") {
			one = append(one, "--tags")
		}
		if len(o.args) == 0 {
			o.args = []string{"HEAD"}
		}
		return g.nameRevCommand(append(one, o.args...))
	}
	revs := o.args
	if len(revs) == 0 {
		revs = []string{"HEAD"}
	}
	for _, rev := range revs {
		h, ok := g.resolve(rev)
		if ok {
			h, ok = g.peel(h, "commit")
		}
		if !ok {
			g.fatal("Not a valid object name %s", rev)
		}
		g.describe(h, o)
	}
	return 0
}

func (g *program) describe(h hash, o *options) {
	names, light := g.tagNames(o)
	suffix := g.dirtySuffix(o)
	digits := 0
	if v := o.value("abbrev"); v != "" {
		digits, _ = strconv.Atoi(v)
	}
	short := g.abbreviate(h)
	if digits > len(short) {
		short = h.String()[:min(digits, 40)]
	}
	name, ok := names[h]
	if ok {
		if o.has("long") && o.value("abbrev") != "0" {
			name += "-0-g" + short
		}
		g.print(name, suffix, "\n")
		return
	}
	if o.has("exact-match") || o.value("candidates") == "0" {
		g.fatal("no tag exactly matches '%s'", h)
	}
	best, depth := "", -1
	walk := g.reach([]hash{h}, nil)
	if o.has("first-parent") {
		walk = g.firstParents(h)
	}
	for _, c := range walk {
		name, ok := names[c.hash]
		if !ok {
			continue
		}
		if n := len(g.history([]hash{h}, []hash{c.hash})); depth < 0 || n < depth {
			best, depth = name, n
		}
	}
	switch {
	case depth >= 0 && o.value("abbrev") == "0":
		g.print(best, suffix, "\n")
	case depth >= 0:
		g.print(best, fmt.Sprintf("-%d-g%s", depth, short), suffix, "\n")
	case o.has("always"):
		g.print(short, suffix, "\n")
	case light > 0:
		g.fatal("No annotated tags can describe '%s'.\nHowever, there were unannotated tags: try --tags.", h)
	case len(names) > 0:
		g.fatal("No tags can describe '%s'.\nTry --always, or create some tags.", h)
	default:
		g.fatal("No names found, cannot describe anything.")
	}
}

// firstParents are a commit and its first parents.
func (g *program) firstParents(h hash) []*commit {
	var list []*commit
	for !h.zero() {
		c := g.commit(h)
		list = append(list, c)
		h = hash{}
		if len(c.parents) > 0 {
			h = c.parents[0]
		}
	}
	return list
}

// tagNames are the names by commits: tags with a message, with --tags the others too, with --all all
// references;
// and how many were not taken for want of a message.
func (g *program) tagNames(o *options) (names map[hash]string, light int) {
	names = map[hash]string{}
	prefix, strong := "refs/tags/", map[hash]bool{}
	if o.has("all") {
		prefix = "refs/"
	}
	for _, r := range g.repo.refsBelow(prefix) {
		short := strings.TrimPrefix(r, "refs/tags/")
		if !describable(o, short) {
			continue
		}
		to, _ := g.repo.ref(r)
		annotated := g.must(to).kind == "tag"
		if !annotated && !o.has("tags") && !o.has("all") {
			light++
			continue
		}
		c, ok := g.peel(to, "commit")
		if _, there := names[c]; !ok || there && (strong[c] || !annotated) {
			continue
		}
		if o.has("all") {
			short = strings.TrimPrefix(r, "refs/")
		}
		names[c], strong[c] = short, annotated
	}
	return names, light
}

// describable applies --match and --exclude.
func describable(o *options, name string) bool {
	for _, p := range o.values("exclude") {
		if wildmatch(p, name, false) {
			return false
		}
	}
	list := o.values("match")
	for _, p := range list {
		if wildmatch(p, name, false) {
			return true
		}
	}
	return len(list) == 0
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
