package fuzz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/triage"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
)

// Config is what a campaign is made from.
type Config struct {
	Profile      primitives.Profile
	ProfileName  string             // under which the user knows it
	ProfileText  string             // expanded YAML, kept with each finding
	Unrestricted primitives.Profile // what the twin of a failing workflow is played under
	Target       target.Target
	TargetName   string          // kept with each finding; "" = Target.Name
	Fixed        bool            // the target does not obey profiles: nothing can be relaxed there
	Model        target.Target   // the emulator: it may explain what fails on a fixed target; nil = not asked
	Varies       bool            // the target has its own clock and scheduler: a failure may not show again
	Store        *findings.Store // nil: findings are only returned

	Count   int      // workflows
	Seed    uint64   // of the campaign
	Jobs    int      // workers; 0 = 1
	Domains []string // names; empty = all

	// Schedule is how the emulator's processes take turns, kept with each finding; "" = random.
	Schedule target.Schedule

	Guests   map[string]string // digests, kept with each finding
	Version  string            // of the program
	Progress func(Progress)    // called by one goroutine at a time; nil = nobody
}

// Progress says how far a campaign is.
type Progress struct {
	Phase string // "sweep" or "triage"
	Done  int
	Total int
}

// result is what one workflow of the sweep gave.
type result struct {
	index    int
	domain   string
	mark     Mark
	steps    int
	shapes   []string
	python   bool
	pairs    []trace.Pair
	lacks    []string
	aborted  string
	failures []triage.Failure
}

// ErrConfig is returned for a configuration that cannot be run.
var ErrConfig = errors.New("campaign")

// Run runs a campaign. When ctx ends early, what was found by then is stored and returned with
// Summary.Interrupted set; err is nil then.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	domains, err := choose(cfg.Domains)
	switch {
	case err != nil:
		return nil, err
	case cfg.Count < 1:
		return nil, fmt.Errorf("%w: a count of %d workflows: give at least 1", ErrConfig, cfg.Count)
	}
	cfg.TargetName = cmp.Or(cfg.TargetName, cfg.Target.Name())
	c := &campaign{cfg: cfg, domains: domains, seed: det.NewSeed(cfg.Seed)}
	results, err := c.sweep(ctx)
	if err != nil {
		return nil, err
	}
	sum := c.summarize(results)
	sum.Interrupted = ctx.Err() != nil
	if err := c.triage(ctx, results, sum); err != nil {
		return nil, err
	}
	return sum, nil
}

func choose(names []string) ([]domain.Domain, error) {
	all := domain.All()
	if len(names) == 0 {
		return all, nil
	}
	var out []domain.Domain
	for _, n := range names {
		found := false
		for _, d := range all {
			if d.Name == n {
				out, found = append(out, d), true
			}
		}
		if !found {
			known := make([]string, len(all))
			for i, d := range all {
				known[i] = d.Name
			}
			return nil, fmt.Errorf("%w: no domain is called %q: %s", ErrConfig, n,
				primitives.Suggest(n, known))
		}
	}
	return out, nil
}

type campaign struct {
	cfg     Config
	domains []domain.Domain
	seed    det.Seed
}

// workflow generates the workflow of an index, which is a function of seed and index alone.
func (c *campaign) workflow(index int) *workflow.Workflow {
	d := c.domains[index%len(c.domains)]
	return domain.Generate(d, c.seed.Derive("gen"), index)
}

// machineSeed is the seed of the machine on which the workflow of an index is played.
func (c *campaign) machineSeed(index int) det.Seed { return c.seed.DeriveIndex(uint64(index)) }

// sweep plays all workflows and returns the results in the order of their indices.
func (c *campaign) sweep(ctx context.Context) ([]*result, error) {
	results := make([]*result, c.cfg.Count)
	err := c.parallel(ctx, "sweep", c.cfg.Count, func(ctx context.Context, i int) error {
		r, err := c.play(ctx, i)
		results[i] = r
		return err
	})
	var done []*result
	for _, r := range results {
		if r != nil {
			done = append(done, r)
		}
	}
	return done, err
}

// play plays and judges one workflow.
func (c *campaign) play(ctx context.Context, index int) (*result, error) {
	w := c.workflow(index)
	plan := target.Plan{
		Workflow: w, Profile: c.cfg.Profile, Seed: c.machineSeed(index), Schedule: c.cfg.Schedule,
	}
	run, err := c.cfg.Target.Play(ctx, plan)
	if err != nil {
		return nil, fmt.Errorf("play workflow %d (%s): %w", index, w.Domain, err)
	}
	r := &result{
		index: index, domain: w.Domain, steps: len(w.Steps), shapes: domain.Shapes(w), python: run.Python,
		pairs: run.Pairs, lacks: run.Unsupported, aborted: run.Aborted, mark: MarkPass,
	}
	switch run.Status {
	case target.StatusUnsupported:
		r.mark = MarkUnsupported
	case target.StatusAborted, target.StatusDiverged:
		r.mark = MarkAborted
	default:
		played := &oracle.Case{Workflow: w, Profile: &c.cfg.Profile, Outcomes: run.Outcomes}
		r.failures = triage.Failures(played)
		if len(r.failures) > 0 {
			r.mark = MarkFail
		}
	}
	return r, nil
}

// parallel calls fn for 0 to n-1 from the workers. It returns the error of the lowest index; an end
// of ctx is none.
func (c *campaign) parallel(
	ctx context.Context, phase string, n int, fn func(context.Context, int) error,
) error {
	errs := make([]error, n)
	var next, done atomic.Int64
	var wg sync.WaitGroup
	var report sync.Mutex
	c.report(&report, phase, 0, n)
	for range max(1, min(c.cfg.Jobs, n)) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if errs[i] = fn(ctx, i); errs[i] != nil && ctx.Err() == nil {
					next.Store(int64(n))
				}
				c.report(&report, phase, int(done.Add(1)), n)
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

func (c *campaign) report(mu *sync.Mutex, phase string, done, total int) {
	if c.cfg.Progress == nil {
		return
	}
	mu.Lock()
	defer mu.Unlock()
	c.cfg.Progress(Progress{Phase: phase, Done: done, Total: total})
}
