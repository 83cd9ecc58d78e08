package trace

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// Pair is a system call together with the error number that it gave; OK counts too.
type Pair struct {
	No    primitives.Sysno
	Errno primitives.Errno
}

// String renders the pair as "openat EACCES", or "openat OK".
func (p Pair) String() string {
	if p.Errno == primitives.OK {
		return p.No.String() + " OK"
	}
	return p.No.String() + " " + p.Errno.Name()
}

// Counters are what a log counts in every mode.
type Counters struct {
	Events uint64
	Calls  uint64 // answered calls
	Faults uint64 // calls whose answer a fault plan gave

	ok          [256]uint32 // answers without error, by call: the common case, without a map
	failed      map[Pair]uint32
	denials     map[denial]uint32
	unsupported map[string]uint32
}

type denial struct {
	primitive primitives.Primitive
	rule      string
}

// clone returns counters of their own that begin with these.
func (c *Counters) clone() Counters {
	n := *c
	n.failed, n.denials = maps.Clone(c.failed), maps.Clone(c.denials)
	n.unsupported = maps.Clone(c.unsupported)
	return n
}

func (c *Counters) count(e *Event) {
	c.Events++
	switch e.Kind {
	case KindCall, KindReturn:
		c.Calls++
		if e.Errno == primitives.OK {
			c.ok[e.No]++
		} else {
			bump(&c.failed, Pair{e.No, e.Errno})
		}
		if e.Injected {
			c.Faults++
		}
	case KindUnsupported:
		bump(&c.unsupported, e.Text)
	default:
	}
	if e.Cause != nil {
		bump(&c.denials, denial{e.Cause.Primitive, e.Cause.Rule})
	}
}

func bump[K comparable](m *map[K]uint32, k K) {
	if *m == nil {
		*m = map[K]uint32{}
	}
	(*m)[k]++
}

// Pairs returns the distinct pairs of call and error number, sorted.
func (c *Counters) Pairs() []Pair {
	pairs := slices.Collect(maps.Keys(c.failed))
	for no, n := range c.ok {
		if n > 0 {
			pairs = append(pairs, Pair{No: primitives.Sysno(no)})
		}
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.No, b.No), cmp.Compare(a.Errno, b.Errno))
	})
	return pairs
}

// Count returns how often a call gave an error number.
func (c *Counters) Count(p Pair) uint32 {
	if p.Errno == primitives.OK {
		return c.ok[p.No]
	}
	return c.failed[p]
}

// Denials returns the rules that denied something in this run, as causes without a detail, sorted.
func (c *Counters) Denials() []primitives.Cause {
	out := make([]primitives.Cause, 0, len(c.denials))
	for d := range c.denials {
		out = append(out, primitives.Cause{Primitive: d.primitive, Rule: d.rule})
	}
	slices.SortFunc(out, func(a, b primitives.Cause) int {
		return cmp.Or(cmp.Compare(a.Primitive, b.Primitive), cmp.Compare(a.Rule, b.Rule))
	})
	return out
}

// Unsupported returns the features that the run lacked, sorted.
func (c *Counters) Unsupported() []string {
	return slices.Sorted(maps.Keys(c.unsupported))
}
