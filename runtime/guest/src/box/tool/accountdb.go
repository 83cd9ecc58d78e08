package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// accountFile is one of the files of accounts: lines of fields, the first of which is a name.
type accountFile struct {
	path   string
	mode   uint32
	there  bool
	fields [][]string
	before string
}

// accountDB are the files that the programs of Debian's package passwd change. What an image lacks of
// gshadow, subuid and subgid is not made.
type accountDB struct {
	r                                              *run
	passwd, group, shadow, gshadow, subuid, subgid *accountFile
}

// Exit codes of the programs of package passwd.
const (
	accountFailed   = 1
	accountSyntax   = 2
	accountArgument = 3
	accountIDTaken  = 4
	accountMissing  = 6
	accountPrimary  = 8
	accountTaken    = 9
	accountGroups   = 10 // /etc/group cannot be changed
)

func openAccounts(r *run) *accountDB {
	return &accountDB{
		r: r, passwd: readAccounts("passwd"), group: readAccounts("group"), shadow: readAccounts("shadow"),
		gshadow: readAccounts("gshadow"), subuid: readAccounts("subuid"), subgid: readAccounts("subgid"),
	}
}

func readAccounts(name string) *accountFile {
	f := &accountFile{path: "/etc/" + name}
	st, err := linux.Stat(f.path)
	if err != nil {
		return f
	}
	f.there, f.mode = true, st.Mode&0o7777
	text, _ := readFile(f.path)
	f.before = string(text)
	for line := range strings.Lines(f.before) {
		f.fields = append(f.fields, strings.Split(strings.TrimSuffix(line, "\n"), ":"))
	}
	return f
}

// find is the line of a name; nil if there is none.
func (f *accountFile) find(name string) []string {
	for _, l := range f.fields {
		if l[0] == name {
			return l
		}
	}
	return nil
}

// byID is the line whose third field is a number.
func (f *accountFile) byID(id int) []string {
	for _, l := range f.fields {
		if len(l) > 2 && l[2] == strconv.Itoa(id) {
			return l
		}
	}
	return nil
}

func (f *accountFile) add(fields ...string) { f.fields = append(f.fields, fields) }

// last moves a line to the end, where one with a new name goes.
func (f *accountFile) last(line []string) {
	f.remove(line[0])
	f.fields = append(f.fields, line)
}

func (f *accountFile) remove(name string) {
	f.fields = slices.DeleteFunc(f.fields, func(l []string) bool { return l[0] == name })
}

func (f *accountFile) text() string {
	var b strings.Builder
	for _, l := range f.fields {
		b.WriteString(strings.Join(l, ":") + "\n")
	}
	return b.String()
}

// lock ends the program for a user who may not change /etc.
func (d *accountDB) lock(path string, status int) {
	if linux.Access("/etc", primitives.W_OK) == nil && linux.Geteuid() == 0 {
		return
	}
	d.r.message("Permission denied.")
	d.r.die(status, "cannot lock %s; try again later.", path)
}

// save writes the files that changed, each beside the old one, which stays as NAME-.
func (d *accountDB) save() {
	for _, f := range []*accountFile{d.passwd, d.group, d.shadow, d.gshadow, d.subuid, d.subgid} {
		text := f.text()
		if !f.there || text == f.before {
			continue
		}
		err := writeAccounts(f.path+"-", f.before, f.mode)
		if err == nil {
			err = writeAccounts(f.path+"+", text, f.mode)
		}
		if err == nil {
			err = linux.Rename(f.path+"+", f.path)
		}
		if err != nil {
			d.r.die(accountFailed, "failure while writing changes to %s", f.path)
		}
	}
}

func writeAccounts(path, text string, mode uint32) error {
	f, err := linux.OpenFile(path, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte(text))
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Ranges of numbers for people and for the system, of Debian's login.defs.
const (
	accountFirst, accountLast = 1000, 60000
	systemFirst, systemLast   = 101, 999
)

// nextID is a free number: after the greatest of people, or before the least of the system.
func (f *accountFile) nextID(system bool, other *accountFile) int {
	free := func(id int) bool { return f.byID(id) == nil && (other == nil || other.byID(id) == nil) }
	if system {
		for id := systemLast; id >= systemFirst; id-- {
			if free(id) {
				return id
			}
		}
		return -1
	}
	next := accountFirst
	for _, l := range f.fields {
		if len(l) > 2 {
			if id, err := strconv.Atoi(l[2]); err == nil && id >= next && id < accountLast {
				next = id + 1
			}
		}
	}
	for ; other != nil && other.byID(next) != nil; next++ {
	}
	return next
}

// goodName reports whether a name may be an account's.
func goodName(s string) bool {
	const most = 32
	if s == "" || len(s) > most || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz_", rune(s[0])) {
		return false
	}
	return strings.Trim(strings.TrimSuffix(s, "$"), "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// groupNamed finds a group by name or number, and ends the program if there is none.
func (d *accountDB) groupNamed(word string, status int) []string {
	g := d.group.find(word)
	if id, err := strconv.Atoi(word); g == nil && err == nil {
		g = d.group.byID(id)
	}
	if g == nil {
		d.r.die(status, "group '%s' does not exist", word)
	}
	return g
}

// addMember and dropMember change a group's list; they report whether that is another one.
func (d *accountDB) addMember(group, user string) bool {
	changed := false
	for _, f := range []*accountFile{d.group, d.gshadow} {
		if l := f.find(group); l != nil && !slices.Contains(strings.Split(l[3], ","), user) {
			l[3] = strings.TrimPrefix(l[3]+","+user, ",")
			changed = true
		}
	}
	return changed
}

func (d *accountDB) dropMember(group, user string) bool {
	changed := false
	for _, f := range []*accountFile{d.group, d.gshadow} {
		l := f.find(group)
		if l == nil {
			continue
		}
		list := strings.Split(l[3], ",")
		if i := slices.Index(list, user); i >= 0 {
			l[3] = strings.Join(slices.Delete(list, i, i+1), ",")
			changed = true
		}
	}
	return changed
}

// number reads an id of an option.
func (d *accountDB) number(word, what string) int {
	n, ok := parseUint(word)
	if !ok || n > 1<<32-2 {
		d.r.die(accountArgument, "invalid %s ID '%s'", what, word)
	}
	return int(n)
}

// addGroup adds a group of a number.
func (d *accountDB) addGroup(name string, id int) {
	d.group.add(name, "x", strconv.Itoa(id), "")
	d.gshadow.add(name, "!", "", "")
}

// accountUsage ends the program after a wrong command line.
func (r *run) accountUsage(opts, operand string) {
	unsupportedNote(r.which + " usage")
	r.stderr("Usage: " + r.which + " " + opts + operand + "\n")
	panic(exit(accountSyntax))
}

// accountOptions reads options of which none may be unknown.
func (r *run) accountOptions(spec, operand string) ([]option, string) {
	r.usageStatus, r.usageTry = accountSyntax, "Usage: "+r.which+" [options] "+operand+"\n"
	opts, words := r.options(spec)
	if len(words) != 1 {
		r.accountUsage("[options] ", operand)
	}
	return opts, words[0]
}
