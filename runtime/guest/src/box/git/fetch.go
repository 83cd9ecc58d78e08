package git

import (
	"strings"
)

const fetchSpec = "q/quiet v/verbose p/prune t/tags n/no-tags a/append all f/force k/keep depth: deepen:! " +
	"unshallow " +
	"u/update-head-ok progress no-progress j/jobs: recurse-submodules? no-recurse-submodules dry-run " +
	"multiple! " +
	"prune-tags! atomic set-upstream! 4/ipv4 6/ipv6 no-prune no-auto-maintenance no-auto-gc refmap:! filter:!"

// fetched is a reference that was asked for by name or that merge takes.
type fetched struct {
	hash  hash
	name  string // of the other side
	merge bool
}

func (g *program) fetchCommand(args []string) int {
	o := g.parse(args, fetchSpec)
	g.need()
	names := o.args[:min(1, len(o.args))]
	switch {
	case o.has("all"):
		names = sorted(g.remoteNames())
	case len(names) == 0:
		names = []string{g.remoteForHead()}
		if _, ok := g.repo.config.get("remote." + names[0] + ".url"); !ok && names[0] == "origin" {
			return 0
		}
	}
	code := 0
	for _, name := range names {
		if _, bad := g.fetch(g.remoteOf(name), o.args[min(1, len(o.args)):], o); bad {
			code = 1
		}
	}
	return code
}

func (g *program) remoteNames() map[string]bool {
	names := map[string]bool{}
	for _, s := range g.repo.config.list {
		if rest, ok := strings.CutPrefix(s.key, "remote."); ok {
			names[rest[:max(strings.LastIndexByte(rest, '.'), 0)]] = true
		}
	}
	return names
}

// remoteForHead is the remote that the current branch follows.
func (g *program) remoteForHead() string {
	if ref, _ := g.repo.head(); ref != "" {
		if v := g.repo.config.text("branch." + shortRef(ref) + ".remote"); v != "" {
			return v
		}
	}
	return "origin"
}

// mapRef applies a refspec such as +refs/heads/*:refs/remotes/origin/* to a name.
func mapRef(spec, name string) (to string, force, ok bool) {
	spec, force = strings.CutPrefix(spec, "+")
	from, to, _ := strings.Cut(spec, ":")
	before, after, wild := strings.Cut(from, "*")
	if !wild {
		return to, force, from == name
	}
	if !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) ||
		len(name) < len(before)+len(after) {
		return "", false, false
	}
	middle := name[len(before) : len(name)-len(after)]
	return strings.Replace(to, "*", middle, 1), force, true
}

// fetch brings references and objects from the other side; bad is true if one was refused.
func (g *program) fetch(r *remote, words []string, o *options) (got []fetched, bad bool) {
	var updates []*update
	specs := g.repo.config.all("remote." + r.name + ".fetch")
	merge := ""
	if ref, _ := g.repo.head(); ref != "" && g.repo.config.text("branch."+shortRef(ref)+".remote") == r.name {
		merge = g.repo.config.text("branch." + shortRef(ref) + ".merge")
	}
	asked := len(words) > 0
	if asked {
		got = g.askedFor(r, words, &updates)
	}
	for _, name := range r.repo.refsBelow("refs/") {
		h, _ := r.repo.ref(name)
		wantedByName := false
		for _, f := range got {
			wantedByName = wantedByName || f.name == name
		}
		if asked && !wantedByName {
			continue
		}
		for _, spec := range specs {
			to, force, ok := mapRef(spec, name)
			if !ok {
				continue
			}
			if to != "" {
				updates = append(updates, &update{from: name, to: to, new: h, force: force})
			}
			if !asked {
				got = append(got, fetched{h, name, name == merge})
			}
		}
	}
	if !asked && len(specs) == 0 {
		_, head := r.repo.head()
		got = append(got, fetched{head, "HEAD", true})
	}
	var tips []hash
	for _, f := range got {
		tips = append(tips, f.hash)
	}
	g.transfer(r.repo, g.repo, tips)
	updates = append(updates, g.fetchedTags(r, updates, asked, o)...)
	bad = g.tellFetched(r, got, updates, asked, o)
	g.writeFetchHead(r, got, o)
	return got, bad
}

// askedFor are the references that the words of the command name.
func (g *program) askedFor(r *remote, words []string, updates *[]*update) []fetched {
	var got []fetched
	for _, w := range words {
		w, force := strings.CutPrefix(w, "+")
		from, to, two := strings.Cut(w, ":")
		if strings.Contains(from, "*") {
			for _, name := range r.repo.refsBelow("refs/") {
				if target, _, ok := mapRef(w, name); ok {
					h, _ := r.repo.ref(name)
					got = append(got, fetched{h, name, true})
					*updates = append(*updates, &update{from: name, to: target, new: h, force: force})
				}
			}
			continue
		}
		if from == "" {
			from = "HEAD"
		}
		name, h, ok := r.repo.fullRef(from)
		if !ok {
			if h, ok = parseHash(from); !ok || !r.repo.has(h) {
				g.fatal("couldn't find remote ref %s", from)
			}
			name = from
		}
		got = append(got, fetched{h, name, true})
		if two && to != "" {
			if !strings.HasPrefix(to, "refs/") {
				to = "refs/heads/" + to
				if strings.HasPrefix(name, "refs/tags/") {
					to = "refs/tags/" + shortRef(to)
				}
			}
			*updates = append(*updates, &update{from: name, to: to, new: h, force: force})
		}
	}
	return got
}

// fetchedTags are tags that are new: those of commits that are here, or all with --tags.
func (g *program) fetchedTags(r *remote, updates []*update, asked bool, o *options) []*update {
	var list []*update
	if o.has("no-tags") || asked && !o.has("tags") && len(updates) == 0 {
		return nil
	}
	for _, name := range r.repo.refsBelow("refs/tags/") {
		h, _ := r.repo.ref(name)
		if _, here := g.repo.ref(name); here {
			continue
		}
		target := h
		if ob, err := r.repo.read(h); err == nil && ob.kind == "tag" {
			if to := children(h, ob); len(to) > 0 {
				target = to[0]
			}
		}
		if o.has("tags") || g.repo.has(target) {
			g.transfer(r.repo, g.repo, []hash{h})
			list = append(list, &update{from: name, to: name, new: h})
		}
	}
	return list
}

func (g *program) tellFetched(r *remote, got []fetched, updates []*update, asked bool,
	o *options,
) (bad bool) {
	said := o.has("quiet")
	from := func() {
		if !said {
			g.tell("From %s\n", r.shownURL())
		}
		said = true
	}
	width := 10
	for _, u := range updates {
		width = max(width, len(shortRef(u.from)))
	}
	line := func(flag, what, name, to, note string) {
		if o.has("quiet") {
			return
		}
		from()
		if note != "" {
			note = " (" + note + ")"
		}
		g.summaryLine(flag, what, name, to, note, width)
	}
	if o.has("prune") || g.repo.config.flag("fetch.prune", false) {
		g.prune(r, line)
	}
	if asked {
		for _, f := range got {
			what := map[bool]string{true: "branch", false: "tag"}[!strings.HasPrefix(f.name, "refs/tags/")]
			if !strings.HasPrefix(f.name, "refs/") {
				what = "branch"
			}
			line("*", what, shortRef(f.name), "FETCH_HEAD", "")
		}
	}
	for _, u := range updates {
		bad = g.applyFetch(u, line, o) || bad
	}
	return bad
}

// prune forgets references of what the other side no longer has.
func (g *program) prune(r *remote, line func(flag, what, name, to, note string)) {
	prefix := "refs/remotes/" + r.name + "/"
	for _, name := range g.repo.refsBelow(prefix) {
		rest := strings.TrimPrefix(name, prefix)
		if _, ok := r.repo.ref("refs/heads/" + rest); !ok && rest != "HEAD" {
			g.deleteRef(name)
			line("-", "[deleted]", "(none)", shortRef(name), "")
		}
	}
}

func (g *program) applyFetch(u *update, line func(flag, what, name, to, note string), o *options) (bad bool) {
	old, known := g.repo.ref(u.to)
	from, to := shortRef(u.from), shortRef(u.to)
	kind, noun := "[new branch]", "branch"
	switch {
	case strings.HasPrefix(u.from, "refs/tags/"):
		kind, noun = "[new tag]", "tag"
	case !strings.HasPrefix(u.from, "refs/heads/"):
		kind, noun = "[new ref]", "ref"
	}
	set := func(how string) {
		if !o.has("dry-run") {
			g.setRef(u.to, u.new, "fetch"+fetchWords(o)+": "+how)
		}
	}
	ref, _ := g.repo.head()
	switch {
	case known && old == u.new:
		if o.has("verbose") {
			line("=", "[up to date]", from, to, "")
		}
	case ref == u.to && g.repo.work != "" && !o.has("update-head-ok"):
		g.fatal("refusing to fetch into branch '%s' checked out at '%s'", u.to, g.repo.work)
	case !known:
		set("storing " + map[string]string{"branch": "head", "tag": "tag", "ref": "ref"}[noun])
		line("*", kind, from, to, "")
	case g.isAncestor(old, u.new):
		set("fast-forward")
		line(" ", g.rangeText(old, u.new, ".."), from, to, "")
	case u.force || o.has("force"):
		set("forced-update")
		line("+", g.rangeText(old, u.new, "..."), from, to, "forced update")
	default:
		line("!", "[rejected]", from, to, "non-fast-forward")
		return true
	}
	return false
}

func fetchWords(o *options) string {
	text := ""
	for _, a := range o.args {
		text += " " + a
	}
	return text
}

// writeFetchHead leaves in FETCH_HEAD what came, what is to be merged first.
func (g *program) writeFetchHead(r *remote, got []fetched, o *options) {
	var b strings.Builder
	for _, merge := range []bool{true, false} {
		for _, f := range got {
			if f.merge != merge {
				continue
			}
			b.WriteString(f.hash.String() + "\t")
			if !merge {
				b.WriteString("not-for-merge")
			}
			b.WriteString("\t" + f.described(r) + "\n")
		}
	}
	if !o.has("dry-run") {
		_ = writeFile(g.repo.dir+"/FETCH_HEAD", []byte(b.String()))
	}
}

func (f *fetched) described(r *remote) string {
	switch {
	case strings.HasPrefix(f.name, "refs/heads/"):
		return "branch '" + shortRef(f.name) + "' of " + r.shownURL()
	case strings.HasPrefix(f.name, "refs/tags/"):
		return "tag '" + shortRef(f.name) + "' of " + r.shownURL()
	case f.name == "HEAD":
		return r.shownURL()
	}
	return "'" + f.name + "' of " + r.shownURL()
}

const pullSpec = fetchSpec + " r/rebase? no-rebase ff-only ff no-ff no-edit edit no-commit commit stat " +
	"no-stat " +
	"squash! no-squash s/strategy:! X/strategy-option:! autostash! no-autostash allow-unrelated-histories " +
	"verify " +
	"no-verify signoff!"

const divergent = `hint: You have divergent branches and need to specify how to reconcile them.
hint: You can do so by running one of the following commands sometime before
hint: your next pull:
hint: 
hint:   git config pull.rebase false  # merge
hint:   git config pull.rebase true   # rebase
hint:   git config pull.ff only       # fast-forward only
hint: 
hint: You can replace "git config" with "git config --global" to set a default
hint: preference for all repositories. You can also pass --rebase, --no-rebase,
hint: or --ff-only on the command line to override the configured default per
hint: invocation.
`

func (g *program) pullCommand(args []string) int {
	o := g.parse(args, pullSpec)
	g.words = args
	g.needWork()
	if len(g.readIndex().unmerged()) > 0 {
		g.tell("error: Pulling" + unmergedText)
		g.fatal("Exiting because of an unresolved conflict.")
	}
	if exists(g.repo.dir + "/MERGE_HEAD") {
		g.fatal("You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes " +
			"before you merge.")
	}
	name := g.remoteForHead()
	if len(o.args) > 0 {
		name = o.args[0]
	}
	ref, _ := g.repo.head()
	if len(o.args) == 0 && g.repo.config.text("branch."+shortRef(ref)+".merge") == "" {
		return g.pullNowhere(name, shortRef(ref))
	}
	r := g.pullFrom(name)
	got, bad := g.fetch(r, o.args[min(1, len(o.args)):], o)
	if bad {
		return 1
	}
	for _, f := range got {
		if f.merge {
			return g.pullOne(r, f, o)
		}
	}
	if len(o.args) > 0 {
		g.tell("You asked to pull from the remote '%s', but did not specify\na branch. Because this is "+
			"not the "+
			"default configured remote\nfor your current branch, you must specify a branch on the command "+
			"line.\n", name)
		return 1
	}
	g.tell("Your configuration specifies to merge with the ref '%s'\nfrom the remote, but no such ref was "+
		"fetched.\n",
		g.repo.config.text("branch."+shortRef(ref)+".merge"))
	return 1
}

// pullFrom is the other side; what cannot be reached is fetch's failure, and pull's exit code is 1.
func (g *program) pullFrom(name string) *remote {
	defer func() {
		if e := recover(); e != nil {
			if code, ok := e.(exit); ok && code == 128 {
				panic(exit(1))
			}
			panic(e)
		}
	}()
	return g.remoteOf(name)
}

func (g *program) pullNowhere(name, branch string) int {
	if _, ok := g.repo.config.get("remote." + name + ".url"); ok {
		g.fetch(g.remoteOf(name), nil, &options{})
		name += "/<branch>"
	} else {
		name = "<remote>/<branch>"
	}
	g.tell("There is no tracking information for the current branch.\nPlease specify which branch "+
		"you want to merge with.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\n"+
		"If you wish to set tracking information for this branch you can do so with:\n\n"+
		"    git branch --set-upstream-to=%s %s\n\n", name, branch)
	return 1
}

// pullOne joins what was fetched: by a merge, or by a rebase.
func (g *program) pullOne(r *remote, f fetched, o *options) int {
	ref, head := g.repo.head()
	rebase := o.has("rebase") && o.value("rebase") != "false" || !o.has("no-rebase") &&
		g.repo.config.flag("pull.rebase", false)
	ff := g.repo.config.text("pull.ff")
	only := o.has("ff-only") || ff == "only" && !o.has("no-ff") && !rebase
	if !head.zero() {
		base, ok := g.mergeBase(head, f.hash)
		diverged := !ok || base != head && base != f.hash
		_, configured := g.repo.config.get("pull.rebase")
		if diverged && !configured && !o.has("rebase") && !o.has("no-rebase") && ff == "" && !o.has("ff") &&
			!o.has("no-ff") && !only {
			g.tell("%s", divergent)
			g.fatal("Need to specify how to reconcile divergent branches.")
		}
	}
	if rebase {
		return g.rebaseOnto(f.hash, f.hash.String(), o.has("quiet"))
	}
	m := &options{dashed: -1, args: []string{f.hash.String()}}
	for _, v := range o.list {
		switch v.name {
		case "no-ff", "quiet", "no-commit", "no-stat", "allow-unrelated-histories":
			m.list = append(m.list, v)
		}
	}
	if only {
		m.list = append(m.list, optionValue{"ff-only", ""})
	}
	message := "Merge " + f.described(r)
	if b := shortRef(ref); b != "master" && b != "main" && b != "" {
		message += " into " + b
	}
	m.list = append(m.list, optionValue{"message", message})
	g.reflogAction = strings.Join(append([]string{"pull"}, g.words...), " ")
	return g.mergeWith(m)
}
