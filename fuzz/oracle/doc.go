// Package oracle judges what a workflow gave: each oracle is one file and knows one kind of
// wrong. An oracle says that something failed and shows what; whether that is a defect, a trap or
// expected is package triage's to say.
package oracle

import (
	"fmt"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// Case is one played workflow.
type Case struct {
	Workflow *workflow.Workflow
	Profile  *primitives.Profile
	Outcomes []workflow.Outcome // may be shorter than the steps, if the run was cut
}

// Failure is what an oracle found at one step.
type Failure struct {
	Oracle   string
	Step     int    // index in Workflow.Steps
	Child    int    // index within a parallel step, or -1
	Field    string // what of the outcome is wrong, such as "stdout"
	Expected string // shortened for readers
	Got      string // shortened for readers
	Broken   bool   // the contract itself is broken, whatever the profile declares
}

// Where is the field within its step, with the child's place where the step is a parallel one: "stdout", or
// "parallel[1].stdout".
func (f *Failure) Where() string {
	if f.Child < 0 {
		return f.Field
	}
	return fmt.Sprintf("parallel[%d].%s", f.Child, f.Field)
}

// Oracle judges one case.
type Oracle interface {
	Name() string
	Judge(c *Case) []Failure
}

// All returns the oracles, those that know most about a failure first: where several fire at one
// step, the first one names it.
func All() []Oracle {
	return []Oracle{RoundTrip{}, FileAgainstShell{}, ExitCode{}, Containment{}, Limits{}, Expectation{}}
}

// Judge asks all oracles and returns one failure a step, in the order of steps.
func Judge(c *Case) []Failure {
	first := map[[2]int]Failure{}
	for _, o := range All() {
		for _, f := range o.Judge(c) {
			f.Oracle = o.Name()
			at := [2]int{f.Step, f.Child}
			if _, taken := first[at]; !taken {
				first[at] = f
			}
		}
	}
	var out []Failure
	for step := range c.Outcomes {
		for child := -1; child < len(c.Outcomes[step].Parallel); child++ {
			if f, ok := first[[2]int{step, child}]; ok {
				out = append(out, f)
			}
		}
	}
	return out
}

// each calls fn for every step that is not parallel and every child of those that are.
func (c *Case) each(fn func(step, child int, s *workflow.Step, e *workflow.Expect, o *workflow.Outcome)) {
	for i := range c.Outcomes {
		s, o := &c.Workflow.Steps[i], &c.Outcomes[i]
		e := &workflow.Expect{}
		if i < len(c.Workflow.Expect) {
			e = &c.Workflow.Expect[i]
		}
		if s.Op != workflow.OpParallel {
			fn(i, -1, s, e, o)
			continue
		}
		for j := range min(len(s.Parallel), len(o.Parallel)) {
			child := &workflow.Expect{}
			if j < len(e.Parallel) {
				child = &e.Parallel[j]
			}
			fn(i, j, &s.Parallel[j], child, &o.Parallel[j])
		}
	}
}

// maxShown is how much of a value a failure shows, bytes.
const maxShown = 400

// shown shortens a value for readers.
func shown(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return s[:maxShown] + "..."
}
