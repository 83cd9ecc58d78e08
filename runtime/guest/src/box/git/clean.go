package git

import (
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// cleaner finds what git clean removes. A directory is removed whole only if nothing below it stays.
type cleaner struct {
	walker
	paths            []pathspec
	dirs             bool // untracked directories too
	ignored, regular bool // which files go
	found            []string
}

func (g *program) cleanCommand(args []string) int {
	o := g.parse(args, "f/force n/dry-run d q/quiet x X e/exclude:! i/interactive!")
	g.needWork()
	if !o.has("force") && !o.has("dry-run") && g.repo.config.flag("clean.requireforce", true) {
		g.fatal("clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean")
	}
	if o.has("x") && o.has("X") {
		g.fatal("-x and -X cannot be used together")
	}
	c := cleaner{walker: g.walker(g.readIndex()), paths: g.pathspecs(o.args)}
	c.dirs = o.has("d") || len(c.paths) > 0
	c.ignored, c.regular = o.has("x") || o.has("X"), !o.has("X")
	if len(c.paths) == 0 && g.repo.prefix != "" {
		c.paths = []pathspec{{path: strings.TrimSuffix(g.repo.prefix, "/")}}
	}
	what := "Removing "
	if o.has("dry-run") {
		what = "Would remove "
	}
	c.directory("", false, true)
	slices.Sort(c.found)
	code := 0
	for _, p := range c.found {
		if !o.has("dry-run") {
			if err := removeAll(g.repo.at(p)); err != nil {
				g.tell("warning: failed to remove %s: %s\n", p, text(err))
				code = 1
				continue
			}
		}
		if !o.has("quiet") || o.has("dry-run") {
			g.print(what, g.quote(g.repo.relative(p)), "\n")
		}
	}
	return code
}

// directory adds what goes of a directory and reports whether all of it does. Inside says that the
// directory is ignored, tracked that the index has files below it.
func (c *cleaner) directory(dir string, inside, tracked bool) bool {
	list, err := linux.ReadDir(c.g.repo.at(dir))
	if err != nil {
		c.g.tell("warning: could not open directory '%s/': %s\n", dir, text(err))
		return false
	}
	outer := c.rules
	c.rules = append(slices.Clip(outer), readIgnores(c.g.repo.at(path.Join(dir, ".gitignore")), dir)...)
	defer func() { c.rules = outer }()
	before := len(c.found)
	whole := !tracked && wanted(c.paths, dir) && (c.regular || len(list) > 0)
	for _, e := range list {
		if e.Name != ".git" && !c.one(path.Join(dir, e.Name), inside) {
			whole = false
		}
	}
	if whole {
		c.found = c.found[:before]
		if c.dirs {
			c.found = append(c.found, dir+"/")
		}
	}
	return whole
}

// one reports whether a path goes.
func (c *cleaner) one(p string, inside bool) bool {
	st, err := linux.Lstat(c.g.repo.at(p))
	if err != nil || c.tracked[p] {
		return false
	}
	ignored := inside || ignores(c.rules, p, st.IsDir())
	switch {
	case !st.IsDir():
		goes := (st.IsRegular() || st.IsSymlink()) && wanted(c.paths, p) &&
			(ignored && c.ignored || !ignored && c.regular)
		if goes {
			c.found = append(c.found, p)
		}
		return goes
	case c.walker.dirs[p]:
		c.directory(p, ignored, true)
		return false
	case ignored && !c.ignored, !c.dirs && (ignored || c.regular), exists(c.g.repo.at(p) + "/.git"):
		return false
	}
	return c.directory(p, ignored, false)
}
