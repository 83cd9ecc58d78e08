package triage

import (
	"context"
	"fmt"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/shrink"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
)

const defaultTries = 60

// Examined is a failure that was shrunk, attributed and judged.
type Examined struct {
	Finding findings.Finding
	// Bug is set when the workflow fails under `unrestricted` too: the emulator or the
	// workflow is wrong, and it is no finding.
	Bug bool
	// Vanished is set when the failure did not show again, on a target that varies. Finding is empty then.
	Vanished bool
}

// Examine shrinks the failing workflow, finds the cause, and plays the result once more to record it.
// w fails with the signature under the profile and seed.
func (t *Triage) Examine(
	ctx context.Context, w *workflow.Workflow, seed det.Seed, sig Signature,
) (*Examined, error) {
	if p, ok := t.Target.(target.Prefixer); ok {
		c := *t
		c.Target = p.Prefixed()
		t = &c
	}
	small, err := t.shrink(ctx, w, seed, sig)
	if err != nil {
		return nil, err
	}
	cause, err := t.Attribute(ctx, small, seed, sig)
	if err != nil {
		return nil, err
	}
	plan := t.plan(small, t.Profile, seed)
	plan.KeepLog = true
	run, err := t.Target.Play(ctx, plan)
	if err != nil {
		return nil, err
	}
	f := find(&oracle.Case{Workflow: small, Profile: &t.Profile, Outcomes: run.Outcomes}, sig)
	switch {
	case f == nil && t.Varies:
		return &Examined{Vanished: true}, nil
	case f == nil:
		return nil, fmt.Errorf(
			"workflow %s does not show its failure again: the target is not deterministic", w.ID)
	}
	text, err := workflow.Marshal(small)
	if err != nil {
		return nil, fmt.Errorf("write workflow %s: %w", w.ID, err)
	}
	e := &Examined{Bug: cause.Layer == primitives.LayerWorkload && !f.Broken}
	e.Finding = findings.Finding{
		Key: sig.key(verdict(f, cause), cause), Oracle: f.Oracle, Step: f.Step,
		Expected: f.Wanted(), Got: f.Got,
		Domain: w.Domain, Workflow: string(text), Seed: seed.String(),
		Trace: findings.Trace{Version: trace.Version, Digest: run.Digest, Events: run.Events, Log: run.Log},
	}
	if f.Denial != nil {
		e.Finding.Cause = f.Denial.Cause.String()
	}
	e.Finding.ID = e.Finding.Fingerprint()
	return e, nil
}

// shrink keeps what still fails in the same way under the profile, and does not under `unrestricted`.
func (t *Triage) shrink(
	ctx context.Context, w *workflow.Workflow, seed det.Seed, sig Signature,
) (small *workflow.Workflow, err error) {
	tries := t.ShrinkTries
	if tries == 0 {
		tries = defaultTries
	}
	keep := func(c *workflow.Workflow) bool {
		if err != nil || len(c.Steps) == 0 {
			return false
		}
		fails, e := t.shows(ctx, c, t.Profile, seed, sig)
		if e != nil || !fails {
			err = e
			return false
		}
		if t.Fixed {
			return true
		}
		gone, e := t.gone(ctx, c, t.Unrestricted, seed, sig)
		err = e
		return gone || sig.breaks()
	}
	small = shrink.Shrink(w, keep, tries)
	return small, err
}

// breaks reports whether the oracle judges by the profile alone, so that `unrestricted` says nothing.
func (s *Signature) breaks() bool { return s.Oracle == "containment" || s.Oracle == "limits" }
