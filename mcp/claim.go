package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/triage"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
)

// claim is what an agent says is wrong: that a recorded step should have given something else.
type claim struct {
	session string
	profile profile.Document
	seed    uint64
	step    int
	expect  *workflow.Expect // nil: the oracles alone decide
	note    string
	record  recording // up to the step
}

// claim reads a claim, and takes what was recorded up to its step.
func (l *live) claim(step int64, expected map[string]any, note string) (*claim, error) {
	n := len(l.recording.steps)
	switch {
	case n == 0:
		return nil, refusalf("nothing was done in the session %s yet", l.id)
	case step >= int64(n):
		return nil, problemf(codeArguments, "step: the session has the steps 0 to %d", n-1)
	case step < 0:
		step = int64(n - 1)
	}
	c := &claim{session: l.id, profile: l.profile, seed: l.seed, step: int(step), note: note}
	end := c.step + 1
	c.record = recording{steps: l.recording.steps[:end:end], digests: l.recording.digests[:end:end]}
	if expected == nil {
		return c, nil
	}
	e, err := parseExpectation(expected)
	if err != nil {
		return nil, err
	}
	e.Note = note
	c.expect = &e
	return c, nil
}

// workflow is the recorded one without what the steps gave: only the claim's step has an expectation. Those
// of the others say what was, not what should be, and would fail where a primitive is relaxed.
func (c *claim) workflow() *workflow.Workflow {
	w := &workflow.Workflow{
		ID: "mcp-" + c.session, Kind: "claim", Summary: "Claimed by an agent.",
		Steps: slices.Clone(c.record.steps), Expect: make([]workflow.Expect, len(c.record.steps)),
	}
	if c.expect != nil {
		w.Expect[c.step] = *c.expect
	} else {
		w.Expect[c.step].Note = c.note
	}
	return w
}

// judge plays the recorded steps again, looks for the failure that the claim speaks of, and finds its cause.
// The error is why the claim is refused.
func (s *Server) judge(ctx context.Context, c *claim) (*findings.Finding, error) {
	w := c.workflow()
	plan := target.Plan{Workflow: w, Profile: c.profile.Profile, Seed: det.NewSeed(c.seed), KeepLog: true}
	run, err := s.identical(ctx, c, plan)
	if err != nil {
		return nil, err
	}
	f, err := c.failure(&oracle.Case{Workflow: w, Profile: &plan.Profile, Outcomes: run.Outcomes})
	if err != nil {
		return nil, err
	}
	t := triage.Triage{Target: s.cfg.Target, Profile: plan.Profile, Unrestricted: relaxed(plan.Profile)}
	examined, err := t.Examine(ctx, w, plan.Seed, f.Signature)
	switch {
	case err != nil:
		return nil, fmt.Errorf("look for the cause: %w", err)
	case examined.Bug:
		return nil, refusalf("step %d gives %s instead of %s in a sandbox without any restriction "+
			"too, so no primitive of the profile is the reason: the expectation is wrong, or the emulator is",
			c.step, f.Got, f.Expected)
	}
	text, err := profile.Encode(&plan.Profile)
	if err != nil {
		return nil, err
	}
	found := &examined.Finding
	found.Profile, found.ProfileName, found.Version = string(text), plan.Profile.Name, s.cfg.Version
	if s.cfg.Guests != nil {
		found.Guests = s.cfg.Guests()
	}
	return found, nil
}

// relaxed is the profile with every primitive relaxed, and its places as they are. The built-in
// `unrestricted` has other places: a step that names those of this profile would fail there for that reason.
func relaxed(p primitives.Profile) primitives.Profile {
	root := p.Interface.RelativeTo
	for _, name := range primitives.All() {
		p = primitives.Relaxed(name, p)
	}
	p.Interface.RelativeTo = root
	return p
}

// identical plays the recorded steps twice on fresh machines: they must give what they gave the agent, event
// by event the same both times.
func (s *Server) identical(ctx context.Context, c *claim, plan target.Plan) (*target.Run, error) {
	first, err := s.cfg.Target.Play(ctx, plan)
	if err != nil {
		return nil, fmt.Errorf("play the recorded steps again: %w", err)
	}
	switch first.Status {
	case target.StatusPlayed:
	case target.StatusUnsupported:
		return nil, refusalf("the emulator lacks what the steps need, which says nothing of the "+
			"sandbox: %s", strings.Join(first.Unsupported, ", "))
	case target.StatusAborted, target.StatusDiverged:
		return nil, refusalf("the steps could not be played again: %s", first.Aborted)
	}
	if i := c.record.firstDifference(first.Outcomes); i >= 0 {
		return nil, refusalf("step %d did not give again what it gave before, which is a mistake "+
			"of the emulator", i)
	}
	plan.KeepLog, plan.Follow = false, first.Log
	second, err := s.cfg.Target.Play(ctx, plan)
	switch {
	case err != nil:
		return nil, fmt.Errorf("play the recorded steps again: %w", err)
	case second.Divergence != nil:
		return nil, refusalf("the steps do not replay, which is a mistake of the emulator: %v",
			second.Divergence)
	case second.Digest != first.Digest:
		return nil, refusalf("the steps do not replay, which is a mistake of the emulator")
	}
	return first, nil
}

// failure returns what the claim speaks of: the failure at its step.
func (c *claim) failure(played *oracle.Case) (*triage.Failure, error) {
	for _, f := range triage.Failures(played) {
		if f.Step == c.step {
			return &f, nil
		}
	}
	if c.expect == nil {
		return nil, refusalf("no oracle finds anything wrong with step %d; say in `expected` what "+
			"it should have given", c.step)
	}
	return nil, refusalf("step %d gave what the claim expects of it", c.step)
}

// refusalf is why a claim is not taken.
func refusalf(format string, args ...any) error {
	return problemf(codeRefused, "refused: "+format, args...)
}
