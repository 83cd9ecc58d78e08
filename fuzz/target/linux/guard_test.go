//go:build linux && (amd64 || arm64)

package linux

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// TestGuards: what a profile does not bound is bounded by the host, and the run says so. What it does bound
// is the sandbox's own.
func TestGuards(t *testing.T) {
	t.Parallel()
	if err := Available(); err != nil {
		t.Skip(err) // other tests fail where it must be there
	}
	x, err := New(Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	x.guards = limits{Memory: 40 << 20, Pids: 12}
	const forks, eats = "for i in $(seq 20); do sleep 9 & done", "head -c 200m /dev/zero | tail; true"
	for _, c := range []struct {
		name, cmd string
		pids      int
		want      target.Status
	}{
		{"nothing", "true", 0, target.StatusPlayed},
		{"processes", forks, 0, target.StatusAborted},
		{"processes that the profile bounds", forks, 8, target.StatusPlayed},
		{"memory", eats, 0, target.StatusAborted},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := target.Plan{Profile: primitives.DefaultProfile(), Workflow: &workflow.Workflow{
				ID: "guard", Steps: []workflow.Step{{Op: workflow.OpRun, Cmd: c.cmd, TimeoutNS: 4e9}},
			}}
			p.Profile.Processes.PidsMax = c.pids
			run, err := x.Play(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			host := strings.Contains(run.Aborted, errGuard.Error())
			if run.Status != c.want || host != (c.want == target.StatusAborted) {
				t.Errorf("%s %q %s", run.Status, run.Aborted, run.Outcomes[0].Stderr)
			}
		})
	}
}
