package disk

import (
	"io"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// file is an open file.
type file struct {
	path    string
	fd      int
	flags   vfs.OpenFlag
	level   vfs.LockLevel
	chunk   int64 // by how much the file grows at a time; 0: by what is written
	deleted bool  // it has no name any more
	syncDir bool  // its name is to last at the first sync
	psow    bool
	keepWAL bool
}

// sectorBytes is what SQLite takes a sector for on Unix.
const sectorBytes = 4096

// Close implements vfs.File.
func (f *file) Close() error {
	err := linux.Close(f.fd)
	if err == primitives.EINTR {
		err = nil // it is closed, close(2)
	}
	if f.deleted && err == nil {
		_ = linux.Unlink(f.path) // where it could not be when it was opened
	}
	return vfs.SystemError(err, sqlite3.IOERR_CLOSE)
}

// ReadAt implements vfs.File.
func (f *file) ReadAt(b []byte, off int64) (int, error) {
	n, err := (&linux.File{Fd: f.fd}).ReadAt(b, off)
	switch err {
	case nil, io.EOF:
		return n, err
	case primitives.EIO, primitives.ENXIO, primitives.ERANGE:
		return n, vfs.SystemError(err, sqlite3.IOERR_CORRUPTFS)
	}
	return n, vfs.SystemError(err, sqlite3.IOERR_READ)
}

// WriteAt implements vfs.File.
func (f *file) WriteAt(b []byte, off int64) (int, error) {
	done := 0
	for done < len(b) {
		n, err := linux.Pwrite(f.fd, b[done:], off+int64(done))
		switch {
		case err == primitives.EINTR:
			continue
		case err == primitives.ENOSPC:
			return done, vfs.SystemError(err, sqlite3.FULL)
		case err != nil:
			return done, vfs.SystemError(err, sqlite3.IOERR_WRITE)
		case n == 0:
			return done, sqlite3.FULL
		}
		done += n
	}
	return done, nil
}

// Truncate implements vfs.File.
func (f *file) Truncate(size int64) error {
	if f.chunk > 0 {
		size = (size + f.chunk - 1) / f.chunk * f.chunk
	}
	for {
		err := linux.Ftruncate(f.fd, size)
		if err != primitives.EINTR {
			return vfs.SystemError(err, sqlite3.IOERR_TRUNCATE)
		}
	}
}

// Sync implements vfs.File.
func (f *file) Sync(vfs.SyncFlag) error {
	if err := linux.Fsync(f.fd); err != nil {
		return vfs.SystemError(err, sqlite3.IOERR_FSYNC)
	}
	if !f.syncDir {
		return nil
	}
	f.syncDir = false
	return syncDirectory(f.path)
}

// Size implements vfs.File.
func (f *file) Size() (int64, error) {
	st, err := linux.Fstat(f.fd)
	return st.Size, vfs.SystemError(err, sqlite3.IOERR_FSTAT)
}

// SectorSize implements vfs.File.
func (*file) SectorSize() int { return sectorBytes }

// DeviceCharacteristics implements vfs.File.
func (f *file) DeviceCharacteristics() vfs.DeviceCharacteristic {
	if f.psow {
		return vfs.IOCAP_POWERSAFE_OVERWRITE
	}
	return 0
}

// ChunkSize implements vfs.FileChunkSize.
func (f *file) ChunkSize(size int) { f.chunk = int64(size) }

// PersistWAL implements vfs.FilePersistWAL.
func (f *file) PersistWAL() bool { return f.keepWAL }

// SetPersistWAL implements vfs.FilePersistWAL.
func (f *file) SetPersistWAL(on bool) { f.keepWAL = on }

// PowersafeOverwrite implements vfs.FilePowersafeOverwrite.
func (f *file) PowersafeOverwrite() bool { return f.psow }

// SetPowersafeOverwrite implements vfs.FilePowersafeOverwrite.
func (f *file) SetPowersafeOverwrite(on bool) { f.psow = on }

// HasMoved implements vfs.FileHasMoved: whether the path is another file's by now, or nobody's.
func (f *file) HasMoved() (bool, error) {
	mine, err := linux.Fstat(f.fd)
	if err != nil {
		return false, vfs.SystemError(err, sqlite3.IOERR_FSTAT)
	}
	st, err := linux.Stat(f.path)
	return err != nil || st.Ino != mine.Ino || st.Dev != mine.Dev, nil
}
