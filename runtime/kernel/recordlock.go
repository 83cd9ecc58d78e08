package kernel

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// rangeLock is a record lock, fcntl(2). What must hold of a table's: those of one owner lie side by side, in
// the order of their offsets, do not overlap, and none begins where one of the same type ends.
type rangeLock struct {
	owner       *Process  // nil, with
	file        *openFile // the open file description that owns it
	exclusive   bool
	start, last int64 // bytes, both included; the last offset that there is stands for the end of the file
}

// maxOffset is the largest offset, which a lock up to the end of a file ends at.
const maxOffset = math.MaxInt64

// dropLocks gives up all record locks that p has on a file: closing any descriptor of it does that,
// fcntl(2), but for those that open nothing.
func (k *Kernel) dropLocks(p *Process, f *openFile) {
	t := lockTableOf(f)
	if t == nil || len(t.ranges) == 0 || f.flags&primitives.O_PATH != 0 {
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
	cmd, kind := c.Args[1], c.Args[2]
	if cmd == fGetlk && kind != readLock && kind != writeLock {
		return fail(primitives.EINVAL)
	}
	want := rangeLock{owner: p, exclusive: kind == writeLock}
	if cmd >= fOfdGetlk {
		want.owner, want.file = nil, f
		cmd += fGetlk - fOfdGetlk
		f.locked = true // its locks go with it
	}
	if err := want.setRange(f, c.Args[3], c.Args[4], c.Args[5]); err != nil {
		return done(err)
	}
	if kind < readLock || kind > unlock {
		return fail(primitives.EINVAL)
	}
	t := makeLockTable(f)
	k.spend(p, entriesCost(len(t.ranges)))
	if cmd == fGetlk {
		return t.test(&want, kind == unlock, c.Out)
	}
	return k.setLock(p, f, t, want, c)
}

// setLock is F_SETLK and F_SETLKW.
func (k *Kernel) setLock(
	p *Process, f *openFile, t *lockTable, want rangeLock, c *primitives.Call,
) primitives.Result {
	release := c.Args[2] == unlock
	switch {
	case release:
	case want.exclusive && !f.writable() || !want.exclusive && !f.readable():
		return fail(primitives.EBADF)
	case !slices.ContainsFunc(t.ranges, func(l rangeLock) bool { return l.conflicts(&want) }):
	case c.Args[1] == fSetlk || c.Args[1] == fOfdSetlk:
		return fail(primitives.EAGAIN)
	default:
		w := lockWait{t, want}
		if want.owner != nil && w.closesCircle() {
			return fail(primitives.EDEADLK)
		}
		p.call.used, p.call.lock = true, &w
		return p.wait(&t.queue)
	}
	if err := k.HostRoom(2*lockBytes, primitives.ENOLCK); err != nil { // the rest of a lock may be two
		return done(err)
	}
	k.setRanges(t, t.changed(want, release))
	k.wake(&t.queue)
	return value(0)
}

// changed returns the locks after want's owner has it, or has given up that range.
func (t *lockTable) changed(want rangeLock, release bool) []rangeLock {
	at := slices.IndexFunc(t.ranges, func(l rangeLock) bool { return l.shares(&want) })
	if at < 0 {
		at = len(t.ranges)
	}
	after := at
	for after < len(t.ranges) && t.ranges[after].shares(&want) {
		after++
	}
	own := make([]rangeLock, 0, after-at+2)
	for _, l := range t.ranges[at:after] {
		own = append(own, l.without(&want)...)
	}
	if !release {
		own = append(own, want)
		slices.SortFunc(own, func(a, b rangeLock) int { return cmp.Compare(a.start, b.start) })
	}
	own = joined(own)
	return slices.Concat(t.ranges[:at], own, t.ranges[after:])
}

// without returns what is left of a lock outside a range.
func (l *rangeLock) without(cut *rangeLock) (rest []rangeLock) {
	if l.start < cut.start {
		left := *l
		left.last = min(l.last, cut.start-1)
		rest = append(rest, left)
	}
	if l.last > cut.last {
		right := *l
		right.start = max(l.start, cut.last+1)
		rest = append(rest, right)
	}
	return rest
}

// joined makes one lock of those of one type that touch. They are in order and do not overlap.
func joined(list []rangeLock) []rangeLock {
	out := list[:0]
	for _, l := range list {
		if n := len(out) - 1; n >= 0 && out[n].exclusive == l.exclusive && out[n].last+1 == l.start {
			out[n].last = l.last
			continue
		}
		out = append(out, l)
	}
	return out
}

// test is F_GETLK: the first lock that stands in the way of want, or no lock. Asked about unlocking it is the
// first of the same owner.
func (t *lockTable) test(want *rangeLock, release bool, out []byte) primitives.Result {
	at := slices.IndexFunc(t.ranges, func(l rangeLock) bool {
		if release {
			return l.shares(want) && l.meets(want)
		}
		return l.conflicts(want)
	})
	if at < 0 {
		return value(unlock)
	}
	return t.ranges[at].tell(out)
}

func (l *rangeLock) meets(o *rangeLock) bool { return l.start <= o.last && o.start <= l.last }

// conflicts reports whether two locks cannot be held together.
func (l *rangeLock) conflicts(o *rangeLock) bool {
	return !l.shares(o) && l.meets(o) && (l.exclusive || o.exclusive)
}

// shares reports whether two locks have one owner.
func (l *rangeLock) shares(o *rangeLock) bool { return l.owner == o.owner && l.file == o.file }

// lockAnswer is what F_GETLK fills: start and length, from the beginning of the file.
const lockAnswer = 16

// tell is the answer to F_GETLK about a lock: its type, whose it is, and where it lies.
func (l *rangeLock) tell(out []byte) primitives.Result {
	r := primitives.Result{Val: readLock, Aux: -1} // nobody's in particular
	if l.owner != nil {
		r.Aux = int64(l.owner.pid)
	}
	if l.exclusive {
		r.Val = writeLock
	}
	if len(out) >= lockAnswer {
		length := int64(0)
		if l.last != maxOffset {
			length = l.last - l.start + 1
		}
		binary.LittleEndian.PutUint64(out, uint64(l.start))
		binary.LittleEndian.PutUint64(out[8:], uint64(length))
		r.N = lockAnswer
	}
	return r
}

// setRange turns whence, start and length into the range (fs/locks.c, flock64_to_posix_lock).
func (l *rangeLock) setRange(f *openFile, whence, start, length int64) error {
	base := int64(0)
	switch whence {
	case seekSet:
	case seekCur:
		base = f.pos
	case seekEnd:
		if f.file != nil {
			base = f.file.Size()
		}
	default:
		return primitives.EINVAL
	}
	if start > maxOffset-base {
		return primitives.EOVERFLOW
	}
	if start += base; start < 0 {
		return primitives.EINVAL
	}
	l.start, l.last = start, maxOffset
	switch {
	case length > 0 && length-1 > maxOffset-start:
		return primitives.EOVERFLOW
	case length > 0:
		l.last = start + length - 1
	case length < 0 && start+length < 0:
		return primitives.EINVAL
	case length < 0:
		l.start, l.last = start+length, start-1
	}
	return nil
}

// lockWait is what a process waits for that asked for a record lock.
type lockWait struct {
	table *lockTable
	want  rangeLock
}

// closesCircle reports whether who stands in the way waits, through others, for the one that asks. Linux
// follows as many (fs/locks.c, posix_locks_deadlock).
func (w lockWait) closesCircle() bool {
	const most = 10
	p, at := w.want.owner, &w
	for range most + 1 {
		i := slices.IndexFunc(at.table.ranges, func(l rangeLock) bool { return l.conflicts(&at.want) })
		if i < 0 {
			return false
		}
		owner := at.table.ranges[i].owner
		switch {
		case owner == nil:
			return false
		case owner == p:
			return true
		case owner.call.lock == nil:
			return false
		}
		at = owner.call.lock
	}
	return false
}
