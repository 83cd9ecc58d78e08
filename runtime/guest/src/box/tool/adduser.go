package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// adduser is Debian's friendlier useradd; it never asks anything here.
type adduser struct {
	*newUser

	quiet, disabled, noHome, ownGroup bool
	gid                               int
	gecos                             bool
}

// say tells of progress.
func (a *adduser) say(format string, args ...any) {
	if !a.quiet {
		a.r.printf(format+"\n", args...)
	}
}

const adduserSpec = "/quiet /debug /system /group /home: /shell: /no-create-home /uid: /firstuid: " +
	"/lastuid: " +
	"/gecos: /ingroup: /gid: /firstgid: /lastgid: /disabled-password /disabled-login /force-badname " +
	"/allow-badname /allow-bad-names /add_extra_groups /add-extra-groups !/conf: !/encrypt-home " +
	"!/comment: h/help"

func adduserMain(r *run) int {
	if linux.Geteuid() != 0 {
		r.die(1, "Only root may add a user or group to the system.")
	}
	r.usageStatus = 255
	u := &newUser{accountDB: openAccounts(r), shell: "/bin/bash", password: "!", skel: "/etc/skel", uid: -1}
	a := &adduser{newUser: u, gid: -1, ownGroup: r.which == "addgroup"}
	opts, words := r.options(adduserSpec)
	for _, o := range opts {
		a.option(o)
	}
	switch {
	case len(words) == 0:
		r.die(1, "Only one or two names allowed.")
	case len(words) == 2:
		return a.join(words[0], words[1])
	case len(words) > 2:
		r.die(1, "Only one or two names allowed.")
	}
	a.name = words[0]
	if a.ownGroup && (r.which == "addgroup" || !a.system) {
		return a.groupOnly()
	}
	if a.passwd.find(a.name) != nil {
		if a.system {
			if id, _ := strconv.Atoi(a.passwd.find(a.name)[2]); id > systemLast {
				r.die(1, "The user `%s' already exists, but is not a system user. Exiting.", a.name)
			}
			r.message("The system user `" + a.name + "' already exists. Exiting.")
			return 0
		}
		r.die(1, "The user `%s' already exists.", a.name)
	}
	if a.system {
		return a.systemUser()
	}
	return a.person()
}

func (a *adduser) option(o option) {
	switch o.name {
	case "quiet":
		a.quiet = true
	case "system":
		a.system = true
	case "group":
		a.ownGroup = true
	case "home":
		a.home = o.value
	case "shell":
		a.shell = o.value
	case "no-create-home":
		a.noHome = true
	case "uid":
		a.uid = a.number(o.value, "user")
	case "gid":
		a.gid = a.number(o.value, "group")
	case "ingroup":
		a.group = o.value
	case "gecos":
		a.comment, a.gecos = o.value, true
	case "disabled-password", "disabled-login":
		a.disabled = true
	case "h":
		a.r.help()
	case "firstuid", "lastuid", "firstgid", "lastgid":
		a.r.unsupported("--" + o.name)
	}
}

// join puts a user into a group.
func (a *adduser) join(user, group string) int {
	if a.passwd.find(user) == nil {
		a.r.die(1, "The user `%s' does not exist.", user)
	}
	if a.accountDB.group.find(group) == nil {
		a.r.die(1, "The group `%s' does not exist.", group)
	}
	if !a.addMember(group, user) {
		a.r.message("The user `" + user + "' is already a member of `" + group + "'.")
		return 0
	}
	a.say("Adding user `%s' to group `%s' ...", user, group)
	a.save()
	a.say("Done.")
	return 0
}

func (a *adduser) groupOnly() int {
	if a.accountDB.group.find(a.name) != nil {
		if a.system {
			if id, _ := strconv.Atoi(a.accountDB.group.find(a.name)[2]); id < 100 || id > systemLast {
				a.r.die(1, "The group `%s' already exists and is not a system group. Exiting.", a.name)
			}
			a.r.message("The group `" + a.name + "' already exists as a system group. Exiting.")
			return 0
		}
		a.r.die(1, "The group `%s' already exists.", a.name)
	}
	if a.gid < 0 {
		a.gid = a.freeID(a.accountDB.group, nil)
	}
	a.say("Adding group `%s' (GID %d) ...", a.name, a.gid)
	a.addGroup(a.name, a.gid)
	a.save()
	a.say("Done.")
	return 0
}

// freeID is the first free number, of the system's or of people's.
func (a *adduser) freeID(f, other *accountFile) int {
	first := accountFirst
	if a.system {
		first = 100
	}
	for id := first; ; id++ {
		if f.byID(id) == nil && (other == nil || other.byID(id) == nil) {
			return id
		}
	}
}

func (a *adduser) systemUser() int {
	groups := a.accountDB.group
	if a.uid < 0 {
		var other *accountFile
		if a.ownGroup {
			other = groups
		}
		a.uid = a.freeID(a.passwd, other)
	}
	if a.home == "" {
		a.home, a.noHome = "/nonexistent", true
	}
	if a.shell == "/bin/bash" {
		a.shell = "/usr/sbin/nologin"
	}
	a.say("Adding system user `%s' (UID %d) ...", a.name, a.uid)
	group := "nogroup"
	switch {
	case a.ownGroup:
		group = a.name
		a.newUser.gid = a.uid
		a.say("Adding new group `%s' (GID %d) ...", a.name, a.uid)
		a.addGroup(a.name, a.uid)
	case a.group != "":
		group = a.group
	}
	if g := groups.find(group); g != nil {
		a.newUser.gid, _ = strconv.Atoi(g[2])
	}
	a.say("Adding new user `%s' (UID %d) with group `%s' ...", a.name, a.uid, group)
	a.passwd.add(a.name, "x", strconv.Itoa(a.uid), strconv.Itoa(a.newUser.gid), a.comment, a.home, a.shell)
	a.shadow.add(a.shadowLine()...)
	a.save()
	a.makeIt(0o755, "Creating home directory `%s' ...", "Not creating `%s'.", "/dev/null")
	return 0
}

func (a *adduser) makeIt(mode uint32, made, left, skel string) {
	switch _, err := linux.Stat(a.home); {
	case a.noHome:
		a.say(left, a.home)
	case err == nil:
		a.r.message("The home directory `" + a.home + "' already exists.  Not touching this directory.")
	default:
		a.say(made, a.home)
		if skel != "/dev/null" {
			a.say("Copying files from `%s' ...", skel)
		}
		if err := makeHome(a.home, skel, a.uid, a.newUser.gid, mode); err != nil {
			a.r.dieErr(1, err, "Couldn't create home directory `%s'", a.home)
		}
	}
}

func (a *adduser) person() int {
	if !goodName(a.name) {
		a.r.unsupported("of a name like this")
	}
	if !a.disabled || !a.gecos {
		a.r.unsupported("without --disabled-password and --gecos, which asks")
	}
	if a.home == "" {
		a.home = "/home/" + a.name
	}
	groups := a.accountDB.group
	if a.uid < 0 {
		a.uid = a.freeID(a.passwd, groups)
	}
	a.say("Adding user `%s' ...", a.name)
	group := a.name
	if a.group != "" {
		g := groups.find(a.group)
		if g == nil {
			a.r.die(1, "The group `%s' does not exist.", a.group)
		}
		group = a.group
		a.newUser.gid, _ = strconv.Atoi(g[2])
	} else {
		a.newUser.gid = a.uid
		a.say("Adding new group `%s' (%d) ...", a.name, a.uid)
		a.addGroup(a.name, a.uid)
	}
	a.say("Adding new user `%s' (%d) with group `%s (%d)' ...", a.name, a.uid, group, a.newUser.gid)
	comment := a.comment
	if comment == "" {
		comment = ",,,"
	} else if n := strings.Count(comment, ","); n < 3 {
		comment += strings.Repeat(",", 3-n)
	}
	a.passwd.add(a.name, "x", strconv.Itoa(a.uid), strconv.Itoa(a.newUser.gid), comment, a.home, a.shell)
	a.shadow.add(a.shadowLine()...)
	a.subuid.addRange(a.name)
	a.subgid.addRange(a.name)
	a.save()
	a.makeIt(0o700, "Creating home directory `%s' ...", "Not creating home directory `%s'.", a.skel)
	if groups.find("users") != nil {
		a.say("Adding new user `%s' to supplemental / extra groups `users' ...", a.name)
		a.say("Adding user `%s' to group `users' ...", a.name)
		a.addMember("users", a.name)
		reread := *a.accountDB
		reread.save()
	}
	return 0
}

// deluserMain is deluser and delgroup.
func deluserMain(r *run) int {
	if linux.Geteuid() != 0 {
		r.die(1, "Only root may remove a user or group from the system.")
	}
	d := openAccounts(r)
	opts, words := r.options("/quiet /debug /system /group /only-if-empty /remove-home !/remove-all-files " +
		"!/backup !/backup-to: !/conf: !/force h/help")
	a := &adduser{newUser: &newUser{accountDB: d}}
	group, home, system := r.which == "delgroup", false, false
	for _, o := range opts {
		switch o.name {
		case "quiet":
			a.quiet = true
		case "group":
			group = true
		case "system":
			system = true
		case "remove-home":
			home = true
		case "h":
			r.help()
		}
	}
	switch {
	case len(words) == 2:
		return a.leave(words[0], words[1])
	case len(words) != 1:
		r.die(1, "Only one or two names allowed.")
	}
	if group {
		return a.deleteGroup(words[0], system)
	}
	return a.deleteUser(words[0], home, system)
}

func (a *adduser) leave(user, group string) int {
	u, g := a.passwd.find(user), a.accountDB.group.find(group)
	switch {
	case u == nil:
		a.r.die(2, "The user `%s' does not exist.", user)
	case g == nil:
		a.r.die(3, "The group `%s' does not exist.", group)
	case u[3] == g[2]:
		a.r.die(7, "You may not remove the user from their primary group.")
	case !a.dropMember(group, user):
		a.r.die(6, "The user `%s' is not a member of group `%s'.", user, group)
	}
	a.say("Removing user `%s' from group `%s' ...", user, group)
	a.save()
	a.say("Done.")
	return 0
}

func (a *adduser) deleteGroup(name string, system bool) int {
	g := a.accountDB.group.find(name)
	if g == nil {
		if system {
			return 0
		}
		a.r.die(3, "The group `%s' does not exist.", name)
	}
	for _, u := range a.passwd.fields {
		if len(u) > 3 && u[3] == g[2] {
			a.say("Removing group `%s' ...", name)
			_ = a.r.out.Flush()
			a.r.stderr("groupdel: cannot remove the primary group of user '" + u[0] + "'\n")
			a.r.die(1, "`/sbin/groupdel %s' returned error code 8. Exiting.", name)
		}
	}
	a.say("Removing group `%s' ...", name)
	a.accountDB.group.remove(name)
	a.gshadow.remove(name)
	a.save()
	a.say("Done.")
	return 0
}

func (a *adduser) deleteUser(name string, home, system bool) int {
	u := a.passwd.find(name)
	if u == nil {
		if system {
			return 0
		}
		a.r.die(2, "The user `%s' does not exist.", name)
	}
	_ = a.r.out.Flush()
	a.r.message("`/usr/bin/crontab' not executed. Skipping crontab removal. Package `cron' required.")
	if home {
		a.say("Looking for files to backup/remove ...")
		removeTree(u[5])
	}
	a.say("Removing user `%s' ...", name)
	a.removeUser(u)
	a.save()
	a.say("Done.")
	return 0
}
