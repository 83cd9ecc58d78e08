package tool

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// lsFile is one file to print.
type lsFile struct {
	name   string
	path   string
	st     primitives.Stat
	kind   uint32          // type bits, as far as known without stat
	known  bool            // st is good
	failed bool            // stat was tried and failed
	target string          // of a link
	broken bool            // the link leads nowhere
	to     primitives.Stat // the mode of the link's target
}

func (f *lsFile) isDir() bool { return f.kind == primitives.S_IFDIR }

// needsStat reports whether the names and types of a directory are not enough.
func (l *ls) needsStat() bool {
	return l.format == "long" || l.blocks || l.sort == "time" || l.sort == "size" || l.color ||
		l.indicator == "classify" || l.follow
}

func (l *ls) run(names []string) {
	if len(names) == 0 {
		if l.dirs {
			l.print(l.operands([]string{"."}), false)
			return
		}
		l.directory(".", true)
		return
	}
	var files, dirs []*lsFile
	for _, f := range l.operands(names) {
		if f.isDir() && !l.dirs {
			dirs = append(dirs, f)
		} else {
			files = append(files, f)
		}
	}
	l.sortFiles(files)
	l.sortFiles(dirs)
	if len(files) > 0 {
		l.print(files, false)
		if len(dirs) > 0 {
			l.r.print("\n")
		}
	}
	l.titles = len(names) > 1
	for _, d := range dirs {
		l.directory(d.name, true)
	}
}

// operands looks at the files of the command line; without -l, -d and -F a link to a
// directory stands for the directory.
func (l *ls) operands(names []string) []*lsFile {
	follow := l.follow || l.followOperands
	toDirs := !follow && (l.followDirs || !l.dirs && l.format != "long" && l.indicator != "classify")
	var list []*lsFile
	for _, name := range names {
		f := &lsFile{name: name, path: name, known: true}
		var err error
		if follow || toDirs {
			f.st, err = linux.Stat(name)
			if err != nil && !follow || err == nil && toDirs && !f.st.IsDir() {
				f.st, err = linux.Lstat(name)
			}
		} else {
			f.st, err = linux.Lstat(name)
		}
		if err != nil {
			l.r.warnErr(err, "cannot access %s", l.r.quoted(name))
			l.r.status = 2
			continue
		}
		f.kind = f.st.Mode & primitives.S_IFMT
		l.readTarget(f)
		list = append(list, f)
	}
	return list
}

func (l *ls) readTarget(f *lsFile) {
	if !f.known || !f.st.IsSymlink() || l.format != "long" && !l.color {
		return
	}
	target, err := linux.Readlink(f.path)
	if err != nil {
		l.r.warnErr(err, "cannot read symbolic link %s", l.r.quoted(f.path))
		return
	}
	f.target = target
	if l.color || l.indicator == "classify" || l.indicator == "file-type" || l.indicator == "slash" {
		st, err := linux.Stat(f.path)
		f.to, f.broken = st, err != nil
	}
}

func (l *ls) directory(name string, operand bool) {
	fd, err := linux.Open(name, primitives.O_RDONLY|primitives.O_DIRECTORY|primitives.O_CLOEXEC, 0)
	if err != nil {
		l.r.warnErr(err, "cannot open directory %s", l.r.quoted(name))
		if operand {
			l.r.status = 2
		}
		return
	}
	entries, err := linux.ReadDirFd(fd)
	if err != nil {
		l.r.warnErr(err, "reading directory %s", l.r.quoted(name))
	}
	_ = linux.Close(fd)
	if l.titles || l.recursive {
		if l.printed {
			l.r.print("\n")
		}
		l.r.print(l.quoteName(name), ":", l.end)
	}
	l.printed = true
	files := l.entries(name, entries)
	l.sortFiles(files)
	l.print(files, true)
	if !l.recursive {
		return
	}
	l.titles = true
	for _, f := range files {
		if f.isDir() && f.name != "." && f.name != ".." {
			l.directory(join(name, f.name), false)
		}
	}
}

func (l *ls) entries(dir string, entries []primitives.Dirent) []*lsFile {
	var list []*lsFile
	if l.all {
		entries = append([]primitives.Dirent{
			{Name: ".", Type: linux.DtDir},
			{Name: "..", Type: linux.DtDir},
		}, entries...)
	}
	stat := l.needsStat()
	for _, e := range entries {
		if l.ignored(e.Name) {
			continue
		}
		f := &lsFile{name: e.Name, path: below(dir, e.Name), kind: uint32(e.Type) << 12}
		f.st.Ino = e.Ino
		if stat || e.Type == linux.DtUnknown || l.inode && strings.Trim(e.Name, ".") == "" {
			l.stat(f)
		}
		list = append(list, f)
	}
	return list
}

// below is a name as messages give it: without the directory if that is the present one.
func below(dir, name string) string {
	if dir == "." {
		return name
	}
	return join(dir, name)
}

func (l *ls) stat(f *lsFile) {
	var err error
	var st primitives.Stat
	if l.follow {
		st, err = linux.Stat(f.path)
	} else {
		st, err = linux.Lstat(f.path)
	}
	if err != nil {
		l.r.warnErr(err, "cannot access %s", l.r.quoted(f.path))
		f.failed = true
		return
	}
	f.st, f.known, f.kind = st, true, st.Mode&primitives.S_IFMT
	l.readTarget(f)
}

func (l *ls) ignored(name string) bool {
	if !l.all && !l.almost && strings.HasPrefix(name, ".") {
		return true
	}
	if l.backups && strings.HasSuffix(name, "~") {
		return true
	}
	match := func(pattern string) bool { return fnmatch(pattern, name, false) }
	return slices.ContainsFunc(l.ignore, match) || !l.all && !l.almost && slices.ContainsFunc(l.hide, match)
}

func (l *ls) sortFiles(list []*lsFile) {
	if l.sort == "none" {
		return
	}
	slices.SortStableFunc(list, func(a, b *lsFile) int {
		if l.dirsFirst && l.dirLike(a) != l.dirLike(b) {
			if l.dirLike(a) {
				return -1
			}
			return 1
		}
		order := l.order(a, b)
		if order == 0 {
			order = strings.Compare(a.name, b.name)
		}
		if l.reverse {
			return -order
		}
		return order
	})
}

func (l *ls) dirLike(f *lsFile) bool {
	return f.isDir() || f.kind == primitives.S_IFLNK && isDir(f.path)
}

func (l *ls) order(a, b *lsFile) int {
	switch l.sort {
	case "size":
		return cmp.Compare(b.st.Size, a.st.Size)
	case "time":
		return cmp.Compare(l.stamp(b), l.stamp(a))
	case "extension":
		return strings.Compare(extension(a.name), extension(b.name))
	case "version":
		return versionCompare(a.name, b.name)
	case "width":
		return cmp.Compare(width(l.quoteName(a.name)), width(l.quoteName(b.name)))
	}
	return 0
}

func extension(name string) string { return path.Ext(name) }

func (l *ls) stamp(f *lsFile) int64 {
	switch l.time {
	case "atime":
		return f.st.Atime
	case "ctime":
		return f.st.Ctime
	}
	return f.st.Mtime
}
