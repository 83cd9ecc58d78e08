package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// fdEntry is a descriptor: an open file and the one flag that belongs to the number alone.
type fdEntry struct {
	file    *openFile // nil: the number is free
	cloexec bool
}

// fdTable is a process's descriptors, indexed by number.
type fdTable struct {
	entries []fdEntry
	host    *int64 // takes what the table takes of the host, bytes
	taken   int64  // all numbers below are, so that nobody looks for a free one there
}

// get returns the open file of a number, or EBADF.
func (t *fdTable) get(fd int64) (*openFile, error) {
	if fd < 0 || fd >= int64(len(t.entries)) || t.entries[fd].file == nil {
		return nil, primitives.EBADF
	}
	return t.entries[fd].file, nil
}

// capacity is how many descriptors Linux has made room for (fs/file.c, alloc_fdtable).
func (t *fdTable) capacity() int {
	const least, step = 64, 128
	if len(t.entries) <= least {
		return least
	}
	n := step
	for n <= len(t.entries)-1 {
		n *= 2
	}
	return n
}

// entry returns the descriptor of a number, or nil.
func (t *fdTable) entry(fd int64) *fdEntry {
	if fd < 0 || fd >= int64(len(t.entries)) || t.entries[fd].file == nil {
		return nil
	}
	return &t.entries[fd]
}

// free returns the lowest free number from low on.
func (t *fdTable) free(low int64) int64 {
	for i := max(low, t.taken); i < int64(len(t.entries)); i++ {
		if t.entries[i].file == nil {
			return i
		}
	}
	return max(low, int64(len(t.entries)))
}

// set gives a free number to f, which must already be counted for it.
func (t *fdTable) set(fd int64, f *openFile, cloexec bool) {
	for int64(len(t.entries)) <= fd {
		t.entries = append(t.entries, fdEntry{})
		*t.host += slotBytes
	}
	*t.host += descriptorBytes
	t.entries[fd] = fdEntry{f, cloexec}
	if fd == t.taken {
		t.taken++
	}
}

// clear makes a number free again. Its open file is the caller's to give up.
func (t *fdTable) clear(fd int64) {
	t.entries[fd] = fdEntry{}
	t.taken = min(t.taken, fd)
	*t.host -= descriptorBytes
}

// bytes is what the table takes of the host.
func (t *fdTable) bytes() int64 {
	n := int64(len(t.entries)) * slotBytes
	for i := range t.entries {
		if t.entries[i].file != nil {
			n += descriptorBytes
		}
	}
	return n
}

// clone returns the table of a forked child, which shares the open files.
func (t *fdTable) clone() fdTable {
	for _, e := range t.entries {
		if e.file != nil {
			e.file.refs++
		}
	}
	*t.host += t.bytes()
	return fdTable{entries: slices.Clone(t.entries), host: t.host, taken: t.taken}
}

// install gives f, which the caller opened, the lowest free number. If there is none, it closes f.
func (k *Kernel) install(p *Process, f *openFile, cloexec bool) (int64, error) {
	fd, err := p.freeFd(0)
	if err != nil {
		_ = k.unref(f)
		return -1, err
	}
	p.fds.set(fd, f, cloexec)
	return fd, nil
}

// freeFd returns the lowest free number from low on, within RLIMIT_NOFILE and what the host has.
func (p *Process) freeFd(low int64) (int64, error) {
	fd := p.fds.free(low)
	if l := &p.limits[limitNofile]; fd >= l.soft() && p.pid != 1 {
		return -1, l.deny(primitives.EMFILE, primitives.Files, "nofile", l.soft())
	}
	places := max(0, fd+1-int64(len(p.fds.entries)))
	if err := p.k.HostRoom(descriptorBytes+places*slotBytes, primitives.EMFILE); err != nil {
		return -1, err
	}
	return fd, nil
}

// CanOpen reports whether RLIMIT_NOFILE leaves the process a number for another file.
func (p *Process) CanOpen() bool {
	return p.pid == 1 || p.fds.free(0) < p.limits[limitNofile].soft()
}

// closeFd frees a number.
func (k *Kernel) closeFd(p *Process, fd int64) error {
	f, err := p.fds.get(fd)
	if err != nil {
		return err
	}
	p.fds.clear(fd)
	k.dropLocks(p, f)
	return k.unref(f)
}

// closeAll frees all numbers, as the end of a process does.
func (k *Kernel) closeAll(p *Process) {
	for fd := range p.fds.entries {
		if p.fds.entries[fd].file != nil {
			_ = k.closeFd(p, int64(fd))
		}
	}
	*p.fds.host -= p.fds.bytes()
	p.fds.entries, p.fds.taken = nil, 0
}

// closeOnExec frees the numbers that do not survive execve.
func (k *Kernel) closeOnExec(p *Process) {
	for fd := range p.fds.entries {
		if p.fds.entries[fd].cloexec {
			_ = k.closeFd(p, int64(fd))
		}
	}
}
