package wasi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// names are the functions that take a path.
func names() []function {
	return []function{
		{name: "path_create_directory", params: "iii", do: checked(rightCreateDirectory, createDirectory)},
		{name: "path_filestat_get", params: "iiiii", do: checked(rightPathStat, pathStat)},
		{name: "path_filestat_set_times", params: "iiiiIIi", do: checked(rightPathSetTimes, pathTimes)},
		{name: "path_link", params: "iiiiiii", do: checked(rightLinkSource, link)},
		{name: "path_open", params: "iiiiiIIii", do: checked(rightOpen, open)},
		{name: "path_readlink", params: "iiiiii", do: checked(rightReadlink, readlink)},
		{
			name: "path_remove_directory", params: "iii",
			do: checked(rightRemoveDirectory, unlink(primitives.AT_REMOVEDIR)),
		},
		{name: "path_rename", params: "iiiiii", do: checked(rightRenameSource, rename)},
		{name: "path_symlink", params: "iiiii", do: symlink},
		{name: "path_unlink_file", params: "iii", do: checked(rightUnlink, unlink(0))},
	}
}

// onPath begins a call on a path.
func onPath(
	g *hostabi.Guest, no primitives.Sysno, fd int64, ptr, n uint32,
) (*primitives.Call, primitives.Errno) {
	return on(g, no, fd, ptr, n, no == primitives.SysMkdirat)
}

func on(
	g *hostabi.Guest, no primitives.Sysno, fd int64, ptr, n uint32, makes bool,
) (*primitives.Call, primitives.Errno) {
	dir, name, e := at(g, fd, ptr, n, makes)
	c := g.Call(no, dir)
	c.Path = name
	return c, e
}

// lookupFollow is the flag that a symbolic link at the end is followed.
const lookupFollow = 1

func createDirectory(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c, e := onPath(g, primitives.SysMkdirat, a.I32(0), a.U32(1), a.U32(2))
	if e != primitives.OK {
		return e
	}
	c.Args[2] = 0o777
	return g.Do(c).Errno
}

func pathStat(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c, e := onPath(g, primitives.SysNewfstatat, a.I32(0), a.U32(2), a.U32(3))
	if e != primitives.OK {
		return e
	}
	if a.U32(1)&lookupFollow == 0 {
		c.Args[3] = primitives.AT_SYMLINK_NOFOLLOW
	}
	return stat(g, c, a.U32(4))
}

func pathTimes(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c, e := onPath(g, primitives.SysUtimensat, a.I32(0), a.U32(2), a.U32(3))
	if e != primitives.OK {
		return e
	}
	if a.U32(1)&lookupFollow == 0 {
		c.Args[3] = primitives.AT_SYMLINK_NOFOLLOW
	}
	return touch(g, c, a.I64(4), a.I64(5), a.U32(6))
}

// touch completes a utimensat by WASI's times and flags.
func touch(g *hostabi.Guest, c *primitives.Call, atime, mtime int64, flags uint32) primitives.Errno {
	const now, set = 2 | 8, 1 | 4
	if flags&^(now|set) != 0 || flags&set&(flags&now>>1) != 0 {
		return primitives.EINVAL
	}
	c.In = append(timespec(atime, flags), timespec(mtime, flags>>2)...)
	return g.Do(c).Errno
}

// timespec is Linux's form of a time whose flags are 1 = set and 2 = now.
func timespec(t int64, flags uint32) []byte {
	const (
		second    = 1_000_000_000
		utimeNow  = 1<<30 - 1
		utimeOmit = 1<<30 - 2
	)
	sec, ns := t/second, t%second
	switch flags & 3 {
	case 0:
		sec, ns = 0, utimeOmit
	case 2:
		sec, ns = 0, utimeNow
	}
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(sec)), uint64(ns))
}

func link(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if a.U32(1)&lookupFollow != 0 {
		return primitives.EINVAL
	}
	if g.Denied[a.I32(4)][0]&rightLinkTarget != 0 {
		return notCapable
	}
	return twoPaths(g, primitives.SysLinkat, a[0:1], a[2:4], a[4:7])
}

func rename(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if g.Denied[a.I32(3)][0]&rightRenameTarget != 0 {
		return notCapable
	}
	return twoPaths(g, primitives.SysRenameat2, a[0:1], a[1:3], a[3:6])
}

// twoPaths makes a call on a path and a second one that it makes; to is (fd, path, len).
func twoPaths(g *hostabi.Guest, no primitives.Sysno, fd, from, to hostabi.Args) primitives.Errno {
	dir, name, e := at(g, to.I32(0), to.U32(1), to.U32(2), true)
	if e != primitives.OK {
		return e
	}
	c, e := onPath(g, no, fd.I32(0), from.U32(0), from.U32(1))
	if e != primitives.OK {
		return e
	}
	c.Args[2], c.Path2 = dir, name
	return g.Do(c).Errno
}

func symlink(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if g.Denied[a.I32(2)][0]&rightSymlink != 0 {
		return notCapable
	}
	dir, name, e := at(g, a.I32(2), a.U32(3), a.U32(4), true)
	if e != primitives.OK {
		return e
	}
	c := g.Call(primitives.SysSymlinkat, 0, dir)
	c.Path = name
	c.Path2 = g.Text(a.U32(0), a.U32(1))
	return g.Do(c).Errno
}

func unlink(flags int64) func(*hostabi.Guest, hostabi.Args) primitives.Errno {
	return func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		c, e := onPath(g, primitives.SysUnlinkat, a.I32(0), a.U32(1), a.U32(2))
		if e != primitives.OK {
			return e
		}
		c.Args[2] = flags
		return g.Do(c).Errno
	}
}

func readlink(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c, e := onPath(g, primitives.SysReadlinkat, a.I32(0), a.U32(1), a.U32(2))
	if e != primitives.OK {
		return e
	}
	c.Args[3] = int64(a.U32(4))
	c.Out = g.Bytes(a.U32(3), a.U32(4))
	r := g.Do(c)
	if r.Errno == primitives.OK {
		g.PutU32(a.U32(5), uint32(r.Val))
	}
	return r.Errno
}

// Flags of path_open.
const (
	openCreate    = 1 << 0
	openDirectory = 1 << 1
	openExclusive = 1 << 2
	openTruncate  = 1 << 3
	openFlagsAll  = 1<<4 - 1
)

// open is (fd, lookup, path, len, oflags, rights, inherited, fdflags, out).
func open(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if g.Bytes(a.U32(8), 4) == nil {
		return primitives.EFAULT // before anything is opened that nobody could close
	}
	c, e := on(g, primitives.SysOpenat, a.I32(0), a.U32(2), a.U32(3), a.U32(4)&openCreate != 0)
	if e != primitives.OK {
		return e
	}
	rights, denied := uint64(a.I64(5)), g.Denied[a.I32(0)]
	if rights&denied[1] != 0 || a.U32(4)&openCreate != 0 && denied[0]&rightCreateFile != 0 ||
		a.U32(4)&openTruncate != 0 && denied[0]&rightPathSetSize != 0 {
		return notCapable
	}
	if a.U32(4)&^openFlagsAll != 0 || a.U32(7)&^fdFlags != 0 {
		return primitives.EINVAL
	}
	c.Args[2] = openFlags(a.U32(1), a.U32(4), rights, a.U32(7))
	c.Args[3] = 0o666
	r := g.Do(c)
	if r.Errno != primitives.OK {
		return r.Errno
	}
	fd := shown(g, r.Val)
	delete(g.Denied, int64(fd))
	if denied[1] != 0 {
		g.Denied[int64(fd)] = [2]uint64{denied[1], denied[1]}
	}
	g.PutU32(a.U32(8), fd)
	return primitives.OK
}

// O_DSYNC and O_SYNC of open(2).
const (
	oDsync = 0x1000
	oSync  = 0x101000
)

// openFlags are Linux's flags; whether it is to read or to write, WASI says by rights.
func openFlags(lookup, how uint32, rights uint64, fd uint32) int64 {
	var flags int64
	for _, f := range [...]struct {
		set   bool
		linux int64
	}{
		{how&openCreate != 0, primitives.O_CREAT},
		{how&openDirectory != 0, primitives.O_DIRECTORY},
		{how&openExclusive != 0, primitives.O_EXCL},
		{how&openTruncate != 0, primitives.O_TRUNC},
		{fd&fdAppend != 0, primitives.O_APPEND},
		{fd&fdNonblock != 0, primitives.O_NONBLOCK},
		{fd&fdDsync != 0, oDsync},
		{fd&(fdSync|fdRsync) != 0, oSync},
		{lookup&lookupFollow == 0, primitives.O_NOFOLLOW},
	} {
		if f.set {
			flags |= f.linux
		}
	}
	reads, writes := rights&(rightRead|rightReaddir) != 0, rights&rightWrite != 0
	switch {
	case !writes:
		return flags | primitives.O_RDONLY
	case reads:
		return flags | primitives.O_RDWR
	default:
		return flags | primitives.O_WRONLY
	}
}
