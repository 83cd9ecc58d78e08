package emscripten

import (
	"hash/crc64"
	"slices"
	"sync"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// mappings are mmap(2) of files. Linear memory cannot show a file's pages, so a mapping is a copy: it is read
// when it is made, and what changed in a shared one is written back before the process opens or reads a file,
// starts another program or ends, by msync and by munmap. What is written to the file by other ways does not
// show in it. Anonymous mappings never come here, libc makes them itself.
func mappings() []function {
	return []function{
		{name: "_mmap_js", params: "iiiiIii", do: mmap},
		{name: "_msync_js", params: "iiiiiI", do: msync},
		{name: "_munmap_js", params: "iiiiiI", do: munmap},
	}
}

// Bits of mmap(2).
const (
	protWrite  = 2
	mapShared  = 1
	mapPrivate = 2
)

// mapping is a file's part in guest memory that is to be written back.
type mapping struct {
	fd        int64
	ptr, size uint32
	offset    int64
	held      bool   // the descriptor is ours: the program closed its own
	sum       uint64 // of what the file has of it
}

// mmap is (len, prot, flags, fd, offset, *allocated, *addr).
func mmap(g *hostabi.Guest, a hostabi.Args) uint64 {
	size, fd, offset := a.U32(0), a.I32(3), a.I64(4)
	r := g.Do(g.Call(primitives.SysMmap, 0, int64(size), a.I32(1), a.I32(2), fd, offset))
	if !ok(r) {
		return done(r)
	}
	ptr := reserve(g, size)
	if ptr == 0 {
		return refuse(primitives.ENOMEM)
	}
	clear(g.Bytes(ptr, size))
	if r := load(g, fd, ptr, size, offset); !ok(r) {
		return done(r)
	}
	if t := taskOf(g); a.U32(1)&protWrite != 0 && a.U32(2)&mapShared != 0 {
		t.mappings = append(t.mappings, mapping{
			fd: fd, ptr: ptr, size: size, offset: offset, sum: sum(g.Bytes(ptr, size)),
		})
	}
	g.PutU32(a.U32(5), 1)
	g.PutU32(a.U32(6), ptr)
	return 0
}

// load reads a file's bytes into memory, up to its end.
func load(g *hostabi.Guest, fd int64, ptr, size uint32, offset int64) primitives.Result {
	var r primitives.Result
	for size > 0 {
		c := g.Call(primitives.SysPread64, fd, 0, int64(size), offset)
		c.Out = g.Bytes(ptr, size)
		r = g.Do(c)
		if !ok(r) || r.Val <= 0 {
			return r
		}
		ptr, size, offset = ptr+uint32(r.Val), size-uint32(r.Val), offset+r.Val
	}
	return r
}

// save writes memory to a file, but not beyond the end that the file has: a store there is lost on Linux too.
func save(g *hostabi.Guest, m mapping) primitives.Result {
	c := g.Call(primitives.SysFstat, m.fd)
	c.Stat = g.Stat()
	r := g.Do(c)
	if !ok(r) {
		return r
	}
	size := int64(m.size)
	if end := c.Stat.Size - m.offset; end < size {
		size = max(end, 0)
	}
	for done := int64(0); done < size; {
		c := g.Call(primitives.SysPwrite64, m.fd, 0, size-done, m.offset+done)
		c.In = g.Bytes(m.ptr+uint32(done), uint32(size-done))
		r = g.Do(c)
		if !ok(r) || r.Val <= 0 {
			return r
		}
		done += r.Val
	}
	return r
}

// sumCost is how many bytes an instruction sums up.
const sumCost = 8

// keepUp saves what changed in mappings, before something that can see the files.
func keepUp(g *hostabi.Guest) {
	t := taskOf(g)
	for i := range t.mappings {
		m := &t.mappings[i]
		g.Spend(int64(m.size) / sumCost)
		if now := sum(g.Bytes(m.ptr, m.size)); now != m.sum {
			m.sum = now
			save(g, *m)
		}
	}
}

func sum(b []byte) uint64 { return crc64.Checksum(b, sumTable()) }

//nolint:gochecknoglobals // an immutable table
var sumTable = sync.OnceValue(func() *crc64.Table { return crc64.MakeTable(crc64.ECMA) })

// msync is (addr, len, prot, flags, fd, offset): part of a mapping.
func msync(g *hostabi.Guest, a hostabi.Args) uint64 {
	ptr := a.U32(0)
	for _, m := range taskOf(g).mappings {
		if ptr >= m.ptr && ptr-m.ptr < m.size {
			m.offset += int64(ptr - m.ptr)
			m.size = min(a.U32(1), m.size-(ptr-m.ptr))
			m.ptr = ptr
			return done(save(g, m))
		}
	}
	return 0
}

func munmap(g *hostabi.Guest, a hostabi.Args) uint64 {
	t := taskOf(g)
	i := slices.IndexFunc(t.mappings, func(m mapping) bool { return m.ptr == a.U32(0) })
	if i >= 0 {
		m := t.mappings[i]
		t.mappings = slices.Delete(t.mappings, i, i+1)
		save(g, m)
		if m.held {
			g.Do(g.Call(primitives.SysClose, m.fd))
		}
	}
	return 0
}

// hold keeps a file open that is mapped through a descriptor which is about to be closed.
func hold(g *hostabi.Guest, fd int64) {
	const dupCloexec, above = 1030, 100
	t := taskOf(g)
	for i := range t.mappings {
		m := &t.mappings[i]
		if m.fd != fd {
			continue
		}
		save(g, *m)
		if r := g.Do(g.Call(primitives.SysFcntl, fd, dupCloexec, above)); ok(r) {
			m.fd, m.held = r.Val, true
		}
	}
}
