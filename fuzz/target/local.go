package target

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/session"
)

// Local plays workflows on the emulator, in this process.
type Local struct {
	Engine *runtime.Engine
	// WallLimit protects the host: a run that takes longer is aborted. 0 = DefaultWallLimit.
	WallLimit time.Duration
	// Preparation is how long guests have been prepared so far, which costs no run its time: who is the first
	// to use them waits for the compiler, which takes minutes on a slow host. nil = they are ready.
	Preparation func() time.Duration
	// RoundRobin lets processes take turns instead of by draws from the seed, where a plan does not say.
	RoundRobin bool

	forks *forks // of Prefixed; nil = every plan is played from its start
}

// DefaultWallLimit is how long a run may take on the host's clock.
const DefaultWallLimit = 2 * time.Minute

// ErrWallLimit is why a run is aborted that takes too long on the host's clock.
var ErrWallLimit = errors.New("the host's time limit for one workflow is used up")

// Name implements Target.
func (l *Local) Name() string { return "local" }

// Play implements Target. A panic of the emulator's own ends this run alone, as aborted with what it said:
// one bad workflow must not cost a sweep the other nine hundred.
func (l *Local) Play(ctx context.Context, p Plan) (run *Run, err error) {
	pl, err := l.resume(ctx, p)
	if err != nil {
		return nil, err
	}
	from := len(pl.run.Outcomes)
	defer func() {
		if e := recover(); e != nil {
			run, err = &Run{Status: StatusAborted, Aborted: fmt.Sprintf("internal error: %v", e)}, nil
			return // a machine that broke cannot be closed: its processes are left behind
		}
		pl.close()
	}()
	for i := from; i < len(p.Workflow.Steps); i++ {
		if err := pl.play(i); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if pl.aborted() != nil {
			break
		}
		l.forks.keep(pl, i+1)
	}
	return pl.finish()
}

// Stage plays the first steps of a plan and returns the machine of the main session as it stands
// then, with the session that drives it. The caller closes it.
func (l *Local) Stage(ctx context.Context, p Plan, steps int) (*Staged, error) {
	pl, err := l.begin(ctx, p)
	if err != nil {
		return nil, err
	}
	for i := range min(steps, len(p.Workflow.Steps)) {
		if err := pl.play(i); err != nil {
			pl.close()
			return nil, err
		}
	}
	pl.deadline = deadline{} // a person takes their time
	main, err := pl.room("")
	if err != nil {
		pl.close()
		return nil, err
	}
	staged := &Staged{Session: main.session, Machine: main.machine, close: pl.close}
	pl.typed = &staged.typed
	return staged, nil
}

// Staged is a session as it stands after some steps.
type Staged struct {
	Session *session.Session
	Machine *runtime.Machine
	close   func()
	typed   atomic.Bool // Control-C
}

// Interrupt interrupts the commands that run, as Control-C does in a terminal. It may be called at any time,
// by anybody.
func (s *Staged) Interrupt() { s.typed.Store(true) }

// Forget takes back an interruption that met no command.
func (s *Staged) Forget() { s.typed.Store(false) }

// Close ends the session.
func (s *Staged) Close() { s.close() }

// resume returns a player of the plan, who may have played some steps of it already.
func (l *Local) resume(ctx context.Context, p Plan) (*player, error) {
	if pl := l.forks.resume(ctx, p, l.deadline()); pl != nil {
		return pl, nil
	}
	return l.begin(ctx, p)
}

// deadline bounds a run that begins now.
func (l *Local) deadline() deadline {
	limit := cmp.Or(l.WallLimit, DefaultWallLimit)
	return deadline{at: time.Now().Add(limit), paused: l.Preparation, before: l.paused()}
}

func (l *Local) paused() time.Duration {
	if l.Preparation == nil {
		return 0
	}
	return l.Preparation()
}

func (l *Local) begin(ctx context.Context, p Plan) (*player, error) {
	pl := &player{local: l, plan: p, ctx: ctx, deadline: l.deadline(), rooms: map[string]*room{}}
	if p.Follow != nil {
		logs, err := unbundle(p.Follow)
		if err != nil {
			return nil, err
		}
		pl.follow = logs
	}
	_, err := pl.room("") // the main session exists from the start
	return pl, err
}

// room is one session of a workflow with its machine.
type room struct {
	machine *runtime.Machine
	session *session.Session
	missing int // features of machine.Unsupported that a step was charged with
}

// player plays one plan.
type player struct {
	local    *Local
	plan     Plan
	ctx      context.Context //nolint:containedctx // lives as long as one call of Play
	deadline deadline
	rooms    map[string]*room
	order    []string // names of rooms in the order of their start
	follow   map[string][]byte
	typed    *atomic.Bool // Control-C, where a person has the session; nil: nobody types
	run      Run
}

// room returns the session of a name; a new one is a machine of its own, without a clock shared.
func (p *player) room(name string) (*room, error) {
	if r := p.rooms[name]; r != nil {
		return r, nil
	}
	log, err := p.log(name)
	if err != nil {
		return nil, err
	}
	seed := p.plan.Seed
	if name != "" {
		seed = seed.Derive(name)
	}
	profile := p.plan.Profile
	m, err := runtime.New(runtime.Config{
		Engine: p.local.Engine, Profile: profile, Seed: seed, Trace: log, Guard: p.guard, Done: p.ctx.Done(),
		RoundRobin: p.local.schedule(&p.plan) == ScheduleRoundRobin,
	})
	if err != nil {
		return nil, fmt.Errorf("start a machine: %w", err)
	}
	r := &room{machine: m, session: session.New(m, m.Profile())}
	p.rooms[name] = r
	p.order = append(p.order, name)
	return r, nil
}

func (p *player) log(name string) (*trace.Log, error) {
	switch {
	case p.follow != nil:
		recorded, ok := p.follow[name]
		if !ok {
			return nil, fmt.Errorf("the recorded run has no session %q", name)
		}
		return trace.NewFollower(recorded)
	case p.plan.KeepLog:
		return trace.NewLog(0), nil
	default:
		return trace.NewCounter(), nil
	}
}

// guard protects the host: it is asked between slices of the guests' execution.
func (p *player) guard() error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	if p.typed != nil && p.typed.Swap(false) {
		p.rooms[""].session.Interrupt()
	}
	if p.deadline.passed() {
		return ErrWallLimit
	}
	return nil
}

func (p *player) aborted() error {
	for _, name := range p.order {
		if err := p.rooms[name].machine.Aborted(); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) close() {
	for _, name := range p.order {
		p.rooms[name].machine.Close()
	}
}

// finish ends the record of all sessions.
func (p *player) finish() (*Run, error) {
	run := &p.run
	run.Status = StatusPlayed
	digest := det.NewDigest()
	pairs := map[trace.Pair]bool{}
	logs := map[string][]byte{}
	for _, name := range p.order {
		m := p.rooms[name].machine
		run.Unsupported = append(run.Unsupported, m.Unsupported()...)
		sum, err := m.Finish()
		if d := (*trace.Divergence)(nil); errors.As(err, &d) && run.Divergence == nil {
			run.Divergence = d
		} else if err != nil && d == nil {
			return nil, fmt.Errorf("end session %q: %w", name, err)
		}
		digest.Text(name)
		digest.Bytes(sum[:])
		run.Events += int64(m.Trace().Counters().Events)
		for _, pair := range m.Trace().Counters().Pairs() {
			if !pairs[pair] {
				pairs[pair] = true
				run.Pairs = append(run.Pairs, pair)
			}
		}
		logs[name] = m.Trace().Bytes()
	}
	run.Digest = digest.Sum().String()
	if p.plan.KeepLog {
		run.Log = bundle(logs)
	}
	if p.plan.KeepTree {
		main := p.rooms[""].machine
		tree, err := listTree(main.Namespace(), main.Profile())
		if err != nil {
			return nil, err
		}
		run.Tree = tree
	}
	p.settle(run)
	return run, nil
}

// settle decides the status: a divergence says most, then what the host ended, then what is missing.
func (p *player) settle(run *Run) {
	err := p.aborted()
	d := (*trace.Divergence)(nil)
	switch {
	case run.Divergence != nil:
		run.Status = StatusDiverged
	case errors.As(err, &d):
		run.Status, run.Divergence = StatusDiverged, d
	case err != nil:
		run.Status, run.Aborted = StatusAborted, err.Error()
	case len(run.Unsupported) > 0:
		run.Status = StatusUnsupported
	}
}

// errnoName is the symbolic name of an error, "" for none.
func errnoName(e primitives.Errno) string {
	if e == primitives.OK {
		return ""
	}
	return e.Name()
}
