package runtime_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

func prepared(t testing.TB, cfg runtime.EngineConfig) hostabi.Prepared {
	t.Helper()
	g, err := newEngine(t, cfg).Guest(guest.Box)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestReactorRunsPrograms(t *testing.T) {
	t.Parallel()
	g := prepared(t, runtime.EngineConfig{})
	for _, c := range []struct {
		program string
		argv    string
		out     string
		status  primitives.WaitStatus
	}{
		{"true", "anything", "", primitives.ExitedStatus(0)},
		{"false", "false", "", primitives.ExitedStatus(1)},
		{"echo", "echo a b", "a b\n", primitives.ExitedStatus(0)},
		{"exit", "exit", "", primitives.ExitedStatus(7)},
		{"runs", "runs", "1\n", primitives.ExitedStatus(0)},
		{"runs", "runs", "1\n", primitives.ExitedStatus(0)}, // the same instance, reset
	} {
		p := &process{argv: strings.Fields(c.argv)}
		g.Run(p, c.program)
		if string(p.out) != c.out || p.status != c.status || !p.exited {
			t.Errorf("%s: %q, status %#x, exited %v", c.program, p.out, p.status, p.exited)
		}
	}
}

func TestReactorEndsWithItsProcess(t *testing.T) {
	t.Parallel()
	g := prepared(t, runtime.EngineConfig{})
	p := &process{dieAfter: 5_000_000}
	g.Run(p, "forever")
	if p.executed < p.dieAfter || p.executed > p.dieAfter+2*slice {
		t.Errorf("killed after %d instructions", p.executed)
	}
	again := &process{}
	if g.Run(again, "runs"); string(again.out) != "1\n" {
		t.Errorf("after a kill: %q", again.out)
	}
}

func TestReactorTraps(t *testing.T) {
	t.Parallel()
	g := prepared(t, runtime.EngineConfig{})
	p := &process{}
	status := g.Run(p, "deep")
	if sig, ok := status.Signaled(); !ok || sig != primitives.SIGSEGV {
		t.Errorf("deep recursion: status %#x after %d instructions", status, p.executed)
	}
}

// TestOurOwnFailuresAreNotTheGuests: a run that met one says so and goes on.
func TestOurOwnFailuresAreNotTheGuests(t *testing.T) {
	t.Parallel()
	g := prepared(t, runtime.EngineConfig{})
	p := &process{argv: []string{"clock"}, bug: true}
	status := g.Run(p, "clock")
	if _, died := status.Signaled(); !died || len(p.unsupported) != 1 ||
		!strings.Contains(p.unsupported[0], "index out of range") || strings.Contains(p.unsupported[0], "\n") {
		t.Errorf("%#x %q", status, p.unsupported)
	}
	again := &process{}
	if g.Run(again, "runs"); string(again.out) != "1\n" {
		t.Errorf("afterwards: %q", again.out)
	}
}

func TestReactorGrows(t *testing.T) {
	t.Parallel()
	for _, copies := range []bool{false, true} {
		g := prepared(t, runtime.EngineConfig{Copies: copies})
		p := &process{}
		if g.Run(p, "grow"); string(p.out) != "8\n" || p.grown < 16<<20 {
			t.Errorf("grow: %q, %d bytes", p.out, p.grown)
		}
		refused := &process{argv: []string{"grow"}, memory: 8 << 20}
		g.Run(refused, "grow")
		if refused.status != primitives.ExitedStatus(1) || string(refused.out) != "grow: memory exhausted\n" {
			t.Errorf("refused growth: status %#x, %.80q", refused.status, refused.out)
		}
		killed := &process{killOnGrow: true}
		if g.Run(killed, "grow"); len(killed.out) > 0 {
			t.Errorf("killed at growth: %q", killed.out)
		}
	}
}

// TestStartsAreAlike is the promise that nobody can see how a process was started.
func TestStartsAreAlike(t *testing.T) {
	t.Parallel()
	want := map[string]string{}
	for _, cfg := range []runtime.EngineConfig{{}, {Cold: true}, {Copies: true}, {Copies: true, Cold: true}} {
		g := prepared(t, cfg)
		for range 3 {
			for _, program := range []string{"true", "echo", "spin", "clock", "grow", "runs", "exit"} {
				p := &process{argv: []string{program, "x"}}
				g.Run(p, program)
				got := fmt.Sprintf("%.80q %d instructions, %d calls, %d grown, %#x",
					p.out, p.executed, p.calls, p.grown, p.status)
				if want[program] == "" {
					want[program] = got
					t.Log(program, got)
				}
				if got != want[program] {
					t.Errorf("%s with %+v: %s, want %s", program, cfg, got, want[program])
				}
			}
		}
	}
}

func TestEngineIsShared(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{Idle: 2})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			g, err := e.Guest(guest.Box)
			if err != nil {
				t.Error(err)
				return
			}
			for range 10 {
				p := &process{argv: []string{"echo", fmt.Sprint(i)}}
				if g.Run(p, "echo"); string(p.out) != fmt.Sprintln(i) {
					t.Errorf("%q", p.out)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkStart(b *testing.B) {
	for _, c := range []struct {
		name string
		cfg  runtime.EngineConfig
	}{
		{"warm", runtime.EngineConfig{}},
		{"cold", runtime.EngineConfig{Cold: true}},
		{"copies", runtime.EngineConfig{Copies: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			g := prepared(b, c.cfg)
			p := &process{argv: []string{"true"}}
			for b.Loop() {
				*p = process{argv: p.argv}
				g.Run(p, "true")
			}
		})
	}
}

// TestNothingLeaksThroughThePool hashes what a used instance holds for the next process: it is what a new one
// holds, whatever ran and however it ended.
func TestNothingLeaksThroughThePool(t *testing.T) {
	t.Parallel()
	for _, cfg := range []runtime.EngineConfig{{Idle: 1}, {Idle: 1, Copies: true}} {
		g := prepared(t, cfg)
		want := runtime.FreshState(g)
		for round := range 3 { // the pages that most processes write are learnt meanwhile
			for _, p := range []*process{
				{argv: []string{"echo", fmt.Sprint("round ", round)}},
				{argv: []string{"spin"}},
				{argv: []string{"exit"}},
				{argv: []string{"grow"}},
				{argv: []string{"runs"}},
				{argv: []string{"clock"}},
				{argv: []string{"forever"}, dieAfter: 3_000_000},
				{argv: []string{"deep"}},
			} {
				g.Run(p, p.argv[0])
				if got := runtime.PooledState(g); got != want && got != "" {
					t.Fatalf("%+v: after %s: %s, not %s", cfg, p.argv[0], got, want)
				}
			}
		}
	}
}
