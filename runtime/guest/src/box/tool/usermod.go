package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// usermodMain changes a user.
func usermodMain(r *run) int {
	d := openAccounts(r)
	opts, name := r.accountOptions("a/append b/badname c:/comment d:/home e:/expiredate f:/inactive g:/gid "+
		"G:/groups l:/login L/lock m/move-home o/non-unique p:/password !P:/prefix r/remove "+
		"!R:/root s:/shell "+
		"u:/uid U/unlock !v:/add-subuids !V:/del-subuids !w:/add-subgids !W:/del-subgids "+
		"!Z:/selinux-user", "LOGIN")
	user := d.passwd.find(name)
	if user == nil {
		r.die(accountMissing, "user '%s' does not exist", name)
	}
	if len(opts) == 0 {
		r.message("no options")
		r.accountUsage("[options] ", "LOGIN")
	}
	m := &userChange{accountDB: d, user: user, shadowed: d.shadow.find(name)}
	if m.shadowed == nil {
		m.shadowed = make([]string, 9)
	}
	for _, o := range opts {
		m.option(o)
	}
	d.lock("/etc/passwd", accountFailed)
	if m.oldID != "" || m.login != "" || m.home != "" {
		d.idle([]string{name, "", m.id()})
	}
	m.finish()
	d.save()
	return 0
}

// id is the number that the user had.
func (m *userChange) id() string {
	if m.oldID != "" {
		return m.oldID
	}
	return m.user[2]
}

type userChange struct {
	*accountDB

	user, shadowed   []string
	groups           []string
	regroup          bool
	appends, drops   bool
	moves, notUnique bool
	login, home      string
	oldID, oldHome   string
}

func (m *userChange) option(o option) {
	switch o.name {
	case "a":
		m.appends = true
	case "r":
		m.drops = true
	case "m":
		m.moves = true
	case "o":
		m.notUnique = true
	case "c":
		m.user[4] = o.value
	case "d":
		m.home = o.value
	case "e":
		m.shadowed[7] = accountDay(o.value)
	case "f":
		m.shadowed[6] = o.value
	case "g":
		m.user[3] = m.groupNamed(o.value, accountMissing)[2]
	case "G":
		m.regroup = true
		for _, g := range strings.FieldsFunc(o.value, func(c rune) bool { return c == ',' }) {
			m.groups = append(m.groups, m.groupNamed(g, accountMissing)[0])
		}
	case "l":
		if m.login = o.value; m.passwd.find(m.login) != nil {
			m.r.die(accountTaken, "user '%s' already exists", m.login)
		}
	case "L":
		m.shadowed[1] = "!" + strings.TrimPrefix(m.shadowed[1], "!")
	case "U":
		if m.shadowed[1] == "!" {
			m.r.message("unlocking the user's password would result in a passwordless account.")
			m.r.stderr("You should set a password with usermod -p to unlock this user's password.\n")
			return
		}
		m.shadowed[1] = strings.TrimPrefix(m.shadowed[1], "!")
	case "p":
		m.shadowed[1] = o.value
	case "s":
		if linux.Access(o.value, primitives.X_OK) != nil {
			m.r.message("Warning: missing or non-executable shell '" + o.value + "'")
		}
		m.user[6] = o.value
	case "u":
		id := m.number(o.value, "user")
		if !m.notUnique && m.passwd.byID(id) != nil && m.user[2] != strconv.Itoa(id) {
			m.r.die(accountIDTaken, "UID '%d' already exists", id)
		}
		m.oldID, m.user[2] = m.user[2], strconv.Itoa(id)
	}
}

// finish is what takes all options together.
func (m *userChange) finish() {
	name := m.user[0]
	if m.regroup {
		for _, g := range m.group.fields {
			if !m.appends && !m.drops {
				m.dropMember(g[0], name)
			}
		}
		for _, g := range m.groups {
			if m.drops {
				m.dropMember(g, name)
			} else {
				m.addMember(g, name)
			}
		}
	}
	if m.home != "" {
		m.oldHome, m.user[5] = m.user[5], m.home
		if m.moves && linux.Rename(m.oldHome, m.home) != nil {
			m.r.die(12, "cannot rename directory %s to %s", m.oldHome, m.home)
		}
	}
	if m.oldID != "" && m.oldID != m.user[2] {
		old, _ := strconv.Atoi(m.oldID)
		now, _ := strconv.Atoi(m.user[2])
		chownTree(m.user[5], old, now)
	}
	if m.login == "" {
		return
	}
	for _, g := range m.group.fields {
		if m.dropMember(g[0], name) {
			m.addMember(g[0], m.login)
		}
	}
	m.user[0], m.shadowed[0] = m.login, m.login
}

// chownTree gives what one user has under a directory to another.
func chownTree(path string, from, to int) {
	st, err := linux.Lstat(path)
	if err != nil {
		return
	}
	if int(st.UID) == from {
		_ = linux.Lchown(path, to, -1)
	}
	if !st.IsDir() {
		return
	}
	entries, _ := linux.ReadDir(path)
	for _, e := range entries {
		chownTree(join(path, e.Name), from, to)
	}
}

// groupaddMain, groupdelMain and groupmodMain change groups.
func groupaddMain(r *run) int {
	d := openAccounts(r)
	opts, name := r.accountOptions("f/force g:/gid !K:/key o/non-unique p:/password r/system !R:/root "+
		"!P:/prefix U:/users", "GROUP")
	force, system, notUnique, id, password, users := false, false, false, -1, "!", ""
	for _, o := range opts {
		switch o.name {
		case "f":
			force = true
		case "g":
			n, ok := parseUint(o.value)
			if !ok || n > 1<<32-2 {
				r.die(accountArgument, "invalid group ID '%s'", o.value)
			}
			id = int(n)
		case "o":
			notUnique = true
		case "p":
			password = o.value
		case "r":
			system = true
		case "U":
			users = o.value
		}
	}
	if !goodName(name) {
		r.die(accountArgument, "'%s' is not a valid group name", name)
	}
	if d.group.find(name) != nil {
		if force {
			return 0
		}
		r.die(accountTaken, "group '%s' already exists", name)
	}
	if id >= 0 && !notUnique && d.group.byID(id) != nil {
		if !force {
			r.die(accountIDTaken, "GID '%d' already exists", id)
		}
		id = -1
	}
	d.lock("/etc/group", accountGroups)
	if id < 0 {
		id = d.group.nextID(system, nil)
	}
	d.addGroup(name, id)
	if g := d.gshadow.find(name); g != nil {
		g[1] = password
	}
	for u := range strings.FieldsFuncSeq(users, func(c rune) bool { return c == ',' }) {
		d.addMember(name, u)
	}
	d.save()
	return 0
}

func groupdelMain(r *run) int {
	d := openAccounts(r)
	_, name := r.accountOptions("!R:/root !P:/prefix f/force", "GROUP")
	g := d.group.find(name)
	if g == nil {
		r.die(accountMissing, "group '%s' does not exist", name)
	}
	for _, u := range d.passwd.fields {
		if len(u) > 3 && u[3] == g[2] {
			r.die(accountPrimary, "cannot remove the primary group of user '%s'", u[0])
		}
	}
	d.lock("/etc/group", accountGroups)
	d.group.remove(name)
	d.gshadow.remove(name)
	d.save()
	return 0
}

func groupmodMain(r *run) int {
	d := openAccounts(r)
	opts, name := r.accountOptions("a/append g:/gid n:/new-name o/non-unique p:/password !R:/root "+
		"!P:/prefix !U:/users", "GROUP")
	g := d.group.find(name)
	if g == nil {
		r.die(accountMissing, "group '%s' does not exist", name)
	}
	secret := d.gshadow.find(name)
	for _, o := range opts {
		switch o.name {
		case "n":
			if d.group.find(o.value) != nil {
				r.die(accountTaken, "group '%s' already exists", o.value)
			}
			g[0] = o.value
			d.group.last(g)
			if secret != nil {
				secret[0] = o.value
				d.gshadow.last(secret)
			}
		case "g":
			old := g[2]
			g[2] = strconv.Itoa(d.number(o.value, "group"))
			for _, u := range d.passwd.fields {
				if len(u) > 3 && u[3] == old {
					u[3] = g[2]
				}
			}
		}
	}
	d.lock("/etc/group", accountGroups)
	d.save()
	return 0
}

// gpasswdMain adds to a group's members and takes from them.
func gpasswdMain(r *run) int {
	d := openAccounts(r)
	opts, name := r.accountOptions("a:/add d:/delete !Q:/root !r/remove-password !R/restrict !M:/members "+
		"!A:/administrators", "GROUP")
	if len(opts) == 0 {
		r.unsupported("of a group's password")
	}
	if d.group.find(name) == nil {
		r.die(accountArgument, "group '%s' does not exist in /etc/group", name)
	}
	for _, o := range opts {
		if d.passwd.find(o.value) == nil && o.name == "a" {
			r.die(accountArgument, "user '%s' does not exist", o.value)
		}
		if linux.Geteuid() != 0 {
			r.die(accountFailed, "Permission denied.")
		}
		if o.name == "a" {
			r.print("Adding user ", o.value, " to group ", name, "\n")
			d.addMember(name, o.value)
			continue
		}
		r.print("Removing user ", o.value, " from group ", name, "\n")
		if !d.dropMember(name, o.value) {
			r.die(accountArgument, "user '%s' is not a member of '%s'", o.value, name)
		}
	}
	d.save()
	return 0
}
