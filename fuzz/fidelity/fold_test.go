package fidelity

import (
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// TestFolds: what differs in names and numbers alone is one fold; another command, class or line is another.
func TestFolds(t *testing.T) {
	t.Parallel()
	a := script(map[string]workflow.Outcome{
		"cp report1 x": failing(1, "cp: report1: Permission denied\n"),
		"cp sales22 x": failing(1, "cp: sales22: Permission denied\n"),
		"mv report1 x": failing(1, "mv: report1: Permission denied\n"),
		"cp audit3 x":  failing(1, "cp: audit3: No such file or directory\n"),
	})
	sum := play(t, a, script(nil), commands("1", "cp report1 x"), commands("2", "a", "b", "cp sales22 x", "c"),
		commands("3", "mv report1 x"), commands("4", "cp audit3 x"))
	if len(sum.Differences) != 3 || sum.Differences[0].Count != 2 {
		t.Fatalf("%d folds: %+v", len(sum.Differences), sum.Differences)
	}
	f := sum.Differences[0]
	if f.Shape != "run cp W x" || f.Field != "exit" || f.Class != FalsePositive || f.Primitive != "mounts" {
		t.Errorf("%+v", f)
	}
	ids := map[string]bool{}
	for _, f := range sum.Differences {
		ids[f.ID] = true
	}
	if len(ids) != 3 {
		t.Errorf("ids %v", ids)
	}
}

// TestExamplesShrink: steps that a difference does not need go; those that it needs stay.
func TestExamplesShrink(t *testing.T) {
	t.Parallel()
	needs := func(p targetPlan) bool {
		for _, s := range p.Workflow.Steps {
			if s.Cmd == "cause" {
				return true
			}
		}
		return false
	}
	a := fakeOf(func(p targetPlan, s workflow.Step) workflow.Outcome {
		if s.Cmd == "show" && needs(p) {
			return failing(1, "")
		}
		return workflow.Outcome{Started: true}
	})
	w := commands("w", "a", "b", "cause", "c", "d", "show", "e", "f")
	sum := play(t, a, script(nil), w)
	if len(sum.Differences) != 1 {
		t.Fatalf("%+v", sum.Differences)
	}
	e := sum.Differences[0].Example
	small, err := workflow.Parse("example", []byte(e.Workflow))
	if err != nil {
		t.Fatal(err)
	}
	if len(small.Steps) != 2 || small.Steps[0].Cmd != "cause" || small.Steps[1].Cmd != "show" || e.Step != 1 || e.Steps != 2 {
		t.Errorf("step %d of %d:\n%s", e.Step, e.Steps, e.Workflow)
	}
	if len(w.Steps) != 8 {
		t.Error("the workflow itself was changed")
	}
}
