package linux

import (
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
)

// Access is access(2), for the effective identity as test(1) and bash ask.
func Access(path string, mode int) error {
	return failure(sysFaccessat(AtFdcwd, path, int32(mode), primitives.AT_EACCESS))
}

// Chdir is chdir(2).
func Chdir(path string) error { return failure(sysChdir(path)) }

// Fchdir is fchdir(2).
func Fchdir(fd int) error { return failure(sysFchdir(int32(fd))) }

// Getcwd is getcwd(2).
func Getcwd() (string, error) {
	var b [4096]byte
	n, err := result(sysGetcwd(unsafe.Pointer(&b), uint32(len(b))))
	if err != nil {
		return "", err
	}
	return string(b[:n]), nil
}

// Chmod is chmod(2).
func Chmod(path string, mode uint32) error { return failure(sysFchmodat(AtFdcwd, path, mode, 0)) }

// Fchmod is fchmod(2).
func Fchmod(fd int, mode uint32) error {
	return failure(sysFchmod(int32(fd), mode))
}

// Chown is chown(2); -1 leaves an id as it is.
func Chown(path string, uid, gid int) error {
	return failure(sysFchownat(AtFdcwd, path, uint32(uid), uint32(gid), 0))
}

// Lchown is lchown(2).
func Lchown(path string, uid, gid int) error {
	return failure(sysFchownat(AtFdcwd, path, uint32(uid), uint32(gid), primitives.AT_SYMLINK_NOFOLLOW))
}

// Fchown is fchown(2).
func Fchown(fd, uid, gid int) error {
	return failure(sysFchown(int32(fd), uint32(uid), uint32(gid)))
}

// Mkdir is mkdir(2).
func Mkdir(path string, mode uint32) error { return failure(sysMkdirat(AtFdcwd, path, mode)) }

// Mknod is mknod(2); mode holds the type.
func Mknod(path string, mode uint32, dev uint64) error {
	return failure(sysMknodat(AtFdcwd, path, mode, uint32(dev)))
}

// Unlink is unlink(2).
func Unlink(path string) error { return failure(sysUnlinkat(AtFdcwd, path, 0)) }

// Rmdir is rmdir(2).
func Rmdir(path string) error { return failure(sysUnlinkat(AtFdcwd, path, primitives.AT_REMOVEDIR)) }

// Unlinkat is unlinkat(2).
func Unlinkat(dir int, path string, flags int) error {
	return failure(sysUnlinkat(int32(dir), path, int32(flags)))
}

// Rename is rename(2).
func Rename(from, to string) error { return Renameat2(AtFdcwd, from, AtFdcwd, to, 0) }

// Link is link(2): a symbolic link itself gets the second name.
func Link(from, to string) error { return failure(sysLinkat(AtFdcwd, from, AtFdcwd, to, 0)) }

// LinkFollow is linkat(2) with AT_SYMLINK_FOLLOW.
func LinkFollow(from, to string) error {
	return failure(sysLinkat(AtFdcwd, from, AtFdcwd, to, primitives.AT_SYMLINK_FOLLOW))
}

// Symlink is symlink(2).
func Symlink(target, path string) error { return failure(sysSymlinkat(target, AtFdcwd, path)) }

// Readlink is readlink(2).
func Readlink(path string) (string, error) {
	var b [4096]byte
	n, err := result(sysReadlinkat(AtFdcwd, path, unsafe.Pointer(&b), uint32(len(b))))
	if err != nil {
		return "", err
	}
	return string(b[:n]), nil
}

// UtimesNow sets both times to now, which whoever may write the file is allowed to.
func UtimesNow(path string, flags int) error {
	return failure(sysUtimensat(AtFdcwd, path, nil, int32(flags)))
}

// Utimens is utimensat(2) with times in nanoseconds; UtimeOmit leaves one as it is.
func Utimens(path string, atime, mtime int64, flags int) error {
	if atime == UtimeOmit || mtime == UtimeOmit {
		st, err := Fstatat(AtFdcwd, path, flags)
		if err != nil {
			return err
		}
		if atime == UtimeOmit {
			atime = st.Atime
		}
		if mtime == UtimeOmit {
			mtime = st.Mtime
		}
	}
	t := [4]int64{floorDiv(atime), floorMod(atime), floorDiv(mtime), floorMod(mtime)}
	return failure(sysUtimensat(AtFdcwd, path, unsafe.Pointer(&t), int32(flags)))
}

const second = int64(1e9)

func floorMod(ns int64) int64 { return (ns%second + second) % second }

func floorDiv(ns int64) int64 { return (ns - floorMod(ns)) / second }

// Umask is umask(2).
func Umask(mask uint32) uint32 { return uint32(sysUmask(mask)) }
