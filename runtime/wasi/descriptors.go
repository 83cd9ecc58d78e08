package wasi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// descriptors are the functions on an open descriptor but for its contents.
func descriptors() []function {
	return []function{
		{name: "fd_advise", params: "iIIi", do: nothing},
		{name: "fd_allocate", params: "iII", do: allocate},
		{name: "fd_close", params: "i", do: closing},
		{name: "fd_datasync", params: "i", do: sync},
		{name: "fd_sync", params: "i", do: sync},
		{name: "fd_fdstat_get", params: "ii", do: fdstat},
		{name: "fd_fdstat_set_flags", params: "ii", do: setFlags},
		{name: "fd_fdstat_set_rights", params: "iII", do: nothing},
		{name: "fd_filestat_get", params: "ii", do: filestat},
		{name: "fd_filestat_set_size", params: "iI", do: setSize},
		{name: "fd_filestat_set_times", params: "iIIi", do: setTimes},
		{name: "fd_prestat_get", params: "ii", do: prestat},
		{name: "fd_prestat_dir_name", params: "iii", do: prestatName},
		{name: "fd_renumber", params: "ii", do: renumber},
	}
}

// nothing is advice or a narrowing of rights, which Linux has no words for.
func nothing(*hostabi.Guest, hostabi.Args) primitives.Errno { return primitives.OK }

func allocate(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	return g.Do(g.Call(primitives.SysFallocate, descriptor(g, a.I32(0)), 0, a.I64(1), a.I64(2))).Errno
}

func closing(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	return g.Do(g.Call(primitives.SysClose, descriptor(g, a.I32(0)))).Errno
}

func sync(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	return g.Do(g.Call(primitives.SysFsync, descriptor(g, a.I32(0)))).Errno
}

// Flags of a descriptor and Linux's.
const (
	fdAppend   = 1 << 0
	fdNonblock = 1 << 2

	fGetfl = 3
	fSetfl = 4
)

// Rights. A libc reads from them what a descriptor can do.
const (
	rightRead     = 1 << 1
	rightSeek     = 1 << 2
	rightTell     = 1 << 5
	rightWrite    = 1 << 6
	rightAllocate = 1 << 8
	rightReaddir  = 1 << 14
	rightSetSize  = 1 << 22
	rightDatasync = 1 << 0
	rightsAll     = 1<<30 - 1
)

const fdstatSize = 24

func fdstat(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	out := g.Bytes(a.U32(1), fdstatSize)
	mode, flags, e := opened(g, a.I32(0))
	if e != primitives.OK || out == nil {
		return e
	}
	clear(out)
	out[0] = filetype(mode)
	var fd uint16
	if flags&primitives.O_APPEND != 0 {
		fd |= fdAppend
	}
	if flags&primitives.O_NONBLOCK != 0 {
		fd |= fdNonblock
	}
	rights := rightsOf(mode, flags)
	binary.LittleEndian.PutUint16(out[2:], fd)
	binary.LittleEndian.PutUint64(out[8:], rights)
	binary.LittleEndian.PutUint64(out[16:], rightsAll)
	return primitives.OK
}

// opened returns what a descriptor is and how it was opened.
func opened(g *hostabi.Guest, fd int64) (mode uint32, flags int64, e primitives.Errno) {
	if isPreopen(g, fd) {
		return primitives.S_IFDIR, 0, primitives.OK
	}
	fd = descriptor(g, fd)
	r := g.Do(g.Call(primitives.SysFcntl, fd, fGetfl))
	if r.Errno != primitives.OK {
		return 0, 0, r.Errno
	}
	c := g.Call(primitives.SysFstat, fd)
	c.Stat = g.Stat()
	e = g.Do(c).Errno
	return c.Stat.Mode, r.Val, e
}

func rightsOf(mode uint32, flags int64) uint64 {
	rights := uint64(rightsAll)
	switch flags & primitives.O_ACCMODE {
	case primitives.O_RDONLY:
		rights &^= rightWrite | rightAllocate | rightSetSize
	case primitives.O_WRONLY:
		rights &^= rightRead
	}
	switch mode & primitives.S_IFMT {
	case primitives.S_IFCHR, primitives.S_IFIFO, primitives.S_IFSOCK:
		rights &^= rightSeek | rightTell
	}
	return rights
}

func setFlags(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	var flags int64
	if a.U32(1)&fdAppend != 0 {
		flags |= primitives.O_APPEND
	}
	if a.U32(1)&fdNonblock != 0 {
		flags |= primitives.O_NONBLOCK
	}
	return g.Do(g.Call(primitives.SysFcntl, descriptor(g, a.I32(0)), fSetfl, flags)).Errno
}

func filestat(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c := g.Call(primitives.SysFstat, descriptor(g, a.I32(0)))
	if isPreopen(g, a.I32(0)) {
		c = g.Call(primitives.SysNewfstatat, primitives.AT_FDCWD)
		c.Path = "/"
	}
	return stat(g, c, a.U32(1))
}

func setSize(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	return g.Do(g.Call(primitives.SysFtruncate, descriptor(g, a.I32(0)), a.I64(1))).Errno
}

func setTimes(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c := g.Call(primitives.SysUtimensat, descriptor(g, a.I32(0)), 0, 0, primitives.AT_EMPTY_PATH)
	return touch(g, c, a.I64(1), a.I64(2), a.U32(3))
}

func prestat(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if !isPreopen(g, a.I32(0)) {
		return primitives.EBADF
	}
	g.PutU32(a.U32(1), 0) // a directory
	g.PutU32(a.U32(1)+4, uint32(len("/")))
	return primitives.OK
}

func prestatName(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if !isPreopen(g, a.I32(0)) {
		return primitives.EBADF
	}
	if a.U32(2) < 1 {
		return primitives.ENAMETOOLONG
	}
	copy(g.Bytes(a.U32(1), 1), "/")
	return primitives.OK
}

// renumber is dup2 and close in one.
func renumber(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	from, to := descriptor(g, a.I32(0)), descriptor(g, a.I32(1))
	if from == to {
		return g.Do(g.Call(primitives.SysFcntl, from, fGetfl)).Errno
	}
	if r := g.Do(g.Call(primitives.SysDup3, from, to, 0)); r.Errno != primitives.OK {
		return r.Errno
	}
	return g.Do(g.Call(primitives.SysClose, from)).Errno
}
