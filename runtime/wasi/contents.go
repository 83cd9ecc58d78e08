package wasi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// contents are the functions that read, write and seek.
func contents() []function {
	return []function{
		{name: "fd_read", params: "iiii", do: checked(rightRead, reading(primitives.SysRead))},
		{name: "fd_pread", params: "iiiIi", do: checked(rightRead|rightSeek, reading(primitives.SysPread64))},
		{name: "fd_write", params: "iiii", do: checked(rightWrite, writing(primitives.SysWrite))},
		{
			name: "fd_pwrite", params: "iiiIi",
			do: checked(rightWrite|rightSeek, writing(primitives.SysPwrite64)),
		},
		{name: "fd_seek", params: "iIii", do: checked(rightSeek, seek)},
		{name: "fd_tell", params: "ii", do: checked(rightTell, tell)},
	}
}

// Bounds of one gathered call. Fewer bytes than asked for is an answer that programs expect.
const (
	maxParts = 1024 // IOV_MAX
	maxBytes = 16 << 20
)

// parts returns the views of a list of (pointer, length), up to maxBytes.
func parts(g *hostabi.Guest, ptr, n uint32) ([][]byte, primitives.Errno) {
	if n > maxParts {
		return nil, primitives.EINVAL
	}
	table := g.Bytes(ptr, 8*n)
	list := make([][]byte, 0, n)
	left := uint32(maxBytes)
	for ; len(table) > 0 && left > 0; table = table[8:] {
		size := min(left, binary.LittleEndian.Uint32(table[4:]))
		if size == 0 {
			continue
		}
		list = append(list, g.Bytes(binary.LittleEndian.Uint32(table), size))
		left -= size
	}
	return list, primitives.OK
}

// reading is (fd, parts, n, offset?, out). The parts are filled by one call.
func reading(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) primitives.Errno {
	return func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		list, e := parts(g, a.U32(1), a.U32(2))
		if e != primitives.OK {
			return e
		}
		g.Bytes(a.U32(len(a)-1), 4) // a bad address must not lose what was read
		buf := joined(list, false)
		c := transfer(g, a, no, len(buf))
		c.Out = buf
		r := g.Do(c)
		switch r.Errno {
		case primitives.OK:
		case primitives.EISDIR:
			return primitives.EBADF // WASI reads files alone
		default:
			return r.Errno
		}
		scatter(list, buf, r.Val)
		g.PutU32(a.U32(len(a)-1), uint32(r.Val))
		return primitives.OK
	}
}

// writing is (fd, parts, n, offset?, out). The parts go out by one call.
func writing(no primitives.Sysno) func(*hostabi.Guest, hostabi.Args) primitives.Errno {
	return func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		list, e := parts(g, a.U32(1), a.U32(2))
		if e != primitives.OK {
			return e
		}
		g.Bytes(a.U32(len(a)-1), 4) // nothing is written that is not told of
		buf := joined(list, true)
		c := transfer(g, a, no, len(buf))
		c.In = buf
		r := g.Do(c)
		if r.Errno != primitives.OK {
			return r.Errno
		}
		g.PutU32(a.U32(len(a)-1), uint32(r.Val))
		return primitives.OK
	}
}

// transfer begins the call of a reading or writing function.
func transfer(g *hostabi.Guest, a hostabi.Args, no primitives.Sysno, n int) *primitives.Call {
	c := g.Call(no, descriptor(g, a.I32(0)), 0, int64(n))
	if len(a) == 5 {
		c.Args[3] = a.I64(3)
	}
	return c
}

// joined returns the one part itself, or room for all of them, with their bytes if filled is set.
func joined(list [][]byte, filled bool) []byte {
	if len(list) == 1 {
		return list[0]
	}
	n := 0
	for _, part := range list {
		n += len(part)
	}
	buf := make([]byte, n)
	if filled {
		at := buf
		for _, part := range list {
			at = at[copy(at, part):]
		}
	}
	return buf
}

// scatter gives n bytes that were read into joined room to the parts.
func scatter(list [][]byte, buf []byte, n int64) {
	if len(list) < 2 {
		return
	}
	rest := buf[:n]
	for _, part := range list {
		rest = rest[copy(part, rest):]
	}
}

func seek(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	const whences = 3
	if a.U32(2) >= whences {
		return primitives.EINVAL
	}
	if e := file(g, a.I32(0)); e != primitives.OK {
		return e
	}
	return position(g, a.U32(3), descriptor(g, a.I32(0)), a.I64(1), a.I32(2))
}

func tell(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	const seekCur = 1
	if e := file(g, a.I32(0)); e != primitives.OK {
		return e
	}
	return position(g, a.U32(1), descriptor(g, a.I32(0)), 0, seekCur)
}

func position(g *hostabi.Guest, out uint32, args ...int64) primitives.Errno {
	r := g.Do(g.Call(primitives.SysLseek, args...))
	if r.Errno == primitives.OK {
		g.PutU64(out, uint64(r.Val))
	}
	return r.Errno
}
