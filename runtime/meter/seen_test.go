package meter_test

import (
	"slices"
	"testing"

	"github.com/sandfault/sandfault/runtime/meter"
)

// seen runs a program and returns what its host saw of the count: in each call of an import, at each refill, and
// at the end, unless it ended by a trap.
func (h *host) seen(t *testing.T, wasm []byte, arg uint64) (counts []int64, trap string) {
	t.Helper()
	g := h.start(t, wasm)
	defer g.stop(t)
	fuel := g.counter()
	fuel.Set(uint64(h.slice))
	used := func() int64 { return h.given - int64(fuel.Get()) }
	h.given = h.slice
	h.tick = func() { counts = append(counts, used()) }
	h.refilled = func(left int64) { counts = append(counts, -(h.given - left)) }
	defer func() { h.tick, h.refilled = nil, nil }()
	_, trap = g.call("f", arg)
	if trap == "" {
		counts = append(counts, used())
	}
	return counts, trap
}

// TestCountIsSeenAsIfKeptInTheGlobal compares what hosts see with what they see of a module that charges the
// global at once: that the count is in a local in between must not show.
func TestCountIsSeenAsIfKeptInTheGlobal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		compiler bool
		use      features
	}{
		{"interpreter", false, features{throws: true, tails: true}},
		{"compiler", true, features{tails: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h, calls := newHost(t, c.compiler), 0
			for seed := range uint64(60) {
				calls += checkSeen(t, h, 1000+seed, c.use)
			}
			if calls < 100 {
				t.Errorf("the host saw only %d counts", calls)
			}
		})
	}
}

func checkSeen(t *testing.T, h *host, seed uint64, use features) int {
	t.Helper()
	m := program(seed, use)
	if want, _ := predict(m, seed%7); want == nil {
		return 0
	}
	calls := 0
	for _, o := range []meter.Options{{}, {MaxDepth: 1000}} {
		for _, slice := range []int64{1 << 40, 50, 3} {
			h.slice = slice
			direct, _ := rewrite(t, m.bytes(), meter.Direct(o))
			want, trap := h.seen(t, direct, seed%7)
			out, _ := rewrite(t, m.bytes(), o)
			got, gotTrap := h.seen(t, out, seed%7)
			if trap != gotTrap || !slices.Equal(got, want) {
				t.Errorf("seed %d, depth %d, slice %d: seen %d %q, not %d %q",
					seed, o.MaxDepth, slice, got, gotTrap, want, trap)
			}
			calls += len(got)
		}
	}
	return calls
}
