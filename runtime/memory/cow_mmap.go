//go:build linux

package memory

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// shared is an image in a memfd, with a read-only view of it.
type shared struct {
	fd   int
	view []byte
}

func newShared(b []byte) (*shared, error) {
	fd, err := unix.MemfdCreate("sandfault", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	s := &shared{fd: fd}
	if err := s.fill(b); err != nil {
		return nil, errors.Join(err, unix.Close(fd))
	}
	return s, nil
}

func (s *shared) fill(b []byte) error {
	if err := unix.Ftruncate(s.fd, int64(len(b))); err != nil || len(b) == 0 {
		return err
	}
	for off := 0; off < len(b); {
		// Pages of zeros stay holes: they cost nothing until a guest touches them.
		end := min(off+unix.Getpagesize(), len(b))
		if !zero(b[off:end]) {
			if _, err := unix.Pwrite(s.fd, b[off:end], int64(off)); err != nil {
				return err
			}
		}
		off = end
	}
	view, err := unix.Mmap(s.fd, 0, len(b), unix.PROT_READ, unix.MAP_SHARED)
	s.view = view
	return err
}

func zero(b []byte) bool {
	for _, v := range b {
		if v != 0 {
			return false
		}
	}
	return true
}

func (s *shared) close() error {
	var unmap error
	if s.view != nil {
		unmap = unix.Munmap(s.view)
	}
	return errors.Join(unmap, unix.Close(s.fd))
}

// mapped keeps a space in reserved addresses: the image at the start, fresh pages behind it.
type mapped struct {
	base  unsafe.Pointer
	max   uint64
	image uint64 // bytes
	ready uint64 // bytes that may be touched
}

func newMapped(image *Image, max uint64) (*mapped, error) {
	base, err := unix.MmapPtr(-1, 0, nil, uintptr(max), unix.PROT_NONE,
		unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	m := &mapped{base: base, max: max}
	if image == nil || image.Size() == 0 {
		return m, nil
	}
	_, err = unix.MmapPtr(image.shared.fd, 0, base, uintptr(image.Size()), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_NORESERVE)
	if err != nil {
		return nil, errors.Join(err, unix.MunmapPtr(base, uintptr(max)))
	}
	m.image, m.ready = image.Size(), image.Size()
	return m, nil
}

func (m *mapped) all() []byte { return unsafe.Slice((*byte)(m.base), m.max) }

func (m *mapped) resize(size uint64) []byte {
	if size > m.ready {
		if unix.Mprotect(m.all()[m.ready:size], unix.PROT_READ|unix.PROT_WRITE) != nil {
			return nil
		}
		m.ready = size
	}
	return m.all()[:size:size]
}

// reset drops the pages that were written; the next touch finds the memfd's again.
func (m *mapped) reset(size uint64) {
	if err := unix.Madvise(m.all()[:size], unix.MADV_DONTNEED); err != nil {
		panic("memory: reset: " + err.Error()) // the range is ours: it cannot fail
	}
}

func (m *mapped) free() {
	if err := unix.MunmapPtr(m.base, uintptr(m.max)); err != nil {
		panic("memory: free: " + err.Error()) // as above
	}
}
