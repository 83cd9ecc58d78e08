package tool

import (
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// format is -printf.
func (f *find) format(s string, x *findFile) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			if s[i+1] == 'c' {
				return b.String()
			}
			text, n := findEscape(s[i+1:])
			b.WriteString(text)
			i += n
		case s[i] == '%' && i+1 < len(s):
			d, n := statDirective(s[i+1:])
			if n == 0 {
				b.WriteByte('%')
				continue
			}
			format := byte(0)
			if strings.IndexByte("ABCT", d.Conv) >= 0 && i+1+n < len(s) {
				format = s[i+1+n]
				n++
			}
			b.WriteString(f.field(&d, format, x))
			i += n
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func findEscape(s string) (string, int) {
	if j := strings.IndexByte(`abfnrtv\`, s[0]); j >= 0 {
		return "\a\b\f\n\r\t\v\\"[j : j+1], 1
	}
	if v, n := cformat.Digits(s, 8, 3); n > 0 {
		return string([]byte{byte(v)}), n
	}
	return "\\" + s[:1], 1
}

func (f *find) field(d *cformat.Directive, format byte, x *findFile) string {
	switch d.Conv {
	case '%':
		return "%"
	case 'p':
		return d.Text(x.path)
	case 'f':
		if name := strings.TrimRight(x.path, "/"); name != "" { // a slash at the end stays
			return d.Text(x.path[strings.LastIndexByte(name, '/')+1:])
		}
		return d.Text(path.Base(x.path))
	case 'h':
		dir := strings.TrimRight(x.path, "/")
		if i := strings.LastIndexByte(dir, '/'); i >= 0 {
			return d.Text(dir[:i])
		}
		if dir == "" && x.path != "" {
			return d.Text("")
		}
		return d.Text(".")
	case 'H':
		return d.Text(x.start)
	case 'P':
		return d.Text(strings.TrimPrefix(strings.TrimPrefix(x.path, x.start), "/"))
	case 'd':
		return d.Integer(false, uint64(x.depth))
	case 'y':
		return d.Text(string(findTypeLetter(x.kind)))
	case 'Y':
		st, err := linux.Stat(x.path)
		switch {
		case err == nil:
			return d.Text(string(findTypeLetter(st.Mode & primitives.S_IFMT)))
		case is(err, primitives.ENOENT):
			return d.Text("N")
		}
		return d.Text("?")
	case 'l':
		target := ""
		if x.kind == primitives.S_IFLNK {
			target, _ = linux.Readlink(x.path)
		}
		return d.Text(target)
	}
	if !f.stat(x) {
		return ""
	}
	return f.inodeField(d, format, x)
}

func findTypeLetter(kind uint32) byte {
	if kind == primitives.S_IFREG {
		return 'f'
	}
	return fileTypeLetter(kind)
}

func (f *find) inodeField(d *cformat.Directive, format byte, x *findFile) string {
	number := func(n uint64) string { return d.Text(strconv.FormatUint(n, 10)) }
	switch d.Conv {
	case 'a':
		return d.Text(f.when(x.st.Atime))
	case 'b':
		return number(uint64(x.st.Blocks))
	case 'c':
		return d.Text(f.when(x.st.Ctime))
	case 't':
		return d.Text(f.when(x.st.Mtime))
	case 'A':
		return d.Text(f.timePart(x.st.Atime, format))
	case 'C':
		return d.Text(f.timePart(x.st.Ctime, format))
	case 'T':
		return d.Text(f.timePart(x.st.Mtime, format))
	case 'D':
		return number(x.st.Dev)
	case 'g':
		return d.Text(nameOf(f.groups, int(x.st.GID)))
	case 'G':
		return number(uint64(x.st.GID))
	case 'i':
		return number(x.st.Ino)
	case 'k':
		return number(uint64(x.st.Blocks+1) / 2)
	case 'm':
		d.Conv = 'o'
		return d.Integer(false, uint64(x.st.Mode&0o7777))
	case 'M':
		return d.Text(modeString(x.st.Mode))
	case 'n':
		return number(x.st.Nlink)
	case 's':
		return number(uint64(x.st.Size))
	case 'u':
		return d.Text(nameOf(f.users, int(x.st.UID)))
	case 'U':
		return number(uint64(x.st.UID))
	case 'F':
		return d.Text(f.fileSystem(x))
	case 'S':
		return d.Text(sparseness(&x.st))
	case 'Z':
		f.r.unsupported("-printf %" + string(rune(d.Conv)))
	}
	return "%" + string(rune(d.Conv))
}

// sparseness is how much of its size a file has on disk.
func sparseness(st *primitives.Stat) string {
	if st.Size == 0 {
		return "0"
	}
	return strconv.FormatFloat(512*float64(st.Blocks)/float64(st.Size), 'g', 6, 64)
}

// fileSystem is the type of the file system that a file lies on.
func (f *find) fileSystem(x *findFile) string {
	list, _ := mounts()
	dev := sprintf("%d:%d", major(x.st.Dev), minor(x.st.Dev))
	for _, m := range list {
		if m.dev == dev {
			return m.kind
		}
	}
	return "unknown"
}

// checkFormat warns of what find does not know in a format, once.
func (f *find) checkFormat(s string) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 == len(s):
			f.r.message("warning: escape `\\' followed by nothing at all")
		case s[i] == '\\':
			i++
			if strings.IndexByte(`abcfnrtv\01234567`, s[i]) < 0 {
				f.r.message("warning: unrecognized escape `\\" + s[i:i+1] + "'")
			}
		case s[i] == '%':
			d, n := statDirective(s[i+1:])
			if n == 0 {
				if i+1 == len(s) {
					f.r.die(1, "error: %% at end of format string")
				}
				continue
			}
			i += n
			timed := strings.IndexByte("ABCT", d.Conv) >= 0
			switch {
			case timed && i+1 == len(s):
				f.r.message("warning: format directive `%" + string(rune(d.Conv)) +
					"' should be followed by another character")
			case timed:
				i++
			case strings.IndexByte("%abcdDfFgGhHiklmMnpPsStuUyYZ", d.Conv) < 0:
				f.r.message("warning: unrecognized format directive `%" + string(rune(d.Conv)) + "'")
			}
		}
	}
}

// when is find's ctime(3) with a fraction.
func (f *find) when(ns int64) string {
	return strftime("%a %b %e %H:%M:%S.%N0 %Y", time.Unix(0, ns).In(f.r.zone()))
}

func (f *find) timePart(ns int64, format byte) string {
	t := time.Unix(0, ns).In(f.r.zone())
	switch format {
	case '@':
		return strftime("%s.%N0", t)
	case 'S', 'T', 'X':
		return strftime("%"+string(rune(format))+".%N0", t)
	case '+':
		return strftime("%Y-%m-%d+%H:%M:%S.%N0", t)
	case 'c':
		return strftime("%a %b %e %H:%M:%S %Y", t)
	}
	return strftime("%"+string(rune(format)), t)
}
