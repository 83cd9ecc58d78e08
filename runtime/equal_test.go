package runtime_test

import (
	"errors"
	"fmt"
	goruntime "runtime"
	godebug "runtime/debug"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime"
)

// rounds plays the same work on a machine and returns everything that may differ between two runs.
func rounds(t testing.TB, e *runtime.Engine, seed uint64) string {
	t.Helper()
	m, err := runtime.New(runtime.Config{Engine: e, Profile: plain(), Seed: det.NewSeed(seed)})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var b strings.Builder
	var pids []int32
	for i := range 4 {
		pids = append(pids, spawn(t, m, "spin"), spawn(t, m, "echo", fmt.Sprint(i)))
	}
	for _, pid := range pids {
		fmt.Fprintf(&b, "%#x ", wait(m, pid))
	}
	out, status := run(t, m, "grow")
	fmt.Fprintf(&b, "%q %#x ", out, status)
	out, status = run(t, m, "clock")
	fmt.Fprintf(&b, "%q %#x %d %+v %s", out, status, m.Now(), m.Kernel().Stats(), m.Trace().Sum())
	return b.String()
}

func TestRunsAreEqual(t *testing.T) {
	t.Parallel()
	want := rounds(t, newEngine(t, runtime.EngineConfig{}), 1)
	t.Log(want)
	for _, cfg := range []runtime.EngineConfig{{}, {Cold: true}, {Copies: true}, {Idle: 1}} {
		if got := rounds(t, newEngine(t, cfg), 1); got != want {
			t.Errorf("%+v:\n%s\nwant\n%s", cfg, got, want)
		}
	}
}

func TestMachinesRunSideBySide(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	results := make(chan string)
	for i := range 4 {
		go func() { results <- rounds(t, e, uint64(i%2)) }()
	}
	seen := map[string]int{}
	for range 4 {
		seen[<-results]++
	}
	if len(seen) != 2 {
		t.Errorf("two seeds, %d results: %v", len(seen), seen)
	}
}

func TestReplayFollowsAndParts(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	play := func(log *trace.Log, argv ...string) (det.Sum, error) {
		m, err := runtime.New(runtime.Config{Engine: e, Profile: plain(), Seed: det.NewSeed(3), Trace: log})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		wait(m, spawn(t, m, argv...))
		return m.Finish()
	}
	recorded := trace.NewLog(0)
	want, err := play(recorded, "echo", "a")
	if err != nil {
		t.Fatal(err)
	}
	follower := func() *trace.Log {
		l, err := trace.NewFollower(recorded.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	if got, err := play(follower(), "echo", "a"); err != nil || got != want {
		t.Errorf("the same again: %v, %s, want %s", err, got, want)
	}
	var parted *trace.Divergence
	if _, err := play(follower(), "echo", "b"); !errors.As(err, &parted) {
		t.Errorf("another argument: %v", err)
	}
}

// TestRunsAreEqualWhateverTheHost is not parallel: it changes what the host gives this process.
func TestRunsAreEqualWhateverTheHost(t *testing.T) { //nolint:paralleltest // see above
	e := newEngine(t, runtime.EngineConfig{})
	before := goruntime.GOMAXPROCS(0)
	defer goruntime.GOMAXPROCS(before)
	var results []string
	for _, n := range []int{1, 2, 4} {
		goruntime.GOMAXPROCS(n)
		results = append(results, rounds(t, e, 5))
	}
	defer godebug.SetGCPercent(godebug.SetGCPercent(1)) // a collection all the time
	results = append(results, rounds(t, e, 5))
	for _, r := range results {
		if r != results[0] {
			t.Fatalf("GOMAXPROCS 1, 2, 4, and under GC pressure:\n%s", strings.Join(results, "\n"))
		}
	}
}
