// Package abi holds the numbers and layouts that the host and its guests share: the functions
// of the import module "linux", and how structures lie in guest memory. It builds for the
// host and for wasip1, and knows neither the kernel nor wazero.
//
// # The import module "linux"
//
// Every function is a Linux system call by name, or a small group of them that a wasm guest
// cannot make one by one (posix_spawn, fork with state). Paths and buffers are pointer and
// length; file names are bytes. The result is the call's value, or the negative Linux errno.
// Types are i32 where not said otherwise.
//
//	openat(dirfd, path, len, flags, mode)
//	close(fd)
//	read(fd, buf, n)              write(fd, buf, n)
//	pread64(fd, buf, n, off i64)  pwrite64(fd, buf, n, off i64)
//	lseek(fd, off i64, whence) i64
//	fstatat(dirfd, path, len, stat, flags)     AT_EMPTY_PATH with len 0 is fstat; layout StatSize
//	getdents64(fd, buf, n)                     records as struct linux_dirent64
//	ftruncate(fd, size i64)       fallocate(fd, mode, off i64, len i64)   fsync(fd)
//	truncate(path, len, size i64)
//	faccessat(dirfd, path, len, mode, flags)
//	chdir(path, len)              fchdir(fd)   getcwd(buf, n) -> length without NUL
//	fchmodat(dirfd, path, len, mode, flags)    fchmod(fd, mode)
//	fchownat(dirfd, path, len, uid, gid, flags)  fchown(fd, uid, gid)
//	mkdirat(dirfd, path, len, mode)            mknodat(dirfd, path, len, mode, rdev)
//	unlinkat(dirfd, path, len, flags)
//	renameat2(olddir, old, oldlen, newdir, new, newlen, flags)
//	linkat(olddir, old, oldlen, newdir, new, newlen, flags)
//	symlinkat(target, targetlen, newdir, path, len)
//	readlinkat(dirfd, path, len, buf, n)
//	utimensat(dirfd, path, len, times, flags)  times: four i64: atime s, ns, mtime s, ns; 0 = now;
//	                                           AT_EMPTY_PATH is futimens
//	getxattrat(dirfd, path, len, name, namelen, buf, n, flags) -> bytes
//	setxattrat(dirfd, path, len, name, namelen, value, n, how, flags)
//	listxattrat(dirfd, path, len, buf, n, flags) -> bytes
//	removexattrat(dirfd, path, len, name, namelen, flags)
//	statfs(path, len, buf) fstatfs(fd, buf)    layout StatfsSize
//	fcntl(fd, cmd, arg)           flock(fd, op)         ioctl(fd, request, arg)
//	dup(fd)                       dup3(old, new, flags) pipe2(fds, flags)
//	poll(fds, n, timeout_ms)                   struct pollfd
//	umask(mask)  getpid() getppid() getuid() geteuid() getgid() getegid()
//	getgroups(n, list) setgroups(n, list)  setuid(uid) setgid(gid)
//	setresuid(real, effective, saved) setresgid(real, effective, saved)  -1 keeps
//	getpgid(pid) setpgid(pid, pgid) getsid(pid) setsid()
//	getpriority(which, pid) -> 20-nice setpriority(which, pid, nice)
//	posix_spawn(req, len, stage) -> pid        SpawnRequest; on failure *stage says where
//	fork(req, len, stage) -> pid               SpawnRequest without path; the child is a new
//	                                           instance of the same program with State
//	execve(req, len)                           SpawnRequest; does not return on success
//	wait4(pid, status, options, rusage) -> pid status: one i32; rusage: layout RusageSize or 0
//	exit_group(code)              kill(pid, sig)
//	sigaction(sig, disposition) -> the old one SigDefault, SigIgnore, SigCatch
//	sigpending() i64                           takes the set of caught signals, bit sig-1
//	sigprocmask(how, set i64) i64 -> the old set; how as in Linux
//	alarm(ns i64) i64                          ITIMER_REAL; the rest of the old one
//	nanosleep(ns i64)             clock_gettime(id) i64 ns
//	getrandom(buf, n)             sched_yield()         sched_getaffinity(buf, n) -> bytes
//	prlimit64(pid, resource, new, old)         two i64 each, 0 = none; -1 = unlimited
//	getrusage(who, buf)  times(buf) i64  uname(buf)  sysinfo(buf)
//	socket(domain, type, protocol)  socketpair(domain, type, protocol, fds)
//	bind(fd, addr, len) listen(fd, backlog) accept4(fd, addr, len, flags)
//	connect(fd, addr, len) shutdown(fd, how)
//	getsockname(fd, addr, len) getpeername(fd, addr, len)
//	sendto(fd, buf, n, flags, addr, len)  recvfrom(fd, buf, n, flags)
//	setsockopt(fd, level, name, buf, n)   getsockopt(fd, level, name, buf, n)
//	getaddrinfo(name, len, buf, n) -> count    4 bytes an IPv4 address, or a negative EAI_*
//
// Five functions are no system calls: they hand a process what exec and fork leave in memory on
// Linux, and let a guest own up to what it lacks.
//
//	args(buf, n) -> size          NUL-terminated strings; size is what is needed, filled if it fits
//	environ(buf, n) -> size       the same
//	program(buf, n) -> size       the program of this guest that the executed file names (see
//	                              guest.Stub), no NUL: a copy or link under another name, or an
//	                              argv[0] of the caller's, changes nothing in it
//	forkstate(buf, n) -> size     State of the fork that made this process; 0 = none
//	unsupported(text, len)        names a feature the guest lacks: the run becomes `unsupported`
//
// Two compute a hash for a guest. They are functions of their arguments alone; the state is DigestStateSize
// bytes of the guest's memory, zeros at the beginning.
//
//	digest(algorithm, state, data, n)          adds n bytes, at most DigestMaxBytes
//	digest_sum(algorithm, state, buf, n) -> size
//
// A prepared guest is a reactor that exports RunExport: `_initialize` runs once, and every process
// starts from the memory it left, so nothing read then (arguments, environment, clock, random
// numbers) may be kept. RunExport returns the exit code.
package abi

// Module is the name of the import module.
const Module = "linux"

// RunExport is the function that a prepared guest exports: () -> i32, the exit code.
const RunExport = "sandfault_run"

// Exports of a prepared guest that others use as a library, within their own processes: (size) -> the address
// of room for a request, and () -> the address of the answer in the upper half, its size in the lower.
const (
	LibraryRoom = "sandfault_library_room"
	LibraryCall = "sandfault_library_call"
)

// Dispositions of sigaction.
const (
	SigDefault = 0
	SigIgnore  = 1
	SigCatch   = 2
)

// Stages of a failed posix_spawn or fork.
const (
	StageClone  = 1 // no process was made
	StageAction = 2 // a file action failed in the child
	StageExec   = 3 // execve failed in the child
)
