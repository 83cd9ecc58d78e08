package linuxabi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// descriptors are the calls on the table of descriptors.
func descriptors() []function {
	return []function{
		plain("dup", 1, primitives.SysDup),
		plain("dup3", 3, primitives.SysDup3),
		plain("flock", 2, primitives.SysFlock),
		{name: "fcntl", params: "iii", do: fcntl},
		{name: "ioctl", params: "iii", do: ioctl},
		{name: "pipe2", params: "ii", do: pipe2},
		{name: "poll", params: "iii", do: poll},
	}
}

// Commands of fcntl(2) whose argument is a struct flock, and its size.
const (
	fGetlk    = 5
	fSetlk    = 6
	fSetlkw   = 7
	fOfdGetlk = 36
	fOfdLast  = 38
	flockSize = 32
	unlocked  = 2 // F_UNLCK
)

func fcntl(g *hostabi.Guest, a hostabi.Args) int64 {
	cmd := a.I32(1)
	ofd := cmd >= fOfdGetlk && cmd <= fOfdLast
	if !ofd && (cmd < fGetlk || cmd > fSetlkw) {
		return value(g.Do(g.Call(primitives.SysFcntl, a.I32(0), cmd, a.I32(2))))
	}
	b := g.Bytes(a.U32(2), flockSize)
	if b == nil {
		return 0 // a fault, which says itself
	}
	le := binary.LittleEndian
	if ofd && le.Uint32(b[24:]) != 0 {
		return -int64(primitives.EINVAL) // l_pid must be 0, fcntl(2)
	}
	c := g.Call(primitives.SysFcntl, a.I32(0), cmd,
		int64(int16(le.Uint16(b))), int64(int16(le.Uint16(b[2:]))),
		int64(le.Uint64(b[8:])), int64(le.Uint64(b[16:])))
	asks := cmd == fGetlk || cmd == fOfdGetlk
	if asks {
		c.Out = b[8:24] // start and length of the lock that is there
	}
	r := g.Do(c)
	if !asks || r.Errno != primitives.OK {
		return value(r)
	}
	le.PutUint16(b, uint16(r.Val))
	if r.Val != unlocked {
		le.PutUint16(b[2:], 0) // from the beginning of the file
		le.PutUint32(b[24:], uint32(r.Aux))
	}
	return 0
}

// Requests of ioctl(2) that fill memory.
const (
	tcgets     = 0x5401
	tiocgpgrp  = 0x540f
	tiocgwinsz = 0x5413
	fionread   = 0x541b
)

// answerSize is how many bytes a request fills.
func answerSize(request uint32) uint32 {
	switch request {
	case tcgets:
		return 36
	case tiocgwinsz:
		return 8
	case tiocgpgrp, fionread:
		return 4
	default:
		return 0
	}
}

func ioctl(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysIoctl, a.I32(0), int64(a.U32(1)))
	if n := answerSize(a.U32(1)); n > 0 {
		c.Out = g.Bytes(a.U32(2), n)
	} else {
		c.Args[2] = a.I32(2)
	}
	return value(g.Do(c))
}

func pipe2(g *hostabi.Guest, a hostabi.Args) int64 {
	return pair(g, a.U32(0), g.Call(primitives.SysPipe2, 0, a.I32(1)))
}

// pair makes a call whose two descriptors go to guest memory.
func pair(g *hostabi.Guest, ptr uint32, c *primitives.Call) int64 {
	b := g.Bytes(ptr, 8)
	r := g.Do(c)
	if r.Errno != primitives.OK {
		return value(r)
	}
	binary.LittleEndian.PutUint32(b, uint32(r.Val))
	binary.LittleEndian.PutUint32(b[4:], uint32(r.Aux))
	return 0
}

// pollfdSize is struct pollfd.
const pollfdSize = 8

func poll(g *hostabi.Guest, a hostabi.Args) int64 {
	n := a.U32(1)
	if n > 1<<20 {
		return -int64(primitives.EINVAL)
	}
	c := g.Call(primitives.SysPoll, 0, int64(n), a.I32(2))
	c.In = g.Bytes(a.U32(0), n*pollfdSize)
	c.Out = c.In
	return value(g.Do(c))
}
