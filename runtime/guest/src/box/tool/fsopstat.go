package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// fsopStats are the calls that tell of files and file systems.
var fsopStats = map[string]fsopCall{
	"stat": texts(2, func(f *fsop) (string, error) {
		st, err := linux.Stat(f.path(0))
		return f.fields(1, &st), err
	}),
	"lstat": texts(2, func(f *fsop) (string, error) {
		st, err := linux.Lstat(f.path(0))
		return f.fields(1, &st), err
	}),
	"fstat": texts(2, func(f *fsop) (string, error) {
		st, err := linux.Fstat(f.fd(0))
		return f.fields(1, &st), err
	}),
	"fstatat": texts(4, func(f *fsop) (string, error) {
		st, err := linux.Fstatat(f.fd(0), f.path(1), f.flags(3))
		return f.fields(2, &st), err
	}),
	"statfs": texts(2, func(f *fsop) (string, error) {
		st, err := linux.Statfs(f.path(0))
		return f.statfs(&st), err
	}),
	"pathconf":  texts(2, (*fsop).pathconf),
	"lpathconf": texts(2, (*fsop).pathconf),
	"fpathconf": texts(2, func(f *fsop) (string, error) {
		st, err := linux.Fstatfs(f.fd(0))
		return f.conf(st.Type, st.Namelen), err
	}),
}

// fields renders what stat(2) told, as the argument asks.
func (f *fsop) fields(i int, st *primitives.Stat) string {
	var out []string
	for name := range strings.SplitSeq(f.args[i], ",") {
		s, ok := statField(name, st)
		if !ok {
			f.r.usage("%s: unknown field '%s'", f.call, name)
		}
		out = append(out, s)
	}
	return strings.Join(out, ",")
}

func statField(name string, st *primitives.Stat) (string, bool) {
	switch name {
	case "type":
		return typeName(st.Mode), true
	case "mode":
		return "0" + strconv.FormatUint(uint64(st.Mode&0o7777), 8), true
	}
	var n uint64
	switch name {
	case "inode":
		n = st.Ino
	case "nlink":
		n = st.Nlink
	case "uid":
		n = uint64(st.UID)
	case "gid":
		n = uint64(st.GID)
	case "size":
		n = uint64(st.Size)
	case "blocks":
		n = uint64(st.Blocks)
	case "blksize":
		n = uint64(st.Blksize)
	case "dev":
		n = st.Dev
	case "rdev":
		n = st.Rdev
	case "major":
		n = st.Rdev>>8&0xfff | st.Rdev>>32&^0xfff
	case "minor":
		n = st.Rdev&0xff | st.Rdev>>12&^0xff
	default:
		return statTime(name, st)
	}
	return strconv.FormatUint(n, 10), true
}

func statTime(name string, st *primitives.Stat) (string, bool) {
	name, fraction := strings.CutSuffix(name, "_ns")
	var ns int64
	switch name {
	case "atime":
		ns = st.Atime
	case "mtime":
		ns = st.Mtime
	case "ctime":
		ns = st.Ctime
	default:
		return "", false
	}
	t := linux.TimespecOf(ns)
	if fraction {
		return strconv.FormatInt(t.Nsec, 10), true
	}
	return strconv.FormatInt(t.Sec, 10), true
}

func typeName(mode uint32) string {
	switch mode & primitives.S_IFMT {
	case primitives.S_IFREG:
		return "regular"
	case primitives.S_IFDIR:
		return "dir"
	case primitives.S_IFLNK:
		return "symlink"
	case primitives.S_IFIFO:
		return "fifo"
	case primitives.S_IFSOCK:
		return "socket"
	case primitives.S_IFBLK:
		return "block"
	default:
		return "char"
	}
}

// pathconf asks the file system only for what differs between them, as the C library does.
func (f *fsop) pathconf() (string, error) {
	if f.args[0] == "" {
		return "", primitives.ENOENT
	}
	switch strings.TrimPrefix(f.args[1], "_PC_") {
	case "NAME_MAX", "LINK_MAX", "FILESIZEBITS", "CHOWN_RESTRICTED", "2_SYMLINKS":
		st, err := linux.Statfs(f.path(0))
		return f.conf(st.Type, st.Namelen), err
	}
	return f.conf(0, 0), nil
}

// conf is a value of pathconf(3) on a file system: -1 where there is no limit.
func (f *fsop) conf(magic, namelen int64) string {
	const ext4, ext4Links, otherLinks = 0xef53, 65000, 127
	name := strings.TrimPrefix(f.args[1], "_PC_")
	n, ok := fsopConf[name]
	switch {
	case name == "NAME_MAX":
		n = namelen
	case name == "LINK_MAX" && magic == ext4:
		n = ext4Links
	case name == "LINK_MAX":
		n = otherLinks
	case name == "FILESIZEBITS" && magic == ext4:
		n = 64
	case name == "FILESIZEBITS":
		n = 32
	case !ok:
		f.r.usage("%s: unknown name '%s'", f.call, f.args[1])
	}
	return strconv.FormatInt(n, 10)
}

// fsopConf are the values that are the same everywhere.
var fsopConf = map[string]int64{
	"PATH_MAX": 4096, "PIPE_BUF": 4096, "MAX_CANON": 255, "MAX_INPUT": 255, "CHOWN_RESTRICTED": 1,
	"NO_TRUNC": 1, "VDISABLE": 0, "SYMLINK_MAX": -1, "2_SYMLINKS": 1,
}

// statfs renders what statfs(2) told.
func (f *fsop) statfs(st *primitives.Statfs) string {
	var out []string
	for name := range strings.SplitSeq(f.args[1], ",") {
		n := uint64(0)
		switch name {
		case "type":
			n = uint64(st.Type)
		case "bsize":
			n = uint64(st.Bsize)
		case "blocks":
			n = st.Blocks
		case "bfree":
			n = st.Bfree
		case "bavail":
			n = st.Bavail
		case "files":
			n = st.Files
		case "ffree":
			n = st.Ffree
		case "namelen":
			n = uint64(st.Namelen)
		case "flags":
			n = st.Flags
		default:
			f.r.usage("%s: unknown field '%s'", f.call, name)
		}
		out = append(out, strconv.FormatUint(n, 10))
	}
	return strings.Join(out, ",")
}
