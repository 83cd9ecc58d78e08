package vfs

import (
	"io"
	"io/fs"
	"math"
	"os"
	"path"

	"github.com/spf13/afero"

	"github.com/sandfault/sandfault/primitives"
)

// aferoFile is an open File with the offset that afero.File wants.
type aferoFile struct {
	fs     *aferoFs
	name   string
	f      *File
	off    int64
	append bool
	cookie int64 // of a directory
	closed bool
}

var (
	_ afero.File     = (*aferoFile)(nil)
	_ fs.ReadDirFile = (*aferoFile)(nil)
)

func (a *aferoFile) Name() string { return a.name }

func (a *aferoFile) Close() error {
	if a.closed {
		return pathError("close", a.name, os.ErrClosed)
	}
	a.closed = true
	return pathError("close", a.name, a.f.Close())
}

// check refuses to use a closed file.
func (a *aferoFile) check(op string) error {
	if a.closed {
		return &os.PathError{Op: op, Path: a.name, Err: os.ErrClosed}
	}
	return nil
}

func (a *aferoFile) Read(b []byte) (int, error) {
	n, err := a.readAt(b, a.off)
	a.off += int64(n)
	if n == 0 && err == nil && len(b) > 0 {
		return 0, io.EOF
	}
	return n, err
}

func (a *aferoFile) readAt(b []byte, off int64) (int, error) {
	if err := a.check("read"); err != nil {
		return 0, err
	}
	n, err := a.f.ReadAt(b, off)
	return n, pathError("read", a.name, err)
}

func (a *aferoFile) ReadAt(b []byte, off int64) (int, error) {
	n, err := a.readAt(b, off)
	if err == nil && n < len(b) {
		err = io.EOF
	}
	return n, err
}

func (a *aferoFile) Write(b []byte) (int, error) {
	if a.append {
		return a.appendAll(b)
	}
	n, err := a.WriteAt(b, a.off)
	a.off += int64(n)
	return n, err
}

// WriteAt writes all of b or says why not: what Linux calls a short write is an error here.
func (a *aferoFile) WriteAt(b []byte, off int64) (n int, err error) {
	if err := a.check("write"); err != nil {
		return 0, err
	}
	for {
		m, err := a.f.WriteAt(&a.fs.c, b[n:], off+int64(n))
		n += m
		if err != nil || n == len(b) {
			return n, pathError("write", a.name, err)
		}
	}
}

func (a *aferoFile) appendAll(b []byte) (n int, err error) {
	if err := a.check("write"); err != nil {
		return 0, err
	}
	for {
		m, off, err := a.f.Append(&a.fs.c, b[n:])
		n, a.off = n+m, off
		if err != nil || n == len(b) {
			return n, pathError("write", a.name, err)
		}
	}
}

func (a *aferoFile) WriteString(s string) (int, error) { return a.Write([]byte(s)) }

func (a *aferoFile) Seek(offset int64, whence int) (int64, error) {
	if err := a.check("seek"); err != nil {
		return 0, err
	}
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += a.off
	case io.SeekEnd:
		offset += a.f.Size()
	default:
		return 0, pathError("seek", a.name, primitives.EINVAL)
	}
	if offset < 0 {
		return 0, pathError("seek", a.name, primitives.EINVAL)
	}
	a.off = offset
	if offset == 0 {
		a.cookie = 0
	}
	return offset, nil
}

func (a *aferoFile) Stat() (os.FileInfo, error) {
	if err := a.check("stat"); err != nil {
		return nil, err
	}
	return &fileInfo{path.Base(a.name), a.f.Stat()}, nil
}

func (a *aferoFile) Sync() error { return a.check("sync") }

func (a *aferoFile) Truncate(size int64) error {
	if err := a.check("truncate"); err != nil {
		return err
	}
	return pathError("truncate", a.name, a.f.Truncate(&a.fs.c, size))
}

// Readdir returns the next count entries, all that are left when count <= 0, as (*os.File).Readdir.
func (a *aferoFile) Readdir(count int) ([]os.FileInfo, error) {
	entries, err := a.next(count)
	infos := make([]os.FileInfo, 0, len(entries))
	for _, e := range entries {
		st, serr := a.fs.ns.Stat(&a.fs.c, a.f.Location(), e.Name, primitives.AT_SYMLINK_NOFOLLOW)
		if primitives.ErrnoOf(serr) == primitives.ENOENT {
			continue // it went in between
		}
		if serr != nil {
			return infos, pathError("lstat", path.Join(a.name, e.Name), serr)
		}
		infos = append(infos, &fileInfo{e.Name, st})
	}
	return infos, err
}

// Readdirnames is Readdir for the names alone.
func (a *aferoFile) Readdirnames(count int) ([]string, error) {
	entries, err := a.next(count)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names, err
}

// ReadDir implements fs.ReadDirFile.
func (a *aferoFile) ReadDir(count int) ([]fs.DirEntry, error) {
	infos, err := a.Readdir(count)
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, err
}

// next returns entries from the cookie on, without "." and "..".
func (a *aferoFile) next(count int) ([]primitives.Dirent, error) {
	if err := a.check("readdir"); err != nil {
		return nil, err
	}
	limit := count
	if count <= 0 {
		limit = math.MaxInt
	}
	out := []primitives.Dirent{}
	for len(out) < limit {
		entries, err := a.f.ReadDir(a.cookie, limit-len(out))
		if err != nil {
			return out, pathError("readdir", a.name, err)
		}
		if len(entries) == 0 {
			break
		}
		for _, e := range entries {
			a.cookie = e.Off
			if e.Name != "." && e.Name != ".." {
				out = append(out, e)
			}
		}
	}
	if len(out) == 0 && count > 0 {
		return out, io.EOF
	}
	return out, nil
}
