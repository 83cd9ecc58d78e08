package primitives

// Sysno identifies a system call by its Linux name. The numbers are ours and stand in
// traces; a new call is appended, never inserted.
type Sysno uint8

// The calls that the kernel knows. SysGetaddrinfo is not a Linux system call: it stands for
// the resolver's exchange with the name server, which is one decision of a sandbox's policy.
const (
	SysNone Sysno = iota
	SysRead
	SysWrite
	SysPread64
	SysPwrite64
	SysOpenat
	SysClose
	SysFstat
	SysNewfstatat
	SysLseek
	SysGetdents64
	SysFtruncate
	SysTruncate
	SysFallocate
	SysFsync
	SysFaccessat
	SysChdir
	SysFchdir
	SysGetcwd
	SysFchmodat
	SysFchmod
	SysFchownat
	SysFchown
	SysMkdirat
	SysMknodat
	SysUnlinkat
	SysRenameat2
	SysLinkat
	SysSymlinkat
	SysReadlinkat
	SysUtimensat
	SysStatfs
	SysFstatfs
	SysFcntl
	SysFlock
	SysIoctl
	SysDup
	SysDup3
	SysPipe2
	SysPoll
	SysUmask
	SysGetpid
	SysGetppid
	SysGetuid
	SysGeteuid
	SysGetgid
	SysGetegid
	SysGetgroups
	SysSetuid
	SysSetgid
	SysSetresuid
	SysSetresgid
	SysSetgroups
	SysGetpgid
	SysSetpgid
	SysSetsid
	SysGetsid
	SysClone
	SysExecve
	SysExitGroup
	SysWait4
	SysKill
	SysRtSigaction
	SysRtSigprocmask
	SysRtSigpending
	SysRtSigtimedwait
	SysPause
	SysSetitimer
	SysPidfdOpen
	SysNanosleep
	SysClockGettime
	SysClockNanosleep
	SysGetrandom
	SysSchedYield
	SysSchedGetaffinity
	SysSchedSetaffinity
	SysGetpriority
	SysSetpriority
	SysBrk
	SysMmap
	SysMunmap
	SysPrlimit64
	SysGetrusage
	SysTimes
	SysUname
	SysSysinfo
	SysSethostname
	SysSocket
	SysSocketpair
	SysBind
	SysListen
	SysAccept4
	SysConnect
	SysGetsockname
	SysGetpeername
	SysGetsockopt
	SysSetsockopt
	SysSendto
	SysRecvfrom
	SysShutdown
	SysGetxattr
	SysSetxattr
	SysListxattr
	SysRemovexattr
	SysSync
	SysMount
	SysUmount2
	SysUnshare
	SysPrctl
	SysGetaddrinfo
	SysExit
	SysClone3
	SysChroot
	SysClockSettime

	sysnoCount // keep last
)

//nolint:gochecknoglobals // an immutable table
var sysnoNames = [...]string{
	SysNone:             "none",
	SysRead:             "read",
	SysWrite:            "write",
	SysPread64:          "pread64",
	SysPwrite64:         "pwrite64",
	SysOpenat:           "openat",
	SysClose:            "close",
	SysFstat:            "fstat",
	SysNewfstatat:       "newfstatat",
	SysLseek:            "lseek",
	SysGetdents64:       "getdents64",
	SysFtruncate:        "ftruncate",
	SysTruncate:         "truncate",
	SysFallocate:        "fallocate",
	SysFsync:            "fsync",
	SysFaccessat:        "faccessat",
	SysChdir:            "chdir",
	SysFchdir:           "fchdir",
	SysGetcwd:           "getcwd",
	SysFchmodat:         "fchmodat",
	SysFchmod:           "fchmod",
	SysFchownat:         "fchownat",
	SysFchown:           "fchown",
	SysMkdirat:          "mkdirat",
	SysMknodat:          "mknodat",
	SysUnlinkat:         "unlinkat",
	SysRenameat2:        "renameat2",
	SysLinkat:           "linkat",
	SysSymlinkat:        "symlinkat",
	SysReadlinkat:       "readlinkat",
	SysUtimensat:        "utimensat",
	SysStatfs:           "statfs",
	SysFstatfs:          "fstatfs",
	SysFcntl:            "fcntl",
	SysFlock:            "flock",
	SysIoctl:            "ioctl",
	SysDup:              "dup",
	SysDup3:             "dup3",
	SysPipe2:            "pipe2",
	SysPoll:             "poll",
	SysUmask:            "umask",
	SysGetpid:           "getpid",
	SysGetppid:          "getppid",
	SysGetuid:           "getuid",
	SysGeteuid:          "geteuid",
	SysGetgid:           "getgid",
	SysGetegid:          "getegid",
	SysGetgroups:        "getgroups",
	SysSetuid:           "setuid",
	SysSetgid:           "setgid",
	SysSetresuid:        "setresuid",
	SysSetresgid:        "setresgid",
	SysSetgroups:        "setgroups",
	SysGetpgid:          "getpgid",
	SysSetpgid:          "setpgid",
	SysSetsid:           "setsid",
	SysGetsid:           "getsid",
	SysClone:            "clone",
	SysExecve:           "execve",
	SysExitGroup:        "exit_group",
	SysWait4:            "wait4",
	SysKill:             "kill",
	SysRtSigaction:      "rt_sigaction",
	SysRtSigprocmask:    "rt_sigprocmask",
	SysRtSigpending:     "rt_sigpending",
	SysRtSigtimedwait:   "rt_sigtimedwait",
	SysPause:            "pause",
	SysSetitimer:        "setitimer",
	SysPidfdOpen:        "pidfd_open",
	SysNanosleep:        "nanosleep",
	SysClockGettime:     "clock_gettime",
	SysClockNanosleep:   "clock_nanosleep",
	SysGetrandom:        "getrandom",
	SysSchedYield:       "sched_yield",
	SysSchedGetaffinity: "sched_getaffinity",
	SysSchedSetaffinity: "sched_setaffinity",
	SysGetpriority:      "getpriority",
	SysSetpriority:      "setpriority",
	SysBrk:              "brk",
	SysMmap:             "mmap",
	SysMunmap:           "munmap",
	SysPrlimit64:        "prlimit64",
	SysGetrusage:        "getrusage",
	SysTimes:            "times",
	SysUname:            "uname",
	SysSysinfo:          "sysinfo",
	SysSethostname:      "sethostname",
	SysSocket:           "socket",
	SysSocketpair:       "socketpair",
	SysBind:             "bind",
	SysListen:           "listen",
	SysAccept4:          "accept4",
	SysConnect:          "connect",
	SysGetsockname:      "getsockname",
	SysGetpeername:      "getpeername",
	SysGetsockopt:       "getsockopt",
	SysSetsockopt:       "setsockopt",
	SysSendto:           "sendto",
	SysRecvfrom:         "recvfrom",
	SysShutdown:         "shutdown",
	SysGetxattr:         "getxattr",
	SysSetxattr:         "setxattr",
	SysListxattr:        "listxattr",
	SysRemovexattr:      "removexattr",
	SysSync:             "sync",
	SysMount:            "mount",
	SysUmount2:          "umount2",
	SysUnshare:          "unshare",
	SysPrctl:            "prctl",
	SysGetaddrinfo:      "getaddrinfo",
	SysExit:             "exit",
	SysClone3:           "clone3",
	SysChroot:           "chroot",
	SysClockSettime:     "clock_settime",
}

// String returns the Linux name, such as "openat".
func (n Sysno) String() string {
	if n < sysnoCount {
		return sysnoNames[n]
	}
	return "unknown"
}

// SysnoByName returns the call of a Linux name; ok is false if the kernel does not know it.
func SysnoByName(name string) (n Sysno, ok bool) {
	for i, s := range sysnoNames {
		if i > 0 && s == name {
			return Sysno(i), true
		}
	}
	return SysNone, false
}
