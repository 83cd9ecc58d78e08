package wasi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// The rights of WASI preview 1.
const (
	rightDatasync        = 1 << 0
	rightRead            = 1 << 1
	rightSeek            = 1 << 2
	rightSetFlags        = 1 << 3
	rightSync            = 1 << 4
	rightTell            = 1 << 5
	rightWrite           = 1 << 6
	rightAdvise          = 1 << 7
	rightAllocate        = 1 << 8
	rightCreateDirectory = 1 << 9
	rightCreateFile      = 1 << 10
	rightLinkSource      = 1 << 11
	rightLinkTarget      = 1 << 12
	rightOpen            = 1 << 13
	rightReaddir         = 1 << 14
	rightReadlink        = 1 << 15
	rightRenameSource    = 1 << 16
	rightRenameTarget    = 1 << 17
	rightPathStat        = 1 << 18
	rightPathSetSize     = 1 << 19
	rightPathSetTimes    = 1 << 20
	rightStat            = 1 << 21
	rightSetSize         = 1 << 22
	rightSetTimes        = 1 << 23
	rightSymlink         = 1 << 24
	rightRemoveDirectory = 1 << 25
	rightUnlink          = 1 << 26
	rightPoll            = 1 << 27
	rightShutdown        = 1 << 28
	rightAccept          = 1 << 29
	rightsAll            = 1<<30 - 1

	rightsOfFiles = rightDatasync | rightRead | rightSeek | rightSetFlags | rightSync | rightTell |
		rightWrite | rightAdvise | rightAllocate | rightStat | rightSetSize | rightSetTimes | rightPoll
	rightsOfDirectories = rightSetFlags | rightSync | rightCreateDirectory | rightCreateFile |
		rightLinkSource | rightLinkTarget | rightOpen | rightReaddir | rightReadlink | rightRenameSource |
		rightRenameTarget | rightPathStat | rightPathSetSize | rightPathSetTimes | rightStat |
		rightSetTimes | rightSymlink | rightRemoveDirectory | rightUnlink | rightPoll
	rightsOfSockets = rightRead | rightWrite | rightSetFlags | rightStat | rightPoll | rightShutdown |
		rightAccept
)

// memoryMajor is the major number of /dev/null, /dev/zero, /dev/urandom and their like, devices.txt.
const memoryMajor = 1

// notCapable stands for WASI's ENOTCAPABLE, which Linux does not have.
const notCapable = primitives.Errno(0xfff0)

// checked is a function whose first argument is a descriptor that must have a right. Rights are what the
// descriptor can do: by its type and by how it was opened, which path_open's rights decide between reading
// and writing. Those that fd_fdstat_set_rights took away are gone for good. That path_open asked for few
// others does not take them away: no host of today does that, and programs rely on it.
func checked(right uint64, do func(*hostabi.Guest, hostabi.Args) primitives.Errno) func(
	*hostabi.Guest, hostabi.Args) primitives.Errno {
	return func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		if len(g.Denied) > 0 && g.Denied[a.I32(0)][0]&right != 0 {
			return notCapable
		}
		return do(g, a)
	}
}

// fdstatSize is __wasi_fdstat_t: type at 0, flags at 2, rights at 8, rights of what is opened below at 16.
const fdstatSize = 24

func fdstat(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	out := g.Bytes(a.U32(1), fdstatSize)
	st, flags, e := opened(g, a.I32(0))
	if e != primitives.OK || out == nil {
		return e
	}
	clear(out)
	out[0] = filetype(st.Mode)
	var fd uint16
	if flags&primitives.O_APPEND != 0 {
		fd |= fdAppend
	}
	if flags&primitives.O_NONBLOCK != 0 {
		fd |= fdNonblock
	}
	switch {
	case flags&oSync == oSync:
		fd |= fdSync
	case flags&oDsync != 0:
		fd |= fdDsync
	}
	base, inheriting := rightsOf(&st, flags)
	denied := g.Denied[a.I32(0)]
	binary.LittleEndian.PutUint16(out[2:], fd)
	binary.LittleEndian.PutUint64(out[8:], base&^denied[0])
	binary.LittleEndian.PutUint64(out[16:], inheriting&^denied[1])
	return primitives.OK
}

// opened tells what a descriptor is of and the flags that it was opened with.
func opened(g *hostabi.Guest, fd int64) (st primitives.Stat, flags int64, e primitives.Errno) {
	if preopened(g, fd) != nil {
		st.Mode = primitives.S_IFDIR
		return st, 0, primitives.OK
	}
	fd = descriptor(g, fd)
	r := g.Do(g.Call(primitives.SysFcntl, fd, fGetfl))
	if r.Errno != primitives.OK {
		return st, 0, r.Errno
	}
	c := g.Call(primitives.SysFstat, fd)
	c.Stat = g.Stat()
	e = g.Do(c).Errno
	return *c.Stat, r.Val, e
}

// rightsOf is what a descriptor can do, and what can be done with what is opened below it.
func rightsOf(st *primitives.Stat, flags int64) (base, inheriting uint64) {
	switch st.Mode & primitives.S_IFMT {
	case primitives.S_IFDIR:
		return rightsOfDirectories, rightsOfDirectories | rightsOfFiles
	case primitives.S_IFSOCK:
		base = rightsOfSockets
	case primitives.S_IFCHR:
		// A libc takes a character device for a terminal if it cannot seek; /dev/null and its like can.
		base = rightsOfFiles &^ (rightAllocate | rightSetSize)
		if major := st.Rdev >> 8 & 0xfff; major != memoryMajor {
			base &^= rightSeek | rightTell
		}
	case primitives.S_IFIFO:
		base = rightsOfFiles &^ (rightSeek | rightTell | rightAdvise | rightAllocate | rightSetSize)
	default:
		base = rightsOfFiles
	}
	switch flags & primitives.O_ACCMODE {
	case primitives.O_RDONLY:
		base &^= rightWrite | rightAllocate | rightSetSize | rightDatasync
	case primitives.O_WRONLY:
		base &^= rightRead
	}
	return base, 0
}

// setRights takes rights away. None comes back.
func setRights(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	fd := a.I32(0)
	st, flags, e := opened(g, fd)
	if e != primitives.OK {
		return e
	}
	base, inheriting := rightsOf(&st, flags)
	denied := g.Denied[fd]
	wantBase, wantInheriting := uint64(a.I64(1)), uint64(a.I64(2))
	if wantBase&^(base&^denied[0]) != 0 || wantInheriting&^(inheriting&^denied[1]) != 0 {
		return notCapable
	}
	if g.Denied == nil {
		g.Denied = map[int64][2]uint64{}
	}
	g.Denied[fd] = [2]uint64{rightsAll &^ wantBase, rightsAll &^ wantInheriting}
	return primitives.OK
}
