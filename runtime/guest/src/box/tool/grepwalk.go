package tool

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func (g *grep) run(names []string) {
	if len(names) == 0 {
		if g.recursive != 0 {
			g.walk("", true)
			return
		}
		names = []string{"-"}
	}
	if g.names == 0 && (len(names) > 1 || g.recursive != 0 && isDir(names[0])) {
		g.names = 1
	}
	for _, name := range names {
		if g.quiet && g.found {
			return
		}
		if g.recursive != 0 && name != "-" && isDir(name) {
			g.walk(name, true)
			continue
		}
		if g.operandSkipped(name) {
			continue
		}
		g.file(name)
	}
}

func (g *grep) operandSkipped(name string) bool {
	matches := func(p string) bool { return fnmatch(p, name, false) || fnmatch(p, baseName(name), false) }
	if slices.ContainsFunc(g.exclude, matches) {
		return true
	}
	return len(g.include) > 0 && !slices.ContainsFunc(g.include, matches)
}

// walk searches a directory in its own order; "" is the working directory, which shows in no name.
func (g *grep) walk(dir string, operand bool) {
	if g.names == 0 {
		g.names = 1
	}
	open := dir
	if dir == "" {
		open = "."
	}
	base := baseName(open)
	if slices.ContainsFunc(g.excludeDir, func(p string) bool {
		return fnmatch(p, base, false) || operand && fnmatch(p, dir, false)
	}) && dir != "" {
		return
	}
	list, err := linux.ReadDir(open)
	if err != nil {
		g.complain(open, err)
		return
	}
	for _, e := range list {
		name := e.Name
		if dir != "" {
			name = join(dir, e.Name)
		}
		st, err := linux.Lstat(name)
		if err == nil && st.IsSymlink() {
			if g.recursive != 'R' {
				continue
			}
			st, err = linux.Stat(name)
		}
		switch {
		case err != nil:
			g.complain(name, err)
		case st.IsDir():
			g.walk(name, false)
		case !st.IsRegular() || g.operandSkipped(e.Name):
		default:
			g.file(name)
		}
	}
}

func (g *grep) complain(name string, err error) {
	g.failed = true
	if !g.silent {
		g.r.message(name + ": " + primitives.ErrnoOf(err).Text())
	}
}
