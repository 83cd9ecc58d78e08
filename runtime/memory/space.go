package memory

import "fmt"

// Space is the linear memory of one instance. Wazero gets it as a LinearMemory by Linear.
type Space struct {
	Owner Owner  // nil while an instance is set up: growth is free then
	Free  uint64 // bytes up to which growth is not asked for: what a module begins with

	image    *Image // nil: memory starts as zeros
	max      uint64
	size     uint64
	storage  storage
	shrinks  bool // the next resize goes back to the image
	released bool
}

// NewSpace returns the memory of an instance that starts as image, or as zeros if image is nil, and
// can grow up to limit bytes. If copies is set it is a plain slice.
func NewSpace(image *Image, limit uint64, copies bool) (*Space, error) {
	if image != nil && image.Size() > limit {
		return nil, fmt.Errorf("memory image of %d bytes: over the maximum of %d", image.Size(), limit)
	}
	s := &Space{image: image, max: limit}
	if copies || image != nil && image.shared == nil {
		s.storage = &copied{image: image}
		return s, nil
	}
	m, err := newMapped(image, limit)
	if err != nil {
		return nil, &HostError{fmt.Errorf("reserve %d bytes of addresses: %w", limit, err)}
	}
	s.storage = m
	return s, nil
}

// Reallocate resizes the memory. It returns nil if the owner refuses, and panics with a HostError if the host
// has no more, for the guest must not take that for the sandbox's refusal.
func (s *Space) Reallocate(size uint64) []byte {
	if s.shrinks {
		s.size = s.image.Size()
		return s.storage.resize(s.size)
	}
	if size > s.max {
		if s.Owner != nil {
			s.Owner.Full(int64(size - s.size))
		}
		return nil
	}
	if from := max(s.size, s.Free); s.Owner != nil && size > from && !s.Owner.Grow(int64(size-from)) {
		return nil
	}
	b := s.storage.resize(size)
	if b == nil && size > 0 {
		panic(&HostError{fmt.Errorf("grow from %d to %d bytes", s.size, size)})
	}
	s.size = size
	return b
}

// Grew reports whether the memory is no longer as large as its image, so that Reset would not do.
func (s *Space) Grew() bool { return s.image == nil || s.size != s.image.Size() }

// Memory is what wazero makes of a space, api.Memory.
type Memory interface {
	Size() uint32
	Grow(pages uint32) (before uint32, ok bool)
}

// Shrink takes memory that grew back to its image's size. WebAssembly knows no such thing: the memory is
// asked to grow by a page, and gets less. It reports whether that worked; where it did not the instance
// is of no more use.
func (s *Space) Shrink(m Memory) bool {
	if s.image == nil {
		return false
	}
	if s.Grew() {
		grown := s.size
		s.shrinks = true
		_, ok := m.Grow(1)
		s.shrinks = false
		if !ok {
			return false
		}
		s.storage.clear(s.size, grown)
	}
	return uint64(m.Size()) == s.image.Size()
}

// Reset puts the image back. The memory must not have grown.
func (s *Space) Reset() {
	if s.Grew() {
		panic("memory: reset of a space that grew")
	}
	s.storage.reset(s.size)
}

// Release gives the memory up.
func (s *Space) Release() {
	if !s.released {
		s.released = true
		s.storage.free()
	}
}

// copied keeps a space in a slice.
type copied struct {
	image *Image
	bytes []byte
}

func (c *copied) resize(size uint64) []byte {
	if c.bytes == nil && c.image != nil {
		c.bytes = append(c.bytes, c.image.bytes...)
	}
	if size > uint64(cap(c.bytes)) {
		b := make([]byte, size, size+size/4)
		copy(b, c.bytes)
		c.bytes = b
	}
	c.bytes = c.bytes[:max(size, uint64(len(c.bytes)))]
	return c.bytes[:size:size]
}

func (c *copied) reset(size uint64) { copy(c.bytes[:size], c.image.bytes) }

func (c *copied) clear(from, to uint64) { clear(c.bytes[from:to]) }

func (c *copied) free() { c.bytes = nil }

// Linear is a space as wazero wants its memory: experimental.LinearMemory.
type Linear struct{ *Space }

// Free implements experimental.LinearMemory.
func (l Linear) Free() { l.Release() }
