package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// lockTable are the locks of one file, hung on its inode. Those of flock(2) belong to an open file, those
// of fcntl(2) to a range of bytes and a process, or an open file where the command is F_OFD_*; the two
// kinds ignore each other.
type lockTable struct {
	whole  []wholeLock
	ranges []rangeLock
	queue  waitQueue

	counted int // of ranges, in the account of the host
}

type wholeLock struct {
	owner     *openFile
	exclusive bool
}

type rangeLock struct {
	owner      *Process  // nil, with
	file       *openFile // the open file description that owns it
	exclusive  bool
	start, end int64 // [start, end)
}

func lockTableOf(f *openFile) *lockTable {
	if f.file == nil {
		return nil
	}
	t, _ := f.file.Data().(*lockTable)
	return t
}

func makeLockTable(f *openFile) *lockTable {
	t := lockTableOf(f)
	if t == nil {
		t = &lockTable{}
		f.file.SetData(t)
	}
	return t
}

// Operations of flock(2).
const (
	lockSh = 1
	lockEx = 2
	lockNb = 4
	lockUn = 8
)

func sysFlock(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	op := c.Args[1] &^ lockNb
	switch {
	case f.flags&primitives.O_PATH != 0:
		return fail(primitives.EBADF)
	case op != lockSh && op != lockEx && op != lockUn:
		return fail(primitives.EINVAL)
	case f.file == nil || f.stream != nil:
		return value(0) // nobody else can lock it
	}
	t := makeLockTable(f)
	if op == lockUn {
		k.unlockFile(f)
		return value(0)
	}
	if t.lockWhole(f, op == lockEx) {
		f.locked = true
		k.wake(&t.queue)
		return value(0)
	}
	k.unlockFile(f) // a change of lock gives the old one up first, flock(2)
	if c.Args[1]&lockNb != 0 {
		return fail(primitives.EAGAIN)
	}
	return p.wait(&t.queue)
}

// lockWhole gives f a lock of the whole file, or changes the one it has, unless another's forbids it.
func (t *lockTable) lockWhole(f *openFile, exclusive bool) bool {
	mine := -1
	for i, l := range t.whole {
		switch {
		case l.owner == f:
			mine = i
		case exclusive || l.exclusive:
			return false
		}
	}
	if mine >= 0 {
		t.whole[mine].exclusive = exclusive
	} else {
		t.whole = append(t.whole, wholeLock{f, exclusive})
	}
	return true
}

// unlockFile gives up what flock took by f.
func (k *Kernel) unlockFile(f *openFile) {
	t := lockTableOf(f)
	if t == nil {
		return
	}
	held := len(t.whole)
	t.whole = slices.DeleteFunc(t.whole, func(l wholeLock) bool { return l.owner == f })
	if len(t.whole) < held { // else those who wait would wake each other for ever
		k.wake(&t.queue)
	}
}

// closeLocks gives up all that belongs to an open file, which goes.
func (k *Kernel) closeLocks(f *openFile) {
	k.unlockFile(f)
	t := lockTableOf(f)
	if t == nil || len(t.ranges) == 0 {
		return
	}
	k.setRanges(t, slices.DeleteFunc(t.ranges, func(l rangeLock) bool { return l.file == f }))
	k.wake(&t.queue)
}

// dropLocks gives up all record locks that p has on a file: closing any descriptor of it does that,
// fcntl(2).
func (k *Kernel) dropLocks(p *Process, f *openFile) {
	t := lockTableOf(f)
	if t == nil || len(t.ranges) == 0 {
		return
	}
	k.setRanges(t, slices.DeleteFunc(t.ranges, func(l rangeLock) bool { return l.owner == p }))
	k.wake(&t.queue)
}

// setRanges replaces the record locks of a table, of which the host has a bound.
func (k *Kernel) setRanges(t *lockTable, ranges []rangeLock) {
	k.takes(int64(len(ranges)-t.counted) * lockBytes)
	t.ranges, t.counted = ranges, len(ranges)
}

// Types of a record lock.
const (
	readLock  = 0
	writeLock = 1
	unlock    = 2
)

func (k *Kernel) recordLock(p *Process, f *openFile, c *primitives.Call) primitives.Result {
	if f.file == nil || f.stream != nil {
		return fail(primitives.EBADF)
	}
	want := rangeLock{owner: p, exclusive: c.Args[2] == writeLock}
	cmd := c.Args[1]
	if cmd >= fOfdGetlk {
		want.owner, want.file = nil, f
		cmd += fGetlk - fOfdGetlk
		f.locked = true // its locks go with it
	}
	var ok bool
	want.start, want.end, ok = lockRange(f, c.Args[3], c.Args[4], c.Args[5])
	if !ok || c.Args[2] < readLock || c.Args[2] > unlock {
		return fail(primitives.EINVAL)
	}
	t := makeLockTable(f)
	k.spend(p, entriesCost(len(t.ranges)))
	conflict := slices.IndexFunc(t.ranges, func(l rangeLock) bool { return l.conflicts(&want) })
	switch {
	case cmd == fGetlk && (conflict < 0 || c.Args[2] == unlock):
		return value(unlock)
	case cmd == fGetlk:
		return t.ranges[conflict].tell()
	case c.Args[2] == unlock:
		if err := k.carve(t, want, 1); err != nil { // the rest of a lock may be two
			return done(err)
		}
		k.wake(&t.queue)
		return value(0)
	case want.exclusive && !f.writable() || !want.exclusive && !f.readable():
		return fail(primitives.EBADF)
	case conflict < 0:
		if err := k.carve(t, want, 2); err != nil {
			return done(err)
		}
		k.setRanges(t, append(t.ranges, want))
		k.wake(&t.queue)
		return value(0)
	case cmd == fSetlk:
		return fail(primitives.EAGAIN)
	case want.owner != nil && t.deadlock(p, want):
		return fail(primitives.EDEADLK)
	}
	return p.wait(&t.queue)
}

// conflicts reports whether two locks cannot be held together.
func (l *rangeLock) conflicts(o *rangeLock) bool {
	return !l.shares(o) && l.start < o.end && o.start < l.end && (l.exclusive || o.exclusive)
}

// shares reports whether two locks have one owner.
func (l *rangeLock) shares(o *rangeLock) bool { return l.owner == o.owner && l.file == o.file }

// tell is the answer to F_GETLK about a lock that stands in the way.
func (l *rangeLock) tell() primitives.Result {
	r := primitives.Result{Val: readLock, Aux: -1} // nobody's in particular
	if l.owner != nil {
		r.Aux = int64(l.owner.pid)
	}
	if l.exclusive {
		r.Val = writeLock
	}
	return r
}

// lockRange turns whence, start and length into [start, end).
func lockRange(f *openFile, whence, start, length int64) (from, to int64, ok bool) {
	switch whence {
	case seekSet:
	case seekCur:
		start += f.pos
	case seekEnd:
		start += f.file.Size()
	default:
		return 0, 0, false
	}
	switch {
	case length == 0:
		return start, never, start >= 0
	case length < 0:
		return start + length, start, start+length >= 0
	default:
		return start, after(start, length), start >= 0
	}
}

// carve takes a range out of what its owner has locked. The host must have room for as many locks more.
func (k *Kernel) carve(t *lockTable, cut rangeLock, more int64) error {
	if err := k.HostRoom(more*lockBytes, primitives.ENOLCK); err != nil {
		return err
	}
	meets := func(l rangeLock) bool { return l.shares(&cut) && l.start < cut.end && cut.start < l.end }
	if !slices.ContainsFunc(t.ranges, meets) {
		return nil
	}
	kept := make([]rangeLock, 0, len(t.ranges)+2)
	for _, l := range t.ranges {
		if !l.shares(&cut) || l.end <= cut.start || cut.end <= l.start {
			kept = append(kept, l)
			continue
		}
		if l.start < cut.start {
			left := l
			left.end = cut.start
			kept = append(kept, left)
		}
		if cut.end < l.end {
			right := l
			right.start = cut.end
			kept = append(kept, right)
		}
	}
	k.setRanges(t, kept)
	return nil
}

// deadlock reports whether somebody whose lock p would wait for already waits in this table for a lock
// of p: Linux finds longer circles too.
func (t *lockTable) deadlock(p *Process, want rangeLock) bool {
	holds := slices.ContainsFunc(t.ranges, func(l rangeLock) bool { return l.owner == p })
	return holds && slices.ContainsFunc(t.ranges, func(l rangeLock) bool {
		return l.conflicts(&want) && slices.Contains(t.queue.waiters, l.owner)
	})
}
