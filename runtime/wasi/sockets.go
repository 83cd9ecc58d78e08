package wasi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// sockets are the functions on sockets that a guest was given; WASI cannot make one.
func sockets() []function {
	return []function{
		{name: "sock_accept", params: "iii", do: onSocket(rightAccept, accept)},
		{name: "sock_recv", params: "iiiiii", do: onSocket(rightRead, receive)},
		{name: "sock_send", params: "iiiii", do: onSocket(rightWrite, send)},
		{name: "sock_shutdown", params: "ii", do: onSocket(rightShutdown, shutdown)},
	}
}

// onSocket is checked for what cannot be a directory that the command was given.
func onSocket(right uint64, do func(*hostabi.Guest, hostabi.Args) primitives.Errno) func(
	*hostabi.Guest, hostabi.Args) primitives.Errno {
	return checked(right, func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		if preopened(g, a.I32(0)) != nil {
			return primitives.ENOTSOCK
		}
		return do(g, a)
	})
}

func accept(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	var flags int64
	if g.Bytes(a.U32(2), 4) == nil {
		return primitives.EFAULT // before anything is accepted that nobody could close
	}
	if a.U32(1)&^fdNonblock != 0 {
		return primitives.EINVAL
	}
	if a.U32(1)&fdNonblock != 0 {
		flags = primitives.O_NONBLOCK
	}
	r := g.Do(g.Call(primitives.SysAccept4, descriptor(g, a.I32(0)), 0, 0, flags))
	if r.Errno == primitives.OK {
		g.PutU32(a.U32(2), shown(g, r.Val))
	}
	return r.Errno
}

// Flags of sock_recv and Linux's.
const (
	recvPeek    = 1
	recvWaitall = 2
	msgPeek     = 0x2
	msgWaitall  = 0x100
)

// receive is (fd, parts, n, flags, out, outflags).
func receive(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	list, e := parts(g, a.U32(1), a.U32(2))
	if e != primitives.OK {
		return e
	}
	if a.U32(3)&^(recvPeek|recvWaitall) != 0 {
		return primitives.EINVAL
	}
	buf := joined(list, false)
	var flags int64
	if a.U32(3)&recvPeek != 0 {
		flags |= msgPeek
	}
	if a.U32(3)&recvWaitall != 0 {
		flags |= msgWaitall
	}
	c := g.Call(primitives.SysRecvfrom, descriptor(g, a.I32(0)), 0, int64(len(buf)), flags)
	c.Out = buf
	r := g.Do(c)
	if r.Errno != primitives.OK {
		return r.Errno
	}
	scatter(list, buf, r.Val)
	g.PutU32(a.U32(4), uint32(r.Val))
	g.PutU16(a.U32(5), 0)
	return primitives.OK
}

// msgNosignal makes a peer that is gone EPIPE: WASI knows no signals. (fd_write is write(2), SIGPIPE too,
// for what a program pipes to head must end.)
const msgNosignal = 0x4000

func send(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	list, e := parts(g, a.U32(1), a.U32(2))
	if e != primitives.OK {
		return e
	}
	buf := joined(list, true)
	c := g.Call(primitives.SysSendto, descriptor(g, a.I32(0)), 0, int64(len(buf)), msgNosignal)
	c.In = buf
	r := g.Do(c)
	if r.Errno == primitives.OK {
		g.PutU32(a.U32(4), uint32(r.Val))
	}
	return r.Errno
}

// shutdown takes 1 for reading and 2 for writing; Linux counts from 0, and finds out first whether there is a
// socket to shut.
func shutdown(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	how := a.I32(1)
	if how < 1 || how > 3 {
		how = 0 // Linux refuses -1
	}
	return g.Do(g.Call(primitives.SysShutdown, descriptor(g, a.I32(0)), how-1)).Errno
}
