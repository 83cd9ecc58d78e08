package triage

import (
	"context"

	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// fixed attributes a failure on a target that cannot be relaxed. The oracles that hold the file API against
// itself or against a command inside are a second channel to the same file: where they differ, the tool
// layer between is at fault. Else the emulated profile may explain it. If neither does, nobody knows.
func (t *Triage) fixed(
	ctx context.Context, w *workflow.Workflow, seed det.Seed, sig Signature,
) (Cause, error) {
	if sig.Oracle == (oracle.RoundTrip{}).Name() || sig.Oracle == (oracle.FileAgainstShell{}).Name() {
		return Cause{Layer: primitives.LayerInterface}, nil
	}
	if t.Model == nil {
		return Cause{Layer: primitives.LayerUndetermined}, nil
	}
	model := *t
	model.Target, model.Fixed, model.Varies, model.Model = t.Model, false, false, nil
	own, err := model.predicts(ctx, w, seed, sig)
	if err != nil || own == nil {
		return Cause{Layer: primitives.LayerUndetermined}, err
	}
	c, err := model.Attribute(ctx, w, seed, own.Signature)
	if c.Layer == primitives.LayerWorkload || c.Race {
		return Cause{Layer: primitives.LayerUndetermined}, err // it fails everywhere, or now and then
	}
	return c, err
}

// predicts returns the failure of the emulator that is like the one elsewhere: an operation of the same kind,
// judged by the same oracle in the same field. nil = there is none.
func (t *Triage) predicts(
	ctx context.Context, w *workflow.Workflow, seed det.Seed, sig Signature,
) (*Failure, error) {
	run, err := t.Target.Play(ctx, t.plan(w, t.Profile, seed))
	if err != nil || run.Status != target.StatusPlayed {
		return nil, err
	}
	for _, f := range Failures(&oracle.Case{Workflow: w, Profile: &t.Profile, Outcomes: run.Outcomes}) {
		own := f.Signature
		if own.Oracle == sig.Oracle && own.Op == sig.Op && own.Field == sig.Field {
			return &f, nil
		}
	}
	return nil, nil //nolint:nilnil // the emulator does not show it
}
