package fidelity

import (
	"path"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/corpus"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

// short names for the tests of this package.
type targetPlan = target.Plan

func fakeOf(f func(p targetPlan, s workflow.Step) workflow.Outcome) target.Target {
	return target.Fake(f)
}

func TestMatrixHasEveryFile(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, s := range Matrix() {
		names[s.Name()] = true
	}
	entries, err := profiles.ReadDir("profiles")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := strings.TrimSuffix(path.Base(e.Name()), ".yaml"); !names[name] && name != "common" {
			t.Errorf("%s is not in the matrix under its own name", e.Name())
		}
	}
	if len(entries) != len(names)+1 {
		t.Errorf("%d files, %d profiles", len(entries), len(names))
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	got, err := Choose([]string{"landlocked", "plain"})
	if err != nil || len(got) != 2 || got[0].Name() != "plain" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Choose([]string{"plian"}); err == nil || !strings.Contains(err.Error(), "known are plain, ") {
		t.Errorf("%v", err)
	}
}

// TestCases: the assignment of profiles is a function of the index, every domain meets every profile, and no
// workflow is played twice.
func TestCases(t *testing.T) {
	t.Parallel()
	for _, seeds := range []int{1, 5, 13} {
		sel := Selection{Count: 260, Seeds: seeds, Seed: 3, Corpus: corpus.All()[:3], Settings: Matrix()}
		cases, err := sel.Cases()
		if err != nil {
			t.Fatal(err)
		}
		again, _ := sel.Cases()
		pairs, seen := map[[2]string]bool{}, map[string]bool{}
		for i := range cases {
			c := &cases[i]
			same := c.Name == again[i].Name && c.Setting == again[i].Setting && c.Seed == again[i].Seed
			if !same || i%20 == 0 && !workflow.Equal(c.Workflow, again[i].Workflow) {
				t.Fatalf("seeds %d: case %d is not the same again", seeds, i)
			}
			if seen[c.Name] {
				t.Errorf("seeds %d: %s twice", seeds, c.Name)
			}
			seen[c.Name] = true
			if c.Source == Generated {
				pairs[[2]string{c.Workflow.Domain, c.Setting}] = true
			}
		}
		if want := 10 * len(Matrix()); len(pairs) != want {
			t.Errorf("seeds %d: %d pairs of domain and profile, want %d", seeds, len(pairs), want)
		}
		if len(cases) != 263 || cases[262].Source != Corpus {
			t.Errorf("%d cases", len(cases))
		}
	}
}
