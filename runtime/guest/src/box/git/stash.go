package git

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const stashRef = "refs/stash"

func (g *program) stashCommand(args []string) int {
	g.needWork()
	what := "push"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		what, args = args[0], args[1:]
	}
	switch what {
	case "push", "save":
		return g.stashPush(args, what == "save")
	case "list":
		for i, e := range g.repo.refLog(stashRef) {
			g.printf("stash@{%d}: %s\n", i, e.message)
		}
	case "pop", "apply":
		return g.stashApply(args, what == "pop")
	case "drop":
		o := g.parse(args, "q/quiet")
		n := g.stashNumber(o.args)
		h := g.stashAt(n)
		g.stashDrop(n)
		g.said2(o, n, h)
	case "clear":
		g.deleteRef(stashRef)
	case "show":
		o := g.parse(args, diffSpec+" include-untracked! only-untracked!")
		c := g.commit(g.stashAt(g.stashNumber(o.args)))
		d := g.diffOptions(o)
		if !d.chosen() {
			d.stat = true
		}
		g.show(g.prepare(compareFiles(g.flatten(g.treeOf(c.parents[0])), g.flatten(c.tree), nil), &d), &d)
	default:
		g.unsupported("stash " + what)
	}
	return 0
}

func (g *program) said2(o *options, n int, h hash) {
	if !o.has("quiet") {
		g.printf("Dropped refs/stash@{%d} (%s)\n", n, h)
	}
}

func (g *program) stashNumber(args []string) int {
	if len(args) == 0 {
		return 0
	}
	s := strings.TrimSuffix(strings.TrimPrefix(args[0], "stash@{"), "}")
	n, err := strconv.Atoi(s)
	if err != nil {
		g.fail("%s is not a valid reference", args[0])
	}
	return n
}

func (g *program) stashAt(n int) hash {
	list := g.repo.refLog(stashRef)
	if len(list) == 0 {
		g.tell("No stash entries found.\n")
		panic(exit(1))
	}
	if n >= len(list) {
		g.fail("stash@{%d} is not a valid reference", n)
	}
	return list[n].new
}

func (g *program) stashPush(args []string, save bool) int {
	o := g.parse(args, "m/message: u/include-untracked k/keep-index no-keep-index q/quiet a/all! "+
		"p/patch! S/staged!")
	_, head := g.repo.head()
	if head.zero() {
		g.tell("You do not have the initial commit yet\n")
		return 1
	}
	message := o.value("message")
	paths := g.pathspecs(o.args)
	if save {
		message, paths = strings.Join(o.args, " "), nil
	}
	if len(paths) > 0 {
		g.unsupported("stash push with paths")
	}
	s := g.state(nil, map[bool]string{true: "all", false: "no"}[o.has("include-untracked")], false)
	if len(s.unmerged) > 0 {
		for _, p := range sorted(s.unmerged) {
			g.print(p, ": needs merge\n")
		}
		return 1
	}
	if len(s.staged)+len(s.unstaged)+len(s.untracked) == 0 {
		g.print("No local changes to save\n")
		return 0
	}
	branch := s.branch
	if branch == "" {
		branch = "(no branch)"
	}
	c := g.commit(head)
	base := branch + ": " + g.abbreviate(head) + " " + c.subject()
	who := g.identity("COMMITTER", true)
	author := g.identity("AUTHOR", true)
	indexCommit := g.makeCommit(g.plant(s.index.files()), []hash{head}, author, who, "index on "+base+"\n")
	parents := []hash{head, indexCommit}
	if o.has("include-untracked") {
		parents = append(parents, g.stashUntracked(s, author, who, base))
	}
	work := s.index.files()
	for _, c := range s.unstaged {
		if c.status == 'D' {
			delete(work, c.to)
			continue
		}
		work[c.to] = file{c.new.mode, g.store("blob", g.workData(c.to))}
	}
	text := "WIP on " + base
	if message != "" {
		text = "On " + branch + ": " + message
	}
	h := g.makeCommit(g.plant(work), parents, author, who, text)
	g.setRef(stashRef, h, text)
	if o.has("include-untracked") {
		for _, p := range s.untracked {
			g.drop(p)
		}
	}
	if o.has("keep-index") {
		g.unsupported("stash --keep-index")
	}
	g.hardReset(head)
	if !o.has("quiet") {
		g.print("Saved working directory and index state ", text, "\n")
	}
	return 0
}

// stashUntracked is a commit of what is not tracked.
func (g *program) stashUntracked(s *state, author, who person, base string) hash {
	files := map[string]file{}
	for _, p := range s.untracked {
		st, err := linux.Lstat(g.repo.at(p))
		if err != nil {
			continue
		}
		b, err := g.content(p, &st)
		if err != nil {
			g.storeFailed(p, err, true)
		}
		files[p] = file{g.modeOf(&st, 0), g.store("blob", b)}
	}
	return g.makeCommit(g.plant(files), nil, author, who, "untracked files on "+base+"\n")
}

func (g *program) stashDrop(n int) {
	list := g.repo.refLog(stashRef)
	var b strings.Builder
	top := hash{}
	for i := range slices.Backward(list) {
		if i == n {
			continue
		}
		b.WriteString(top.String() + " " + list[i].new.String() + " " + list[i].who + "\t" +
			list[i].message + "\n")
		top = list[i].new
	}
	if top.zero() {
		g.deleteRef(stashRef)
		return
	}
	_ = writeFile(g.repo.common+"/logs/"+stashRef, []byte(b.String()))
	g.lockFile(g.repo.common+"/"+stashRef, []byte(top.String()+"\n"))
}

func (g *program) stashApply(args []string, drop bool) int {
	o := g.parse(args, "index q/quiet")
	n := g.stashNumber(o.args)
	h := g.stashAt(n)
	c := g.commit(h)
	x := g.readIndex()
	if unmerged := x.unmerged(); len(unmerged) > 0 {
		for _, p := range sorted(unmerged) {
			g.print(p, ": needs merge\n")
		}
		if drop {
			g.print("The stash entry is kept in case you need it again.\n")
		}
		return 1
	}
	ours := x.files()
	m := g.join(g.flatten(g.treeOf(c.parents[0])), ours, g.flatten(c.tree), "Updated upstream",
		"Stashed changes")
	local, foreign := g.move(ours, m.files, false)
	if local != nil || foreign != nil {
		if len(local) > 0 {
			g.tell("error: Your local changes to the following files would be overwritten by merge:\n\t%s\n"+
				"Please commit your changes or stash them before you merge.\nAborting\n",
				strings.Join(local, "\n\t"))
		} else {
			g.tell("error: The following untracked working tree files would be overwritten by merge:\n\t%s\n"+
				"Please move or remove them before you merge.\nAborting\n", strings.Join(foreign, "\n\t"))
		}
		g.stashStatus(o)
		if drop {
			g.print("The stash entry is kept in case you need it again.\n")
		}
		return 1
	}
	if c.tree == g.treeOf(c.parents[0]) {
		g.print("Already up to date.\n")
	}
	for _, note := range m.notes {
		g.print(note, "\n")
	}
	if len(c.parents) > 2 {
		for p, f := range g.flatten(g.treeOf(c.parents[2])) {
			g.put(p, f)
		}
	}
	if len(m.conflicts) > 0 {
		g.leaveConflicts(m)
	} else {
		g.unstageAll(ours, m.files, c, o)
	}
	g.stashStatus(o)
	if len(m.conflicts) > 0 {
		if drop {
			g.print("The stash entry is kept in case you need it again.\n")
		}
		return 1
	}
	if drop {
		g.stashDrop(n)
		g.said2(o, n, h)
	}
	return 0
}

// stashStatus is the status that pop and apply end with.
func (g *program) stashStatus(o *options) {
	if o.has("quiet") {
		return
	}
	name := g.name
	g.name = "status"
	g.longStatus(g.state(nil, "normal", false), "normal", false)
	g.name = name
}

// unstageAll leaves in the index what it had before, and files that are new.
func (g *program) unstageAll(before, after map[string]file, c *commit, o *options) {
	if o.has("index") {
		before = g.flatten(g.treeOf(c.parents[1]))
	}
	x := g.readIndex()
	for p, f := range after {
		old, ok := before[p]
		switch {
		case ok && old != f:
			x.set(&indexEntry{path: p, file: old})
		}
	}
	for p, f := range before {
		if _, ok := after[p]; !ok {
			x.set(&indexEntry{path: p, file: f})
		}
	}
	g.writeIndex(x)
}
