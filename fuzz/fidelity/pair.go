package fidelity

import (
	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/triage"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// played is one side's run of a case.
type played struct {
	run   *target.Run
	scene Scene
}

// unit is one thing that is compared: a step, a child of a parallel step, or, after the last step, the tree.
type unit struct {
	step, child         int // child is -1 but for those of a parallel step; step is len(Steps) for the tree
	class               Class
	emulator, reference string // kinds of failure, "" where it passes
	differences         []Difference
	primitive           primitives.Primitive // "" = none
	op                  workflow.Op          // "" for the tree
	shape               string
	hint                string // what the side that failed said, for the fold
}

// pair is what two runs of a case give, step by step.
type pair struct {
	units []unit // scored, up to the first step that differs
	apart Apart

	flaky    string      // what the reference did not do twice, "" if nothing
	diverged int         // the step from which on nothing is scored, -1 if there is none
	look     *inspection // into files that the two sides left, nil if there was none
}

// Apart are the steps that no score counts.
type Apart struct {
	Unsupported      int `json:"unsupported"`        // from the step on that met a feature the emulator lacks
	KnockOn          int `json:"knock_on"`           // after a step that differs
	KnockOnDiffering int `json:"knock_on_differing"` // of those, the ones that differ too
	Flaky            int `json:"flaky"`              // from where the reference disagreed with itself
	NotPlayed        int `json:"not_played"`         // of workflows that a side could not play to their end
}

func (a *Apart) add(b Apart) {
	a.Unsupported += b.Unsupported
	a.KnockOn += b.KnockOn
	a.KnockOnDiffering += b.KnockOnDiffering
	a.Flaky += b.Flaky
	a.NotPlayed += b.NotPlayed
}

// units returns how many units a step is.
func units(s *workflow.Step) int { return max(1, len(s.Parallel)) }

// unitsFrom counts the units of the steps from one on.
func unitsFrom(w *workflow.Workflow, step int) int {
	n := 0
	for i := step; i < len(w.Steps); i++ {
		n += units(&w.Steps[i])
	}
	return n
}

// comparePair compares two runs. Steps of one number are scored together, since they started together; what
// comes after a step that differs has another state to stand on and is counted apart.
func comparePair(c *Case, a, b *played) pair {
	p := pair{diverged: -1}
	w := c.Workflow
	ctx := &pairing{c: c, a: a, b: b}
	limit := len(w.Steps)
	if at := firstMissing(a.run); at >= 0 {
		limit = min(limit, at)
		p.apart.Unsupported = unitsFrom(w, at)
	}
	for i := range limit {
		found := ctx.step(i)
		if p.diverged >= 0 {
			p.knockOn(found)
			continue
		}
		p.units = append(p.units, found...)
		if differing(found) > 0 {
			p.diverged = i
		}
	}
	if limit == len(w.Steps) && !c.noTree {
		tree := ctx.tree()
		if p.diverged < 0 && tree.class != Agree {
			p.diverged = limit
			p.units = append(p.units, tree)
		}
	}
	return p
}

func (p *pair) knockOn(found []unit) {
	p.apart.KnockOn += len(found)
	p.apart.KnockOnDiffering += differing(found)
}

func differing(found []unit) int {
	n := 0
	for i := range found {
		if found[i].class != Agree {
			n++
		}
	}
	return n
}

// firstMissing returns the step in which the emulator first met what it lacks: 0 if it met something and says
// not where, -1 if it met nothing.
func firstMissing(run *target.Run) int {
	for i := range run.Outcomes {
		if len(run.Outcomes[i].Unsupported) > 0 {
			return i
		}
	}
	if len(run.Unsupported) > 0 || run.Status == target.StatusUnsupported {
		return 0
	}
	return -1
}

// pairing makes the units of one pair of runs.
type pairing struct {
	c    *Case
	a, b *played
}

func (p *pairing) step(i int) []unit {
	s, e := &p.c.Workflow.Steps[i], &p.c.Workflow.Expect[i]
	a, b := &p.a.run.Outcomes[i], &p.b.run.Outcomes[i]
	if s.Op != workflow.OpParallel {
		return []unit{p.unit(i, -1, s, e, a, b)}
	}
	out := make([]unit, len(s.Parallel))
	for j := range s.Parallel {
		var expect workflow.Expect
		if j < len(e.Parallel) {
			expect = e.Parallel[j]
		}
		out[j] = p.unit(i, j, &s.Parallel[j], &expect, child(a, j), child(b, j))
	}
	return out
}

func child(o *workflow.Outcome, j int) *workflow.Outcome {
	if j < len(o.Parallel) {
		return &o.Parallel[j]
	}
	return &workflow.Outcome{}
}

func (p *pairing) unit(i, j int, s *workflow.Step, e *workflow.Expect, a, b *workflow.Outcome) unit {
	u := unit{
		step: i, child: j, op: s.Op, shape: domain.Shape(s),
		emulator: FailureKind(e, a), reference: FailureKind(e, b),
		differences: Compare(a, b, &p.a.scene, &p.b.scene),
	}
	u.class = classify(u.emulator, u.reference, u.differences)
	u.primitive = p.attribute(&u)
	u.hint = hint(a, b, &p.a.scene, &p.b.scene)
	return u
}

// tree compares what the sessions left.
func (p *pairing) tree() unit {
	u := unit{step: len(p.c.Workflow.Steps), child: -1, class: Agree, shape: "tree", primitive: p.c.Restrict}
	u.differences = CompareTrees(p.a.run.Tree, p.b.run.Tree, &p.a.scene, &p.b.scene)
	if len(u.differences) > 0 {
		u.class = Differs
	}
	return u
}

// attribute names the primitive of a unit: that of the denial which the emulator met in the step, for steps
// that do not simply pass of the latest denial before it, else what the profile restricts.
func (p *pairing) attribute(u *unit) primitives.Primitive {
	played := &oracle.Case{Workflow: p.c.Workflow, Profile: &p.c.Profile, Outcomes: p.a.run.Outcomes}
	if d := triage.DenialAt(played, &oracle.Failure{Step: u.step, Child: u.child}); d != nil {
		return d.Cause.Primitive
	}
	if u.class == Agree && u.emulator == "" {
		return p.c.Restrict
	}
	session := sessionOf(p.c.Workflow, u.step, u.child)
	for i := u.step - 1; i >= 0; i-- {
		for j := range max(1, len(p.c.Workflow.Steps[i].Parallel)) {
			at := &oracle.Failure{Step: i, Child: j}
			if len(p.c.Workflow.Steps[i].Parallel) == 0 {
				at.Child = -1
			} else if j >= len(p.a.run.Outcomes[i].Parallel) {
				break
			}
			d := triage.DenialAt(played, at)
			if d != nil && sessionOf(p.c.Workflow, i, at.Child) == session {
				return d.Cause.Primitive
			}
		}
	}
	return p.c.Restrict
}

func sessionOf(w *workflow.Workflow, step, child int) string {
	s := &w.Steps[step]
	if child >= 0 && s.Parallel[child].Session != "" {
		return s.Parallel[child].Session
	}
	return s.Session
}
