package mcp

import (
	"context"
	"errors"
	"fmt"
	godebug "runtime/debug"
	"slices"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/session"
)

// live is a session that an agent drives. What changes in it belongs to the call that is inside its door.
type live struct {
	id      string
	number  int
	profile profile.Document
	seed    uint64
	boot    Boot
	limit   time.Duration // of one call on the host's clock
	door    door

	recording recording
	box       Sandbox         // nil: the last call was undone
	call      context.Context //nolint:containedctx // of the call inside the door, for the machine's guard
	lacks     []string        // features that the machine was asked for and lacks
	over      error           // why nothing can be played any more, nil if it can
}

// played is a step that was played and recorded.
type played struct {
	session string
	index   int
	step    *workflow.Step
	outcome workflow.Outcome
	lacks   []string // features that this step was the first to miss
	lacked  []string // features that steps before it missed; it may have missed them again
}

// errWallLimit is why a call is ended that takes too long on the host's clock.
var errWallLimit = errors.New("it took longer on the host's clock than one call may")

// play plays one step and records it.
func (l *live) play(ctx context.Context, s *workflow.Step) (*played, error) {
	if l.over != nil {
		return nil, l.over
	}
	if err := l.recording.fits(s); err != nil {
		return nil, err
	}
	if err := l.revive(ctx); err != nil {
		return nil, err
	}
	known := len(l.lacks)
	o, err := l.do(ctx, s)
	if err != nil {
		return nil, err
	}
	p := &played{session: l.id, index: len(l.recording.steps), step: s, outcome: o}
	p.lacked, p.lacks = slices.Clone(l.lacks[:known]), slices.Clone(l.lacks[known:])
	l.recording.add(s, &o)
	return p, nil
}

// do plays one step on the machine that is there. If the host ended the call, the machine is dropped.
func (l *live) do(ctx context.Context, s *workflow.Step) (workflow.Outcome, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, l.limit, errWallLimit)
	defer cancel()
	r, err := l.ask(ctx, target.Request(s))
	if err != nil {
		return workflow.Outcome{}, err
	}
	lacks, aborted := l.box.Health()
	if aborted != nil {
		l.drop()
		why := context.Cause(ctx)
		if why == nil {
			why = aborted
		}
		return workflow.Outcome{}, problemf(codeUndone, "the call was ended and undone: %v; "+
			"the session stands as before the call", why)
	}
	l.lacks = lacks
	return target.Outcome(r), nil
}

// ask hands a request to the machine. A panic there is a mistake of ours; it ends the session and no other.
func (l *live) ask(ctx context.Context, q *session.Request) (r session.Response, err error) {
	l.call = ctx
	defer func() {
		l.call = nil
		if bug := recover(); bug != nil {
			l.over = problemf(codeEnded, "the session ended by a mistake of the emulator: %v; "+
				"its %s are recorded", bug, plural(len(l.recording.steps), "step"))
			l.drop()
			err = &bugError{said: bug, stack: godebug.Stack(), err: l.over}
		}
	}()
	return l.box.Do(q), nil
}

// bugError is a panic that was contained.
type bugError struct {
	said  any
	stack []byte
	err   error
}

// Error implements error.
func (b *bugError) Error() string { return b.err.Error() }

// Unwrap gives the problem that the agent is told.
func (b *bugError) Unwrap() error { return b.err }

// guard is what the machine asks between slices of execution.
func (l *live) guard() error {
	if l.call == nil {
		return nil
	}
	return l.call.Err()
}

// drop gives the machine up.
func (l *live) drop() {
	box := l.box
	l.box = nil
	if box == nil {
		return
	}
	defer func() { _ = recover() }() // what panicked once may do so again
	box.Close()
}

// revive plays the recorded steps on a fresh machine, if the one before was dropped.
func (l *live) revive(ctx context.Context) error {
	if l.box != nil {
		return nil
	}
	if err := l.start(); err != nil {
		return err
	}
	for i := range l.recording.steps {
		o, err := l.do(ctx, &l.recording.steps[i])
		if err != nil {
			return fmt.Errorf("restore step %d of the session: %w", i, err)
		}
		if target.Digest(&o) != l.recording.digests[i] {
			l.drop()
			l.over = problemf(codeEnded, "the session ended: after a call was undone, step %d did not give "+
				"again what it gave before, which is a mistake of the emulator; the steps are recorded", i)
			return l.over
		}
	}
	return nil
}

// start boots a machine.
func (l *live) start() (err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = &bugError{
				said: bug, stack: godebug.Stack(),
				err: problemf(codeInternal, "the machine did not start: %v", bug),
			}
		}
	}()
	box, err := l.boot(l.profile.Profile, det.NewSeed(l.seed), l.guard)
	if err != nil {
		return problemf(codeInternal, "the machine did not start: %v", err)
	}
	l.box, l.lacks = box, nil
	return nil
}
