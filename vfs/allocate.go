package vfs

import "github.com/sandfault/sandfault/primitives"

// Modes of fallocate(2).
const (
	FallocKeepSize  = 1
	FallocPunchHole = 2
)

// mayPassOn reports whether a mode is one that the kernel passes on to a file system (fs/open.c), those that
// ours lack too.
func mayPassOn(mode uint32) bool {
	const collapse, zero, insert, unshare, writeZeroes = 0x8, 0x10, 0x20, 0x40, 0x80
	switch mode {
	case 0, FallocKeepSize, FallocPunchHole | FallocKeepSize, collapse, zero, zero | FallocKeepSize,
		insert, unshare, unshare | FallocKeepSize, writeZeroes:
		return true
	default:
		return false
	}
}

// maxAllocate bounds one fallocate on a file system without a quota, in bytes.
const maxAllocate = 64 << 30

// Allocate makes [off, off+n) have storage, or with FallocPunchHole|FallocKeepSize none, fallocate(2).
// It is all or nothing: ENOSPC changes neither size nor quota.
func (f *File) Allocate(c *primitives.Cred, mode uint32, off, n int64) error {
	i := f.inode()
	if err := f.mayAllocate(mode, off, n); err != nil {
		return err
	}
	if mode&FallocPunchHole != 0 {
		return f.punch(c, off, n)
	}
	if i.fs.maxPages == 0 && n > maxAllocate {
		return i.fs.full()
	}
	need := i.file.holes(off, n, i.fs.room())
	if need > i.fs.room() {
		return i.fs.full() // before the host is asked: what does not fit takes nothing of it
	}
	if err := i.fs.mayStore((n/chunkSize + 2) * (chunkBytes + slotBytes)); err != nil {
		return err
	}
	if err := i.fs.reserve(need); err != nil {
		return err
	}
	i.file.allocate(off, n)
	i.fs.settle(i.file)
	dropSetID(c, i)
	if end := off + n; mode&FallocKeepSize == 0 && end > i.file.size {
		i.file.size = end
	}
	i.touch()
	return nil
}

func (f *File) mayAllocate(mode uint32, off, n int64) error {
	switch {
	case f.isPath():
		return primitives.EBADF
	case off < 0 || n <= 0:
		return primitives.EINVAL
	case !mayPassOn(mode):
		return primitives.EOPNOTSUPP
	case !f.canWrite():
		return primitives.EBADF
	}
	switch f.inode().kind() {
	case primitives.S_IFIFO:
		return primitives.ESPIPE
	case primitives.S_IFDIR:
		return primitives.EISDIR
	case primitives.S_IFREG:
	default:
		return primitives.ENODEV
	}
	switch {
	case f.inode().file == nil:
		return primitives.EOPNOTSUPP
	case off > f.inode().fs.fileLimit()-n:
		return primitives.EFBIG
	case mode&^(FallocKeepSize|FallocPunchHole) != 0:
		return primitives.EOPNOTSUPP // as a tmpfs says, once all else is right
	}
	return nil
}

// punch may need space of its own: the pages of the image that it zeroes.
func (f *File) punch(c *primitives.Cred, off, n int64) error {
	i := f.inode()
	end := min(off+n, pagesOf(int64(len(i.file.base)))*PageSize)
	if off < end {
		if err := i.fs.mayStore(writeBytes(end - off)); err != nil {
			return err
		}
		if err := i.fs.reserve(i.file.missing(off, end-off, i.fs.room())); err != nil {
			return err
		}
	}
	i.file.punch(i.fs, off, n)
	dropSetID(c, i)
	i.touch()
	return nil
}
