package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const lnSpec = "d/directory F f/force i/interactive L/logical n/no-dereference P/physical r/relative " +
	"s/symbolic t:/target-directory T/no-target-directory v/verbose" + backupSpec

type ln struct {
	r                                *run
	symbolic, force, ask, verbose    bool
	noDereference, relative, logical bool
	directories                      bool
	backup                           *backup
	made                             map[inode]bool
}

func lnMain(r *run) int {
	l := &ln{r: r, backup: &backup{suffix: "~"}, made: map[inode]bool{}}
	t := &targets{}
	opts, names := r.options(lnSpec)
	for _, o := range opts {
		if t.option(r, o) || l.backup.option(r, o) {
			continue
		}
		switch o.name {
		case "d", "F":
			l.directories = true
		case "f":
			l.force, l.ask = true, false
		case "i":
			l.force, l.ask = false, true
		case "L":
			l.logical = true
		case "P":
			l.logical = false
		case "n":
			l.noDereference = true
		case "r":
			l.relative = true
		case "s":
			l.symbolic = true
		case "v":
			l.verbose = true
		}
	}
	if l.relative && !l.symbolic {
		r.die(1, "cannot do --relative without --symbolic")
	}
	if len(names) == 1 && t.dir == "" && !t.noDir {
		names = append(names, ".")
	}
	if t.noDir && len(names) == 1 {
		r.usage("missing destination file operand after %s", r.quoted(names[0]))
	}
	if len(names) == 2 && l.noDereference && t.dir == "" {
		if st, err := linux.Lstat(names[1]); err == nil && st.IsSymlink() {
			t.noDir = true
		}
	}
	t.pairs(r, names, l.one)
	return r.status
}

func (l *ln) one(source, to string) {
	r := l.r
	var src primitives.Stat
	if !l.symbolic {
		var err error
		if src, err = linux.Lstat(source); l.logical {
			src, err = linux.Stat(source)
		}
		if err != nil {
			r.warnErr(err, "failed to access %s", r.quoted(source))
			return
		}
		if src.IsDir() && !l.directories {
			r.warn("%s: hard link not allowed for directory", r.plain(source))
			return
		}
	}
	if dst, err := linux.Lstat(to); err == nil && !l.replace(source, to, &src, &dst) {
		return
	}
	if l.relative {
		source = relativeTo(r, source, dirName(to))
	}
	if err := l.link(source, to); err != nil {
		l.failed(err, source, to)
		return
	}
	if st, err := linux.Lstat(to); err == nil {
		l.made[inodeOf(&st)] = true
	}
	if l.verbose {
		arrow := " => "
		if l.symbolic {
			arrow = " -> "
		}
		r.print(l.backup.before(r), r.quoted(to), arrow, r.quoted(source), "\n")
	}
}

func (l *ln) link(source, to string) error {
	switch {
	case l.symbolic:
		return linux.Symlink(source, to)
	case l.logical:
		return linux.LinkFollow(source, to)
	}
	return linux.Link(source, to)
}

func (l *ln) failed(err error, source, to string) {
	r := l.r
	e := primitives.ErrnoOf(err)
	switch {
	case l.symbolic && e != primitives.ENAMETOOLONG && source != "":
		r.warnErr(err, "failed to create symbolic link %s", r.quoted(to))
	case l.symbolic:
		r.warnErr(err, "failed to create symbolic link %s -> %s", r.quoted(to), r.quoted(source))
	case e == primitives.EMLINK:
		r.warnErr(err, "failed to create hard link to %s", r.quoted(source))
	case e == primitives.EDQUOT || e == primitives.EEXIST || e == primitives.ENOSPC || e == primitives.EROFS:
		r.warnErr(err, "failed to create hard link %s", r.quoted(to))
	default:
		r.warnErr(err, "failed to create hard link %s => %s", r.quoted(to), r.quoted(source))
	}
}

// replace makes room for the link and reports whether there is any.
func (l *ln) replace(source, to string, src, dst *primitives.Stat) bool {
	r := l.r
	if dst.IsDir() {
		if l.force || l.ask || l.backup.kind != "" {
			r.warn("%s: cannot overwrite directory", r.plain(to))
			return false
		}
		return true
	}
	if l.made[inodeOf(dst)] {
		r.warn("will not overwrite just-created %s with %s", r.quoted(to), r.quoted(source))
		return false
	}
	if !l.symbolic && sameFile(src, dst) && (l.force || l.ask) {
		if src.Nlink == 1 || strings.TrimRight(source, "/") == strings.TrimRight(to, "/") {
			r.warn("%s and %s are the same file", r.quoted(source), r.quoted(to))
			return false
		}
	}
	if l.ask && !r.confirm("replace %s? ", r.quoted(to)) {
		return false
	}
	var err error
	switch {
	case l.backup.kind != "":
		err = l.backup.make(r, to)
	case l.force || l.ask:
		err = linux.Unlink(to)
	}
	if err != nil {
		r.warnErr(err, "cannot remove %s", r.quoted(to))
	}
	return err == nil
}

// relativeTo is the way from directory dir to the file path.
func relativeTo(r *run, path, dir string) string {
	from, errFrom := canonical(dir, canonMissing)
	to, errTo := canonical(path, canonMissing)
	if errFrom != nil || errTo != nil {
		return path
	}
	return relativePath(to, from)
}

// relativePath is the way from one absolute path to another.
func relativePath(to, from string) string {
	if to == from {
		return "."
	}
	a, b := strings.Split(strings.Trim(from, "/"), "/"), strings.Split(strings.Trim(to, "/"), "/")
	if from == "/" {
		a = nil
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	parts := make([]string, 0, len(a)+len(b))
	for range a[n:] {
		parts = append(parts, "..")
	}
	parts = append(parts, b[n:]...)
	if to == "/" {
		parts = parts[:len(a)-n]
	}
	return strings.Join(parts, "/")
}
