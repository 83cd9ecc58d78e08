package git

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// hardReset makes index and work tree those of a commit, whatever is there.
func (g *program) hardReset(h hash) { g.resetTo(g.flatten(g.treeOf(h))) }

func (g *program) resetTo(to map[string]file) {
	x := g.readIndex()
	for _, e := range slices.Clone(x.entries) {
		if _, ok := to[e.path]; !ok {
			x.remove(e.path)
			g.drop(e.path)
		}
	}
	for _, p := range sorted(to) {
		e := x.find(p)
		if e != nil && e.file == to[p] {
			if now, there := g.look(x, e); there && now == e.file {
				continue
			}
		}
		x.set(g.put(p, to[p]))
	}
	g.writeIndex(x)
}

func (g *program) resetCommand(args []string) int {
	o := g.parse(args, "soft mixed hard merge! keep! q/quiet p/patch! N/intent-to-add! no-refresh refresh "+
		"pathspec-from-file:!")
	g.need()
	revs, files := o.args, []string(nil)
	if o.dashed >= 0 {
		revs, files = o.args[:o.dashed], o.args[o.dashed:]
	} else if len(revs) > 0 {
		if _, ok := g.resolve(revs[0]); ok {
			revs, files = revs[:1], revs[1:]
		} else {
			revs, files = nil, revs
		}
	}
	rev := "HEAD"
	if len(revs) > 0 {
		rev = revs[0]
	}
	ref, head := g.repo.head()
	target := head
	if rev != "HEAD" || !head.zero() {
		h, ok := g.resolve(rev)
		if ok {
			h, ok = g.peel(h, "commit")
		}
		if !ok {
			g.badRevision(rev)
		}
		target = h
	}
	if o.dashed < 0 {
		g.needKnown(files)
	}
	if len(files) > 0 {
		if o.has("hard") || o.has("soft") {
			g.fatal("Cannot do %s reset with paths.", map[bool]string{
				true:  "hard",
				false: "soft",
			}[o.has("hard")])
		}
		g.mixedReset(target, g.pathspecs(files), o)
		return 0
	}
	switch {
	case o.has("hard"):
		g.needWork()
		g.hardReset(target)
	case !o.has("soft"):
		g.mixedReset(target, nil, o)
	}
	if !target.zero() {
		name := ref
		if ref == "" {
			name = "HEAD"
		}
		if head != target {
			g.setRef(name, target, "reset: moving to "+rev)
			_ = writeFile(g.repo.dir+"/ORIG_HEAD", []byte(head.String()+"\n"))
		} else {
			g.appendLog("HEAD", head, target, "reset: moving to "+rev)
		}
		for _, f := range [...]string{"MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "CHERRY_PICK_HEAD"} {
			_ = linux.Unlink(g.repo.dir + "/" + f)
		}
	}
	if o.has("hard") && !o.has("quiet") && !target.zero() {
		g.printf("HEAD is now at %s %s\n", g.abbreviate(target), g.commit(target).subject())
	}
	return 0
}

// mixedReset makes the index that of a commit and says what the work tree has that it has not.
func (g *program) mixedReset(h hash, paths []pathspec, o *options) {
	x := g.readIndex()
	to := g.flatten(g.treeOf(h))
	for _, e := range slices.Clone(x.entries) {
		if _, ok := to[e.path]; wanted(paths, e.path) && (!ok || e.stage > 0) {
			x.remove(e.path)
		}
	}
	for p, f := range to {
		if !wanted(paths, p) {
			continue
		}
		if e := x.find(p); e == nil || e.file != f {
			x.remove(p)
			x.set(&indexEntry{path: p, file: f})
		}
	}
	list := g.workChanges(x, nil)
	g.writeIndex(x)
	if o.has("quiet") || g.repo.work == "" {
		return
	}
	for i, c := range list {
		if i == 0 {
			g.print("Unstaged changes after reset:\n")
		}
		g.printf("%c\t%s\n", c.status, g.quote(c.to))
	}
}

// needKnown ends the program at the first name that no file, no pattern and nothing of the index has: it may
// have been meant for a revision.
func (g *program) needKnown(files []string) {
	for _, f := range files {
		name := g.inside(f)
		inIndex := func(e *indexEntry) bool { return e.path == name }
		if !exists(g.repo.at(name)) && !strings.ContainsAny(f, "*?[") &&
			!slices.ContainsFunc(g.readIndex().entries, inIndex) {
			g.badRevision(f)
		}
	}
}
