package fidelity

import (
	"context"
	"fmt"

	"github.com/sandfault/sandfault/fuzz/shrink"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

// tries is how many smaller workflows are played for one example. Each is played on both sides.
const tries = 24

// examples shrinks the example of the first folds, and writes down the workflow of all.
func (c *comparison) examples(ctx context.Context, all []*Fold) error {
	n := min(c.cfg.Examples, len(all))
	err := c.parallel(ctx, "shrink", n, func(ctx context.Context, i int) error {
		return c.shrink(ctx, all[i])
	})
	if err != nil {
		return err
	}
	for _, f := range all {
		if f.Example.Workflow != "" {
			continue
		}
		if f.Example.Workflow, err = marshal(c.cases[f.index].Workflow); err != nil {
			return err
		}
	}
	return nil
}

// shrink makes a fold's example as small as it can while the same fold still shows.
func (c *comparison) shrink(ctx context.Context, f *Fold) error {
	var failed error
	k := c.cases[f.index]
	found := &f.Example
	keep := func(w *workflow.Workflow) bool {
		if failed != nil || ctx.Err() != nil || len(w.Steps) == 0 {
			return false
		}
		smaller := k
		smaller.Workflow = w
		u, err := c.shows(ctx, &smaller, f)
		if err != nil && ctx.Err() == nil {
			failed = err
		}
		if u == nil {
			return false
		}
		found.Step, found.Child, found.Differences = u.step, u.child, u.differences
		return true
	}
	w := shrink.Shrink(k.Workflow, keep, tries)
	if failed != nil {
		return failed
	}
	var err error
	found.Workflow, err = marshal(w)
	found.Steps = len(w.Steps)
	return err
}

// shows plays a case on both sides and returns the unit that belongs to a fold, nil if there is none.
func (c *comparison) shows(ctx context.Context, k *Case, f *Fold) (*unit, error) {
	a, b, err := c.both(ctx, k)
	if err != nil {
		return nil, err
	}
	if unplayed(a.run, b.run, len(k.Workflow.Steps)) != "" {
		return nil, nil //nolint:nilnil // it shows nothing
	}
	p := comparePair(k, a, b)
	if err := c.inspect(ctx, k, &p); err != nil {
		return nil, err
	}
	for i := range p.units {
		if p.units[i].class != Agree && f.has(p.units[i].key()) {
			return &p.units[i], nil
		}
	}
	return nil, nil //nolint:nilnil // it shows something else, or nothing
}

func (f *Fold) has(k key) bool {
	return k == key{
		class: f.Class, field: f.Field, op: f.Op, shape: f.Shape, emulator: f.Emulator, other: f.Reference,
	}
}

func marshal(w *workflow.Workflow) (string, error) {
	text, err := workflow.Marshal(w)
	if err != nil {
		return "", fmt.Errorf("write workflow %s: %w", w.ID, err)
	}
	return string(text), nil
}
