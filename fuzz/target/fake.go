package target

import (
	"context"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Fake is a target whose answers a function gives: for tests of what stands on targets.
type Fake func(p Plan, step workflow.Step) workflow.Outcome

// Name implements Target.
func (Fake) Name() string { return "fake" }

// Play implements Target.
func (f Fake) Play(ctx context.Context, p Plan) (*Run, error) {
	run := &Run{Status: StatusPlayed}
	for _, s := range p.Workflow.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		run.Outcomes = append(run.Outcomes, f(p, s))
	}
	return run, nil
}
