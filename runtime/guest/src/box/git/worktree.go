package git

import (
	"path"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// content is what git stores of a file of the work tree.
func (g *program) content(p string, st *primitives.Stat) ([]byte, error) {
	if st.IsSymlink() {
		to, err := linux.Readlink(g.repo.at(p))
		return []byte(to), err
	}
	b, err := readFile(g.repo.at(p))
	if err == nil {
		b = g.clean(p, b)
	}
	return b, err
}

// modeOf is the mode that a file of the work tree gets; old is what the index has.
func (g *program) modeOf(st *primitives.Stat, old uint32) uint32 {
	switch {
	case st.IsSymlink():
		return modeLink
	case !g.repo.config.flag("core.filemode", true):
		if old == modeExec {
			return modeExec
		}
		return modeFile
	case st.Mode&0o100 != 0:
		return modeExec
	}
	return modeFile
}

// look says how a file of the index is in the work tree: as it is there, changed, or gone.
func (g *program) look(x *index, e *indexEntry) (now file, there bool) {
	st, err := linux.Lstat(g.repo.at(e.path))
	if err != nil || st.IsDir() && e.file.mode != modeGitlink || g.behindLink(e.path) {
		return file{}, false
	}
	if e.file.mode == modeGitlink {
		return e.file, true
	}
	now.mode = g.modeOf(&st, e.file.mode)
	same := e.size == uint32(st.Size) && e.mtime == split(st.Mtime) && e.ino == uint32(st.Ino) &&
		e.ctime == split(st.Ctime) && !e.intent
	racy := e.mtime[0] > x.mtime[0] || e.mtime[0] == x.mtime[0] && e.mtime[1] >= x.mtime[1]
	if same && !racy {
		now.hash = e.file.hash
		return now, true
	}
	b, err := g.content(e.path, &st)
	if err != nil {
		return file{mode: now.mode}, true
	}
	now.hash = hashOf("blob", b)
	if now.hash == e.file.hash {
		e.stamp(&st)
	}
	return now, true
}

// behindLink reports whether a directory of the path is a symbolic link.
func (g *program) behindLink(p string) bool {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if st, err := linux.Lstat(g.repo.at(dir)); err == nil && st.IsSymlink() {
			return true
		}
	}
	return false
}

// put writes a file to the work tree and returns its entry for the index.
func (g *program) put(p string, f file) *indexEntry {
	full := g.repo.at(p)
	g.clearWay(p)
	e := &indexEntry{path: p, file: f}
	if f.mode == modeGitlink {
		_ = mkdirAll(full)
		return e
	}
	data := g.blob(f.hash)
	if f.mode != modeLink {
		data = g.smudge(p, data)
	}
	if err := mkdirAll(path.Dir(full)); err != nil {
		g.tell("error: unable to create file %s: %s\n", p, text(err))
		return e
	}
	if st, err := linux.Lstat(full); err == nil {
		if st.IsDir() {
			_ = removeAll(full)
		} else {
			_ = linux.Unlink(full)
		}
	}
	var err error
	switch f.mode {
	case modeLink:
		err = linux.Symlink(string(data), full)
	case modeExec:
		err = create(full, data, 0o777, primitives.O_EXCL)
	default:
		err = create(full, data, 0o666, primitives.O_EXCL)
	}
	if err != nil {
		g.tell("error: unable to create file %s: %s\n", p, text(err))
		return e
	}
	if st, err := linux.Lstat(full); err == nil {
		e.stamp(&st)
	}
	return e
}

// clearWay removes files that stand where a path needs directories.
func (g *program) clearWay(p string) {
	for i := range len(p) {
		if p[i] != '/' {
			continue
		}
		if st, err := linux.Lstat(g.repo.at(p[:i])); err == nil && !st.IsDir() {
			_ = linux.Unlink(g.repo.at(p[:i]))
		}
	}
}

// drop removes a file from the work tree with the directories that it leaves empty.
func (g *program) drop(p string) {
	full := g.repo.at(p)
	if err := linux.Unlink(full); err != nil && !is(err, primitives.ENOENT) && !is(err, primitives.ENOTDIR) {
		g.tell("warning: unable to unlink '%s': %s\n", p, text(err))
		return
	}
	removeEmpty(path.Dir(full), g.repo.work)
}

// untracked lists what is in the work tree and not in the index. A directory without tracked files counts
// as one, with a slash at its end, unless all are wanted; what is ignored is left out, or is all that is
// listed.
func (g *program) untracked(x *index, all, ignored bool) []string {
	w := g.walker(x)
	w.all, w.ignored = all, ignored
	w.walk("", false)
	return w.found
}

// walker knows what is tracked, and the rules of outside the work tree.
func (g *program) walker(x *index) walker {
	w := walker{g: g, tracked: map[string]bool{}, dirs: map[string]bool{}, rules: g.outerIgnores()}
	for _, e := range x.entries {
		w.tracked[e.path] = true
		for dir := path.Dir(e.path); dir != "."; dir = path.Dir(dir) {
			w.dirs[dir] = true
		}
	}
	return w
}

type walker struct {
	g             *program
	all, ignored  bool
	tracked, dirs map[string]bool
	rules         []ignoreRule
	found         []string
}

// walk looks through a directory; inside says that it is itself ignored.
func (w *walker) walk(dir string, inside bool) {
	list, err := linux.ReadDir(w.g.repo.at(dir))
	if err != nil {
		if dir != "" {
			w.g.tell("warning: could not open directory '%s/': %s\n", dir, text(err))
		}
		return
	}
	outer := w.rules
	w.rules = append(slices.Clip(w.rules), w.g.ignoresOf(dir)...)
	defer func() { w.rules = outer }()
	names := map[string]bool{}
	for _, e := range list {
		names[e.Name] = true
	}
	for _, name := range sorted(names) {
		if name != ".git" {
			w.one(path.Join(dir, name), inside)
		}
	}
}

func (w *walker) one(p string, inside bool) {
	st, err := linux.Lstat(w.g.repo.at(p))
	if err != nil || w.tracked[p] {
		return
	}
	if !st.IsDir() && !st.IsRegular() && !st.IsSymlink() {
		return
	}
	skip := inside || ignores(w.rules, p, st.IsDir())
	switch {
	case !st.IsDir():
		if skip == w.ignored {
			w.found = append(w.found, p)
		}
	case w.dirs[p]:
		w.walk(p, skip)
	case exists(w.g.repo.at(p) + "/.git"):
		if !skip && !w.ignored {
			w.found = append(w.found, p+"/")
		}
	case skip && !w.ignored:
	case skip && !w.all:
		if w.holds(p) {
			w.found = append(w.found, p+"/")
		}
	case w.all || w.ignored:
		w.walk(p, skip)
	default:
		sub := walker{g: w.g, all: true, tracked: w.tracked, dirs: w.dirs, rules: w.rules}
		if sub.walk(p, skip); len(sub.found) > 0 {
			w.found = append(w.found, p+"/")
		}
	}
}

// holds reports whether there is any file below a directory.
func (w *walker) holds(dir string) bool {
	list, err := linux.ReadDir(w.g.repo.at(dir))
	if err != nil {
		return false
	}
	for _, e := range list {
		p := path.Join(dir, e.Name)
		if !isDir(w.g.repo.at(p)) || w.holds(p) {
			return true
		}
	}
	return false
}
