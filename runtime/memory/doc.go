// Package memory gives guests their linear memory. An Image is the memory that a prepared guest
// starts from; a Space is the memory of one instance, put back to its image between two processes.
//
// On Linux an image is a memfd and a space maps it privately over reserved addresses: a process
// pays for the pages that it writes, memory never moves when it grows, and giving the pages up is a
// reset. Elsewhere, and where asked for, a space is a slice and a reset is a copy. What a guest
// sees is the same.
package memory

// PageBytes is the unit in which wasm memory grows.
const PageBytes = 1 << 16

// Owner is asked when a guest's memory grows. It may end the guest by a panic.
type Owner interface {
	Grow(bytes int64) bool
	Full(bytes int64) // the guest asked for so many more than its space can ever hold
}

// storage is how a space keeps its bytes.
type storage interface {
	resize(size uint64) []byte // size is at most what was reserved; nil if the host has no memory
	clear(from, to uint64)     // these bytes, which lie behind the image, are zeros again
	reset(size uint64)         // the first size bytes are the image's again
	free()
}
