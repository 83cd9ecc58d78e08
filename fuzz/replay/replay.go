// Package replay plays a recorded run again and says whether it is the same.
//
// [FromFinding] makes a [Recording] of a finding of the store, with the seed and the schedule under which it
// was met; its Guests are set to the digests of the guests at hand (Digests of the engine of fuzz/target):
// event by event only runs of the same guests can be compared: which of them are installed decides what is in
// the image. What differs is named. [Replay] then gives an [Answer] of one word: [Identical], event by event;
// [SameFailure], where guests or the version of traces differ but the same step fails in the same way;
// [Gone]; or [Diverged], with the first event that went another way.
package replay

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/triage"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/primitives/trace"
)

// Recording is a run that can be played again.
type Recording struct {
	Workflow *workflow.Workflow
	Profile  primitives.Profile
	Seed     det.Seed
	Schedule target.Schedule   // how processes take turns; "" = as the target does
	Finding  *findings.Finding // nil: nothing was recorded, the workflow is played twice

	// Loose is why events cannot be compared, on a target that keeps none: only whether it fails alike is
	// asked then. "" = they can.
	Loose string

	Guests  map[string]string // digests of the guests that the replay will use
	Version string            // of the program that replays
}

// FromFinding makes a recording of a stored finding.
func FromFinding(f *findings.Finding) (*Recording, error) {
	w, err := workflow.Parse("finding "+f.ID, []byte(f.Workflow))
	if err != nil {
		return nil, err
	}
	doc, err := profile.Parse("profile of finding "+f.ID, []byte(f.Profile))
	if err != nil {
		return nil, err
	}
	seed, err := det.ParseSeed(f.Seed)
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", f.ID, err)
	}
	return &Recording{
		Workflow: w, Profile: doc.Profile, Seed: seed, Schedule: target.Schedule(f.Sched), Finding: f,
	}, nil
}

// plan is how the recording is played under a profile.
func (r *Recording) plan(p primitives.Profile) target.Plan {
	return target.Plan{Workflow: r.Workflow, Profile: p, Seed: r.Seed, Schedule: r.Schedule}
}

// Word is how a replay compares with what was recorded.
type Word string

// The answers of a replay.
const (
	Identical   Word = "identical"    // event by event
	SameFailure Word = "same failure" // trace version or guests differ, but the same step fails alike
	Gone        Word = "gone"         // it does not fail any more
	Diverged    Word = "diverged"     // it went another way
)

// Answer is the result of a replay.
type Answer struct {
	Word       Word
	Event      int               // Diverged: the first event that differs, from 0
	Divergence *trace.Divergence // Diverged, where both traces could be read
	Note       string            // why it is no more than that
	Events     int64
	Digest     string
	Fails      int // steps in which a workflow file failed, which the answer does not depend on
}

// Same reports whether the replay shows what was recorded.
func (a *Answer) Same() bool { return a.Word == Identical || a.Word == SameFailure }

// String renders the answer, such as "diverged at event 17".
func (a *Answer) String() string {
	s := string(a.Word)
	if a.Word == Diverged {
		s += fmt.Sprintf(" at event %d", a.Event)
	}
	if a.Word == Identical {
		s += fmt.Sprintf(" (%d events, digest %.16s)", a.Events, a.Digest)
	}
	if a.Note != "" {
		s += ": " + a.Note
	}
	if a.Divergence != nil {
		s += "\n" + a.Divergence.Error()
	}
	return s
}

// Replay plays the recording on the target. The error is for a recording that cannot be played, such
// as one with an empty trace: comparing nothing would call everything identical.
func Replay(ctx context.Context, t target.Target, r *Recording) (*Answer, error) {
	plan := r.plan(r.Profile)
	if r.Finding == nil {
		return r.twice(ctx, t, plan)
	}
	if note := r.differs(); note != "" {
		return r.failure(ctx, t, plan, note)
	}
	if len(r.Finding.Trace.Log) == 0 {
		return nil, fmt.Errorf("replay finding %s: %w", r.Finding.ID, trace.ErrEmpty)
	}
	plan.Follow = r.Finding.Trace.Log
	a, err := follow(ctx, t, plan, r.Finding.Trace.Digest)
	if errors.Is(err, trace.ErrVersion) {
		plan.Follow = nil
		return r.failure(ctx, t, plan, "the trace has another version")
	}
	return a, err
}

// differs says why event by event cannot be asked for, or "".
func (r *Recording) differs() string {
	switch {
	case r.Loose != "":
		return r.Loose
	case r.Finding.Elsewhere():
		return "it was found on " + r.Finding.Target
	case r.Finding.Trace.Version != trace.Version:
		return fmt.Sprintf("the trace has version %d, this program records %d",
			r.Finding.Trace.Version, trace.Version)
	case string(r.Schedule) != r.Finding.Sched:
		return fmt.Sprintf("it was recorded with --sched %s, not %s", r.Finding.Sched, r.Schedule)
	}
	return otherGuests(r.Finding.Guests, r.Guests)
}

// twice plays a workflow, and again against the record of the first time.
func (r *Recording) twice(ctx context.Context, t target.Target, plan target.Plan) (*Answer, error) {
	plan.KeepLog = true
	first, err := t.Play(ctx, plan)
	if err != nil {
		return nil, err
	}
	plan.KeepLog, plan.Follow = false, first.Log
	a, err := follow(ctx, t, plan, first.Digest)
	if err == nil && a.Same() {
		c := &oracle.Case{Workflow: r.Workflow, Profile: &r.Profile, Outcomes: first.Outcomes}
		a.Fails = len(oracle.Expectation{}.Judge(c))
	}
	return a, err
}

// follow plays along a recorded trace.
func follow(ctx context.Context, t target.Target, plan target.Plan, digest string) (*Answer, error) {
	run, err := t.Play(ctx, plan)
	if err != nil {
		return nil, err
	}
	a := &Answer{Word: Identical, Events: run.Events, Digest: run.Digest}
	switch {
	case run.Divergence != nil:
		a.Word, a.Event, a.Divergence = Diverged, run.Divergence.Index, run.Divergence
	case run.Status == target.StatusAborted:
		return nil, fmt.Errorf("the replay was aborted: %s", run.Aborted)
	case run.Digest != digest:
		a.Word, a.Event = Diverged, int(run.Events)
		a.Note = "all events are equal, but not the digest of the whole"
	}
	return a, nil
}

// failure asks only whether the workflow still fails as it did.
func (r *Recording) failure(
	ctx context.Context, t target.Target, plan target.Plan, note string,
) (*Answer, error) {
	run, err := t.Play(ctx, plan)
	if err != nil {
		return nil, err
	}
	switch run.Status {
	case target.StatusUnsupported:
		return nil, fmt.Errorf("the replay says nothing: %s lacks %s (%s)", t.Name(),
			strings.Join(run.Unsupported, ", "), note)
	case target.StatusAborted:
		return nil, fmt.Errorf("the replay was aborted: %s", run.Aborted)
	case target.StatusPlayed, target.StatusDiverged: // its outcomes say
	}
	a := &Answer{Word: Gone, Note: note, Events: run.Events, Digest: run.Digest}
	c := &oracle.Case{Workflow: r.Workflow, Profile: &r.Profile, Outcomes: run.Outcomes}
	for _, f := range triage.Failures(c) {
		if r.isIt(&f) && f.Got == r.Finding.Got && f.Signature.Errno == r.Finding.Errno {
			a.Word = SameFailure
		}
	}
	return a, nil
}
