package tool

import (
	"maps"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// fsopCall is a call with how many arguments it takes.
type fsopCall struct {
	min, max int // max 0 = min
	do       func(f *fsop) (string, error)
}

const (
	nofollow = primitives.AT_SYMLINK_NOFOLLOW
	itself   = primitives.AT_EMPTY_PATH
)

// plain is a call whose success says nothing.
func plain(args int, do func(f *fsop) error) fsopCall {
	return fsopCall{min: args, do: func(f *fsop) (string, error) { return "0", do(f) }}
}

// texts is a call that gives a text.
func texts(args int, do func(f *fsop) (string, error)) fsopCall { return fsopCall{min: args, do: do} }

// opens is a call that gives a descriptor, which later groups refer to.
func opens(least, most int, do func(f *fsop) (int, error)) fsopCall {
	return fsopCall{least, most, func(f *fsop) (string, error) {
		fd, err := do(f)
		if err == nil {
			f.fds = append(f.fds, fd)
		}
		return "0", err
	}}
}

// optionalMode is the mode of an open.
func (f *fsop) optionalMode(i int) uint32 {
	if i < len(f.args) {
		return f.mode(i)
	}
	return 0
}

// fsopCalls are the calls by name. The tables of the families are joined in init order.
var fsopCalls = joined(fsopNames, fsopFiles, fsopAttributes, fsopXattrs, fsopStats, fsopSockets)

func joined(tables ...map[string]fsopCall) map[string]fsopCall {
	all := map[string]fsopCall{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

// fsopNames are the calls that make, move and remove names.
var fsopNames = map[string]fsopCall{
	"unlink": plain(1, func(f *fsop) error { return linux.Unlink(f.path(0)) }),
	"unlinkat": plain(3, func(f *fsop) error {
		return linux.Unlinkat(f.fd(0), f.path(1), f.flags(2))
	}),
	"rmdir":   plain(1, func(f *fsop) error { return linux.Rmdir(f.path(0)) }),
	"mkdir":   plain(2, func(f *fsop) error { return linux.Mkdir(f.path(0), f.mode(1)) }),
	"mkdirat": plain(3, func(f *fsop) error { return linux.Mkdirat(f.fd(0), f.path(1), f.mode(2)) }),
	"link":    plain(2, func(f *fsop) error { return linux.Link(f.path(0), f.path(1)) }),
	"linkat": plain(5, func(f *fsop) error {
		return linux.Linkat(f.fd(0), f.path(1), f.fd(2), f.path(3), f.flags(4))
	}),
	"symlink":    plain(2, func(f *fsop) error { return linux.Symlink(f.path(0), f.path(1)) }),
	"symlinkat":  plain(3, func(f *fsop) error { return linux.Symlinkat(f.path(0), f.fd(1), f.path(2)) }),
	"readlink":   texts(1, func(f *fsop) (string, error) { return linux.Readlink(f.path(0)) }),
	"readlinkat": texts(2, func(f *fsop) (string, error) { return linux.Readlinkat(f.fd(0), f.path(1)) }),
	"rename":     plain(2, func(f *fsop) error { return linux.Rename(f.path(0), f.path(1)) }),
	"renameat": plain(4, func(f *fsop) error {
		return linux.Renameat2(f.fd(0), f.path(1), f.fd(2), f.path(3), 0)
	}),
	"renameat2": plain(5, func(f *fsop) error {
		return linux.Renameat2(f.fd(0), f.path(1), f.fd(2), f.path(3), f.flags(4))
	}),
	"mkfifo": plain(2, func(f *fsop) error {
		return linux.Mknodat(linux.AtFdcwd, f.path(0), primitives.S_IFIFO|f.mode(1), 0)
	}),
	"mkfifoat": plain(3, func(f *fsop) error {
		return linux.Mknodat(f.fd(0), f.path(1), primitives.S_IFIFO|f.mode(2), 0)
	}),
	"mknod": plain(5, func(f *fsop) error {
		return linux.Mknodat(linux.AtFdcwd, f.path(0), f.kind(1)|f.mode(2), f.device(3))
	}),
	"mknodat": plain(6, func(f *fsop) error {
		return linux.Mknodat(f.fd(0), f.path(1), f.kind(2)|f.mode(3), f.device(4))
	}),
	"chdir":  plain(1, func(f *fsop) error { return linux.Chdir(f.path(0)) }),
	"fchdir": plain(1, func(f *fsop) error { return linux.Fchdir(f.fd(0)) }),
	"getcwd": texts(0, func(*fsop) (string, error) { return linux.Getcwd() }),
}

// fsopFiles are the calls on open files.
var fsopFiles = map[string]fsopCall{
	"open": opens(2, 3, func(f *fsop) (int, error) {
		return linux.Open(f.path(0), f.flags(1), f.optionalMode(2))
	}),
	"openat": opens(3, 4, func(f *fsop) (int, error) {
		return linux.Openat(f.fd(0), f.path(1), f.flags(2), f.optionalMode(3))
	}),
	"create": opens(2, 2, func(f *fsop) (int, error) {
		return linux.Open(f.path(0), primitives.O_CREAT|primitives.O_EXCL, f.mode(1))
	}),
	"pipe": texts(0, func(f *fsop) (string, error) {
		r, w, err := linux.Pipe2(0)
		if err == nil {
			f.fds = append(f.fds, r, w)
		}
		return "0", err
	}),
	"close":     plain(1, func(f *fsop) error { return linux.Close(f.fd(0)) }),
	"truncate":  plain(2, func(f *fsop) error { return linux.Truncate(f.path(0), f.number(1)) }),
	"ftruncate": plain(2, func(f *fsop) error { return linux.Ftruncate(f.fd(0), f.number(1)) }),
	"posix_fallocate": plain(3, func(f *fsop) error {
		return linux.Fallocate(f.fd(0), 0, f.number(1), f.number(2))
	}),
	"fallocate": plain(4, func(f *fsop) error {
		return linux.Fallocate(f.fd(0), f.flags(1), f.number(2), f.number(3))
	}),
	"lseek": texts(3, func(f *fsop) (string, error) {
		n, err := linux.Lseek(f.fd(0), f.number(1), f.flags(2))
		return strconv.FormatInt(n, 10), err
	}),
	"read": texts(2, func(f *fsop) (string, error) {
		b := make([]byte, f.number(1))
		n, err := linux.Read(f.fd(0), b)
		return string(b[:max(n, 0)]), err
	}),
	"pread": texts(3, func(f *fsop) (string, error) {
		b := make([]byte, f.number(1))
		n, err := linux.Pread(f.fd(0), b, f.number(2))
		return string(b[:max(n, 0)]), err
	}),
	"write": texts(2, func(f *fsop) (string, error) {
		n, err := linux.Write(f.fd(0), []byte(f.args[1]))
		return strconv.Itoa(n), err
	}),
	"pwrite": texts(3, func(f *fsop) (string, error) {
		n, err := linux.Pwrite(f.fd(0), []byte(f.args[1]), f.number(2))
		return strconv.Itoa(n), err
	}),
	"fsync": plain(1, func(f *fsop) error { return linux.Fsync(f.fd(0)) }),
	"flock": plain(2, func(f *fsop) error { return linux.Flock(f.fd(0), f.flags(1)) }),
}

// fsopAttributes are the calls on owners, modes and times.
var fsopAttributes = map[string]fsopCall{
	"chmod":  plain(2, func(f *fsop) error { return linux.Chmod(f.path(0), f.mode(1)) }),
	"fchmod": plain(2, func(f *fsop) error { return linux.Fchmod(f.fd(0), f.mode(1)) }),
	"lchmod": plain(2, func(f *fsop) error {
		return linux.Fchmodat(linux.AtFdcwd, f.path(0), f.mode(1), nofollow)
	}),
	"fchmodat": plain(4, func(f *fsop) error {
		return linux.Fchmodat(f.fd(0), f.path(1), f.mode(2), f.flags(3))
	}),
	"chown": plain(3, func(f *fsop) error {
		return linux.Chown(f.path(0), f.id(f.args[1]), f.id(f.args[2]))
	}),
	"fchown": plain(3, func(f *fsop) error {
		return linux.Fchown(f.fd(0), f.id(f.args[1]), f.id(f.args[2]))
	}),
	"lchown": plain(3, func(f *fsop) error {
		return linux.Lchown(f.path(0), f.id(f.args[1]), f.id(f.args[2]))
	}),
	"fchownat": plain(5, func(f *fsop) error {
		return linux.Fchownat(f.fd(0), f.path(1), f.id(f.args[2]), f.id(f.args[3]), f.flags(4))
	}),
	"utimensat": plain(7, func(f *fsop) error {
		return linux.Utimensat(f.fd(0), f.path(1), f.times(2), f.flags(6))
	}),
	"futimens": plain(5, func(f *fsop) error { return linux.Futimens(f.fd(0), f.times(1)) }),
	"access": plain(2, func(f *fsop) error {
		return linux.Faccessat(linux.AtFdcwd, f.path(0), f.flags(1), 0)
	}),
	"eaccess": plain(2, func(f *fsop) error {
		return linux.Faccessat(linux.AtFdcwd, f.path(0), f.flags(1), primitives.AT_EACCESS)
	}),
	"faccessat": plain(4, func(f *fsop) error {
		return linux.Faccessat(f.fd(0), f.path(1), f.flags(2), f.flags(3))
	}),
	"mount": plain(5, func(f *fsop) error {
		return linux.Mount(f.path(0), f.path(1), f.args[2], f.flags(3), f.args[4])
	}),
	"umount": {min: 1, max: 2, do: func(f *fsop) (string, error) {
		flags := 0
		if len(f.args) > 1 {
			flags = f.flags(1)
		}
		return "0", linux.Umount2(f.path(0), flags)
	}},
	"umask": texts(1, func(f *fsop) (string, error) {
		return "0" + strconv.FormatUint(uint64(linux.Umask(f.mode(0))), 8), nil
	}),
	"getuid": texts(0, func(*fsop) (string, error) { return strconv.Itoa(linux.Getuid()), nil }),
	"getgid": texts(0, func(*fsop) (string, error) { return strconv.Itoa(linux.Getgid()), nil }),
	"getgroups": texts(0, func(*fsop) (string, error) {
		groups, err := linux.Getgroups()
		words := make([]string, len(groups))
		for i, g := range groups {
			words[i] = strconv.Itoa(g)
		}
		return strings.Join(words, ","), err
	}),
}
