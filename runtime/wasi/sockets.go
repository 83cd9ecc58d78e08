package wasi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// sockets are the functions on sockets that a guest was given; WASI cannot make one.
func sockets() []function {
	return []function{
		{name: "sock_accept", params: "iii", do: accept},
		{name: "sock_recv", params: "iiiiii", do: receive},
		{name: "sock_send", params: "iiiii", do: send},
		{name: "sock_shutdown", params: "ii", do: shutdown},
	}
}

func accept(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	var flags int64
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

func send(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	list, e := parts(g, a.U32(1), a.U32(2))
	if e != primitives.OK {
		return e
	}
	buf := joined(list, true)
	c := g.Call(primitives.SysSendto, descriptor(g, a.I32(0)), 0, int64(len(buf)), 0)
	c.In = buf
	r := g.Do(c)
	if r.Errno == primitives.OK {
		g.PutU32(a.U32(4), uint32(r.Val))
	}
	return r.Errno
}

// shutdown takes 1 for reading and 2 for writing; Linux counts from 0.
func shutdown(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if how := a.I32(1); how >= 1 && how <= 3 {
		return g.Do(g.Call(primitives.SysShutdown, descriptor(g, a.I32(0)), how-1)).Errno
	}
	return primitives.EINVAL
}
