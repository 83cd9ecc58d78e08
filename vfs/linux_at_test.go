//go:build linux

package vfs_test

import (
	"syscall"
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// linuxAt are the calls that take a descriptor for a directory, or for what they are about.
var linuxAt = map[string]func(l *linux, o op) (string, syscall.Errno){
	"flink": func(l *linux, o op) (string, syscall.Errno) {
		if l.uid != 0 { // it then depends on who opened the file: the kernel package's
			return "root's", 0
		}
		_, e := raw(syscall.SYS_LINKAT, l.fds[o.fd], "", atFdcwd, o.path, primitives.AT_EMPTY_PATH)
		return "ok", e
	},
	"touchat": func(l *linux, o op) (string, syscall.Errno) {
		ts := timespecs(o)
		_, e := raw(syscall.SYS_UTIMENSAT, l.fds[o.fd], "", unsafe.Pointer(&ts[0]), primitives.AT_EMPTY_PATH)
		return "ok", e
	},
	"renameat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(sysRenameat2, l.fds[o.fd], relative(o.path), atFdcwd, o.path2, o.flags)
		return "ok", e
	},
	"unlinkat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_UNLINKAT, l.fds[o.fd], relative(o.path), o.flags)
		return "ok", e
	},
	"symlinkat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_SYMLINKAT, "t"+o.path2, l.fds[o.fd], relative(o.path))
		return "ok", e
	},
	"mkfifoat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_MKNODAT, l.fds[o.fd], relative(o.path), o.mode|primitives.S_IFIFO, 0)
		return "ok", e
	},
	"readlinkat": func(l *linux, o op) (string, syscall.Errno) {
		b := make([]byte, 5000)
		r, e := raw(syscall.SYS_READLINKAT, l.fds[o.fd], relative(o.path), unsafe.Pointer(&b[0]), 5000)
		if e != 0 {
			return "", e
		}
		return string(b[:r]), 0
	},
	"chmodat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(sysFchmodat2, l.fds[o.fd], relative(o.path), o.mode, 0)
		return "ok", e
	},
	"chownat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_FCHOWNAT, l.fds[o.fd], relative(o.path), o.uid, o.gid, primitives.AT_SYMLINK_NOFOLLOW)
		return "ok", e
	},
	"accessat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(sysFaccessat2, l.fds[o.fd], relative(o.path), o.mode&7, primitives.AT_EACCESS)
		return "ok", e
	},
}

// oursAt are the same calls on a Namespace.
var oursAt = map[string]func(u *ours, o op) (string, error){
	"flink": func(u *ours, o op) (string, error) {
		if u.c.UID != 0 {
			return "root's", nil
		}
		return u.with(o, func(f *vfs.File) error {
			return u.ns.Link(&u.c, f.Location(), "", u.cwd, o.path, primitives.AT_EMPTY_PATH)
		})
	},
	"touchat": func(u *ours, o op) (string, error) {
		t := oursTimes(o)
		if t.Idle() {
			return "ok", nil
		}
		return u.with(o, func(f *vfs.File) error {
			return u.ns.Utimens(&u.c, f.Location(), "", t, primitives.AT_EMPTY_PATH)
		})
	},
	"renameat": func(u *ours, o op) (string, error) {
		if !vfs.ValidRename(o.flags) {
			return "", primitives.EINVAL
		}
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Rename(&u.c, at, path, u.cwd, o.path2, o.flags)
		})
	},
	"unlinkat": func(u *ours, o op) (string, error) {
		if o.flags&^primitives.AT_REMOVEDIR != 0 {
			return "", primitives.EINVAL
		}
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Unlink(&u.c, at, path, o.flags)
		})
	},
	"symlinkat": func(u *ours, o op) (string, error) {
		if len(o.path2) >= 4095 {
			return "", primitives.ENAMETOOLONG // before the path is looked at
		}
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Symlink(&u.c, "t"+o.path2, at, path)
		})
	},
	"mkfifoat": func(u *ours, o op) (string, error) {
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Mknod(&u.c, at, path, o.mode|primitives.S_IFIFO, 0)
		})
	},
	"readlinkat": func(u *ours, o op) (string, error) {
		if relative(o.path) == "" { // of what is open itself
			f, err := u.file(o)
			if err != nil {
				return "", err
			}
			return u.ns.Readlink(&u.c, f.Location(), "")
		}
		return u.from(o, func(at vfs.Location, path string) (string, error) { return u.ns.Readlink(&u.c, at, path) })
	},
	"chmodat": func(u *ours, o op) (string, error) {
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Chmod(&u.c, at, path, o.mode, 0)
		})
	},
	"chownat": func(u *ours, o op) (string, error) {
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Chown(&u.c, at, path, o.uid, o.gid, primitives.AT_SYMLINK_NOFOLLOW)
		})
	},
	"accessat": func(u *ours, o op) (string, error) {
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Access(&u.c, at, path, o.mode&7, 0)
		})
	},
}
