package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// unmounting is a command line of umount.
type unmounting struct {
	r                          *run
	flags                      int
	verbose, quiet, deep, seal bool
}

// umountMain makes the calls of umount2(2) that its words ask for.
func umountMain(r *run) int {
	opts, words := r.options("a/all f/force l/lazy n/no-mtab r/read-only R/recursive v/verbose t:/types " +
		"q/quiet d/detach-loop")
	dropRoot()
	u := unmounting{r: r}
	all, types := false, ""
	for _, o := range opts {
		switch o.name {
		case "a":
			all = true
		case "t":
			types = o.value
		case "f":
			u.flags |= linux.MntForce
		case "l":
			u.flags |= linux.MntDetach
		case "r":
			u.seal = true
		case "R":
			u.deep = true
		case "v":
			u.verbose = true
		case "q":
			u.quiet = true
		}
	}
	if all {
		return u.all(types)
	}
	if len(words) == 0 {
		r.message("bad usage")
		r.stderr("Try 'umount --help' for more information.\n")
		return 1
	}
	status := 0
	for _, target := range words {
		code := u.target(target)
		if code != 0 && u.deep {
			code = 1
		}
		status = max(status, code)
	}
	return status
}

// all unmounts everything of the types, what was mounted last first.
func (u *unmounting) all(types string) int {
	list, _ := mounts()
	status := 0
	for _, m := range slices.Backward(list) {
		if m.dir == "/" || types != "" && !mountTypeMatches(types, m.kind) ||
			types == "" && slices.Contains([]string{"proc", "sysfs", "devtmpfs", "devpts"}, m.kind) {
			continue
		}
		if !u.one(m.dir, m.dir) {
			status = 32
		}
	}
	return status
}

// target unmounts what is at a place, with -R what is below it first, and returns the exit code.
func (u *unmounting) target(name string) int {
	const misused, failed = 1, 32
	at := resolved(name)
	list, _ := mounts()
	here := slices.ContainsFunc(list, func(m mount) bool { return m.dir == at })
	_, err := linux.Stat(name)
	switch e := primitives.ErrnoOf(err); {
	case linux.Getuid() != 0 && err != nil: // for users it looks before it leaps
		u.say(name, e.Text())
		return misused
	case linux.Getuid() != 0 && !here:
		u.say(at, "not mounted.")
		return misused
	case e == primitives.ENOENT:
		u.say(name, "no mount point specified.")
		return failed
	case err != nil:
		u.say(name, "umount(2) system call failed: "+e.Text()+".")
		return failed
	}
	if u.deep && !here {
		u.say(name, "not mounted.")
		return failed
	}
	if u.deep {
		for _, m := range slices.Backward(list) {
			if strings.HasPrefix(m.dir, strings.TrimSuffix(at, "/")+"/") && !u.one(m.dir, m.dir) {
				return failed
			}
		}
	}
	if !u.one(at, name) {
		return failed
	}
	return 0
}

func (u *unmounting) say(name, text string) {
	if !u.quiet || text != "not mounted." {
		u.r.message(name + ": " + text)
	}
}

// one unmounts what is mounted at a path without links, of which messages speak by another name.
func (u *unmounting) one(at, shown string) bool {
	source := "none"
	list, _ := mounts()
	for _, m := range list {
		if m.dir == at {
			source = m.source
		}
	}
	err := linux.Umount2(at, u.flags)
	switch e := primitives.ErrnoOf(err); {
	case err == nil:
		if u.verbose {
			u.r.print("umount: ", at, " (", source, ") unmounted\n")
		}
		return true
	case e == primitives.EBUSY && u.seal:
		if linux.Mount("", at, "", linux.MsRemount|linux.MsRdonly, "") == nil {
			u.r.message(shown + ": unmount failed, but remounted read-only")
			return true
		}
		fallthrough
	case e == primitives.EBUSY:
		u.say(shown, "target is busy.")
	case e == primitives.EPERM:
		u.say(shown, "must be superuser to unmount.")
	case e == primitives.EINVAL:
		u.say(shown, "not mounted.")
	default:
		u.say(shown, e.Text()+".")
	}
	return false
}
