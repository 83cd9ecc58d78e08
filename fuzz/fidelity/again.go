package fidelity

import (
	"context"

	"github.com/sandfault/sandfault/fuzz/target"
)

// again is how often the reference plays a workflow once more in which something differs.
const again = 2

// playedAlike plays a case on the reference once more and reports whether it gives the same where the sides
// differ.
func (c *comparison) playedAlike(ctx context.Context, r *result, before *played) (bool, error) {
	k, at, steps := r.c, r.diverged, len(r.c.Workflow.Steps)
	if r.look != nil {
		k = &r.look.c
	}
	now, err := c.reference(ctx, k)
	switch {
	case err != nil:
		return false, err
	case now.run.Status != target.StatusPlayed || len(now.run.Outcomes) < len(k.Workflow.Steps):
		return false, nil
	case at < steps:
		pairs := &pairing{c: r.c, a: before, b: now}
		return differing(pairs.step(at)) == 0, nil
	}
	for _, d := range CompareTrees(before.run.Tree, now.run.Tree, &before.scene, &now.scene) {
		if r.look == nil || d.file == "" {
			return false, nil
		}
	}
	return r.look == nil || r.look.steady(now), nil
}

// dropFlaky takes the units of the step that differs out of the score.
func (p *pair) dropFlaky() {
	kept := p.units[:0]
	for i := range p.units {
		u := &p.units[i]
		if u.step != p.diverged {
			kept = append(kept, *u)
		} else if u.class != Agree {
			k := u.key()
			p.flaky = k.field + " of " + k.shape + ": " + k.other
		}
	}
	p.apart.Flaky += len(p.units) - len(kept) + p.apart.KnockOn
	p.apart.KnockOn, p.apart.KnockOnDiffering = 0, 0
	p.units, p.diverged = kept, -1
}
