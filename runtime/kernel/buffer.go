package kernel

// buffer is a queue of bytes.
type buffer struct {
	data  []byte
	start int
}

func (b *buffer) len() int { return len(b.data) - b.start }

func (b *buffer) put(p []byte) {
	if b.start > 0 && len(b.data)+len(p) > cap(b.data) {
		b.data = b.data[:copy(b.data, b.data[b.start:])]
		b.start = 0
	}
	b.data = append(b.data, p...)
}

func (b *buffer) peek(p []byte) int { return copy(p, b.data[b.start:]) }

func (b *buffer) take(p []byte) int {
	n := b.peek(p)
	b.drop(n)
	return n
}

func (b *buffer) drop(n int) {
	b.start += n
	if b.start == len(b.data) {
		b.data, b.start = b.data[:0], 0
	}
}

// pageBuffer is what a pipe holds. Linux keeps a pipe's bytes in pages, of which a write fills new
// ones unless its odd end fits the last: so a pipe of 65536 bytes is full after 16 writes of 4095
// (fs/pipe.c, pipe_write). When a writer has to wait depends on that.
type pageBuffer struct {
	buffer
	pages []pageFill // in order
}

// pageFill is how far a page was written, and how far it was read.
type pageFill struct{ end, start int }

const pipePage = 4096

// fits returns how many of n bytes there is room for in at most most pages. With merge, the last page
// may take the odd end.
func (b *pageBuffer) fits(n, most int, merge bool) int {
	room := max(0, most-len(b.pages)) * pipePage
	if odd := n % pipePage; merge && b.merges(odd) {
		return odd + min(n-odd, room)
	}
	return min(n, room)
}

// merges reports whether the last page takes n bytes more.
func (b *pageBuffer) merges(n int) bool {
	last := len(b.pages) - 1
	return n > 0 && last >= 0 && b.pages[last].end+n <= pipePage
}

// fill stores p, which fits.
func (b *pageBuffer) fill(p []byte, merge bool) {
	n := len(p)
	if odd := n % pipePage; merge && b.merges(odd) {
		b.pages[len(b.pages)-1].end += odd
		n -= odd
	}
	for ; n > 0; n -= pipePage {
		b.pages = append(b.pages, pageFill{end: min(n, pipePage)})
	}
	b.put(p)
}

// empty takes bytes out, and frees the pages that are read to their end.
func (b *pageBuffer) empty(p []byte) int {
	n := b.take(p)
	for left := n; left > 0; {
		page := &b.pages[0]
		part := min(left, page.end-page.start)
		page.start += part
		left -= part
		if page.start == page.end {
			b.pages = b.pages[1:]
		}
	}
	return n
}
