package linux

import "github.com/sandfault/sandfault/primitives"

// Errno is the type of every error that this package returns.
type Errno = primitives.Errno

// AtFdcwd stands for the working directory in calls that take a directory's descriptor.
const AtFdcwd = primitives.AT_FDCWD

// Whence of Lseek.
const (
	SeekSet = 0
	SeekCur = 1
	SeekEnd = 2
)

// Commands and flags of Fcntl.
const (
	FDupfd        = 0
	FGetfd        = 1
	FSetfd        = 2
	FGetfl        = 3
	FSetfl        = 4
	FDupfdCloexec = 1030
	FdCloexec     = 1
)

// Requests of Ioctl.
const (
	Tcgets     = 0x5401
	Tiocgwinsz = 0x5413
)

// Events of Poll.
const (
	PollIn   = 0x1
	PollOut  = 0x4
	PollErr  = 0x8
	PollHup  = 0x10
	PollNval = 0x20
)

// Options of Wait4.
const (
	Wnohang   = 1
	Wuntraced = 2
)

// How of Sigprocmask.
const (
	SigBlock   = 0
	SigUnblock = 1
	SigSetmask = 2
)

// Clocks of ClockGettime.
const (
	ClockRealtime  = 0
	ClockMonotonic = 1
	ClockCPU       = 2
)

// Resources of Prlimit, and the value that means no limit.
const (
	RlimitCPU    = 0
	RlimitFsize  = 1
	RlimitData   = 2
	RlimitStack  = 3
	RlimitCore   = 4
	RlimitRSS    = 5
	RlimitNproc  = 6
	RlimitNofile = 7
	RlimitAS     = 9
	RlimInfinity = ^uint64(0)
)

// Who of Getrusage.
const (
	RusageSelf     = 0
	RusageChildren = -1
)

// Domains, types and options of sockets.
const (
	AfUnix     = 1
	AfInet     = 2
	AfInet6    = 10
	SockStream = 1
	SockDgram  = 2
	SolSocket  = 1
	SoReuse    = 2
	SoError    = 4
)

// Results of Getaddrinfo.
const (
	EaiNoname = -2
	EaiAgain  = -3
	EaiFail   = -4
	EaiFamily = -6
	EaiSystem = -11
)

// Types of directory entries.
const (
	DtUnknown = 0
	DtFifo    = 1
	DtChr     = 2
	DtDir     = 4
	DtBlk     = 6
	DtReg     = 8
	DtLnk     = 10
	DtSock    = 12
)

// UtimeOmit as a time of Utimens leaves that time as it is. The import module has no word for
// it, so Utimens reads the old time first.
const UtimeOmit = int64(-1 << 63)

// result turns a raw result into a value and an error.
func result(r int32) (int, error) {
	if r < 0 {
		return -1, Errno(-r)
	}
	return int(r), nil
}

// result64 is result for the calls that return 64 bits.
func result64(r int64) (int64, error) {
	if r < 0 {
		return -1, Errno(-r)
	}
	return r, nil
}

// failure is result for the calls whose value says nothing.
func failure(r int32) error {
	if r < 0 {
		return Errno(-r)
	}
	return nil
}
