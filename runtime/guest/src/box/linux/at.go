package linux

import (
	"unsafe"
)

// The calls that take the descriptor of a directory, or AtFdcwd, beside a path, and their like.

// Faccessat is faccessat2(2).
func Faccessat(dir int, path string, mode, flags int) error {
	return failure(sysFaccessat(int32(dir), path, int32(mode), int32(flags)))
}

// Fchmodat is fchmodat2(2).
func Fchmodat(dir int, path string, mode uint32, flags int) error {
	return failure(sysFchmodat(int32(dir), path, mode, int32(flags)))
}

// Fchownat is fchownat(2); -1 leaves an id as it is.
func Fchownat(dir int, path string, uid, gid, flags int) error {
	return failure(sysFchownat(int32(dir), path, uint32(uid), uint32(gid), int32(flags)))
}

// Mkdirat is mkdirat(2).
func Mkdirat(dir int, path string, mode uint32) error {
	return failure(sysMkdirat(int32(dir), path, mode))
}

// Mknodat is mknodat(2); mode holds the type, dev is makedev(3) of at most 32 bits.
func Mknodat(dir int, path string, mode, dev uint32) error {
	return failure(sysMknodat(int32(dir), path, mode, dev))
}

// Renameat2 is renameat2(2).
func Renameat2(fromDir int, from string, toDir int, to string, flags int) error {
	return failure(sysRenameat2(int32(fromDir), from, int32(toDir), to, int32(flags)))
}

// Linkat is linkat(2).
func Linkat(fromDir int, from string, toDir int, to string, flags int) error {
	return failure(sysLinkat(int32(fromDir), from, int32(toDir), to, int32(flags)))
}

// Symlinkat is symlinkat(2).
func Symlinkat(target string, dir int, path string) error {
	return failure(sysSymlinkat(target, int32(dir), path))
}

// Readlinkat is readlinkat(2).
func Readlinkat(dir int, path string) (string, error) {
	var b [4096]byte
	n, err := result(sysReadlinkat(int32(dir), path, unsafe.Pointer(&b), uint32(len(b))))
	if err != nil {
		return "", err
	}
	return string(b[:n]), nil
}

// Timespec is struct timespec. Nsec may be UtimeNow or UtimeLeave in the times of utimensat(2).
type Timespec struct{ Sec, Nsec int64 }

// Nanoseconds that are no time, utimensat(2).
const (
	UtimeNow   = 1<<30 - 1
	UtimeLeave = 1<<30 - 2 // UTIME_OMIT
)

// Utimensat is utimensat(2); nil times are the time of the call.
func Utimensat(dir int, path string, times *[2]Timespec, flags int) error {
	return failure(sysUtimensat(int32(dir), path, unsafe.Pointer(times), int32(flags)))
}

// Futimens is futimens(3).
func Futimens(fd int, times *[2]Timespec) error {
	return failure(sysFutimens(int32(fd), unsafe.Pointer(times)))
}

// Setgroups is setgroups(2).
func Setgroups(groups []int) error {
	list := make([]uint32, len(groups))
	for i, g := range groups {
		list[i] = uint32(g)
	}
	return failure(sysSetgroups(uint32(len(list)), unsafe.Pointer(unsafe.SliceData(list))))
}

// Setresuid is setresuid(2); -1 leaves an id as it is.
func Setresuid(real, effective, saved int) error {
	return failure(sysSetresuid(uint32(real), uint32(effective), uint32(saved)))
}

// Setresgid is setresgid(2); -1 leaves an id as it is.
func Setresgid(real, effective, saved int) error {
	return failure(sysSetresgid(uint32(real), uint32(effective), uint32(saved)))
}

// TimespecOf returns a time given in nanoseconds.
func TimespecOf(ns int64) Timespec { return Timespec{floorDiv(ns), floorMod(ns)} }
