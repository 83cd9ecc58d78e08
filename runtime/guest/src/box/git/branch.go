package git

import (
	"slices"
	"strings"
)

func (g *program) branchCommand(args []string) int {
	o := g.parse(args, "a/all r/remotes v/verbose d/delete D m/move M c/copy! C! f/force l/list "+
		"show-current q/quiet "+
		"merged? no-merged? contains? no-contains? u/set-upstream-to: unset-upstream t/track? no-track "+
		"sort: "+
		"format: column?! no-color color? points-at: edit-description! no-column i/ignore-case abbrev? "+
		"no-abbrev create-reflog")
	g.need()
	ref, head := g.repo.head()
	switch {
	case o.has("show-current"):
		if ref != "" {
			g.print(shortRef(ref), "\n")
		}
		return 0
	case o.has("delete"), o.has("D"):
		return g.deleteBranches(o, ref, head)
	case o.has("move"), o.has("M"):
		return g.renameBranch(o, ref)
	case o.has("set-upstream-to"), o.has("unset-upstream"):
		return g.setUpstream(o, ref)
	case len(o.args) == 0 || o.has("list") || o.has("merged") || o.has("no-merged") || o.has("contains") ||
		o.has("no-contains") || o.has("points-at"):
		return g.listBranches(o, ref, head)
	}
	name := o.args[0]
	start := "HEAD"
	if len(o.args) > 1 {
		start = o.args[1]
	}
	if !goodRef(name) {
		g.fatal("'%s' is not a valid branch name.", name)
	}
	if _, ok := g.repo.ref("refs/heads/" + name); ok && !o.has("force") {
		g.fatal("a branch named '%s' already exists", name)
	}
	if o.has("force") && ref == "refs/heads/"+name {
		g.fatal("cannot force update the branch '%s' checked out at '%s'", name, g.repo.work)
	}
	h, ok := g.resolve(start)
	if ok {
		h, ok = g.peel(h, "commit")
	}
	if !ok {
		if start == "HEAD" {
			start = shortRef(ref)
		}
		g.fatal("not a valid object name: '%s'", start)
	}
	if start == "HEAD" {
		start = shortRef(ref)
		if ref == "" {
			start = "HEAD"
		}
	}
	g.setRef("refs/heads/"+name, h, "branch: Created from "+start)
	g.track(name, start, o.has("no-track"))
	return 0
}

// track remembers the remote branch that a branch was made from.
func (g *program) track(name, start string, no bool) {
	full, _, ok := g.repo.fullRef(start)
	rest, remote := strings.CutPrefix(full, "refs/remotes/")
	if !ok || !remote || no {
		return
	}
	where, branch, _ := strings.Cut(rest, "/")
	g.setConfig(g.repo.dir+"/config", "branch."+name+".remote", where, false)
	g.setConfig(g.repo.dir+"/config", "branch."+name+".merge", "refs/heads/"+branch, false)
	g.printf("branch '%s' set up to track '%s'.\n", name, rest)
}

func (g *program) setUpstream(o *options, ref string) int {
	name := shortRef(ref)
	if len(o.args) > 0 {
		name = o.args[0]
	}
	if o.has("unset-upstream") {
		if g.unsetConfig(g.repo.dir+"/config", "branch."+name+".remote") == 0 {
			g.fatal("Branch '%s' has no upstream information", name)
		}
		g.unsetConfig(g.repo.dir+"/config", "branch."+name+".merge")
		return 0
	}
	up := o.value("set-upstream-to")
	full, _, ok := g.repo.fullRef(up)
	if !ok || !strings.HasPrefix(full, "refs/remotes/") {
		g.tell("error: the requested upstream branch '%s' does not exist\nhint: \n"+
			"hint: If you are planning on basing your work on an upstream\nhint: branch that already "+
			"exists at the "+
			"remote, you may need to\nhint: run \"git fetch\" to retrieve it.\nhint: \n"+
			"hint: If you are planning to push out a new local branch that\nhint: will track its remote "+
			"counterpart, you "+
			"may want to use\nhint: \"git push -u\" to set the upstream config as you push.\n"+
			"hint: Disable this message with \"git config advice.setUpstreamFailure false\"\n", up)
		return 1
	}
	g.track(name, up, false)
	return 0
}

func (g *program) deleteBranches(o *options, ref string, head hash) int {
	if len(o.args) == 0 {
		g.fatal("branch name required")
	}
	code := 0
	prefix, kind := "refs/heads/", "branch"
	if o.has("remotes") {
		prefix, kind = "refs/remotes/", "remote-tracking branch"
	}
	for _, name := range o.args {
		full := prefix + name
		h, ok := g.repo.ref(full)
		switch {
		case full == ref:
			g.tell("error: Cannot delete branch '%s' checked out at '%s'\n", name, g.repo.work)
			code = 1
			continue
		case !ok:
			g.tell("error: %s '%s' not found.\n", kind, name)
			code = 1
			continue
		case !o.has("D") && !o.has("force") && kind == "branch" && !g.isAncestor(h, head):
			g.tell("error: The branch '%s' is not fully merged.\nIf you are sure you want to delete it, run "+
				"'git branch -D %s'.\n", name, name)
			code = 1
			continue
		}
		g.deleteRef(full)
		for _, key := range [...]string{".remote", ".merge"} {
			if _, ok := g.repo.config.get("branch." + name + key); ok {
				g.unsetConfig(g.repo.dir+"/config", "branch."+name+key)
			}
		}
		if !o.has("quiet") {
			g.printf("Deleted %s %s (was %s).\n", kind, name, g.abbreviate(h))
		}
	}
	return code
}

func (g *program) renameBranch(o *options, ref string) int {
	if len(o.args) == 0 {
		g.fatal("branch name required")
	}
	from, to := shortRef(ref), o.args[len(o.args)-1]
	if len(o.args) > 1 {
		from = o.args[0]
	}
	old, full := "refs/heads/"+from, "refs/heads/"+to
	h, ok := g.repo.ref(old)
	if !ok && old != ref {
		g.fatal("No branch named '%s'.", from)
	}
	if !goodRef(to) {
		g.fatal("'%s' is not a valid branch name.", to)
	}
	if _, taken := g.repo.ref(full); taken && !o.has("M") && !o.has("force") && from != to {
		g.fatal("a branch named '%s' already exists", to)
	}
	if ok && from != to {
		log, _ := readFile(g.repo.common + "/logs/" + old)
		g.deleteRef(old)
		g.setRef(full, h, "")
		if log != nil {
			_ = mkdirAll(g.repo.common + "/logs/refs/heads")
			_ = writeFile(g.repo.common+"/logs/"+full, log)
		}
		g.appendLog(full, h, h, "Branch: renamed "+old+" to "+full)
	}
	if old == ref {
		g.setHead(full)
		if ok && from != to {
			g.appendLog("HEAD", h, hash{}, "Branch: renamed "+old+" to "+full)
			g.appendLog("HEAD", hash{}, h, "Branch: renamed "+old+" to "+full)
		}
	}
	return 0
}

func (g *program) listBranches(o *options, ref string, head hash) int {
	var names []string
	if !o.has("remotes") {
		names = g.repo.refsBelow("refs/heads/")
	}
	if o.has("remotes") || o.has("all") {
		names = append(names, g.repo.refsBelow("refs/remotes/")...)
	}
	items := g.branchItems(o, names, head)
	if o.has("format") {
		g.formatBranches(o, items, ref, head)
		return 0
	}
	names = names[:0]
	for _, r := range items {
		names = append(names, r.name)
	}
	label := func(n string) string {
		if o.has("all") && strings.HasPrefix(n, "refs/remotes/") {
			return strings.TrimPrefix(n, "refs/")
		}
		return shortRef(n)
	}
	longest := 0
	detached := ""
	if ref == "" && !o.has("remotes") && len(o.args) == 0 {
		detached = "(" + g.detachedText(head) + ")"
		longest = len(detached)
	}
	for _, n := range names {
		longest = max(longest, len(label(n)))
	}
	line := func(mark, name string, h hash, branch string) {
		g.print(mark, name)
		if o.has("verbose") {
			g.print(strings.Repeat(" ", longest-len(name)), " ", g.abbreviate(h), " ",
				g.aheadText(branch, h, len(o.values("verbose")) > 1),
				g.commit(h).subject())
		}
		g.print("\n")
	}
	if detached != "" {
		line("* ", detached, head, "")
	}
	for _, n := range names {
		mark := "  "
		if n == ref {
			mark = "* "
		}
		if to, ok := strings.CutPrefix(readText(g.repo.common+"/"+n), "ref: "); ok {
			pad := ""
			if o.has("verbose") {
				pad = strings.Repeat(" ", longest-len(label(n)))
			}
			g.print(mark, label(n), pad, " -> ", shortRef(to), "\n")
			continue
		}
		h, _ := g.repo.ref(n)
		line(mark, label(n), h, strings.TrimPrefix(n, "refs/heads/"))
	}
	return 0
}

// aheadText is how a branch stands to its upstream, which named (-vv) names.
func (g *program) aheadText(branch string, h hash, named bool) string {
	up := g.upstream(branch)
	if up == "" {
		return ""
	}
	var parts []string
	if to, ok := g.repo.ref(up); !ok {
		parts = []string{"gone"}
	} else {
		ahead, behind := g.distance(h, to)
		if ahead > 0 {
			parts = append(parts, "ahead "+itoa(ahead))
		}
		if behind > 0 {
			parts = append(parts, "behind "+itoa(behind))
		}
	}
	text := strings.Join(parts, ", ")
	switch {
	case named && text != "":
		text = shortRef(up) + ": " + text
	case named:
		text = shortRef(up)
	case text == "":
		return ""
	}
	return "[" + text + "] "
}

// branchItems are the branches that the options want, in their order.
func (g *program) branchItems(o *options, names []string, head hash) []*refItem {
	var items []*refItem
	for _, n := range names {
		if !g.listed(o, n, head) || len(o.args) > 0 && !slices.ContainsFunc(o.args, func(a string) bool {
			return wildmatch(a, shortRef(n), true)
		}) {
			continue
		}
		h, _ := g.repo.ref(n)
		items = append(items, &refItem{name: n, h: h})
	}
	keys := o.values("sort")
	if v := g.repo.config.text("branch.sort"); len(keys) == 0 && v != "" {
		keys = []string{v}
	}
	g.sortRefs(items, keys, o.has("ignore-case"))
	return items
}

func (g *program) formatBranches(o *options, items []*refItem, ref string, head hash) {
	if ref == "" && !o.has("remotes") && len(o.args) == 0 && g.listed(o, "HEAD", head) {
		items = append([]*refItem{{h: head, text: "(" + g.detachedText(head) + ")"}}, items...)
	}
	for _, r := range items {
		g.print(g.expandRef(o.value("format"), r), "\n")
	}
}
