package linux

import (
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

func pointer(b []byte) (unsafe.Pointer, uint32) {
	return unsafe.Pointer(unsafe.SliceData(b)), uint32(len(b))
}

// Open is open(2).
func Open(path string, flags int, mode uint32) (int, error) {
	return Openat(AtFdcwd, path, flags, mode)
}

// Openat is openat(2).
func Openat(dir int, path string, flags int, mode uint32) (int, error) {
	return result(sysOpenat(int32(dir), path, int32(flags), mode))
}

// Close is close(2).
func Close(fd int) error { return failure(sysClose(int32(fd))) }

// Read is read(2): one call, which may be short or fail with EINTR.
func Read(fd int, b []byte) (int, error) {
	p, n := pointer(b)
	return result(sysRead(int32(fd), p, n))
}

// Write is write(2): one call, which may be short or fail with EINTR.
func Write(fd int, b []byte) (int, error) {
	p, n := pointer(b)
	return result(sysWrite(int32(fd), p, n))
}

// Pread is pread64(2).
func Pread(fd int, b []byte, off int64) (int, error) {
	p, n := pointer(b)
	return result(sysPread64(int32(fd), p, n, off))
}

// Pwrite is pwrite64(2).
func Pwrite(fd int, b []byte, off int64) (int, error) {
	p, n := pointer(b)
	return result(sysPwrite64(int32(fd), p, n, off))
}

// Lseek is lseek(2).
func Lseek(fd int, off int64, whence int) (int64, error) {
	return result64(sysLseek(int32(fd), off, int32(whence)))
}

// Stat is stat(2).
func Stat(path string) (primitives.Stat, error) { return Fstatat(AtFdcwd, path, 0) }

// Lstat is lstat(2).
func Lstat(path string) (primitives.Stat, error) {
	return Fstatat(AtFdcwd, path, primitives.AT_SYMLINK_NOFOLLOW)
}

// Fstat is fstat(2).
func Fstat(fd int) (primitives.Stat, error) { return Fstatat(fd, "", primitives.AT_EMPTY_PATH) }

// Fstatat is newfstatat(2).
func Fstatat(dir int, path string, flags int) (primitives.Stat, error) {
	var b [abi.StatSize]byte
	if err := failure(sysFstatat(int32(dir), path, unsafe.Pointer(&b), int32(flags))); err != nil {
		return primitives.Stat{}, err
	}
	return abi.GetStat(b[:]), nil
}

// Ftruncate is ftruncate(2).
func Ftruncate(fd int, size int64) error { return failure(sysFtruncate(int32(fd), size)) }

// Truncate is truncate(2).
func Truncate(path string, size int64) error { return failure(sysTruncate(path, size)) }

// Fallocate is fallocate(2).
func Fallocate(fd, mode int, off, size int64) error {
	return failure(sysFallocate(int32(fd), int32(mode), off, size))
}

// Fsync is fsync(2).
func Fsync(fd int) error { return failure(sysFsync(int32(fd))) }

// Statfs is statfs(2).
func Statfs(path string) (primitives.Statfs, error) {
	var b [abi.StatfsSize]byte
	if err := failure(sysStatfs(path, unsafe.Pointer(&b))); err != nil {
		return primitives.Statfs{}, err
	}
	return abi.GetStatfs(b[:]), nil
}

// Fstatfs is fstatfs(2).
func Fstatfs(fd int) (primitives.Statfs, error) {
	var b [abi.StatfsSize]byte
	if err := failure(sysFstatfs(int32(fd), unsafe.Pointer(&b))); err != nil {
		return primitives.Statfs{}, err
	}
	return abi.GetStatfs(b[:]), nil
}

// Fcntl is fcntl(2).
func Fcntl(fd, cmd, arg int) (int, error) {
	return result(sysFcntl(int32(fd), int32(cmd), int32(arg)))
}

// Flock is flock(2).
func Flock(fd, op int) error { return failure(sysFlock(int32(fd), int32(op))) }

// Isatty reports whether fd is a terminal.
func Isatty(fd int) bool {
	var termios [64]byte
	return sysIoctl(int32(fd), Tcgets, unsafe.Pointer(&termios)) >= 0
}

// Columns returns the width of the terminal fd; ok is false if it is none.
func Columns(fd int) (n int, ok bool) {
	var size [4]uint16
	if sysIoctl(int32(fd), Tiocgwinsz, unsafe.Pointer(&size)) < 0 {
		return 0, false
	}
	return int(size[1]), true
}

// Dup is dup(2).
func Dup(fd int) (int, error) { return result(sysDup(int32(fd))) }

// Dup3 is dup3(2); for equal descriptors it does nothing, as dup2 does.
func Dup3(old, fd, flags int) error {
	if old == fd {
		_, err := Fcntl(fd, FGetfd, 0)
		return err
	}
	return failure(sysDup3(int32(old), int32(fd), int32(flags)))
}

// Pipe2 is pipe2(2).
func Pipe2(flags int) (r, w int, err error) {
	var fds [2]int32
	err = failure(sysPipe2(unsafe.Pointer(&fds), int32(flags)))
	return int(fds[0]), int(fds[1]), err
}

// PollFd is struct pollfd.
type PollFd struct {
	Fd              int32
	Events, Revents int16
}

// Poll is poll(2): it returns how many descriptors are ready.
func Poll(fds []PollFd, timeout int) (int, error) {
	return result(sysPoll(unsafe.Pointer(unsafe.SliceData(fds)), uint32(len(fds)), int32(timeout)))
}
