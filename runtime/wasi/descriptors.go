package wasi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// descriptors are the functions on an open descriptor but for its contents.
func descriptors() []function {
	return []function{
		{name: "fd_advise", params: "iIIi", do: checked(rightAdvise, advise)},
		{name: "fd_allocate", params: "iII", do: onFile(rightAllocate, allocate)},
		{name: "fd_close", params: "i", do: closing},
		{name: "fd_datasync", params: "i", do: onFile(rightDatasync, sync)},
		{name: "fd_sync", params: "i", do: onFile(rightSync, sync)},
		{name: "fd_fdstat_get", params: "ii", do: fdstat},
		{name: "fd_fdstat_set_flags", params: "ii", do: onFile(rightSetFlags, setFlags)},
		{name: "fd_fdstat_set_rights", params: "iII", do: setRights},
		{name: "fd_filestat_get", params: "ii", do: checked(rightStat, filestat)},
		{name: "fd_filestat_set_size", params: "iI", do: checked(rightSetSize, setSize)},
		{name: "fd_filestat_set_times", params: "iIIi", do: checked(rightSetTimes, setTimes)},
		{name: "fd_prestat_get", params: "ii", do: prestat},
		{name: "fd_prestat_dir_name", params: "iii", do: prestatName},
		{name: "fd_renumber", params: "ii", do: renumber},
	}
}

// onFile is checked for what a command may not do with directories. To a prepared guest they are Linux's.
func onFile(right uint64, do func(*hostabi.Guest, hostabi.Args) primitives.Errno) func(
	*hostabi.Guest, hostabi.Args) primitives.Errno {
	return checked(right, func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		if g.Preopens != nil {
			if e := file(g, a.I32(0)); e != primitives.OK {
				return e
			}
		}
		return do(g, a)
	})
}

// file checks that a descriptor is open and no directory, of which WASI knows no positions.
func file(g *hostabi.Guest, fd int64) primitives.Errno {
	_, e := fileMode(g, fd)
	return e
}

func fileMode(g *hostabi.Guest, fd int64) (uint32, primitives.Errno) {
	if preopened(g, fd) != nil {
		return 0, primitives.EBADF
	}
	c := g.Call(primitives.SysFstat, descriptor(g, fd))
	c.Stat = g.Stat()
	if e := g.Do(c).Errno; e != primitives.OK {
		return 0, e
	}
	if c.Stat.Mode&primitives.S_IFMT == primitives.S_IFDIR {
		return 0, primitives.EBADF
	}
	return c.Stat.Mode, primitives.OK
}

// advise is (fd, offset, length, advice): advice changes nothing here. It is posix_fadvise(2) else.
func advise(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	const advices = 6
	mode, e := fileMode(g, a.I32(0))
	switch {
	case e != primitives.OK:
		return e
	case mode&primitives.S_IFMT == primitives.S_IFIFO:
		return primitives.ESPIPE
	case a.U32(3) >= advices || a.I64(1) < 0 || a.I64(2) < 0:
		return primitives.EINVAL
	}
	return primitives.OK
}

func allocate(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	return g.Do(g.Call(primitives.SysFallocate, descriptor(g, a.I32(0)), 0, a.I64(1), a.I64(2))).Errno
}

func sync(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	return g.Do(g.Call(primitives.SysFsync, descriptor(g, a.I32(0)))).Errno
}

// Flags of a descriptor and Linux's.
const (
	fdAppend   = 1 << 0
	fdDsync    = 1 << 1
	fdNonblock = 1 << 2
	fdRsync    = 1 << 3
	fdSync     = 1 << 4
	fdFlags    = 1<<5 - 1

	fGetfl = 3
	fSetfl = 4
)

// setFlags cannot change how writes are synchronised, as fcntl(2) can't.
func setFlags(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	var flags int64
	if a.U32(1)&^(fdAppend|fdNonblock) != 0 {
		return primitives.EINVAL
	}
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
	if p := preopened(g, a.I32(0)); p != nil {
		c = g.Call(primitives.SysNewfstatat, primitives.AT_FDCWD)
		c.Path = p.Path
	}
	return stat(g, c, a.U32(1))
}

func setSize(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	e := g.Do(g.Call(primitives.SysFtruncate, descriptor(g, a.I32(0)), a.I64(1))).Errno
	if e == primitives.EINVAL && file(g, a.I32(0)) == primitives.EBADF {
		return primitives.EBADF // a directory
	}
	return e
}

func setTimes(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c := g.Call(primitives.SysUtimensat, descriptor(g, a.I32(0)), 0, 0, primitives.AT_EMPTY_PATH)
	if p := preopened(g, a.I32(0)); p != nil {
		c = g.Call(primitives.SysUtimensat, primitives.AT_FDCWD)
		c.Path = p.Path
	}
	return touch(g, c, a.I64(1), a.I64(2), a.U32(3))
}
