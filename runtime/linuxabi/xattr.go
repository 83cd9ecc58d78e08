package linuxabi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// xattrs are the calls on extended attributes, in the form of getxattrat(2).
func xattrs() []function {
	return []function{
		{name: "getxattrat", params: "iiiiiiii", do: getxattr},
		{name: "setxattrat", params: "iiiiiiiii", do: setxattr},
		{name: "listxattrat", params: "iiiiii", do: listxattr},
		{name: "removexattrat", params: "iiiiii", do: removexattr},
	}
}

// getxattr is (dirfd, path, len, name, len, buf, n, flags).
func getxattr(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysGetxattr, 7)
	c.Path2 = text(g, a.U32(3), a.U32(4))
	c.Out, c.Args[2] = g.Bytes(a.U32(5), a.U32(6)), int64(a.U32(6))
	return value(g.Do(c))
}

// setxattr is (dirfd, path, len, name, len, value, n, how, flags).
func setxattr(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysSetxattr, 8)
	c.Path2 = text(g, a.U32(3), a.U32(4))
	c.In, c.Args[2], c.Args[4] = g.Bytes(a.U32(5), a.U32(6)), int64(a.U32(6)), a.I32(7)
	return value(g.Do(c))
}

// listxattr is (dirfd, path, len, buf, n, flags).
func listxattr(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysListxattr, 5)
	c.Out, c.Args[2] = g.Bytes(a.U32(3), a.U32(4)), int64(a.U32(4))
	return value(g.Do(c))
}

// removexattr is (dirfd, path, len, name, len, flags).
func removexattr(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysRemovexattr, 5)
	c.Path2 = text(g, a.U32(3), a.U32(4))
	return value(g.Do(c))
}
