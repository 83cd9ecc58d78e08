package tool

import (
	"bytes"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type install struct {
	*copier
	ownerName, group string
	leading          bool // -D: make what is missing above the destination
	change           *modeChange
	compare          bool // -C: what is the same already stays as it is
	uid, gid         int
}

func installMain(r *run) int {
	i := &install{copier: newCopier(r)}
	i.followAll, i.removeFirst = true, true
	i.change, _ = parseMode("755")
	t := &targets{}
	dirs, verbose := false, false
	opts, names := r.options("c C/compare d/directory D g:/group m:/mode o:/owner " +
		"p/preserve-timestamps !s/strip " +
		"!/strip-program: t: /target-directory: T/no-target-directory v/verbose Z" + backupSpec)
	for _, o := range opts {
		if o.name == "t" || o.name == "target-directory" {
			t.dir = o.value
			continue
		}
		if t.option(r, o) || i.backup.option(r, o) {
			continue
		}
		switch o.name {
		case "C":
			i.compare = true
		case "d":
			dirs = true
		case "D":
			i.leading = true
		case "g":
			i.group = o.value
		case "m":
			m, ok := parseMode(o.value)
			if !ok {
				r.die(1, "invalid mode %s", r.curly(o.value))
			}
			i.change = m
		case "o":
			i.ownerName = o.value
		case "p":
			i.times = true
		case "v":
			verbose = true
		}
	}
	i.setMode, i.verbose = i.change, verbose
	i.owner(r)
	if dirs {
		return i.directories(names, verbose)
	}
	if t.dir != "" && !isDir(t.dir) {
		if !i.leading || !i.ancestors(join(t.dir, "x")) {
			r.dieErr(1, i.statError(t.dir), "failed to access %s", r.quoted(t.dir))
		}
	}
	t.pairs(r, names, i.one)
	return r.status
}

func (i *install) statError(name string) error {
	_, err := linux.Stat(name)
	return err
}

func (i *install) ancestors(name string) bool {
	m := &mkdir{r: i.r, parents: true, verbose: i.verbose, word: "creating"}
	return m.ancestors(name)
}

func (i *install) directories(names []string, verbose bool) int {
	if len(names) == 0 {
		i.r.usage("missing file operand")
	}
	m := &mkdir{r: i.r, parents: true, verbose: verbose, mode: i.change, word: "creating"}
	for _, name := range names {
		existed := isDir(name)
		m.dir(name)
		if existed {
			i.finish(name, true)
		} else if i.r.status == 0 {
			i.finish(name, false) // a set-group-ID bit that the parent gave goes
		}
	}
	return i.r.status
}

func (i *install) one(from, to string) {
	if i.leading && !i.ancestors(to) {
		return
	}
	if st, err := linux.Stat(from); err == nil && st.IsDir() {
		i.r.warn("omitting directory %s", i.r.quoted(from))
		return
	}
	if i.compare && i.unchanged(from, to) {
		return
	}
	if i.copy(from, to, true) {
		i.finish(to, false)
	}
}

// finish gives the installed file its mode and owner.
func (i *install) finish(name string, dir bool) {
	i.own(name)
	if err := linux.Chmod(name, i.change.apply(0, dir, 0)); err != nil {
		i.r.warnErr(err, "cannot change permissions of %s", i.r.quoted(name))
	}
}

func (i *install) own(name string) {
	if i.uid < 0 && i.gid < 0 {
		return
	}
	if err := linux.Chown(name, i.uid, i.gid); err != nil {
		i.r.warnErr(err, "cannot change ownership of %s", i.r.quoted(name))
	}
}

// owner looks up -o and -g.
func (i *install) owner(r *run) {
	id := func(users bool, name, what string) int {
		if name == "" {
			return -1
		}
		if a, ok := accountByName(accounts(users), name); ok {
			return a.id
		}
		n, ok := parseUint(name)
		if !ok || n > 1<<32-2 {
			r.die(1, "invalid %s %s", what, r.curly(name))
		}
		return int(n)
	}
	i.uid, i.gid = id(true, i.ownerName, "user"), id(false, i.group, "group")
}

// unchanged reports whether to is what would be made of from already.
func (i *install) unchanged(from, to string) bool {
	src, err := linux.Stat(from)
	dst, errTo := linux.Lstat(to)
	if err != nil || errTo != nil || !src.IsRegular() || !dst.IsRegular() || src.Size != dst.Size ||
		dst.Mode&0o7777 != i.change.apply(0, false, 0) ||
		i.uid >= 0 && uint32(i.uid) != dst.UID || i.gid >= 0 && uint32(i.gid) != dst.GID {
		return false
	}
	a, err := readFile(from)
	b, errTo := readFile(to)
	return err == nil && errTo == nil && bytes.Equal(a, b)
}
