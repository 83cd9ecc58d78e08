//go:build linux && (amd64 || arm64)

package linux

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// player plays one plan.
type player struct {
	target *Target
	plan   target.Plan
	ctx    context.Context //nolint:containedctx // lives as long as one call of Play
	rooms  map[string]*sandbox
	run    target.Run
}

// play plays all steps. The main session exists from the start.
func (p *player) play() (*target.Run, error) {
	_, err := p.room("")
	for i := 0; err == nil && i < len(p.plan.Workflow.Steps); i++ {
		err = p.step(&p.plan.Workflow.Steps[i])
	}
	for _, name := range slices.Sorted(maps.Keys(p.rooms)) {
		if err == nil {
			err = p.rooms[name].checkGuards(p.ctx)
		}
	}
	if err == nil && p.plan.KeepTree {
		p.run.Tree, err = p.rooms[""].tree(p.ctx)
	}
	return p.settle(err)
}

// settle decides the status: why it ended early, if it did.
func (p *player) settle(err error) (*target.Run, error) {
	p.run.Status = target.StatusPlayed
	var bad *bootError
	switch {
	case err == nil && len(p.lacks()) > 0:
		p.run.Status, p.run.Unsupported = target.StatusUnsupported, p.lacks()
	case err == nil:
	case errors.Is(err, target.ErrWallLimit):
		p.run.Status, p.run.Aborted = target.StatusAborted, target.ErrWallLimit.Error()
	case p.ctx.Err() != nil:
		return nil, p.ctx.Err()
	case errors.As(err, &bad) && bad.unsupported != "":
		p.run.Status, p.run.Unsupported = target.StatusUnsupported, []string{bad.unsupported}
	case errors.Is(err, errGone), errors.Is(err, errGuard):
		p.run.Status, p.run.Aborted = target.StatusAborted, err.Error()
	default:
		return nil, err
	}
	d := det.NewDigest()
	for i := range p.run.Outcomes {
		o := timeless(&p.run.Outcomes[i])
		sum := target.Digest(&o)
		d.Bytes(sum[:])
	}
	p.run.Digest = d.Sum().String()
	return &p.run, nil
}

// lacks lists the features that all sessions met and that are not there.
func (p *player) lacks() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(p.rooms)) {
		all = append(all, p.rooms[name].lacks()...)
	}
	return all
}

// timeless is an outcome without times, which no two runs share.
func timeless(o *workflow.Outcome) workflow.Outcome {
	out := *o
	out.WallNS = 0
	out.Parallel = nil
	for i := range o.Parallel {
		out.Parallel = append(out.Parallel, timeless(&o.Parallel[i]))
	}
	return out
}

// room returns the sandbox of a session's name.
func (p *player) room(name string) (*sandbox, error) {
	if r := p.rooms[name]; r != nil {
		return r, nil
	}
	r, err := p.target.open(p.ctx, &p.plan.Profile)
	if err != nil {
		return nil, fmt.Errorf("session %q: %w", name, err)
	}
	p.rooms[name] = r
	return r, nil
}

// close ends all sessions, side by side.
func (p *player) close() error {
	rooms := slices.Collect(maps.Values(p.rooms))
	errs := make([]error, len(rooms))
	var all sync.WaitGroup
	for i, r := range rooms {
		all.Go(func() { errs[i] = r.close() })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (p *player) step(s *workflow.Step) error {
	var o workflow.Outcome
	var err error
	if s.Op == workflow.OpParallel {
		o, err = p.parallel(s)
	} else {
		o, err = p.one(s, s.Session)
	}
	if err != nil {
		return err
	}
	p.run.Outcomes = append(p.run.Outcomes, o)
	return nil
}

func (p *player) one(s *workflow.Step, session string) (workflow.Outcome, error) {
	var o workflow.Outcome
	r, err := p.room(session)
	if err != nil {
		return o, err
	}
	switch {
	case s.Op == workflow.OpRestart:
		begin := time.Now()
		err = r.restart(p.ctx)
		o.WallNS = int64(time.Since(begin))
		return o, err
	case r.expired():
		return workflow.Outcome{Error: primitives.ESHUTDOWN.Name()}, nil
	case !s.Op.Runs():
		return r.file(p.ctx, s)
	}
	p.run.Python = p.run.Python || asksPython(s)
	c, err := r.start(s)
	if err != nil {
		return o, err
	}
	return c.wait(p.ctx)
}

// parallel plays children that were asked for at the same time: commands start in the order of the list and
// run side by side; operations on files are short, and are served in that order before them.
func (p *player) parallel(s *workflow.Step) (workflow.Outcome, error) {
	out := workflow.Outcome{Parallel: make([]workflow.Outcome, len(s.Parallel))}
	session := func(c *workflow.Step) string {
		if c.Session != "" {
			return c.Session
		}
		return s.Session
	}
	begin := time.Now()
	for _, runs := range []bool{false, true} {
		var all sync.WaitGroup
		errs := make([]error, len(s.Parallel))
		for i := range s.Parallel {
			if c := &s.Parallel[i]; c.Op.Runs() == runs {
				errs[i] = p.child(&all, c, session(c), &out.Parallel[i], &errs[i])
			}
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			return out, err
		}
	}
	out.WallNS = int64(time.Since(begin))
	return out, nil
}

// child plays one child of a parallel step; a command goes on in the background.
func (p *player) child(
	all *sync.WaitGroup, s *workflow.Step, session string, o *workflow.Outcome, late *error,
) error {
	if !s.Op.Runs() {
		var err error
		*o, err = p.one(s, session)
		return err
	}
	r, err := p.room(session)
	if err != nil {
		return err
	}
	if r.expired() {
		o.Error = primitives.ESHUTDOWN.Name()
		return nil
	}
	p.run.Python = p.run.Python || asksPython(s)
	c, err := r.start(s)
	if err != nil {
		return err
	}
	all.Go(func() {
		var err error
		if *o, err = c.wait(p.ctx); err != nil {
			*late = err
		}
	})
	return nil
}

// expired reports whether the session has reached its age.
func (s *sandbox) expired() bool {
	limit := seconds(s.profile.Lifetime.SessionSeconds)
	return limit > 0 && time.Since(s.begun) > limit
}

// tree lists what the session left. Whoever still runs is killed first, for a tree that changes has no
// listing.
func (s *sandbox) tree(ctx context.Context) ([]target.Entry, error) {
	if err := s.group.killAll(); err != nil {
		return nil, err
	}
	spec, err := pack(treeSpec{Roots: target.TreeRoots(&s.profile)})
	if err != nil {
		return nil, err
	}
	defer release(spec)
	out, err := anonymous(nil)
	if err != nil {
		return nil, err
	}
	defer release(out)
	if _, err := s.init.call(ctx, header{Kind: kindTree}, []*os.File{spec, out}...); err != nil {
		return nil, fmt.Errorf("list the tree: %w", err)
	}
	var found treeFound
	if err := unpack(out, &found); err != nil {
		return nil, fmt.Errorf("list the tree: %w", err)
	}
	return found.Entries, nil
}
