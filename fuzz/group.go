package fuzz

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/triage"
)

// group is the failures of a sweep that share a signature. The first is examined, the
// others fold with it.
type group struct {
	signature triage.Signature
	members   []*result // in the order of indices, each once
}

// groups sorts the failures of a sweep by signature, in the order of first appearance.
func groups(results []*result) []*group {
	byKey := map[triage.Signature]*group{}
	var out []*group
	for _, r := range results {
		for _, f := range r.failures {
			g := byKey[f.Signature]
			if g == nil {
				g = &group{signature: f.Signature}
				byKey[f.Signature] = g
				out = append(out, g)
			}
			if n := len(g.members); n == 0 || g.members[n-1] != r {
				g.members = append(g.members, r)
			}
		}
	}
	return out
}

// triage examines one member of each group. A finding is stored as soon as it is made, so that a sweep that
// is killed loses only what it had not examined; the summary lists them in the order of groups.
func (c *campaign) triage(ctx context.Context, results []*result, sum *Summary) error {
	all := groups(results)
	examined := make([]*triage.Examined, len(all))
	isNew := make([]bool, len(all))
	t := triage.Triage{
		Target: c.cfg.Target, Profile: c.cfg.Profile, Unrestricted: c.cfg.Unrestricted,
		Fixed: c.cfg.Fixed, Model: c.cfg.Model, Varies: c.cfg.Varies,
		Schedule: c.cfg.Schedule,
	}
	err := c.parallel(ctx, "triage", len(all), func(ctx context.Context, i int) error {
		first := all[i].members[0]
		e, err := t.Examine(ctx, c.workflow(first.index), c.machineSeed(first.index), all[i].signature)
		if err != nil {
			return fmt.Errorf("examine workflow %d: %w", first.index, err)
		}
		f := &e.Finding
		f.Profile, f.ProfileName = c.cfg.ProfileText, c.cfg.ProfileName
		f.Guests, f.Version, f.Target = c.cfg.Guests, c.cfg.Version, c.cfg.TargetName
		f.Sched = string(cmp.Or(c.cfg.Schedule, target.ScheduleRandom))
		examined[i] = e
		if !e.Bug && !e.Vanished {
			isNew[i], err = c.store(context.WithoutCancel(ctx), all[i], f)
		}
		return err
	})
	sum.Interrupted = sum.Interrupted || ctx.Err() != nil
	for i, e := range examined {
		switch {
		case e == nil:
		case e.Vanished:
			sum.Vanished++
		case e.Bug:
			sum.bug(all[i], e)
		default:
			sum.add(&e.Finding, all[i])
			if isNew[i] {
				sum.New++
			}
		}
	}
	sum.settle(results)
	return err
}

// store puts a finding into the store, once for each workflow that showed it. It reports whether the
// store did not know it.
func (c *campaign) store(ctx context.Context, g *group, f *findings.Finding) (isNew bool, err error) {
	if c.cfg.Store == nil {
		return false, nil
	}
	for _, r := range g.members {
		at := findings.Occurrence{
			Target: c.cfg.TargetName, Profile: c.cfg.ProfileName, Seed: c.cfg.Seed, Index: r.index,
			Domain: r.domain,
		}
		first, err := c.cfg.Store.Put(ctx, f, at)
		if err != nil {
			return false, err
		}
		isNew = isNew || first
	}
	return isNew, nil
}
