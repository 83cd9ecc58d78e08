package fidelity

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// another is the emulator at another time and with other draws, perhaps under another profile.
type another struct {
	target.Local
	change func(p *target.Plan)
}

func (a *another) Play(ctx context.Context, p target.Plan) (*target.Run, error) {
	p.Profile = emulated(p.Profile)
	a.change(&p)
	return a.Local.Play(ctx, p)
}

const anotherStart = int64(1_796_082_352) * 1_000_000_000

// engine is shared by the tests of this package, for guests are compiled once an engine.
var engine = sync.OnceValues(func() (*target.Engine, error) { return target.OpenEngine(store.Options{}) })

// emulators returns the emulator and another one beside it; without guests the test is skipped.
func emulators(t *testing.T, change func(p *target.Plan)) (a *target.Local, b *another) {
	t.Helper()
	engine, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Store.Guest(guest.Box); err != nil {
		t.Skipf("no guests: %v", err)
	}
	local := target.Local{Engine: engine.Engine}
	return &local, &another{local, change}
}

func compareLocal(t *testing.T, count int, change func(p *target.Plan)) *Summary {
	t.Helper()
	a, b := emulators(t, change)
	settings, err := Choose([]string{"plain"})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := Run(t.Context(), Config{
		Emulator: a, Reference: b, Selection: Selection{Count: count, Seeds: 1, Seed: 1, Settings: settings},
		Now: func() time.Time { return time.Unix(0, anotherStart) }, Jobs: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestEmulatorAgreesWithItself: other draws, and another date, are no difference.
func TestEmulatorAgreesWithItself(t *testing.T) {
	t.Parallel()
	sum := compareLocal(t, 10, func(p *target.Plan) {
		p.Seed = det.NewSeed(4711)
		p.Profile.Lifetime.ClockStart = anotherStart
	})
	if len(sum.Differences) > 0 {
		t.Errorf("\n%s", Markdown(sum))
	}
	if sum.Total.Steps < 50 {
		t.Errorf("%+v", sum.Total)
	}
}

// TestAnotherProfileIsSeen: what a stricter profile denies shows as false negatives, every time in the same way.
func TestAnotherProfileIsSeen(t *testing.T) {
	t.Parallel()
	strict := func(p *target.Plan) { p.Profile.Processes.SpawnBlocked = true }
	sum := compareLocal(t, 4, strict)
	if sum.Total.FalseNegative == 0 || *sum.Recall > 0.5 {
		t.Errorf("%+v", sum.Total)
	}
	var first, second bytes.Buffer
	if err := JSON(&first, sum); err != nil {
		t.Fatal(err)
	}
	if err := JSON(&second, compareLocal(t, 4, strict)); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Error("two comparisons of one tree are not the same")
	}
}
