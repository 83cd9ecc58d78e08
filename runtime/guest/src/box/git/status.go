package git

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// state is all that status tells of.
type state struct {
	branch    string // empty if detached
	head      hash
	index     *index
	staged    []*change
	unstaged  []*change
	unmerged  map[string]*[4]file
	untracked []string
	ignored   []string
	merging   bool
}

func (g *program) state(paths []pathspec, untracked string, ignored bool) *state {
	s := &state{index: g.readIndex()}
	ref, head := g.repo.head()
	s.branch, s.head = strings.TrimPrefix(ref, "refs/heads/"), head
	s.merging = exists(g.repo.dir + "/MERGE_HEAD")
	s.unmerged = s.index.unmerged()
	old, now := g.flatten(g.treeOf(head)), s.index.files()
	for p := range s.unmerged {
		delete(old, p)
	}
	s.staged = g.renames(compareFiles(old, now, paths), maxScore/2)
	s.unstaged = g.workChanges(s.index, paths)
	if untracked != "no" {
		for _, p := range g.untracked(s.index, untracked == "all", false) {
			if wanted(paths, strings.TrimSuffix(p, "/")) {
				s.untracked = append(s.untracked, p)
			}
		}
	}
	if ignored {
		s.ignored = g.untracked(s.index, false, true)
	}
	return s
}

// refresh keeps what was learned about files that are as they were, if the index can be written.
func (g *program) refresh(x *index) {
	name := g.indexFile()
	if len(x.entries) == 0 || exists(name+".lock") {
		return
	}
	if linux.Access(g.repo.dir, 2) != nil {
		return
	}
	g.writeIndex(x)
}

func (g *program) statusCommand(args []string) int {
	o := g.parse(args, "s/short long porcelain? b/branch u/untracked-files? z v/verbose! ignored? "+
		"show-stash no-renames renames find-renames? column?! no-column ahead-behind no-ahead-behind "+
		"ignore-submodules?")
	g.needWork()
	mode := "normal"
	if v := g.repo.config.text("status.showuntrackedfiles"); v != "" {
		mode = v
	}
	if o.has("untracked-files") {
		if mode = o.value("untracked-files"); mode == "" {
			mode = "all"
		}
	}
	s := g.state(g.pathspecs(o.args), mode, o.has("ignored"))
	g.refresh(s.index)
	switch {
	case o.value("porcelain") == "v2" || o.value("porcelain") == "2":
		g.porcelain2(s, o.has("branch"), o.has("show-stash"), o.has("z"))
	case o.has("porcelain"):
		g.shortStatus(s, o.has("branch"), o.has("z"), false)
	case (o.has("short") || o.has("z") || g.repo.config.flag("status.short", false)) && !o.has("long"):
		g.shortStatus(s, o.has("branch") || g.repo.config.flag("status.branch", false), o.has("z"), true)
	default:
		g.longStatus(s, mode, false)
		if o.has("show-stash") || g.repo.config.flag("status.showstash", false) {
			g.stashText()
		}
	}
	return 0
}

var unmergedCodes = map[[3]bool][2]string{
	{true, false, false}: {"DD", "both deleted:    "}, {false, true, false}: {"AU", "added by us:     "},
	{true, true, false}: {"UD", "deleted by them: "}, {false, false, true}: {"UA", "added by them:   "},
	{true, false, true}: {"DU", "deleted by us:   "}, {false, true, true}: {"AA", "both added:      "},
	{true, true, true}: {"UU", "both modified:   "},
}

func unmergedCode(stages *[4]file) [2]string {
	var k [3]bool
	for i := range k {
		k[i] = stages[i+1].mode != 0
	}
	return unmergedCodes[k]
}

func (g *program) shortStatus(s *state, branch, zero, relative bool) {
	end := "\n"
	if zero {
		end = "\x00"
	}
	name := func(p string) string {
		if relative && !zero {
			p = g.repo.relative(p)
		}
		if zero {
			return p
		}
		q := g.quote(p)
		if q == p && strings.Contains(p, " ") {
			return `"` + p + `"`
		}
		return q
	}
	if branch {
		g.print("## ", g.branchLine(s), end)
	}
	codes, from := map[string][2]byte{}, map[string]string{}
	for _, c := range s.staged {
		codes[c.to] = [2]byte{c.status, ' '}
		if c.status == 'R' {
			from[c.to] = c.from
		}
	}
	for _, c := range s.unstaged {
		code := codes[c.to]
		if code[0] == 0 {
			code[0] = ' '
		}
		code[1] = c.status
		codes[c.to] = code
	}
	for p, stages := range s.unmerged {
		code := unmergedCode(stages)[0]
		codes[p] = [2]byte{code[0], code[1]}
	}
	for _, p := range sorted(codes) {
		code := codes[p]
		text := string(code[:]) + " "
		switch old := from[p]; {
		case old != "" && zero:
			text += p + "\x00" + old
		case old != "":
			text += name(old) + " -> " + name(p)
		default:
			text += name(p)
		}
		g.print(text, end)
	}
	for _, p := range s.untracked {
		g.print("?? ", name(p), end)
	}
	for _, p := range s.ignored {
		g.print("!! ", name(p), end)
	}
}

func (g *program) branchLine(s *state) string {
	switch {
	case s.branch == "":
		return "HEAD (no branch)"
	case s.head.zero():
		return "No commits yet on " + s.branch
	}
	up := g.upstream(s.branch)
	if up == "" {
		return s.branch
	}
	line := s.branch + "..." + shortRef(up)
	h, ok := g.repo.ref(up)
	if !ok {
		return line + " [gone]"
	}
	ahead, behind := g.distance(s.head, h)
	switch {
	case ahead > 0 && behind > 0:
		return fmt.Sprintf("%s [ahead %d, behind %d]", line, ahead, behind)
	case ahead > 0:
		return fmt.Sprintf("%s [ahead %d]", line, ahead)
	case behind > 0:
		return fmt.Sprintf("%s [behind %d]", line, behind)
	}
	return line
}

func (g *program) distance(a, b hash) (ahead, behind int) {
	return len(g.history([]hash{a}, []hash{b})), len(g.history([]hash{b}, []hash{a}))
}

// trackingText tells how a branch stands to its upstream.
func (g *program) trackingText(branch string, head hash) string {
	up := g.upstream(branch)
	if up == "" || head.zero() {
		return ""
	}
	name := shortRef(up)
	h, ok := g.repo.ref(up)
	if !ok {
		return "Your branch is based on '" + name + "', but the upstream is gone.\n" +
			"  (use \"git branch --unset-upstream\" to fixup)\n"
	}
	ahead, behind := g.distance(head, h)
	switch {
	case ahead == 0 && behind == 0:
		return "Your branch is up to date with '" + name + "'.\n"
	case behind == 0:
		return fmt.Sprintf("Your branch is ahead of '%s' by %d commit%s.\n  (use \"git push\" to "+
			"publish your local "+
			"commits)\n", name, ahead, many(ahead))
	case ahead == 0:
		return fmt.Sprintf("Your branch is behind '%s' by %d commit%s, and can be fast-forwarded.\n  "+
			"(use \"git pull\" "+
			"to update your local branch)\n", name, behind, many(behind))
	}
	return fmt.Sprintf("Your branch and '%s' have diverged,\nand have %d and %d different commits each, "+
		"respectively.\n  (use \"git pull\" to merge the remote branch into yours)\n", name, ahead, behind)
}

// longStatus prints status for people; committing is the form that a commit of nothing shows.
// pickText tells of a cherry-pick, a revert or a rebase that is under way.
func (g *program) pickText(s *state) {
	for _, k := range [...][3]string{
		{"CHERRY_PICK_HEAD", "cherry-pick", "cherry-picking"}, {"REVERT_HEAD", "revert", "reverting"},
	} {
		h, ok := parseHash(readText(g.repo.dir + "/" + k[0]))
		if !ok || exists(g.repo.dir+"/rebase-merge") {
			continue
		}
		what := "all conflicts fixed: run"
		if len(s.unmerged) > 0 {
			what = "fix conflicts and run"
		}
		g.printf("You are currently %s commit %s.\n  (%s \"git %s --continue\")\n  (use \"git %s --skip\" "+
			"to skip this "+
			"patch)\n  (use \"git %s --abort\" to cancel the %s operation)\n\n", k[2], g.abbreviate(h), what,
			k[1], k[1],
			k[1], k[1])
	}
	if r := (&rebasing{g: g, dir: g.repo.dir + "/rebase-merge"}); exists(r.dir) {
		r.load()
		r.statusText(s)
	}
}

func (g *program) longStatus(s *state, untracked string, committing bool) {
	if exists(g.repo.dir + "/rebase-merge") {
		onto, _ := parseHash(readText(g.repo.dir + "/rebase-merge/onto"))
		g.print("interactive rebase in progress; onto ", g.abbreviate(onto), "\n")
	} else if s.branch != "" {
		g.print("On branch ", s.branch, "\n")
		if t := g.trackingText(s.branch, s.head); t != "" {
			g.print(t, "\n")
		}
	} else {
		g.print(g.detachedText(s.head), "\n")
	}
	g.pickText(s)
	if s.merging {
		if len(s.unmerged) > 0 {
			g.print("You have unmerged paths.\n  (fix conflicts and run \"git commit\")\n" +
				"  (use \"git merge --abort\" to abort the merge)\n\n")
		} else {
			g.print("All conflicts fixed but you are still merging.\n  (use \"git commit\" to conclude " +
				"merge)\n\n")
		}
	}
	if s.head.zero() {
		if committing {
			g.print("\nInitial commit\n\n")
		} else {
			g.print("\nNo commits yet\n\n")
		}
	}
	g.stagedText(s)
	g.unmergedText(s)
	g.unstagedText(s)
	g.namesText("Untracked files:", "add", s.untracked)
	g.namesText("Ignored files:", "add -f", s.ignored)
	switch {
	case len(s.staged) > 0:
		if untracked == "no" {
			g.print("Untracked files not listed (use -u option to show untracked files)\n")
		}
	case len(s.unmerged) > 0 || len(s.unstaged) > 0:
		g.print("no changes added to commit (use \"git add\" and/or \"git commit -a\")\n")
	case s.merging:
	case len(s.untracked) > 0:
		g.print("nothing added to commit but untracked files present (use \"git add\" to track)\n")
	case untracked == "no":
		g.print("nothing to commit (use -u to show untracked files)\n")
	case s.head.zero():
		g.print("nothing to commit (create/copy files and use \"git add\" to track)\n")
	default:
		g.print("nothing to commit, working tree clean\n")
	}
}

// detachedText says where HEAD was detached and whether it still is there.
func (g *program) detachedText(h hash) string {
	for _, e := range g.repo.refLog("HEAD") {
		rest, ok := strings.CutPrefix(e.message, "checkout: moving from ")
		if !ok {
			continue
		}
		_, to, _ := strings.Cut(rest, " to ")
		full, at, ok := g.repo.fullRef(to)
		if ok {
			at, ok = g.peel(at, "commit")
		}
		if !ok || at != e.new || strings.HasPrefix(full, "refs/heads/") || full == "HEAD" {
			to = g.abbreviate(e.new)
		}
		if e.new == h {
			return "HEAD detached at " + to
		}
		return "HEAD detached from " + to
	}
	return "Not currently on any branch."
}

// picking reports whether a cherry-pick waits for its commit.
func (g *program) picking() bool {
	return exists(g.repo.dir+"/CHERRY_PICK_HEAD") && !exists(g.repo.dir+"/rebase-merge")
}

func (g *program) stagedText(s *state) {
	if len(s.staged) == 0 {
		return
	}
	g.print("Changes to be committed:\n")
	switch {
	case s.merging, g.picking():
	case s.head.zero():
		g.print("  (use \"git rm --cached <file>...\" to unstage)\n")
	default:
		g.print("  (use \"git restore --staged <file>...\" to unstage)\n")
	}
	for _, c := range s.staged {
		g.print("\t", g.changeText(c), "\n")
	}
	g.print("\n")
}

func (g *program) changeText(c *change) string {
	label := map[byte]string{
		'A': "new file:   ", 'M': "modified:   ", 'D': "deleted:    ", 'R': "renamed:    ",
		'T': "typechange: ",
	}[c.status]
	return label + strings.Join(c.names(func(p string) string { return g.quote(g.repo.relative(p)) }), " -> ")
}

func (g *program) unmergedText(s *state) {
	if len(s.unmerged) == 0 {
		return
	}
	g.print("Unmerged paths:\n")
	if !s.merging && !g.picking() {
		g.print("  (use \"git restore --staged <file>...\" to unstage)\n")
	}
	how := "add"
	for _, stages := range s.unmerged {
		if stages[2].mode == 0 || stages[3].mode == 0 {
			how = "add/rm"
		}
	}
	g.print("  (use \"git ", how, " <file>...\"", map[bool]string{
		true:  " as appropriate",
		false: "",
	}[how == "add/rm"],
		" to mark resolution)\n")
	for _, p := range sorted(s.unmerged) {
		g.print("\t", unmergedCode(s.unmerged[p])[1], g.quote(g.repo.relative(p)), "\n")
	}
	g.print("\n")
}

func (g *program) unstagedText(s *state) {
	if len(s.unstaged) == 0 {
		return
	}
	how := "add"
	for _, c := range s.unstaged {
		if c.status == 'D' {
			how = "add/rm"
		}
	}
	g.print("Changes not staged for commit:\n  (use \"git ", how, " <file>...\" to update what will be "+
		"committed)\n",
		"  (use \"git restore <file>...\" to discard changes in working directory)\n")
	for _, c := range s.unstaged {
		g.print("\t", g.changeText(c), "\n")
	}
	g.print("\n")
}

func (g *program) namesText(title, how string, names []string) {
	if len(names) == 0 {
		return
	}
	g.print(title, "\n  (use \"git ", how, " <file>...\" to include in what will be committed)\n")
	for _, p := range names {
		g.print("\t", g.quote(g.repo.relative(p)), "\n")
	}
	g.print("\n")
}
