package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// files are the calls that move bytes.
func files() []function {
	return []function{
		{name: "fd_read", params: "iiii", wasi: true, do: fdRead},
		{name: "fd_pread", params: "iiiIi", wasi: true, do: fdPread},
		{name: "fd_write", params: "iiii", wasi: true, do: fdWrite},
		{name: "fd_pwrite", params: "iiiIi", wasi: true, do: fdPwrite},
		{name: "fd_seek", params: "iIii", wasi: true, do: fdSeek},
		{name: "fd_sync", params: "i", wasi: true, do: fdSync},
		{name: "__syscall_fdatasync", params: "i", do: fdatasync},
		{name: "__syscall_ftruncate64", params: "iI", do: ftruncate64},
		{name: "__syscall_getdents64", params: "iii", do: getdents64},
		{name: "__syscall_fadvise64", params: "iIIi", do: fadvise64},
	}
}

// reading makes a call that fills a vector, and notes how many bytes it filled.
func reading(g *hostabi.Guest, c *primitives.Call, iovs, count, filled uint32) uint64 {
	list, total := vectors(g, iovs, count)
	out, scatter := room(g, list, total)
	c.Args[2], c.Out = int64(total), out
	r := g.Do(c)
	if ok(r) {
		scatter(int(r.Val))
		g.PutU32(filled, uint32(r.Val))
	}
	return status(r)
}

func fdRead(g *hostabi.Guest, a hostabi.Args) uint64 {
	if a.I32(0) == Device {
		return device(g, a)
	}
	keepUp(g)
	return reading(g, g.Call(primitives.SysRead, a.I32(0)), a.U32(1), a.U32(2), a.U32(3))
}

func fdPread(g *hostabi.Guest, a hostabi.Args) uint64 {
	keepUp(g)
	c := g.Call(primitives.SysPread64, a.I32(0), 0, 0, a.I64(3))
	return reading(g, c, a.U32(1), a.U32(2), a.U32(4))
}

func writing(g *hostabi.Guest, c *primitives.Call, iovs, count, written uint32) uint64 {
	list, total := vectors(g, iovs, count)
	c.Args[2], c.In = int64(total), gather(g, list, total)
	r := g.Do(c)
	if ok(r) {
		g.PutU32(written, uint32(r.Val))
	}
	return status(r)
}

func fdWrite(g *hostabi.Guest, a hostabi.Args) uint64 {
	return writing(g, g.Call(primitives.SysWrite, a.I32(0)), a.U32(1), a.U32(2), a.U32(3))
}

func fdPwrite(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysPwrite64, a.I32(0), 0, 0, a.I64(3))
	return writing(g, c, a.U32(1), a.U32(2), a.U32(4))
}

func fdSeek(g *hostabi.Guest, a hostabi.Args) uint64 {
	r := g.Do(g.Call(primitives.SysLseek, a.I32(0), a.I64(1), a.I32(2)))
	if ok(r) {
		g.PutU64(a.U32(3), uint64(r.Val))
	}
	return status(r)
}

func fdSync(g *hostabi.Guest, a hostabi.Args) uint64 {
	return status(g.Do(g.Call(primitives.SysFsync, a.I32(0))))
}

func fdatasync(g *hostabi.Guest, a hostabi.Args) uint64 {
	return done(g.Do(g.Call(primitives.SysFsync, a.I32(0))))
}

func ftruncate64(g *hostabi.Guest, a hostabi.Args) uint64 {
	return done(g.Do(g.Call(primitives.SysFtruncate, a.I32(0), a.I64(1))))
}

// getdents64 needs no turning: struct dirent is Linux's.
func getdents64(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysGetdents64, a.I32(0), 0, int64(a.U32(2)))
	c.Out = g.Bytes(a.U32(1), a.U32(2))
	return value(g.Do(c))
}

// fadvise64 gives advice that nobody needs; only its errors count.
func fadvise64(g *hostabi.Guest, a hostabi.Args) uint64 {
	const known = 5 // POSIX_FADV_NOREUSE is the last
	r := g.Do(g.Call(primitives.SysLseek, a.I32(0), 0, 1))
	if r.Errno == primitives.OK && (int64(a[2]) < 0 || a.U32(3) > known) {
		r.Errno = primitives.EINVAL
	}
	return done(r)
}
