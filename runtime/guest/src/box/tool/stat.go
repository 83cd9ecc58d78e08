package tool

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const (
	statFormat = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n" +
		"Device: %Hd,%Ld\tInode: %-10i  Links: %h\n" +
		"Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\n" +
		"Access: %x\nModify: %y\nChange: %z\n Birth: %w\n"
	statDeviceFormat = "  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n" +
		"Device: %Hd,%Ld\tInode: %-10i  Links: %-5h Device type: %Hr,%Lr\n" +
		"Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)\n" +
		"Access: %x\nModify: %y\nChange: %z\n Birth: %w\n"
	statTerse   = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n"
	statfsTerse = "%n %i %l %t %s %S %b %f %a %c %d\n"
	statfsFull  = "  File: \"%n\"\n    ID: %-8i Namelen: %-7l Type: %T\n" +
		"Block size: %-10s Fundamental block size: %S\n" +
		"Blocks: Total: %-10b Free: %-10f Available: %a\nInodes: Total: %-10c Free: %d\n"
)

type statTool struct {
	r       *run
	format  string
	escapes bool
	system  bool
	follow  bool
	quotes  bool
	users   []account
	groups  []account
	loc     *time.Location
}

func statMain(r *run) int {
	opts, names := r.options("L/dereference f/file-system /cached: c:/format /printf: t/terse")
	s := &statTool{r: r, quotes: true}
	terse, end := false, "\n"
	for _, o := range opts {
		switch o.name {
		case "cached":
			r.choose("--cached", o.value, "default", "never", "always")
		case "L":
			s.follow = true
		case "f":
			s.system = true
		case "c":
			s.format, s.escapes, end = o.value, false, "\n"
		case "printf":
			s.format, s.escapes, end = o.value, true, ""
		case "t":
			terse = true
		}
	}
	if len(names) == 0 {
		r.usage("missing operand")
	}
	custom := s.format != ""
	if custom {
		s.format += end
	}
	if terse && !custom {
		s.format = statTerse
		if s.system {
			s.format = statfsTerse
		}
	}
	s.users, s.groups, s.loc = accounts(true), accounts(false), r.zone()
	for _, name := range names {
		if s.system {
			s.fileSystem(name)
		} else {
			s.file(name)
		}
	}
	return r.status
}

func (s *statTool) file(name string) {
	var st primitives.Stat
	var err error
	switch {
	case name == "-":
		st, err = linux.Fstat(0)
	case s.follow:
		st, err = linux.Stat(name)
	default:
		st, err = linux.Lstat(name)
	}
	if err != nil {
		s.r.warnErr(err, "cannot statx %s", s.r.quoted(name))
		return
	}
	format := s.format
	if format == "" {
		s.quotes = false
		format = statFormat
		if kind := st.Mode & primitives.S_IFMT; kind == primitives.S_IFCHR || kind == primitives.S_IFBLK {
			format = statDeviceFormat
		}
	}
	s.print(format, func(d *cformat.Directive, which byte) (string, bool) {
		return s.field(name, &st, d, which)
	})
}

// print goes through a format and asks field for every directive.
func (s *statTool) print(format string, field func(d *cformat.Directive, which byte) (string, bool)) {
	for i := 0; i < len(format); i++ {
		c := format[i]
		switch {
		case c == '\\' && s.escapes:
			text, n := s.escape(format[i+1:])
			s.r.print(text)
			i += n
			continue
		case c != '%':
			_ = s.r.out.WriteByte(c)
			continue
		case strings.HasPrefix(format[i+1:], "%"), format[i+1:] == "\n":
			s.r.print("%")
			i += btoi(format[i+1] == '%')
			continue
		case i+1 == len(format):
			s.r.print("%")
			continue
		}
		d, n := statDirective(format[i+1:])
		which := byte(0)
		if n > 0 && (d.Conv == 'H' || d.Conv == 'L') && i+1+n < len(format) &&
			strings.IndexByte("dr", format[i+1+n]) >= 0 {
			which, d.Conv = d.Conv, format[i+1+n]
			n++
		}
		text, ok := "", false
		if n > 0 {
			text, ok = field(&d, which)
		}
		if !ok {
			text = "?"
		}
		s.r.print(text)
		i += n
	}
}

// statDirective is parseDirective without C's length modifiers, some of which stat uses.
func statDirective(s string) (cformat.Directive, int) {
	end := 0
	for end < len(s) && strings.IndexByte("-+ #0'.123456789", s[end]) >= 0 {
		end++
	}
	if end == len(s) {
		return cformat.Directive{}, 0
	}
	d, _ := cformat.Parse(s[:end]+"s", nil)
	d.Conv = s[end]
	return d, end + 1
}

func (s *statTool) escape(rest string) (string, int) {
	if rest == "" {
		s.r.message("warning: backslash at end of format")
		return "\\", 0
	}
	if c, ok := cformat.Escape(rest[0]); ok || c == '"' {
		return string([]byte{c}), 1
	}
	if v, n := cformat.Digits(rest, 8, 3); n > 0 {
		return string([]byte{byte(v)}), n
	}
	if rest[0] == 'x' {
		if v, n := cformat.Digits(rest[1:], 16, 2); n > 0 {
			return string([]byte{byte(v)}), n + 1
		}
	}
	s.r.message("warning: unrecognized escape '\\" + rest[:1] + "'")
	return rest[:1], 1
}

func major(dev uint64) uint64 { return dev>>8&0xfff | dev>>32&^0xfff }

func minor(dev uint64) uint64 { return dev&0xff | dev>>12&^0xff }

func (s *statTool) field(name string, st *primitives.Stat, d *cformat.Directive, which byte) (string, bool) {
	switch d.Conv {
	case 'n':
		return d.Text(name), true
	case 'N':
		return d.Text(s.nameField(name, st)), true
	case 'A':
		return d.Text(modeString(st.Mode)), true
	case 'F':
		return d.Text(fileTypeName(st)), true
	case 'U':
		return d.Text(accountOr(s.users, st.UID)), true
	case 'G':
		return d.Text(accountOr(s.groups, st.GID)), true
	case 'm':
		return d.Text(mountPoint(name)), true
	case 'C':
		return d.Text("?"), true
	case 'w':
		return d.Text("-"), true
	case 'x':
		return d.Text(s.when(st.Atime)), true
	case 'y':
		return d.Text(s.when(st.Mtime)), true
	case 'z':
		return d.Text(s.when(st.Ctime)), true
	case 'X':
		return seconds(d, st.Atime), true
	case 'Y':
		return seconds(d, st.Mtime), true
	case 'Z':
		return seconds(d, st.Ctime), true
	}
	n, base, ok := statNumber(st, d.Conv, which)
	d.Conv = base
	if !ok {
		return "", false
	}
	return d.Integer(false, n), true
}

// statNumber are the fields that are plain numbers, with the conversion that shows them.
func statNumber(st *primitives.Stat, conv, which byte) (n uint64, base byte, ok bool) {
	device := func(dev uint64) (uint64, byte, bool) {
		switch which {
		case 'H':
			return major(dev), 'u', true
		case 'L':
			return minor(dev), 'u', true
		}
		return dev, 'u', true
	}
	switch conv {
	case 'a':
		return uint64(st.Mode & 0o7777), 'o', true
	case 'b':
		return uint64(st.Blocks), 'u', true
	case 'B':
		return 512, 'u', true
	case 'd':
		return device(st.Dev)
	case 'D':
		return st.Dev, 'x', true
	case 'f':
		return uint64(st.Mode), 'x', true
	case 'g':
		return uint64(st.GID), 'u', true
	case 'h':
		return st.Nlink, 'u', true
	case 'i':
		return st.Ino, 'u', true
	case 'o':
		return uint64(st.Blksize), 'u', true
	case 'r':
		return device(st.Rdev)
	case 'R':
		return st.Rdev, 'x', true
	case 's':
		return uint64(st.Size), 'u', true
	case 't':
		return major(st.Rdev), 'x', true
	case 'T':
		return minor(st.Rdev), 'x', true
	case 'u':
		return uint64(st.UID), 'u', true
	case 'W':
		return 0, 'u', true
	}
	return 0, 0, false
}

func (s *statTool) nameField(name string, st *primitives.Stat) string {
	quote := s.r.quoted
	if !s.quotes {
		quote = func(t string) string { return t }
	}
	if !st.IsSymlink() {
		return quote(name)
	}
	target, err := linux.Readlink(name)
	if err != nil {
		s.r.warnErr(err, "cannot read symbolic link %s", s.r.quoted(name))
		return quote(name)
	}
	return quote(name) + " -> " + quote(target)
}

// accountOr is the name of an id as stat prints it.
func accountOr(list []account, id uint32) string {
	if a, ok := accountByID(list, int(id)); ok {
		return a.name
	}
	return "UNKNOWN"
}

func (s *statTool) when(ns int64) string {
	return strftime("%Y-%m-%d %H:%M:%S.%N %z", time.Unix(0, ns).In(s.loc))
}

// seconds is a time as a number, with the decimals that the precision asks for.
func seconds(d *cformat.Directive, ns int64) string {
	sec, nano := ns/1e9, ns%1e9
	text := strconv.FormatInt(sec, 10)
	if d.Prec == 0 {
		d.Prec = 9
	}
	if d.Prec > 0 {
		text += "." + (fmt.Sprintf("%09d", nano) + strings.Repeat("0", d.Prec))[:d.Prec]
	}
	return d.Pad("", text, d.Zero)
}

// mountPoint is the highest directory above name on the same device.
func mountPoint(name string) string {
	p, err := canonical(name, canonExisting)
	if err != nil {
		return "?"
	}
	st, err := linux.Stat(p)
	if err != nil {
		return "?"
	}
	for p != "/" {
		up, err := linux.Stat(dirName(p))
		if err != nil || up.Dev != st.Dev {
			break
		}
		p = dirName(p)
	}
	return p
}

func (s *statTool) fileSystem(name string) {
	fs, err := linux.Statfs(name)
	if err != nil {
		s.r.warnErr(err, "cannot read file system information for %s", s.r.quoted(name))
		return
	}
	format := s.format
	if format == "" {
		format = statfsFull
	}
	s.print(format, func(d *cformat.Directive, _ byte) (string, bool) {
		values := map[byte]uint64{
			'a': fs.Bavail, 'b': fs.Blocks, 'c': fs.Files, 'd': fs.Ffree, 'f': fs.Bfree,
			'l': uint64(fs.Namelen),
			's': uint64(fs.Bsize), 'S': uint64(fs.Bsize),
		}
		switch d.Conv {
		case 'n':
			return d.Text(name), true
		case 'T':
			return d.Text(fileSystemName(fs.Type)), true
		case 'i':
			d.Conv = 'x'
			return d.Integer(false, 0), true
		case 't':
			d.Conv = 'x'
			return d.Integer(false, uint64(fs.Type)), true
		}
		n, ok := values[d.Conv]
		d.Conv = 'u'
		return d.Integer(false, n), ok
	})
}

func fileSystemName(magic int64) string {
	switch magic {
	case 0xef53:
		return "ext2/ext3"
	case 0x01021994:
		return "tmpfs"
	case 0x9fa0:
		return "proc"
	case 0x62656572:
		return "sysfs"
	case 0x794c7630:
		return "overlayfs"
	case 0x1cd1:
		return "devpts"
	case 0x27e0eb:
		return "cgroupfs"
	case 0x9123683e:
		return "btrfs"
	case 0x58465342:
		return "xfs"
	case 0x6969:
		return "nfs"
	}
	return fmt.Sprintf("UNKNOWN (0x%x)", magic)
}
