//go:build wasip1

package linux

import "unsafe"

//go:wasmimport linux openat
//go:noescape
func sysOpenat(dir int32, path string, flags int32, mode uint32) int32

//go:wasmimport linux close
//go:noescape
func sysClose(fd int32) int32

//go:wasmimport linux read
//go:noescape
func sysRead(fd int32, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux write
//go:noescape
func sysWrite(fd int32, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux pread64
//go:noescape
func sysPread64(fd int32, buf unsafe.Pointer, n uint32, off int64) int32

//go:wasmimport linux pwrite64
//go:noescape
func sysPwrite64(fd int32, buf unsafe.Pointer, n uint32, off int64) int32

//go:wasmimport linux lseek
//go:noescape
func sysLseek(fd int32, off int64, whence int32) int64

//go:wasmimport linux fstatat
//go:noescape
func sysFstatat(dir int32, path string, stat unsafe.Pointer, flags int32) int32

//go:wasmimport linux getdents64
//go:noescape
func sysGetdents64(fd int32, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux ftruncate
//go:noescape
func sysFtruncate(fd int32, size int64) int32

//go:wasmimport linux truncate
//go:noescape
func sysTruncate(path string, size int64) int32

//go:wasmimport linux fallocate
//go:noescape
func sysFallocate(fd, mode int32, off, size int64) int32

//go:wasmimport linux fsync
//go:noescape
func sysFsync(fd int32) int32

//go:wasmimport linux faccessat
//go:noescape
func sysFaccessat(dir int32, path string, mode, flags int32) int32

//go:wasmimport linux chdir
//go:noescape
func sysChdir(path string) int32

//go:wasmimport linux fchdir
//go:noescape
func sysFchdir(fd int32) int32

//go:wasmimport linux getcwd
//go:noescape
func sysGetcwd(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux fchmodat
//go:noescape
func sysFchmodat(dir int32, path string, mode uint32, flags int32) int32

//go:wasmimport linux fchownat
//go:noescape
func sysFchownat(dir int32, path string, uid, gid uint32, flags int32) int32

//go:wasmimport linux fchmod
//go:noescape
func sysFchmod(fd int32, mode uint32) int32

//go:wasmimport linux fchown
//go:noescape
func sysFchown(fd int32, uid, gid uint32) int32

//go:wasmimport linux mkdirat
//go:noescape
func sysMkdirat(dir int32, path string, mode uint32) int32

//go:wasmimport linux mknodat
//go:noescape
func sysMknodat(dir int32, path string, mode, dev uint32) int32

//go:wasmimport linux unlinkat
//go:noescape
func sysUnlinkat(dir int32, path string, flags int32) int32

//go:wasmimport linux renameat2
//go:noescape
func sysRenameat2(fromDir int32, from string, toDir int32, to string, flags int32) int32

//go:wasmimport linux linkat
//go:noescape
func sysLinkat(fromDir int32, from string, toDir int32, to string, flags int32) int32

//go:wasmimport linux symlinkat
//go:noescape
func sysSymlinkat(target string, dir int32, path string) int32

//go:wasmimport linux readlinkat
//go:noescape
func sysReadlinkat(dir int32, path string, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux futimens
//go:noescape
func sysFutimens(fd int32, times unsafe.Pointer) int32

//go:wasmimport linux utimensat
//go:noescape
func sysUtimensat(dir int32, path string, times unsafe.Pointer, flags int32) int32

//go:wasmimport linux statfs
//go:noescape
func sysStatfs(path string, buf unsafe.Pointer) int32

//go:wasmimport linux mount
//go:noescape
func sysMount(source, target, kind string, flags uint32, data string) int32

//go:wasmimport linux umount2
//go:noescape
func sysUmount2(target string, flags int32) int32

//go:wasmimport linux fstatfs
//go:noescape
func sysFstatfs(fd int32, buf unsafe.Pointer) int32

//go:wasmimport linux fcntl
//go:noescape
func sysFcntl(fd, cmd, arg int32) int32

//go:wasmimport linux fcntl
//go:noescape
func sysRecordLock(fd, cmd int32, flock unsafe.Pointer) int32

//go:wasmimport linux flock
//go:noescape
func sysFlock(fd, op int32) int32

//go:wasmimport linux ioctl
//go:noescape
func sysIoctl(fd int32, request uint32, arg unsafe.Pointer) int32

//go:wasmimport linux dup
//go:noescape
func sysDup(fd int32) int32

//go:wasmimport linux dup3
//go:noescape
func sysDup3(old, fd, flags int32) int32

//go:wasmimport linux pipe2
//go:noescape
func sysPipe2(fds unsafe.Pointer, flags int32) int32

//go:wasmimport linux poll
//go:noescape
func sysPoll(fds unsafe.Pointer, n uint32, timeout int32) int32

//go:wasmimport linux umask
//go:noescape
func sysUmask(mask uint32) int32
