//go:build !wasip1

package linux

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

func sysSetgroups(n uint32, list unsafe.Pointer) int32 {
	return raw(unix.SYS_SETGROUPS, uintptr(n), uintptr(list))
}

func sysSetresuid(real, effective, saved uint32) int32 {
	return code(unix.Setresuid(int(int32(real)), int(int32(effective)), int(int32(saved))))
}

func sysSetresgid(real, effective, saved uint32) int32 {
	return code(unix.Setresgid(int(int32(real)), int(int32(effective)), int(int32(saved))))
}

// The host's calls relative to a directory are too new to count on; the tools use these from AT_FDCWD.

func sysGetxattr(dir int32, path, name string, buf unsafe.Pointer, n uint32, flags int32) int32 {
	b := unsafe.Slice((*byte)(buf), n)
	switch {
	case flags&primitives.AT_EMPTY_PATH != 0:
		return value(unix.Fgetxattr(int(dir), name, b))
	case flags&primitives.AT_SYMLINK_NOFOLLOW != 0:
		return value(unix.Lgetxattr(path, name, b))
	}
	return value(unix.Getxattr(path, name, b))
}

func sysSetxattr(dir int32, path, name, value string, how, flags int32) int32 {
	switch {
	case flags&primitives.AT_EMPTY_PATH != 0:
		return code(unix.Fsetxattr(int(dir), name, []byte(value), int(how)))
	case flags&primitives.AT_SYMLINK_NOFOLLOW != 0:
		return code(unix.Lsetxattr(path, name, []byte(value), int(how)))
	}
	return code(unix.Setxattr(path, name, []byte(value), int(how)))
}

func sysListxattr(dir int32, path string, buf unsafe.Pointer, n uint32, flags int32) int32 {
	b := unsafe.Slice((*byte)(buf), n)
	switch {
	case flags&primitives.AT_EMPTY_PATH != 0:
		return value(unix.Flistxattr(int(dir), b))
	case flags&primitives.AT_SYMLINK_NOFOLLOW != 0:
		return value(unix.Llistxattr(path, b))
	}
	return value(unix.Listxattr(path, b))
}

func sysRemovexattr(dir int32, path, name string, flags int32) int32 {
	switch {
	case flags&primitives.AT_EMPTY_PATH != 0:
		return code(unix.Fremovexattr(int(dir), name))
	case flags&primitives.AT_SYMLINK_NOFOLLOW != 0:
		return code(unix.Lremovexattr(path, name))
	}
	return code(unix.Removexattr(path, name))
}

// Wild returns a path that no call takes: Go would read a bad address itself, and die of it.
func Wild(uint32) string { return "\x00" }
