package git

import (
	"strings"
)

func (g *program) diffCommand(args []string) int {
	o := g.parse(args, diffSpec+" cached staged no-index merge-base ours theirs base 0 1 2 3 c! cc")
	if !g.findRepo() || o.has("no-index") {
		if !o.has("no-index") && len(o.args) != 2 {
			g.tell(
				"warning: Not a git repository. Use --no-index to compare two paths outside a working tree\n",
			)
			g.unsupported("the usage of git diff --no-index")
		}
		return g.diffOutside(o)
	}
	d := g.diffOptions(o)
	if o.has("quiet") {
		d.exitCode = true
	}
	if !d.chosen() {
		d.patch = true
	}
	revs, files := []string{}, o.args
	if o.dashed >= 0 {
		revs, files = o.args[:o.dashed], o.args[o.dashed:]
	} else {
		for len(files) > 0 && g.isRevision(files[0]) && !exists(g.repo.at(g.repo.prefix+files[0])) {
			revs, files = append(revs, files[0]), files[1:]
		}
		for _, f := range files {
			g.needFile(f)
		}
	}
	paths := g.pathspecs(files)
	d.paths = paths
	if len(revs) == 1 {
		if rest, ok := strings.CutSuffix(revs[0], "^!"); ok {
			revs = []string{rest + "^", rest}
		}
	}
	if len(revs) > 2 {
		g.unsupported("diff of more than two revisions")
	}
	return g.diffTell(g.diffChanges(revs, o, paths), &d)
}

// diffChanges are the changes between what the operands and options say.
func (g *program) diffChanges(revs []string, o *options, paths []pathspec) []*change {
	for i, name := range [...]string{"base", "ours", "theirs"} {
		if o.has(name) || o.has(itoa(i+1)) {
			return g.diffStage(i+1, paths)
		}
	}
	if o.has("merge-base") && len(revs) > 0 {
		other := "HEAD"
		if len(revs) > 1 {
			other = revs[1]
		}
		base, ok := g.mergeBase(g.needCommit(revs[0]), g.needCommit(other))
		if !ok {
			g.fatal("no merge base found")
		}
		revs[0] = base.String()
	}
	if len(revs) == 2 && g.areBlobs(revs) {
		return g.diffBlobs(revs)
	}
	return g.diffSides(revs, o.has("cached") || o.has("staged"), paths)
}

func (g *program) areBlobs(revs []string) bool {
	for _, r := range revs {
		if h, ok := g.resolve(r); !ok || g.must(h).kind != "blob" {
			return false
		}
	}
	return true
}

// diffBlobs compares two contents by their names.
func (g *program) diffBlobs(revs []string) []*change {
	c := &change{status: 'M', from: revs[0], to: revs[1]}
	for i, f := range [...]*file{&c.old, &c.new} {
		h, _ := g.resolve(revs[i])
		*f = file{modeFile, h}
		if _, p, ok := strings.Cut(revs[i], ":"); ok {
			*[]*string{&c.from, &c.to}[i] = p
		}
	}
	if c.old == c.new {
		return nil
	}
	return []*change{c}
}

// diffStage compares a side of conflicts, and the index of all else, with the work tree.
func (g *program) diffStage(stage int, paths []pathspec) []*change {
	g.needWork()
	x := g.readIndex()
	list := []*change{}
	unmerged := x.unmerged()
	for _, p := range sorted(unmerged) {
		if !wanted(paths, p) {
			continue
		}
		list = append(list, &change{status: 'U', from: p, to: p})
		now, there := g.look(x, &indexEntry{path: p})
		if side := unmerged[p][stage]; there && side.mode != 0 {
			list = append(list, &change{status: 'M', from: p, to: p, old: side, new: now, work: true})
		}
	}
	return append(list, g.workChanges(x, paths)...)
}

// diffTell prints changes and gives the exit code.
func (g *program) diffTell(list []*change, d *diffOptions) int {
	list = g.prepare(list, d)
	if !d.quiet {
		g.show(list, d)
	}
	switch {
	case d.failed && d.exitCode && len(list) > 0:
		return 3
	case d.failed:
		return 2
	case d.exitCode && len(list) > 0:
		return 1
	}
	return 0
}

// diffSides compares what the operands say: the work tree, the index and commits.
func (g *program) diffSides(revs []string, cached bool, paths []pathspec) []*change {
	tree := func(rev string) map[string]file {
		h, ok := g.resolve(orHead(rev))
		if ok {
			h, ok = g.peel(h, "tree")
		}
		if !ok {
			g.badRevision(rev)
		}
		return g.flatten(h)
	}
	switch {
	case cached:
		x := g.readIndex()
		old := map[string]file{}
		if len(revs) > 0 {
			old = tree(revs[0])
		} else if _, h := g.repo.head(); !h.zero() {
			old = g.flatten(g.treeOf(h))
		}
		return compareFiles(old, x.files(), paths)
	case len(revs) == 0:
		g.needWork()
		x := g.readIndex()
		var list []*change
		for _, p := range sorted(x.unmerged()) {
			if wanted(paths, p) {
				list = append(list, &change{status: 'U', from: p, to: p, work: true})
				now, there := g.look(x, &indexEntry{path: p})
				if ours := x.unmerged()[p][2]; there && ours.mode != 0 && ours != now {
					list = append(list, &change{
						status: 'M', from: p, to: p, old: ours, new: now, work: true, beside: true,
					})
				}
			}
		}
		return append(list, g.workChanges(x, paths)...)
	case len(revs) == 1 && strings.Contains(revs[0], ".."):
		if a, b, ok := strings.Cut(revs[0], "..."); ok {
			base, _ := g.mergeBase(g.needCommit(orHead(a)), g.needCommit(orHead(b)))
			return compareFiles(g.flatten(g.treeOf(base)), tree(b), paths)
		}
		a, b, _ := strings.Cut(revs[0], "..")
		return compareFiles(tree(a), tree(b), paths)
	case len(revs) == 1:
		return g.against(tree(revs[0]), paths)
	}
	if len(revs) > 2 {
		g.unsupported("diff of more than two revisions")
	}
	return compareFiles(tree(revs[0]), tree(revs[1]), paths)
}

// against compares a tree with the work tree's files that are tracked.
func (g *program) against(old map[string]file, paths []pathspec) []*change {
	g.needWork()
	x := g.readIndex()
	now, dirty := map[string]file{}, map[string]bool{}
	for _, e := range x.entries {
		if f, there := g.look(x, e); there {
			now[e.path], dirty[e.path] = f, f != e.file
		}
	}
	list := compareFiles(old, now, paths)
	for _, c := range list {
		c.work, c.dirty = true, dirty[c.to]
	}
	return list
}

func (g *program) showCommand(args []string) int {
	o := g.parse(args, logSpec)
	g.need()
	l := g.logOptions(o)
	if !l.diff.chosen() && !l.noPatch {
		l.diff.patch = true
	}
	if l.merges == "" {
		l.merges = "cc"
		if l.first {
			l.merges = "first"
		}
	}
	l.pickaxe = nil
	revs, files := o.args, []string(nil)
	if o.dashed >= 0 {
		revs, files = o.args[:o.dashed], o.args[o.dashed:]
	}
	for i, a := range revs {
		if i > 0 && !g.isRevision(a) && exists(g.repo.at(g.repo.prefix+a)) {
			revs, files = revs[:i], revs[i:]
			break
		}
	}
	if len(revs) == 0 {
		if ref, h := g.repo.head(); h.zero() {
			g.fatal("your current branch '%s' does not have any commits yet", shortRef(ref))
		}
		revs = []string{"HEAD"}
	}
	p := &logPrinter{g: g, l: &l, paths: g.pathspecs(files), names: g.decorations(&l), end: "\n"}
	if l.zero {
		p.end = "\x00"
	}
	for _, rev := range revs {
		if strings.Contains(rev, "..") || strings.HasPrefix(rev, "^") || strings.Contains(rev, "^@") ||
			strings.Contains(rev, "^!") {
			p.showRange(o, rev)
			continue
		}
		h, ok := g.resolve(rev)
		if !ok {
			if name, path, colon := strings.Cut(rev, ":"); colon && !strings.Contains(name, "^{") {
				g.badPath(name, path)
			}
			g.badRevision(rev)
		}
		p.object(h, rev)
	}
	return 0
}

// showRange shows the commits of a range.
func (p *logPrinter) showRange(o *options, rev string) {
	one := *o
	one.args, one.dashed = []string{rev}, 1
	from, without, _ := p.g.revisions(&one, p.l)
	for _, c := range p.g.selected(p.l, from, without, p.paths) {
		p.show(c)
	}
}

func (g *program) badPath(rev, p string) {
	if _, ok := g.resolve(orHead(rev)); !ok {
		g.fatal("invalid object name '%s'.", rev)
	}
	if rev != "" && exists(g.repo.at(p)) {
		g.fatal("path '%s' exists on disk, but not in '%s'", p, rev)
	}
	if rev == "" {
		g.fatal("path '%s' does not exist (neither on disk nor in the index)", p)
	}
	g.fatal("path '%s' does not exist in '%s'", p, rev)
}

// object shows whatever a name stands for.
func (p *logPrinter) object(h hash, rev string) {
	g := p.g
	o := g.must(h)
	switch o.kind {
	case "blob":
		g.print(string(o.data))
	case "tree":
		if p.began {
			g.print("\n")
		}
		g.print("tree ", rev, "\n\n")
		for _, e := range parseTree(o.data) {
			g.print(g.quote(e.name), map[bool]string{true: "/"}[e.mode == modeTree], "\n")
		}
		p.began = true
	case "tag":
		if p.began {
			g.print("\n")
		}
		p.tag(string(o.data), rev)
	default:
		p.show(parseCommit(h, o.data))
	}
}

func (p *logPrinter) tag(text, rev string) {
	head, message, _ := strings.Cut(text, "\n\n")
	to := hash{}
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "object":
			to, _ = parseHash(value)
		case "tag":
			p.g.print("tag ", value, "\n")
		case "tagger":
			who := parsePerson(value)
			p.g.printf("Tagger: %s <%s>\nDate:   %s\n", who.name, who.email, dateText(who, p.l.date, p.g))
		}
	}
	p.g.print("\n", message)
	p.began = true
	p.object(to, rev)
}
