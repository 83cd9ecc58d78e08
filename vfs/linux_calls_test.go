//go:build linux

package vfs_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
)

const (
	atFdcwd       = primitives.AT_FDCWD
	sysFaccessat2 = 439
	sysFchmodat2  = 452
	sysRenameat2  = 316
)

var linuxCalls = map[string]func(l *linux, o op) (string, syscall.Errno){
	"cred": func(l *linux, o op) (string, syscall.Errno) {
		l.become(o.uid, o.gid, o.groups)
		return "ok", 0
	},
	"umask": func(_ *linux, o op) (string, syscall.Errno) {
		r, _ := raw(syscall.SYS_UMASK, o.mode)
		return fmt.Sprintf("%o", r), 0
	},
	"mkdir": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_MKDIRAT, o.path, o.mode)
	},
	"rmdir": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_UNLINKAT, o.path, primitives.AT_REMOVEDIR)
	},
	"unlink": func(_ *linux, o op) (string, syscall.Errno) { return path1(syscall.SYS_UNLINKAT, o.path, 0) },
	"mknod": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_MKNODAT, o.path, o.mode, deviceOf(o))
	},
	"create": func(_ *linux, o op) (string, syscall.Errno) {
		r, e := raw(syscall.SYS_OPENAT, atFdcwd, o.path, syscall.O_CREAT|syscall.O_WRONLY|syscall.O_NONBLOCK, o.mode)
		if e == 0 {
			_, _ = raw(syscall.SYS_CLOSE, r)
		}
		return "ok", e
	},
	"rename": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(sysRenameat2, atFdcwd, o.path, atFdcwd, o.path2, o.flags)
		return "ok", e
	},
	"link": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_LINKAT, atFdcwd, o.path, atFdcwd, o.path2, o.flags)
		return "ok", e
	},
	"symlink": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_SYMLINKAT, o.path2, atFdcwd, o.path)
		return "ok", e
	},
	"readlink": func(_ *linux, o op) (string, syscall.Errno) {
		b := make([]byte, 5000)
		r, e := raw(syscall.SYS_READLINKAT, atFdcwd, o.path, unsafe.Pointer(&b[0]), 5000)
		if e != 0 {
			return "", e
		}
		return string(b[:r]), 0
	},
	"chmod": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(sysFchmodat2, o.path, o.mode, o.flags)
	},
	"chown": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_FCHOWNAT, o.path, o.uid, o.gid, o.flags)
	},
	"utimens": func(_ *linux, o op) (string, syscall.Errno) {
		ts := timespecs(o)
		return path1(syscall.SYS_UTIMENSAT, o.path, unsafe.Pointer(&ts[0]), o.flags)
	},
	"truncate": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_TRUNCATE, o.path, o.off)
		return "ok", e
	},
	"access": func(l *linux, o op) (string, syscall.Errno) {
		return path1(sysFaccessat2, o.path, o.mode, o.flags|primitives.AT_EACCESS)
	},
	"stat": func(l *linux, o op) (string, syscall.Errno) { return l.stat(atFdcwd, o.path, 0) },
	"lstat": func(l *linux, o op) (string, syscall.Errno) {
		return l.stat(atFdcwd, o.path, primitives.AT_SYMLINK_NOFOLLOW)
	},
	"statat": func(l *linux, o op) (string, syscall.Errno) { return l.stat(l.fds[o.fd], relative(o.path), 0) },
	"mkdirat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_MKDIRAT, l.fds[o.fd], relative(o.path), o.mode)
		return "ok", e
	},
	"statfs": func(l *linux, o op) (string, syscall.Errno) {
		var s syscall.Statfs_t
		_, e := raw(syscall.SYS_STATFS, o.path, unsafe.Pointer(&s))
		return l.world.statfs(primitives.Statfs{
			Type: s.Type, Bsize: s.Bsize, Blocks: s.Blocks, Bfree: s.Bfree, Bavail: s.Bavail, Files: s.Files, Ffree: s.Ffree,
			Namelen: s.Namelen, Flags: uint64(s.Flags),
		}), e
	},
	"chdir": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_CHDIR, o.path)
		return "ok", e
	},
	"getcwd": func(*linux, op) (string, syscall.Errno) {
		b := make([]byte, 5000)
		r, e := raw(syscall.SYS_GETCWD, unsafe.Pointer(&b[0]), 5000)
		if e != 0 {
			return "", e
		}
		return string(b[:r-1]), 0
	},
	"exec": func(_ *linux, o op) (string, syscall.Errno) {
		// Nothing here is a program: execve gets as far as ENOEXEC when it may.
		_, _, err := syscall.StartProcess(o.path, []string{"x"}, &syscall.ProcAttr{})
		var e syscall.Errno
		if errors.As(err, &e) && e != syscall.ENOEXEC {
			return "", e
		}
		return "ok", 0
	},
	"open": func(l *linux, o op) (string, syscall.Errno) {
		r, e := raw(syscall.SYS_OPENAT, atFdcwd, o.path, o.flags|syscall.O_NONBLOCK|syscall.O_CLOEXEC, o.mode)
		if e != 0 {
			return "", e
		}
		var st syscall.Stat_t
		_ = syscall.Fstat(int(r), &st)
		if st.Mode&syscall.S_IFMT == syscall.S_IFIFO && o.flags&primitives.O_PATH == 0 {
			_, _ = raw(syscall.SYS_CLOSE, r)
			return "fifo", 0
		}
		l.drop(o.fd)
		l.fds[o.fd] = int(r)
		return "ok", 0
	},
	"close": func(l *linux, o op) (string, syscall.Errno) { l.drop(o.fd); return "ok", 0 },
	"write": func(l *linux, o op) (string, syscall.Errno) {
		b := payload(o)
		if l.appends(o) { // pwrite of an O_APPEND file appends; the kernel package decides that
			r, e := raw(syscall.SYS_WRITE, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n)
			return strconv.Itoa(int(r)), e
		}
		r, e := raw(syscall.SYS_PWRITE64, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n, o.off)
		return strconv.Itoa(int(r)), e
	},
	"append": func(l *linux, o op) (string, syscall.Errno) {
		_, _ = raw(syscall.SYS_LSEEK, l.fds[o.fd], 0, 2)
		b := payload(o)
		r, e := raw(syscall.SYS_WRITE, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n)
		return strconv.Itoa(int(r)), e
	},
	"read": func(l *linux, o op) (string, syscall.Errno) {
		b := make([]byte, o.n+1)
		r, e := raw(syscall.SYS_PREAD64, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n, o.off)
		if e != 0 {
			return "", e
		}
		return digest(b[:r]), 0
	},
	"seekdata":  func(l *linux, o op) (string, syscall.Errno) { return l.seek(o, 3) },
	"seekhole":  func(l *linux, o op) (string, syscall.Errno) { return l.seek(o, 4) },
	"ftruncate": func(l *linux, o op) (string, syscall.Errno) { return fd1(l, o, syscall.SYS_FTRUNCATE, o.off) },
	"fallocate": func(l *linux, o op) (string, syscall.Errno) {
		return fd1(l, o, syscall.SYS_FALLOCATE, o.flags, o.off, o.n)
	},
	"fstat": func(l *linux, o op) (string, syscall.Errno) {
		return l.stat(l.fds[o.fd], "", primitives.AT_EMPTY_PATH)
	},
	"fchmod": func(l *linux, o op) (string, syscall.Errno) { return fd1(l, o, syscall.SYS_FCHMOD, o.mode) },
	"fchown": func(l *linux, o op) (string, syscall.Errno) {
		return fd1(l, o, syscall.SYS_FCHOWN, o.uid, o.gid)
	},
	"futimens": func(l *linux, o op) (string, syscall.Errno) {
		ts := timespecs(o)
		return fd1(l, o, syscall.SYS_UTIMENSAT, 0, unsafe.Pointer(&ts[0]), 0)
	},
	"getdents": func(l *linux, o op) (string, syscall.Errno) {
		_, _ = raw(syscall.SYS_LSEEK, l.fds[o.fd], 0, 0)
		var all []byte
		for {
			b := make([]byte, 1<<16)
			r, e := raw(syscall.SYS_GETDENTS64, l.fds[o.fd], unsafe.Pointer(&b[0]), 1<<16)
			switch {
			case e == syscall.ENOENT:
				return "[]", 0 // a removed directory, which libraries show as an empty one
			case e != 0:
				return "", e
			case r == 0:
				return fmt.Sprint(dirents(all)), 0
			}
			all = append(all, b[:r]...) // a signal to the thread makes the kernel stop early
		}
	},
}

// relative makes a path start at a descriptor.
func relative(path string) string { return strings.TrimLeft(path, "/") }

// seek leaves directories, whose offsets are cookies, to the kernel package.
func (l *linux) seek(o op, whence int) (string, syscall.Errno) {
	if l.world.noSeek {
		return "not compared", 0
	}
	var st syscall.Stat_t
	if syscall.Fstat(l.fds[o.fd], &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFDIR {
		return "directory", 0
	}
	r, e := raw(syscall.SYS_LSEEK, l.fds[o.fd], o.off, whence)
	return strconv.Itoa(int(r)), e
}

// deviceOf gives the number of a device that nothing drives, or of a whiteout.
func deviceOf(o op) int {
	if o.n == 0 {
		return 0
	}
	return 240<<8 | 77
}

// appends reports whether the slot's file is in O_APPEND mode.
func (l *linux) appends(o op) bool {
	r, e := raw(syscall.SYS_FCNTL, l.fds[o.fd], syscall.F_GETFL)
	return e == 0 && r&syscall.O_APPEND != 0
}

func path1(no uintptr, path string, args ...any) (string, syscall.Errno) {
	_, e := raw(no, append([]any{atFdcwd, path}, args...)...)
	return "ok", e
}

func fd1(l *linux, o op, no uintptr, args ...any) (string, syscall.Errno) {
	_, e := raw(no, append([]any{l.fds[o.fd]}, args...)...)
	return "ok", e
}

func (l *linux) stat(at any, path string, flags int) (string, syscall.Errno) {
	var st syscall.Stat_t
	_, e := raw(syscall.SYS_NEWFSTATAT, at, path, unsafe.Pointer(&st), flags)
	return l.world.stat(primitives.Stat{
		Mode: st.Mode, Nlink: st.Nlink, UID: st.Uid, GID: st.Gid, Size: st.Size, Blocks: st.Blocks, Rdev: st.Rdev,
	}), e
}

// timespecs gives the times that an op sets: now, omitted or fixed.
func timespecs(o op) [2]syscall.Timespec {
	const now, omit = 1<<30 - 1, 1<<30 - 2
	one := func(k uint32) syscall.Timespec {
		switch k % 3 {
		case 0:
			return syscall.Timespec{Nsec: now}
		case 1:
			return syscall.Timespec{Nsec: omit}
		default:
			return syscall.Timespec{Sec: 5, Nsec: 7}
		}
	}
	if o.mode&1 == 0 {
		return [2]syscall.Timespec{{Nsec: now}, {Nsec: now}}
	}
	return [2]syscall.Timespec{one(o.mode), one(o.mode >> 3)}
}

// dirents parses the buffer of getdents64 into "type name", sorted.
func dirents(b []byte) []string {
	var out []string
	for len(b) > 0 {
		n := int(b[16]) | int(b[17])<<8
		name, _, _ := strings.Cut(string(b[19:n]), "\x00")
		out = append(out, fmt.Sprintf("%d %s", b[18], name))
		b = b[n:]
	}
	slices.Sort(out)
	return out
}
