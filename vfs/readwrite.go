package vfs

import "github.com/sandfault/sandfault/primitives"

// ReadAt reads from an offset, pread(2): 0 and no error at the end.
func (f *File) ReadAt(b []byte, off int64) (int, error) {
	i := f.inode()
	switch {
	case !f.canRead():
		return 0, primitives.EBADF
	case off < 0:
		return 0, primitives.EINVAL
	case i.isDir():
		return 0, primitives.EISDIR
	}
	if text, ok := i.node.(Text); ok {
		return f.readText(text, b, off)
	}
	if i.file == nil {
		return 0, primitives.EINVAL
	}
	if len(b) == 0 && i.fs.kind != kindTmpfs {
		return 0, nil // but a tmpfs counts that as a read (mm/shmem.c)
	}
	if f.flags&oNoatime == 0 {
		f.loc.mount.flags.accessed(i)
	}
	return i.file.readAt(b, off), nil
}

// readText reads a synthetic file, whose text is made when it is read from the beginning.
func (f *File) readText(t Text, b []byte, off int64) (int, error) {
	if f.kept == nil || f.kept.text == nil || off == 0 {
		text, err := t.Content()
		if err != nil {
			return 0, err
		}
		if err := f.keep(reading{text: text, held: int64(len(text))}); err != nil {
			return 0, err
		}
	}
	return copy(b, tail(f.kept.text, off)), nil
}

// WriteAt writes at an offset, pwrite(2). When the space runs out midway it returns the count that
// was written and no error; ENOSPC when nothing fits. It clears set-id bits unless c is root.
func (f *File) WriteAt(c *primitives.Cred, b []byte, off int64) (int, error) {
	i := f.inode()
	switch {
	case !f.canWrite():
		return 0, primitives.EBADF
	case off < 0:
		return 0, primitives.EINVAL
	}
	if w, ok := i.node.(Writer); ok {
		return w.Write(c, b, off)
	}
	switch {
	case i.file == nil:
		return 0, primitives.EINVAL
	case len(b) == 0:
		return 0, nil
	case off >= i.fs.fileLimit():
		return 0, primitives.EFBIG
	}
	b = b[:min(int64(len(b)), i.fs.fileLimit()-off)]
	// Linux stamps and clears before it looks for space, so that a write that fails does so too.
	dropSetID(c, i)
	i.touch()
	return f.store(b, off)
}

// store writes what fits in the quota. Memory is charged for all of it at once: refusing that kills
// somebody, and must not happen page by page.
func (f *File) store(b []byte, off int64) (int, error) {
	file, fs := f.inode().file, f.inode().fs
	room := fs.room()
	need := file.missing(off, int64(len(b)), room)
	if need > room {
		need = room
		if b = b[:file.fits(off, int64(len(b)), room)]; len(b) == 0 {
			return 0, fs.full()
		}
	}
	if err := fs.mayStore(writeBytes(int64(len(b)))); err != nil {
		return 0, err
	}
	if err := fs.reserve(need); err != nil {
		return 0, err
	}
	file.writeAt(b, off)
	fs.settle(file)
	return len(b), nil
}

// Append writes at the end, as O_APPEND does, and returns the offset after it.
func (f *File) Append(c *primitives.Cred, b []byte) (n int, off int64, err error) {
	var size int64
	if f.inode().file != nil {
		size = f.inode().file.size
	}
	n, err = f.WriteAt(c, b, size)
	return n, size + int64(n), err
}

// Truncate sets the size, ftruncate(2).
func (f *File) Truncate(c *primitives.Cred, size int64) error {
	i := f.inode()
	switch {
	case size < 0:
		return primitives.EINVAL
	case f.isPath():
		return primitives.EBADF
	case !i.isRegular() || !f.canWrite():
		return primitives.EINVAL
	}
	if err := f.ns().ask(c, OpTruncate, f.loc); err != nil {
		return err
	}
	switch {
	case i.live:
		return nil
	case size > i.fs.fileLimit():
		return primitives.EFBIG
	}
	dropSetID(c, i)
	i.file.truncate(i.fs, size)
	i.touch()
	return nil
}
