package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// treeTool follows tree 2.1.
type treeTool struct {
	r                                       *run
	all, dirsOnly, full, noReport, size     bool
	human, perms, classify, noIndent, dirs1 bool
	level                                   int
	pattern, ignore                         string
	dirs, files                             int
}

func treeMain(r *run) int {
	t := &treeTool{r: r, level: -1}
	opts, dirs := r.options("a d f i L: P: I: s h p F /noreport /dirsfirst n C " +
		"!J !X !H: !t !r !u !g !D !/inodes !/du !/prune !l !o: v")
	for _, o := range opts {
		t.option(o)
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	for _, d := range dirs {
		st, err := linux.Stat(d)
		if err != nil || !st.IsDir() {
			r.print(d, "  [error opening dir]\n")
			r.status = 2
			continue
		}
		r.print(d, "\n")
		t.walk(strings.TrimSuffix(d, "/"), "", 1)
	}
	if !t.noReport {
		r.printf("\n%s", count(t.dirs, "directory", "directories"))
		if !t.dirsOnly {
			r.printf(", %s", count(t.files, "file", "files"))
		}
		r.print("\n")
	}
	return r.status
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return sprintf("%d %s", n, many)
}

func (t *treeTool) option(o option) {
	switch o.name {
	case "a":
		t.all = true
	case "d":
		t.dirsOnly = true
	case "f":
		t.full = true
	case "i":
		t.noIndent = true
	case "L":
		if t.level = atoi(o.value); t.level <= 0 {
			t.r.stderr("tree: Invalid level, must be greater than 0.\n")
			panic(exit(1))
		}
	case "P":
		t.pattern = o.value
	case "I":
		t.ignore = o.value
	case "s":
		t.size = true
	case "h":
		t.size, t.human = true, true
	case "p":
		t.perms = true
	case "F":
		t.classify = true
	case "noreport":
		t.noReport = true
	case "dirsfirst":
		t.dirs1 = true
	}
}

type treeEntry struct {
	name string
	st   primitives.Stat
}

// list returns the entries of a directory that are to be shown, sorted.
func (t *treeTool) list(dir string) ([]treeEntry, error) {
	l, err := linux.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []treeEntry
	for _, e := range l {
		if e.Name == "." || e.Name == ".." || !t.all && e.Name[0] == '.' {
			continue
		}
		st, err := linux.Lstat(dir + "/" + e.Name)
		if err != nil || t.dirsOnly && !st.IsDir() || t.hidden(e.Name, st.IsDir()) {
			continue
		}
		out = append(out, treeEntry{e.Name, st})
	}
	slices.SortFunc(out, func(a, b treeEntry) int {
		if t.dirs1 && a.st.IsDir() != b.st.IsDir() {
			if a.st.IsDir() {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	return out, nil
}

func (t *treeTool) hidden(name string, isDir bool) bool {
	match := func(patterns string) bool {
		for p := range strings.SplitSeq(patterns, "|") {
			if fnmatch(p, name, false) {
				return true
			}
		}
		return false
	}
	return t.ignore != "" && match(t.ignore) || t.pattern != "" && !isDir && !match(t.pattern)
}

func (t *treeTool) walk(dir, indent string, level int) {
	if t.level >= 0 && level > t.level {
		return
	}
	list, err := t.list(dir)
	if err != nil {
		t.r.status = 2
		return
	}
	for i, e := range list {
		branch, below := "├── ", "│\u00a0\u00a0 "
		if i == len(list)-1 {
			branch, below = "└── ", "    "
		}
		if t.noIndent {
			branch, below = "", ""
		}
		t.r.print(indent, branch, t.details(&e.st), t.shown(dir, &e), "\n")
		if e.st.IsDir() {
			t.dirs++
			t.walk(dir+"/"+e.name, indent+below, level+1)
		} else {
			t.files++
		}
	}
}

// details is what stands in brackets before a name.
func (t *treeTool) details(st *primitives.Stat) string {
	var l []string
	if t.perms {
		l = append(l, modeString(st.Mode))
	}
	if t.size {
		s := sprintf("%11d", st.Size)
		if t.human {
			s = sprintf("%4s", treeSize(st.Size))
		}
		l = append(l, s)
	}
	if l == nil {
		return ""
	}
	return "[" + strings.Join(l, " ") + "]  "
}

func treeSize(n int64) string {
	units := "KMGT"
	if n < 1024 {
		return sprintf("%d", n)
	}
	f := float64(n)
	i := -1
	for f >= 1024 && i < len(units)-1 {
		f /= 1024
		i++
	}
	if f < 10 {
		return sprintf("%.1f%c", f, units[i])
	}
	return sprintf("%.0f%c", f, units[i])
}

func (t *treeTool) shown(dir string, e *treeEntry) string {
	name := e.name
	if t.full {
		name = dir + "/" + name
	}
	kind := e.st.Mode & primitives.S_IFMT
	switch {
	case kind == primitives.S_IFLNK:
		target, _ := linux.Readlink(dir + "/" + e.name)
		return name + " -> " + target
	case !t.classify:
	case kind == primitives.S_IFDIR:
		return name + "/"
	case kind == primitives.S_IFREG && e.st.Mode&0o111 != 0:
		return name + "*"
	case kind == primitives.S_IFIFO:
		return name + "|"
	}
	return name
}
