package fuzz

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// obliging gives every step what it should, but for shell lines with curl, which a profile without a
// network refuses, and downloads under a fault.
func obliging(p target.Plan, s workflow.Step) workflow.Outcome {
	if s.Op == workflow.OpParallel {
		o := workflow.Outcome{}
		for _, c := range s.Parallel {
			o.Parallel = append(o.Parallel, obliging(p, c))
		}
		return o
	}
	if strings.Contains(s.Cmd, "curl") && p.Profile.Egress.Mode != primitives.EgressOpen {
		return workflow.Outcome{
			Started: true, Exit: 6, Stderr: []byte("curl: (6) Could not resolve host\n"),
			Denials: []workflow.Denial{{
				Call: "getaddrinfo", Errno: "EAGAIN", Cause: primitives.Cause{Primitive: primitives.Egress, Rule: "no-dns"},
			}},
		}
	}
	o := asExpected(p.Workflow, &s)
	if spec, on := p.Profile.HasFault("download-cut-at-nul"); on && s.Op == workflow.OpDownload {
		if i := bytes.IndexByte(o.Data, 0); i >= 0 {
			o.Data = o.Data[:i]
			o.Denials = []workflow.Denial{{Cause: *spec.Cause(s.Path)}}
		}
	}
	return o
}

// asExpected finds the step in its workflow and returns what satisfies its expectation.
func asExpected(w *workflow.Workflow, s *workflow.Step) workflow.Outcome {
	for i := range w.Steps {
		if same(&w.Steps[i], s) {
			return satisfying(&w.Expect[i])
		}
		for j := range w.Steps[i].Parallel {
			if same(&w.Steps[i].Parallel[j], s) && j < len(w.Expect[i].Parallel) {
				return satisfying(&w.Expect[i].Parallel[j])
			}
		}
	}
	return workflow.Outcome{Started: true}
}

func same(a, b *workflow.Step) bool {
	return a.Op == b.Op && a.Cmd == b.Cmd && a.Code == b.Code && a.Path == b.Path && a.Session == b.Session &&
		bytes.Equal(a.Data, b.Data)
}

func satisfying(e *workflow.Expect) workflow.Outcome {
	o := workflow.Outcome{Started: true, Entries: e.Entries, Data: e.ContentBase64, Stdout: e.StdoutBase64}
	if len(e.Exit) > 0 {
		o.Exit = e.Exit[0]
	}
	if e.Stdout != nil {
		o.Stdout = []byte(*e.Stdout)
	}
	if e.Content != nil {
		o.Data = []byte(*e.Content)
	}
	if e.StdoutSize != nil {
		o.Stdout = make([]byte, *e.StdoutSize)
	}
	if e.MinWallNS != nil {
		o.WallNS = *e.MinWallNS
	}
	if e.TimedOut != nil {
		o.TimedOut = *e.TimedOut
	}
	if e.Error != nil {
		o.Error = *e.Error
	}
	o.Stderr = []byte(strings.Join(e.StderrContains, "\n"))
	return o
}

func config(t *testing.T, p primitives.Profile) Config {
	t.Helper()
	free := primitives.DefaultProfile()
	free.Egress.Mode = primitives.EgressOpen
	store, err := findings.Open(t.Context(), filepath.Join(t.TempDir(), "f.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return Config{
		Profile: p, ProfileName: "test", ProfileText: "name: test\n", Unrestricted: free, Target: target.Fake(obliging),
		Store: store, Count: 200, Seed: 5,
		// The model knows a step by what it asks: no domain that asks the same twice and wants two answers.
		Domains: []string{"transfer", "web", "shell"},
	}
}

func exported(t *testing.T, s *findings.Store) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Export(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The number of workers and the repetition of a sweep show nowhere.
func TestCampaignIsAFunctionOfItsSeed(t *testing.T) {
	t.Parallel()
	fault := primitives.DefaultProfile().WithFault(primitives.FaultSpec{Name: "download-cut-at-nul"})
	var want string
	for _, jobs := range []int{1, 4, 4} {
		cfg := config(t, fault)
		cfg.Jobs = jobs
		for range 2 {
			if _, err := Run(t.Context(), cfg); err != nil {
				t.Fatal(err)
			}
		}
		got := exported(t, cfg.Store)
		if want == "" {
			want = got
		}
		if got != want || got == "" {
			t.Fatalf("%d jobs: the export differs or is empty:\n%s\nwant\n%s", jobs, got, want)
		}
	}
}

func TestCampaignFindsAFaultAndNothingWithoutIt(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		p := primitives.DefaultProfile()
		if on {
			p = p.WithFault(primitives.FaultSpec{Name: "download-cut-at-nul"})
		}
		sum, err := Run(t.Context(), config(t, p))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range sum.Findings() {
			found = found || f.Rule == "download-cut-at-nul" && f.Verdict == findings.Defect
		}
		if found != on {
			t.Errorf("fault on: %v, found: %v", on, found)
		}
		if len(sum.Bugs) > 0 {
			t.Errorf("bugs of a sandbox that has none: %+v", sum.Bugs[0])
		}
	}
}

// An interrupted sweep stores and tells what it found by then.
func TestInterruptedCampaign(t *testing.T) {
	t.Parallel()
	cfg := config(t, primitives.DefaultProfile())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var played atomic.Int64
	cfg.Target = target.Fake(func(p target.Plan, s workflow.Step) workflow.Outcome {
		if played.Add(1) == 300 {
			cancel()
		}
		return obliging(p, s)
	})
	sum, err := Run(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if !sum.Interrupted || sum.Played == 0 || sum.Played == cfg.Count {
		t.Errorf("interrupted %v after %d of %d", sum.Interrupted, sum.Played, cfg.Count)
	}
}

func TestCampaignRefusesWhatItCannotRun(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*Config){
		func(c *Config) { c.Count = 0 },
		func(c *Config) { c.Domains = []string{"filez"} },
	} {
		cfg := config(t, primitives.DefaultProfile())
		change(&cfg)
		if _, err := Run(t.Context(), cfg); !errors.Is(err, ErrConfig) {
			t.Errorf("got %v, want ErrConfig", err)
		}
	}
}
