package target

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/internal/race"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// withGuests opens the emulator, or skips where box was not built.
func withGuests(t *testing.T) *Local {
	t.Helper()
	e, err := OpenEngine(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	if _, err := e.Store.Guest(guest.Box); err != nil {
		t.Skipf("guest box is not at hand (make guests): %v", err)
	}
	return &Local{Engine: e.Engine}
}

func load(t *testing.T, name string) primitives.Profile {
	t.Helper()
	doc, err := profile.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Profile
}

// faulty is a profile in which everything is used that a fork has to take along: chances, counts, volumes,
// quotas, an order of entries of its own.
func faulty(t *testing.T) primitives.Profile {
	t.Helper()
	p := load(t, "default")
	p.Mounts.Overlay, p.Mounts.DirOrder = true, primitives.DirReverse
	p.Persistence.Paths = append(slices.Clone(p.Persistence.Paths), "/workspace")
	p.Quota.DiskBytes, p.Quota.DiskInodes = 64<<20, 4000
	p.Lifetime.SessionSeconds = 30
	p = p.WithFault(primitives.FaultSpec{Name: "spawn-blocked", Args: map[string]string{"after": "60"}})
	return p.WithFault(primitives.FaultSpec{Name: "errno-on-call", Args: map[string]string{
		"call": "openat", "errno": "EIO", "nth": "40", "every": "1", "percent": "3", "path": "/workspace",
	}})
}

// TestForksOfSessions plays random workflows straight, and with a fork after each step where there can be
// one. The forks and the original go on in several orders, and all give what the straight run gave.
func TestForksOfSessions(t *testing.T) {
	t.Parallel()
	l := withGuests(t)
	forked := 0
	orders := []string{"fork first", "fork last", "on the fork"}
	for k, name := range []string{"default", "agentcore-code-interpreter", "faulty"} {
		p := faulty(t)
		if name != "faulty" {
			p = load(t, name)
		}
		for i, d := range race.Part(t, domain.All(), 3) {
			w := domain.Generate(d, det.NewSeed(11), i)
			plan := Plan{Workflow: w, Profile: p, Seed: det.NewSeed(uint64(i)), KeepLog: true, KeepTree: true}
			want, err := l.Play(t.Context(), plan)
			if err != nil {
				t.Fatal(err)
			}
			order := orders[(i+k)%len(orders)]
			forked += playForked(t, l, plan, want, order, fmt.Sprintf("%s under %s, %s", w.ID, name, order))
		}
	}
	if forked == 0 {
		t.Error("nothing was ever forked")
	}
	t.Logf("%d forks", forked)
}

// playForked returns how often it forked.
func playForked(t *testing.T, l *Local, plan Plan, want *Run, order, what string) (forked int) {
	t.Helper()
	pl, err := l.begin(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	n := len(plan.Workflow.Steps)
	var parts []*player
	for i := range n {
		c, err := pl.fork(t.Context(), plan, deadline{})
		if err == nil {
			forked++
			switch order {
			case "fork first":
				finishAs(t, c, n, want, what)
			case "on the fork":
				parts, pl = append(parts, pl), c
			default:
				parts = append(parts, c)
			}
		}
		if err := pl.play(i); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range append(parts, pl) {
		finishAs(t, c, n, want, what)
	}
	return forked
}

// finishAs plays what is left and compares the run.
func finishAs(t *testing.T, pl *player, n int, want *Run, what string) {
	t.Helper()
	defer pl.close()
	from := len(pl.run.Outcomes)
	for i := from; i < n; i++ {
		if err := pl.play(i); err != nil {
			t.Fatal(err)
		}
	}
	got, err := pl.finish()
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Outcomes {
		if !reflect.DeepEqual(got.Outcomes[i], want.Outcomes[i]) {
			t.Fatalf("%s: forked after %d steps, step %d gives\n%+v\nwant\n%+v",
				what, from, i, got.Outcomes[i], want.Outcomes[i])
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: forked after %d steps, the run ends in another way: digest %s, want %s",
			what, from, got.Digest, want.Digest)
	}
}

// TestPrefixedGivesTheSame plays what shrinking plays, with and without forks.
func TestPrefixedGivesTheSame(t *testing.T) {
	t.Parallel()
	l := withGuests(t)
	prefixed, ok := l.Prefixed().(*Local)
	if !ok {
		t.Fatal("another kind of target")
	}
	p := load(t, "default")
	free := load(t, "unrestricted")
	for i, d := range race.Part(t, domain.All()[:2], 1) {
		w := domain.Generate(d, det.NewSeed(5), i)
		for cut := range len(w.Steps) {
			c := *w
			c.Steps = slices.Delete(slices.Clone(w.Steps), cut, cut+1)
			for _, rules := range []primitives.Profile{p, free} {
				plan := Plan{Workflow: &c, Profile: rules, Seed: det.NewSeed(3), KeepLog: cut%3 == 0}
				sameRuns(t, l, prefixed, plan)
			}
		}
	}
	if n := len(prefixed.forks.stages); n == 0 || n > maxStages {
		t.Errorf("%d stages are kept", n)
	}
}

func sameRuns(t *testing.T, a, b Target, p Plan) {
	t.Helper()
	want, err := a.Play(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Play(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: digest %s, want %s", p.Workflow.ID, got.Digest, want.Digest)
	}
}

// TestForksAreBounded: a session that writes much is not kept for long.
func TestForksAreBounded(t *testing.T) {
	t.Parallel()
	e, err := OpenEngine(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	l, _ := (&Local{Engine: e.Engine}).Prefixed().(*Local)
	w := &workflow.Workflow{ID: "large"}
	for i := range 12 {
		w.Steps = append(w.Steps, workflow.Step{
			Op: workflow.OpWrite, Path: fmt.Sprint("f", i), Data: make([]byte, 8<<20),
		})
	}
	if _, err := l.Play(t.Context(), Plan{Workflow: w, Profile: primitives.DefaultProfile()}); err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, s := range l.forks.stages {
		sum += s.bytes
	}
	if n := len(l.forks.stages); n == 0 || n == len(w.Steps) || sum > maxStageBytes || sum != l.forks.bytes {
		t.Errorf("%d stages of %d bytes, accounted as %d", n, sum, l.forks.bytes)
	}
}
