package git

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// revisions splits operands into commits to show, commits to leave out and paths.
func (g *program) revisions(o *options, l *logOptions) (from, without []hash, paths []pathspec) {
	revs, files := o.args, []string(nil)
	if o.dashed >= 0 {
		revs, files = o.args[:o.dashed], o.args[o.dashed:]
	}
	l.left = map[hash]bool{}
	for i, a := range revs {
		if o.dashed < 0 && !g.isRevision(a) {
			for _, f := range revs[i:] {
				g.needFile(f)
			}
			files = revs[i:]
			break
		}
		if o.dashed < 0 && !strings.HasPrefix(a, "^") && exists(g.repo.at(g.repo.prefix+a)) &&
			g.repo.work != "" {
			g.fatal("ambiguous argument '%s': both revision and filename\n"+dashes, a)
		}
		f, w := g.revisionRange(a)
		if strings.Contains(a, "...") && len(f) == 2 {
			l.left[f[0]] = true
		}
		for range f {
			l.sources = append(l.sources, a)
		}
		from, without = append(from, f...), append(without, w...)
	}
	if o.has("not") { // what follows it is left out; only what is common is known here
		from, without = g.negated(o, revs)
	}
	from = append(from, g.refTips(o, l)...)
	if o.has("cherry-pick") || o.has("cherry-mark") || o.has("cherry") {
		if len(l.left) == 0 && len(from) > 0 {
			l.left[from[0]] = true
		}
	}
	return from, without, g.pathspecs(files)
}

// needFile ends the program at a word that is neither a revision nor a file.
func (g *program) needFile(f string) {
	if strings.HasPrefix(f, ":") || exists(g.repo.at(g.inside(f))) || strings.ContainsAny(f, "*?[") {
		return
	}
	if rev, p, ok := strings.Cut(f, ":"); ok && rev != "" && colonOf(f) == len(rev) {
		g.badPath(rev, p)
	}
	g.badRevision(f)
}

// negated reads revisions of which --not turns the meaning of those after it.
func (g *program) negated(o *options, revs []string) (from, without []hash) {
	negative := false
	for _, v := range o.order {
		switch {
		case v == "--not":
			negative = !negative
		case slices.Contains(revs, v):
			f, w := g.revisionRange(v)
			if negative {
				f, w = w, f
			}
			from, without = append(from, f...), append(without, w...)
		}
	}
	return from, without
}

// refTips are the commits of references that --all and the like ask for.
func (g *program) refTips(o *options, l *logOptions) []hash {
	var tips []hash
	add := func(name string, h hash, ok bool) {
		if !ok {
			return
		}
		for _, v := range o.values("exclude") {
			if wildmatch(v, name, false) || wildmatch(v, shortRef(name), false) {
				return
			}
		}
		if h, ok = g.peel(h, "commit"); ok {
			tips = append(tips, h)
			l.sources = append(l.sources, name)
		}
	}
	each := func(prefix, pattern string) {
		for _, name := range g.repo.refsBelow(prefix) {
			rest := strings.TrimPrefix(name, prefix)
			if pattern != "" && !strings.ContainsAny(pattern, "*?[") {
				if rest != pattern && !strings.HasPrefix(rest, strings.TrimSuffix(pattern, "/")+"/") {
					continue
				}
			} else if pattern != "" && !wildmatch(pattern, rest, false) {
				continue
			}
			h, ok := g.repo.ref(name)
			add(name, h, ok)
		}
	}
	for _, v := range o.list {
		switch v.name {
		case "all":
			each("refs/", "")
			_, h := g.repo.head()
			add("HEAD", h, !h.zero())
		case "branches":
			each("refs/heads/", v.value)
		case "tags":
			each("refs/tags/", v.value)
		case "remotes":
			each("refs/remotes/", v.value)
		case "glob":
			each("refs/", strings.TrimPrefix(v.value, "refs/"))
		}
	}
	return tips
}

func (g *program) isRevision(a string) bool {
	for _, sep := range [...]string{"...", ".."} {
		if x, y, ok := strings.Cut(a, sep); ok {
			return (x == "" || g.isRevision(x)) && (y == "" || g.isRevision(y)) && a != sep
		}
	}
	a = strings.TrimPrefix(a, "^")
	for _, end := range [...]string{"^@", "^!"} {
		a = strings.TrimSuffix(a, end)
	}
	if i := strings.LastIndex(a, "^-"); i > 0 {
		a = a[:i]
	}
	_, ok := g.resolve(a)
	return ok
}

func orHead(s string) string {
	if s == "" {
		return "HEAD"
	}
	return s
}

func (g *program) revisionRange(a string) (from, without []hash) {
	if x, y, ok := strings.Cut(a, "..."); ok {
		p, q := g.needCommit(orHead(x)), g.needCommit(orHead(y))
		return []hash{p, q}, g.mergeBases(p, q)
	}
	if x, y, ok := strings.Cut(a, ".."); ok {
		return []hash{g.needCommit(orHead(y))}, []hash{g.needCommit(orHead(x))}
	}
	if rest, ok := strings.CutSuffix(a, "^@"); ok {
		return g.commit(g.needCommit(rest)).parents, nil
	}
	if rest, ok := strings.CutSuffix(a, "^!"); ok {
		h := g.needCommit(rest)
		return []hash{h}, g.commit(h).parents
	}
	if i := strings.LastIndex(a, "^-"); i > 0 {
		h := g.needCommit(a[:i])
		n := max(int(a[len(a)-1]-'0'), 1)
		if i+2 == len(a) {
			n = 1
		}
		if parents := g.commit(h).parents; n <= len(parents) {
			return []hash{h}, parents[n-1 : n]
		}
	}
	if rest, ok := strings.CutPrefix(a, "^"); ok {
		return nil, []hash{g.needCommit(rest)}
	}
	return []hash{g.needCommit(a)}, nil
}

// fits applies the conditions that one commit is asked alone.
func (g *program) fits(l *logOptions, c *commit, paths *[]pathspec) bool {
	if l.least >= 0 && len(c.parents) < l.least || l.most >= 0 && len(c.parents) > l.most ||
		l.since != 0 && c.committer.when < l.since || l.until != 0 && c.committer.when > l.until {
		return false
	}
	if !matchesAny(l.author, c.author.name+" <"+c.author.email+">") ||
		!matchesAny(l.committer, c.committer.name+" <"+c.committer.email+">") {
		return false
	}
	if len(l.grep) > 0 && g.grepped(l, c) == l.invertGrep {
		return false
	}
	if l.pickaxe != nil && !g.pickaxed(l, c, *paths) {
		return false
	}
	if !l.follow {
		return true
	}
	return g.followed(c, paths)
}

func matchesAny(list []*regex.Regexp, s string) bool {
	return len(list) == 0 || slices.ContainsFunc(list, func(r *regex.Regexp) bool { return r.MatchString(s) })
}

func (g *program) grepped(l *logOptions, c *commit) bool {
	if !l.allMatch {
		return matchesAny(l.grep, c.message)
	}
	for _, r := range l.grep {
		if !r.MatchString(c.message) {
			return false
		}
	}
	return true
}

// followed reports whether a commit changes the one file that --follow is about, and takes its name before
// the commit renamed it.
func (g *program) followed(c *commit, paths *[]pathspec) bool {
	new := g.flatten(c.tree)
	for _, p := range append(slices.Clone(c.parents), hash{})[:max(len(c.parents), 1)] {
		old := g.flatten(g.treeOf(p))
		changed := compareFiles(old, new, *paths)
		if len(changed) == 0 {
			return false
		}
		c.followed = slices.Clone(*paths)
		if changed[0].status != 'A' {
			continue
		}
		for _, r := range g.renames(compareFiles(old, new, nil), maxScore/2) {
			if r.status == 'R' && wanted(*paths, r.to) {
				*paths = []pathspec{{given: r.from, path: r.from}}
				break
			}
		}
	}
	return true
}
