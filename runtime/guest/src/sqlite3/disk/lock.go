package disk

import (
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// The bytes of a database file that stand for its locks,
// https://sqlite.org/fileformat2.html#the_lock_byte_page and https://sqlite.org/lockingv3.html: all who
// read have a read lock on the shared range.
const (
	pendingByte  = 0x40000000
	reservedByte = pendingByte + 1
	sharedFirst  = pendingByte + 2
	sharedSize   = 510
)

// Lock implements vfs.File.
func (f *file) Lock(level vfs.LockLevel) error {
	if f.level >= level {
		return nil
	}
	var err error
	switch level {
	case vfs.LOCK_SHARED:
		err = f.share()
	case vfs.LOCK_RESERVED:
		err = linux.SetLock(f.fd, linux.LockWrite, reservedByte, 1)
	default:
		if f.level < vfs.LOCK_PENDING {
			if err := linux.SetLock(f.fd, linux.LockWrite, pendingByte, 1); err != nil {
				return refusal(err, sqlite3.IOERR_LOCK)
			}
			f.level = vfs.LOCK_PENDING
		}
		err = linux.SetLock(f.fd, linux.LockWrite, sharedFirst, sharedSize)
	}
	if err != nil {
		return refusal(err, sqlite3.IOERR_LOCK)
	}
	f.level = level
	return nil
}

// share gets the read lock, past nobody who waits to write.
func (f *file) share() error {
	if err := linux.SetLock(f.fd, linux.LockRead, pendingByte, 1); err != nil {
		return err
	}
	err := linux.SetLock(f.fd, linux.LockRead, sharedFirst, sharedSize)
	if e := linux.SetLock(f.fd, linux.LockNone, pendingByte, 1); err == nil {
		err = e
	}
	return err
}

// Unlock implements vfs.File.
func (f *file) Unlock(level vfs.LockLevel) error {
	if f.level <= level {
		return nil
	}
	if level == vfs.LOCK_SHARED {
		if err := linux.SetLock(f.fd, linux.LockRead, sharedFirst, sharedSize); err != nil {
			return refusal(err, sqlite3.IOERR_RDLOCK)
		}
		if err := linux.SetLock(f.fd, linux.LockNone, pendingByte, 2); err != nil {
			return refusal(err, sqlite3.IOERR_UNLOCK)
		}
		f.level = level
		return nil
	}
	if err := linux.SetLock(f.fd, linux.LockNone, 0, 0); err != nil {
		return refusal(err, sqlite3.IOERR_UNLOCK)
	}
	f.level = level
	return nil
}

// CheckReservedLock implements vfs.File.
func (f *file) CheckReservedLock() (bool, error) {
	if f.level >= vfs.LOCK_RESERVED {
		return true, nil
	}
	locked, err := linux.Locked(f.fd, linux.LockWrite, reservedByte, 1)
	return locked, vfs.SystemError(err, sqlite3.IOERR_CHECKRESERVEDLOCK)
}

// LockState implements vfs.FileLockState.
func (f *file) LockState() vfs.LockLevel { return f.level }

// refusal is what a lock that was not to be had is for SQLite.
func refusal(err error, code sqlite3.ExtendedErrorCode) error {
	switch err {
	case primitives.EACCES, primitives.EAGAIN, primitives.ETIMEDOUT, primitives.EBUSY, primitives.EINTR,
		primitives.ENOLCK:
		return sqlite3.BUSY
	case primitives.EPERM:
		return vfs.SystemError(err, sqlite3.PERM)
	}
	return vfs.SystemError(err, code)
}
