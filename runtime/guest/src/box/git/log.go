package git

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// logOptions say which commits are shown and how.
type logOptions struct {
	diff         diffOptions
	format       string
	terminated   bool // tformat: each ends with a newline; otherwise they are separated
	date         string
	count, skip  int
	reverse      bool
	graph        bool
	decorate     bool
	noPatch      bool
	abbrev       bool
	first        bool
	merges       int // 1 only, -1 none
	author       []*regexp.Regexp
	grep         []*regexp.Regexp
	since, until int64
	follow       bool
	zero         bool
	parents      bool
	noWalk       bool
	silent       bool // --format= shows changes alone
}

const logSpec = diffSpec + " oneline pretty? format: n/max-count: # graph decorate? no-decorate all " +
	"branches? tags? " +
	"remotes? reverse skip: date: author: committer:! grep: since: after: until: before: abbrev-commit " +
	"follow " +
	"no-merges merges first-parent no-abbrev-commit i/regexp-ignore-case source! topo-order date-order " +
	"author-date-order walk-reflogs! g! L:! simplify-by-decoration! cherry-pick! left-right! parents " +
	"no-walk? " +
	"show-signature! m! c! cc! stdin! not! boundary! E/extended-regexp F/fixed-strings no-notes " +
	"decorate-refs:! " +
	"log-size! full-history ancestry-path! sparse! count! no-mailmap use-mailmap relative-date"

func (g *program) logOptions(o *options) logOptions {
	l := logOptions{diff: g.diffOptions(o), count: -1, date: g.repo.config.text("log.date")}
	if v := g.repo.config.text("format.pretty"); v != "" {
		l.setFormat(g, v)
	}
	l.decorate = truthy(g.repo.config.text("log.decorate")) && g.repo.config.text("log.decorate") != "auto"
	for _, v := range o.list {
		switch v.name {
		case "oneline":
			l.format, l.abbrev, l.terminated = "oneline", true, true
		case "pretty", "format":
			if v.name == "pretty" && v.value == "" {
				v.value = "medium"
			}
			l.setFormat(g, v.value)
		case "max-count", "#":
			n, err := strconv.Atoi(v.value)
			if err != nil {
				g.fatal("'%s': not an integer", v.value)
			}
			l.count = n
		case "skip":
			l.skip, _ = strconv.Atoi(v.value)
		case "graph":
			l.graph = true
		case "decorate":
			l.decorate = v.value != "no" && v.value != "auto"
			if v.value == "full" {
				g.unsupported("log --decorate=full")
			}
		case "no-decorate":
			l.decorate = false
		case "reverse":
			l.reverse = true
		case "date":
			l.date = v.value
		case "relative-date":
			l.date = "relative"
		case "abbrev-commit":
			l.abbrev = true
		case "no-abbrev-commit":
			l.abbrev = false
		case "merges":
			l.merges = 1
		case "no-merges":
			l.merges = -1
		case "first-parent":
			l.first = true
		case "follow":
			l.follow = true
		case "no-patch", "s":
			l.noPatch = true
		case "z":
			l.zero = true
		case "parents":
			l.parents = true
		case "no-walk":
			l.noWalk = true
		}
	}
	l.conditions(g, o)
	return l
}

func (l *logOptions) setFormat(g *program, v string) {
	l.terminated = false
	switch {
	case strings.HasPrefix(v, "format:"):
		l.format = "%" + strings.TrimPrefix(v, "format:")
	case strings.HasPrefix(v, "tformat:"):
		l.format, l.terminated = "%"+strings.TrimPrefix(v, "tformat:"), true
	case strings.Contains(v, "%"):
		l.format, l.terminated = "%"+v, true
	case v == "oneline":
		l.format, l.terminated = v, true
	case v == "":
		l.format, l.terminated, l.silent = "%", true, true
	case v == "medium":
		l.format = ""
	case v == "short" || v == "full" || v == "fuller" || v == "raw":
		l.format = v
	case v == "reference":
		l.format, l.terminated = "%%C(auto)%h (%s, %ad)", true
		l.date = "short"
	default:
		g.fatal("invalid --pretty format: %s", v)
	}
}

func (l *logOptions) conditions(g *program, o *options) {
	flags := ""
	if o.has("regexp-ignore-case") {
		flags = "(?i)"
	}
	compile := func(list []string) []*regexp.Regexp {
		var out []*regexp.Regexp
		for _, s := range list {
			if o.has("fixed-strings") {
				s = regexp.QuoteMeta(s)
			}
			re, err := regexp.Compile("(?m)" + flags + s)
			if err != nil {
				g.unsupported("the expression " + s)
			}
			out = append(out, re)
		}
		return out
	}
	l.author, l.grep = compile(o.values("author")), compile(o.values("grep"))
	for _, v := range append(o.values("since"), o.values("after")...) {
		t, ok := parseDate(v, g.host.Zone)
		if !ok {
			g.unsupported("the date " + v)
		}
		l.since = t.Unix()
	}
	for _, v := range append(o.values("until"), o.values("before")...) {
		t, ok := parseDate(v, g.host.Zone)
		if !ok {
			g.unsupported("the date " + v)
		}
		l.until = t.Unix()
	}
}

// revisions splits operands into commits to show, commits to leave out and paths.
func (g *program) revisions(o *options) (from, without []hash, paths []pathspec) {
	revs, files := o.args, []string(nil)
	if o.dashed >= 0 {
		revs, files = o.args[:o.dashed], o.args[o.dashed:]
	}
	for i, a := range revs {
		if o.dashed < 0 && !g.isRevision(a) {
			if !exists(g.repo.at(g.inside(a))) && !strings.ContainsAny(a, "*?[") {
				g.badRevision(a)
			}
			files = revs[i:]
			break
		}
		f, w := g.revisionRange(a)
		from, without = append(from, f...), append(without, w...)
	}
	return from, without, g.pathspecs(files)
}

func (g *program) isRevision(a string) bool {
	for _, sep := range [...]string{"...", ".."} {
		if x, y, ok := strings.Cut(a, sep); ok {
			return (x == "" || g.isRevision(x)) && (y == "" || g.isRevision(y)) && a != sep
		}
	}
	_, ok := g.resolve(strings.TrimPrefix(a, "^"))
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
		if b, ok := g.mergeBase(p, q); ok {
			without = append(without, b)
		}
		return []hash{p, q}, without
	}
	if x, y, ok := strings.Cut(a, ".."); ok {
		return []hash{g.needCommit(orHead(y))}, []hash{g.needCommit(orHead(x))}
	}
	if rest, ok := strings.CutPrefix(a, "^"); ok {
		return nil, []hash{g.needCommit(rest)}
	}
	return []hash{g.needCommit(a)}, nil
}

func (g *program) logCommand(args []string) int {
	o := g.parse(args, logSpec)
	g.need()
	l := g.logOptions(o)
	from, without, paths := g.revisions(o)
	for _, name := range [...][2]string{
		{"branches", "refs/heads/"},
		{"tags", "refs/tags/"},
		{
			"remotes",
			"refs/remotes/",
		},
		{"all", "refs/"},
	} {
		if o.has(name[0]) {
			for _, ref := range g.repo.refsBelow(name[1]) {
				if h, ok := g.repo.ref(ref); ok {
					if h, ok = g.peel(h, "commit"); ok {
						from = append(from, h)
					}
				}
			}
		}
	}
	if o.has("all") {
		if _, h := g.repo.head(); !h.zero() {
			from = append([]hash{h}, from...)
		}
	}
	if len(from) == 0 && !o.has("all") {
		ref, h := g.repo.head()
		if h.zero() {
			g.fatal("your current branch '%s' does not have any commits yet", shortRef(ref))
		}
		from = []hash{h}
	}
	g.printLog(g.selected(&l, from, without, paths), &l, paths)
	return 0
}

// selected are the commits that the options want.
func (g *program) selected(l *logOptions, from, without []hash, paths []pathspec) []*commit {
	var all []*commit
	switch {
	case l.noWalk:
		for _, h := range from {
			all = append(all, g.commit(h))
		}
	case l.first:
		hidden := map[hash]bool{}
		for _, c := range g.reach(without, nil) {
			hidden[c.hash] = true
		}
		for h := from[0]; !h.zero() && !hidden[h]; {
			c := g.commit(h)
			all = append(all, c)
			h = hash{}
			if len(c.parents) > 0 {
				h = c.parents[0]
			}
		}
	default:
		all = g.history(from, without)
	}
	var list []*commit
	for _, c := range all {
		if g.fits(l, c, &paths) {
			list = append(list, c)
		}
	}
	list = list[min(l.skip, len(list)):]
	if l.count >= 0 {
		list = list[:min(l.count, len(list))]
	}
	if l.reverse {
		slices.Reverse(list)
	}
	return list
}

func (g *program) fits(l *logOptions, c *commit, paths *[]pathspec) bool {
	if l.merges > 0 && len(c.parents) < 2 || l.merges < 0 && len(c.parents) > 1 ||
		l.since != 0 && c.committer.when < l.since || l.until != 0 && c.committer.when > l.until {
		return false
	}
	matches := func(list []*regexp.Regexp, s string) bool {
		return len(list) == 0 || slices.ContainsFunc(list,
			func(r *regexp.Regexp) bool { return r.MatchString(s) })
	}
	if !matches(l.author, c.author.name+" <"+c.author.email+">") || !matches(l.grep, c.message) {
		return false
	}
	if len(*paths) == 0 {
		return true
	}
	new := g.flatten(c.tree)
	for _, p := range append(slices.Clone(c.parents), hash{})[:max(len(c.parents), 1)] {
		old := g.flatten(g.treeOf(p))
		changed := compareFiles(old, new, *paths)
		if len(changed) == 0 {
			return false
		}
		if l.follow {
			for _, r := range g.renames(compareFiles(old, new, nil), maxScore/2) {
				if r.status == 'R' && wanted(*paths, r.to) {
					*paths = []pathspec{{given: r.from, path: r.from}}
					break
				}
			}
		}
	}
	return true
}

func (g *program) printLog(list []*commit, l *logOptions, paths []pathspec) {
	if l.graph {
		for i, c := range list {
			if len(c.parents) > 1 || i > 0 && !slices.Contains(list[i-1].parents, c.hash) {
				g.unsupported("log --graph of a history that branches")
			}
		}
	}
	end := "\n"
	if l.zero {
		end = "\x00"
	}
	names := g.decorations(l)
	user := strings.HasPrefix(l.format, "%")
	for i, c := range list {
		if l.silent {
			g.commitChanges(c, l, paths)
			continue
		}
		text := strings.TrimSuffix(g.commitText(c, l, names), "\n")
		if i > 0 && !l.terminated {
			if l.graph && !user {
				g.print("| ")
			}
			g.print(end)
		}
		if l.graph {
			text = "* " + strings.ReplaceAll(text, "\n", "\n"+lead(i < len(list)-1))
		}
		g.print(text)
		if l.terminated || !user {
			g.print(end)
		}
		g.commitChanges(c, l, paths)
	}
}

// lead is what stands before the further lines of a commit with --graph.
func lead(more bool) string {
	if more {
		return "| "
	}
	return "  "
}

// commitChanges prints what a commit changed, if that was asked for.
func (g *program) commitChanges(c *commit, l *logOptions, paths []pathspec) {
	d := l.diff
	if !d.chosen() || l.noPatch || len(c.parents) > 1 {
		return
	}
	base := hash{}
	if len(c.parents) > 0 {
		base = g.treeOf(c.parents[0])
	}
	list := g.prepare(compareFiles(g.flatten(base), g.flatten(c.tree), paths), &d)
	if len(list) == 0 {
		return
	}
	if l.graph {
		g.unsupported("log --graph with changes")
	}
	if strings.HasPrefix(l.format, "%") && !l.terminated {
		g.print("\n")
	}
	switch {
	case l.format == "oneline", l.silent:
	case d.patch && (d.stat || d.shortstat || d.numstat) && !strings.HasPrefix(l.format, "%"):
		g.print("---\n")
	default:
		g.print("\n")
	}
	g.show(list, &d)
}

// decorations are the names of commits.
func (g *program) decorations(l *logOptions) map[hash]string {
	if !l.decorate && !strings.Contains(l.format, "%d") && !strings.Contains(l.format, "%D") {
		return nil
	}
	m := map[hash][]string{}
	ref, head := g.repo.head()
	if ref != "" {
		m[head] = append(m[head], "HEAD -> "+shortRef(ref))
	} else {
		m[head] = append(m[head], "HEAD")
	}
	for _, kind := range [...]string{"refs/tags/", "refs/remotes/", "refs/heads/"} { // each from its end
		for _, name := range slices.Backward(g.repo.refsBelow(kind)) {
			h, _ := g.repo.ref(name)
			h, ok := g.peel(h, "commit")
			if !ok || name == ref {
				continue
			}
			text := shortRef(name)
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
