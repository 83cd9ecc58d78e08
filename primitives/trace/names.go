package trace

import "github.com/sandfault/sandfault/primitives"

// named is a number and its name: one of an enumeration, or a bit of a flag word.
type named struct {
	value int64
	name  string
}

// enumerations are the kinds of arguments that are one of some numbers.
//
//nolint:gochecknoglobals // an immutable table
var enumerations = map[string][]named{
	"dirfd":  {{primitives.AT_FDCWD, "AT_FDCWD"}},
	"whence": {{0, "SEEK_SET"}, {1, "SEEK_CUR"}, {2, "SEEK_END"}, {3, "SEEK_DATA"}, {4, "SEEK_HOLE"}},
	"fcntl": {
		{0, "F_DUPFD"},
		{1, "F_GETFD"},
		{2, "F_SETFD"},
		{3, "F_GETFL"},
		{4, "F_SETFL"},
		{5, "F_GETLK"},
		{6, "F_SETLK"},
		{7, "F_SETLKW"},
		{8, "F_SETOWN"},
		{9, "F_GETOWN"},
		{36, "F_OFD_GETLK"},
		{37, "F_OFD_SETLK"},
		{38, "F_OFD_SETLKW"},
		{1030, "F_DUPFD_CLOEXEC"},
		{1031, "F_SETPIPE_SZ"},
		{1032, "F_GETPIPE_SZ"},
	},
	"ioctl": {
		{0x5401, "TCGETS"},
		{0x5413, "TIOCGWINSZ"},
		{0x541b, "FIONREAD"},
		{0x5421, "FIONBIO"},
		{0x5450, "FIONCLEX"},
		{0x5451, "FIOCLEX"},
	},
	"clock": {
		{0, "CLOCK_REALTIME"},
		{1, "CLOCK_MONOTONIC"},
		{2, "CLOCK_PROCESS_CPUTIME_ID"},
		{3, "CLOCK_THREAD_CPUTIME_ID"},
		{4, "CLOCK_MONOTONIC_RAW"},
		{5, "CLOCK_REALTIME_COARSE"},
		{6, "CLOCK_MONOTONIC_COARSE"},
		{7, "CLOCK_BOOTTIME"},
	},
	"sighow":   {{-1, "0"}, {0, "SIG_BLOCK"}, {1, "SIG_UNBLOCK"}, {2, "SIG_SETMASK"}},
	"action":   {{-1, "NULL"}, {0, "SIG_DFL"}, {1, "SIG_IGN"}, {2, "{caught}"}},
	"itimer":   {{0, "ITIMER_REAL"}, {1, "ITIMER_VIRTUAL"}, {2, "ITIMER_PROF"}},
	"domain":   {{1, "AF_UNIX"}, {2, "AF_INET"}, {10, "AF_INET6"}, {16, "AF_NETLINK"}, {17, "AF_PACKET"}},
	"protocol": {{0, "IPPROTO_IP"}, {1, "IPPROTO_ICMP"}, {6, "IPPROTO_TCP"}, {17, "IPPROTO_UDP"}},
	"shut":     {{0, "SHUT_RD"}, {1, "SHUT_WR"}, {2, "SHUT_RDWR"}},
	"level":    {{0, "SOL_IP"}, {1, "SOL_SOCKET"}, {6, "SOL_TCP"}, {41, "SOL_IPV6"}},
	"rlimit": {
		{0, "RLIMIT_CPU"},
		{1, "RLIMIT_FSIZE"},
		{2, "RLIMIT_DATA"},
		{3, "RLIMIT_STACK"},
		{4, "RLIMIT_CORE"},
		{5, "RLIMIT_RSS"},
		{6, "RLIMIT_NPROC"},
		{7, "RLIMIT_NOFILE"},
		{8, "RLIMIT_MEMLOCK"},
		{9, "RLIMIT_AS"},
		{10, "RLIMIT_LOCKS"},
		{11, "RLIMIT_SIGPENDING"},
		{12, "RLIMIT_MSGQUEUE"},
		{13, "RLIMIT_NICE"},
		{14, "RLIMIT_RTPRIO"},
		{15, "RLIMIT_RTTIME"},
	},
	"rusage":   {{0, "RUSAGE_SELF"}, {-1, "RUSAGE_CHILDREN"}, {1, "RUSAGE_THREAD"}},
	"priority": {{0, "PRIO_PROCESS"}, {1, "PRIO_PGRP"}, {2, "PRIO_USER"}},
	"prctl": {
		{1, "PR_SET_PDEATHSIG"},
		{3, "PR_GET_DUMPABLE"},
		{4, "PR_SET_DUMPABLE"},
		{15, "PR_SET_NAME"},
		{16, "PR_GET_NAME"},
		{23, "PR_CAPBSET_READ"},
		{29, "PR_SET_TIMERSLACK"},
		{30, "PR_GET_TIMERSLACK"},
		{38, "PR_SET_NO_NEW_PRIVS"},
		{39, "PR_GET_NO_NEW_PRIVS"},
	},
	"addr": {{0, "NULL"}},
	"poll": {{-1, "-1"}},
	"id":   {{0xffffffff, "-1"}},
}

// sockopts are options by their level.
//
//nolint:gochecknoglobals // an immutable table
var sockopts = map[int64][]named{
	1: {
		{2, "SO_REUSEADDR"},
		{3, "SO_TYPE"},
		{4, "SO_ERROR"},
		{6, "SO_BROADCAST"},
		{7, "SO_SNDBUF"},
		{8, "SO_RCVBUF"},
		{9, "SO_KEEPALIVE"},
		{13, "SO_LINGER"},
		{15, "SO_REUSEPORT"},
		{17, "SO_PEERCRED"},
		{20, "SO_RCVTIMEO"},
		{21, "SO_SNDTIMEO"},
		{30, "SO_ACCEPTCONN"},
		{38, "SO_PROTOCOL"},
		{39, "SO_DOMAIN"},
	},
	6: {
		{1, "TCP_NODELAY"},
		{4, "TCP_KEEPIDLE"},
		{5, "TCP_KEEPINTVL"},
		{6, "TCP_KEEPCNT"},
		{9, "TCP_DEFER_ACCEPT"},
		{18, "TCP_USER_TIMEOUT"},
	},
	41: {{26, "IPV6_V6ONLY"}},
}

// flagWords are the kinds of arguments that are bits together. A name of several bits stands before those of
// fewer.
//
//nolint:gochecknoglobals // an immutable table
var flagWords = map[string][]named{
	"flags": {
		{primitives.O_CREAT, "O_CREAT"},
		{primitives.O_EXCL, "O_EXCL"},
		{primitives.O_NOCTTY, "O_NOCTTY"},
		{primitives.O_TRUNC, "O_TRUNC"},
		{primitives.O_APPEND, "O_APPEND"},
		{primitives.O_NONBLOCK, "O_NONBLOCK"},
		{0x101000, "O_SYNC"},
		{0x1000, "O_DSYNC"},
		{0x410000, "O_TMPFILE"},
		{primitives.O_DIRECTORY, "O_DIRECTORY"},
		{primitives.O_NOFOLLOW, "O_NOFOLLOW"},
		{0x40000, "O_NOATIME"},
		{primitives.O_CLOEXEC, "O_CLOEXEC"},
		{primitives.O_PATH, "O_PATH"},
		{0x8000, "O_LARGEFILE"},
	},
	"at": {
		{primitives.AT_SYMLINK_NOFOLLOW, "AT_SYMLINK_NOFOLLOW"},
		{primitives.AT_EACCESS, "AT_EACCESS"},
		{primitives.AT_SYMLINK_FOLLOW, "AT_SYMLINK_FOLLOW"},
		{primitives.AT_EMPTY_PATH, "AT_EMPTY_PATH"},
		{0x800, "AT_NO_AUTOMOUNT"},
	},
	"rm":     {{primitives.AT_REMOVEDIR, "AT_REMOVEDIR"}},
	"access": {{primitives.R_OK, "R_OK"}, {primitives.W_OK, "W_OK"}, {primitives.X_OK, "X_OK"}},
	"rename": {
		{primitives.RENAME_NOREPLACE, "RENAME_NOREPLACE"},
		{primitives.RENAME_EXCHANGE, "RENAME_EXCHANGE"},
		{primitives.RENAME_WHITEOUT, "RENAME_WHITEOUT"},
	},
	"falloc": {
		{1, "FALLOC_FL_KEEP_SIZE"},
		{2, "FALLOC_FL_PUNCH_HOLE"},
		{8, "FALLOC_FL_COLLAPSE_RANGE"},
		{16, "FALLOC_FL_ZERO_RANGE"},
		{32, "FALLOC_FL_INSERT_RANGE"},
	},
	"fdflags": {{1, "FD_CLOEXEC"}},
	"lock":    {{1, "LOCK_SH"}, {2, "LOCK_EX"}, {8, "LOCK_UN"}, {4, "LOCK_NB"}},
	"clone": {
		{0x100, "CLONE_VM"},
		{0x200, "CLONE_FS"},
		{0x400, "CLONE_FILES"},
		{0x800, "CLONE_SIGHAND"},
		{0x4000, "CLONE_VFORK"},
		{0x8000, "CLONE_PARENT"},
		{0x10000, "CLONE_THREAD"},
		{0x20000, "CLONE_NEWNS"},
		{0x40000, "CLONE_SYSVSEM"},
		{0x80000, "CLONE_SETTLS"},
		{0x100000, "CLONE_PARENT_SETTID"},
		{0x200000, "CLONE_CHILD_CLEARTID"},
		{0x1000000, "CLONE_CHILD_SETTID"},
		{0x2000000, "CLONE_NEWCGROUP"},
		{0x4000000, "CLONE_NEWUTS"},
		{0x8000000, "CLONE_NEWIPC"},
		{0x10000000, "CLONE_NEWUSER"},
		{0x20000000, "CLONE_NEWPID"},
		{0x40000000, "CLONE_NEWNET"},
	},
	"wait":     {{1, "WNOHANG"}, {2, "WUNTRACED"}, {8, "WCONTINUED"}},
	"timer":    {{1, "TIMER_ABSTIME"}},
	"random":   {{1, "GRND_NONBLOCK"}, {2, "GRND_RANDOM"}, {4, "GRND_INSECURE"}},
	"prot":     {{1, "PROT_READ"}, {2, "PROT_WRITE"}, {4, "PROT_EXEC"}},
	"map":      {{1, "MAP_SHARED"}, {2, "MAP_PRIVATE"}, {16, "MAP_FIXED"}, {32, "MAP_ANONYMOUS"}},
	"sockbits": {{primitives.O_NONBLOCK, "SOCK_NONBLOCK"}, {primitives.O_CLOEXEC, "SOCK_CLOEXEC"}},
	"msg": {
		{1, "MSG_OOB"},
		{2, "MSG_PEEK"},
		{0x20, "MSG_TRUNC"},
		{0x40, "MSG_DONTWAIT"},
		{0x100, "MSG_WAITALL"},
		{0x4000, "MSG_NOSIGNAL"},
		{0x8000, "MSG_MORE"},
	},
	"events": {
		{1, "POLLIN"},
		{2, "POLLPRI"},
		{4, "POLLOUT"},
		{8, "POLLERR"},
		{16, "POLLHUP"},
		{32, "POLLNVAL"},
		{0x40, "POLLRDNORM"},
		{0x100, "POLLWRNORM"},
		{0x2000, "POLLRDHUP"},
	},
}

// What a flag word without flags is, where that is not 0.
//
//nolint:gochecknoglobals // an immutable table
var noFlags = map[string]string{"access": "F_OK", "prot": "PROT_NONE"}

//nolint:gochecknoglobals // immutable tables
var (
	accessModes = [...]string{"O_RDONLY", "O_WRONLY", "O_RDWR", "O_ACCMODE"}
	socketTypes = [...]string{1: "SOCK_STREAM", 2: "SOCK_DGRAM", 3: "SOCK_RAW", 5: "SOCK_SEQPACKET"}
	fileTypes   = map[uint32]string{
		primitives.S_IFREG: "S_IFREG", primitives.S_IFDIR: "S_IFDIR", primitives.S_IFLNK: "S_IFLNK",
		primitives.S_IFCHR: "S_IFCHR", primitives.S_IFBLK: "S_IFBLK", primitives.S_IFIFO: "S_IFIFO",
		primitives.S_IFSOCK: "S_IFSOCK",
	}
)
