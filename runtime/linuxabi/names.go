package linuxabi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// names are the calls that take a path.
func names() []function {
	return []function{
		at("openat", "ii", primitives.SysOpenat),
		at("faccessat", "ii", primitives.SysFaccessat),
		at("mkdirat", "i", primitives.SysMkdirat),
		at("mknodat", "ii", primitives.SysMknodat),
		at("unlinkat", "i", primitives.SysUnlinkat),
		{name: "fstatat", params: "iiiii", do: fstatat},
		{name: "fchmodat", params: "iiiii", do: fchmodat},
		{name: "fchownat", params: "iiiiii", do: fchownat},
		{name: "renameat2", params: "iiiiiii", do: twoPaths(primitives.SysRenameat2)},
		{name: "linkat", params: "iiiiiii", do: twoPaths(primitives.SysLinkat)},
		{name: "symlinkat", params: "iiiii", do: symlinkat},
		{name: "readlinkat", params: "iiiii", do: readlinkat},
		{name: "futimens", params: "ii", do: futimens},
		{name: "utimensat", params: "iiiii", do: utimensat},
		{name: "truncate", params: "iiI", do: truncate},
		{name: "statfs", params: "iii", do: statfs},
		{name: "fstatfs", params: "ii", do: fstatfs},
		{name: "mount", params: "iiiiiiiii", do: mount},
		{name: "umount2", params: "iii", do: umount2},
		{name: "chdir", params: "ii", do: chdir},
		{name: "getcwd", params: "ii", do: getcwd},
	}
}

// text copies a string that a guest names. No guest has one at address 0, and Linux calls that a bad
// address.
func text(g *hostabi.Guest, ptr, n uint32) string {
	if ptr == 0 && n > 0 {
		g.Fault()
	}
	return g.Text(ptr, n)
}

// onPath begins the call of a function (dirfd, path, len, ..., flags); flags is where they stand, 0 = none.
func onPath(g *hostabi.Guest, a hostabi.Args, no primitives.Sysno, flags int) *primitives.Call {
	c := g.Call(no, a.I32(0))
	c.Path = text(g, a.U32(1), a.U32(2))
	if flags > 0 {
		c.Args[3] = a.I32(flags)
	}
	return c
}

// itself reports whether a function means the descriptor instead of a path: AT_EMPTY_PATH and no path.
func itself(a hostabi.Args, flags int) bool {
	return a.U32(2) == 0 && a.U32(flags)&primitives.AT_EMPTY_PATH != 0
}

// at is a function (dirfd, path, len, rest...) whose rest are the call's own arguments.
func at(name, rest string, no primitives.Sysno) function {
	return function{name: name, params: "iii" + rest, do: func(g *hostabi.Guest, a hostabi.Args) int64 {
		c := onPath(g, a, no, 0)
		for i := range rest {
			c.Args[2+i] = a.I32(3 + i)
		}
		return value(g.Do(c))
	}}
}

func fchmodat(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysFchmodat, 4)
	c.Args[2] = a.I32(3)
	return value(g.Do(c))
}

func fchownat(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysFchownat, 0)
	c.Args[2], c.Args[3], c.Args[4] = a.I32(3), a.I32(4), a.I32(5)
	return value(g.Do(c))
}

// twoPaths is (olddir, old, oldlen, newdir, new, newlen, flags).
func twoPaths(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) int64 {
	return func(g *hostabi.Guest, a hostabi.Args) int64 {
		c := g.Call(no, a.I32(0), 0, a.I32(3), 0, a.I32(6))
		c.Path, c.Path2 = text(g, a.U32(1), a.U32(2)), text(g, a.U32(4), a.U32(5))
		return value(g.Do(c))
	}
}

// symlinkat is (target, targetlen, newdir, path, len).
func symlinkat(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysSymlinkat, 0, a.I32(2))
	c.Path, c.Path2 = text(g, a.U32(3), a.U32(4)), text(g, a.U32(0), a.U32(1))
	return value(g.Do(c))
}

func readlinkat(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysReadlinkat, 0)
	c.Args[3] = int64(a.U32(4))
	c.Out = g.Bytes(a.U32(3), a.U32(4))
	return value(g.Do(c))
}

// timesSize is two struct timespec.
const timesSize = 4 * 8

func futimens(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysUtimensat, a.I32(0), 0, 0, primitives.AT_EMPTY_PATH)
	if ptr := a.U32(1); ptr != 0 {
		c.In = g.Bytes(ptr, timesSize)
	}
	return value(g.Do(c))
}

func utimensat(g *hostabi.Guest, a hostabi.Args) int64 {
	c := onPath(g, a, primitives.SysUtimensat, 4)
	if itself(a, 4) {
		c.Args[2] = 1
	}
	if ptr := a.U32(3); ptr != 0 {
		c.In = g.Bytes(ptr, timesSize)
	}
	return value(g.Do(c))
}

func truncate(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysTruncate, 0, a.I64(2))
	c.Path = text(g, a.U32(0), a.U32(1))
	return value(g.Do(c))
}

func statfs(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysStatfs)
	c.Path = text(g, a.U32(0), a.U32(1))
	c.Out = g.Bytes(a.U32(2), abi.StatfsSize)
	return value(g.Do(c))
}

func fstatfs(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysFstatfs, a.I32(0))
	c.Out = g.Bytes(a.U32(1), abi.StatfsSize)
	return value(g.Do(c))
}

// mount is (source, len, target, len, type, len, flags, data, len).
func mount(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysMount, 0, 0, 0, int64(a.U32(6)))
	c.Path, c.Path2 = text(g, a.U32(0), a.U32(1)), text(g, a.U32(2), a.U32(3))
	c.In = []byte(text(g, a.U32(4), a.U32(5)) + "\x00" + text(g, a.U32(7), a.U32(8)))
	return value(g.Do(c))
}

// umount2 is (target, len, flags).
func umount2(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysUmount2, 0, a.I32(2))
	c.Path = text(g, a.U32(0), a.U32(1))
	return value(g.Do(c))
}

func chdir(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysChdir)
	c.Path = text(g, a.U32(0), a.U32(1))
	return value(g.Do(c))
}

func getcwd(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysGetcwd, 0, int64(a.U32(1)))
	c.Out = g.Bytes(a.U32(0), a.U32(1))
	return value(g.Do(c))
}
