package tool

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// newUser is what useradd is asked for.
type newUser struct {
	*accountDB

	name, comment, home, base, shell, password, expire, inactive, skel string
	group                                                              string
	groups                                                             []string
	uid, gid                                                           int
	system, makeHome, noGroup, notUnique, badName                      bool
}

func useraddMain(r *run) int {
	u := &newUser{
		accountDB: openAccounts(r), base: "/home", shell: "/bin/sh", password: "!", skel: "/etc/skel",
		uid: -1,
	}
	if len(r.args) == 1 && (r.args[0] == "-D" || r.args[0] == "--defaults") {
		r.print("GROUP=100\nHOME=/home\nINACTIVE=-1\nEXPIRE=\nSHELL=/bin/sh\nSKEL=/etc/skel\n" +
			"CREATE_MAIL_SPOOL=no\nLOG_INIT=yes\n")
		return 0
	}
	opts, name := r.accountOptions("/badname b:/base-dir !/btrfs-subvolume-home c:/comment d:/home-dir "+
		"!D/defaults e:/expiredate f:/inactive !F/add-subids-for-system g:/gid G:/groups k:/skel !K:/key "+
		"l/no-log-init m/create-home M/no-create-home N/no-user-group o/non-unique p:/password r/system "+
		"!R:/root !P:/prefix s:/shell u:/uid U/user-group !Z:/selinux-user", "LOGIN")
	u.name = name
	for _, o := range opts {
		u.option(o)
	}
	u.check()
	u.lock("/etc/passwd", accountFailed)
	u.add()
	u.save()
	if u.makeHome {
		u.createHome()
	}
	return 0
}

func (u *newUser) option(o option) {
	text := map[string]*string{
		"b": &u.base, "c": &u.comment, "d": &u.home, "e": &u.expire, "f": &u.inactive, "g": &u.group,
		"k": &u.skel, "p": &u.password, "s": &u.shell,
	}[o.name]
	if text != nil {
		*text = o.value
		return
	}
	switch o.name {
	case "badname":
		u.badName = true
	case "G":
		u.groups = strings.Split(o.value, ",")
	case "m":
		u.makeHome = true
	case "M":
		u.makeHome = false
	case "N":
		u.noGroup = true
	case "o":
		u.notUnique = true
	case "r":
		u.system = true
	case "u":
		u.uid = u.number(o.value, "user")
	}
}

func (u *newUser) check() {
	if !u.badName && !goodName(u.name) {
		u.r.die(accountArgument, "invalid user name '%s': use --badname to ignore", u.name)
	}
	if u.home == "" {
		u.home = u.base + "/" + u.name
	}
	for i, g := range u.groups {
		u.groups[i] = u.groupNamed(g, accountMissing)[0]
	}
	if u.group != "" {
		u.gid, _ = strconv.Atoi(u.groupNamed(u.group, accountMissing)[2])
	}
	if u.passwd.find(u.name) != nil {
		u.r.die(accountTaken, "user '%s' already exists", u.name)
	}
	own := u.group == "" && !u.noGroup
	if own && u.accountDB.group.find(u.name) != nil {
		u.r.die(accountTaken, "group %s exists - if you want to add this user to that group, use -g.", u.name)
	}
}

// add puts the user into the files.
func (u *newUser) add() {
	if u.uid >= 0 && !u.notUnique && u.passwd.byID(u.uid) != nil {
		u.r.die(accountIDTaken, "UID %d is not unique", u.uid)
	}
	var groups *accountFile
	own := u.group == "" && !u.noGroup
	if own {
		groups = u.accountDB.group
	}
	if u.uid < 0 {
		if u.uid = u.passwd.nextID(u.system, groups); u.uid < 0 {
			u.r.die(accountIDTaken, "Can't get unique system UID (no more available UIDs)")
		}
	}
	switch {
	case own:
		if u.gid = u.uid; u.accountDB.group.byID(u.gid) != nil {
			u.gid = u.accountDB.group.nextID(u.system, nil)
		}
		u.addGroup(u.name, u.gid)
	case u.group == "":
		u.gid = 100
	}
	if !u.system && (u.uid < accountFirst || u.uid > accountLast) {
		u.r.stderr(sprintf("useradd warning: %s's uid %d outside of the UID_MIN %d and UID_MAX %d range.\n",
			u.name, u.uid, accountFirst, accountLast))
	}
	id := strconv.Itoa(u.uid)
	u.passwd.add(u.name, "x", id, strconv.Itoa(u.gid), u.comment, u.home, u.shell)
	u.shadow.add(u.shadowLine()...)
	for _, g := range u.groups {
		u.addMember(g, u.name)
	}
	if !u.system {
		u.subuid.addRange(u.name)
		u.subgid.addRange(u.name)
	}
}

func (u *newUser) shadowLine() []string {
	day := strconv.FormatInt(u.r.now().Unix()/86400, 10)
	line := []string{u.name, u.password, day, "0", "99999", "7", u.inactive, accountDay(u.expire), ""}
	if u.system {
		line[3], line[4], line[5] = "", "", ""
	}
	return line
}

// accountDay is a date as a number of days.
func accountDay(date string) string {
	when, err := time.Parse("2006-01-02", date)
	if err != nil {
		return date
	}
	return strconv.FormatInt(when.Unix()/86400, 10)
}

// addRange gives a name the next 65,536 subordinate numbers.
func (f *accountFile) addRange(name string) {
	const size = 65536
	next := 100000
	for slices.ContainsFunc(f.fields, func(l []string) bool { return l[1] == strconv.Itoa(next) }) {
		next += size
	}
	f.add(name, strconv.Itoa(next), strconv.Itoa(size))
}

func (u *newUser) createHome() {
	if _, err := linux.Stat(u.home); err == nil {
		u.r.message("warning: the home directory " + u.home + " already exists.")
		u.r.message("Not copying any file from skel directory into it.")
		return
	}
	if err := makeHome(u.home, u.skel, u.uid, u.gid, 0o755); err != nil {
		u.r.die(12, "cannot create directory %s", u.home)
	}
}

// makeHome makes a directory with what is in the skeleton, for its owner.
func makeHome(home, skel string, uid, gid int, mode uint32) error {
	for i := range len(home) {
		if home[i] == '/' && i > 0 {
			_ = linux.Mkdir(home[:i], 0o755)
		}
	}
	if err := linux.Mkdir(home, mode); err != nil {
		return err
	}
	_ = linux.Chmod(home, mode)
	err := copySkeleton(skel, home, uid, gid)
	_ = linux.Chown(home, uid, gid)
	return err
}

func copySkeleton(from, to string, uid, gid int) error {
	entries, err := linux.ReadDir(from)
	if err != nil {
		return nil // no skeleton
	}
	for _, e := range entries {
		a, b := join(from, e.Name), join(to, e.Name)
		st, err := linux.Lstat(a)
		if err != nil {
			return err
		}
		switch st.Mode & primitives.S_IFMT {
		case primitives.S_IFDIR:
			if err := linux.Mkdir(b, st.Mode&0o7777); err != nil {
				return err
			}
			if err := copySkeleton(a, b, uid, gid); err != nil {
				return err
			}
		case primitives.S_IFLNK:
			target, _ := linux.Readlink(a)
			_ = linux.Symlink(target, b)
		default:
			text, _ := readFile(a)
			if err := writeAccounts(b, string(text), st.Mode&0o7777); err != nil {
				return err
			}
		}
		_ = linux.Lchown(b, uid, gid)
	}
	return nil
}

// userdelMain removes a user, with -r and what is his.
func userdelMain(r *run) int {
	d := openAccounts(r)
	opts, name := r.accountOptions("f/force r/remove !R:/root !P:/prefix !Z/selinux-user", "LOGIN")
	user := d.passwd.find(name)
	if user == nil {
		r.die(accountMissing, "user '%s' does not exist", name)
	}
	d.lock("/etc/passwd", accountFailed)
	if !slices.ContainsFunc(opts, func(o option) bool { return o.name == "f" }) {
		d.idle(user)
	}
	d.removeUser(user)
	d.save()
	if slices.ContainsFunc(opts, func(o option) bool { return o.name == "r" }) {
		r.message(name + " mail spool (/var/mail/" + name + ") not found")
		if _, err := linux.Stat(user[5]); err != nil {
			r.message(name + " home directory (" + user[5] + ") not found")
		} else {
			removeTree(user[5])
		}
	}
	return 0
}

// idle ends the program if a process is the user's.
func (d *accountDB) idle(user []string) {
	const busy = 8
	for _, p := range processes() {
		if strconv.Itoa(p.uid) == user[2] {
			d.r.die(busy, "user %s is currently used by process %d", user[0], p.pid)
		}
	}
}

// removeUser takes a user out of all files, and the group of his name if nobody else is in it.
func (d *accountDB) removeUser(user []string) {
	name := user[0]
	for _, f := range []*accountFile{d.passwd, d.shadow, d.subuid, d.subgid} {
		f.remove(name)
	}
	for _, g := range d.group.fields {
		d.dropMember(g[0], name)
	}
	if g := d.group.find(name); g != nil && g[3] == "" {
		used := slices.ContainsFunc(d.passwd.fields, func(l []string) bool {
			return len(l) > 3 && l[3] == g[2]
		})
		if !used {
			d.group.remove(name)
			d.gshadow.remove(name)
		}
	}
}

func removeTree(path string) {
	st, err := linux.Lstat(path)
	if err != nil {
		return
	}
	if !st.IsDir() {
		_ = linux.Unlink(path)
		return
	}
	entries, _ := linux.ReadDir(path)
	for _, e := range entries {
		removeTree(join(path, e.Name))
	}
	_ = linux.Rmdir(path)
}
