package fidelity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
)

// Config is what a comparison is made from.
type Config struct {
	Emulator  target.Target // the one that is judged
	Reference target.Target // the one that is believed
	Selection Selection

	MaxWall  time.Duration    // of the emulator's clock; what takes longer is not played there; 0 = no bound
	NoTrees  bool             // the reference does not list what a session leaves
	Jobs     int              // workers; 0 = 1
	Examples int              // differences, of the commonest folds, that are shrunk
	Now      func() time.Time // the reference's clock; nil = nothing is known of it
	Progress func(Progress)   // called by one goroutine at a time; nil = nobody
}

// Progress says how far a comparison is.
type Progress struct {
	Phase string // "compare" or "shrink"
	Done  int
	Total int
}

// ErrConfig is wrapped by the error for a configuration that cannot be run.
var ErrConfig = errors.New("fidelity")

// emulatedStart is where the emulator's clock begins, ns since 1970: 2026-05-17T09:41:07Z. The usual
// beginning, a New Year's midnight, stands in data too often to be told from it.
const emulatedStart int64 = 1_779_010_867_000_000_000

// emulated is how a profile is played on the emulator: with its own beginning of time, and with directories
// that list the newest entry first, as tmpfs does. Sandboxes of the reference stand on tmpfs.
func emulated(p primitives.Profile) primitives.Profile {
	if p.Lifetime.ClockStart == 0 {
		p.Lifetime.ClockStart = emulatedStart
	}
	p.Mounts.DirOrder = primitives.DirReverse
	return p
}

// Run plays every case on both targets and compares. When ctx ends early, what was compared by then is
// returned with Summary.Interrupted set; err is nil then.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	sel := &cfg.Selection
	switch {
	case sel.Count < 0 || sel.Count+len(sel.Corpus) == 0:
		return nil, fmt.Errorf("%w: nothing to play: give a count of workflows, or the corpus", ErrConfig)
	case sel.Seeds < 1:
		return nil, fmt.Errorf("%w: %d seeds: give at least 1", ErrConfig, sel.Seeds)
	case len(sel.Settings) == 0:
		return nil, fmt.Errorf("%w: no profiles", ErrConfig)
	}
	cases, err := sel.Cases()
	if err != nil {
		return nil, err
	}
	for i := range cases {
		cases[i].noTree = cfg.NoTrees
	}
	c := &comparison{cfg: cfg, cases: cases}
	all := make([]*result, len(cases))
	err = c.parallel(ctx, "compare", len(cases), func(ctx context.Context, i int) error {
		r, err := c.compare(ctx, i)
		all[i] = r
		return err
	})
	if err != nil {
		return nil, err
	}
	var results []*result
	for _, r := range all {
		if r != nil {
			results = append(results, r)
		}
	}
	sum := c.summarize(results)
	sum.Differences = folds(results)
	err = c.examples(ctx, sum.Differences)
	sum.Interrupted = ctx.Err() != nil
	return sum, err
}

type comparison struct {
	cfg   Config
	cases []Case
}

func (c *comparison) settings() []string {
	var out []string
	for i := range c.cfg.Selection.Settings {
		out = append(out, c.cfg.Selection.Settings[i].Name())
	}
	return out
}

// result is one compared case.
type result struct {
	pair
	c         *Case
	index     int
	lacks     []string // features of the emulator
	notPlayed string   // why a side could not play it to its end, "" if both did
}

// compare plays and compares one case. Where something differs the reference plays it again, and what it does
// not do twice in the same way is nobody's mistake.
func (c *comparison) compare(ctx context.Context, index int) (*result, error) {
	k := &c.cases[index]
	r := &result{c: k, index: index}
	a, err := c.emulator(ctx, k)
	if err != nil {
		return nil, err
	}
	r.lacks = lacks(a.run)
	if a.run.Exceeds(c.cfg.MaxWall) {
		r.notPlayed = fmt.Sprintf("it takes longer than %s of the reference's time", c.cfg.MaxWall)
		r.apart.NotPlayed = unitsFrom(k.Workflow, 0)
		return r, nil
	}
	b, err := c.reference(ctx, k)
	if err != nil {
		return nil, err
	}
	if why := unplayed(a.run, b.run, len(k.Workflow.Steps)); why != "" {
		r.notPlayed, r.apart.NotPlayed = why, unitsFrom(k.Workflow, 0)
		return r, nil
	}
	r.pair = comparePair(k, a, b)
	if err := c.inspect(ctx, k, &r.pair); err != nil {
		return nil, err
	}
	for range again {
		if r.diverged < 0 {
			break
		}
		same, err := c.playedAlike(ctx, r, b)
		if err != nil {
			return nil, err
		}
		if !same {
			r.dropFlaky()
		}
	}
	return r, nil
}

// both plays a case on both sides.
func (c *comparison) both(ctx context.Context, k *Case) (a, b *played, err error) {
	if a, err = c.emulator(ctx, k); err != nil {
		return nil, nil, err
	}
	b, err = c.reference(ctx, k)
	return a, b, err
}

// emulator plays a case on the emulator. That it cannot be played at all ends the comparison.
func (c *comparison) emulator(ctx context.Context, k *Case) (*played, error) {
	p := k.plan()
	p.Profile = emulated(p.Profile)
	run, err := c.cfg.Emulator.Play(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("play %s on %s: %w", k.Name, c.cfg.Emulator.Name(), err)
	}
	return &played{run, Scene{Began: time.Unix(0, p.Profile.Lifetime.ClockStart)}}, nil
}

// reference plays a case on the reference. That it could not be played there is a result, and is counted.
func (c *comparison) reference(ctx context.Context, k *Case) (*played, error) {
	var scene Scene
	if c.cfg.Now != nil {
		scene.Began = c.cfg.Now()
	}
	run, err := c.cfg.Reference.Play(ctx, k.plan())
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		run = &target.Run{Status: target.StatusAborted, Aborted: err.Error()}
	}
	return &played{run, scene}, nil
}

func (k *Case) plan() target.Plan {
	return target.Plan{Workflow: k.Workflow, Profile: k.Profile, Seed: k.Seed, KeepTree: true}
}

// lacks returns the features that a run met and the emulator does not have, each once.
func lacks(run *target.Run) []string {
	all := slices.Clone(run.Unsupported)
	for i := range run.Outcomes {
		all = append(all, run.Outcomes[i].Unsupported...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unplayed says why two runs cannot be compared, "" if they can. What the emulator lacks is no reason: the
// steps before it count.
func unplayed(a, b *target.Run, steps int) string {
	switch {
	case b.Status == target.StatusUnsupported && len(b.Unsupported) > 0:
		return "reference: " + b.Unsupported[0]
	case b.Status != target.StatusPlayed:
		return "reference: " + string(b.Status) + ": " + b.Aborted
	case a.Status == target.StatusAborted:
		return "emulator: aborted: " + a.Aborted
	case len(a.Outcomes) < steps || len(b.Outcomes) < steps:
		return "fewer outcomes than steps"
	}
	return ""
}

// parallel calls fn for 0 to n-1 from the workers. It returns the error of the lowest index; an end of ctx
// is none.
func (c *comparison) parallel(
	ctx context.Context, phase string, n int, fn func(context.Context, int) error,
) error {
	errs := make([]error, n)
	var next, done atomic.Int64
	var wg sync.WaitGroup
	var mu sync.Mutex
	c.report(&mu, phase, 0, n)
	for range max(1, min(c.cfg.Jobs, n)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = fn(ctx, i); errs[i] != nil && ctx.Err() == nil {
					next.Store(int64(n))
				}
				c.report(&mu, phase, int(done.Add(1)), n)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

func (c *comparison) report(mu *sync.Mutex, phase string, done, total int) {
	if c.cfg.Progress == nil {
		return
	}
	mu.Lock()
	defer mu.Unlock()
	c.cfg.Progress(Progress{Phase: phase, Done: done, Total: total})
}
