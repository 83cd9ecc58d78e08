package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// badAddress is where no process has memory: wasm guests end below it.
const badAddress = 0xdeadc0de

// path returns an argument that is a path.
func (f *fsop) path(i int) string {
	switch f.args[i] {
	case "NULL":
		return linux.Wild(0)
	case "DEADCODE":
		return linux.Wild(badAddress)
	}
	return f.args[i]
}

// fd returns an argument that is a descriptor.
func (f *fsop) fd(i int) int {
	s := f.args[i]
	if s == "AT_FDCWD" {
		return linux.AtFdcwd
	}
	s, itself := strings.CutPrefix(s, "@")
	n, err := strconv.Atoi(s)
	switch {
	case err != nil:
		f.r.usage("%s: '%s' is no descriptor", f.call, f.args[i])
	case !itself && (n < 0 || n >= len(f.fds)):
		f.r.usage("%s: nothing was opened as %s", f.call, s)
	case !itself:
		return f.fds[n]
	}
	return n
}

// number returns an argument that is a number of 64 bits.
func (f *fsop) number(i int) int64 {
	n, err := strconv.ParseInt(f.args[i], 0, 64)
	if err != nil {
		if u, uerr := strconv.ParseUint(f.args[i], 0, 64); uerr == nil {
			return int64(u)
		}
		f.r.usage("%s: '%s' is no number", f.call, f.args[i])
	}
	return n
}

// id reads a uid or gid: 32 bits, or -1.
func (f *fsop) id(s string) int {
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil || n < -1 || n > 1<<32-1 {
		f.r.usage("'%s' is no id", s)
	}
	return int(int32(uint32(n)))
}

func (f *fsop) octal(s string) uint32 {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "0o"), 8, 32)
	if err != nil {
		f.r.usage("'%s' is no octal mode", s)
	}
	return uint32(n)
}

func (f *fsop) mode(i int) uint32 { return f.octal(f.args[i]) }

// flags reads names with commas or bars between them.
func (f *fsop) flags(i int) int {
	all := 0
	for _, word := range strings.FieldsFunc(f.args[i], func(c rune) bool { return c == ',' || c == '|' }) {
		n, ok := fsopFlags[word]
		if !ok {
			v, err := strconv.ParseInt(word, 0, 64)
			if err != nil {
				f.r.usage("%s: unknown flag '%s'", f.call, word)
			}
			n = int(v)
		}
		all |= n
	}
	return all
}

// device joins the numbers of a device as makedev(3) does.
func (f *fsop) device(i int) uint32 {
	major, minor := uint32(f.number(i)), uint32(f.number(i+1))
	return major&0xfff<<8 | minor&0xff | minor&^0xff<<12
}

// kind is the type of mknod.
func (f *fsop) kind(i int) uint32 {
	kind, ok := fsopKinds[f.args[i]]
	if !ok {
		f.r.usage("%s: unknown type '%s'", f.call, f.args[i])
	}
	return kind
}

var fsopKinds = map[string]uint32{
	"b": primitives.S_IFBLK, "c": primitives.S_IFCHR, "p": primitives.S_IFIFO, "f": primitives.S_IFIFO,
	"s": primitives.S_IFSOCK, "r": primitives.S_IFREG, "o": primitives.S_IFREG, "d": primitives.S_IFDIR,
}

// times reads two times of utimensat(2).
func (f *fsop) times(i int) *[2]linux.Timespec {
	var t [2]linux.Timespec
	for k := range t {
		t[k].Sec = f.number(i + 2*k)
		switch f.args[i+2*k+1] {
		case "UTIME_NOW":
			t[k].Nsec = linux.UtimeNow
		case "UTIME_OMIT":
			t[k].Nsec = linux.UtimeLeave
		default:
			t[k].Nsec = f.number(i + 2*k + 1)
		}
	}
	return &t
}

// fsopFlags are the names of flags, x86-64 numbers.
var fsopFlags = map[string]int{
	"O_RDONLY": primitives.O_RDONLY, "O_WRONLY": primitives.O_WRONLY, "O_RDWR": primitives.O_RDWR,
	"O_CREAT": primitives.O_CREAT, "O_EXCL": primitives.O_EXCL, "O_NOCTTY": primitives.O_NOCTTY,
	"O_TRUNC": primitives.O_TRUNC, "O_APPEND": primitives.O_APPEND, "O_NONBLOCK": primitives.O_NONBLOCK,
	"O_DSYNC": 0x1000, "O_DIRECT": 0x4000, "O_LARGEFILE": 0x8000, "O_SYNC": 0x101000,
	"O_DIRECTORY": primitives.O_DIRECTORY, "O_NOFOLLOW": primitives.O_NOFOLLOW, "O_NOATIME": 0x40000,
	"O_CLOEXEC": primitives.O_CLOEXEC, "O_PATH": primitives.O_PATH, "O_TMPFILE": 0x410000,

	"AT_SYMLINK_NOFOLLOW": primitives.AT_SYMLINK_NOFOLLOW, "AT_REMOVEDIR": primitives.AT_REMOVEDIR,
	"AT_EACCESS": primitives.AT_EACCESS, "AT_SYMLINK_FOLLOW": primitives.AT_SYMLINK_FOLLOW,
	"AT_EMPTY_PATH": primitives.AT_EMPTY_PATH,

	"RENAME_NOREPLACE": primitives.RENAME_NOREPLACE, "RENAME_EXCHANGE": primitives.RENAME_EXCHANGE,
	"MS_RDONLY": linux.MsRdonly, "MS_NOSUID": linux.MsNosuid, "MS_NODEV": linux.MsNodev,
	"MS_NOEXEC":  linux.MsNoexec,
	"MS_REMOUNT": linux.MsRemount, "MS_BIND": linux.MsBind, "MS_REC": linux.MsRec, "MS_MOVE": linux.MsMove,
	"MS_NOATIME": linux.MsNoatime, "MS_NODIRATIME": linux.MsNodiratime, "MS_RELATIME": linux.MsRelatime,
	"MS_STRICTATIME": linux.MsStrictatime, "MS_PRIVATE": linux.MsPrivate, "MS_SLAVE": linux.MsSlave,
	"MNT_FORCE": linux.MntForce, "MNT_DETACH": linux.MntDetach, "MNT_EXPIRE": linux.MntExpire,
	"UMOUNT_NOFOLLOW": linux.UmountNofollow,
	"RENAME_WHITEOUT": primitives.RENAME_WHITEOUT,

	"FALLOC_FL_KEEP_SIZE": 1, "FALLOC_FL_PUNCH_HOLE": 2, "FALLOC_FL_COLLAPSE_RANGE": 8,
	"FALLOC_FL_ZERO_RANGE": 16, "FALLOC_FL_INSERT_RANGE": 32,

	"F_OK": 0, "R_OK": primitives.R_OK, "W_OK": primitives.W_OK, "X_OK": primitives.X_OK,

	"SEEK_SET": 0, "SEEK_CUR": 1, "SEEK_END": 2, "SEEK_DATA": 3, "SEEK_HOLE": 4,

	"LOCK_SH": 1, "LOCK_EX": 2, "LOCK_NB": 4, "LOCK_UN": 8,

	"XATTR_CREATE": linux.XattrCreate, "XATTR_REPLACE": linux.XattrReplace,
}
