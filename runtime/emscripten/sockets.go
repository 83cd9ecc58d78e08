package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// sockets are the calls of the network; libc pads each to six arguments.
func sockets() []function {
	const six = "iiiiii"
	return []function{
		{name: "__syscall_socket", params: six, do: socket},
		{name: "__syscall_bind", params: six, do: withAddress(primitives.SysBind)},
		{name: "__syscall_connect", params: six, do: withAddress(primitives.SysConnect)},
		{name: "__syscall_listen", params: six, do: listen},
		{name: "__syscall_accept4", params: six, do: accept4},
		{name: "__syscall_getsockname", params: six, do: nameOf(primitives.SysGetsockname)},
		{name: "__syscall_getpeername", params: six, do: nameOf(primitives.SysGetpeername)},
		{name: "__syscall_getsockopt", params: six, do: getsockopt},
		{name: "__syscall_sendto", params: six, do: sendto},
		{name: "__syscall_recvfrom", params: six, do: recvfrom},
	}
}

func socket(g *hostabi.Guest, a hostabi.Args) uint64 {
	return value(g.Do(g.Call(primitives.SysSocket, a.I32(0), a.I32(1), a.I32(2))))
}

func listen(g *hostabi.Guest, a hostabi.Args) uint64 {
	return done(g.Do(g.Call(primitives.SysListen, a.I32(0), a.I32(1))))
}

// withAddress is (fd, addr, len).
func withAddress(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, a hostabi.Args) uint64 {
		c := g.Call(no, a.I32(0), 0, int64(a.U32(2)))
		c.In = g.Bytes(a.U32(1), a.U32(2))
		return done(g.Do(c))
	}
}

// maxAddress is more than any struct sockaddr holds.
const maxAddress = 128

// answerAddress writes a socket address where the guest gave room for it: as much of it as fits, and its
// whole length, as accept(2) has it.
func answerAddress(g *hostabi.Guest, addr []byte, ptr, size uint32) {
	if ptr == 0 || size == 0 {
		return
	}
	copy(g.Bytes(ptr, min(g.U32(size), uint32(len(addr)))), addr)
	g.PutU32(size, uint32(len(addr)))
}

func accept4(g *hostabi.Guest, a hostabi.Args) uint64 {
	var addr [maxAddress]byte
	c := g.Call(primitives.SysAccept4, a.I32(0), 0, 0, a.I32(3))
	c.Out = addr[:]
	r := g.Do(c)
	if ok(r) {
		answerAddress(g, addr[:r.N], a.U32(1), a.U32(2))
	}
	return value(r)
}

func nameOf(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, a hostabi.Args) uint64 {
		var addr [maxAddress]byte
		c := g.Call(no, a.I32(0))
		c.Out = addr[:]
		r := g.Do(c)
		if ok(r) {
			answerAddress(g, addr[:r.N], a.U32(1), a.U32(2))
		}
		return done(r)
	}
}

// Options of which the value is an error number.
const (
	solSocket = 1
	soError   = 4
)

func getsockopt(g *hostabi.Guest, a hostabi.Args) uint64 {
	out := g.Bytes(a.U32(3), g.U32(a.U32(4)))
	c := g.Call(primitives.SysGetsockopt, a.I32(0), a.I32(1), a.I32(2))
	c.Out = out
	r := g.Do(c)
	if !ok(r) {
		return done(r)
	}
	if a.U32(1) == solSocket && a.U32(2) == soError && r.N >= 4 {
		putU32(out, number(primitives.Errno(getU32(out)))) // connect(2) of the interpreter compares it
	}
	g.PutU32(a.U32(4), uint32(r.N))
	return 0
}

func sendto(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysSendto, a.I32(0), 0, int64(a.U32(2)), a.I32(3))
	c.In = g.Bytes(a.U32(1), a.U32(2))
	if a.U32(4) != 0 {
		c.Path2 = g.Text(a.U32(4), min(a.U32(5), maxAddress))
	}
	return value(g.Do(c))
}

func recvfrom(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysRecvfrom, a.I32(0), 0, int64(a.U32(2)), a.I32(3))
	c.Out = g.Bytes(a.U32(1), a.U32(2))
	r := g.Do(c)
	if ok(r) {
		answerAddress(g, sender(r.Aux), a.U32(4), a.U32(5))
	}
	return value(r)
}

// inetSize is struct sockaddr_in.
const inetSize = 16

const afInet = 2

// sender is the address that a datagram came from: nothing, or struct sockaddr_in or sockaddr_in6.
func sender(aux int64) []byte {
	from, _ := primitives.UnpackSender(aux)
	if !from.IsValid() {
		return nil
	}
	b, _ := socketAddress(from.Addr(), from.Port())
	return b
}

// inetAddress returns struct sockaddr_in.
func inetAddress(addr uint32, port uint16) []byte {
	b := make([]byte, inetSize)
	putU16(b, afInet)
	b[2], b[3] = byte(port>>8), byte(port)
	b[4], b[5], b[6], b[7] = byte(addr>>24), byte(addr>>16), byte(addr>>8), byte(addr)
	return b
}
