package target

import (
	"testing"
	"time"
)

// TestDeadline: what is spent on preparing guests puts a deadline off, and nothing else does.
func TestDeadline(t *testing.T) {
	t.Parallel()
	since := func(d time.Duration) func() time.Duration { return func() time.Duration { return d } }
	const s = time.Second
	for name, c := range map[string]struct {
		left   time.Duration // until the moment
		paused func() time.Duration
		before time.Duration
		passed bool
	}{
		"ahead":              {time.Hour, nil, 0, false},
		"behind":             {-s, nil, 0, true},
		"behind, put off":    {-s, since(time.Hour), 0, false},
		"behind, once more":  {-2 * time.Hour, since(time.Hour), 0, true},
		"preparation before": {-s, since(time.Hour), time.Hour, true},
	} {
		d := deadline{at: time.Now().Add(c.left), paused: c.paused, before: c.before}
		if got := d.passed(); got != c.passed {
			t.Errorf("%s: passed is %v", name, got)
		}
	}
	if none := (deadline{}); none.passed() {
		t.Error("no deadline has passed")
	}
}

// TestStopwatch: two preparations at a time are not counted twice.
func TestStopwatch(t *testing.T) {
	t.Parallel()
	var told []string
	w := &stopwatch{}
	around := w.around(func(name string) func() { told = append(told, name); return func() { told = append(told, "end") } })
	begin := time.Now()
	one, two := around("a"), around("b")
	if w.elapsed() > time.Since(begin) {
		t.Error("two count twice")
	}
	one()
	two()
	total := w.elapsed()
	if total <= 0 || total > time.Since(begin) || w.elapsed() != total {
		t.Errorf("%v of %v", total, time.Since(begin))
	}
	if len(told) != 4 || told[0] != "a" || told[3] != "end" {
		t.Errorf("told %q", told)
	}
}
