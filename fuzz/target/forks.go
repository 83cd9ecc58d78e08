package target

import (
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// Prefixer is a target for those who play many workflows that begin alike, as shrinking does.
type Prefixer interface {
	Target
	// Prefixed returns a target that gives the same runs, and plays only what no plan before it began with.
	// What it keeps for that is bounded, and goes with it.
	Prefixed() Target
}

// Prefixed implements Prefixer: sessions are forked between steps, where they can be.
func (l *Local) Prefixed() Target {
	c := *l
	c.forks = &forks{}
	return &c
}

// What is kept at most. Bytes are those that each session takes of the host, what it shares with others
// included.
const (
	maxStages     = 64
	maxStageBytes = 256 << 20
	stageBytes    = 64 << 10 // of a session, beside its files
)

// forks are the sessions of workflows as they stood after some steps. The one that was used longest ago goes
// first.
type forks struct {
	mu     sync.Mutex
	stages []*stage // in the order of their last use
	bytes  int64
}

// stage is a player that plays no more: others go on from it.
type stage struct {
	steps    []workflow.Step
	profile  primitives.Profile
	seed     det.Seed
	schedule Schedule
	keepLog  bool
	player   *player
	bytes    int64
}

// begins reports whether the plan begins with the steps of the stage. Candidates of one workflow share their
// texts and payloads, so that comparing them is mostly comparing pointers.
func (s *stage) begins(p *Plan) bool {
	n := len(s.steps)
	return n <= len(p.Workflow.Steps) && s.keepLog == p.KeepLog &&
		s.seed == p.Seed && s.schedule == p.Schedule &&
		reflect.DeepEqual(s.steps, p.Workflow.Steps[:n]) && reflect.DeepEqual(s.profile, p.Profile)
}

// resume returns a player of the plan after as many steps as a stage has played of it, or nil.
func (f *forks) resume(ctx context.Context, p Plan, deadline deadline) *player {
	if f == nil || p.Follow != nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	best := -1
	for i, s := range f.stages {
		if (best < 0 || len(s.steps) > len(f.stages[best].steps)) && s.begins(&p) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	s := f.stages[best]
	f.stages = append(slices.Delete(f.stages, best, best+1), s)
	pl, err := s.player.fork(ctx, p, deadline)
	if err != nil {
		return nil // it could be forked once, so it can be: playing from the start does as well
	}
	return pl
}

// keep makes a stage of a player that has played n steps, if its sessions can be forked now.
func (f *forks) keep(pl *player, n int) {
	if f == nil || pl.plan.Follow != nil {
		return
	}
	c, err := pl.fork(context.Background(), pl.plan, deadline{})
	if err != nil {
		return // something runs on in the background: the next step may be a better moment
	}
	s := &stage{
		steps: pl.plan.Workflow.Steps[:n:n], profile: pl.plan.Profile, seed: pl.plan.Seed,
		schedule: pl.plan.Schedule, keepLog: pl.plan.KeepLog, player: c, bytes: c.bytes(),
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stages = append(f.stages, s)
	f.bytes += s.bytes
	for len(f.stages) > maxStages || f.bytes > maxStageBytes {
		f.bytes -= f.stages[0].bytes
		f.stages = slices.Delete(f.stages, 0, 1)
	}
}

// fork returns a player of a plan that begins with what p has played.
func (p *player) fork(ctx context.Context, plan Plan, deadline deadline) (*player, error) {
	c := &player{
		local: p.local, plan: plan, ctx: ctx, deadline: deadline, rooms: map[string]*room{},
		order: slices.Clone(p.order), run: p.run,
	}
	c.run.Outcomes = slices.Clip(p.run.Outcomes)
	for _, name := range p.order {
		r := p.rooms[name]
		m, err := r.machine.Fork(c.guard, ctx.Done())
		if err != nil {
			return nil, err
		}
		c.rooms[name] = &room{machine: m, session: r.session.Fork(m, m.Profile()), missing: r.missing}
	}
	return c, nil
}

// bytes is what the player's sessions take of the host at the most.
func (p *player) bytes() int64 {
	n := int64(0)
	for _, name := range p.order {
		m := p.rooms[name].machine
		n += stageBytes + m.Kernel().HostBytes() + int64(len(m.Trace().Bytes()))
	}
	for i := range p.run.Outcomes {
		o := &p.run.Outcomes[i]
		n += int64(len(o.Stdout) + len(o.Stderr) + len(o.Data))
	}
	return n
}
