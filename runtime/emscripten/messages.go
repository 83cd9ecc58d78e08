package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// messages are sendmsg and recvmsg: struct msghdr holds name and its length, the vector and its
// count, control and its length, flags, each 4 bytes.
func messages() []function {
	return []function{
		{name: "__syscall_sendmsg", params: "iiiiii", do: sendmsg},
		{name: "__syscall_recvmsg", params: "iiiiii", do: recvmsg},
	}
}

// Offsets in struct msghdr.
const (
	msgName       = 0
	msgNamelen    = 4
	msgIov        = 8
	msgIovlen     = 12
	msgControllen = 20
	msgFlags      = 24
)

const msgTrunc = 0x20 // MSG_TRUNC

func sendmsg(g *hostabi.Guest, a hostabi.Args) uint64 {
	msg := a.U32(1)
	if g.U32(msg+msgControllen) != 0 {
		g.Process.Unsupported("descriptors over sockets (SCM_RIGHTS)")
		return refuse(primitives.EINVAL)
	}
	list, total := vectors(g, g.U32(msg+msgIov), g.U32(msg+msgIovlen))
	c := g.Call(primitives.SysSendto, a.I32(0), 0, int64(total), a.I32(2))
	c.In = gather(g, list, total)
	if name := g.U32(msg + msgName); name != 0 {
		c.Path2 = g.Text(name, min(g.U32(msg+msgNamelen), maxAddress))
	}
	return value(g.Do(c))
}

func recvmsg(g *hostabi.Guest, a hostabi.Args) uint64 {
	msg := a.U32(1)
	list, total := vectors(g, g.U32(msg+msgIov), g.U32(msg+msgIovlen))
	out, scatter := room(g, list, total)
	c := g.Call(primitives.SysRecvfrom, a.I32(0), 0, int64(total), a.I32(2))
	c.Out = out
	r := g.Do(c)
	if !ok(r) {
		return value(r)
	}
	scatter(min(int(r.Val), len(out)))
	g.PutU32(msg+msgControllen, 0)
	g.PutU32(msg+msgFlags, 0)
	if _, truncated := primitives.UnpackSender(r.Aux); truncated {
		g.PutU32(msg+msgFlags, msgTrunc)
	}
	answerAddress(g, sender(r.Aux), g.U32(msg+msgName), msg+msgNamelen)
	return value(r)
}
