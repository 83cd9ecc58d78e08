// Package shrink makes a workflow that shows something as small as it can while it still
// shows it. It is pure: it asks a function and counts its questions, never a clock.
package shrink

import (
	"slices"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Keep reports whether a smaller workflow still shows what the larger one showed.
type Keep func(*workflow.Workflow) bool

// Shrink returns the smallest workflow that it finds with at most tries questions. w itself is
// taken to be kept, and is not changed. The result shares payloads with w.
func Shrink(w *workflow.Workflow, keep Keep, tries int) *workflow.Workflow {
	s := &shrinker{keep: keep, tries: tries, best: w}
	for s.round() {
	}
	return s.best
}

type shrinker struct {
	keep  Keep
	tries int
	best  *workflow.Workflow
}

// round runs every pass once and reports whether any of them made progress.
func (s *shrinker) round() bool {
	before := s.best
	for _, pass := range []func(*shrinker){
		(*shrinker).dropSteps, (*shrinker).dropChildren, (*shrinker).simplify,
	} {
		pass(s)
	}
	return s.best != before && s.tries > 0
}

// ask tries a candidate and takes it if it is kept.
func (s *shrinker) ask(w *workflow.Workflow) bool {
	if s.tries <= 0 {
		return false
	}
	s.tries--
	if !s.keep(w) {
		return false
	}
	s.best = w
	return true
}

// dropSteps removes runs of steps, the largest first, from the end to the start: later steps
// depend on earlier ones, so they go more easily.
func (s *shrinker) dropSteps() {
	for size := len(s.best.Steps) / 2; size >= 1; size /= 2 {
		for end := len(s.best.Steps); end >= size; end -= size {
			if end > len(s.best.Steps) {
				continue
			}
			s.ask(without(s.best, end-size, end))
		}
	}
}

// without returns w without the steps from to end, and without what they should give.
func without(w *workflow.Workflow, from, end int) *workflow.Workflow {
	c := *w
	c.Steps = slices.Delete(slices.Clone(w.Steps), from, end)
	c.Expect = slices.Delete(slices.Clone(w.Expect), from, end)
	return &c
}

// dropChildren removes children of parallel steps; one that is left alone becomes a plain step.
func (s *shrinker) dropChildren() {
	for i := range s.best.Steps {
		for j := range slices.Backward(s.best.Steps[i].Parallel) {
			if s.best.Steps[i].Op != workflow.OpParallel {
				break
			}
			s.ask(withoutChild(s.best, i, j))
		}
	}
}

func withoutChild(w *workflow.Workflow, i, j int) *workflow.Workflow {
	c := edit(w)
	step, expect := &c.Steps[i], &c.Expect[i]
	step.Parallel = slices.Delete(slices.Clone(step.Parallel), j, j+1)
	if len(expect.Parallel) > j {
		expect.Parallel = slices.Delete(slices.Clone(expect.Parallel), j, j+1)
	}
	if len(step.Parallel) == 1 {
		session := step.Session
		*step = step.Parallel[0]
		if step.Session == "" {
			step.Session = session
		}
		only := workflow.Expect{}
		if len(expect.Parallel) == 1 {
			only = expect.Parallel[0]
		}
		*expect = only
	}
	return c
}

// edit returns a copy of w whose steps and expectations may be assigned to.
func edit(w *workflow.Workflow) *workflow.Workflow {
	c := *w
	c.Steps, c.Expect = slices.Clone(w.Steps), slices.Clone(w.Expect)
	return &c
}
