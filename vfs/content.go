package vfs

import "slices"

// content is what a regular file holds: pages of its own over an immutable base (the image's
// bytes). Pages that are neither are holes and read as zeros.
//
// Own pages live in chunks of 16, whose storage grows by doubling, so that appending byte by byte
// costs amortised constant time and a small file takes little more than its bytes. What must hold:
// bytes of a chunk outside its present pages, and those beyond size, are zero.
type content struct {
	size    int64
	base    []byte // shared, never written
	near    []*chunk
	first   [1]*chunk        // the table of a file of one chunk
	far     map[int64]*chunk // chunks from nearChunks on
	held    int64            // pages with data: own or base
	charged int64            // pages that count against the quota
	copied  bool             // overlay: the base counts too
	storage int64            // bytes of the host that the chunks take
	settled int64            // of them, what the file system knows of

	borrowed bool // near and far are of before a fork: not to be written
}

const (
	chunkPages = 16
	chunkSize  = chunkPages * PageSize
	nearChunks = 1 << 14 // 1 GiB in the slice, what lies beyond in the map

	// MaxFileSize is the largest size of a file, in bytes.
	MaxFileSize = 1<<63 - 1
)

type chunk struct {
	data    []byte   // may be shorter than its pages: the rest is zero
	present uint16   // one bit a page
	blank   uint16   // of those, the pages that fallocate made and nobody wrote
	owner   *content // who may write it: after a fork the others copy it first
	slab    *slab    // that data is of, or nil
}

func newContent(base []byte) *content {
	return &content{size: int64(len(base)), base: base, held: pagesOf(int64(len(base)))}
}

// pagesOf returns how many pages n bytes take. It must not overflow near MaxFileSize.
func pagesOf(n int64) int64 {
	p := n / PageSize
	if n%PageSize != 0 {
		p++
	}
	return p
}

func (c *content) chunk(n int64) *chunk {
	if n < int64(len(c.near)) {
		return c.near[n]
	}
	if n < nearChunks {
		return nil
	}
	return c.far[n]
}

func (c *content) makeChunk(n int64) *chunk {
	if k := c.ownChunk(n); k != nil {
		return k
	}
	c.own()
	k := &chunk{owner: c}
	c.storage += chunkBytes
	if n >= nearChunks {
		if c.far == nil {
			c.far = map[int64]*chunk{}
		}
		c.far[n] = k
		return k
	}
	had := cap(c.near)
	if n == 0 && c.near == nil {
		c.near = c.first[:0]
	}
	for int64(len(c.near)) <= n {
		c.near = append(c.near, nil)
	}
	c.storage += slotBytes * int64(cap(c.near)-had)
	c.near[n] = k
	return k
}

func (c *content) has(page int64) bool {
	k := c.chunk(page / chunkPages)
	return k != nil && k.present&(1<<(page%chunkPages)) != 0
}

// inBase reports whether the base holds data of the page.
func (c *content) inBase(page int64) bool { return page < pagesOf(int64(len(c.base))) }

// holds reports whether the page holds data that somebody wrote.
func (c *content) holds(page int64) bool {
	if c.inBase(page) {
		return true
	}
	k := c.chunk(page / chunkPages)
	return k != nil && (k.present&^k.blank)&(1<<(page%chunkPages)) != 0
}

// free reports whether writing the page takes no further quota.
func (c *content) free(page int64) bool {
	return c.has(page) || c.copied && c.inBase(page)
}

// readAt copies bytes from off, up to the size. It returns 0 at the end.
func (c *content) readAt(b []byte, off int64) int {
	if off >= c.size {
		return 0
	}
	b = b[:min(int64(len(b)), c.size-off)]
	for done := 0; done < len(b); {
		at := off + int64(done)
		if span := c.span(at, int64(len(b)-done), false); len(span) > 0 {
			done += copy(b[done:], span)
			continue
		}
		part := b[done:min(len(b), done+int(chunkSize-at%chunkSize))]
		done += c.readChunk(part, at)
	}
	return len(b)
}

// readChunk reads from at on within one chunk: all of b where its pages are alike, the file's own or the
// base's, else the first page. It returns how much that was.
func (c *content) readChunk(b []byte, at int64) int {
	k := c.chunk(at / chunkSize)
	var own, mask uint16
	if k != nil {
		mask = pageMask(at, len(b))
		own = k.present & mask
	}
	if own != 0 && own != mask {
		b = b[:min(len(b), int(PageSize-at%PageSize))]
		own &= pageMask(at, len(b))
	}
	from := tail(c.base, at)
	if own != 0 {
		from = tail(k.data, at%chunkSize)
	}
	clear(b[copy(b, from):])
	return len(b)
}

// pageMask has the bits of the pages that n bytes at off take within their chunk.
func pageMask(off int64, n int) uint16 {
	first := off % chunkSize / PageSize
	last := (off%chunkSize + int64(n) - 1) / PageSize
	return uint16((uint32(2)<<last - 1) &^ (uint32(1)<<first - 1))
}

// tail returns b from off on, or nothing.
func tail(b []byte, off int64) []byte {
	if off >= int64(len(b)) {
		return nil
	}
	return b[off:]
}

// bytes returns the whole content without a copy when the base alone makes it up.
func (c *content) bytes() ([]byte, bool) {
	if len(c.near) > 0 || len(c.far) > 0 || c.size != int64(len(c.base)) {
		return nil, false
	}
	return c.base, true
}

// missing returns how many pages of [off, off+n) would take quota; it stops counting above limit.
func (c *content) missing(off, n, limit int64) int64 {
	var need int64
	for p := off / PageSize; p < pagesOf(off+n) && need <= limit; p++ {
		if k := c.chunk(p / chunkPages); p%chunkPages == 0 && k != nil && k.present == 1<<chunkPages-1 {
			p += chunkPages - 1 // all of the chunk is there
			continue
		}
		if !c.free(p) {
			need++
		}
	}
	return need
}

// fits returns how many of n bytes at off can be written when only room pages may be added.
func (c *content) fits(off, n, room int64) int64 {
	for p := off / PageSize; p < pagesOf(off+n); p++ {
		if c.free(p) {
			continue
		}
		if room == 0 {
			return max(p*PageSize-off, 0)
		}
		room--
	}
	return n
}

// writeAt stores b at off. The quota was settled before.
func (c *content) writeAt(b []byte, off int64) {
	for done := 0; done < len(b); {
		at := off + int64(done)
		page := at / PageSize
		if done == 0 || at%chunkSize == 0 { // room for all that comes to this chunk, at once
			if at%chunkSize == 0 {
				c.makeSlab(at, int64(len(b)-done))
			}
			if span := c.span(at, int64(len(b)-done), true); len(span) > 0 {
				done += copy(span, b[done:])
				continue
			}
			n := min(len(b)-done, int(chunkSize-at%chunkSize))
			k := c.makeChunk(at / chunkSize)
			c.grow(k, at%chunkSize+int64(n))
			if mask := pageMask(at, n); k.present&mask == mask { // nothing to account for
				k.blank &^= mask
				copy(k.data[at%chunkSize:], b[done:done+n])
				done += n
				continue
			}
		}
		n := min(len(b)-done, int(PageSize-at%PageSize))
		copy(c.ownPage(page, at%PageSize, int64(n)), b[done:done+n])
		done += n
	}
	c.size = max(c.size, off+int64(len(b)))
}

// ownPage returns the storage of n bytes at off within the page, after giving the file its own
// copy of the page.
func (c *content) ownPage(page, off, n int64) []byte {
	k := c.makeChunk(page / chunkPages)
	bit := uint16(1) << (page % chunkPages)
	start := page % chunkPages * PageSize
	if k.present&bit == 0 {
		if !c.free(page) {
			c.charged++
		}
		if c.inBase(page) {
			c.grow(k, start+PageSize)
			copy(k.data[start:start+PageSize], tail(c.base, page*PageSize))
		} else {
			c.held++
		}
		k.present |= bit
	}
	if n == 0 {
		return nil
	}
	k.blank &^= bit
	c.grow(k, start+off+n)
	return k.data[start+off : start+off+n]
}

// grow makes room for n bytes in a chunk.
func (c *content) grow(k *chunk, n int64) {
	if n <= int64(len(k.data)) {
		return
	}
	if n > int64(cap(k.data)) {
		grown := make([]byte, n, min(chunkSize, max(n, 2*int64(cap(k.data)), 64)))
		copy(grown, k.data)
		c.storage += int64(cap(grown) - cap(k.data))
		k.data = grown
		return
	}
	k.data = k.data[:n] // zero: nothing beyond len is ever left dirty
}

// extents calls fn for the data between the holes, in order.
func (c *content) extents(fn func(off int64, b []byte) error) error {
	if b, whole := c.bytes(); whole {
		if len(b) == 0 {
			return nil
		}
		return fn(0, b)
	}
	for _, n := range c.chunkNumbers() {
		for p := n * chunkPages; p < (n+1)*chunkPages; p++ {
			if !c.holds(p) {
				continue
			}
			var page [PageSize]byte
			if n := c.readAt(page[:], p*PageSize); n > 0 {
				if err := fn(p*PageSize, page[:n]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// chunkNumbers returns, sorted, the chunks that may hold data.
func (c *content) chunkNumbers() []int64 {
	near := max(int64(len(c.near)), (int64(len(c.base))+chunkSize-1)/chunkSize)
	numbers := make([]int64, 0, near+int64(len(c.far)))
	for n := range near {
		numbers = append(numbers, n)
	}
	for n := range c.far { // sorted below
		if n >= near {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers
}
