package git

import (
	"slices"
	"strings"
)

// rebasing is a rebase; its state between two commands is in .git/rebase-merge.
type rebasing struct {
	g        *program
	dir      string
	headName string // the branch, or "detached HEAD"
	onto     hash
	orig     hash
	todo     []hash
	done     []hash
	quiet    bool
}

const rebaseInProgress = `It seems that there is already a rebase-merge directory, and
I wonder if you are in the middle of another rebase.  If that is the
case, please try
	git rebase (--continue | --abort | --skip)
If that is not the case, please
	rm -fr ".git/rebase-merge"
and run me again.  I am stopping in case you still have something
valuable there.
`

const rebaseHints = `hint: Resolve all conflicts manually, mark them as resolved with
hint: "git add/rm <conflicted_files>", then run "git rebase --continue".
hint: You can instead skip this commit: run "git rebase --skip".
hint: To abort and get back to the state before "git rebase", run "git rebase --abort".
`

func (g *program) rebaseCommand(args []string) int {
	o := g.parse(args, "onto: continue abort skip quit i/interactive! q/quiet v/verbose! stat n/no-stat "+
		"keep-base! "+
		"f/force-rebase no-ff autostash! no-autostash root! m/merge s/strategy:! X/strategy-option:! "+
		"x/exec:! "+
		"r/rebase-merges?! no-verify verify empty:! reapply-cherry-picks no-reapply-cherry-picks apply! "+
		"edit-todo! show-current-patch! no-keep-empty keep-empty fork-point! no-fork-point autosquash! "+
		"no-autosquash committer-date-is-author-date! ignore-date! reset-author-date! signoff! update-refs! "+
		"no-update-refs")
	g.needWork()
	r := &rebasing{g: g, dir: g.repo.dir + "/rebase-merge"}
	if o.has("continue") || o.has("abort") || o.has("skip") || o.has("quit") {
		return r.resume(o)
	}
	if exists(r.dir) {
		g.fatal("%s", rebaseInProgress)
	}
	ref, _ := g.repo.head()
	upstream := ""
	switch {
	case len(o.args) > 0:
		upstream = o.args[0]
	default:
		up := g.upstream(shortRef(ref))
		if up == "" {
			g.printf("There is no tracking information for the current branch.\nPlease specify which "+
				"branch you want to "+
				"rebase against.\nSee git-rebase(1) for details.\n\n    git rebase '<branch>'\n\n"+
				"If you wish to set tracking information for this branch you can do so with:\n\n"+
				"    git branch --set-upstream-to=<remote>/<branch> %s\n\n", shortRef(ref))
			return 1
		}
		upstream = shortRef(up)
	}
	up, ok := g.resolve(upstream)
	if ok {
		up, ok = g.peel(up, "commit")
	}
	if !ok {
		g.fatal("invalid upstream '%s'", upstream)
	}
	onto, name := up, upstream
	if o.has("onto") {
		name = o.value("onto")
		if onto, ok = g.resolve(name); !ok {
			g.fatal("Does not point to a valid commit '%s'", name)
		}
		onto, _ = g.peel(onto, "commit")
	}
	r.needClean()
	if len(o.args) > 1 {
		if code := g.switchTo(o.args[1], &options{list: []optionValue{{"quiet", ""}}}, false); code != 0 {
			return code
		}
	}
	r.quiet = o.has("quiet")
	return r.start(up, onto, name, o.has("force-rebase") || o.has("no-ff"))
}

// rebaseOnto is the rebase of pull.
func (g *program) rebaseOnto(h hash, name string, quiet bool) int {
	r := &rebasing{g: g, dir: g.repo.dir + "/rebase-merge", quiet: quiet}
	if exists(r.dir) {
		g.fatal("%s", rebaseInProgress)
	}
	r.needClean()
	return r.start(h, h, name, false)
}

// needClean refuses to start over changes that are not committed.
func (r *rebasing) needClean() {
	g := r.g
	x := g.readIndex()
	_, head := g.repo.head()
	what := "rebase"
	if g.name == "pull" {
		what = "pull with rebase"
	}
	unstaged := len(g.workChanges(x, nil)) > 0
	staged := len(compareFiles(g.flatten(g.treeOf(head)), x.files(), nil)) > 0
	switch {
	case unstaged && staged:
		g.tell("error: cannot %s: You have unstaged changes.\n"+
			"error: additionally, your index contains uncommitted changes.\n", what)
	case unstaged:
		g.tell("error: cannot %s: You have unstaged changes.\n", what)
	case staged:
		g.tell("error: cannot %s: Your index contains uncommitted changes.\n", what)
	default:
		return
	}
	g.tell("error: Please commit or stash them.\n")
	panic(exit(map[bool]int{false: 1, true: 128}[g.name == "pull"]))
}

func (r *rebasing) start(upstream, onto hash, name string, force bool) int {
	g := r.g
	ref, head := g.repo.head()
	r.headName, r.onto, r.orig = ref, onto, head
	if ref == "" {
		r.headName = "detached HEAD"
	}
	base, _ := g.mergeBase(onto, head)
	list := g.history([]hash{head}, []hash{upstream})
	slices.Reverse(list)
	linear := !slices.ContainsFunc(list, func(c *commit) bool { return len(c.parents) != 1 })
	if base == onto && linear && !force && (upstream == onto || len(list) == 0 ||
		list[0].parents[0] == onto) {
		if !r.quiet {
			who := "Current branch " + shortRef(ref)
			if ref == "" {
				who = "HEAD"
			}
			g.print(who, " is up to date.\n")
		}
		return 0
	}
	r.choose(list, head, upstream)
	if local, foreign := g.move(g.flatten(g.treeOf(head)), g.flatten(g.treeOf(onto)), false); local != nil ||
		foreign != nil {
		g.blocked(local, foreign, "checkout")
	}
	_ = writeFile(g.repo.dir+"/ORIG_HEAD", []byte(head.String()+"\n"))
	g.detach(onto, g.action("rebase")+" (start): checkout "+name)
	_ = mkdirAll(r.dir)
	for _, f := range [][2]string{
		{"head-name", r.headName + "\n"},
		{"onto", onto.String() + "\n"},
		{"orig-head", head.String() + "\n"},
		{"interactive", ""},
		{"end", itoa(len(r.todo)) + "\n"},
	} {
		_ = writeFile(r.dir+"/"+f[0], []byte(f[1]))
	}
	return r.run()
}

// detach makes HEAD name a commit.
func (g *program) detach(h hash, message string) {
	_, head := g.repo.head()
	g.lockFile(g.repo.dir+"/HEAD", []byte(h.String()+"\n"))
	g.appendLog("HEAD", head, h, message)
}

// choose leaves out merges, and commits whose change the upstream has.
func (r *rebasing) choose(list []*commit, head, upstream hash) {
	g := r.g
	there := map[hash]bool{}
	for _, c := range g.history([]hash{upstream}, []hash{head}) {
		if len(c.parents) == 1 {
			there[g.patchID(c)] = true
		}
	}
	skipped := false
	for _, c := range list {
		if len(c.parents) > 1 {
			continue
		}
		if len(there) > 0 && there[g.patchID(c)] {
			g.tell("warning: skipped previously applied commit %s\n", g.abbreviate(c.hash))
			skipped = true
			continue
		}
		r.todo = append(r.todo, c.hash)
	}
	if skipped {
		g.tell("hint: use --reapply-cherry-picks to include skipped commits\n" +
			"hint: Disable this message with \"git config advice.skippedCherryPicks false\"\n")
	}
}

func (r *rebasing) run() int {
	g := r.g
	total := len(r.done) + len(r.todo)
	p := &picking{g: g, rebase: true, quiet: true}
	for len(r.todo) > 0 {
		h := r.todo[0]
		c := g.commit(h)
		r.todo, r.done = r.todo[1:], append(r.done, h)
		r.save()
		_, head := g.repo.head()
		if len(c.parents) == 1 && c.parents[0] == head {
			g.move(g.flatten(g.treeOf(head)), g.flatten(c.tree), false)
			g.detach(h, g.action("rebase")+": fast-forward")
			continue
		}
		if !r.quiet {
			g.tell("Rebasing (%d/%d)\r", len(r.done), total)
		}
		if code := p.one(h); code != 0 {
			return r.stopped(h, c)
		}
	}
	return r.finish()
}

// save keeps what is left and what was done.
func (r *rebasing) save() {
	lines := func(list []hash) []byte {
		text := ""
		for _, h := range list {
			text += "pick " + h.String() + " " + r.g.commit(h).subject() + "\n"
		}
		return []byte(text)
	}
	_ = writeFile(r.dir+"/git-rebase-todo", lines(r.todo))
	_ = writeFile(r.dir+"/done", lines(r.done))
	_ = writeFile(r.dir+"/msgnum", []byte(itoa(len(r.done))+"\n"))
}

func (r *rebasing) stopped(h hash, c *commit) int {
	g := r.g
	_ = writeFile(r.dir+"/stopped-sha", []byte(h.String()+"\n"))
	_ = writeFile(r.dir+"/message", []byte(c.message))
	_ = writeFile(g.repo.dir+"/REBASE_HEAD", []byte(h.String()+"\n"))
	g.tell("%sCould not apply %s... %s\n", rebaseHints, g.abbreviate(h), c.subject())
	return 1
}

// finish moves the branch and goes back to it.
func (r *rebasing) finish() int {
	g := r.g
	_, head := g.repo.head()
	if strings.HasPrefix(r.headName, "refs/") {
		g.setRef(r.headName, head, g.action("rebase")+" (finish): "+r.headName+" onto "+r.onto.String())
		g.setHead(r.headName)
		g.appendLog("HEAD", head, head, g.action("rebase")+" (finish): returning to "+r.headName)
	}
	r.forget()
	if !r.quiet {
		what := r.headName
		if !strings.HasPrefix(what, "refs/") {
			what = "detached HEAD"
		}
		clear := "\r\x1b[K"
		if term := g.env["TERM"]; term == "" || term == "dumb" {
			clear = "\r" + strings.Repeat(" ", 80) + "\r"
		}
		g.tell("%sSuccessfully rebased and updated %s.\n", clear, what)
	}
	return 0
}

func (r *rebasing) forget() {
	_ = removeAll(r.dir)
	r.g.endPick()
	for _, f := range [...]string{"REBASE_HEAD"} {
		_ = removeAll(r.g.repo.dir + "/" + f)
	}
}

// load reads the state of a rebase that stopped.
func (r *rebasing) load() {
	g := r.g
	if !exists(r.dir) {
		g.fatal("No rebase in progress?")
	}
	r.headName = readText(r.dir + "/head-name")
	r.onto, _ = parseHash(readText(r.dir + "/onto"))
	r.orig, _ = parseHash(readText(r.dir + "/orig-head"))
	list := func(name string) (found []hash) {
		for line := range strings.Lines(readText(r.dir + "/" + name)) {
			if fields := strings.Fields(line); len(fields) > 1 {
				if h, ok := parseHash(fields[1]); ok {
					found = append(found, h)
				}
			}
		}
		return found
	}
	r.todo, r.done = list("git-rebase-todo"), list("done")
}

func (r *rebasing) resume(o *options) int {
	g := r.g
	r.load()
	_, head := g.repo.head()
	switch {
	case o.has("quit"):
		r.forget()
		return 0
	case o.has("abort"):
		g.hardReset(r.orig)
		if strings.HasPrefix(r.headName, "refs/") {
			g.setHead(r.headName)
			g.appendLog("HEAD", head, r.orig, "rebase (abort): returning to "+r.headName)
		} else {
			g.detach(r.orig, "rebase (abort): returning to "+r.orig.String())
		}
		r.forget()
		return 0
	case o.has("skip"):
		g.hardReset(head)
		g.endPick()
		return r.run()
	}
	x := g.readIndex()
	if unmerged := x.unmerged(); len(unmerged) > 0 {
		for _, p := range sorted(unmerged) {
			g.print(p, ": needs merge\n")
		}
		g.print("You must edit all merge conflicts and then\nmark them as resolved using git add\n")
		return 1
	}
	if text := readText(g.repo.dir + "/CHERRY_PICK_HEAD"); text != "" {
		r.conclude(text, x, head)
	}
	return r.run()
}

// conclude commits what stopped the rebase, if anything of it is left.
func (r *rebasing) conclude(text string, x *index, head hash) {
	g := r.g
	h, ok := parseHash(text)
	tree := g.plant(x.files())
	if !ok || tree == g.treeOf(head) {
		g.endPick()
		return
	}
	c := g.commit(h)
	made := &commit{parents: []hash{head}, author: c.author, committer: g.identity("COMMITTER", true)}
	made.message = cleaned(g.edit(readText(g.repo.dir+"/MERGE_MSG")+"\n"), true)
	made.hash = g.makeCommit(tree, made.parents, made.author, made.committer, made.message)
	g.detach(made.hash, "rebase (continue): "+firstLine(made.message))
	g.endPick()
	g.told("", made.hash, made, &options{})
}

// statusText is what status says of a rebase.
func (r *rebasing) statusText(s *state) {
	g := r.g
	list := func(title, none string, all []hash, from int) {
		if len(all) == 0 {
			g.print(none, "\n")
			return
		}
		g.printf(title, len(all), map[bool]string{true: "command", false: "commands"}[len(all) == 1])
		for _, h := range all[from:min(from+2, len(all))] {
			g.printf("   pick %s %s\n", g.abbreviate(h), g.commit(h).subject())
		}
		if len(all) > 2 && from > 0 {
			g.printf("  (see more in file .git/rebase-merge/done)\n")
		}
	}
	title := "Last command done (%d %s done):\n"
	if len(r.done) > 1 {
		title = "Last commands done (%d %s done):\n"
	}
	list(title, "No commands done.", r.done, max(len(r.done)-2, 0))
	title = "Next command to do (%d remaining %s):\n"
	if len(r.todo) > 1 {
		title = "Next commands to do (%d remaining %s):\n"
	}
	list(title, "No commands remaining.", r.todo, 0)
	if len(r.todo) > 0 {
		g.print("  (use \"git rebase --edit-todo\" to view and edit)\n")
	}
	name := "branch '" + shortRef(r.headName) + "'"
	if !strings.HasPrefix(r.headName, "refs/") {
		name = ""
	}
	g.printf("You are currently rebasing %s on '%s'.\n", name, g.abbreviate(r.onto))
	if len(s.unmerged) > 0 {
		g.print("  (fix conflicts and then run \"git rebase --continue\")\n" +
			"  (use \"git rebase --skip\" to skip this patch)\n" +
			"  (use \"git rebase --abort\" to check out the original branch)\n\n")
	} else {
		g.print("  (all conflicts fixed: run \"git rebase --continue\")\n\n")
	}
}
