package det

import (
	"math"
	"time"
)

// Start is where virtual time begins unless a profile says otherwise: 2026-01-01T00:00:00Z in
// nanoseconds since 1970.
const Start int64 = 1_767_225_600_000_000_000

// Clock is virtual time in nanoseconds since 1970. It moves only when it is told to, and
// never backwards. It belongs to one Machine and is not safe for concurrent use.
type Clock struct{ now int64 }

// NewClock returns a clock that stands at start, ns since 1970.
func NewClock(start int64) *Clock { return &Clock{now: start} }

// Clone returns a clock that stands at the same time and moves on its own.
func (c *Clock) Clone() *Clock { return &Clock{now: c.now} }

// Now returns the time, ns since 1970.
func (c *Clock) Now() int64 { return c.now }

// Advance moves the clock by d nanoseconds. It panics if d is negative, for a caller who
// computed a negative span has an error that must not become a run's result. Time stops
// at the largest number instead of wrapping.
func (c *Clock) Advance(d int64) {
	if d < 0 {
		panic("det: the clock cannot go backwards")
	}
	if c.now > math.MaxInt64-d {
		c.now = math.MaxInt64
		return
	}
	c.now += d
}

// AdvanceTo moves the clock to t, ns since 1970; if that is past, the clock stands. It reports
// by how many nanoseconds the clock moved.
func (c *Clock) AdvanceTo(t int64) int64 {
	if t <= c.now {
		return 0
	}
	d := t - c.now
	c.now = t
	return d
}

// Time returns the time as a time.Time in UTC, for those who print it.
func (c *Clock) Time() time.Time { return time.Unix(0, c.now).UTC() }
