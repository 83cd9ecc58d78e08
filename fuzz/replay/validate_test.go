package replay

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

const twoCommands = `id: two
steps:
  - run: {cmd: a}
  - run: {cmd: b}
expect:
  - exit: 0
  - exit: 0
`

// fails is a sandbox in which one command ends as given and the other well.
func fails(cmd string, exit int, stderr string) target.Fake {
	return func(_ target.Plan, s workflow.Step) workflow.Outcome {
		o := workflow.Outcome{Started: true}
		if s.Cmd == cmd {
			o.Exit, o.Stderr = exit, []byte(stderr)
		}
		return o
	}
}

// ends is a target whose runs have one status.
type ends target.Status

// Name implements target.Target.
func (ends) Name() string { return "ends" }

// Play implements target.Target.
func (e ends) Play(context.Context, target.Plan) (*target.Run, error) {
	return &target.Run{Status: target.Status(e), Unsupported: []string{"teleport"}, Aborted: "no credentials"}, nil
}

const missing = "b: No such file or directory\n"

func TestValidate(t *testing.T) {
	t.Parallel()
	here := fails("b", 1, missing)
	var turn atomic.Int64
	flaky := target.Fake(func(p target.Plan, s workflow.Step) workflow.Outcome {
		if turn.Add(1) <= 2 {
			return workflow.Outcome{Started: true} // both steps of the first run
		}
		return here(p, s)
	})
	for _, tc := range []struct {
		name  string
		here  target.Target
		there target.Target
		want  findings.Validation
	}{
		{"alike", here, here, findings.Validation{Verdict: findings.Confirmed, Step: 1, Field: "exit", Here: "1", There: "1"}},
		{"other words", here, fails("b", 1, "oops"), findings.Validation{
			Verdict: findings.Confirmed, Step: 1, Field: "exit", Here: "1", There: "1",
		}},
		{"well", here, fails("", 0, ""), findings.Validation{
			Verdict: findings.NotReproduced, Step: 1, Field: "exit", Here: "1", There: "as expected",
		}},
		{"other code", here, fails("b", 2, missing), findings.Validation{
			Verdict: findings.Differs, Step: 1, Field: "exit", Here: "1", There: "2",
		}},
		{"other errno", here, fails("b", 1, "Permission denied"), findings.Validation{
			Verdict: findings.Differs, Step: 1, Field: "errno", Here: "ENOENT", There: "EACCES",
		}},
		{"other step", here, fails("a", 127, "a: command not found"), findings.Validation{
			Verdict: findings.Differs, Step: 0, Field: "exit", Here: "as expected", There: "127",
		}},
		{"by what is stored", nil, fails("b", 1, missing), findings.Validation{
			Verdict: findings.Confirmed, Step: 1, Field: "exit", Here: "1", There: "1",
		}},
		{"by what is stored, other code", nil, fails("b", 2, missing), findings.Validation{
			Verdict: findings.Differs, Step: 1, Field: "exit", Here: "1", There: "2",
		}},
		{"by what is stored, other errno", nil, fails("b", 1, "Permission denied"), findings.Validation{
			Verdict: findings.Differs, Step: 1, Field: "errno", Here: "ENOENT", There: "EACCES",
		}},
		{"now and then", here, flaky, findings.Validation{
			Verdict: findings.Flaky, Step: 1, Field: "exit", Here: "1", There: "as expected",
			Note: "2 x CONFIRMED, 1 x NOT REPRODUCED",
		}},
		{"lacking", here, ends(target.StatusUnsupported), findings.Validation{
			Verdict: findings.Unvalidated, Step: 1, Field: "exit", Here: "1", Note: "lacks teleport", Runs: 1,
		}},
		{"cut short", here, ends(target.StatusAborted), findings.Validation{
			Verdict: findings.Aborted, Step: 1, Field: "exit", Here: "1", Note: "no credentials", Runs: 1,
		}},
	} {
		w, doc := parse(t, twoCommands)
		r := &Recording{Workflow: w, Profile: doc.Profile, Finding: &findings.Finding{
			ID: "f", Key: findings.Key{Errno: "ENOENT"}, Oracle: "expectation", Step: 1, Expected: "0", Got: "1",
		}}
		v := Validator{There: tc.there, Here: tc.here}
		got, err := v.Validate(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		tc.want.Finding, tc.want.Expected = "f", "0"
		if tc.want.Runs == 0 {
			tc.want.Runs = 3
		}
		if *got != tc.want {
			t.Errorf("%s:\n got %+v\nwant %+v", tc.name, *got, tc.want)
		}
	}
}

// A failure of a parallel step's child is found again, by replay too.
func TestValidateAChild(t *testing.T) {
	t.Parallel()
	w, doc := parse(t, "id: p\nsteps:\n- parallel:\n  - run: {cmd: a}\n  - run: {cmd: b}\n"+
		"expect:\n- parallel:\n  - exit: 0\n  - exit: 0\n")
	sandbox := target.Fake(func(_ target.Plan, s workflow.Step) workflow.Outcome {
		return workflow.Outcome{Parallel: []workflow.Outcome{{Started: true}, {Started: true, Exit: 1}}}
	})
	r := &Recording{Workflow: w, Profile: doc.Profile, Loose: "a test", Finding: &findings.Finding{
		ID: "f", Oracle: "expectation", Expected: "parallel[1].exit: 0", Got: "1",
	}}
	v := Validator{There: sandbox, Here: sandbox}
	got, err := v.Validate(t.Context(), r)
	if err != nil || got.Verdict != findings.Confirmed || got.Field != "parallel[1].exit" {
		t.Errorf("%+v, %v", got, err)
	}
	a, err := Replay(t.Context(), sandbox, r)
	if err != nil || a.Word != SameFailure {
		t.Errorf("%v, %v", a, err)
	}
}

// A target that obeys profiles is asked for the blamed fault alone.
func TestBareProfiles(t *testing.T) {
	t.Parallel()
	w, doc := parse(t, twoCommands)
	p := doc.Profile.WithFault(primitives.FaultSpec{Name: "download-cut-at-nul"}).
		WithFault(primitives.FaultSpec{Name: "dotdot-allowed"})
	for rule, want := range map[string]int{"mode": 0, "dotdot-allowed": 1} {
		faults := -1
		v := Validator{Bare: true, There: target.Fake(func(p target.Plan, _ workflow.Step) workflow.Outcome {
			faults = len(p.Profile.Faults)
			return workflow.Outcome{Started: true}
		})}
		r := &Recording{Workflow: w, Profile: p, Finding: &findings.Finding{Key: findings.Key{Rule: rule}}}
		if _, err := v.Validate(t.Context(), r); err != nil || faults != want {
			t.Errorf("rule %s: %d faults, %v; want %d", rule, faults, err, want)
		}
	}
}

// What lacks or was cut short is no answer of a replay.
func TestReplayThatSaysNothing(t *testing.T) {
	t.Parallel()
	w, doc := parse(t, twoCommands)
	r := &Recording{Workflow: w, Profile: doc.Profile, Loose: "a test", Finding: &findings.Finding{ID: "f"}}
	for _, e := range []ends{ends(target.StatusUnsupported), ends(target.StatusAborted)} {
		if a, err := Replay(t.Context(), e, r); err == nil {
			t.Errorf("%s: answered %v", e, a)
		}
	}
}
