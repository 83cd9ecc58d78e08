package shrink

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

func numbered(n int) *workflow.Workflow {
	w := &workflow.Workflow{ID: "w"}
	for i := range n {
		w.Steps = append(w.Steps, workflow.Step{Op: workflow.OpRun, Cmd: strconv.Itoa(i), Cwd: "/x"})
		w.Expect = append(w.Expect, workflow.Expect{Note: strconv.Itoa(i)})
	}
	return w
}

func cmds(w *workflow.Workflow) string {
	var s []string
	for _, st := range w.Steps {
		s = append(s, st.Cmd)
	}
	return strings.Join(s, " ")
}

func TestShrinkKeepsWhatIsNeeded(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		steps int
		need  string
	}{
		{1, "0"}, {6, "5"}, {6, "0"}, {9, "2 7"}, {14, "0 6 13"}, {3, "0 1 2"}, {8, ""},
	} {
		w := numbered(tc.steps)
		keep := func(c *workflow.Workflow) bool {
			if len(c.Steps) != len(c.Expect) {
				t.Fatalf("%d steps with %d expectations", len(c.Steps), len(c.Expect))
			}
			for i := range c.Steps {
				if c.Steps[i].Cmd != c.Expect[i].Note {
					t.Fatalf("step %s has the expectation of %s", c.Steps[i].Cmd, c.Expect[i].Note)
				}
			}
			for n := range strings.FieldsSeq(tc.need) {
				if !strings.Contains(" "+cmds(c)+" ", " "+n+" ") {
					return false
				}
			}
			return true
		}
		got := Shrink(w, keep, 200)
		if cmds(got) != tc.need {
			t.Errorf("%d steps that need %q: shrunk to %q", tc.steps, tc.need, cmds(got))
		}
		if len(w.Steps) != tc.steps || w.Steps[0].Cwd != "/x" {
			t.Error("the input was changed")
		}
		for _, s := range got.Steps {
			if s.Cwd != "" {
				t.Error("the working directory was not dropped")
			}
		}
	}
}

func TestShrinkKeepsItsBudget(t *testing.T) {
	t.Parallel()
	for _, tries := range []int{0, 1, 5} {
		asked := 0
		Shrink(numbered(12), func(*workflow.Workflow) bool { asked++; return false }, tries)
		if asked > tries {
			t.Errorf("asked %d times, allowed were %d", asked, tries)
		}
	}
}

func TestShrinkParallelChildren(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{
		Steps:  []workflow.Step{{Op: workflow.OpParallel, Parallel: numbered(4).Steps}},
		Expect: []workflow.Expect{{Parallel: numbered(4).Expect}},
	}
	needs := func(c *workflow.Workflow) bool {
		for _, s := range c.Steps {
			if s.Cmd == "2" {
				return true
			}
			for _, p := range s.Parallel {
				if p.Cmd == "2" {
					return true
				}
			}
		}
		return false
	}
	got := Shrink(w, needs, 100)
	if len(got.Steps) != 1 || got.Steps[0].Cmd != "2" || got.Expect[0].Note != "2" {
		t.Errorf("got %+v with %+v, want the one child as a plain step", got.Steps, got.Expect)
	}
}

func TestShrinkPayload(t *testing.T) {
	t.Parallel()
	w := numbered(1)
	w.Steps[0].Data = make([]byte, 100_000)
	got := Shrink(w, func(c *workflow.Workflow) bool { return len(c.Steps) == 1 && len(c.Steps[0].Data) > 1000 }, 100)
	if n := len(got.Steps[0].Data); n > 2000 {
		t.Errorf("%d bytes are left of a payload of which 1001 are needed", n)
	}
}
