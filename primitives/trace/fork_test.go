package trace_test

import (
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives/trace"
)

// TestForksOfALog: both go on from the same events, and neither has the other's.
func TestForksOfALog(t *testing.T) {
	t.Parallel()
	note := func(l *trace.Log, pid int32, feature string) {
		if err := l.Event(trace.Unsupported(int64(l.Counters().Events), pid, feature)); err != nil {
			t.Fatal(err)
		}
	}
	a, straight := trace.NewLog(0), trace.NewLog(0)
	for _, l := range []*trace.Log{a, straight} {
		for range 5 {
			note(l, 2, "common")
		}
	}
	b := a.Fork()
	for _, feature := range []string{"one", "two"} { // in turns, so that one would overwrite the other
		note(b, 3, "of the fork")
		note(a, 2, feature)
		note(straight, 2, feature)
	}
	for name, l := range map[string]*trace.Log{"original": a, "fork": b} {
		if trace.SumOf(l.Bytes()) != l.Sum() {
			t.Errorf("%s: the events are not those of the digest", name)
		}
	}
	if d, err := trace.Compare(straight.Bytes(), a.Bytes()); d != nil || err != nil {
		t.Errorf("original: %v %v", d, err)
	}
	if got := b.Counters().Unsupported(); !slices.Equal(got, []string{"common", "of the fork"}) {
		t.Errorf("the fork has met %q", got)
	}
	if got := a.Counters().Unsupported(); !slices.Equal(got, []string{"common", "one", "two"}) {
		t.Errorf("the original has met %q", got)
	}
	f, err := trace.NewFollower(straight.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		note(f, 2, "common")
	}
	g := f.Fork()
	if err := f.Event(trace.Unsupported(5, 2, "another")); err == nil {
		t.Error("a follower that parted from its trace says nothing")
	}
	note(g, 2, "one")
	note(g, 2, "two")
	if err := g.Finish(); err != nil {
		t.Errorf("the fork of a follower: %v", err)
	}
}
