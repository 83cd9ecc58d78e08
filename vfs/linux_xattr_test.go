//go:build linux

package vfs_test

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"unsafe"
)

// linuxAttributes are the calls on far times and extended attributes.
var linuxAttributes = map[string]func(l *linux, o op) (string, syscall.Errno){
	"settimes": func(l *linux, o op) (string, syscall.Errno) {
		ts := [2]syscall.Timespec{{Sec: o.off, Nsec: o.n}, {Sec: o.off, Nsec: o.n}}
		if _, e := path1(syscall.SYS_UTIMENSAT, o.path, unsafe.Pointer(&ts[0]), o.flags); e != 0 {
			return "", e
		}
		var st syscall.Stat_t
		_, e := raw(syscall.SYS_NEWFSTATAT, atFdcwd, o.path, unsafe.Pointer(&st), o.flags)
		return fmt.Sprint(st.Atim, st.Mtim), e
	},
	"setxattr": func(_ *linux, o op) (string, syscall.Errno) {
		b := payload(o)
		no := syscall.SYS_SETXATTR
		if o.flags != 0 {
			no = syscall.SYS_LSETXATTR
		}
		_, e := raw(uintptr(no), o.path, o.path2, unsafe.Pointer(&b[0]), o.n, o.mode)
		return "ok", e
	},
	"getxattr": func(_ *linux, o op) (string, syscall.Errno) {
		b := make([]byte, 1<<16)
		no := syscall.SYS_GETXATTR
		if o.flags != 0 {
			no = syscall.SYS_LGETXATTR
		}
		n, e := raw(uintptr(no), o.path, o.path2, unsafe.Pointer(&b[0]), len(b))
		if e != 0 {
			return "", e
		}
		return digest(b[:n]), 0
	},
	"listxattr": func(l *linux, o op) (string, syscall.Errno) {
		b := make([]byte, 1<<16)
		no := syscall.SYS_LISTXATTR
		if o.flags != 0 {
			no = syscall.SYS_LLISTXATTR
		}
		n, e := raw(uintptr(no), o.path, unsafe.Pointer(&b[0]), len(b))
		if e != 0 {
			return "", e
		}
		names := strings.Split(strings.TrimSuffix(string(b[:n]), "\x00"), "\x00")
		return l.world.names(names), 0
	},
	"removexattr": func(_ *linux, o op) (string, syscall.Errno) {
		no := syscall.SYS_REMOVEXATTR
		if o.flags != 0 {
			no = syscall.SYS_LREMOVEXATTR
		}
		_, e := raw(uintptr(no), o.path, o.path2)
		return "ok", e
	},
	"fsetxattr": func(l *linux, o op) (string, syscall.Errno) {
		b := payload(o)
		_, e := raw(syscall.SYS_FSETXATTR, l.fds[o.fd], o.path2, unsafe.Pointer(&b[0]), o.n, o.mode)
		return "ok", e
	},
	"fgetxattr": func(l *linux, o op) (string, syscall.Errno) {
		b := make([]byte, 1<<16)
		n, e := raw(syscall.SYS_FGETXATTR, l.fds[o.fd], o.path2, unsafe.Pointer(&b[0]), len(b))
		if e != 0 {
			return "", e
		}
		return digest(b[:n]), 0
	},
}

// names renders names of attributes: disks and overlays have an order of their own.
func (w *world) names(names []string) string {
	if w.loose {
		names = slices.Sorted(slices.Values(names))
	}
	return strings.Join(names, " ")
}
