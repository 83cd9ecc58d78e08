package git

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// picking is a run of cherry-pick or revert; its state between two commands is in .git/sequencer.
type picking struct {
	g        *program
	revert   bool
	noCommit bool
	origin   bool // -x
	quiet    bool
	signoff  bool
	mainline int
	rebase   bool // the names in its messages are a rebase's
	todo     []hash
}

const pickSpec = "n/no-commit x e/edit no-edit m/mainline: s/signoff continue abort skip quit ff " +
	"allow-empty " +
	"allow-empty-message keep-redundant-commits strategy:! X/strategy-option:! S/gpg-sign?! no-gpg-sign r " +
	"cleanup:! " +
	"no-rerere-autoupdate"

func (p *picking) name() string {
	if p.revert {
		return "revert"
	}
	return "cherry-pick"
}

// headFile names the commit that is being picked.
func (p *picking) headFile() string {
	if p.revert {
		return p.g.repo.dir + "/REVERT_HEAD"
	}
	return p.g.repo.dir + "/CHERRY_PICK_HEAD"
}

func (g *program) cherryPickCommand(args []string) int { return g.pickCommand(args, false) }
func (g *program) revertCommand(args []string) int     { return g.pickCommand(args, true) }

func (g *program) pickCommand(args []string, revert bool) int {
	o := g.parse(args, pickSpec)
	g.needWork()
	p := &picking{
		g: g, revert: revert, noCommit: o.has("no-commit"), origin: o.has("x"),
		signoff: o.has("signoff"),
	}
	if o.has("edit") {
		g.unsupported(p.name() + " --edit")
	}
	for _, v := range o.value("mainline") {
		p.mainline = p.mainline*10 + int(v-'0')
	}
	switch {
	case o.has("continue"), o.has("skip"), o.has("abort"), o.has("quit"):
		return p.resume(o)
	case len(o.args) == 0:
		g.usage("a commit is needed")
	}
	if g.needClean(p.name()); exists(p.headFile()) {
		g.tell("error: %s is already in progress\nhint: try \"git %s (--continue | --skip | --abort | "+
			"--quit)\"\n",
			p.name(), p.name())
		g.fatal("%s failed", p.name())
	}
	for _, a := range o.args {
		if x, y, ok := strings.Cut(a, ".."); ok {
			from, to := g.needPick(orHead(x)), g.needPick(orHead(y))
			list := g.history([]hash{to}, []hash{from})
			if !revert {
				slices.Reverse(list)
			}
			for _, c := range list {
				p.todo = append(p.todo, c.hash)
			}
			continue
		}
		p.todo = append(p.todo, g.needPick(a))
	}
	_, head := g.repo.head()
	if len(p.todo) > 1 {
		_ = mkdirAll(g.repo.dir + "/sequencer")
		_ = writeFile(g.repo.dir+"/sequencer/head", []byte(head.String()+"\n"))
	}
	return p.run()
}

func (g *program) needPick(rev string) hash {
	h, ok := g.resolve(rev)
	if ok {
		h, ok = g.peel(h, "commit")
	}
	if !ok {
		g.fatal("bad revision '%s'", rev)
	}
	return h
}

// needClean refuses to go on where the index is not as HEAD has it.
func (g *program) needClean(what string) {
	x := g.readIndex()
	_, head := g.repo.head()
	if len(x.unmerged()) > 0 {
		text := map[string]string{"cherry-pick": "Cherry-picking", "revert": "Reverting"}[what]
		g.tell("error: %s%s", text, unmergedText)
		g.fatal("%s failed", what)
	}
	if len(compareFiles(g.flatten(g.treeOf(head)), x.files(), nil)) > 0 {
		g.tell("error: your local changes would be overwritten by %s.\n"+
			"hint: commit your changes or stash them to proceed.\n", what)
		g.fatal("%s failed", what)
	}
}

// run does what is left to do.
func (p *picking) run() int {
	for len(p.todo) > 0 {
		h := p.todo[0]
		p.todo = p.todo[1:]
		p.save()
		if code := p.one(h); code != 0 {
			return code
		}
	}
	_ = removeAll(p.g.repo.dir + "/sequencer")
	return 0
}

// save keeps what is left for --continue.
func (p *picking) save() {
	dir := p.g.repo.dir + "/sequencer"
	if !exists(dir) {
		return
	}
	verb := map[bool]string{false: "pick ", true: "revert "}[p.revert]
	text := ""
	for _, h := range p.todo {
		text += verb + h.String() + " " + p.g.commit(h).subject() + "\n"
	}
	_ = writeFile(dir+"/todo", []byte(text))
}

// parent is what a commit is compared with.
func (p *picking) parent(c *commit) hash {
	g := p.g
	switch {
	case len(c.parents) > 1 && p.mainline == 0:
		g.tell("error: commit %s is a merge but no -m option was given.\n", c.hash)
		g.fatal("%s failed", p.name())
	case p.mainline > len(c.parents):
		g.tell("error: commit %s does not have parent %d\n", c.hash, p.mainline)
		g.fatal("%s failed", p.name())
	case len(c.parents) == 0:
		return hash{}
	}
	return c.parents[max(p.mainline-1, 0)]
}

// one applies a commit, or takes it back.
func (p *picking) one(h hash) int {
	g := p.g
	c := g.commit(h)
	base, theirs := p.parent(c), c.hash
	label := g.abbreviate(h) + " (" + c.subject() + ")"
	message := c.message
	if p.revert {
		base, theirs = theirs, base
		label = "parent of " + label
		message = "Revert \"" + c.subject() + "\"\n\nThis reverts commit " + h.String() + ".\n"
		if p.mainline > 0 {
			message = strings.TrimSuffix(message, ".\n") + ", reversing\nchanges made to " +
				"" + theirs.String() + ".\n"
		}
	} else if p.origin {
		message = withTrailer(message, "(cherry picked from commit "+h.String()+")")
	}
	if p.signoff {
		who := g.identity("COMMITTER", true)
		message = withTrailer(message, "Signed-off-by: "+who.name+" <"+who.email+">")
	}
	_, head := g.repo.head()
	ours := g.flatten(g.treeOf(head))
	if p.noCommit {
		ours = g.readIndex().files()
	}
	m := g.join(g.flatten(g.treeOf(base)), ours, g.flatten(g.treeOf(theirs)), "HEAD", label)
	if local, foreign := g.move(ours, m.files, false); local != nil || foreign != nil {
		return p.blocked(h, local, foreign)
	}
	for _, note := range m.notes {
		if !p.rebase || len(m.conflicts) > 0 {
			g.print(note, "\n")
		}
	}
	if len(m.conflicts) > 0 {
		return p.conflict(h, c, m, message)
	}
	if p.noCommit {
		return 0
	}
	return p.commit(h, c, m, head, message)
}

func withTrailer(message, line string) string {
	message = strings.TrimRight(message, "\n")
	last := message[strings.LastIndexByte(message, '\n')+1:]
	if strings.HasPrefix(last, "(cherry picked from") || strings.HasPrefix(last, "Signed-off-by:") {
		return message + "\n" + line + "\n"
	}
	return message + "\n\n" + line + "\n"
}

func (p *picking) blocked(h hash, local, foreign []string) int {
	g := p.g
	if len(local) > 0 {
		g.tell("error: Your local changes to the following files would be overwritten by merge:\n\t%s\n"+
			"Please commit your changes or stash them before you merge.\n", strings.Join(local, "\n\t"))
	}
	if len(foreign) > 0 {
		g.tell("error: The following untracked working tree files would be overwritten by merge:\n\t%s\n"+
			"Please move or remove them before you merge.\n", strings.Join(foreign, "\n\t"))
	}
	g.tell("Aborting\n")
	_ = h
	g.fatal("%s failed", p.name())
	return 128
}

func (p *picking) conflict(h hash, c *commit, m *mergeResult, message string) int {
	g := p.g
	g.leaveConflicts(m)
	if !p.noCommit {
		_ = writeFile(p.headFile(), []byte(h.String()+"\n"))
	}
	text := message + "\n# Conflicts:\n"
	for _, name := range sorted(m.conflicts) {
		text += "#\t" + name + "\n"
	}
	_ = writeFile(g.repo.dir+"/MERGE_MSG", []byte(text))
	verb := map[bool]string{false: "apply", true: "revert"}[p.revert]
	g.tell("error: could not %s %s... %s\n", verb, g.abbreviate(h), c.subject())
	switch name := p.name(); {
	case p.rebase:
	case p.noCommit:
		g.tell("hint: after resolving the conflicts, mark the corrected paths\nhint: with 'git add " +
			"<paths>' " +
			"or 'git rm <paths>'\n")
	default:
		g.tell("hint: After resolving the conflicts, mark them with\nhint: \"git add/rm <pathspec>\", "+
			"then run\n"+
			"hint: \"git %s --continue\".\nhint: You can instead skip this commit with \"git %s --skip\".\n"+
			"hint: To abort and get back to the state before \"git %s\",\nhint: run \"git %s --abort\".\n",
			name, name, name, name)
	}
	return 1
}

// commit makes the commit of what was picked, if anything was.
func (p *picking) commit(h hash, c *commit, m *mergeResult, head hash, message string) int {
	g := p.g
	tree := g.plant(m.files)
	if tree == g.treeOf(head) {
		return p.empty(h, c, message)
	}
	made := &commit{parents: []hash{head}, author: c.author, committer: g.identity("COMMITTER", true)}
	if p.revert {
		made.author = g.identity("AUTHOR", true)
	}
	made.message = message
	p.finish(made, tree)
	return 0
}

// empty stops where a commit has nothing left to change; a rebase drops it.
func (p *picking) empty(h hash, c *commit, message string) int {
	g := p.g
	if p.rebase {
		g.tell("dropping %s %s -- patch contents already upstream\n", h, c.subject())
		return 0
	}
	_ = writeFile(p.headFile(), []byte(h.String()+"\n"))
	_ = writeFile(g.repo.dir+"/MERGE_MSG", []byte(message))
	g.tell("The previous cherry-pick is now empty, possibly due to conflict resolution.\n"+
		"If you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\n"+
		"Otherwise, please use 'git %s --skip'\n", "cherry-pick")
	g.longStatus(g.state(nil, "normal", false), "normal", true)
	return 1
}

// finish makes a commit and tells of it.
func (p *picking) finish(c *commit, tree hash) {
	g := p.g
	h := g.makeCommit(tree, c.parents, c.author, c.committer, c.message)
	ref, _ := g.repo.head()
	name := ref
	if ref == "" {
		name = "HEAD"
	}
	what := p.name()
	if p.rebase {
		what = "rebase (pick)"
	}
	g.setRef(name, h, what+": "+firstLine(c.message))
	g.endPick()
	if !p.quiet {
		g.told(ref, h, c, &options{list: []optionValue{{"date", ""}}})
	}
}

// endPick forgets the commit that was being picked.
func (g *program) endPick() {
	for _, f := range [...]string{"CHERRY_PICK_HEAD", "REVERT_HEAD", "MERGE_MSG"} {
		_ = linux.Unlink(g.repo.dir + "/" + f)
	}
}

// resume is --continue, --skip, --abort and --quit.
func (p *picking) resume(o *options) int {
	g := p.g
	text := readText(p.headFile())
	dir := g.repo.dir + "/sequencer"
	if text == "" && !exists(dir) {
		g.tell("error: no cherry-pick or revert in progress\n")
		g.fatal("%s failed", p.name())
	}
	for line := range strings.Lines(readText(dir + "/todo")) {
		if fields := strings.Fields(line); len(fields) > 1 {
			if h, ok := parseHash(fields[1]); ok {
				p.todo = append(p.todo, h)
			}
		}
	}
	_, head := g.repo.head()
	switch {
	case o.has("quit"):
		g.endPick()
		_ = removeAll(dir)
		return 0
	case o.has("abort"):
		if h, ok := parseHash(readText(dir + "/head")); ok {
			head = h
		}
		g.hardReset(head)
		ref, _ := g.repo.head()
		if ref == "" {
			ref = "HEAD"
		}
		g.setRef(ref, head, "reset: moving to "+head.String())
		g.endPick()
		_ = removeAll(dir)
		return 0
	case o.has("skip"):
		g.hardReset(head)
		g.setRefHead(head, "reset: moving to "+head.String())
		g.endPick()
	default:
		if code := p.conclude(text, head); code != 0 {
			return code
		}
	}
	return p.run()
}

func (g *program) setRefHead(h hash, message string) {
	ref, _ := g.repo.head()
	if ref == "" {
		ref = "HEAD"
	}
	g.setRef(ref, h, message)
}

// conclude commits what was left in conflict.
func (p *picking) conclude(picked string, head hash) int {
	g := p.g
	x := g.readIndex()
	if len(x.unmerged()) > 0 {
		g.unmergedCommit(x)
	}
	h, ok := parseHash(picked)
	if !ok {
		return 0
	}
	tree := g.plant(x.files())
	c := g.commit(h)
	message := cleaned(g.edit(readText(g.repo.dir+"/MERGE_MSG")+"\n"), true)
	if tree == g.treeOf(head) {
		return p.empty(h, c, message)
	}
	made := &commit{
		parents: []hash{head}, author: c.author, committer: g.identity("COMMITTER", true),
		message: message,
	}
	if p.revert {
		made.author = g.identity("AUTHOR", true)
	}
	p.finish(made, tree)
	return 0
}
