package tool

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type chmod struct {
	r                       *run
	change                  *modeChange
	umask                   uint32
	changes, verbose, quiet bool
	recursive, surprises    bool
	preserveRoot            bool
}

func chmodMain(r *run) int {
	c := &chmod{r: r, umask: currentUmask()}
	// A mode such as -x looks like an option: take it out first.
	mode, given := "", false
	var args []string
	for i, a := range r.args {
		if a == "--" {
			args = append(args, r.args[i:]...)
			break
		}
		if len(a) > 1 && a[0] == '-' && strings.IndexByte("rwxXstugoa,+=01234567", a[1]) >= 0 {
			if given {
				mode += ","
			}
			mode, given = mode+a, true
			continue
		}
		args = append(args, a)
	}
	r.args = args
	opts, names := r.options("c/changes f/silent /quiet R/recursive v/verbose /reference: " +
		"/no-preserve-root /preserve-root")
	for _, o := range opts {
		switch o.name {
		case "c":
			c.changes = true
		case "f", "quiet":
			c.quiet = true
		case "R":
			c.recursive = true
		case "v":
			c.verbose = true
		case "reference":
			st, err := linux.Stat(o.value)
			if err != nil {
				r.dieErr(1, err, "failed to get attributes of %s", r.quoted(o.value))
			}
			c.change, given = &modeChange{octal: true, digits: 5, value: st.Mode & 0o7777}, true
		case "preserve-root":
			c.preserveRoot = true
		case "no-preserve-root":
			c.preserveRoot = false
		}
	}
	c.surprises = given && c.change == nil
	if !given && len(names) > 0 {
		mode, names = names[0], names[1:]
		if len(names) == 0 {
			r.usage("missing operand after %s", r.curly(mode))
		}
	}
	if len(names) == 0 {
		r.usage("missing operand")
	}
	if c.change == nil {
		m, ok := parseMode(mode)
		if !ok {
			r.usage("invalid mode: %s", r.curly(mode))
		}
		c.change = m
	}
	for _, name := range names {
		c.file(name, true)
	}
	return r.status
}

func (c *chmod) warn(err error, format string, args ...any) {
	if c.quiet {
		c.r.status = 1
		return
	}
	c.r.warnErr(err, format, args...)
}

func (c *chmod) file(name string, operand bool) {
	st, err := linux.Lstat(name)
	if err == nil && st.IsSymlink() {
		if !operand {
			return
		}
		if st, err = linux.Stat(name); err != nil {
			if !c.quiet {
				c.r.message("cannot operate on dangling symlink " + c.r.quoted(name))
			}
			c.r.status = 1
			return
		}
	}
	if err != nil {
		c.warn(err, "cannot access %s", c.r.quoted(name))
		return
	}
	mode := c.change.apply(st.Mode, st.IsDir(), c.umask)
	err = linux.Chmod(name, mode)
	if err != nil {
		c.warn(err, "changing permissions of %s", c.r.quoted(name))
	}
	c.report(name, st.Mode&0o7777, mode, err)
	if plain := c.change.apply(st.Mode, st.IsDir(), 0); err == nil && c.surprises && mode&^plain != 0 {
		c.r.warn("%s: new permissions are %s, not %s", c.r.plain(name), modeString(mode)[1:],
			modeString(plain)[1:])
	}
	if c.recursive && st.IsDir() {
		c.children(name)
	}
}

func (c *chmod) children(dir string) {
	list, err := linux.ReadDir(dir)
	if err != nil {
		c.warn(err, "cannot read directory %s", c.r.quoted(dir))
		return
	}
	for _, e := range list {
		c.file(join(dir, e.Name), false)
	}
}

func (c *chmod) report(name string, old, mode uint32, err error) {
	changed := old != mode
	if !c.verbose && !(c.changes && changed && err == nil) {
		return
	}
	text := func(m uint32) string { return fmt.Sprintf("%04o (%s)", m, modeString(m)[1:]) }
	switch {
	case err != nil:
		c.r.print("failed to change mode of ", c.r.quoted(name), " from ", text(old), " to ", text(mode),
			"\n")
	case changed:
		c.r.print("mode of ", c.r.quoted(name), " changed from ", text(old), " to ", text(mode), "\n")
	default:
		c.r.print("mode of ", c.r.quoted(name), " retained as ", text(mode), "\n")
	}
}

// sameFile reports whether two stats are of one inode.
func sameFile(a, b *primitives.Stat) bool { return a.Dev == b.Dev && a.Ino == b.Ino }
