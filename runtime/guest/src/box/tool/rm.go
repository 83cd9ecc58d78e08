package tool

import (
	"bufio"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type rm struct {
	r                               *run
	force, recursive, dirs, verbose bool
	always, once                    bool
	preserveRoot, oneFileSystem     bool
	device                          uint64
	tty                             bool
}

// hyphenHint is what rm says of a wrong option that is the name of a file.
func hyphenHint(r *run) string {
	for _, a := range r.args {
		if len(a) < 2 || a[0] != '-' {
			continue
		}
		if _, err := linux.Lstat(a); err == nil {
			return "Try '" + r.name + " ./" + shellQuote(a, r.utf8Locale(), false) + "' to remove the file " +
				r.quoted(a) + ".\n" + "Try '" + r.name + " --help' for more information.\n"
		}
	}
	return ""
}

func rmMain(r *run) int {
	m := &rm{r: r, preserveRoot: true, tty: linux.Isatty(0)}
	r.usageTry = hyphenHint(r)
	opts, names := r.options("f/force i I /interactive? /one-file-system /no-preserve-root /preserve-root? " +
		"r/recursive R d/dir v/verbose")
	for _, o := range opts {
		m.option(o)
		if o.name == "no-preserve-root" && !slices.Contains(r.args, "--no-preserve-root") {
			r.die(1, "you may not abbreviate the --no-preserve-root option")
		}
	}
	if len(names) == 0 {
		if m.force {
			return 0
		}
		r.usage("missing operand")
	}
	if m.once && (m.recursive || len(names) > 3) {
		plural := "s"
		if len(names) == 1 {
			plural = ""
		}
		how := "? "
		if m.recursive {
			how = " recursively? "
		}
		if !r.confirm("remove %d argument%s%s", len(names), plural, how) {
			return 0
		}
	}
	for _, name := range names {
		m.operand(name)
	}
	return r.status
}

func (m *rm) option(o option) {
	switch o.name {
	case "f":
		m.force, m.always, m.once = true, false, false
	case "i":
		m.force, m.always, m.once = false, true, false
	case "I":
		m.force, m.always, m.once = false, false, true
	case "interactive":
		when := "always"
		if o.given {
			when = m.r.choose("--interactive", o.value, "never|no|none", "once", "always|yes")
		}
		m.always, m.once = when == "always", when == "once"
	case "one-file-system":
		m.oneFileSystem = true
	case "no-preserve-root":
		m.preserveRoot = false
	case "r", "R":
		m.recursive = true
	case "d":
		m.dirs = true
	case "v":
		m.verbose = true
	}
}

// confirm asks on standard error and reads the answer from standard input.
func (r *run) confirm(format string, args ...any) bool {
	_ = r.out.Flush()
	r.stderr(r.name + ": " + sprintf(format, args...))
	if r.answers == nil {
		r.answers = bufio.NewReaderSize(&linux.File{Fd: 0}, 16)
	}
	line, _ := r.answers.ReadString('\n')
	return strings.HasPrefix(line, "y") || strings.HasPrefix(line, "Y")
}

func (m *rm) operand(name string) {
	st, err := linux.Lstat(name)
	if err != nil {
		missing := is(err, primitives.ENOENT) || is(err, primitives.ENOTDIR)
		if !m.force || !missing {
			m.r.warnErr(err, "cannot remove %s", m.r.quoted(name))
		}
		return
	}
	base := baseName(name)
	if m.recursive && (base == "." || base == "..") {
		m.r.warn("refusing to remove %s or %s directory: skipping %s", m.r.quoted("."), m.r.quoted(".."),
			m.r.quoted(name))
		return
	}
	if root, err := linux.Lstat("/"); m.recursive && m.preserveRoot && err == nil && sameFile(&root, &st) {
		m.r.warn("it is dangerous to operate recursively on %s", m.r.quoted(name))
		m.r.message("use --no-preserve-root to override this failsafe")
		return
	}
	m.device = st.Dev
	m.remove(name, &st)
}

// remove removes a file or a tree and reports whether all of it is gone.
func (m *rm) remove(name string, st *primitives.Stat) bool {
	if !st.IsDir() {
		return m.unlink(name, st)
	}
	if !m.recursive && !m.dirs {
		m.r.warnErr(primitives.EISDIR, "cannot remove %s", m.r.quoted(name))
		return false
	}
	if m.oneFileSystem && st.Dev != m.device {
		m.r.warn("skipping %s, since it's on a different device", m.r.quoted(name))
		return false
	}
	list, err := linux.ReadDir(name)
	if m.recursive && len(list) > 0 {
		if !m.ask(name, st, "descend into ", "directory") {
			return false
		}
		whole := true
		for _, e := range list {
			whole = m.child(join(name, e.Name)) && whole
		}
		if !whole {
			return false
		}
	}
	if !m.ask(name, st, "remove ", "directory") {
		return false
	}
	if removed := linux.Rmdir(name); removed != nil {
		if err == nil || !is(removed, primitives.ENOTEMPTY) {
			err = removed
		}
		m.r.warnErr(err, "cannot remove %s", m.r.quoted(name))
		return false
	}
	if m.verbose {
		m.r.print("removed directory ", m.r.quoted(name), "\n")
	}
	return true
}

func (m *rm) child(name string) bool {
	st, err := linux.Lstat(name)
	if err != nil {
		m.r.warnErr(err, "cannot remove %s", m.r.quoted(name))
		return false
	}
	return m.remove(name, &st)
}

func (m *rm) unlink(name string, st *primitives.Stat) bool {
	if !m.ask(name, st, "remove ", fileTypeName(st)) {
		return false
	}
	if err := linux.Unlink(name); err != nil {
		m.r.warnErr(err, "cannot remove %s", m.r.quoted(name))
		return false
	}
	if m.verbose {
		m.r.print("removed ", m.r.quoted(name), "\n")
	}
	return true
}

// ask prompts with -i, and at a terminal for what is write-protected.
func (m *rm) ask(name string, st *primitives.Stat, verb, kind string) bool {
	protected := !m.force && (m.always || m.tty) && !st.IsSymlink() &&
		linux.Access(name, primitives.W_OK) == primitives.EACCES
	if !m.always && !(protected && m.tty && !m.once) {
		return true
	}
	if protected {
		verb += "write-protected "
	}
	return m.r.confirm("%s%s %s? ", verb, kind, m.r.quoted(name))
}

func unlinkMain(r *run) int {
	_, names := r.options("")
	switch {
	case len(names) == 0:
		r.usage("missing operand")
	case len(names) > 1:
		r.usage("extra operand %s", r.curly(names[1]))
	}
	if err := linux.Unlink(names[0]); err != nil {
		r.dieErr(1, err, "cannot unlink %s", r.quoted(names[0]))
	}
	return 0
}

func linkMain(r *run) int {
	_, names := r.options("")
	switch {
	case len(names) == 0:
		r.usage("missing operand")
	case len(names) == 1:
		r.usage("missing operand after %s", r.curly(names[0]))
	case len(names) > 2:
		r.usage("extra operand %s", r.curly(names[2]))
	}
	if err := linux.Link(names[0], names[1]); err != nil {
		r.dieErr(1, err, "cannot create link %s to %s", r.quoted(names[1]), r.quoted(names[0]))
	}
	return 0
}
