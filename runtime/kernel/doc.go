// Package kernel is the emulated Linux kernel: processes, descriptors, pipes, waits, signals and the
// scheduler. It knows no wasm: a program is something that runs in a process and makes calls.
//
// # Who runs
//
// There is one run token. The goroutine that owns a Kernel is PID 1, the session; every other process
// is a coroutine that PID 1 resumes while it waits, and only then. A process hands the token on when it
// blocks, ends, or has used its slice of instructions. Nothing here is safe for concurrent use, and
// nothing needs to be.
//
// # Calls
//
// A system call is a primitives.Call that goes through the gate to [Kernel.Do]. What a call needs and
// gives stands below by its Linux name: the integers have the positions that they have on Linux, a
// pointer's place is 0, and what it points to is in Path, In or Out. Times are nanoseconds.
//
//	read(fd) Out, write(fd) In, pread64, pwrite64: Args[3] is the offset
//	                             Args[5] is preadv2's flags: RWF_NOWAIT answers EAGAIN instead of waiting
//	openat(dirfd, Path, flags, mode)       close(fd)   close_range is a loop
//	fstat(fd) Stat               newfstatat(dirfd, Path, 0, flags) Stat
//	lseek(fd, off, whence)       getdents64(fd) Out: struct linux_dirent64
//	truncate(Path, size)         ftruncate(fd, size)         fallocate(fd, mode, off, len)
//	faccessat(dirfd, Path, mode, flags)
//	chdir(Path)  fchdir(fd)      getcwd Out: the path and a NUL; Val is the length without it
//	fchmodat(dirfd, Path, mode, flags)     fchmod(fd, mode)
//	fchownat(dirfd, Path, uid, gid, flags) fchown(fd, uid, gid)
//	mkdirat(dirfd, Path, mode)   mknodat(dirfd, Path, mode, dev)   unlinkat(dirfd, Path, flags)
//	renameat2(olddir, Path, newdir, Path2, flags)    linkat: the same
//	symlinkat(Path2, newdir, Path): Path2 is the target
//	readlinkat(dirfd, Path) Out
//	utimensat(dirfd, Path, 0, flags) In: four i64 atime s, ns, mtime s, ns; nothing = now; without a Path,
//	                             with AT_EMPTY_PATH, it is futimens(fd), unless 1 stands for the 0
//	statfs(Path) Out, fstatfs(fd) Out: abi.PutStatfs
//	mount(0, 0, 0, flags) Path: source, Path2: target, In: type, NUL, data    umount2(Path, flags)
//	fcntl(fd, cmd, arg)          locks: Args[2:6] are type, whence, start, len; F_GETLK: Val type, Aux pid
//	flock(fd, op)                ioctl(fd, request, arg) Out; Aux is the value as well
//	dup(fd)  dup3(old, new, flags)         pipe2(0, flags): Val reads, Aux writes
//	poll(0, n, ms, 0, ns) In, Out: struct pollfd; ns is added to ms; ms < 0 waits for ever
//	getgroups(n) Out: u32 each; Val is their number   setgroups(n) In
//	clone(flags)                 only Spawn gives the child something to do; with CLONE_THREAD a number
//	                             that counts against pids until exit(status, tid)
//	execve Path, Argv, Env       exit_group(status)
//	wait4(pid, 0, options) Out: rusage if there is room; Val pid, Aux status
//	rt_sigaction(sig, disposition): Val the old one; -1 only asks
//	rt_sigprocmask(how, set): Val the old set; how -1 only asks; bit sig-1
//	rt_sigpending: takes the caught signals; rt_sigpending(1): looks at blocked ones
//	rt_sigtimedwait(set, 0, ns): ns < 0 waits for ever
//	setitimer(which, value, interval): Val and Aux are the old ones
//	nanosleep(ns), clock_nanosleep(clock, flags, ns): Aux is the rest after EINTR
//	clock_gettime(id): Val       getrandom Out                sched_getaffinity(pid) Out
//	brk(bytes, how): see Growth  mmap(0, len, prot, flags, fd, off)   munmap(0, len)
//	prlimit64(pid, resource) In: two i64 or nothing; Out: two i64 or nothing; -1 is infinity
//	getrusage(who) Out           times Out: four i64 ticks     uname Out: 5 fields of 65 bytes
//	sysinfo Out: struct sysinfo (112 bytes)
//	bind(fd) In, connect(fd) In: struct sockaddr; Args[2] may give its length
//	accept4(fd, 0, 0, flags) Out: sockaddr, N bytes; Val the descriptor
//	getsockname(fd), getpeername(fd), getsockopt(fd, level, name) Out, N bytes; setsockopt In
//	socketpair(domain, type, protocol): Val and Aux are the ends
//	sendto(fd, 0, 0, flags) In, Path2: sockaddr bytes    recvfrom(fd, 0, 0, flags) Out; Aux: IPv4<<16|port
//	getxattr(dirfd, 0, size, flags) Path, Path2 name, Out    listxattr, removexattr the same
//	setxattr(dirfd, 0, size, flags, how) Path, Path2 name, In
//	getaddrinfo(family or 0) Path: name; Out: 4 bytes an address; Val: number, or EAI_* (negative) and Errno
package kernel
