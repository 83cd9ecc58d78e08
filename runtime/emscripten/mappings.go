package emscripten

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// mappings are mmap(2) of files. Linear memory cannot show a file's pages, so a mapping is a copy:
// it is read when it is made, and a shared one is written back by msync, by munmap and when its
// descriptor is closed. Anonymous mappings never come here, libc makes them itself.
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
		t.mappings = append(t.mappings, mapping{fd, ptr, size, offset})
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
	}
	return 0
}

// writeBack saves what is mapped through a descriptor that is about to be closed.
func writeBack(g *hostabi.Guest, fd int64) {
	t := taskOf(g)
	t.mappings = slices.DeleteFunc(t.mappings, func(m mapping) bool {
		if m.fd == fd {
			save(g, m)
		}
		return m.fd == fd
	})
}
