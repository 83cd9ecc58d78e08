package git

import (
	"fmt"
	"strings"
)

func (g *program) diffCommand(args []string) int {
	o := g.parse(args, diffSpec+" cached staged no-index! merge-base! ours! theirs! base! 0! 1! 2! 3!")
	if !g.findRepo() {
		g.tell("warning: Not a git repository. Use --no-index to compare two paths outside a working tree\n")
		g.unsupported("diff --no-index")
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
			if !exists(g.repo.at(g.inside(f))) && !strings.ContainsAny(f, "*?[") {
				g.badRevision(f)
			}
		}
	}
	paths := g.pathspecs(files)
	list := g.prepare(g.diffSides(revs, o.has("cached") || o.has("staged"), paths), &d)
	if !d.quiet {
		g.show(list, &d)
	}
	if d.exitCode && len(list) > 0 {
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
				if now, there := g.look(x, &indexEntry{path: p}); there {
					ours := x.unmerged()[p][2]
					list = append(list, &change{status: 'M', from: p, to: p, old: ours, new: now, work: true})
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
	now := map[string]file{}
	for _, e := range x.entries {
		if f, there := g.look(x, e); there {
			now[e.path] = f
		}
	}
	list := compareFiles(old, now, paths)
	for _, c := range list {
		c.work = true
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
	paths := g.pathspecs(files)
	for i, rev := range revs {
		h, ok := g.resolve(rev)
		if !ok {
			if name, p, colon := strings.Cut(rev, ":"); colon {
				g.badPath(name, p)
			}
			g.badRevision(rev)
		}
		if i > 0 && l.format == "" {
			g.print("\n")
		}
		g.showObject(h, rev, &l, paths)
	}
	return 0
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

func (g *program) showObject(h hash, rev string, l *logOptions, paths []pathspec) {
	o := g.must(h)
	switch o.kind {
	case "blob":
		g.print(string(o.data))
	case "tree":
		g.print("tree ", rev, "\n\n")
		for _, e := range parseTree(o.data) {
			g.print(g.quote(e.name), map[bool]string{true: "/"}[e.mode == modeTree], "\n")
		}
	case "tag":
		head, message, _ := strings.Cut(string(o.data), "\n\n")
		var name string
		var who person
		to := hash{}
		for line := range strings.SplitSeq(head, "\n") {
			key, value, _ := strings.Cut(line, " ")
			switch key {
			case "object":
				to, _ = parseHash(value)
			case "tag":
				name = value
			case "tagger":
				who = parsePerson(value)
			}
		}
		g.printf("tag %s\nTagger: %s <%s>\nDate:   %s\n\n%s\n", name, who.name, who.email, dateText(who,
			l.date, g),
			message)
		g.showObject(to, rev, l, paths)
	default:
		c := parseCommit(h, o.data)
		if len(c.parents) > 1 && l.diff.chosen() {
			g.showMerge(c, l)
			return
		}
		one := *l
		one.count = -1
		g.printLog([]*commit{c}, &one, paths)
	}
}

// showMerge shows a merge, where only what differs from both parents would be printed.
func (g *program) showMerge(c *commit, l *logOptions) {
	one := *l
	d := l.diff
	d.patch, one.diff = false, diffOptions{}
	new := g.flatten(c.tree)
	both := map[string]int{}
	for _, p := range c.parents {
		for _, ch := range compareFiles(g.flatten(g.treeOf(p)), new, nil) {
			both[ch.to]++
		}
	}
	for _, n := range both {
		if n == len(c.parents) {
			g.unsupported("show of a merge that changes what both sides have")
		}
	}
	g.printLog([]*commit{c}, &one, nil)
	if l.format == "" {
		g.print("\n")
	}
	if d.chosen() {
		g.show(g.prepare(compareFiles(g.flatten(g.treeOf(c.parents[0])), new, nil), &d), &d)
	}
}

func (g *program) catFileCommand(args []string) int {
	o := g.parse(args, "t s p e batch?! batch-check?! textconv! filters!")
	g.need()
	if len(o.args) == 0 {
		g.usage("-p needs an object")
	}
	name := o.args[len(o.args)-1]
	h, ok := g.resolve(name)
	if ok {
		ok = g.repo.has(h)
	}
	if o.has("e") {
		return 1 - b2i(ok)
	}
	if !ok {
		g.fatal("Not a valid object name %s", name)
	}
	ob := g.must(h)
	switch {
	case o.has("t"):
		g.print(ob.kind, "\n")
	case o.has("s"):
		g.print(itoa(len(ob.data)), "\n")
	case ob.kind == "tree" && o.has("p"):
		g.listTree(ob.data, "", nil, false, false)
	default:
		g.print(string(ob.data))
	}
	return 0
}

func (g *program) listTree(b []byte, prefix string, paths []pathspec, recursive, nameOnly bool) {
	for _, e := range parseTree(b) {
		p := prefix + e.name
		if e.mode == modeTree && recursive {
			g.listTree(g.must(e.hash).data, p+"/", paths, recursive, nameOnly)
			continue
		}
		if !wanted(paths, p) {
			continue
		}
		kind := "blob"
		switch e.mode {
		case modeTree:
			kind = "tree"
		case modeGitlink:
			kind = "commit"
		}
		if nameOnly {
			g.print(g.quote(p), "\n")
		} else {
			g.printf("%06o %s %s\t%s\n", e.mode, kind, e.hash, g.quote(p))
		}
	}
}

func (g *program) lsTreeCommand(args []string) int {
	o := g.parse(args, "r name-only name-status d! t! l/long! z! full-name full-tree! abbrev?! format:! "+
		"object-only!")
	g.need()
	if len(o.args) == 0 {
		g.usage("a tree is needed")
	}
	h, ok := g.resolve(o.args[0])
	if ok {
		h, ok = g.peel(h, "tree")
	}
	if !ok {
		g.fatal("Not a valid object name %s", o.args[0])
	}
	g.listTree(g.must(h).data, "", g.pathspecs(o.args[1:]), o.has("r"), o.has("name-only") ||
		o.has("name-status"))
	return 0
}

func (g *program) hashObjectCommand(args []string) int {
	o := g.parse(args, "w t: stdin path: no-filters literally! stdin-paths!")
	kind := "blob"
	if v := o.value("t"); v != "" {
		kind = v
	}
	names := o.args
	if o.has("stdin") {
		names = append([]string{"/dev/stdin"}, names...)
	}
	for _, name := range names {
		b, err := readFile(name)
		if err != nil {
			g.fatal("could not open '%s' for reading: %s", name, text(err))
		}
		h := hashOf(kind, b)
		if o.has("w") {
			g.need()
			h = g.store(kind, b)
		}
		g.print(h.String(), "\n")
	}
	return 0
}

func (g *program) lsFilesCommand(args []string) int {
	o := g.parse(args, "c/cached d/deleted m/modified o/others i/ignored s/stage u/unmerged k! z t! v! "+
		"f! exclude-standard "+
		"full-name error-unmatch x/exclude:! X/exclude-from:! directory! abbrev?! deduplicate! eol! "+
		"with-tree:! recurse-submodules!")
	g.needWork()
	x := g.readIndex()
	paths := g.pathspecs(o.args)
	end := "\n"
	if o.has("z") {
		end = "\x00"
	}
	below := g.repo.prefix
	found := false
	show := func(p, head string) {
		if !wanted(paths, strings.TrimSuffix(p, "/")) || len(paths) == 0 && !strings.HasPrefix(p, below) {
			return
		}
		found = true
		name := p
		if !o.has("full-name") {
			name = g.repo.relative(p)
		}
		if !o.has("z") {
			name = g.quote(name)
		}
		g.print(head, name, end)
	}
	if o.has("others") {
		for _, p := range g.untracked(x, true, o.has("ignored")) {
			show(p, "")
		}
		if !o.has("exclude-standard") && !o.has("ignored") {
			for _, p := range g.untracked(x, true, true) {
				show(p, "")
			}
		}
	}
	if o.has("cached") || o.has("stage") || o.has("unmerged") ||
		!o.has("others") && !o.has("deleted") && !o.has("modified") {
		for _, e := range x.entries {
			head := ""
			if o.has("stage") || o.has("unmerged") {
				head = fmt.Sprintf("%06o %s %d\t", e.file.mode, e.file.hash, e.stage)
			}
			if !o.has("unmerged") || e.stage > 0 {
				show(e.path, head)
			}
		}
	}
	for _, c := range g.workChanges(x, nil) {
		if o.has("deleted") && c.status == 'D' {
			show(c.to, "")
		}
		if o.has("modified") {
			show(c.to, "")
		}
	}
	if !found && o.has("error-unmatch") && len(o.args) > 0 {
		g.tell("error: pathspec '%s' did not match any file(s) known to git\nDid you forget to 'git "+
			"add'?\n", o.args[0])
		return 1
	}
	return 0
}
