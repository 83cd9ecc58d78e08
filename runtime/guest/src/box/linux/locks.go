package linux

import (
	"encoding/binary"
	"unsafe"
)

// Types of a record lock, fcntl(2).
const (
	LockRead  = 0 // F_RDLCK
	LockWrite = 1 // F_WRLCK
	LockNone  = 2 // F_UNLCK
)

// Commands of fcntl(2) on locks that belong to an open file: closing another descriptor of the same file
// does not take them away, as it does with those of a process.
const (
	fOfdGetlk = 36
	fOfdSetlk = 37
)

const (
	flockBytes  = 32
	flockStart  = 8
	flockLength = 16
)

func flock(kind int, start, length int64) []byte {
	b := make([]byte, flockBytes)
	le := binary.LittleEndian
	le.PutUint16(b, uint16(kind))
	le.PutUint64(b[flockStart:], uint64(start))
	le.PutUint64(b[flockLength:], uint64(length))
	return b
}

// SetLock sets or takes away an open file's lock on a range of bytes without waiting: EAGAIN or EACCES if
// somebody else's is in the way.
func SetLock(fd, kind int, start, length int64) error {
	b := flock(kind, start, length)
	return failure(sysRecordLock(int32(fd), fOfdSetlk, unsafe.Pointer(unsafe.SliceData(b))))
}

// Locked reports whether somebody else's lock would be in the way of one.
func Locked(fd, kind int, start, length int64) (bool, error) {
	b := flock(kind, start, length)
	err := failure(sysRecordLock(int32(fd), fOfdGetlk, unsafe.Pointer(unsafe.SliceData(b))))
	return binary.LittleEndian.Uint16(b) != LockNone, err
}
