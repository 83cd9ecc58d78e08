package git

import (
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// stage takes a file of the work tree into the index.
func (g *program) stage(x *index, p string) bool {
	st, err := linux.Lstat(g.repo.at(p))
	if err != nil {
		return x.remove(p)
	}
	e := &indexEntry{path: p}
	old := x.find(p)
	if old != nil {
		e.file.mode = old.file.mode
	}
	e.file.mode = g.modeOf(&st, e.file.mode)
	b, err := g.content(p, &st)
	if err != nil {
		g.tell("error: open(\"%s\"): %s\nerror: unable to index file '%s'\n", g.repo.relative(p),
			text(err), p)
		g.fatal("adding files failed")
	}
	h, err := g.repo.write("blob", b)
	if err != nil {
		g.storeFailed(p, err, old != nil)
	}
	e.file.hash = h
	e.stamp(&st)
	changed := old == nil || old.file != e.file || old.intent
	x.set(e)
	return changed
}

func (g *program) storeFailed(p string, err error, known bool) {
	if text(err) == "Permission denied" {
		g.tell("error: insufficient permission for adding an object to repository database %s/objects\n",
			g.repo.shownDir())
	} else {
		g.tell("error: unable to create temporary file: %s\n", text(err))
	}
	g.tell("error: %s: failed to insert into database\nerror: unable to index file '%s'\n", p, p)
	if g.name == "add" && !known {
		g.fatal("adding files failed")
	}
	g.fatal("updating files failed")
}

func (g *program) addCommand(args []string) int {
	o := g.parse(args, "n/dry-run v/verbose f/force u/update A/all N/intent-to-add no-all p/patch! "+
		"i/interactive! "+
		"e/edit! refresh! ignore-errors! chmod: renormalize! sparse ignore-removal ignore-missing! "+
		"no-ignore-removal "+
		"pathspec-from-file:!")
	g.needWork()
	if len(o.args) == 0 && !o.has("all") && !o.has("update") {
		g.tell("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\n" +
			"hint: Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"\n")
		return 0
	}
	paths := g.pathspecs(o.args)
	g.takeLock(g.indexFile())
	defer linux.Unlink(g.indexFile() + ".lock") //nolint:errcheck // it is gone when all went well
	x := g.readIndex()
	used := map[int]bool{}
	want := func(p string) bool {
		ok := len(paths) == 0
		for i := range paths {
			if paths[i].matches(p) {
				used[i], ok = true, true
			}
		}
		return ok
	}
	var changed, fresh []string
	for _, e := range x.entries {
		if want(e.path) && !slices.Contains(changed, e.path) {
			now, there := g.look(x, e)
			if !there && o.has("ignore-removal") {
				continue
			}
			if e.stage > 0 || !there || now != e.file || e.intent {
				changed = append(changed, e.path)
			}
		}
	}
	if !o.has("update") {
		for _, p := range g.untracked(x, true, false) {
			if want(strings.TrimSuffix(p, "/")) {
				fresh = append(fresh, p)
			}
		}
		fresh = append(fresh, g.forced(x, o, paths, used)...)
	}
	g.checkUsed(o, paths, used)
	g.stageAll(x, o, changed, fresh)
	_ = linux.Unlink(g.indexFile() + ".lock")
	if !o.has("dry-run") {
		g.writeIndex(x)
	}
	return 0
}

func (g *program) stageAll(x *index, o *options, changed, fresh []string) {
	for _, p := range changed {
		gone := !exists(g.repo.at(p))
		if o.has("verbose") || o.has("dry-run") {
			g.print(map[bool]string{true: "remove", false: "add"}[gone], " '", p, "'\n")
		}
		if !o.has("dry-run") {
			g.stage(x, p)
		}
	}
	for _, p := range fresh {
		if strings.HasSuffix(p, "/") {
			g.unsupported("add of a repository within the repository")
		}
		if o.has("verbose") || o.has("dry-run") {
			g.print("add '", p, "'\n")
		}
		switch {
		case o.has("dry-run"):
		case o.has("intent-to-add"):
			h := hashOf("blob", nil)
			x.set(&indexEntry{path: p, file: file{modeFile, h}, intent: true})
		default:
			g.stage(x, p)
		}
	}
	for _, v := range o.values("chmod") {
		mode := uint32(modeFile)
		if v == "+x" {
			mode = modeExec
		}
		for _, e := range x.entries {
			if wanted(g.pathspecs(o.args), e.path) && e.file.mode&0o170000 == 0o100000 {
				e.file.mode = mode
			}
		}
	}
}

// forced are ignored files that were named and are to be added, or a complaint about them.
func (g *program) forced(x *index, o *options, paths []pathspec, used map[int]bool) []string {
	var list, refused []string
	for i := range paths {
		s := &paths[i]
		st, err := linux.Lstat(g.repo.at(s.path))
		if used[i] || err != nil || s.path == "" {
			if s.path == "" || err == nil && st.IsDir() {
				used[i] = true
			}
			continue
		}
		used[i] = true
		rule := g.ignoring(s.path, st.IsDir())
		switch {
		case rule == nil:
		case !o.has("force"):
			refused = append(refused, s.path)
		case st.IsDir():
			for _, p := range g.untracked(x, true, true) {
				if s.matches(p) {
					list = append(list, p)
				}
			}
		default:
			list = append(list, s.path)
		}
	}
	if len(refused) > 0 {
		g.tell("The following paths are ignored by one of your .gitignore files:\n%s\n"+
			"hint: Use -f if you really want to add them.\nhint: Turn this message off by running\n"+
			"hint: \"git config advice.addIgnoredFile false\"\n", strings.Join(refused, "\n"))
		panic(exit(1))
	}
	return list
}

func (g *program) checkUsed(o *options, paths []pathspec, used map[int]bool) {
	for i := range paths {
		if !used[i] && paths[i].path != "" {
			_ = linux.Unlink(g.indexFile() + ".lock")
			g.fatal("pathspec '%s' did not match any files", paths[i].given)
		}
	}
	_ = o
}

func (g *program) rmCommand(args []string) int {
	o := g.parse(args, "n/dry-run q/quiet cached f/force r ignore-unmatch sparse pathspec-from-file:!")
	g.need()
	if !o.has("cached") {
		g.needWork()
	}
	if len(o.args) == 0 {
		g.fatal("No pathspec was given. Which files should I remove?")
	}
	x := g.readIndex()
	var list []string
	for _, s := range g.pathspecs(o.args) {
		n := len(list)
		for _, e := range x.entries {
			if !s.matches(e.path) || slices.Contains(list, e.path) {
				continue
			}
			if e.path != s.path && !s.glob && !o.has("r") {
				g.fatal("not removing '%s' recursively without -r", s.given)
			}
			list = append(list, e.path)
		}
		if len(list) == n && !o.has("ignore-unmatch") {
			g.fatal("pathspec '%s' did not match any files", s.given)
		}
	}
	if !o.has("force") {
		g.checkRemoval(x, list, o.has("cached"))
	}
	for _, p := range list {
		if !o.has("quiet") {
			g.print("rm '", p, "'\n")
		}
		if o.has("dry-run") {
			continue
		}
		x.remove(p)
		if !o.has("cached") {
			g.drop(p)
		}
	}
	if !o.has("dry-run") {
		g.writeIndex(x)
	}
	return 0
}

// checkRemoval refuses to remove what is nowhere else.
func (g *program) checkRemoval(x *index, list []string, cached bool) {
	_, head := g.repo.head()
	old := g.flatten(g.treeOf(head))
	var both, staged, local []string
	for _, p := range list {
		e := x.find(p)
		if e == nil {
			continue
		}
		now, there := g.look(x, e)
		inHead := old[p] == e.file
		same := !there || now == e.file
		switch {
		case !same && !inHead:
			both = append(both, p)
		case cached:
		case !inHead && !e.intent && there:
			staged = append(staged, p)
		case !same:
			local = append(local, p)
		}
	}
	say := func(list []string, what, how string) {
		if len(list) == 0 {
			return
		}
		verb := "file has"
		if len(list) > 1 {
			verb = "files have"
		}
		g.tell("error: the following %s %s:\n    %s\n(use %s)\n", verb, what, strings.Join(list, "\n    "+
			""), how)
	}
	say(both, "staged content different from both the\nfile and the HEAD", "-f to force removal")
	say(staged, "changes staged in the index", "--cached to keep the file, or -f to force removal")
	say(local, "local modifications", "--cached to keep the file, or -f to force removal")
	if len(both)+len(staged)+len(local) > 0 {
		panic(exit(1))
	}
}

func (g *program) mvCommand(args []string) int {
	o := g.parse(args, "n/dry-run f/force k v/verbose sparse")
	g.needWork()
	if len(o.args) < 2 {
		g.usage("wrong number of arguments")
	}
	x := g.readIndex()
	target := g.inside(o.args[len(o.args)-1])
	into := isDir(g.repo.at(target))
	if len(o.args) > 2 && !into {
		g.fatal("destination '%s' is not a directory", o.args[len(o.args)-1])
	}
	for _, a := range o.args[:len(o.args)-1] {
		from := g.inside(a)
		to := target
		if into {
			to = path.Join(target, path.Base(from))
		}
		why := g.moveProblem(x, from, to, o.has("force"))
		if why != "" {
			if o.has("k") {
				continue
			}
			g.fatal("%s, source=%s, destination=%s", why, from, to)
		}
		if o.has("verbose") || o.has("dry-run") {
			g.print("Renaming ", from, " to ", to, "\n")
		}
		if o.has("dry-run") {
			continue
		}
		if err := linux.Rename(g.repo.at(from), g.repo.at(to)); err != nil {
			g.fatal("renaming '%s' failed: %s", from, text(err))
		}
		for _, e := range slices.Clone(x.entries) {
			if rest, ok := strings.CutPrefix(e.path, from+"/"); ok {
				e.path = to + "/" + rest
			} else if e.path == from {
				x.remove(to)
				e.path = to
			}
		}
	}
	if !o.has("dry-run") {
		g.writeIndex(x)
	}
	return 0
}

func (g *program) moveProblem(x *index, from, to string, force bool) string {
	tracked := slices.ContainsFunc(x.entries, func(e *indexEntry) bool {
		return e.path == from || strings.HasPrefix(e.path, from+"/")
	})
	switch {
	case !exists(g.repo.at(from)):
		return "bad source"
	case !tracked && isDir(g.repo.at(from)):
		return "source directory is empty"
	case !tracked:
		return "not under version control"
	case from == to || strings.HasPrefix(to, from+"/"):
		return "can not move directory into itself"
	case exists(g.repo.at(to)) && !force:
		return "destination exists"
	case !isDir(g.repo.at(path.Dir(to))):
		return "destination directory does not exist"
	}
	return ""
}
