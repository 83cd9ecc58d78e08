package vfs

import "github.com/sandfault/sandfault/primitives"

// SeekData returns where the next data at or after off begins, lseek(2) with SEEK_DATA; ENXIO when
// there is none before the end.
func (f *File) SeekData(off int64) (int64, error) { return f.seek(off, true) }

// SeekHole returns where the next hole at or after off begins, lseek(2) with SEEK_HOLE. The end of
// the file counts as one.
func (f *File) SeekHole(off int64) (int64, error) { return f.seek(off, false) }

func (f *File) seek(off int64, data bool) (int64, error) {
	c := f.inode().file
	switch {
	case f.isPath():
		return 0, primitives.EBADF
	case c == nil:
		return 0, primitives.EINVAL
	case off < 0 || off >= c.size:
		return 0, primitives.ENXIO
	}
	page := c.next(off/PageSize, data)
	switch at := max(off, page*PageSize); {
	case page < pagesOf(c.size):
		return at, nil
	case data:
		return 0, primitives.ENXIO
	default:
		return c.size, nil
	}
}

// next returns the first page from the given one on that holds data, or that holds none; a page
// beyond the end when there is no such page.
func (c *content) next(page int64, data bool) int64 {
	end := pagesOf(c.size)
	numbers := c.chunkNumbers()
	for page < end {
		chunk := page / chunkPages
		for len(numbers) > 0 && numbers[0] < chunk {
			numbers = numbers[1:]
		}
		if len(numbers) == 0 || numbers[0] > chunk { // nothing in this chunk
			if !data {
				return page
			}
			if len(numbers) == 0 {
				return end
			}
			page = numbers[0] * chunkPages
			continue
		}
		if c.holds(page) == data {
			return page
		}
		page++
	}
	return end
}
