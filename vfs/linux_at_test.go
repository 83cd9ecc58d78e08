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
}
