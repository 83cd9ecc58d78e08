package domain

import (
	"sort"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
)

const sample1000 = 1000

// thousand generates the workflows of a sweep.
func thousand(seed uint64) []*workflow.Workflow {
	domains := All()
	out := make([]*workflow.Workflow, sample1000)
	for i := range out {
		out[i] = Generate(domains[i%len(domains)], det.NewSeed(seed), i)
	}
	return out
}

func TestGenerateIsAFunctionOfSeedAndIndex(t *testing.T) {
	t.Parallel()
	for i, d := range All() {
		a, b := Generate(d, det.NewSeed(7), i), Generate(d, det.NewSeed(7), i)
		if !workflow.Equal(a, b) {
			t.Errorf("%s: two workflows of one seed and index differ", d.Name)
		}
		if other := Generate(d, det.NewSeed(8), i); workflow.Equal(a, other) {
			t.Errorf("%s: another seed gives the same workflow", d.Name)
		}
		if other := Generate(d, det.NewSeed(7), i+10); workflow.Equal(a, other) {
			t.Errorf("%s: another index gives the same workflow", d.Name)
		}
	}
}

// Every generated workflow is valid, survives being written and read, and has what agents' workflows have.
func TestWorkflowsAreValidAndVaried(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{1, 2, 3} {
		shapes, python := map[string]int{}, 0
		var lengths []int
		for i, w := range thousand(seed) {
			if bad := w.Validate(); len(bad) > 0 {
				t.Fatalf("seed %d, %s: %v", seed, w.ID, bad[0].Error())
			}
			if i%10 == int(seed) { // writing and reading them all takes too long
				roundTrip(t, w)
			}
			lengths = append(lengths, len(w.Steps))
			once := map[string]bool{}
			for _, s := range Shapes(w) {
				once[s] = true
			}
			for s := range once {
				shapes[s]++
			}
			if hasPython(w) {
				python++
			}
		}
		sort.Ints(lengths)
		if m := lengths[len(lengths)/2]; m < 6 {
			t.Errorf("seed %d: median of %d steps, want 6 or more", seed, m)
		}
		if python < sample1000*35/100 {
			t.Errorf("seed %d: %d of 1000 workflows have Python, want 350", seed, python)
		}
		for s, n := range shapes {
			if n > sample1000*5/100 {
				t.Errorf("seed %d: %d of 1000 workflows have a step %q, at most 50 may", seed, n, s)
			}
		}
	}
}

func roundTrip(t *testing.T, w *workflow.Workflow) {
	t.Helper()
	text, err := workflow.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	back, err := workflow.Parse(w.ID, text)
	if err != nil || !workflow.Equal(w, back) {
		t.Fatalf("%s: came back changed, %v\n%s", w.ID, err, text)
	}
}

func hasPython(w *workflow.Workflow) bool {
	for _, s := range w.Steps {
		if s.Language == "python" || strings.Contains(s.Cmd, "python3") {
			return true
		}
	}
	return false
}

func TestShapesTellStepsApart(t *testing.T) {
	t.Parallel()
	run := func(cmd string) *workflow.Workflow {
		return &workflow.Workflow{Steps: []workflow.Step{{Op: workflow.OpRun, Cmd: cmd}}}
	}
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"cat alpha1.txt", "cat report22.txt", true},
		{"seq 10 | tail -1", "seq 999 | tail -1", true},
		{"grep -c alpha sales10.csv", "grep -c trace users7.csv", true},
		{"cat a.txt", "wc -l < a.txt", false},
		{"ls -l", "ls", false},
	} {
		if got := Shapes(run(tc.a))[0] == Shapes(run(tc.b))[0]; got != tc.same {
			t.Errorf("%q and %q: same shape = %v, want %v", tc.a, tc.b, got, tc.same)
		}
	}
}
