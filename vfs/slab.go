package vfs

// slab is storage in one piece for chunks that one write made side by side, so that a large read or write
// of them is one copy. What must hold: the chunks of a slab are whole, and as many as fit it. Where one
// goes, those that stay get storage of their own, so that no slab outlives what it is accounted for.
type slab struct {
	data  []byte
	first int64 // the chunk that it begins with
}

// slabChunks bounds a slab, 1 MiB.
const slabChunks = 16

// makeSlab makes the chunks in one piece that a write of n bytes at off fills and that are not there, if
// these are several. off is where a chunk begins.
func (c *content) makeSlab(off, n int64) {
	first, count := off/chunkSize, int64(0)
	for most := min(n/chunkSize, slabChunks); count < most && c.chunk(first+count) == nil; {
		count++
	}
	if count < 2 {
		return
	}
	s := &slab{data: make([]byte, count*chunkSize), first: first}
	for m := range count {
		k := c.makeChunk(first + m)
		k.slab, k.data = s, s.data[m*chunkSize:(m+1)*chunkSize:(m+1)*chunkSize]
		c.storage += chunkSize
	}
}

// span returns the storage of up to n bytes at off that lie in one slab and are all present; to be written,
// they are the file's own as well. It is empty where there is no slab.
func (c *content) span(off, n int64, write bool) []byte {
	k := c.chunk(off / chunkSize)
	if k == nil || k.slab == nil {
		return nil
	}
	s := k.slab
	start := s.first * chunkSize
	end := off
	for last := min(off+n, start+int64(len(s.data))); end < last; {
		k = c.chunk(end / chunkSize)
		part := min(last, (end/chunkSize+1)*chunkSize) - end
		mask := pageMask(end, int(part))
		if k == nil || k.slab != s || k.present&mask != mask || write && k.owner != c {
			break
		}
		if write {
			k.blank &^= mask
		}
		end += part
	}
	return s.data[off-start : end-start]
}

// split gives the chunks of a slab that lie before size storage of their own, if others of it lie beyond.
func (c *content) split(size int64) {
	if size == 0 {
		return
	}
	n := (size - 1) / chunkSize
	k := c.chunk(n)
	if k == nil || k.slab == nil || k.slab.first*chunkSize+int64(len(k.slab.data)) <= size {
		return
	}
	s := k.slab
	for m := s.first; m <= n; m++ {
		if k := c.chunk(m); k != nil && k.slab == s {
			k = c.ownChunk(m)
			k.data, k.slab = append(make([]byte, 0, chunkSize), k.data...), nil
		}
	}
}
