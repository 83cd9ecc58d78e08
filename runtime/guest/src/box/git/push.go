package git

import (
	"strings"
)

const pushSpec = "u/set-upstream f/force force-with-lease? force-if-includes all tags d/delete n/dry-run " +
	"q/quiet " +
	"v/verbose follow-tags no-verify verify porcelain! mirror prune! atomic progress no-progress thin " +
	"no-thin " +
	"o/push-option:! recurse-submodules?! signed?! receive-pack:! repo:! 4/ipv4 6/ipv6"

const noUpstream = `The current branch %s has no upstream branch.
To push the current branch and set the remote as upstream, use

    git push --set-upstream %s %s

To have this happen automatically for branches without a tracking
upstream, see 'push.autoSetupRemote' in 'git help config'.
`

const pushBehind = `hint: Updates were rejected because the tip of your current branch is behind
hint: its remote counterpart. Integrate the remote changes (e.g.
hint: 'git pull ...') before pushing again.
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
`

const pushOther = `hint: Updates were rejected because a pushed branch tip is behind its remote
hint: counterpart. Check out this branch and integrate the remote changes
hint: (e.g. 'git pull ...') before pushing again.
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
`

const pushFetchFirst = `hint: Updates were rejected because the remote contains work that you do
hint: not have locally. This is usually caused by another repository pushing
hint: to the same ref. You may want to first integrate the remote changes
hint: (e.g., 'git pull ...') before pushing again.
hint: See the 'Note about fast-forwards' in 'git push --help' for details.
`

const checkedOut = `error: refusing to update checked out branch: %s
error: By default, updating the current branch in a non-bare repository
is denied, because it will make the index and work tree inconsistent
with what you pushed, and will require 'git reset --hard' to match
the work tree to HEAD.

You can set the 'receive.denyCurrentBranch' configuration variable
to 'ignore' or 'warn' in the remote repository to allow pushing into
its current branch; however, this is not recommended unless you
arranged to update its work tree to match what you pushed in some
other way.

To squelch this message and still keep the default behaviour, set
'receive.denyCurrentBranch' configuration variable to 'refuse'.
`

func (g *program) pushCommand(args []string) int {
	o := g.parse(args, pushSpec)
	g.need()
	name := g.remoteForHead()
	if len(o.args) > 0 {
		name = o.args[0]
	} else if _, ok := g.repo.config.get("remote." + name + ".url"); !ok {
		g.fatal("%s", noDestination)
	}
	url := name
	if v, ok := g.repo.config.get("remote." + name + ".url"); ok {
		url = v
	}
	if !o.has("delete") {
		g.checkSources(o.args, url)
	}
	g.unreachable(url)
	r := g.remoteOf(name)
	updates := g.pushUpdates(r, o)
	if len(updates) == 0 {
		return 0
	}
	var tips []hash
	for _, u := range updates {
		g.pushable(r, u, o)
		if u.refused == "" && !u.new.zero() {
			tips = append(tips, u.new)
		}
	}
	if !o.has("dry-run") {
		g.transfer(g.repo, r.repo, tips)
	}
	return g.tellPushed(r, updates, o)
}

// pushUpdates are the references that are to be moved on the other side.
func (g *program) pushUpdates(r *remote, o *options) []*update {
	var list []*update
	words := o.args[min(1, len(o.args)):]
	add := func(name string) {
		h, _ := g.repo.ref(name)
		list = append(list, &update{
			from: name, to: name, new: h, shown: shortRef(name),
			force: o.has("force"),
		})
	}
	switch {
	case o.has("all"), o.has("mirror"):
		for _, name := range g.repo.refsBelow("refs/heads/") {
			add(name)
		}
	case len(words) == 0 && !o.has("tags"):
		u := g.pushDefault(r, o)
		u.force = o.has("force")
		list = append(list, u)
	}
	if o.has("tags") || o.has("mirror") || o.has("follow-tags") {
		for _, name := range g.repo.refsBelow("refs/tags/") {
			add(name)
		}
	}
	bad := false
	for _, w := range words {
		if u := g.pushWord(r, w, o); u != nil {
			list = append(list, u)
		} else {
			bad = true
		}
	}
	if bad {
		g.tell("error: failed to push some refs to '%s'\n", r.url)
		panic(exit(1))
	}
	return list
}

// pushDefault is the current branch to the one that it follows.
func (g *program) pushDefault(r *remote, o *options) *update {
	ref, head := g.repo.head()
	if ref == "" {
		g.fatal("You are not currently on a branch.\nTo push the history leading to the current (detached "+
			"HEAD)\n"+
			"state now, use\n\n    git push %s HEAD:<name-of-remote-branch>\n", r.name)
	}
	branch := shortRef(ref)
	merge := g.repo.config.text("branch." + branch + ".merge")
	how := g.repo.config.text("push.default")
	automatic := o.has("set-upstream") || g.repo.config.flag("push.autosetupremote", false)
	switch {
	case how == "current":
		merge = ref
	case merge == "" && automatic:
		merge = ref
		o.list = append(o.list, optionValue{"set-upstream", ""})
	case merge == "":
		g.fatal(noUpstream, branch, r.name, branch)
	case merge != ref && how != "upstream" && g.repo.config.text("branch."+branch+".remote") == r.name:
		g.fatal("The upstream branch of your current branch does not match\nthe name of your current "+
			"branch.  To push to "+
			"the upstream branch\non the remote, use\n\n    git push %s HEAD:%s\n\nTo push to the branch "+
			"of the same name "+
			"on the remote, use\n\n    git push %s HEAD\n\nTo choose either option permanently, see "+
			"push.default in 'git "+
			"help config'.\n\nTo avoid automatically configuring an upstream branch when its name\nwon't "+
			"match the local "+
			"branch, see option 'simple' of branch.autoSetupMerge\nin 'git help config'.\n", r.name,
			shortRef(merge), r.name)
	}
	if head.zero() {
		g.tell("error: src refspec %s does not match any\nerror: failed to push some refs to '%s'\n", ref,
			r.url)
		panic(exit(1))
	}
	return &update{from: ref, to: merge, new: head, shown: branch}
}

// pushWord is one refspec of the command line; nil after an error.
func (g *program) pushWord(r *remote, word string, o *options) *update {
	word, force := strings.CutPrefix(word, "+")
	from, to, two := strings.Cut(word, ":")
	if o.has("delete") {
		from, to, two = "", word, true
	}
	u := &update{shown: from, force: force || o.has("force")}
	if from == "" {
		full, _, ok := r.repo.fullRef(to)
		if !ok {
			g.tell("error: unable to delete '%s': remote ref does not exist\n", to)
			return nil
		}
		u.to = full
		return u
	}
	h, ok := g.resolve(from)
	if !ok {
		g.tell("error: src refspec %s does not match any\n", from)
		return nil
	}
	u.new = h
	u.from, _, _ = g.repo.fullRef(from)
	if u.from == "HEAD" {
		if ref, _ := g.repo.head(); ref != "" {
			u.from = ref
		}
	}
	switch {
	case !two && from == "HEAD" || two && to == "":
		u.to = u.from
	case !two && u.from != "":
		u.to = u.from
	case !two:
		g.fatal("invalid refspec '%s'", word)
	case strings.HasPrefix(to, "refs/"):
		u.to = to
	default:
		if full, _, ok := r.repo.fullRef(to); ok && strings.HasPrefix(full, "refs/") {
			u.to = full
		} else if strings.HasPrefix(u.from, "refs/tags/") {
			u.to = "refs/tags/" + to
		} else {
			u.to = "refs/heads/" + to
		}
	}
	return u
}

// pushable finds out whether the other side takes the update.
func (g *program) pushable(r *remote, u *update, o *options) {
	u.old, _ = r.repo.ref(u.to)
	head, _ := r.repo.head()
	bare := r.repo.config.flag("core.bare", false)
	deny := r.repo.config.text("receive.denycurrentbranch")
	switch {
	case u.old == u.new:
	case u.new.zero():
		if u.to == head && !bare {
			u.refused = "deletion of the current branch prohibited"
		}
	case !u.old.zero() && strings.HasPrefix(u.to, "refs/tags/") && !u.force:
		u.refused = "already exists"
	case !u.old.zero() && !u.force && !o.has("force-with-lease") && !g.repo.has(u.old):
		u.refused = "fetch first"
	case !u.old.zero() && !u.force && !o.has("force-with-lease") && !g.isAncestor(u.old, u.new):
		u.refused = "non-fast-forward"
	case o.has("force-with-lease") && !u.force && g.stale(r, u):
		u.refused = "stale info"
	case u.to == head && !bare && deny != "ignore" && deny != "warn" && deny != "updateInstead":
		u.refused = "branch is currently checked out"
	}
}

// stale reports whether the other side has moved since it was last looked at.
func (g *program) stale(r *remote, u *update) bool {
	last, _ := g.repo.ref("refs/remotes/" + r.name + "/" + shortRef(u.to))
	return last != u.old
}

func (g *program) tellPushed(r *remote, updates []*update, o *options) int {
	changed, bad := false, false
	for _, u := range updates {
		changed = changed || u.old != u.new
		bad = bad || u.refused != ""
		if u.refused == "branch is currently checked out" {
			for line := range strings.Lines(strings.Replace(checkedOut, "%s", u.to, 1)) {
				line = strings.TrimSuffix(line, "\n")
				if line == "" {
					g.tell("remote: \n")
					continue
				}
				g.tell("remote: %s        \n", line)
			}
		}
	}
	if changed && (!o.has("quiet") || bad) {
		g.tell("To %s\n", r.url)
	}
	hint := ""
	for _, refused := range []bool{false, true} { // those that are refused come last
		for _, u := range updates {
			if (u.refused != "") == refused && u.old != u.new {
				g.pushOne(r, u, o, &hint)
			}
		}
	}
	if !changed && !o.has("quiet") {
		g.tell("Everything up-to-date\n")
	}
	if bad {
		g.tell("error: failed to push some refs to '%s'\n%s", r.url, hint)
	}
	for _, u := range updates {
		if u.refused == "" && o.has("set-upstream") && !u.new.zero() && strings.HasPrefix(u.from,
			"refs/heads/") &&
			!o.has("dry-run") {
			file := g.repo.dir + "/config"
			g.setConfig(file, "branch."+shortRef(u.from)+".remote", r.name, false)
			g.setConfig(file, "branch."+shortRef(u.from)+".merge", u.to, false)
			if !o.has("quiet") {
				g.printf("branch '%s' set up to track '%s/%s'.\n", shortRef(u.from), r.name, shortRef(u.to))
			}
		}
	}
	return b2i(bad)
}

// pushOne moves a reference and tells of it.
func (g *program) pushOne(r *remote, u *update, o *options, hint *string) {
	from, to := u.shown, shortRef(u.to)
	line := func(flag, what, note string) {
		if note != "" {
			note = "(" + note + ")"
		}
		if o.has("quiet") && u.refused == "" {
			return
		}
		if from == "" {
			g.summaryLine(flag, what, to, "", note, 0)
		} else {
			g.summaryLine(flag, what, from, to, note, len(from))
		}
	}
	if u.refused != "" {
		what := "[rejected]"
		if strings.Contains(u.refused, "prohibited") || strings.Contains(u.refused, "checked out") {
			what = "[remote rejected]"
		}
		line("!", what, u.refused)
		ref, _ := g.repo.head()
		switch {
		case u.refused == "fetch first":
			*hint = pushFetchFirst
		case u.refused == "non-fast-forward" && u.from == ref:
			*hint = pushBehind
		case u.refused == "non-fast-forward":
			*hint = pushOther
		case u.refused == "already exists":
			*hint = "hint: Updates were rejected because the tag already exists in the remote.\n"
		}
		return
	}
	tracking := "refs/remotes/" + r.name + "/" + to
	if !o.has("dry-run") {
		g.movePushed(r, u, tracking)
	}
	switch {
	case u.new.zero():
		line("-", "[deleted]", "")
	case u.old.zero() && strings.HasPrefix(u.to, "refs/tags/"):
		line("*", "[new tag]", "")
	case u.old.zero() && strings.HasPrefix(u.to, "refs/heads/"):
		line("*", "[new branch]", "")
	case u.old.zero():
		line("*", "[new reference]", "")
	case g.repo.has(u.old) && g.isAncestor(u.old, u.new):
		line(" ", g.rangeText(u.old, u.new, ".."), "")
	default:
		line("+", g.rangeText(u.old, u.new, "..."), "forced update")
	}
}

func (g *program) movePushed(r *remote, u *update, tracking string) {
	if u.new.zero() {
		g.onto(r.repo, func() { g.deleteRef(u.to) })
		if _, ok := g.repo.ref(tracking); ok && r.known {
			g.deleteRef(tracking)
		}
		return
	}
	g.setRefOf(r.repo, u.to, u.new)
	if r.known && strings.HasPrefix(u.to, "refs/heads/") {
		g.setRef(tracking, u.new, "update by push")
	}
}
