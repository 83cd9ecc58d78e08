package vfs

// truncate sets the size. Pages beyond it are given back, those that fallocate put beyond the end
// as well; growing makes a hole.
func (c *content) truncate(fs *Filesystem, size int64) {
	if size <= c.size {
		c.cut(fs, size)
	}
	c.size = size
}

func (c *content) cut(fs *Filesystem, size int64) {
	c.own()
	c.split(size)
	keep := pagesOf(size)
	before := c.charged
	for n := size / chunkSize; n < int64(len(c.near)); n++ {
		if k := c.ownChunk(n); k != nil {
			c.cutChunk(k, n, size)
		}
	}
	for n := range c.far { // order does not matter: every chunk is treated alone
		if n >= size/chunkSize {
			k := c.ownChunk(n)
			c.cutChunk(k, n, size)
			if k.present == 0 {
				c.storage -= k.storage()
				delete(c.far, n)
			}
		}
	}
	if n := (keep + chunkPages - 1) / chunkPages; n < int64(len(c.near)) {
		for _, k := range c.near[n:] {
			if k != nil {
				c.storage -= k.storage()
			}
		}
		clear(c.near[n:])
		c.near = c.near[:n]
		if n == 0 {
			c.storage -= slotBytes * int64(cap(c.near))
			c.near = nil
		}
	}
	if size < int64(len(c.base)) {
		for p := keep; c.inBase(p); p++ { // pages that only the base held
			c.held--
			if c.copied {
				c.charged--
			}
		}
		c.base = c.base[:size:size]
	}
	fs.unreserve(before - c.charged)
	fs.settle(c)
}

// storage is what the chunk takes of the host, bytes.
func (k *chunk) storage() int64 { return chunkBytes + int64(cap(k.data)) }

// cutChunk drops the pages of chunk n that lie wholly beyond size and zeroes the rest beyond it.
func (c *content) cutChunk(k *chunk, n, size int64) {
	from := max(size-n*chunkSize, 0)
	if from < int64(len(k.data)) {
		clear(k.data[from:])
	}
	for p := pagesOf(from); p < chunkPages; p++ {
		c.dropPage(k, n*chunkPages+p)
	}
	if from < int64(len(k.data)) {
		k.data = k.data[:from]
	}
}

// dropPage forgets the file's own copy of a page. Its bytes are zero already.
func (c *content) dropPage(k *chunk, page int64) {
	bit := uint16(1) << (page % chunkPages)
	if k.present&bit == 0 {
		return
	}
	k.present &^= bit
	k.blank &^= bit
	if c.inBase(page) {
		if !c.copied {
			c.charged--
		}
		return // still held by the base, until that is cut as well
	}
	c.held--
	c.charged--
}

// holes returns how many pages of [off, off+n) have no storage; it stops counting above limit.
func (c *content) holes(off, n, limit int64) int64 {
	var need int64
	for p := off / PageSize; p < pagesOf(off+n) && need <= limit; p++ {
		if !c.has(p) && !c.inBase(p) {
			need++
		}
	}
	return need
}

// allocate gives every page of [off, off+n) storage, as fallocate(2) does. A new page is a hole to
// SEEK_HOLE until it is written, or allocated once more: so tmpfs has it.
func (c *content) allocate(off, n int64) {
	for p := off / PageSize; p < pagesOf(off+n); p++ {
		bit := uint16(1) << (p % chunkPages)
		switch {
		case c.has(p):
			c.ownChunk(p / chunkPages).blank &^= bit
		case !c.inBase(p):
			c.ownPage(p, 0, 0)
			c.chunk(p / chunkPages).blank |= bit
		}
	}
}

// punch makes [off, off+n) read as zeros and gives back the whole pages in it. A page of the base
// becomes a page of zeros of the file's own, for the base can't be holed; the quota of those was settled
// before.
func (c *content) punch(fs *Filesystem, off, n int64) {
	var freed int64
	for _, number := range c.chunkNumbers() {
		start := number * chunkSize
		if start >= off+n || start+chunkSize <= off {
			continue
		}
		for page := number * chunkPages; page < (number+1)*chunkPages; page++ {
			from, to := max(off, page*PageSize), min(off+n, (page+1)*PageSize)
			if from < to && c.punchPage(page, from, to) {
				freed++
			}
		}
	}
	fs.unreserve(freed)
	fs.settle(c)
}

// punchPage zeroes a part of a page and reports whether the page went.
func (c *content) punchPage(page, from, to int64) bool {
	switch {
	case c.inBase(page):
		clear(c.ownPage(page, from%PageSize, to-from))
	case c.has(page):
		k := c.ownChunk(page / chunkPages)
		in := tail(k.data, from%chunkSize)
		clear(in[:min(int64(len(in)), to-from)])
		if to-from == PageSize {
			c.dropPage(k, page)
			return true
		}
	}
	return false
}
