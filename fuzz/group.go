package fuzz

import (
	"context"
	"errors"
	"fmt"

	"github.com/sandfault/sandfault/fuzz/findings"
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

// triage examines one member of each group and stores the findings, in the order of groups. What
// was examined when ctx ends is stored.
func (c *campaign) triage(ctx context.Context, results []*result, sum *Summary) error {
	all := groups(results)
	examined := make([]*triage.Examined, len(all))
	t := triage.Triage{Target: c.cfg.Target, Profile: c.cfg.Profile, Unrestricted: c.cfg.Unrestricted}
	err := c.parallel(ctx, "triage", len(all), func(ctx context.Context, i int) error {
		first := all[i].members[0]
		e, err := t.Examine(ctx, c.workflow(first.index), c.machineSeed(first.index), all[i].signature)
		if err != nil {
			return fmt.Errorf("examine workflow %d: %w", first.index, err)
		}
		examined[i] = e
		return nil
	})
	sum.Interrupted = sum.Interrupted || ctx.Err() != nil
	for i, e := range examined {
		if e == nil {
			continue
		}
		if err := c.keep(context.WithoutCancel(ctx), all[i], e, sum); err != nil {
			return err
		}
	}
	sum.settle(results)
	return err
}

// keep stores one examined group and adds it to the summary.
func (c *campaign) keep(ctx context.Context, g *group, e *triage.Examined, sum *Summary) error {
	if e.Bug {
		sum.bug(g, e)
		return nil
	}
	f := e.Finding
	f.Profile, f.ProfileName, f.Guests, f.Version = c.cfg.ProfileText, c.cfg.ProfileName, c.cfg.Guests, c.cfg.Version
	var errs error
	for _, r := range g.members {
		if c.cfg.Store == nil {
			break
		}
		at := findings.Occurrence{Profile: c.cfg.ProfileName, Seed: c.cfg.Seed, Index: r.index, Domain: r.domain}
		isNew, err := c.cfg.Store.Put(ctx, &f, at)
		errs = errors.Join(errs, err)
		if isNew {
			sum.New++
		}
	}
	sum.add(&f, g)
	return errs
}
