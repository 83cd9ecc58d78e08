package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// account is a line of /etc/passwd or /etc/group.
type account struct {
	name    string
	id, gid int
	home    string
	shell   string
	members []string
}

// accounts reads the users (users true) or the groups of the system; an unreadable file is empty.
func accounts(users bool) []account {
	path := "/etc/group"
	if users {
		path = "/etc/passwd"
	}
	text, err := readFile(path)
	if err != nil {
		return nil
	}
	var list []account
	for line := range strings.SplitSeq(string(text), "\n") {
		f := strings.Split(line, ":")
		if len(f) < 4 {
			continue
		}
		id, err := strconv.Atoi(f[2])
		if err != nil {
			continue
		}
		a := account{name: f[0], id: id}
		if users && len(f) > 5 {
			a.gid, _ = strconv.Atoi(f[3])
			a.home = f[5]
			if len(f) > 6 {
				a.shell = f[6]
			}
		} else if f[3] != "" {
			a.members = strings.Split(f[3], ",")
		}
		list = append(list, a)
	}
	return list
}

func accountByID(list []account, id int) (account, bool) {
	for _, a := range list {
		if a.id == id {
			return a, true
		}
	}
	return account{}, false
}

func accountByName(list []account, name string) (account, bool) {
	for _, a := range list {
		if a.name == name {
			return a, true
		}
	}
	return account{}, false
}

// nameOf is the name of an id, or the number where it has none.
func nameOf(list []account, id int) string {
	if a, ok := accountByID(list, id); ok {
		return a.name
	}
	return strconv.Itoa(id)
}

func whoamiMain(r *run) int {
	_, words := r.options("")
	if len(words) > 0 {
		r.usage("extra operand %s", r.curly(words[0]))
	}
	uid := linux.Geteuid()
	a, ok := accountByID(accounts(true), uid)
	if !ok {
		r.die(1, "cannot find name for user ID %d", uid)
	}
	r.print(a.name, "\n")
	return 0
}

func lognameMain(r *run) int {
	r.options("")
	r.die(1, "no login name")
	return 1
}

type id struct {
	r             *run
	users, groups []account
	what          string
	names, real   bool
	end           string
	many          bool
}

// who are the ids that one line of output is about.
type who struct {
	uid, euid, gid, egid int
	groups               []int
}

func idMain(r *run) int {
	opts, words := r.options("a !Z/context g/group G/groups n/name r/real u/user z/zero")
	i := &id{r: r, users: accounts(true), groups: accounts(false), end: "\n"}
	for _, o := range opts {
		switch o.name {
		case "g", "G", "u":
			if i.what != "" && i.what != o.name {
				r.die(1, "cannot print \"only\" of more than one choice")
			}
			i.what = o.name
		case "n":
			i.names = true
		case "r":
			i.real = true
		case "z":
			i.end = "\x00"
		}
	}
	if i.what == "" && (i.names || i.real) {
		r.die(1, "cannot print only names or real IDs in default format")
	}
	if i.what == "" && i.end == "\x00" {
		r.die(1, "option --zero not permitted in default format")
	}
	if len(words) == 0 {
		i.print(i.self())
	}
	i.many = len(words) > 1
	for _, name := range words {
		a, ok := accountByName(i.users, name)
		if n, err := strconv.Atoi(strings.TrimPrefix(name, "+")); !ok && err == nil {
			a, ok = accountByID(i.users, n)
		}
		if !ok {
			r.warn("%s: no such user", r.curly(name))
			continue
		}
		i.print(&who{a.id, a.id, a.gid, a.gid, i.groupsOf(a)})
	}
	return r.status
}

func (i *id) self() *who {
	w := &who{uid: linux.Getuid(), euid: linux.Geteuid(), gid: linux.Getgid(), egid: linux.Getegid()}
	w.groups = []int{w.egid}
	all, err := linux.Getgroups()
	if err != nil {
		i.r.dieErr(1, err, "failed to get groups for the current process")
	}
	for _, g := range all {
		if g != w.egid {
			w.groups = append(w.groups, g)
		}
	}
	return w
}

func (i *id) groupsOf(a account) []int {
	list := []int{a.gid}
	for _, g := range i.groups {
		for _, m := range g.members {
			if m == a.name && g.id != a.gid {
				list = append(list, g.id)
			}
		}
	}
	return list
}

func (i *id) print(w *who) {
	switch i.what {
	case "u":
		i.r.print(i.one(i.users, pick(i.real, w.uid, w.euid), "user"), i.end)
	case "g":
		i.r.print(i.one(i.groups, pick(i.real, w.gid, w.egid), "group"), i.end)
	case "G":
		sep := " "
		if i.end == "\x00" {
			sep = i.end
		}
		var list []string
		for _, g := range w.groups {
			list = append(list, i.one(i.groups, g, "group"))
		}
		i.r.print(strings.Join(list, sep), i.end)
		if i.many && i.end == "\x00" {
			i.r.print("\x00")
		}
	default:
		i.full(w)
	}
}

func pick(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

func (i *id) one(list []account, number int, kind string) string {
	if !i.names {
		return strconv.Itoa(number)
	}
	a, ok := accountByID(list, number)
	if !ok {
		i.r.warn("cannot find name for %s ID %d", kind, number)
		return strconv.Itoa(number)
	}
	return a.name
}

func (i *id) full(w *who) {
	both := func(list []account, number int) string {
		s := strconv.Itoa(number)
		if a, ok := accountByID(list, number); ok {
			s += "(" + a.name + ")"
		}
		return s
	}
	text := "uid=" + both(i.users, w.uid) + " gid=" + both(i.groups, w.gid)
	if w.euid != w.uid {
		text += " euid=" + both(i.users, w.euid)
	}
	if w.egid != w.gid {
		text += " egid=" + both(i.groups, w.egid)
	}
	for n, g := range w.groups {
		if n == 0 {
			text += " groups="
		} else {
			text += ","
		}
		text += both(i.groups, g)
	}
	i.r.print(text, i.end)
}

func groupsMain(r *run) int {
	_, words := r.options("")
	i := &id{r: r, users: accounts(true), groups: accounts(false), what: "G", names: true, end: "\n"}
	if len(words) == 0 {
		i.print(i.self())
	}
	for _, name := range words {
		a, ok := accountByName(i.users, name)
		if !ok {
			r.warn("%s: no such user", r.curly(name))
			continue
		}
		r.print(name, " : ")
		i.print(&who{a.id, a.id, a.gid, a.gid, i.groupsOf(a)})
	}
	return r.status
}

// readFile reads a whole file.
func readFile(path string) ([]byte, error) {
	f, err := linux.OpenFile(path, primitives.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer closeInput(f)
	return readAll(f)
}
