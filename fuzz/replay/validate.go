package replay

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/triage"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// Validator replays findings on another target than the one on which they were met, and says how they
// stand there.
type Validator struct {
	There target.Target
	// Here is the emulator, on which a finding of it is played once more, for the outcome of its step is not
	// stored. nil: what is stored has to do.
	Here target.Target
	Runs int // on There; 0 = 3
	// Bare leaves out a profile's faults but for the one that a finding blames: they are the emulator's, and
	// a target that obeys profiles has none of them.
	Bare bool
}

// Validate plays the workflow of a finding on There, several times. The caller fills in Target, Version and
// At of what it returns. An error says that nothing could be played.
func (v *Validator) Validate(ctx context.Context, r *Recording) (*findings.Validation, error) {
	here, err := v.here(ctx, r)
	if err != nil {
		return nil, err
	}
	profile := r.Profile
	if v.Bare {
		profile = bare(profile, r.Finding.Rule)
	}
	runs := cmp.Or(v.Runs, 3)
	seen := make([]findings.Validation, 0, runs)
	for range runs {
		run, err := v.There.Play(ctx, r.plan(profile))
		if err != nil {
			return nil, err
		}
		w := witness{recording: r, profile: &profile, here: here}
		one := w.see(run)
		one.Finding = r.Finding.ID
		seen = append(seen, one)
		if one.Verdict == findings.Unvalidated || one.Verdict == findings.Aborted {
			one.Runs = len(seen)
			return &one, nil
		}
	}
	all := fold(seen)
	return &all, nil
}

// bare is a profile without its faults, but for the one that is blamed.
func bare(p primitives.Profile, blamed string) primitives.Profile {
	for _, f := range p.Faults {
		if f.Name != blamed {
			p = p.WithoutFault(f.Name)
		}
	}
	return p
}

// here plays the finding where it was met and returns its failure, or nil where it does not show.
func (v *Validator) here(ctx context.Context, r *Recording) (*triage.Failure, error) {
	if v.Here == nil || r.Finding.Elsewhere() {
		return nil, nil //nolint:nilnil // nothing but what is stored
	}
	run, err := v.Here.Play(ctx, r.plan(r.Profile))
	if err != nil {
		return nil, err
	}
	c := &oracle.Case{Workflow: r.Workflow, Profile: &r.Profile, Outcomes: run.Outcomes}
	for _, f := range triage.Failures(c) {
		if r.isIt(&f) {
			return &f, nil
		}
	}
	return nil, nil //nolint:nilnil // other guests than those of the recording
}

// isIt reports whether a failure is the finding's: the same step, judged by the same oracle against the same.
func (r *Recording) isIt(f *triage.Failure) bool {
	return f.Oracle == r.Finding.Oracle && f.Step == r.Finding.Step && f.Wanted() == r.Finding.Expected
}

// witness compares one run on the other target with the finding.
type witness struct {
	recording *Recording
	profile   *primitives.Profile
	here      *triage.Failure
}

func (w *witness) see(run *target.Run) findings.Validation {
	f := w.recording.Finding
	v := findings.Validation{Step: f.Step, Expected: f.Expected, Here: f.Got}
	if w.here != nil {
		v.Field = w.here.Where()
	}
	switch run.Status {
	case target.StatusUnsupported:
		v.Verdict, v.Note = findings.Unvalidated, "lacks "+strings.Join(run.Unsupported, ", ")
		if len(run.Unsupported) > 0 && strings.HasPrefix(run.Unsupported[0], target.TooLong) {
			v.Note = run.Unsupported[0] // it lacks nothing: it was not asked
		}
		return v
	case target.StatusAborted, target.StatusDiverged:
		v.Verdict, v.Note = findings.Aborted, run.Aborted
		return v
	case target.StatusPlayed: // its outcomes say
	}
	c := &oracle.Case{Workflow: w.recording.Workflow, Profile: w.profile, Outcomes: run.Outcomes}
	failures := triage.Failures(c)
	for i := range failures {
		if w.recording.isIt(&failures[i]) && (w.here == nil || w.here.Where() == failures[i].Where()) {
			return w.alike(v, &failures[i])
		}
	}
	if len(failures) == 0 {
		v.Verdict, v.There = findings.NotReproduced, "as expected"
		return v
	}
	other := &failures[0]
	for i := range failures {
		if failures[i].Step == f.Step {
			other = &failures[i]
			break
		}
	}
	v.Verdict, v.Step, v.Field = findings.Differs, other.Step, other.Where()
	v.Expected, v.There = other.Expected, other.Got
	if other.Step != f.Step {
		v.Here = "as expected"
	}
	return v
}

// alike says whether a step that fails in both places fails in the same way.
func (w *witness) alike(v findings.Validation, there *triage.Failure) findings.Validation {
	v.Verdict, v.Field, v.There = findings.Confirmed, there.Where(), there.Got
	field, here, got := w.difference(there)
	if field != "" {
		v.Verdict, v.Field, v.Here, v.There = findings.Differs, field, here, got
	}
	return v
}

// difference compares exit code and error number of the failing step in both places.
func (w *witness) difference(there *triage.Failure) (field, here, got string) {
	f := w.recording.Finding
	shown := triage.ErrnoShown(there.Outcome)
	if w.here == nil {
		switch {
		case (there.Field == "exit" || there.Field == "error") && there.Got != f.Got:
			return there.Where(), f.Got, there.Got
		case f.Errno != "" && shown != "" && f.Errno != shown:
			return "errno", f.Errno, shown
		}
		return "", "", ""
	}
	a, b := ending(w.here.Outcome), ending(there.Outcome)
	known := triage.ErrnoShown(w.here.Outcome)
	switch {
	case a != b:
		return "exit", a, b
	case known != "" && shown != "" && known != shown:
		return "errno", known, shown
	}
	return "", "", ""
}

// ending is how a step ended, for comparison and for readers.
func ending(o *workflow.Outcome) string {
	switch {
	case o.TimedOut:
		return "timed out"
	case o.Started:
		return strconv.Itoa(o.Exit)
	case o.Error != "":
		return o.Error
	}
	return "no error"
}

// fold makes one validation of several runs, which must agree on the verdict and on where it lies.
func fold(seen []findings.Validation) findings.Validation {
	out := seen[0]
	count := map[findings.Validity]int{}
	agree := true
	for i := range seen {
		count[seen[i].Verdict]++
		agree = agree && seen[i].Verdict == out.Verdict && seen[i].Step == out.Step &&
			seen[i].Field == out.Field
	}
	out.Runs = len(seen)
	if agree {
		return out
	}
	var parts []string
	for _, verdict := range findings.Validities() {
		if n := count[verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d x %s", n, verdict))
		}
	}
	out.Verdict, out.Note = findings.Flaky, strings.Join(parts, ", ")
	return out
}
