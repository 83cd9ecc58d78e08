package tool

import (
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type touch struct {
	r              *run
	access, modify bool
	noCreate, link bool
	now            bool
	atime, mtime   int64
}

func touchMain(r *run) int {
	opts, names := r.options("a c/no-create d:/date f h/no-dereference m r:/reference t: /time:")
	t := &touch{r: r, now: true}
	text, stamp, reference := "", "", ""
	for _, o := range opts {
		switch o.name {
		case "a":
			t.access = true
		case "c":
			t.noCreate = true
		case "d":
			text = o.value
		case "h":
			t.link, t.noCreate = true, true
		case "m":
			t.modify = true
		case "r":
			reference = o.value
		case "t":
			stamp = o.value
		case "time":
			if w := r.choose("--time", o.value, "atime|access|use", "mtime|modify"); w == "mtime" {
				t.modify = true
			} else {
				t.access = true
			}
		}
	}
	if !t.access && !t.modify {
		t.access, t.modify = true, true
	}
	if stamp != "" && (text != "" || reference != "") {
		r.usage("cannot specify times from more than one source")
	}
	t.times(text, stamp, reference)
	if len(names) == 0 {
		r.usage("missing file operand")
	}
	for _, name := range names {
		t.file(name)
	}
	return r.status
}

// times sets what the files get, if it is not now.
func (t *touch) times(text, stamp, reference string) {
	base := t.r.now()
	if reference != "" {
		st, err := linux.Stat(reference)
		if err != nil {
			t.r.dieErr(1, err, "failed to get attributes of %s", t.r.quoted(reference))
		}
		t.now, t.atime, t.mtime = false, st.Atime, st.Mtime
		base = time.Unix(0, st.Mtime).In(base.Location())
	}
	switch {
	case stamp != "":
		when, ok := parseStamp(stamp, base)
		if !ok {
			t.r.die(1, "invalid date format %s", t.r.curly(stamp))
		}
		t.now, t.atime, t.mtime = false, when.UnixNano(), when.UnixNano()
	case text != "":
		when, ok := parseDate(text, base)
		if !ok {
			t.r.die(1, "invalid date format %s", t.r.curly(text))
		}
		t.now, t.atime, t.mtime = false, when.UnixNano(), when.UnixNano()
	}
	switch {
	case !t.access && t.now:
		t.now, t.atime, t.mtime = false, linux.UtimeOmit, base.UnixNano()
	case !t.modify && t.now:
		t.now, t.atime, t.mtime = false, base.UnixNano(), linux.UtimeOmit
	case !t.access:
		t.atime = linux.UtimeOmit
	case !t.modify:
		t.mtime = linux.UtimeOmit
	}
}

// parseStamp reads [[CC]YY]MMDDhhmm[.ss].
func parseStamp(s string, now time.Time) (time.Time, bool) {
	digits, seconds, dot := strings.Cut(s, ".")
	if !isDigits(digits) || dot && (!isDigits(seconds) || len(seconds) != 2) {
		return now, false
	}
	year := now.Year()
	switch len(digits) {
	case 8:
	case 10:
		year = 1900 + atoi(digits[:2])
		if year < 1969 {
			year += 100
		}
		digits = digits[2:]
	case 12:
		year = atoi(digits[:4])
		digits = digits[4:]
	default:
		return now, false
	}
	month, day, hour, minute := atoi(digits[:2]), atoi(digits[2:4]), atoi(digits[4:6]), atoi(digits[6:])
	t := time.Date(year, time.Month(month), day, hour, minute, atoi(seconds), 0, now.Location())
	return t, int(t.Month()) == month && t.Day() == day && hour < 24 && minute < 60 && atoi(seconds) < 61
}

func (t *touch) file(name string) {
	r := t.r
	if name == "-" {
		name = "/dev/stdout"
	}
	var opened error
	if !t.noCreate && !t.link {
		const flags = primitives.O_WRONLY | primitives.O_CREAT | primitives.O_NONBLOCK | primitives.O_NOCTTY
		fd, err := linux.Open(name, flags, 0o666)
		if opened = err; err == nil {
			_ = linux.Close(fd)
		}
	}
	flags := 0
	if t.link {
		flags = primitives.AT_SYMLINK_NOFOLLOW
	}
	var err error
	if t.now {
		err = linux.UtimesNow(name, flags)
	} else {
		err = linux.Utimens(name, t.atime, t.mtime, flags)
	}
	switch {
	case err == nil:
	case is(err, primitives.ENOENT) && t.link:
		r.warnErr(err, "setting times of %s", r.quoted(name))
	case is(err, primitives.ENOENT) && t.noCreate && !t.link:
	case opened != nil && !is(opened, primitives.EISDIR) && !is(opened, primitives.EINVAL) &&
		!is(opened, primitives.EPERM):
		r.warnErr(opened, "cannot touch %s", r.quoted(name))
	default:
		r.warnErr(err, "setting times of %s", r.quoted(name))
	}
}
