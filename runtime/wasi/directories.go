package wasi

import (
	"bytes"
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// directories is fd_readdir.
func directories() []function {
	return []function{{name: "fd_readdir", params: "iiiIi", do: checked(rightReaddir, readdir)}}
}

// Layouts of a directory entry: Linux's struct linux_dirent64 and WASI's dirent.
const (
	linuxHead = 19
	wasiHead  = 24
	readBytes = 4096 // asked of the kernel at once; any name fits
)

// readdir fills a buffer with entries from a cookie on, the last of which may be cut short: a
// buffer that is not full says that there are no more.
func readdir(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	out := g.Bytes(a.U32(1), a.U32(2))
	g.Bytes(a.U32(4), 4) // a bad address must not move the descriptor
	fd, e := entriesOf(g, a.I32(0))
	if e != primitives.OK {
		return e
	}
	if e := isDirectory(g, fd); e != primitives.OK {
		return e
	}
	if r := g.Do(g.Call(primitives.SysLseek, fd, a.I64(3), 0)); r.Errno != primitives.OK {
		return r.Errno
	}
	used := 0
	for buf := make([]byte, readBytes); used < len(out); {
		c := g.Call(primitives.SysGetdents64, fd, 0, readBytes)
		c.Out = buf
		r := g.Do(c)
		if r.Errno != primitives.OK {
			return r.Errno
		}
		if r.Val == 0 {
			break
		}
		used += entries(out[used:], buf[:r.Val])
	}
	g.PutU32(a.U32(4), uint32(used))
	return primitives.OK
}

// isDirectory keeps what is none from being moved to a cookie.
func isDirectory(g *hostabi.Guest, fd int64) primitives.Errno {
	c := g.Call(primitives.SysFstat, fd)
	c.Stat = g.Stat()
	e := g.Do(c).Errno
	if e == primitives.OK && c.Stat.Mode&primitives.S_IFMT != primitives.S_IFDIR {
		return primitives.ENOTDIR
	}
	return e
}

// entries turns Linux's entries into WASI's, as far as there is room.
func entries(out, records []byte) (used int) {
	le := binary.LittleEndian
	for len(records) > linuxHead && used < len(out) {
		size := int(le.Uint16(records[16:]))
		name := records[linuxHead:size]
		if i := bytes.IndexByte(name, 0); i >= 0 {
			name = name[:i]
		}
		var head [wasiHead]byte
		le.PutUint64(head[0:], le.Uint64(records[8:]))
		le.PutUint64(head[8:], le.Uint64(records))
		le.PutUint32(head[16:], uint32(len(name)))
		head[20] = filetype(uint32(records[18]) << 12)
		used += copy(out[used:], head[:])
		used += copy(out[used:], name)
		records = records[size:]
	}
	return used
}

// filetype is WASI's type of a mode's.
func filetype(mode uint32) byte {
	switch mode & primitives.S_IFMT {
	case primitives.S_IFBLK:
		return 1
	case primitives.S_IFCHR:
		return 2
	case primitives.S_IFDIR:
		return 3
	case primitives.S_IFREG:
		return 4
	case primitives.S_IFSOCK:
		return 6
	case primitives.S_IFLNK:
		return 7
	default:
		return 0 // pipes too: WASI has no word for them
	}
}

const filestatSize = 64

// stat makes a call of the stat family and writes WASI's filestat.
func stat(g *hostabi.Guest, c *primitives.Call, ptr uint32) primitives.Errno {
	out := g.Bytes(ptr, filestatSize)
	c.Stat = g.Stat()
	if r := g.Do(c); r.Errno != primitives.OK {
		return r.Errno
	}
	st := c.Stat
	clear(out)
	out[16] = filetype(st.Mode)
	for i, v := range [...]uint64{
		st.Nlink, uint64(st.Size), uint64(st.Atime), uint64(st.Mtime), uint64(st.Ctime),
	} {
		binary.LittleEndian.PutUint64(out[24+8*i:], v)
	}
	binary.LittleEndian.PutUint64(out, st.Dev)
	binary.LittleEndian.PutUint64(out[8:], st.Ino)
	return primitives.OK
}
