package git

import (
	"slices"
	"strings"
)

// remote is the other side of fetch and push: a repository of this file system.
type remote struct {
	name  string // as configured, or the address
	url   string
	known bool // by that name
	repo  *repo
}

// openOther opens a repository beside the one that the command works on.
func openOther(dir string) *repo {
	c := &config{}
	c.read(dir + "/config")
	return &repo{dir: dir, common: dir, cache: map[hash]object{}, config: c}
}

// remoteOf finds the other side by a name or an address, and ends the command where it cannot be reached.
func (g *program) remoteOf(name string) *remote {
	r := &remote{name: name, url: name}
	if g.repo != nil {
		if v, ok := g.repo.config.get("remote." + name + ".url"); ok {
			r.url, r.known = v, true
		}
	}
	if _, local := remoteHost(r.url); !local {
		g.unreachable(r.url)
	}
	base := g.cwd()
	if r.known && g.repo.work != "" {
		base = g.repo.work
	} else if r.known {
		base = g.repo.dir
	}
	p := absolute(base, strings.TrimPrefix(r.url, "file://"))
	for _, dir := range [...]string{p + "/.git", p, p + ".git"} {
		if isGitDir(dir) {
			g.owned(strings.TrimSuffix(dir, "/.git"), dir)
			r.repo = openOther(dir)
			return r
		}
	}
	g.tell("fatal: '%s' does not appear to be a git repository\n", r.url)
	g.fatal("%s", noAccess)
	return nil
}

// shownURL is the address as fetch names it.
func (r *remote) shownURL() string {
	url := strings.TrimRight(r.url, "/")
	if len(url) > len(".git") {
		url = strings.TrimSuffix(url, ".git")
	}
	return url
}

// transfer copies what can be reached from some objects and is not there yet.
func (g *program) transfer(from, to *repo, tips []hash) {
	seen := map[hash]bool{}
	todo := append([]hash(nil), tips...)
	var found []hash
	for len(todo) > 0 {
		h := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[h] || h.zero() {
			continue
		}
		seen[h] = true
		if to.has(h) { // and so all that belongs to it
			continue
		}
		o, err := from.read(h)
		if err != nil {
			g.fatal("unable to read %s", h)
		}
		found = append(found, h)
		todo = append(todo, children(h, o)...)
	}
	for _, f := range slices.Backward(found) { // what is pointed to comes first
		o, err := from.read(f)
		if err == nil {
			_, err = to.write(o.kind, o.data)
		}
		if err != nil {
			g.fatal("unable to write %s: %s", f, text(err))
		}
	}
}

// children are the objects that an object points to.
func children(h hash, o object) []hash {
	var list []hash
	switch o.kind {
	case "commit":
		c := parseCommit(h, o.data)
		list = append(append(list, c.parents...), c.tree)
	case "tree":
		for _, e := range parseTree(o.data) {
			const submodule = 0o160000
			if e.mode != submodule {
				list = append(list, e.hash)
			}
		}
	case "tag":
		line, _, _ := strings.Cut(string(o.data), "\n")
		if to, ok := parseHash(strings.TrimPrefix(line, "object ")); ok {
			list = append(list, to)
		}
	}
	return list
}

// onto runs f with another repository in the place of this one.
func (g *program) onto(r *repo, f func()) {
	mine := g.repo
	g.repo = r
	defer func() { g.repo = mine }()
	f()
}

// setRefOf moves a reference of another repository; its log is written if it keeps one.
func (g *program) setRefOf(r *repo, name string, h hash) {
	g.onto(r, func() {
		message := ""
		if r.config.flag("core.logallrefupdates", !r.config.flag("core.bare", false)) {
			message = "push"
		}
		g.setRef(name, h, message)
	})
}

// update is one reference that fetch or push moves.
type update struct {
	from, to string // whole names; from is empty for a deletion
	shown    string // what was asked for, of push
	old, new hash
	force    bool
	refused  string
}

// summaryLine is how fetch and push tell of one reference.
func (g *program) summaryLine(flag, what, from, to, note string, width int) {
	if note != "" {
		note = " " + note
	}
	if to == "" {
		g.tell(" %s %-17s %s%s\n", flag, what, from, note)
		return
	}
	g.tell(" %s %-17s %-*s -> %s%s\n", flag, what, width, from, to, note)
}

func (g *program) rangeText(old, new hash, dots string) string {
	return g.abbreviate(old) + dots + g.abbreviate(new)
}

// lsRemoteCommand is ls-remote of a repository that can be reached.
func (g *program) lsRemoteCommand(args []string) int {
	o := g.parse(args, "heads h/heads t/tags refs q/quiet exit-code get-url symref! sort:! upload-pack:!")
	g.findRepo()
	name := "origin"
	if len(o.args) > 0 {
		name = o.args[0]
	}
	if len(o.args) == 0 && g.repo == nil {
		g.fatal("No remote configured to list refs from.")
	}
	r := g.remoteOf(name)
	if o.has("get-url") {
		g.print(r.url, "\n")
		return 0
	}
	if len(o.args) == 0 && !o.has("quiet") {
		g.tell("From %s\n", r.url)
	}
	shown := 0
	show := func(h hash, name string) {
		if h.zero() || !g.listedRef(o, name) {
			return
		}
		shown++
		g.print(h.String(), "\t", name, "\n")
	}
	_, head := r.repo.head()
	if !o.has("heads") && !o.has("tags") && !o.has("refs") {
		show(head, "HEAD")
	}
	for _, name := range r.repo.refsBelow("refs/") {
		h, _ := r.repo.ref(name)
		show(h, name)
		if ob, err := r.repo.read(h); err == nil && ob.kind == "tag" && !o.has("refs") {
			if to := children(h, ob); len(to) > 0 {
				show(to[0], name+"^{}")
			}
		}
	}
	if shown == 0 && o.has("exit-code") {
		return 2
	}
	return 0
}

func (g *program) listedRef(o *options, name string) bool {
	heads, tags := strings.HasPrefix(name, "refs/heads/"), strings.HasPrefix(name, "refs/tags/")
	if (o.has("heads") || o.has("tags")) && !(o.has("heads") && heads || o.has("tags") && tags) {
		return false
	}
	if len(o.args) < 2 {
		return true
	}
	for _, p := range o.args[1:] {
		if wildmatch("*/"+p, "/"+name, false) {
			return true
		}
	}
	return false
}
