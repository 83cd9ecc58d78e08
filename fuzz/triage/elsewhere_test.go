package triage

import (
	"sync/atomic"
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// elsewhere is a sandbox that obeys no profile: it cuts downloads and has no network, whatever is asked.
func elsewhere() target.Target {
	fixed := primitives.DefaultProfile().WithFault(primitives.FaultSpec{Name: "download-cut-at-nul"})
	return target.Fake(func(p target.Plan, s workflow.Step) workflow.Outcome {
		p.Profile = fixed
		o := sandbox().(target.Fake)(p, s)
		o.Denials, o.Cause = nil, nil
		return o
	})
}

// Nothing is relaxed where nothing can be: the second channel decides, or nobody.
func TestFixedTargets(t *testing.T) {
	t.Parallel()
	free := primitives.DefaultProfile()
	free.Egress.Mode = primitives.EgressOpen
	for _, tc := range []struct {
		w         *workflow.Workflow
		model     target.Target
		layer     primitives.Layer
		primitive primitives.Primitive
		verdict   findings.Verdict
	}{
		{flow("a", "up", "b", "down"), nil, primitives.LayerInterface, "", findings.Defect},
		{flow("a", "fetch", "b"), nil, primitives.LayerUndetermined, "", findings.Trap},
		// The emulator explains what fails there too, under the same profile, and nothing else.
		{flow("a", "fetch", "b"), sandbox(), primitives.LayerSandbox, primitives.Egress, findings.Expected},
		{flow("a", "broken", "b"), sandbox(), primitives.LayerUndetermined, "", findings.Trap},
		{flow("a", "fetch", "b"), target.Fake(func(target.Plan, workflow.Step) workflow.Outcome {
			return workflow.Outcome{Started: true}
		}), primitives.LayerUndetermined, "", findings.Trap},
	} {
		tr := Triage{
			Target: elsewhere(), Profile: primitives.DefaultProfile(), Unrestricted: free, Fixed: true, Varies: true,
			Model: tc.model,
		}
		run, err := tr.Target.Play(t.Context(), target.Plan{Workflow: tc.w, Profile: tr.Profile, Seed: det.NewSeed(1)})
		if err != nil {
			t.Fatal(err)
		}
		sig := Failures(&oracle.Case{Workflow: tc.w, Profile: &tr.Profile, Outcomes: run.Outcomes})[0].Signature
		e, err := tr.Examine(t.Context(), tc.w, det.NewSeed(1), sig)
		if err != nil {
			t.Fatal(err)
		}
		if f := &e.Finding; f.Layer != string(tc.layer) || f.Verdict != tc.verdict || f.Primitive != string(tc.primitive) ||
			e.Bug {
			t.Errorf("%s: %+v, bug %v", tc.w.Steps[1].Cmd, f.Key, e.Bug)
		}
	}
}

// A failure that does not show again ends a campaign on a deterministic target, and is counted elsewhere.
func TestVanishingFailures(t *testing.T) {
	t.Parallel()
	w := flow("a", "b")
	for _, varies := range []bool{false, true} {
		var plays atomic.Int64
		tr := Triage{Varies: varies, Fixed: true, Target: target.Fake(func(target.Plan, workflow.Step) workflow.Outcome {
			if plays.Add(1) > 2 {
				return workflow.Outcome{Started: true}
			}
			return workflow.Outcome{Started: true, Exit: 1}
		})}
		run, err := tr.Target.Play(t.Context(), target.Plan{Workflow: w})
		if err != nil {
			t.Fatal(err)
		}
		sig := Failures(&oracle.Case{Workflow: w, Profile: &tr.Profile, Outcomes: run.Outcomes})[0].Signature
		e, err := tr.Examine(t.Context(), w, det.NewSeed(1), sig)
		if varies && (err != nil || !e.Vanished) || !varies && err == nil {
			t.Errorf("varies %v: %+v, %v", varies, e, err)
		}
	}
}
