//go:build !wasip1

package linux

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// raw is a system call of the host with the result that the import module would give.
func raw(number uintptr, args ...uintptr) int32 {
	var a [6]uintptr
	copy(a[:], args)
	r, _, e := unix.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
	if e != 0 {
		return -int32(e)
	}
	return int32(r)
}

func code(err error) int32 {
	if err == nil {
		return 0
	}
	if e, ok := err.(unix.Errno); ok {
		return -int32(e)
	}
	return -int32(primitives.EIO)
}

func value(n int, err error) int32 {
	if err != nil {
		return code(err)
	}
	return int32(n)
}

func sysOpenat(dir int32, path string, flags int32, mode uint32) int32 {
	return value(unix.Openat(int(dir), path, int(flags), mode))
}

func sysClose(fd int32) int32 { return raw(unix.SYS_CLOSE, uintptr(fd)) }

func sysRead(fd int32, buf unsafe.Pointer, n uint32) int32 {
	return value(unix.Read(int(fd), unsafe.Slice((*byte)(buf), n)))
}

func sysWrite(fd int32, buf unsafe.Pointer, n uint32) int32 {
	got, err := unix.Write(int(fd), unsafe.Slice((*byte)(buf), n))
	if err == unix.EPIPE && fd <= 2 {
		// Go's runtime swallows SIGPIPE except in this package's Write, which dies of it.
		_, _ = os.NewFile(uintptr(fd), "").Write([]byte{0})
	}
	return value(got, err)
}

func sysPread64(fd int32, buf unsafe.Pointer, n uint32, off int64) int32 {
	return value(unix.Pread(int(fd), unsafe.Slice((*byte)(buf), n), off))
}

func sysPwrite64(fd int32, buf unsafe.Pointer, n uint32, off int64) int32 {
	return value(unix.Pwrite(int(fd), unsafe.Slice((*byte)(buf), n), off))
}

func sysLseek(fd int32, off int64, whence int32) int64 {
	n, err := unix.Seek(int(fd), off, int(whence))
	if err != nil {
		return int64(code(err))
	}
	return n
}

func sysFstatat(dir int32, path string, stat unsafe.Pointer, flags int32) int32 {
	var st unix.Stat_t
	if err := unix.Fstatat(int(dir), path, &st, int(flags)); err != nil {
		return code(err)
	}
	abi.PutStat(unsafe.Slice((*byte)(stat), abi.StatSize), &primitives.Stat{
		Dev: st.Dev, Ino: st.Ino, Rdev: st.Rdev, Nlink: st.Nlink, Mode: st.Mode, UID: st.Uid, GID: st.Gid,
		Size: st.Size, Blksize: st.Blksize, Blocks: st.Blocks,
		Atime: st.Atim.Nano(), Mtime: st.Mtim.Nano(), Ctime: st.Ctim.Nano(),
	})
	return 0
}

func sysGetdents64(fd int32, buf unsafe.Pointer, n uint32) int32 {
	return value(unix.Getdents(int(fd), unsafe.Slice((*byte)(buf), n)))
}

func sysFtruncate(fd int32, size int64) int32 { return code(unix.Ftruncate(int(fd), size)) }

func sysTruncate(path string, size int64) int32 { return code(unix.Truncate(path, size)) }

func sysFallocate(fd, mode int32, off, size int64) int32 {
	return code(unix.Fallocate(int(fd), uint32(mode), off, size))
}

func sysFsync(fd int32) int32 { return code(unix.Fsync(int(fd))) }

func sysFaccessat(dir int32, path string, mode, flags int32) int32 {
	return code(unix.Faccessat(int(dir), path, uint32(mode), int(flags)))
}

func sysChdir(path string) int32 { return code(unix.Chdir(path)) }

func sysFchdir(fd int32) int32 { return code(unix.Fchdir(int(fd))) }

func sysGetcwd(buf unsafe.Pointer, n uint32) int32 {
	got, err := unix.Getcwd(unsafe.Slice((*byte)(buf), n))
	return value(got-1, err)
}

func sysFchmodat(dir int32, path string, mode uint32, flags int32) int32 {
	return code(unix.Fchmodat(int(dir), path, mode, int(flags)))
}

func sysFchownat(dir int32, path string, uid, gid uint32, flags int32) int32 {
	return code(unix.Fchownat(int(dir), path, int(int32(uid)), int(int32(gid)), int(flags)))
}

func sysFchmod(fd int32, mode uint32) int32 { return code(unix.Fchmod(int(fd), mode)) }

func sysFchown(fd int32, uid, gid uint32) int32 {
	return code(unix.Fchown(int(fd), int(int32(uid)), int(int32(gid))))
}

func sysMkdirat(dir int32, path string, mode uint32) int32 {
	return code(unix.Mkdirat(int(dir), path, mode))
}

func sysMknodat(dir int32, path string, mode, dev uint32) int32 {
	return code(unix.Mknodat(int(dir), path, mode, int(dev)))
}

func sysUnlinkat(dir int32, path string, flags int32) int32 {
	return code(unix.Unlinkat(int(dir), path, int(flags)))
}

func sysRenameat2(fromDir int32, from string, toDir int32, to string, flags int32) int32 {
	return code(unix.Renameat2(int(fromDir), from, int(toDir), to, uint(flags)))
}

func sysLinkat(fromDir int32, from string, toDir int32, to string, flags int32) int32 {
	return code(unix.Linkat(int(fromDir), from, int(toDir), to, int(flags)))
}

func sysSymlinkat(target string, dir int32, path string) int32 {
	return code(unix.Symlinkat(target, int(dir), path))
}

func sysReadlinkat(dir int32, path string, buf unsafe.Pointer, n uint32) int32 {
	return value(unix.Readlinkat(int(dir), path, unsafe.Slice((*byte)(buf), n)))
}

func sysFutimens(fd int32, times unsafe.Pointer) int32 {
	return raw(unix.SYS_UTIMENSAT, uintptr(fd), 0, uintptr(times), 0)
}

func sysUtimensat(dir int32, path string, times unsafe.Pointer, flags int32) int32 {
	if times == nil {
		return code(unix.UtimesNanoAt(int(dir), path, nil, int(flags)))
	}
	t := (*[4]int64)(times)
	pair := []unix.Timespec{{Sec: t[0], Nsec: t[1]}, {Sec: t[2], Nsec: t[3]}}
	return code(unix.UtimesNanoAt(int(dir), path, pair, int(flags)))
}

func sysStatfs(path string, buf unsafe.Pointer) int32 {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return code(err)
	}
	return putStatfs(&s, buf)
}

func sysMount(source, target, kind string, flags uint32, data string) int32 {
	return code(unix.Mount(source, target, kind, uintptr(flags), data))
}

func sysUmount2(target string, flags int32) int32 { return code(unix.Unmount(target, int(flags))) }

func sysFstatfs(fd int32, buf unsafe.Pointer) int32 {
	var s unix.Statfs_t
	if err := unix.Fstatfs(int(fd), &s); err != nil {
		return code(err)
	}
	return putStatfs(&s, buf)
}

func putStatfs(s *unix.Statfs_t, buf unsafe.Pointer) int32 {
	abi.PutStatfs(unsafe.Slice((*byte)(buf), abi.StatfsSize), &primitives.Statfs{
		Type: s.Type, Bsize: s.Bsize, Blocks: s.Blocks, Bfree: s.Bfree, Bavail: s.Bavail,
		Files: s.Files, Ffree: s.Ffree, Namelen: s.Namelen, Flags: uint64(s.Flags),
	})
	return 0
}

func sysFcntl(fd, cmd, arg int32) int32 {
	return raw(unix.SYS_FCNTL, uintptr(fd), uintptr(cmd), uintptr(arg))
}

func sysRecordLock(fd, cmd int32, flock unsafe.Pointer) int32 {
	return raw(unix.SYS_FCNTL, uintptr(fd), uintptr(cmd), uintptr(flock))
}

func sysFlock(fd, op int32) int32 { return code(unix.Flock(int(fd), int(op))) }

func sysIoctl(fd int32, request uint32, arg unsafe.Pointer) int32 {
	return raw(unix.SYS_IOCTL, uintptr(fd), uintptr(request), uintptr(arg))
}

func sysDup(fd int32) int32 { return value(unix.Dup(int(fd))) }

func sysDup3(old, fd, flags int32) int32 { return code(unix.Dup3(int(old), int(fd), int(flags))) }

func sysPipe2(fds unsafe.Pointer, flags int32) int32 {
	return raw(unix.SYS_PIPE2, uintptr(fds), uintptr(flags))
}

func sysPoll(fds unsafe.Pointer, n uint32, timeout int32) int32 {
	return raw(unix.SYS_POLL, uintptr(fds), uintptr(n), uintptr(timeout))
}

func sysUmask(mask uint32) int32 { return int32(unix.Umask(int(mask))) }
