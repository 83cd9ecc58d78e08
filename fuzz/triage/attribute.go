package triage

import (
	"context"
	"reflect"
	"slices"
	"strconv"

	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// Cause is what attribution found.
type Cause struct {
	Layer     primitives.Layer
	Primitive primitives.Primitive // "" if no relaxation helps
	Rule      string
	Fault     bool // a switched-on fault, not a declared constraint
	Race      bool // it does not hold over several schedules
}

// Triage examines failures on one target under one profile.
type Triage struct {
	Target       target.Target
	Profile      primitives.Profile
	Unrestricted primitives.Profile
	Schedules    int // further schedules over which a cause must hold; 0 = 2
	ShrinkTries  int // questions that shrinking may ask; 0 = 60
	// Fixed is a target that does not obey profiles: nothing is relaxed there. The cause is read from what
	// the oracles compared, else asked of Model.
	Fixed bool
	// Model is the emulator, for a fixed target: where the same step fails there under the profile, its cause
	// there is taken for the cause. nil = nobody is asked.
	Model target.Target
	// Varies is a target with a clock and a scheduler of its own, on which a failure may not show again.
	Varies bool
	// Schedule is how the emulator's processes take turns in all runs; "" = as the target does.
	Schedule target.Schedule
}

// plan is how a workflow is played under a profile.
func (t *Triage) plan(w *workflow.Workflow, p primitives.Profile, seed det.Seed) target.Plan {
	return target.Plan{Workflow: w, Profile: p, Seed: seed, Schedule: t.Schedule}
}

// change is one way to relax a profile.
type change struct {
	profile   primitives.Profile
	primitive primitives.Primitive
	fault     string
	layer     primitives.Layer
}

// changes lists the relaxations, the likeliest first: the faults that are on, the primitive that
// denied something in the failing step, then all others that restrict anything.
func (t *Triage) changes(guess Signature) []change {
	var first, rest []change
	for _, s := range t.Profile.Faults {
		f, _ := primitives.FaultByName(s.Name)
		c := change{
			profile: t.Profile.WithoutFault(s.Name), primitive: s.Primitive(), fault: s.Name, layer: f.Layer,
		}
		first = append(first, c)
	}
	for _, p := range primitives.All() {
		relaxed := primitives.Relaxed(p, t.Profile)
		if reflect.DeepEqual(relaxed, t.Profile) {
			continue
		}
		c := change{profile: relaxed, primitive: p, layer: p.Layer()}
		if p == guess.Primitive {
			first = append(first, c)
			continue
		}
		rest = append(rest, c)
	}
	return append(first, rest...)
}

// Attribute finds the cause of a failure of w, which fails under the profile with the seed.
func (t *Triage) Attribute(
	ctx context.Context, w *workflow.Workflow, seed det.Seed, sig Signature,
) (Cause, error) {
	if t.Fixed {
		return t.fixed(ctx, w, seed, sig)
	}
	for _, c := range t.changes(sig) {
		gone, err := t.gone(ctx, w, c.profile, seed, sig)
		if err != nil {
			return Cause{}, err
		}
		if !gone {
			continue
		}
		cause := Cause{Layer: c.layer, Primitive: c.primitive, Rule: c.rule(sig), Fault: c.fault != ""}
		cause.Race, err = t.races(ctx, w, c.profile, seed, sig)
		return cause, err
	}
	return t.combined(ctx, w, seed, sig)
}

// rule names what within the primitive it was: the fault, the rule that denied or, where the primitive
// broke the workflow without a denial, the rule that does such a thing.
func (c *change) rule(sig Signature) string {
	if c.fault != "" {
		return c.fault
	}
	if sig.Primitive == c.primitive {
		return sig.Rule
	}
	for _, r := range primitives.Describe(c.primitive).Rules {
		switch {
		case sig.Restarted && (r.Name == "ephemeral" || r.Name == "restart"):
			return r.Name // of a mount, or of the whole file system
		case !sig.Restarted && (len(r.Errnos) == 0 || hasErrno(r.Errnos, sig.Errno)):
			return r.Name
		}
	}
	return ""
}

func hasErrno(list []primitives.Errno, name string) bool {
	for _, e := range list {
		if e.Name() == name {
			return true
		}
	}
	return false
}

// combined looks for the smallest set where no single relaxation helps: it starts with all of
// them and takes back each that is not needed.
func (t *Triage) combined(
	ctx context.Context, w *workflow.Workflow, seed det.Seed, sig Signature,
) (Cause, error) {
	gone, err := t.gone(ctx, w, t.Unrestricted, seed, sig)
	if err != nil || !gone {
		return Cause{Layer: primitives.LayerWorkload}, err
	}
	needed := t.changes(sig)
	relax := func(without int) primitives.Profile {
		p := t.Profile
		for i, c := range needed {
			if i != without && c.fault == "" {
				p = primitives.Relaxed(c.primitive, p)
			}
		}
		return p
	}
	for i := range slices.Backward(needed) {
		gone, err := t.gone(ctx, w, relax(i), seed, sig)
		if err != nil {
			return Cause{}, err
		}
		if gone {
			needed = append(needed[:i:i], needed[i+1:]...)
		}
	}
	if gone, err := t.gone(ctx, w, relax(-1), seed, sig); err != nil || !gone || len(needed) == 0 {
		return Cause{Layer: primitives.LayerUndetermined}, err
	}
	c := needed[0]
	return Cause{Layer: c.layer, Primitive: c.primitive, Rule: c.rule(sig)}, nil
}

// races reports whether the cause fails to hold over other schedules: with the profile the
// workflow must fail, with the relaxed profile it must not.
func (t *Triage) races(
	ctx context.Context, w *workflow.Workflow, relaxed primitives.Profile, seed det.Seed, sig Signature,
) (bool, error) {
	n := t.Schedules
	if n == 0 {
		n = 2
	}
	for i := range n {
		other := seed.Derive("schedule-" + strconv.Itoa(i))
		fails, err := t.shows(ctx, w, t.Profile, other, sig)
		if err != nil {
			return false, err
		}
		gone, err := t.gone(ctx, w, relaxed, other, sig)
		if err != nil {
			return false, err
		}
		if !fails || !gone {
			return true, nil
		}
	}
	return false, nil
}

// gone reports whether w does not show the failure under a profile.
func (t *Triage) gone(
	ctx context.Context, w *workflow.Workflow, p primitives.Profile, seed det.Seed, sig Signature,
) (bool, error) {
	run, err := t.Target.Play(ctx, t.plan(w, p, seed))
	if err != nil || run.Status != target.StatusPlayed {
		return false, err
	}
	for _, f := range Failures(&oracle.Case{Workflow: w, Profile: &p, Outcomes: run.Outcomes}) {
		if f.Signature.alike(sig) {
			return false, nil
		}
	}
	return true, nil
}

// alike reports whether two signatures are the same failure, whatever denied it: a relaxed
// primitive often gives way to the next one.
func (s *Signature) alike(o Signature) bool {
	return s.Oracle == o.Oracle && s.Op == o.Op && (s.Field == o.Field || s.Oracle == "expectation")
}

// shows reports whether w fails under a profile as sig says.
func (t *Triage) shows(
	ctx context.Context, w *workflow.Workflow, p primitives.Profile, seed det.Seed, sig Signature,
) (bool, error) {
	run, err := t.Target.Play(ctx, t.plan(w, p, seed))
	if err != nil || run.Status != target.StatusPlayed {
		return false, err
	}
	return find(&oracle.Case{Workflow: w, Profile: &p, Outcomes: run.Outcomes}, sig) != nil, nil
}

// find returns the failure of a case that has the signature, or nil.
func find(c *oracle.Case, sig Signature) *Failure {
	for _, f := range Failures(c) {
		if f.Signature == sig {
			return &f
		}
	}
	return nil
}
