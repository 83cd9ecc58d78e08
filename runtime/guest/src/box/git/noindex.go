package git

import (
	"path"
	"slices"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// diffFiles is diff --no-index: two files or directories, in no repository or as if they were in none.
func (g *program) diffOutside(o *options) int {
	if len(o.args) != 2 {
		g.usage("two paths are needed")
	}
	d := g.diffOptions(o)
	d.exitCode = true
	if !d.chosen() {
		d.patch = true
	}
	var list []*change
	a, b := o.args[0], o.args[1]
	for _, name := range o.args {
		if name != "-" && name != "/dev/null" && !exists(name) {
			g.tell("error: Could not access '%s'\n", name)
			return 1
		}
	}
	switch {
	case isDir(a) && !isDir(b):
		a = path.Join(a, path.Base(b))
	case isDir(b) && !isDir(a):
		b = path.Join(b, path.Base(a))
	}
	g.walkPair(a, b, &list)
	return g.diffTell(list, &d)
}

// walkPair compares what two names stand for.
func (g *program) walkPair(a, b string, list *[]*change) {
	if !isDir(a) && !isDir(b) || a == "/dev/null" || b == "/dev/null" {
		if c := g.outsideChange(a, b); c != nil {
			*list = append(*list, c)
		}
		return
	}
	var names []string
	for _, dir := range [...]string{a, b} {
		entries, err := linux.ReadDir(dir)
		if err != nil && isDir(dir) {
			g.fail("Could not access '%s'", dir)
		}
		for _, e := range entries {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		x, y := path.Join(a, name), path.Join(b, name)
		if !exists(x) {
			x = "/dev/null"
		}
		if !exists(y) {
			y = "/dev/null"
		}
		if isDir(x) || isDir(y) {
			x, y = path.Join(a, name), path.Join(b, name)
		}
		g.walkPair(x, y, list)
	}
}

func (g *program) outsideChange(a, b string) *change {
	c := &change{status: 'M', from: a, to: b, outside: true, shownTo: renamed(a, b)}
	if a == b {
		c.shownTo = a
	}
	c.old, c.oldData = g.outsideFile(a)
	c.new, c.newData = g.outsideFile(b)
	switch {
	case c.old.mode == 0 && c.new.mode == 0, c.old == c.new:
		return nil
	case c.old.mode == 0:
		c.status, c.from = 'A', b
	case c.new.mode == 0:
		c.status, c.to = 'D', a
	}
	return c
}

func (g *program) outsideFile(name string) (file, []byte) {
	if name == "/dev/null" {
		return file{}, nil
	}
	mode := uint32(modeFile)
	if name == "-" {
		name = "/dev/stdin"
	} else if st, err := linux.Lstat(name); err != nil {
		return file{}, nil
	} else if st.IsSymlink() {
		to, _ := linux.Readlink(name)
		return file{modeLink, hashOf("blob", []byte(to))}, []byte(to)
	} else if st.Mode&0o100 != 0 {
		mode = modeExec
	}
	given := name
	b, err := readFile(name)
	if given == "/dev/stdin" && err == nil {
		return file{modeFile, hash{}}, b
	}
	if err != nil {
		g.fatal("could not open '%s' for reading: %s", name, text(err))
	}
	return file{mode, hashOf("blob", b)}, b
}
