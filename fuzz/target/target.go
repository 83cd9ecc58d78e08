// Package target is where workflows are played: on the emulator in this process, on this host's kernel
// (package linux below), or on a sandbox that an adapter drives. A target plays one plan at a time for each
// call and may be called from several goroutines.
//
// [OpenEngine] and [Local] are the emulator. A sandbox of another kind implements [Target]: Play starts a
// fresh sandbox under the plan's profile, or as near as it can, makes the workflow's steps in order, and
// fills of each [workflow.Outcome] what it knows. What a step gives, a refusal included, is an outcome; an
// error of Play says that the workflow could not be played at all, and ends a campaign. A feature that the
// target lacks is [StatusUnsupported], a run that the target itself cut short is [StatusAborted]: neither
// is judged.
package target

import (
	"context"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
)

// Target plays workflows.
type Target interface {
	// Name identifies the target in reports, such as "local".
	Name() string
	// Play plays one workflow from the start. An error means that it could not be played at
	// all; whatever happens inside the sandbox is in the Run.
	Play(ctx context.Context, p Plan) (*Run, error)
}

// Plan is what to play, and how.
type Plan struct {
	Workflow *workflow.Workflow
	Profile  primitives.Profile // the workflow's own profile section is already applied
	Seed     det.Seed
	Schedule Schedule // how the emulator's processes take turns; "" = as the target does
	KeepLog  bool     // keep the encoded event log in Run.Log
	KeepTree bool     // list the main session's own files at the end in Run.Tree
	Follow   []byte   // compare with this log and stop at the first divergence; nil = do not
}

// Status is how a run went, before anybody judged what it gave.
type Status string

// The statuses of a run.
const (
	StatusPlayed      Status = "played"      // every step has an outcome
	StatusUnsupported Status = "unsupported" // a feature that the target lacks was met
	StatusAborted     Status = "aborted"     // the host's guard ended it
	StatusDiverged    Status = "diverged"    // Plan.Follow: it went another way
)

// Run is what a plan gave.
type Run struct {
	Status      Status
	Outcomes    []workflow.Outcome // one a step; fewer if the run was aborted
	Unsupported []string           // features by name
	Aborted     string             // why

	// Tree is asked for by Plan.KeepTree: what is below the profile's home, working directory, further
	// directories of its own and writable mounts (/tmp, /dev/shm) when the last step is over, sorted by path,
	// each path once, the first MaxEntries.
	Tree []Entry

	Digest     string // hex, of the whole run
	Events     int64
	Log        []byte
	Divergence *trace.Divergence

	Pairs  []trace.Pair // distinct pairs of system call and errno
	Python bool         // a Python interpreter ran
}
