package git

import (
	"errors"
	"path"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// repo is a repository that was found.
type repo struct {
	dir    string // .git, absolute
	common string // where objects and refs are; dir
	work   string // top of the work tree, absolute; empty if bare
	prefix string // where we are below it, with a slash at its end, or empty
	config *config

	cache     map[hash]object
	packs     []*pack
	packsRead bool
}

// shownDir is .git as messages name it: from the top of the work tree.
func (r *repo) shownDir() string {
	if r.work != "" && r.dir == r.work+"/.git" {
		return ".git"
	}
	return r.dir
}

// need finds the repository that the command works on, or ends it.
func (g *program) need() *repo {
	if g.repo != nil {
		return g.repo
	}
	cwd, err := linux.Getcwd()
	if err != nil {
		g.fatal("Unable to read current working directory: %s", text(err))
	}
	dir := g.gitDir
	if dir == "" {
		dir = g.env["GIT_DIR"]
	}
	if dir != "" {
		dir = absolute(cwd, dir)
		if !isGitDir(dir) {
			g.fatal("not a git repository: '%s'", g.given(dir))
		}
		g.open(dir, cwd, cwd)
	} else {
		g.discover(cwd)
	}
	if g.repo.work != "" {
		if rest, ok := strings.CutPrefix(cwd+"/", g.repo.work+"/"); ok {
			g.repo.prefix = rest
		}
	}
	return g.repo
}

func (g *program) given(dir string) string {
	if g.gitDir != "" {
		return g.gitDir
	}
	if v := g.env["GIT_DIR"]; v != "" {
		return v
	}
	return dir
}

func absolute(cwd, name string) string {
	if strings.HasPrefix(name, "/") {
		return path.Clean(name)
	}
	return path.Join(cwd, name)
}

// deviceOf is the file system that a directory is on.
func deviceOf(dir string) uint64 {
	st, err := linux.Stat(dir)
	if err != nil {
		return 0
	}
	return st.Dev
}

func isGitDir(dir string) bool {
	return isDir(dir+"/objects") && isDir(dir+"/refs") && exists(dir+"/HEAD")
}

func (g *program) discover(cwd string) {
	_, across := linux.Getenv("GIT_DISCOVERY_ACROSS_FILESYSTEM")
	device := deviceOf(cwd)
	for top := cwd; ; top = path.Dir(top) {
		if !across && deviceOf(top) != device {
			g.fatal("not a git repository (or any parent up to mount point %s)\n"+
				"Stopping at filesystem boundary (GIT_DISCOVERY_ACROSS_FILESYSTEM not set).", top)
		}
		dir := path.Join(top, ".git")
		if st, err := linux.Stat(dir); err == nil && st.IsRegular() {
			if to, ok := strings.CutPrefix(readText(dir), "gitdir: "); ok {
				dir = absolute(top, to)
			}
		}
		switch {
		case isGitDir(dir):
			g.owned(top, top, dir)
			g.open(dir, top, cwd)
			return
		case isGitDir(top):
			g.owned(top, top)
			g.open(top, "", cwd)
			return
		case top == "/":
			g.fatal("not a git repository (or any of the parent directories): .git")
		}
	}
}

// errForeign is what a search for a repository that needs none ends with at another user's.
var errForeign = errors.New("a repository of another user's")

// usable reports whether there is a repository that may be used; without one the command goes on.
func (g *program) usable() (ok bool) {
	g.gentle = true
	defer func() {
		g.gentle = false
		if r := recover(); r == errForeign {
			ok = false
		} else if r != nil {
			panic(r)
		}
	}()
	return g.findRepo()
}

// owned refuses a repository of another user's, unless safe.directory says that it may be used.
func (g *program) owned(top string, places ...string) {
	us := uint32(linux.Geteuid())
	foreign := false
	for _, p := range places {
		st, err := linux.Lstat(p)
		foreign = foreign || err == nil && st.UID != us
	}
	if !foreign {
		return
	}
	safe := false
	for _, v := range g.outerConfig().all("safe.directory") {
		switch {
		case v == "":
			safe = false
		case v == "*", path.Clean(v) == top, strings.HasSuffix(v, "/*") && strings.HasPrefix(top,
			v[:len(v)-1]):
			safe = true
		}
	}
	if !safe && g.gentle {
		panic(errForeign)
	}
	if !safe {
		g.fatal("detected dubious ownership in repository at '%s'\nTo add an exception for this "+
			"directory, call:\n\n"+
			"\tgit config --global --add safe.directory %s", top, quoteShell(top))
	}
}

// quoteShell quotes a word if a shell would not take it as it is.
func quoteShell(s string) string {
	if s != "" && strings.IndexFunc(s, func(c rune) bool {
		return !strings.ContainsRune("/._-+:@%,=", c) && (c < '0' || c > '9') && (c|0x20 < 'a' ||
			c|0x20 > 'z')
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func (g *program) open(dir, work, cwd string) {
	g.repo = &repo{dir: dir, common: dir, work: work, cache: map[hash]object{}}
	g.repo.config = g.outerConfig()
	g.repo.config.read(dir + "/config")
	g.repo.config.add(g.overrides)
	if v, ok := g.repo.config.get("core.bare"); ok && truthy(v) {
		g.repo.work = ""
	}
	if v := g.env["GIT_WORK_TREE"]; v != "" {
		g.repo.work = absolute(cwd, v)
	}
	if g.workTree != "" {
		g.repo.work = absolute(cwd, g.workTree)
	}
}

// needWork is need for what makes no sense without a work tree.
func (g *program) needWork() *repo {
	r := g.need()
	if r.work == "" {
		g.fatal("this operation must be run in a work tree")
	}
	return r
}

// at is the absolute place of a path of the repository.
func (r *repo) at(p string) string { return path.Join(r.work, p) }

// inside turns a path as it was given into one of the repository.
func (g *program) inside(given string) string {
	r := g.repo
	full := absolute(path.Join(r.work, r.prefix), given)
	if full == r.work {
		return ""
	}
	rest, ok := strings.CutPrefix(full, r.work+"/")
	if !ok {
		g.fatal("%s: '%s' is outside repository at '%s'", given, given, r.work)
	}
	return rest
}

// relative is a path of the repository as seen from where we are.
func (r *repo) relative(p string) string {
	if r.prefix == "" {
		return p
	}
	if rest, ok := strings.CutPrefix(p, r.prefix); ok && rest != "" {
		return rest
	}
	from := strings.Split(strings.TrimSuffix(r.prefix, "/"), "/")
	to := strings.Split(p, "/")
	same := 0
	for same < len(from) && same < len(to)-1 && from[same] == to[same] {
		same++
	}
	return strings.Repeat("../", len(from)-same) + strings.Join(to[same:], "/")
}

// quote spells a path as git does in what people and scripts read: bytes that are not plain in quotes.
func (g *program) quote(p string) string {
	wide := true
	if g.repo != nil {
		v, ok := g.repo.config.get("core.quotepath")
		wide = !ok || truthy(v)
	}
	var b strings.Builder
	special := false
	for i := range len(p) {
		c := p[i]
		const letters = "\a\b\t\n\v\f\r"
		switch {
		case c == '"' || c == '\\':
			b.WriteString("\\" + string(c))
			special = true
		case strings.IndexByte(letters, c) >= 0:
			b.WriteString("\\" + "abtnvfr"[c-7:c-6])
			special = true
		case c < ' ' || c == 0x7f || c > 0x7f && wide:
			b.WriteString("\\" + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7}))
			special = true
		default:
			b.WriteByte(c)
		}
	}
	if special {
		return `"` + b.String() + `"`
	}
	return p
}
