package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// heap are the calls by which libc's allocator gets memory.
func heap() []function {
	return []function{
		{name: "emscripten_get_heap_max", do: func(*hostabi.Guest, hostabi.Args) uint64 { return HeapMax }},
		{name: "emscripten_resize_heap", params: "i", do: resizeHeap},
		{name: "fresh", params: "ii", do: fresh},
	}
}

// HeapMax is the most memory that a program gets, bytes: its pointers are 32 bits, and its sizes are
// signed.
const HeapMax = 2 << 30

// pageBytes is the unit in which memory grows.
const pageBytes = 1 << 16

// lazy is from how many bytes on Linux gives memory that costs nothing until it is touched: glibc's
// mmap threshold, rounded up to what is worth a call.
const lazy = 1 << 20

// Kinds of a brk call: see the kernel's Growth.
const (
	growUse     = 0
	growReserve = 1
	growTouch   = 2
)

// resizeHeap is asked for a size of the whole memory. A large growth is only reserved: the very next
// thing that the guest does tells whether it wanted zeros, which Linux would not touch.
func resizeHeap(g *hostabi.Guest, a hostabi.Args) uint64 {
	t := taskOf(g)
	t.touch(g)
	size := uint64(g.Module().Memory().Size())
	want := (uint64(a.U32(0)) + pageBytes - 1) / pageBytes * pageBytes
	if want <= size {
		return 1
	}
	grow, how := int64(want-size), int64(growUse)
	if grow >= lazy {
		how = growReserve
	}
	if r := g.Do(g.Call(primitives.SysBrk, grow, how)); !ok(r) {
		return 0
	}
	grown := threadOf(g).interpreter.grow(uint32(grow / pageBytes))
	switch {
	case !grown && want > HeapMax:
		g.Process.Unsupported("more than 2 GiB of memory in one process")
		fallthrough
	case !grown:
		g.Do(g.Call(primitives.SysBrk, -grow, how))
		return 0
	case how == growReserve:
		t.reserved, t.reservedEnd, t.unasked = uint32(size), want, 0
	}
	return 1
}

// untouched is how many bytes were reserved of which it is not yet known whether they are used. They are
// charged with the next call, unless that is the one which tells.
func (t *task) untouched() int64 {
	if t.reservedEnd == 0 {
		return 0
	}
	return int64(t.reservedEnd) - int64(t.reserved)
}

// soon is how many instructions after memory was got the program has said that it wants zeros, if it does.
const soon = 1 << 16

// spent notes instructions of the program, and returns what is to be charged now: memory that was got and is
// used otherwise. A program that computes, or ends, is charged without a call of its own.
func (t *task) spent(n int64) (bytes int64) {
	if t.reservedEnd == 0 {
		return 0
	}
	if t.unasked += n; t.unasked < soon {
		return 0
	}
	bytes = t.untouched()
	t.reservedEnd = 0
	return bytes
}

func (t *task) touch(g *hostabi.Guest) {
	n := t.untouched()
	t.reservedEnd = 0
	if n > 0 {
		g.Do(g.Call(primitives.SysBrk, n, growTouch))
	}
}

// fresh is asked before a large block is filled with zeros, (ptr, n): how many bytes of it have to be. The
// rest is zeros already and stays uncharged; what was reserved behind the block is the allocator's and is
// charged.
func fresh(g *hostabi.Guest, a hostabi.Args) uint64 {
	t := taskOf(g)
	ptr, n := a.U32(0), a.U32(1)
	end := uint64(ptr) + uint64(n)
	if t.reservedEnd == 0 || end <= uint64(t.reserved) || end > t.reservedEnd {
		t.touch(g)
		return uint64(n)
	}
	used := int64(t.reservedEnd - end)
	if ptr > t.reserved {
		used += int64(ptr - t.reserved)
	}
	dirty := uint64(0)
	if ptr < t.reserved {
		dirty = uint64(t.reserved - ptr)
	}
	t.reservedEnd = 0
	g.Do(g.Call(primitives.SysBrk, used, growTouch))
	return dirty
}

// place puts bytes into a block of the guest's heap, which is the guest's from then on.
func place(g *hostabi.Guest, b []byte) uint32 {
	ptr := enter(g, "malloc", uint64(len(b)))
	if ptr != 0 {
		copy(g.Bytes(ptr, uint32(len(b))), b)
	}
	return ptr
}

// reserve returns a block for a mapping, or 0.
func reserve(g *hostabi.Guest, size uint32) uint32 {
	const alignment = 1 << 12
	return enter(g, "emscripten_builtin_memalign", alignment, uint64(size))
}
