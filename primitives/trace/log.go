package trace

import (
	"encoding/binary"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// DefaultLimit is the size in bytes up to which a log keeps events unless it is told otherwise.
const DefaultLimit = 256 << 20

// Log takes the events of one run, in order. It always has the rolling digest and the counters;
// it may keep the events too (NewLog), or follow a recorded trace (NewFollower), in which case each
// method returns the divergence, a *Divergence, from the event at which the runs part.
//
// A log belongs to one Machine, whose run token orders the events; it is not safe for
// concurrent use. It keeps no memory of the calls that it is given.
type Log struct {
	counters Counters
	digest   *det.Digest
	prev     int64  // time of the last event
	scratch  []byte // the encoding of the current event

	keep     bool
	kept     []byte
	limit    int
	overflow bool

	follow *follower
	watch  func(*Event)
}

// Watch lets fn see each event as it is recorded; it must keep no memory of it. The record itself
// does not change by that.
func (l *Log) Watch(fn func(*Event)) { l.watch = fn }

// NewLog returns a log that keeps events up to limit bytes; 0 means DefaultLimit. Beyond it the
// digest and the counters go on and Bytes gives nothing.
func NewLog(limit int) *Log {
	if limit <= 0 {
		limit = DefaultLimit
	}
	l := newLog()
	l.keep, l.limit, l.kept = true, limit, appendHeader(nil)
	return l
}

// NewCounter returns a log that has only the digest and the counters, for sweeps.
func NewCounter() *Log { return newLog() }

// NewFollower returns a log that compares the run with a recorded trace. It fails with
// ErrEmpty if the trace holds no event, with ErrVersion, or with ErrCorrupt.
func NewFollower(recorded []byte) (*Log, error) {
	events, err := header(recorded)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, ErrEmpty
	}
	l := newLog()
	l.follow = &follower{rest: events}
	return l, nil
}

func newLog() *Log {
	l := &Log{digest: det.NewDigest(), scratch: make([]byte, 0, 256)}
	l.digest.Raw(appendHeader(nil))
	return l
}

// Fork returns a log that goes on from the events so far, without l; nobody watches it. Events that are
// kept are shared until the fork keeps another, which copies them.
func (l *Log) Fork() *Log {
	c := &Log{
		counters: l.counters.clone(), digest: l.digest.Clone(), prev: l.prev,
		scratch: make([]byte, 0, cap(l.scratch)),
		keep:    l.keep, kept: slices.Clip(l.kept), limit: l.limit, overflow: l.overflow,
	}
	if l.follow != nil {
		follow := *l.follow
		c.follow = &follow
	}
	return c
}

// Call records a system call that was answered at once.
func (l *Log) Call(now int64, c *primitives.Call, r *primitives.Result) error {
	var e Event
	e.setCall(KindCall, now, c, r)
	return l.append(&e)
}

// Enter records that a system call began to wait.
func (l *Log) Enter(now int64, c *primitives.Call) error {
	var e Event
	e.setCall(KindEnter, now, c, nil)
	return l.append(&e)
}

// Return records the answer to a call that waited, or its interruption.
func (l *Log) Return(now int64, c *primitives.Call, r *primitives.Result) error {
	var e Event
	e.setCall(KindReturn, now, c, r)
	return l.append(&e)
}

// Event records an event of the kernel.
func (l *Log) Event(e Event) error { return l.append(&e) }

func (l *Log) append(e *Event) error {
	if l.watch != nil {
		seen := *e // a copy, so that recording allocates nothing where nobody watches
		l.watch(&seen)
	}
	// The length goes in front of the event, so room is left for it and the unused part skipped.
	b := appendEvent(append(l.scratch[:0], make([]byte, binary.MaxVarintLen32)...), e, l.prev)
	l.scratch = b
	size := uint64(len(b) - binary.MaxVarintLen32)
	start := binary.MaxVarintLen32 - uvarintLen(size)
	binary.PutUvarint(b[start:], size)
	b = b[start:]

	var err error
	if l.follow != nil {
		err = l.follow.compare(b, e, l.prev)
	}
	l.prev = e.Time
	l.counters.count(e)
	l.digest.Raw(b)
	if l.keep {
		l.store(b)
	}
	return err
}

func (l *Log) store(b []byte) {
	if len(l.kept)+len(b) > l.limit {
		l.keep, l.overflow, l.kept = false, true, nil
		return
	}
	l.kept = append(l.kept, b...)
}

func uvarintLen(v uint64) int {
	n := 1
	for ; v >= 0x80; v >>= 7 {
		n++
	}
	return n
}

// Finish ends the log. It returns ErrEmpty if nothing was recorded, or the divergence of a
// follower, also that the recorded trace goes on where this run ended.
func (l *Log) Finish() error {
	if l.counters.Events == 0 {
		return ErrEmpty
	}
	if l.follow != nil {
		return l.follow.finish(l.prev)
	}
	return nil
}

// Sum returns the digest over all events so far. It equals SumOf the bytes of a log that keeps.
func (l *Log) Sum() det.Sum { return l.digest.Sum() }

// SumOf returns the digest of a recorded trace.
func SumOf(recorded []byte) det.Sum {
	d := det.NewDigest()
	d.Raw(recorded)
	return d.Sum()
}

// Bytes returns the trace of a log that keeps, or nil. The slice is the log's own.
func (l *Log) Bytes() []byte {
	if !l.keep {
		return nil
	}
	return l.kept
}

// Overflow reports whether the events were more than the limit, so that Bytes gives nothing.
func (l *Log) Overflow() bool { return l.overflow }

// Counters returns what was counted so far.
func (l *Log) Counters() *Counters { return &l.counters }
