package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const chownSpec = "c/changes f/silent /quiet R/recursive v/verbose /reference: /from: h/no-dereference " +
	"/dereference /no-preserve-root /preserve-root H L P"

type chown struct {
	r                        *run
	uid, gid                 int
	fromUID, fromGID         int
	user, group              string // as they were written, for reports
	onlyGroup                bool   // chgrp, or chown :group
	changes, verbose, quiet  bool
	recursive, links, follow bool
}

func chownMain(r *run) int { return chownRun(r, false) }

func chgrpMain(r *run) int { return chownRun(r, true) }

func chownRun(r *run, chgrp bool) int {
	c := &chown{r: r, uid: -1, gid: -1, fromUID: -1, fromGID: -1, onlyGroup: chgrp}
	opts, names := r.options(chownSpec)
	reference := false
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
		case "h":
			c.links = true
		case "L":
			c.follow = true
		case "reference":
			reference = true
			c.reference(o.value)
		case "from":
			c.fromUID, c.fromGID, _, _ = c.parse(o.value)
		}
	}
	if !reference {
		if len(names) == 0 {
			r.usage("missing operand")
		}
		if len(names) == 1 {
			r.usage("missing operand after %s", r.curly(r.lastOperand()))
		}
		c.owner(names[0], chgrp)
		names = names[1:]
	}
	for _, name := range names {
		c.file(name, true)
	}
	return r.status
}

// lastOperand is the last word of the command line.
func (r *run) lastOperand() string { return r.args[len(r.args)-1] }

func (c *chown) reference(name string) {
	st, err := linux.Stat(name)
	if err != nil {
		c.r.dieErr(1, err, "failed to get attributes of %s", c.r.quoted(name))
	}
	c.gid = int(st.GID)
	if !c.onlyGroup {
		c.uid = int(st.UID)
	}
}

func (c *chown) owner(spec string, chgrp bool) {
	if chgrp {
		c.group = spec
		if spec != "" {
			c.gid = c.groupID(spec, spec)
		}
		return
	}
	c.uid, c.gid, c.user, c.group = c.parse(spec)
	c.onlyGroup = c.user == "" && c.group != ""
}

// parse reads USER, USER:GROUP, USER: (the login group) or :GROUP.
func (c *chown) parse(spec string) (uid, gid int, user, group string) {
	uid, gid = -1, -1
	user, group, colon := strings.Cut(spec, ":")
	users := accounts(true)
	if user != "" {
		a, ok := accountByName(users, user)
		if n, isNumber := parseUint(strings.TrimPrefix(user, "+")); !ok && isNumber && n < 1<<32 {
			a, ok = account{id: int(n)}, true
			if known, found := accountByID(users, int(n)); found {
				a, user = known, known.name
			} else if colon && group == "" {
				c.r.die(1, "invalid spec: %s", c.r.curly(spec))
			}
		}
		if !ok {
			c.r.die(1, "invalid user: %s", c.r.curly(spec))
		}
		uid = a.id
		if colon && group == "" {
			gid = a.gid
			group = nameOf(accounts(false), gid)
		}
	}
	if group != "" && gid < 0 {
		gid = c.groupID(group, spec)
	}
	return uid, gid, user, group
}

func (c *chown) groupID(name, spec string) int {
	if a, ok := accountByName(accounts(false), name); ok {
		return a.id
	}
	n, ok := parseUint(strings.TrimPrefix(name, "+"))
	if !ok || n >= 1<<32 {
		c.r.die(1, "invalid group: %s", c.r.curly(spec))
	}
	return int(n)
}

func (c *chown) warn(err error, format string, args ...any) {
	if c.quiet {
		c.r.status = 1
		return
	}
	c.r.warnErr(err, format, args...)
}

func (c *chown) file(name string, operand bool) {
	st, err := linux.Lstat(name)
	link := err == nil && st.IsSymlink()
	dereference := link && !c.links && (!c.recursive || c.follow)
	if dereference {
		st, err = linux.Stat(name)
	}
	switch {
	case err != nil && link:
		c.warn(err, "cannot dereference %s", c.r.quoted(name))
		return
	case err != nil:
		c.warn(err, "cannot access %s", c.r.quoted(name))
		return
	}
	if c.recursive && st.IsDir() && (!link || c.follow) {
		list, err := linux.ReadDir(name)
		if err != nil {
			c.warn(err, "cannot read directory %s", c.r.quoted(name))
		}
		for _, e := range list {
			c.file(join(name, e.Name), false)
		}
	}
	if c.fromUID >= 0 && c.fromUID != int(st.UID) || c.fromGID >= 0 && c.fromGID != int(st.GID) {
		return
	}
	if link && !dereference {
		err = linux.Lchown(name, c.uid, c.gid)
	} else {
		err = linux.Chown(name, c.uid, c.gid)
	}
	if err != nil {
		what := "ownership"
		if c.onlyGroup {
			what = "group"
		}
		c.warn(err, "changing %s of %s", what, c.r.quoted(name))
	}
	c.report(name, &st, err)
}

func (c *chown) report(name string, st *primitives.Stat, err error) {
	changed := c.uid >= 0 && c.uid != int(st.UID) || c.gid >= 0 && c.gid != int(st.GID)
	if !c.verbose && !(c.changes && changed && err == nil) {
		return
	}
	both := func(user, group string, byUser, byGroup bool) string {
		switch {
		case byUser && byGroup:
			return user + ":" + group
		case byUser:
			return user
		}
		return group
	}
	byUser, byGroup := c.uid >= 0 || c.user != "", c.gid >= 0
	old := both(nameOf(accounts(true), int(st.UID)), nameOf(accounts(false), int(st.GID)), byUser, byGroup)
	now := both(orNumber(c.user, c.uid), orNumber(c.group, c.gid), byUser, byGroup)
	what := "ownership"
	if c.onlyGroup {
		what = "group"
	}
	switch {
	case err != nil:
		c.r.print("failed to change ", what, " of ", c.r.quoted(name), " from ", old, " to ", now, "\n")
	case changed:
		c.r.print("changed ", what, " of ", c.r.quoted(name), " from ", old, " to ", now, "\n")
	case !byUser && !byGroup:
		c.r.print(what, " of ", c.r.quoted(name), " retained\n")
	default:
		c.r.print(what, " of ", c.r.quoted(name), " retained as ", now, "\n")
	}
}

func orNumber(name string, id int) string {
	if name != "" {
		return name
	}
	return strconv.Itoa(id)
}
