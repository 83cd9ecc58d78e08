package git

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// move makes index and work tree those of another commit, keeping local changes of files that are the same
// in both. It returns what stands in the way: files with local changes, and untracked ones.
func (g *program) move(from, to map[string]file, force bool) (local, foreign []string) {
	x := g.readIndex()
	entries := x.byPath()
	changes := compareFiles(from, to, nil)
	for _, c := range changes {
		e := entries[c.to]
		target, wantedThere := to[c.to]
		switch {
		case force:
		case e == nil:
			st, err := linux.Lstat(g.repo.at(c.to))
			if err != nil || !wantedThere || st.IsDir() {
				continue
			}
			if b, err := g.content(c.to, &st); err == nil && hashOf("blob", b) == target.hash {
				continue
			}
			if from[c.to].mode == 0 && g.ignoring(c.to, false) == nil {
				foreign = append(foreign, c.to)
			} else if from[c.to].mode != 0 {
				local = append(local, c.to)
			}
		case e.file == target && wantedThere:
		case e.file != from[c.to]:
			local = append(local, c.to)
		default:
			if now, there := g.look(x, e); there && now != e.file {
				local = append(local, c.to)
			}
		}
	}
	if len(local)+len(foreign) > 0 {
		return local, foreign
	}
	for _, c := range changes {
		if _, ok := to[c.to]; !ok {
			x.remove(c.to)
			g.drop(c.to)
		}
	}
	for _, c := range changes {
		if f, ok := to[c.to]; ok {
			x.set(g.put(c.to, f))
		}
	}
	g.writeIndex(x)
	return nil, nil
}

func (g *program) blocked(local, foreign []string, what string) {
	if len(local) > 0 {
		g.tell("error: Your local changes to the following files would be overwritten by %s:\n\t%s\n"+
			"Please commit your changes or stash them before you %s.\n", what, strings.Join(local, "\n\t"),
			map[bool]string{true: "switch branches", false: "merge"}[what == "checkout"])
	}
	if len(foreign) > 0 {
		g.tell("error: The following untracked working tree files would be overwritten by %s:\n\t%s\n"+
			"Please move or remove them before you %s.\n", what, strings.Join(foreign, "\n\t"),
			map[bool]string{true: "switch branches", false: "merge"}[what == "checkout"])
	}
	g.tell("Aborting\n")
	panic(exit(1))
}

func (g *program) checkoutCommand(args []string) int {
	o := g.parse(args, "b: B: q/quiet f/force t/track? no-track d/detach orphan: m/merge! p/patch! "+
		"ours! theirs! "+
		"progress no-progress l! guess no-guess conflict:! ignore-skip-worktree-bits! overwrite-ignore")
	g.needWork()
	switch {
	case o.has("orphan"):
		g.unsupported("checkout --orphan")
	case o.has("b") || o.has("B"):
		name := o.value("b") + o.value("B")
		return g.createAndSwitch(name, o, o.has("B"))
	case o.dashed == 0 || o.dashed > 0 && len(o.args) > o.dashed:
		rev := ""
		if o.dashed > 0 {
			rev = o.args[0]
		}
		return g.checkoutPaths(rev, o.args[o.dashed:], true, true, o)
	case len(o.args) == 0:
		return g.switchTo("HEAD", o, o.has("detach"))
	}
	name := o.args[0]
	if g.isSwitchTarget(name) && len(o.args) == 1 {
		return g.switchTo(name, o, o.has("detach"))
	}
	if _, ok := g.resolve(name); ok && len(o.args) > 1 {
		return g.checkoutPaths(name, o.args[1:], true, true, o)
	}
	if len(o.args) == 1 && g.remoteBranch(name) != "" && !exists(g.repo.at(g.repo.prefix+name)) {
		return g.fromRemote(name, o)
	}
	return g.checkoutPaths("", o.args, true, true, o)
}

func (g *program) isSwitchTarget(name string) bool {
	if name == "-" {
		return true
	}
	h, ok := g.resolve(name)
	if ok {
		_, ok = g.peel(h, "commit")
	}
	return ok
}

// remoteBranch is the one remote-tracking branch of a name.
func (g *program) remoteBranch(name string) string {
	found := ""
	for _, r := range g.repo.refsBelow("refs/remotes/") {
		if _, branch, _ := strings.Cut(strings.TrimPrefix(r, "refs/remotes/"), "/"); branch == name {
			if found != "" {
				return ""
			}
			found = r
		}
	}
	return found
}

func (g *program) fromRemote(name string, o *options) int {
	r := g.remoteBranch(name)
	h, _ := g.repo.ref(r)
	g.setRef("refs/heads/"+name, h, "branch: Created from "+r)
	code := g.switchTo(name, &options{list: append(o.list, optionValue{"new", ""})}, false)
	g.track(name, strings.TrimPrefix(r, "refs/remotes/"), false)
	return code
}

func (g *program) switchCommand(args []string) int {
	o := g.parse(args, "c/create: C/force-create: q/quiet f/force discard-changes d/detach t/track? "+
		"no-track orphan:! "+
		"m/merge! guess no-guess progress no-progress")
	g.needWork()
	if v := o.value("create") + o.value("force-create"); v != "" {
		return g.createAndSwitch(v, o, o.has("force-create"))
	}
	if len(o.args) == 0 && o.has("detach") {
		return g.switchTo("HEAD", o, true)
	}
	if len(o.args) == 0 {
		g.fatal("missing branch or commit argument")
	}
	name := o.args[0]
	_, isBranch := g.repo.ref("refs/heads/" + name)
	switch {
	case isBranch || name == "-" || o.has("detach"):
		return g.switchTo(name, o, o.has("detach"))
	case g.remoteBranch(name) != "":
		return g.fromRemote(name, o)
	case g.isSwitchTarget(name):
		what := "commit"
		if full, _, ok := g.repo.fullRef(name); ok && strings.HasPrefix(full, "refs/tags/") {
			what = "tag"
		}
		if full, _, ok := g.repo.fullRef(name); ok && strings.HasPrefix(full, "refs/remotes/") {
			what = "remote branch"
		}
		g.fatal("a branch is expected, got %s '%s'\nhint: If you want to detach HEAD at the commit, try "+
			"again with the "+
			"--detach option.", what, name)
	}
	g.fatal("invalid reference: %s", name)
	return 0
}

func (g *program) createAndSwitch(name string, o *options, force bool) int {
	start := "HEAD"
	if len(o.args) > 0 {
		start = o.args[0]
	}
	if !goodRef(name) {
		g.fatal("'%s' is not a valid branch name", name)
	}
	_, taken := g.repo.ref("refs/heads/" + name)
	if taken && !force {
		g.fatal("a branch named '%s' already exists", name)
	}
	ref, head := g.repo.head()
	if head.zero() && start == "HEAD" {
		g.setHead("refs/heads/" + name)
		g.said(o, "Switched to a new branch '%s'\n", name)
		return 0
	}
	h, ok := g.resolve(start)
	if ok {
		h, ok = g.peel(h, "commit")
	}
	if !ok {
		if len(o.args) > 0 && g.name == "checkout" {
			g.fatal("'%s' is not a commit and a branch '%s' cannot be created from it", start, name)
		}
		g.fatal("invalid reference: %s", start)
	}
	local, foreign := g.move(g.flatten(g.treeOf(head)), g.flatten(g.treeOf(h)), o.has("force"))
	if local != nil || foreign != nil {
		g.blocked(local, foreign, "checkout")
	}
	from := shortRef(ref)
	if ref == "" {
		from = head.String()
	}
	shown := start
	if start == "HEAD" {
		shown = from
		if ref == "" {
			shown = "HEAD"
		}
	}
	g.setRef("refs/heads/"+name, h, "branch: Created from "+shown)
	g.setHead("refs/heads/" + name)
	g.endMerge()
	g.appendLog("HEAD", head, h, "checkout: moving from "+from+" to "+name)
	g.localText(o, h)
	switch {
	case taken && ref == "refs/heads/"+name:
		g.said(o, "Reset branch '%s'\n", name)
	case taken:
		g.said(o, "Switched to and reset branch '%s'\n", name)
	default:
		g.said(o, "Switched to a new branch '%s'\n", name)
	}
	if start != "HEAD" {
		g.track(name, start, o.has("no-track"))
	}
	return 0
}

func (g *program) said(o *options, format string, args ...any) {
	if !o.has("quiet") {
		g.tell(format, args...)
	}
}

// localText lists the files whose changes were taken along.
func (g *program) localText(o *options, head hash) {
	if o.has("quiet") {
		return
	}
	x := g.readIndex()
	codes := map[string]byte{}
	for _, c := range compareFiles(g.flatten(g.treeOf(head)), x.files(), nil) {
		codes[c.to] = c.status
	}
	for p := range x.unmerged() {
		delete(codes, p)
	}
	for _, c := range g.workChanges(x, nil) {
		if codes[c.to] == 0 {
			codes[c.to] = c.status
		}
	}
	for _, p := range sorted(codes) {
		g.printf("%c\t%s\n", codes[p], g.quote(p))
	}
}

const detachedAdvice = `Note: switching to '%s'.

You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

Turn off this advice by setting config variable advice.detachedHead to false

`

// switchTo makes HEAD a branch or a commit.
func (g *program) switchTo(name string, o *options, detach bool) int {
	if name == "-" {
		if name = g.previousBranch(1); name == "" {
			g.fatal("invalid reference: @{-1}")
		}
	}
	given := name
	if !o.has("force") && !o.has("discard-changes") {
		g.needMerged()
	}
	ref, head := g.repo.head()
	target, isBranch := g.repo.ref("refs/heads/" + name)
	if !isBranch || detach {
		isBranch = false
		target = g.needCommit(name)
	}
	if name == "HEAD" && !detach {
		if o.has("force") {
			g.hardReset(head)
		}
		g.localText(o, head)
		return 0
	}
	force := o.has("force") || o.has("discard-changes")
	if force {
		g.hardReset(target)
	} else if local, foreign := g.move(g.flatten(g.treeOf(head)), g.flatten(g.treeOf(target)),
		false); local != nil ||
		foreign != nil {
		g.blocked(local, foreign, "checkout")
	}
	g.endMerge()
	from := shortRef(ref)
	if ref == "" {
		from = head.String()
	}
	g.localText(o, target)
	if ref == "" && head != target && !o.has("quiet") {
		g.leaving(head, target, isBranch)
	}
	if isBranch {
		if ref == "refs/heads/"+name {
			g.said(o, "Already on '%s'\n", name)
		} else {
			g.setHead("refs/heads/" + name)
			g.appendLog("HEAD", head, target, "checkout: moving from "+from+" to "+name)
			if o.has("new") {
				g.said(o, "Switched to a new branch '%s'\n", name)
			} else {
				g.said(o, "Switched to branch '%s'\n", name)
			}
		}
		if !o.has("quiet") && !o.has("new") {
			g.print(g.trackingText(name, target))
		}
		return 0
	}
	g.lockFile(g.repo.dir+"/HEAD", []byte(target.String()+"\n"))
	if ref != "" || head != target {
		g.appendLog("HEAD", head, target, "checkout: moving from "+from+" to "+name)
	}
	if ref != "" && !detach && g.repo.config.flag("advice.detachedhead", true) {
		g.said(o, detachedAdvice, given)
	}
	c := g.commit(target)
	g.said(o, "HEAD is now at %s %s\n", g.abbreviate(target), c.subject())
	return 0
}

// leaving says what is left behind when no branch leads to where HEAD was.
func (g *program) leaving(head, target hash, isBranch bool) {
	var others []hash
	for _, r := range g.repo.refsBelow("refs/") {
		if h, ok := g.repo.ref(r); ok {
			if h, ok = g.peel(h, "commit"); ok {
				others = append(others, h)
			}
		}
	}
	left := g.history([]hash{head}, append(others, target))
	if len(left) == 0 {
		g.tell("Previous HEAD position was %s %s\n", g.abbreviate(head), g.commit(head).subject())
		return
	}
	const most = 4
	them := "them"
	if len(left) == 1 {
		them = "it"
	}
	text := fmt.Sprintf("Warning: you are leaving %d commit%s behind, not connected to\nany of your "+
		"branches:\n\n",
		len(left), many(len(left)))
	for i, c := range left {
		if i == most && len(left) > most+1 {
			text += fmt.Sprintf(" ... and %d more.\n", len(left)-most)
			break
		}
		text += "  " + g.abbreviate(c.hash) + " " + c.subject() + "\n"
	}
	new := "a new branch"
	text += fmt.Sprintf("\nIf you want to keep %s by creating %s, this may be a good time\nto do so "+
		"with:\n\n"+
		" git branch <new-branch-name> %s\n\n", them, new, g.abbreviate(head))
	g.tell("%s", text)
	_ = isBranch
}

// checkoutPaths takes files from a tree, or from the index, into the index and the work tree.
func (g *program) checkoutPaths(rev string, args []string, index, work bool, o *options) int {
	paths := g.pathspecs(args)
	x := g.readIndex()
	source := x.files()
	if rev != "" {
		source = g.flatten(g.treeOf(g.needCommit(rev)))
	} else if len(x.unmerged()) > 0 {
		for p := range x.unmerged() {
			if wanted(paths, p) {
				g.fail("path '%s' is unmerged", p)
			}
		}
	}
	for i := range paths {
		known := slices.ContainsFunc(sorted(source), paths[i].matches)
		if !known && (rev == "" || g.name == "restore") {
			known = slices.ContainsFunc(x.entries,
				func(e *indexEntry) bool { return paths[i].matches(e.path) })
		}
		if !known {
			g.fail("pathspec '%s' did not match any file(s) known to git", paths[i].given)
		}
	}
	n := 0
	for _, p := range sorted(source) {
		if !wanted(paths, p) {
			continue
		}
		e := x.find(p)
		f := source[p]
		if work {
			if e != nil && e.file == f {
				if now, there := g.look(x, e); there && now == f {
					continue
				}
			}
			n++
			made := g.put(p, f)
			if index || e != nil && e.file == f {
				x.set(made)
			}
			continue
		}
		if e == nil || e.file != f {
			x.remove(p)
			x.set(&indexEntry{path: p, file: f})
		}
	}
	if rev != "" && g.name == "restore" {
		for _, e := range slices.Clone(x.entries) {
			if _, ok := source[e.path]; !ok && wanted(paths, e.path) {
				if index {
					x.remove(e.path)
				}
				if work {
					g.drop(e.path)
				}
			}
		}
	}
	g.writeIndex(x)
	if g.name == "checkout" && !o.has("quiet") && o.dashed < 0 {
		from := "the index"
		if rev != "" {
			from = g.abbreviate(g.needCommit(rev))
		}
		g.tell("Updated %d path%s from %s\n", n, many(n), from)
	}
	return 0
}

func (g *program) restoreCommand(args []string) int {
	o := g.parse(args, "s/source: S/staged W/worktree q/quiet p/patch! m/merge! ours! theirs! progress "+
		"no-progress "+
		"overlay! no-overlay ignore-unmerged! pathspec-from-file:!")
	g.needWork()
	if len(o.args) == 0 {
		g.fatal("you must specify path(s) to restore")
	}
	index := o.has("staged")
	work := o.has("worktree") || !index
	rev := o.value("source")
	if rev == "" && index {
		rev = "HEAD"
		if _, h := g.repo.head(); h.zero() {
			g.fatal("could not resolve HEAD")
		}
	}
	return g.checkoutPaths(rev, o.args, index, work, o)
}
