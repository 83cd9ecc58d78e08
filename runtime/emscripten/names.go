package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// maxPath is PATH_MAX without the NUL: a longer path is passed on a little cut, and still too long.
const maxPath = 4096

// largeFile is O_LARGEFILE of 32-bit Linux, which x86-64 has no use for.
const largeFile = 0o100000

// names are the calls that take a path.
func names() []function {
	return []function{
		{name: "__syscall_openat", params: "iiii", do: openat},
		{name: "__syscall_stat64", params: "ii", do: stat64(0)},
		{name: "__syscall_lstat64", params: "ii", do: stat64(primitives.AT_SYMLINK_NOFOLLOW)},
		{name: "__syscall_newfstatat", params: "iiii", do: newfstatat},
		{name: "__syscall_faccessat", params: "iiii", do: at(primitives.SysFaccessat, 2, 3)},
		{name: "__syscall_mkdirat", params: "iii", do: at(primitives.SysMkdirat, 2)},
		{name: "__syscall_unlinkat", params: "iii", do: at(primitives.SysUnlinkat, 2)},
		{name: "__syscall_fchmodat2", params: "iiii", do: at(primitives.SysFchmodat, 2, 3)},
		{name: "__syscall_fchownat", params: "iiiii", do: at(primitives.SysFchownat, 2, 3, 4)},
		{name: "__syscall_rmdir", params: "i", do: rmdir},
		{name: "__syscall_chmod", params: "ii", do: chmod},
		{name: "__syscall_chdir", params: "i", do: chdir},
		{name: "__syscall_getcwd", params: "ii", do: getcwd},
		{name: "__syscall_renameat", params: "iiii", do: renameat},
		{name: "__syscall_symlinkat", params: "iii", do: symlinkat},
		{name: "__syscall_readlinkat", params: "iiii", do: readlinkat},
		{name: "__syscall_truncate64", params: "iI", do: truncate64},
		{name: "__syscall_utimensat", params: "iiii", do: utimensat},
		{name: "__syscall_statfs64", params: "iii", do: statfs64},
	}
}

// pathArg copies a path argument.
func pathArg(g *hostabi.Guest, ptr uint32) string { return g.CString(ptr, maxPath) }

// at is a function (dirfd, path, rest...) whose rest are the call's own arguments, at the given positions.
func at(no primitives.Sysno, rest ...int) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, a hostabi.Args) uint64 {
		c := g.Call(no, a.I32(0))
		c.Path = pathArg(g, a.U32(1))
		for _, i := range rest {
			c.Args[i] = a.I32(i)
		}
		return done(g.Do(c))
	}
}

// openat finds the mode behind a pointer, for libc passes its varargs on.
func openat(g *hostabi.Guest, a hostabi.Args) uint64 {
	keepUp(g)
	flags := a.I32(2) &^ largeFile
	var mode int64
	if flags&primitives.O_CREAT != 0 && a.U32(3) != 0 {
		mode = int64(g.U32(a.U32(3)))
	}
	c := g.Call(primitives.SysOpenat, a.I32(0), 0, flags, mode)
	c.Path = pathArg(g, a.U32(1))
	return value(g.Do(c))
}

func rmdir(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysUnlinkat, primitives.AT_FDCWD, 0, primitives.AT_REMOVEDIR)
	c.Path = pathArg(g, a.U32(0))
	return done(g.Do(c))
}

func chmod(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysFchmodat, primitives.AT_FDCWD, 0, a.I32(1))
	c.Path = pathArg(g, a.U32(0))
	return done(g.Do(c))
}

func chdir(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysChdir)
	c.Path = pathArg(g, a.U32(0))
	return done(g.Do(c))
}

// getcwd answers the length with the NUL, as the system call does.
func getcwd(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysGetcwd, 0, int64(a.U32(1)))
	c.Out = g.Bytes(a.U32(0), a.U32(1))
	r := g.Do(c)
	if r.Errno == primitives.OK {
		r.Val++
	}
	return value(r)
}

func renameat(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysRenameat2, a.I32(0), 0, a.I32(2))
	c.Path, c.Path2 = pathArg(g, a.U32(1)), pathArg(g, a.U32(3))
	return done(g.Do(c))
}

func symlinkat(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysSymlinkat, 0, a.I32(1))
	c.Path, c.Path2 = pathArg(g, a.U32(2)), pathArg(g, a.U32(0))
	return done(g.Do(c))
}

func readlinkat(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysReadlinkat, a.I32(0), 0, 0, int64(a.U32(3)))
	c.Path = pathArg(g, a.U32(1))
	c.Out = g.Bytes(a.U32(2), a.U32(3))
	return value(g.Do(c))
}

func truncate64(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysTruncate, 0, a.I64(1))
	c.Path = pathArg(g, a.U32(0))
	return done(g.Do(c))
}

// Sizes of structures in the guest.
const (
	timespecSize = 16 // i64 seconds, i32 nanoseconds, 4 bytes of padding
	statSize     = 96
	statfsSize   = 72
)

// utimensat takes no path for the descriptor itself, as futimens(3) has it.
func utimensat(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysUtimensat, a.I32(0), 0, 0, a.I32(3))
	switch {
	case a.U32(1) != 0:
		c.Path = pathArg(g, a.U32(1))
		if c.Path == "" && c.Args[3]&primitives.AT_EMPTY_PATH != 0 {
			c.Args[2] = 1
		}
	case c.Args[3] == 0:
		c.Args[3] = primitives.AT_EMPTY_PATH
	default:
		return done(primitives.Result{Errno: primitives.EINVAL})
	}
	if ptr := a.U32(2); ptr != 0 {
		var times [4 * 8]byte
		for i := range uint32(2) {
			s, ns := g.U64(ptr+i*timespecSize), g.U32(ptr+i*timespecSize+8)
			putU64(times[i*16:], s)
			putU64(times[i*16+8:], uint64(ns))
		}
		c.In = times[:]
	}
	return done(g.Do(c))
}

func stat64(flags int64) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, a hostabi.Args) uint64 {
		c := g.Call(primitives.SysNewfstatat, primitives.AT_FDCWD, 0, 0, flags)
		c.Path = pathArg(g, a.U32(0))
		return stat(g, c, a.U32(1))
	}
}

func newfstatat(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysNewfstatat, a.I32(0), 0, 0, a.I32(3))
	c.Path = pathArg(g, a.U32(1))
	return stat(g, c, a.U32(2))
}

// stat makes a call of the stat family and writes its answer.
func stat(g *hostabi.Guest, c *primitives.Call, ptr uint32) uint64 {
	out := g.Bytes(ptr, statSize)
	c.Stat = g.Stat()
	r := g.Do(c)
	if r.Errno == primitives.OK {
		putStat(out, c.Stat)
	}
	return done(r)
}

// putStat writes struct stat.
func putStat(b []byte, st *primitives.Stat) {
	clear(b)
	for i, v := range [...]uint32{
		uint32(st.Dev), st.Mode, uint32(st.Nlink), st.UID, st.GID, uint32(st.Rdev),
	} {
		putU32(b[4*i:], v)
	}
	putU64(b[24:], uint64(st.Size))
	putU32(b[32:], uint32(st.Blksize))
	putU32(b[36:], uint32(st.Blocks))
	for i, t := range [...]int64{st.Atime, st.Mtime, st.Ctime} {
		s, ns := split(t)
		putU64(b[40+16*i:], uint64(s))
		putU32(b[48+16*i:], uint32(ns))
	}
	putU64(b[88:], st.Ino)
}

func statfs64(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysStatfs)
	c.Path = pathArg(g, a.U32(0))
	return statfs(g, c, a.U32(2))
}

func statfs(g *hostabi.Guest, c *primitives.Call, ptr uint32) uint64 {
	var b [abi.StatfsSize]byte
	out := g.Bytes(ptr, statfsSize)
	c.Out = b[:]
	r := g.Do(c)
	if r.Errno == primitives.OK {
		s := abi.GetStatfs(b[:])
		putStatfs(out, &s)
	}
	return done(r)
}

// putStatfs writes struct statfs.
func putStatfs(b []byte, s *primitives.Statfs) {
	clear(b)
	putU32(b[0:], uint32(s.Type))
	putU32(b[4:], uint32(s.Bsize))
	for i, v := range [...]uint64{s.Blocks, s.Bfree, s.Bavail, s.Files, s.Ffree} {
		putU64(b[8+8*i:], v)
	}
	putU32(b[56:], uint32(s.Namelen))
	putU32(b[60:], uint32(s.Bsize))
	putU32(b[64:], uint32(s.Flags))
}
