package linuxabi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// files are the calls on what an open descriptor holds.
func files() []function {
	return []function{
		plain("close", 1, primitives.SysClose),
		plain("fsync", 1, primitives.SysFsync),
		plain("fchdir", 1, primitives.SysFchdir),
		plain("fchmod", 2, primitives.SysFchmod),
		plain("fchown", 3, primitives.SysFchown),
		{name: "read", params: "iii", do: reading(primitives.SysRead)},
		{name: "pread64", params: "iiiI", do: reading(primitives.SysPread64)},
		{name: "getdents64", params: "iii", do: reading(primitives.SysGetdents64)},
		{name: "write", params: "iii", do: writing(primitives.SysWrite)},
		{name: "pwrite64", params: "iiiI", do: writing(primitives.SysPwrite64)},
		{name: "lseek", params: "iIi", long: true, do: lseek},
		{name: "ftruncate", params: "iI", do: ftruncate},
		{name: "fallocate", params: "iiII", do: fallocate},
	}
}

// reading is (fd, buf, n) and perhaps an offset.
func reading(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) int64 {
	return func(g *hostabi.Guest, a hostabi.Args) int64 {
		c := g.Call(no, a.I32(0), 0, int64(a.U32(2)))
		if len(a) > 3 {
			c.Args[3] = a.I64(3)
		}
		c.Out = g.Bytes(a.U32(1), a.U32(2))
		return value(g.Do(c))
	}
}

// writing is (fd, buf, n) and perhaps an offset.
func writing(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) int64 {
	return func(g *hostabi.Guest, a hostabi.Args) int64 {
		c := g.Call(no, a.I32(0), 0, int64(a.U32(2)))
		if len(a) > 3 {
			c.Args[3] = a.I64(3)
		}
		c.In = g.Bytes(a.U32(1), a.U32(2))
		return value(g.Do(c))
	}
}

func lseek(g *hostabi.Guest, a hostabi.Args) int64 {
	return value(g.Do(g.Call(primitives.SysLseek, a.I32(0), a.I64(1), a.I32(2))))
}

func ftruncate(g *hostabi.Guest, a hostabi.Args) int64 {
	return value(g.Do(g.Call(primitives.SysFtruncate, a.I32(0), a.I64(1))))
}

func fallocate(g *hostabi.Guest, a hostabi.Args) int64 {
	return value(g.Do(g.Call(primitives.SysFallocate, a.I32(0), a.I32(1), a.I64(2), a.I64(3))))
}

// fstatat is fstat where AT_EMPTY_PATH stands beside an empty path.
func fstatat(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysNewfstatat, 4)
	if itself(a, 4) {
		c = g.Call(primitives.SysFstat, a.I32(0))
	}
	out := g.Bytes(a.U32(3), abi.StatSize)
	c.Stat = g.Stat()
	r := g.Do(c)
	if r.Errno == primitives.OK {
		abi.PutStat(out, c.Stat)
	}
	return value(r)
}
