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
	ready uint64   // bytes that may be touched
	image *Image   // or nil
	room  []region // for the ranges that were written
}

func newMapped(image *Image, limit uint64) (*mapped, error) {
	base, err := unix.MmapPtr(-1, 0, nil, uintptr(limit), unix.PROT_NONE,
		unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	m := &mapped{base: base, max: limit}
	if image == nil || image.Size() == 0 {
		return m, nil
	}
	_, err = unix.MmapPtr(image.shared.fd, 0, base, uintptr(image.Size()), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_NORESERVE)
	if err != nil {
		return nil, errors.Join(err, unix.MunmapPtr(base, uintptr(limit)))
	}
	m.image, m.ready = image, image.Size()
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

// reset writes the hot pages back and drops the others that were written; the next touch finds the
// memfd's again. Where the host does not tell which were, it drops all others.
func (m *mapped) reset(size uint64) {
	var known bool
	m.room, known = written(m.all()[:size], m.room)
	m.restore(size, m.room, known)
}

// restore is reset, given the ranges that were written if the host tells them.
func (m *mapped) restore(size uint64, list []region, known bool) {
	mem, image := m.all()[:size], m.image.bytes
	if m.image.hot.due() {
		m.learn(list, known)
	}
	hot := m.image.hot.list()
	for _, s := range hot {
		copy(mem[s.from:s.to], image[s.from:s.to])
	}
	if !known {
		list = []region{{span: span{to: size}}}
	}
	for _, r := range list {
		dropBetween(mem, r.span, hot)
	}
}

func (m *mapped) clear(from, to uint64) { drop(m.all()[from:to]) }

func (m *mapped) learn(list []region, known bool) {
	if !known {
		m.image.hot.learn(different(m.all()[:len(m.image.bytes)], m.image.bytes))
		return
	}
	spans := make([]span, len(list))
	for i, r := range list {
		spans[i] = r.span
	}
	m.image.hot.learn(spans)
}

// dropBetween drops the pages of a range that are not in the hot spans.
func dropBetween(mem []byte, r span, hot []span) {
	from, to := r.from, r.to
	for _, s := range hot {
		if s.to <= from {
			continue
		}
		if s.from >= to {
			break
		}
		if s.from > from {
			drop(mem[from:s.from])
		}
		from = s.to
	}
	if from < to {
		drop(mem[from:to])
	}
}

func drop(pages []byte) {
	if len(pages) == 0 {
		return
	}
	if err := unix.Madvise(pages, unix.MADV_DONTNEED); err != nil {
		panic("memory: reset: " + err.Error()) // the range is ours: it cannot fail
	}
}

func (m *mapped) free() {
	if err := unix.MunmapPtr(m.base, uintptr(m.max)); err != nil {
		panic("memory: free: " + err.Error()) // as above
	}
}
