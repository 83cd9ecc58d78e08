package target_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

// taking is a target on which each step takes a time, and a count of what is played there.
func taking(d time.Duration, played *int) target.Fake {
	return func(target.Plan, workflow.Step) workflow.Outcome {
		*played++
		return workflow.Outcome{Started: true, WallNS: int64(d)}
	}
}

// What is too long by the emulator's clock is not played in real time, and says why.
func TestPaced(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name         string
		model, limit time.Duration
		plays        bool
	}{
		{"short", 4 * time.Second, 20 * time.Second, true},
		{"its steps together", 11 * time.Second, 20 * time.Second, false},
		{"as long as is allowed", 10 * time.Second, 20 * time.Second, true},
		{"no limit", time.Hour, 0, true},
	} {
		asked, played := 0, 0
		p := &target.Paced{Target: taking(time.Second, &played), Model: taking(tc.model, &asked), Limit: tc.limit}
		run, err := p.Play(t.Context(), target.Plan{Workflow: &workflow.Workflow{Steps: make([]workflow.Step, 2)}})
		if err != nil {
			t.Fatal(err)
		}
		if (played > 0) != tc.plays || tc.plays != (run.Status == target.StatusPlayed) || asked == 0 {
			t.Errorf("%s: %d steps played, %s", tc.name, played, run.Status)
		}
		if !tc.plays && (len(run.Unsupported) != 1 || !strings.HasPrefix(run.Unsupported[0], target.TooLong)) {
			t.Errorf("%s: lacks %q", tc.name, run.Unsupported)
		}
	}
}
