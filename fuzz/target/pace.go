package target

import (
	"context"
	"fmt"
	"time"
)

// TooLong begins the feature that a run lacks which was not played for the time that it would take.
const TooLong = "too long in real time"

// Wall is how long the steps of the run took, by the clock of its target.
func (r *Run) Wall() time.Duration {
	var sum int64
	for i := range r.Outcomes {
		sum += r.Outcomes[i].WallNS
	}
	return time.Duration(sum)
}

// Exceeds reports whether the run took longer than limit; 0 = no limit.
func (r *Run) Exceeds(limit time.Duration) bool { return limit > 0 && r.Wall() > limit }

// Paced is a target that goes by the host's clock and does not play what would take too long there: the
// emulator, whose time costs nothing, is asked first. What is not played is StatusUnsupported, with a feature
// that begins with TooLong.
type Paced struct {
	Target
	Model Target // the emulator
	Limit time.Duration
}

// Play implements Target.
func (p *Paced) Play(ctx context.Context, plan Plan) (*Run, error) {
	ask := plan
	ask.KeepLog, ask.KeepTree, ask.Follow = false, false, nil
	run, err := p.Model.Play(ctx, ask)
	if err != nil {
		return nil, fmt.Errorf("play %s on %s, to know how long it takes: %w", plan.Workflow.ID,
			p.Model.Name(), err)
	}
	if run.Exceeds(p.Limit) {
		lack := fmt.Sprintf("%s: over %s (--max-wall)", TooLong, p.Limit)
		return &Run{Status: StatusUnsupported, Unsupported: []string{lack}}, nil
	}
	return p.Target.Play(ctx, plan)
}
