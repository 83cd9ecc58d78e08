package tool

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type mv struct {
	*copier
	tty bool
}

func mvMain(r *run) int {
	m := &mv{copier: newCopier(r), tty: linux.Isatty(0)}
	m.recursive, m.move, m.links = true, true, true
	m.mode, m.owner, m.times = true, true, true
	t := &targets{}
	opts, names := r.options("f/force i/interactive n/no-clobber /strip-trailing-slashes " +
		"t:/target-directory " +
		"T/no-target-directory u/update v/verbose Z/context" + backupSpec)
	for _, o := range opts {
		if t.option(r, o) || m.backup.option(r, o) {
			continue
		}
		switch o.name {
		case "f":
			m.force, m.ask, m.keep = true, false, false
		case "i":
			m.force, m.ask, m.keep = false, true, false
		case "n":
			m.force, m.ask, m.keep = false, false, true
		case "u":
			m.update = true
		case "v":
			m.verbose = true
		}
	}
	m.backup.excludes(r, m.keep)
	t.pairs(r, names, m.one)
	return r.status
}

func (m *mv) one(from, to string) {
	r := m.r
	src, err := linux.Lstat(from)
	if err != nil {
		r.warnErr(err, "cannot stat %s", r.quoted(from))
		return
	}
	dst, err := linux.Lstat(to)
	exists := err == nil
	if exists && !m.mayReplace(from, to, &src, &dst) {
		return
	}
	if err != nil && !is(err, primitives.ENOENT) {
		r.warnErr(err, "cannot stat %s", r.quoted(to))
		return
	}
	if exists && m.backup.kind != "" {
		if err := m.backup.make(r, to); err != nil {
			r.warnErr(err, "cannot backup %s", r.quoted(to))
			return
		}
		exists = false
	}
	switch err := linux.Rename(from, to); err {
	case nil:
		if m.verbose {
			r.print("renamed ", r.quoted(from), " -> ", r.quoted(to), m.backup.note(r), "\n")
		}
		if st, err := linux.Lstat(to); err == nil {
			m.made[inodeOf(&st)] = true
		}
	case primitives.EXDEV:
		m.across(from, to, exists, &dst)
	case primitives.EINVAL:
		r.warn("cannot move %s to a subdirectory of itself, %s", r.quoted(from), r.quoted(to))
	default:
		r.warnErr(err, "cannot move %s to %s", r.quoted(from), r.quoted(to))
	}
}

// mayReplace decides about a destination that exists.
func (m *mv) mayReplace(from, to string, src, dst *primitives.Stat) bool {
	r := m.r
	if sameFile(src, dst) {
		if m.keep { // and so it stays, whatever it is
			return false
		}
		r.warn("%s and %s are the same file", r.quoted(from), r.quoted(to))
		return false
	}
	switch {
	case m.keep, m.update && !src.IsDir() && src.Mtime <= dst.Mtime:
		return false
	case src.IsDir() && !dst.IsDir() && m.backup.kind == "":
		r.warn("cannot overwrite non-directory %s with directory %s", r.quoted(to), r.quoted(from))
		return false
	case !src.IsDir() && dst.IsDir():
		r.warn("cannot overwrite directory %s with non-directory", r.quoted(to))
		return false
	case !src.IsDir() && m.made[inodeOf(dst)]:
		r.warn("will not overwrite just-created %s with %s", r.quoted(to), r.quoted(from))
		return false
	case m.ask:
		return r.confirm("overwrite %s? ", r.quoted(to))
	}
	if !m.force && m.tty && !dst.IsSymlink() && linux.Access(to, primitives.W_OK) != nil {
		return r.confirm("replace %s, overriding mode %04o (%s)? ", r.quoted(to), dst.Mode&0o7777,
			modeString(dst.Mode)[1:])
	}
	return true
}

// across moves between file systems: copy, then remove.
func (m *mv) across(from, to string, exists bool, dst *primitives.Stat) {
	r := m.r
	if exists {
		err := linux.Unlink(to)
		if dst.IsDir() {
			err = linux.Rmdir(to)
		}
		if err != nil && !is(err, primitives.ENOENT) {
			r.warnErr(err, "inter-device move failed: %s to %s; unable to remove target", r.quoted(from),
				r.quoted(to))
			return
		}
	}
	if !m.copy(from, to, true) {
		return
	}
	remove := &rm{r: r, force: true, recursive: true, verbose: m.verbose}
	remove.operand(from)
}
