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

// lockTableOf returns the table of what is open, or nil if nothing was locked. A pipe's hangs on the pipe.
func lockTableOf(f *openFile) *lockTable {
	if e, ok := f.stream.(*pipeEnd); ok {
		return e.locks
	}
	if f.file == nil {
		return nil
	}
	t, _ := f.file.Data().(*lockTable)
	return t
}

// makeLockTable returns the table of what is open. What has no place for one is nobody else's to lock.
func makeLockTable(f *openFile) *lockTable {
	t := lockTableOf(f)
	if t != nil {
		return t
	}
	t = &lockTable{}
	if e, ok := f.stream.(*pipeEnd); ok {
		e.locks = t
	} else if f.file != nil && f.file.Data() == nil {
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

	lockMand = 32 // mandatory locks, which are no more: taken and without effect
)

func sysFlock(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	op := c.Args[1] &^ lockNb
	switch { // before the descriptor is looked at (fs/locks.c)
	case op&lockMand != 0:
		return value(0)
	case op != lockSh && op != lockEx && op != lockUn:
		return fail(primitives.EINVAL)
	}
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	if f.flags&primitives.O_PATH != 0 {
		return fail(primitives.EBADF)
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
