package tool

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// findNumber is N, +N or -N.
type findNumber struct {
	sign byte
	n    int64
}

func (c findNumber) holds(v int64) bool {
	switch c.sign {
	case '+':
		return v > c.n
	case '-':
		return v < c.n
	}
	return v == c.n
}

func (f *find) number(name, v string) findNumber {
	c := findNumber{}
	digits := v
	if v != "" && (v[0] == '+' || v[0] == '-') {
		c.sign, digits = v[0], v[1:]
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || strings.HasPrefix(digits, "+") || strings.HasPrefix(digits, "-") {
		f.r.die(1, "invalid argument `%s' to `%s'", v, name)
	}
	c.n = n
	return c
}

// withStat wraps a test that needs the inode.
func (f *find) withStat(test func(x *findFile) bool) findTest {
	return func(x *findFile) bool { return f.stat(x) && test(x) }
}

// statTest are the primaries about inodes.
func (f *find) statTest(name string) findTest {
	if t := f.timeTest(name); t != nil {
		return t
	}
	switch name {
	case "-empty":
		return f.withStat(func(x *findFile) bool {
			if x.st.IsDir() {
				list, err := linux.ReadDir(x.path)
				if err != nil {
					f.complain(x.path, err)
				}
				return err == nil && len(list) == 0
			}
			return x.st.IsRegular() && x.st.Size == 0
		})
	case "-executable":
		return func(x *findFile) bool { return linux.Access(x.path, primitives.X_OK) == nil }
	case "-readable":
		return func(x *findFile) bool { return linux.Access(x.path, primitives.R_OK) == nil }
	case "-writable":
		return func(x *findFile) bool { return linux.Access(x.path, primitives.W_OK) == nil }
	case "-inum":
		c := f.number(name, f.value(name))
		return f.withStat(func(x *findFile) bool { return c.holds(int64(x.st.Ino)) })
	case "-links":
		c := f.number(name, f.value(name))
		return f.withStat(func(x *findFile) bool { return c.holds(int64(x.st.Nlink)) })
	case "-nouser":
		list := accounts(true)
		return f.withStat(func(x *findFile) bool { _, ok := accountByID(list, int(x.st.UID)); return !ok })
	case "-nogroup":
		list := accounts(false)
		return f.withStat(func(x *findFile) bool { _, ok := accountByID(list, int(x.st.GID)); return !ok })
	case "-perm":
		return f.permission(f.value(name))
	case "-samefile":
		other, err := linux.Lstat(f.value(name))
		if err != nil {
			f.r.dieErr(1, err, "%s", f.r.curly(f.args[f.pos-1]))
		}
		return f.withStat(func(x *findFile) bool { return sameFile(&x.st, &other) })
	case "-size":
		return f.size(f.value(name))
	case "-type", "-xtype":
		return f.typeTest(name, f.value(name))
	case "-uid", "-gid", "-user", "-group":
		return f.owner(name, f.value(name))
	case "-fstype":
		kind := f.value(name)
		return f.withStat(func(x *findFile) bool { return f.fileSystem(x) == kind })
	}
	return nil
}

func (f *find) owner(name, v string) findTest {
	isUser := name == "-uid" || name == "-user"
	id := func(x *findFile) int64 {
		if isUser {
			return int64(x.st.UID)
		}
		return int64(x.st.GID)
	}
	if name == "-uid" || name == "-gid" {
		c := f.number(name, v)
		return f.withStat(func(x *findFile) bool { return c.holds(id(x)) })
	}
	a, ok := accountByName(accounts(isUser), v)
	if n, isNumber := parseUint(v); !ok && isNumber {
		a.id, ok = int(n), true
	}
	if !ok {
		what := "is not the name of an existing group"
		if isUser {
			what = "is not the name of a known user"
		}
		f.r.die(1, "%s %s", f.r.curly(v), what)
	}
	return f.withStat(func(x *findFile) bool { return id(x) == int64(a.id) })
}

func (f *find) typeTest(name, v string) findTest {
	kinds := map[string]uint32{
		"f": primitives.S_IFREG, "d": primitives.S_IFDIR, "l": primitives.S_IFLNK, "p": primitives.S_IFIFO,
		"s": primitives.S_IFSOCK, "b": primitives.S_IFBLK, "c": primitives.S_IFCHR,
	}
	wanted := map[uint32]bool{}
	for word := range strings.SplitSeq(v, ",") {
		k, ok := kinds[word]
		switch {
		case v == "":
			f.r.die(1, "Arguments to %s should contain at least one letter", name)
		case word == "":
			f.r.die(1, "Last file type in list argument to %s is missing, i.e., list is ending on: ','", name)
		case len(word) > 1:
			f.r.die(1, "Must separate multiple arguments to %s using: ','", name)
		case !ok:
			f.r.die(1, "Unknown argument to %s: %s", name, word)
		}
		wanted[k] = true
	}
	if name == "-xtype" {
		return func(x *findFile) bool {
			st, err := linux.Stat(x.path)
			if is(err, primitives.ELOOP) {
				f.complain(x.path, err)
				return false
			}
			if err != nil {
				st, err = linux.Lstat(x.path)
			}
			return err == nil && wanted[st.Mode&primitives.S_IFMT]
		}
	}
	return func(x *findFile) bool { return wanted[x.kind] }
}

func (f *find) size(v string) findTest {
	unit := int64(512)
	digits := v
	if n := len(v); n > 0 {
		known := true
		switch v[n-1] {
		case 'b':
		case 'c':
			unit = 1
		case 'w':
			unit = 2
		case 'k':
			unit = 1 << 10
		case 'M':
			unit = 1 << 20
		case 'G':
			unit = 1 << 30
		default:
			known = false
			if v[n-1] < '0' || v[n-1] > '9' {
				f.r.die(1, "invalid -size type `%c'", v[n-1])
			}
		}
		if known {
			digits = v[:n-1]
		}
	}
	if strings.Trim(digits, "+-0123456789") != "" || strings.Trim(digits, "+-") == "" {
		f.r.die(1, "Invalid argument `%s' to -size", v)
	}
	c := f.number("-size", digits)
	return f.withStat(func(x *findFile) bool { return c.holds((x.st.Size + unit - 1) / unit) })
}

func (f *find) permission(v string) findTest {
	how := byte(0)
	text := v
	if v != "" && (v[0] == '-' || v[0] == '/') {
		how, text = v[0], v[1:]
	}
	m, ok := parseMode(text)
	if len(v) > 1 && v[0] == '+' && v[1] >= '0' && v[1] <= '7' {
		ok = false // what was /111 once
	}
	if !ok {
		f.r.die(1, "invalid mode %s", f.r.curly(v))
	}
	mode := m.apply(0, false, 0)
	if how == '/' && mode == 0 {
		f.r.message("warning: you have specified a mode pattern " + v + " (which is equivalent to /000). " +
			"The meaning of -perm /000 has now been changed to be consistent with -perm -000; " +
			"that is, while it used to match no files, it now matches all files.")
	}
	return f.withStat(func(x *findFile) bool {
		have := x.st.Mode & 0o7777
		switch how {
		case '-':
			return have&mode == mode
		case '/':
			return mode == 0 || have&mode != 0
		}
		return have == mode
	})
}

// timeTest are -mtime, -newer and their kin.
func (f *find) timeTest(name string) findTest {
	stamp := func(which byte) func(x *findFile) int64 {
		return func(x *findFile) int64 {
			switch which {
			case 'a':
				return x.st.Atime
			case 'c':
				return x.st.Ctime
			}
			return x.st.Mtime
		}
	}
	switch name {
	case "-amin", "-cmin", "-mmin", "-atime", "-ctime", "-mtime":
		unit := float64(24 * time.Hour)
		if strings.HasSuffix(name, "min") {
			unit = float64(time.Minute)
		}
		return f.age(name, f.value(name), unit, stamp(name[1]))
	case "-newer", "-anewer", "-cnewer":
		which := byte('m')
		if name != "-newer" {
			which = name[1]
		}
		limit := f.reference(f.value(name), 'm')
		return f.withStat(func(x *findFile) bool { return stamp(which)(x) > limit })
	case "-used":
		return f.used(name, f.value(name))
	}
	if rest, ok := strings.CutPrefix(name, "-newer"); ok && len(rest) == 2 &&
		strings.Contains("acm", rest[:1]) && strings.Contains("acmt", rest[1:]) {
		limit := f.reference(f.value(name), rest[1])
		return f.withStat(func(x *findFile) bool { return stamp(rest[0])(x) > limit })
	}
	return nil
}

// used compares the days between the last change of an inode and the last access.
func (f *find) used(name, v string) findTest {
	c := f.number(name, v)
	const day = int64(24 * time.Hour)
	return f.withStat(func(x *findFile) bool {
		between := x.st.Atime - x.st.Ctime
		return between >= 0 && c.holds(between/day)
	})
}

// reference is the time of a file, or with 't' the time that v spells.
func (f *find) reference(v string, which byte) int64 {
	if which == 't' {
		t, ok := parseDate(v, f.now.In(f.r.zone()))
		if !ok {
			f.r.die(1, "I cannot figure out how to interpret %s as a date or time", f.r.curly(v))
		}
		return t.UnixNano()
	}
	st, err := linux.Stat(v)
	if err != nil {
		f.r.dieErr(1, err, "%s", f.r.curly(v))
	}
	switch which {
	case 'a':
		return st.Atime
	case 'c':
		return st.Ctime
	}
	return st.Mtime
}

// age compares how long ago a time was, in whole units for N, as GNU's windows do.
func (f *find) age(name, v string, unit float64, stamp func(x *findFile) int64) findTest {
	sign := byte(0)
	digits := v
	if v != "" && (v[0] == '+' || v[0] == '-') {
		sign, digits = v[0], v[1:]
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		f.r.die(1, "invalid argument `%s' to `%s'", v, name)
	}
	origin := f.now
	if f.dayStart {
		local := origin.In(f.r.zone())
		origin = time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, local.Location())
	}
	return f.withStat(func(x *findFile) bool {
		ago := float64(origin.UnixNano() - stamp(x))
		switch sign {
		case '+':
			if unit == float64(time.Minute) {
				return ago > n*unit
			}
			return ago >= (n+1)*unit
		case '-':
			return ago < n*unit
		}
		if unit == float64(time.Minute) {
			return ago > (n-1)*unit && ago <= n*unit
		}
		return ago >= n*unit && ago < (n+1)*unit
	})
}
