package fidelity

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// script answers a step by its command: what is not in it passes and prints nothing.
func script(answers map[string]workflow.Outcome) target.Fake {
	var answer func(p target.Plan, s workflow.Step) workflow.Outcome
	answer = func(p target.Plan, s workflow.Step) workflow.Outcome {
		if s.Op == workflow.OpParallel {
			var o workflow.Outcome
			for _, c := range s.Parallel {
				o.Parallel = append(o.Parallel, answer(p, c))
			}
			return o
		}
		if o, ok := answers[s.Cmd]; ok {
			return o
		}
		return workflow.Outcome{Started: true}
	}
	return answer
}

// commands is a workflow of shell lines of which nothing is expected.
func commands(id string, lines ...string) *workflow.Workflow {
	w := &workflow.Workflow{ID: id, Domain: "shell", Expect: make([]workflow.Expect, len(lines))}
	for _, l := range lines {
		w.Steps = append(w.Steps, workflow.Step{Op: workflow.OpRun, Cmd: l})
	}
	return w
}

// playAt is play with a reference whose clock is that of scenes.
func playAt(t *testing.T, a, b target.Target, ws ...*workflow.Workflow) *Summary {
	t.Helper()
	_, reference := scenes()
	return compareBoth(t, a, b, func() time.Time { return reference.Began }, ws)
}

func play(t *testing.T, a, b target.Target, ws ...*workflow.Workflow) *Summary {
	t.Helper()
	return compareBoth(t, a, b, nil, ws)
}

func compareBoth(
	t *testing.T, a, b target.Target, now func() time.Time, ws []*workflow.Workflow,
) *Summary {
	t.Helper()
	settings, err := Choose([]string{"read-only-root"})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := Run(t.Context(), Config{
		Emulator: a, Reference: b, Selection: Selection{Seeds: 1, Seed: 1, Corpus: ws, Settings: settings}, Jobs: 1,
		Examples: 3, Now: now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func failing(code int, stderr string) workflow.Outcome {
	return workflow.Outcome{Started: true, Exit: code, Stderr: []byte(stderr)}
}

// TestScore has for each kind of step what it adds to the numbers.
func TestScore(t *testing.T) {
	t.Parallel()
	const full, denied = "w: No space left on device\n", "w: Permission denied\n"
	for _, tc := range []struct {
		name  string
		lines []string
		a, b  map[string]workflow.Outcome
		want  Tally
		apart Apart
	}{
		{"all pass", []string{"a", "b"}, nil, nil, Tally{Steps: 2, Agree: 2}, Apart{}},
		{
			"both fail alike",
			[]string{"a", "f"},
			map[string]workflow.Outcome{"f": failing(1, full)},
			map[string]workflow.Outcome{"f": failing(1, full)},
			Tally{Steps: 2, Agree: 2, FailEmulator: 1, FailReference: 1, TruePositive: 1},
			Apart{},
		},
		{
			"both fail, in other words",
			[]string{"f"},
			map[string]workflow.Outcome{"f": failing(1, full)},
			map[string]workflow.Outcome{"f": failing(2, "x"+full)},
			Tally{Steps: 1, Differs: 1, FailEmulator: 1, FailReference: 1, TruePositive: 1},
			Apart{},
		},
		{
			"both fail, with other errors",
			[]string{"f"},
			map[string]workflow.Outcome{"f": failing(1, full)},
			map[string]workflow.Outcome{"f": failing(1, denied)},
			Tally{Steps: 1, Differs: 1, FailEmulator: 1, FailReference: 1},
			Apart{},
		},
		{
			"fails here only, and what follows is apart",
			[]string{"a", "f", "b", "f"},
			map[string]workflow.Outcome{"f": failing(1, full)},
			nil,
			Tally{Steps: 2, Agree: 1, FalsePositive: 1, FailEmulator: 1},
			Apart{KnockOn: 2, KnockOnDiffering: 1},
		},
		{
			"fails there only",
			[]string{"f"},
			nil,
			map[string]workflow.Outcome{"f": failing(1, full)},
			Tally{Steps: 1, FalseNegative: 1, FailReference: 1},
			Apart{},
		},
		{
			"prints something else",
			[]string{"p"},
			map[string]workflow.Outcome{"p": {Started: true, Stdout: []byte("1")}},
			map[string]workflow.Outcome{"p": {Started: true, Stdout: []byte("2")}},
			Tally{Steps: 1, Differs: 1},
			Apart{},
		},
		{
			"meets what is missing",
			[]string{"a", "u", "b"},
			map[string]workflow.Outcome{"u": {Unsupported: []string{"perl"}}},
			nil,
			Tally{Steps: 1, Agree: 1},
			Apart{Unsupported: 2},
		},
	} {
		sum := play(t, script(tc.a), script(tc.b), commands("w", tc.lines...))
		if sum.Total.Tally != tc.want || sum.Apart != tc.apart {
			t.Errorf("%s: %+v and apart %+v, want %+v and %+v", tc.name, sum.Total.Tally, sum.Apart, tc.want, tc.apart)
		}
	}
}

func TestRatios(t *testing.T) {
	t.Parallel()
	tally := Tally{Steps: 10, Agree: 5, FailEmulator: 4, FailReference: 8, TruePositive: 2}
	if p, r, a := tally.Precision(), tally.Recall(), tally.Agreement(); *p != 0.5 || *r != 0.25 || *a != 0.5 {
		t.Error(*p, *r, *a)
	}
	var none Tally
	if none.Precision() != nil || none.Recall() != nil || none.Agreement() != nil {
		t.Error("nothing counted has no share")
	}
}

func TestParallelStepsAreScoredTogether(t *testing.T) {
	t.Parallel()
	w := commands("w", "first", "", "last")
	w.Steps[1] = workflow.Step{Op: workflow.OpParallel, Parallel: []workflow.Step{
		{Op: workflow.OpRun, Cmd: "f"}, {Op: workflow.OpRun, Cmd: "g"}, {Op: workflow.OpRun, Cmd: "h"},
	}}
	sum := play(t, script(map[string]workflow.Outcome{"f": failing(1, ""), "g": failing(1, "")}), script(nil), w)
	want := Tally{Steps: 4, Agree: 2, FalsePositive: 2, FailEmulator: 2}
	if sum.Total.Tally != want || sum.Apart.KnockOn != 1 {
		t.Errorf("%+v, %+v", sum.Total.Tally, sum.Apart)
	}
}

func TestAttribution(t *testing.T) {
	t.Parallel()
	memory := primitives.Cause{Primitive: primitives.Memory, Rule: "cap"}
	killed := failing(137, "")
	killed.Denials = []workflow.Denial{{Cause: memory}}
	refused := workflow.Outcome{Started: true, Denials: []workflow.Denial{{Cause: memory}}}
	for _, tc := range []struct {
		name  string
		lines []string
		a     map[string]workflow.Outcome
		want  map[string]int // steps by primitive
	}{
		{"what denied it", []string{"f"}, map[string]workflow.Outcome{"f": killed}, map[string]int{"memory": 1}},
		{
			"what denied before it",
			[]string{"d", "f"},
			map[string]workflow.Outcome{"d": refused, "f": failing(1, "")},
			map[string]int{"memory": 2},
		},
		{
			"a step that passes afterwards",
			[]string{"d", "p"},
			map[string]workflow.Outcome{"d": refused},
			map[string]int{"memory": 1, "mounts": 1},
		},
		{
			"what the profile restricts",
			[]string{"f"},
			map[string]workflow.Outcome{"f": failing(1, "")},
			map[string]int{"mounts": 1},
		},
	} {
		sum := play(t, script(tc.a), script(nil), commands("w", tc.lines...))
		got := map[string]int{}
		for _, s := range sum.ByPrimitive {
			got[s.Name] = s.Steps
		}
		for name, n := range tc.want {
			if got[name] != n {
				t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
			}
		}
	}
}

// runs is a target that answers with whole runs.
type runs func(p target.Plan) (*target.Run, error)

func (runs) Name() string { return "runs" }

func (r runs) Play(_ context.Context, p target.Plan) (*target.Run, error) { return r(p) }

func TestTreesAreCompared(t *testing.T) {
	t.Parallel()
	leaving := func(tree ...target.Entry) target.Target {
		return runs(func(p target.Plan) (*target.Run, error) {
			run, err := script(nil).Play(t.Context(), p)
			if p.KeepTree {
				run.Tree = tree
			}
			return run, err
		})
	}
	e := target.Entry{Path: "/w/report12.txt", Mode: 0o100644}
	sum := play(t, leaving(e), leaving(), commands("w", "a", "b"))
	if sum.Total.Differs != 1 || sum.Total.Steps != 3 || len(sum.Differences) != 1 {
		t.Fatalf("%+v", sum.Total)
	}
	f := sum.Differences[0]
	if f.Field != "tree" || !strings.HasPrefix(f.Emulator, "/w/W.txt: mode #") || f.Example.Steps != 1 {
		t.Errorf("%+v", f)
	}
	if sum := play(t, leaving(e), leaving(e), commands("w", "a")); sum.Total.Steps != 1 || len(sum.Differences) > 0 {
		t.Errorf("the same trees: %+v", sum.Total)
	}
}

// TestFlaky: what the reference does not do twice is counted apart; a steady difference is not.
func TestFlaky(t *testing.T) {
	t.Parallel()
	for _, steady := range []bool{true, false} {
		var n atomic.Int64
		reference := target.Fake(func(_ target.Plan, s workflow.Step) workflow.Outcome {
			if s.Cmd == "f" && (n.Add(1) != 2 || steady) {
				return failing(1, "")
			}
			return workflow.Outcome{Started: true}
		})
		sum := play(t, script(nil), reference, commands("w", "a", "f", "b"))
		want, apart := Tally{Steps: 2, Agree: 1, FalseNegative: 1, FailReference: 1}, Apart{KnockOn: 1}
		if !steady {
			want, apart = Tally{Steps: 1, Agree: 1}, Apart{Flaky: 2}
		}
		if sum.Total.Tally != want || sum.Apart != apart {
			t.Errorf("steady %v: %+v, %+v", steady, sum.Total.Tally, sum.Apart)
		}
	}
}

func TestWhatCannotBePlayedIsApart(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		a, b target.Target
		why  string
	}{
		{"the reference lacks something", script(nil), runs(func(target.Plan) (*target.Run, error) {
			return &target.Run{Status: target.StatusUnsupported, Unsupported: []string{"egress"}}, nil
		}), "reference: egress"},
		{"the reference fails", script(nil), runs(func(target.Plan) (*target.Run, error) {
			return nil, errors.New("no cgroup")
		}), "reference: aborted: no cgroup"},
		{"the emulator is cut", runs(func(target.Plan) (*target.Run, error) {
			return &target.Run{Status: target.StatusAborted, Aborted: "too long"}, nil
		}), script(nil), "emulator: aborted: too long"},
	} {
		sum := play(t, tc.a, tc.b, commands("w", "a", "b"))
		if len(sum.NotPlayed) != 1 || sum.NotPlayed[0].Text != tc.why || sum.Apart.NotPlayed != 2 || sum.Total.Workflows != 0 {
			t.Errorf("%s: %+v, %+v", tc.name, sum.NotPlayed, sum.Apart)
		}
	}
}

func TestWhatTakesTooLongIsNotPlayed(t *testing.T) {
	t.Parallel()
	reference := runs(func(p target.Plan) (*target.Run, error) {
		if p.Workflow.ID == "long" {
			t.Error("it was played")
		}
		return script(nil).Play(t.Context(), p)
	})
	settings, _ := Choose(nil)
	sum, err := Run(t.Context(), Config{
		Emulator:  script(map[string]workflow.Outcome{"sleep": {Started: true, WallNS: int64(6 * time.Second)}}),
		Reference: reference, MaxWall: 10 * time.Second, Jobs: 1,
		Selection: Selection{Seeds: 1, Settings: settings, Corpus: []*workflow.Workflow{
			commands("long", "sleep", "sleep"), commands("short", "sleep"),
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Reason{"it takes longer than 10s of the reference's time", 1, "shell/long"}
	if len(sum.NotPlayed) != 1 || sum.NotPlayed[0] != want || sum.Total.Workflows != 1 || sum.Apart.NotPlayed != 2 {
		t.Errorf("%+v", sum)
	}
}

func TestUnsupportedShare(t *testing.T) {
	t.Parallel()
	a := runs(func(p target.Plan) (*target.Run, error) {
		run, err := script(nil).Play(t.Context(), p)
		if p.Workflow.ID == "lacks" {
			run.Status, run.Unsupported = target.StatusUnsupported, []string{"perl"} // says not where
		}
		return run, err
	})
	sum := play(t, a, script(nil), commands("lacks", "a", "b"), commands("x", "a"), commands("y", "a"), commands("z", "a"))
	if sum.Unsupported != 0.25 || sum.Total.Steps != 3 || sum.Apart.Unsupported != 2 ||
		len(sum.Lacking) != 1 || sum.Lacking[0] != (Reason{"perl", 1, "shell/lacks"}) {
		t.Errorf("%v %+v %+v %+v", sum.Unsupported, sum.Total, sum.Apart, sum.Lacking)
	}
}

func TestInterruptedKeepsWhatThereIs(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reference := target.Fake(func(_ target.Plan, s workflow.Step) workflow.Outcome {
		if s.Cmd == "stop" {
			cancel()
		}
		return workflow.Outcome{Started: true}
	})
	settings, _ := Choose(nil)
	sum, err := Run(ctx, Config{
		Emulator: script(nil), Reference: reference, Jobs: 1,
		Selection: Selection{Seeds: 1, Settings: settings, Corpus: []*workflow.Workflow{
			commands("a", "x"), commands("b", "stop", "x"), commands("c", "x"),
		}},
	})
	if err != nil || !sum.Interrupted || sum.Total.Workflows != 1 || sum.Planned != 3 {
		t.Errorf("%+v, %v", sum, err)
	}
}

func TestBadConfigurations(t *testing.T) {
	t.Parallel()
	settings := Matrix()
	for _, sel := range []Selection{
		{Count: 0, Seeds: 1, Settings: settings},
		{Count: -1, Seeds: 1, Settings: settings},
		{Count: 1, Seeds: 0, Settings: settings},
		{Count: 1, Seeds: 1},
	} {
		if _, err := Run(t.Context(), Config{Selection: sel}); !errors.Is(err, ErrConfig) {
			t.Errorf("%+v: %v", sel, err)
		}
	}
}
