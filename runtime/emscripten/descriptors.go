package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// descriptors are the calls on descriptors as such.
func descriptors() []function {
	return []function{
		{name: "fd_close", params: "i", wasi: true, do: fdClose},
		{name: "fd_fdstat_get", params: "ii", wasi: true, do: fdFdstatGet},
		{name: "__syscall_fstat64", params: "ii", do: fstat64},
		{name: "__syscall_fstatfs64", params: "iii", do: fstatfs64},
		{name: "__syscall_fchmod", params: "ii", do: plain(primitives.SysFchmod)},
		{name: "__syscall_fchown32", params: "iii", do: plain(primitives.SysFchown)},
		{name: "__syscall_fchdir", params: "i", do: plain(primitives.SysFchdir)},
		{name: "__syscall_dup3", params: "iii", do: plain(primitives.SysDup3)},
		{name: "__syscall_pipe", params: "i", do: pipe},
		{name: "__syscall_fcntl64", params: "iii", do: fcntl64},
		{name: "__syscall_ioctl", params: "iii", do: ioctl},
		{name: "__syscall_poll", params: "iii", do: poll},
	}
}

// plain is a function whose arguments are the call's own, all of them i32.
func plain(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, a hostabi.Args) uint64 {
		c := g.Call(no)
		for i := range a {
			c.Args[i] = a.I32(i)
		}
		return value(g.Do(c))
	}
}

func fdClose(g *hostabi.Guest, a hostabi.Args) uint64 {
	hold(g, a.I32(0))
	return status(g.Do(g.Call(primitives.SysClose, a.I32(0))))
}

// File types of a WASI fdstat, of which libc knows two apart.
const (
	fileTerminal = 2 // a character device: isatty(3) goes by it
	fileOther    = 4
	fdstatSize   = 24
)

// Requests of ioctl(2).
const (
	tcgets    = 0x5401
	fionclex  = 0x5450
	fioclex   = 0x5451
	fdCloexec = 1
)

// fdFdstatGet is how libc asks whether a descriptor is open, and whether it is a terminal.
func fdFdstatGet(g *hostabi.Guest, a hostabi.Args) uint64 {
	var termios [60]byte
	c := g.Call(primitives.SysIoctl, a.I32(0), tcgets)
	c.Out = termios[:]
	r := g.Do(c)
	if !ok(r) && r.Errno != primitives.ENOTTY && r.Errno != primitives.EINVAL {
		return status(r)
	}
	b := g.Bytes(a.U32(1), fdstatSize)
	if b == nil {
		return faultNumber
	}
	clear(b)
	b[0] = fileOther
	if ok(r) {
		b[0] = fileTerminal
	}
	return 0
}

func fstat64(g *hostabi.Guest, a hostabi.Args) uint64 {
	return stat(g, g.Call(primitives.SysFstat, a.I32(0)), a.U32(1))
}

func fstatfs64(g *hostabi.Guest, a hostabi.Args) uint64 {
	return statfs(g, g.Call(primitives.SysFstatfs, a.I32(0)), a.U32(2))
}

func pipe(g *hostabi.Guest, a hostabi.Args) uint64 {
	out := g.Bytes(a.U32(0), 8)
	r := g.Do(g.Call(primitives.SysPipe2))
	if ok(r) {
		putU32(out, uint32(r.Val))
		putU32(out[4:], uint32(r.Aux))
	}
	return done(r)
}

// Commands of fcntl(2): those on record locks are numbered as on 32-bit Linux.
const (
	guestGetlk  = 12
	guestSetlk  = 13
	guestSetlkw = 14
	ofdGetlk    = 36
	ofdSetlkw   = 38
	getlk       = 5
	setlk       = 6
	setlkw      = 7
	setfd       = 2
	setfl       = 4
	unlocked    = 2 // F_UNLCK
)

func fcntl64(g *hostabi.Guest, a hostabi.Args) uint64 {
	switch cmd := a.U32(1); cmd {
	case guestGetlk, guestSetlk, guestSetlkw:
		return lock(g, a.I32(0), int64(cmd)-guestGetlk+getlk, uint32(word(g, a.U32(2))))
	case ofdGetlk, ofdGetlk + 1, ofdSetlkw:
		return lock(g, a.I32(0), int64(cmd), uint32(word(g, a.U32(2))))
	case setfl:
		return value(g.Do(g.Call(primitives.SysFcntl, a.I32(0), setfl, word(g, a.U32(2))&^largeFile)))
	default:
		return value(g.Do(g.Call(primitives.SysFcntl, a.I32(0), int64(cmd), word(g, a.U32(2)))))
	}
}

func lock(g *hostabi.Guest, fd, cmd int64, ptr uint32) uint64 {
	return done(flockStruct(g, fd, cmd, ptr))
}

// flockStruct is the commands that take struct flock: i16 type and whence, i64 start and length, i32 pid.
func flockStruct(g *hostabi.Guest, fd, cmd int64, ptr uint32) primitives.Result {
	b := g.Bytes(ptr, 32)
	if b == nil {
		return primitives.Result{}
	}
	if cmd >= ofdGetlk && getU32(b[24:]) != 0 {
		return primitives.Fail(primitives.EINVAL) // l_pid must be 0, fcntl(2)
	}
	c := g.Call(primitives.SysFcntl, fd, cmd,
		int64(int16(getU16(b))), int64(int16(getU16(b[2:]))), int64(getU64(b[8:])), int64(getU64(b[16:])))
	asks := cmd == getlk || cmd == ofdGetlk
	if asks {
		c.Out = b[8:24] // start and length of the lock that is there
	}
	r := g.Do(c)
	if !asks || !ok(r) {
		return r
	}
	putU16(b, uint16(r.Val))
	if r.Val != unlocked {
		putU16(b[2:], 0) // from the beginning of the file
		putU32(b[24:], uint32(r.Aux))
	}
	return primitives.Result{}
}

// ioctlRoom is how much a request may write behind its argument.
const ioctlRoom = 60

// ioctl passes a request on; the argument stands behind libc's pointer to its varargs.
func ioctl(g *hostabi.Guest, a hostabi.Args) uint64 {
	switch a.U32(1) {
	case fioclex:
		return value(g.Do(g.Call(primitives.SysFcntl, a.I32(0), setfd, fdCloexec)))
	case fionclex:
		return value(g.Do(g.Call(primitives.SysFcntl, a.I32(0), setfd, 0)))
	}
	arg := uint32(word(g, a.U32(2)))
	c := g.Call(primitives.SysIoctl, a.I32(0), int64(a.U32(1)), int64(int32(arg)))
	var out, in []byte
	if size := g.Module().Memory().Size(); arg != 0 && arg < size {
		out = g.Bytes(arg, min(ioctlRoom, size-arg))
		if len(out) >= 4 { // FIONBIO and its like read an int
			in = out[:4]
			c.Args[2] = int64(int32(getU32(in)))
		}
	}
	c.In, c.Out = in, out
	return value(g.Do(c))
}

const pollfdSize = 8

func poll(g *hostabi.Guest, a hostabi.Args) uint64 {
	b := g.Bytes(a.U32(0), a.U32(1)*pollfdSize)
	c := g.Call(primitives.SysPoll, 0, int64(a.U32(1)), a.I32(2))
	c.In, c.Out = b, b
	return value(g.Do(c))
}
