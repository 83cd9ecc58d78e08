package git

import (
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// findRepo is need where a command can do without.
func (g *program) findRepo() bool {
	if g.repo != nil {
		return true
	}
	cwd, err := linux.Getcwd()
	if err != nil {
		return false
	}
	for top := cwd; ; top = path.Dir(top) {
		if exists(path.Join(top, ".git")) || isGitDir(top) || g.gitDir != "" || g.env["GIT_DIR"] != "" {
			g.need()
			return true
		}
		if top == "/" {
			return false
		}
	}
}

// head is the branch that HEAD names, as refs/heads/x, or empty if it is detached, and the commit.
func (r *repo) head() (ref string, h hash) {
	text := readText(r.dir + "/HEAD")
	if name, ok := strings.CutPrefix(text, "ref: "); ok {
		h, _ = r.ref(name)
		return name, h
	}
	h, _ = parseHash(text)
	return "", h
}

// ref is the value of a reference by its whole name.
func (r *repo) ref(name string) (hash, bool) {
	for range 8 {
		text := readText(r.common + "/" + name)
		if to, ok := strings.CutPrefix(text, "ref: "); ok {
			name = to
			continue
		}
		if name == "FETCH_HEAD" { // what is to be merged comes first
			text, _, _ = strings.Cut(text, "\t")
		}
		if h, ok := parseHash(text); ok {
			return h, true
		}
		break
	}
	h, ok := r.packedRefs()[name]
	return h, ok
}

func (r *repo) packedRefs() map[string]hash {
	m := map[string]hash{}
	b, err := readFile(r.common + "/packed-refs")
	if err != nil {
		return m
	}
	for line := range strings.Lines(string(b)) {
		value, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		if h, okHash := parseHash(value); ok && okHash {
			m[name] = h
		}
	}
	return m
}

// refsBelow lists references whose names begin with a prefix such as refs/heads/, sorted.
func (r *repo) refsBelow(prefix string) []string {
	var names []string
	for name := range r.packedRefs() {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	var walk func(dir string)
	walk = func(dir string) {
		list, err := linux.ReadDir(r.common + "/" + dir)
		if err != nil {
			return
		}
		for _, e := range list {
			p := dir + "/" + e.Name
			if isDir(r.common + "/" + p) {
				walk(p)
			} else if strings.HasPrefix(p, prefix) && !strings.HasSuffix(p, ".lock") {
				names = append(names, p)
			}
		}
	}
	walk(strings.TrimSuffix(prefix, "/"))
	slices.Sort(names)
	return slices.Compact(names)
}

// setRef writes a reference and, with a message, its log; of the branch that HEAD names, HEAD's too.
func (g *program) setRef(name string, h hash, message string) {
	r := g.repo
	old, _ := r.ref(name)
	file := r.common + "/" + name
	if name == "HEAD" {
		file = r.dir + "/HEAD"
		_, old = r.head()
	}
	if err := mkdirAll(path.Dir(file)); err != nil {
		g.fatal("cannot lock ref '%s': unable to create directory for %s", name, file)
	}
	err := create(file+".lock", []byte(h.String()+"\n"), 0o666, primitives.O_EXCL)
	if err != nil {
		more := ""
		if is(err, primitives.EEXIST) {
			more = "." + lockAdvice
		}
		if g.lockName != "" {
			name = g.lockName
		}
		g.fatal("cannot lock ref '%s': Unable to create '%s.lock': %s%s", name, file, text(err), more)
	}
	g.commitLock(file)
	if message == "" {
		return
	}
	g.logRef(name, old, h, message)
}

// setRefLogged is setRef with a log even where nothing is to be said.
func (g *program) setRefLogged(name string, h hash, message string) {
	r := g.repo
	old, _ := r.ref(name)
	if name == "HEAD" {
		_, old = r.head()
	}
	g.setRef(name, h, "")
	g.logRef(name, old, h, message)
}

func (g *program) logRef(name string, old, h hash, message string) {
	r := g.repo
	g.appendLog(name, old, h, message)
	if branch, _ := r.head(); branch == name {
		g.appendLog("HEAD", old, h, message)
	}
}

func (g *program) commitLock(file string) {
	if err := linux.Rename(file+".lock", file); err != nil {
		g.fatal("unable to write %s: %s", file, text(err))
	}
}

func (g *program) appendLog(name string, old, h hash, message string) {
	if strings.HasPrefix(name, "refs/tags/") {
		return
	}
	file := g.repo.common + "/logs/" + name
	if err := mkdirAll(path.Dir(file)); err != nil {
		return
	}
	who := g.identity("COMMITTER", false)
	line := old.String() + " " + h.String() + " " + who.String() + "\t" + firstLine(message) + "\n"
	_ = create(file, []byte(line), 0o666, primitives.O_APPEND)
}

// setHead makes HEAD name a branch.
func (g *program) setHead(ref string) {
	name := g.repo.dir + "/HEAD"
	err := create(name+".lock", []byte("ref: "+ref+"\n"), 0o666, primitives.O_EXCL)
	if err != nil {
		more := ""
		if is(err, primitives.EEXIST) {
			more = "." + lockAdvice
		}
		g.tell("error: Unable to create '%s.lock': %s%s\n", name, text(err), more)
		g.fatal("unable to update HEAD")
	}
	g.commitLock(name)
}

// deleteRef removes a reference with its log.
func (g *program) deleteRef(name string) {
	r := g.repo
	_ = linux.Unlink(r.common + "/" + name)
	_ = linux.Unlink(r.common + "/logs/" + name)
	removeEmpty(path.Dir(r.common+"/"+name), r.common+"/refs/heads")
	packed := r.packedRefs()
	if _, ok := packed[name]; !ok {
		return
	}
	delete(packed, name)
	g.writePackedRefs(packed)
}

func sorted[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// logEntry is a line of a reference's log.
type logEntry struct {
	old, new hash
	who      string
	message  string
}

// refLog is a reference's log, the latest first.
func (r *repo) refLog(name string) []logEntry {
	b, err := readFile(r.common + "/logs/" + name)
	if err != nil {
		return nil
	}
	var list []logEntry
	for line := range strings.Lines(string(b)) {
		head, message, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		parts := strings.SplitN(head, " ", 3)
		if len(parts) < 3 {
			continue
		}
		e := logEntry{who: parts[2], message: message}
		e.old, _ = parseHash(parts[0])
		e.new, _ = parseHash(parts[1])
		list = append(list, e)
	}
	slices.Reverse(list)
	return list
}

// goodRef reports whether a branch or tag may have a name, check-ref-format(1).
func goodRef(name string) bool {
	if name == "" || name == "@" || strings.HasPrefix(name, "-") || strings.HasSuffix(name, "/") ||
		strings.HasSuffix(name, ".") || strings.Contains(name, "..") || strings.Contains(name, "//") ||
		strings.Contains(name, "@{") || strings.HasPrefix(name, "/") {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c == 0x7f || strings.IndexByte("~^:?*[\\", c) >= 0 {
			return false
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return true
}

func shortRef(name string) string {
	for _, p := range [...]string{"refs/heads/", "refs/tags/", "refs/remotes/"} {
		if rest, ok := strings.CutPrefix(name, p); ok {
			return rest
		}
	}
	return name
}

// packRefs puts references (those below refs/tags, or all) into packed-refs and removes their own files.
func (g *program) packRefs(all, prune bool) {
	packed := g.repo.packedRefs()
	var loose []string
	for _, name := range g.repo.refsBelow("refs/") {
		text := readText(g.repo.common + "/" + name)
		if text == "" || strings.HasPrefix(text, "ref: ") {
			continue
		}
		_, known := packed[name]
		if !all && !known && !strings.HasPrefix(name, "refs/tags/") {
			continue
		}
		packed[name], _ = g.repo.ref(name)
		loose = append(loose, name)
	}
	g.writePackedRefs(packed)
	if !prune {
		return
	}
	for _, name := range loose {
		_ = linux.Unlink(g.repo.common + "/" + name)
		for _, top := range [...]string{"refs/heads", "refs/tags", "refs"} {
			if strings.HasPrefix(name, top+"/") {
				removeEmpty(path.Dir(g.repo.common+"/"+name), g.repo.common+"/"+top)
				break
			}
		}
	}
}

func (g *program) writePackedRefs(packed map[string]hash) {
	b := "# pack-refs with: peeled fully-peeled sorted \n"
	for _, n := range sorted(packed) {
		b += packed[n].String() + " " + n + "\n"
		if o, err := g.repo.read(packed[n]); err == nil && o.kind == "tag" {
			h, _ := g.peel(packed[n], "")
			b += "^" + h.String() + "\n"
		}
	}
	g.lockFile(g.repo.common+"/packed-refs", []byte(b))
}
