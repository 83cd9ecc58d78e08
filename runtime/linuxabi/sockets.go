package linuxabi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// sockets are the calls of the network.
func sockets() []function {
	return []function{
		plain("socket", 3, primitives.SysSocket),
		plain("listen", 2, primitives.SysListen),
		plain("shutdown", 2, primitives.SysShutdown),
		{name: "socketpair", params: "iiii", do: socketpair},
		{name: "bind", params: "iii", do: withAddress(primitives.SysBind)},
		{name: "connect", params: "iii", do: withAddress(primitives.SysConnect)},
		{name: "accept4", params: "iiii", do: accept4},
		{name: "getsockname", params: "iii", do: nameOf(primitives.SysGetsockname)},
		{name: "getpeername", params: "iii", do: nameOf(primitives.SysGetpeername)},
		{name: "sendto", params: "iiiiii", do: sendto},
		{name: "recvfrom", params: "iiii", do: recvfrom},
		{name: "setsockopt", params: "iiiii", do: setsockopt},
		{name: "getsockopt", params: "iiiii", do: getsockopt},
		{name: "getaddrinfo", params: "iiii", do: getaddrinfo},
	}
}

func socketpair(g *hostabi.Guest, a hostabi.Args) int64 {
	return pair(g, a.U32(3), g.Call(primitives.SysSocketpair, a.I32(0), a.I32(1), a.I32(2)))
}

// withAddress is (fd, addr, len).
func withAddress(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) int64 {
	return func(g *hostabi.Guest, a hostabi.Args) int64 {
		c := g.Call(no, a.I32(0), 0, int64(a.U32(2)))
		c.In = g.Bytes(a.U32(1), a.U32(2))
		return value(g.Do(c))
	}
}

// room returns the memory that a value-result length speaks of: *size bytes at ptr. Either may be 0.
func room(g *hostabi.Guest, ptr, size uint32) (out, length []byte) {
	if ptr == 0 || size == 0 {
		return nil, nil
	}
	length = g.Bytes(size, 4)
	if length == nil {
		return nil, nil
	}
	return g.Bytes(ptr, binary.LittleEndian.Uint32(length)), length
}

// filled writes how much of a room was filled.
func filled(length []byte, r primitives.Result) {
	if length != nil && r.Errno == primitives.OK {
		binary.LittleEndian.PutUint32(length, uint32(r.N))
	}
}

func accept4(g *hostabi.Guest, a hostabi.Args) int64 {
	out, length := room(g, a.U32(1), a.U32(2))
	c := g.Call(primitives.SysAccept4, a.I32(0), 0, 0, a.I32(3))
	c.Out = out
	r := g.Do(c)
	filled(length, r)
	return value(r)
}

func nameOf(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) int64 {
	return func(g *hostabi.Guest, a hostabi.Args) int64 {
		out, length := room(g, a.U32(1), a.U32(2))
		c := g.Call(no, a.I32(0))
		c.Out = out
		r := g.Do(c)
		filled(length, r)
		return value(r)
	}
}

func sendto(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysSendto, a.I32(0), 0, int64(a.U32(2)), a.I32(3))
	c.In = g.Bytes(a.U32(1), a.U32(2))
	c.Path2 = g.Text(a.U32(4), a.U32(5))
	return value(g.Do(c))
}

func recvfrom(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysRecvfrom, a.I32(0), 0, int64(a.U32(2)), a.I32(3))
	c.Out = g.Bytes(a.U32(1), a.U32(2))
	return value(g.Do(c))
}

func setsockopt(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysSetsockopt, a.I32(0), a.I32(1), a.I32(2))
	c.In = g.Bytes(a.U32(3), a.U32(4))
	return value(g.Do(c))
}

func getsockopt(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysGetsockopt, a.I32(0), a.I32(1), a.I32(2))
	c.Out = g.Bytes(a.U32(3), a.U32(4))
	return value(g.Do(c))
}

// getaddrinfo answers a number of addresses, or a negative EAI_* that the kernel gives itself.
func getaddrinfo(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysGetaddrinfo)
	c.Path = g.Text(a.U32(0), a.U32(1))
	c.Out = g.Bytes(a.U32(2), a.U32(3))
	return g.Do(c).Val
}
