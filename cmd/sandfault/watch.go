package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
)

// watched is a target that knows what is being played on it.
type watched struct {
	target.Target
	mu      sync.Mutex
	playing []*playing
}

type playing struct {
	id    string
	since time.Time
}

// Play implements target.Target.
func (w *watched) Play(ctx context.Context, plan target.Plan) (*target.Run, error) {
	one := &playing{plan.Workflow.ID, time.Now()}
	w.mu.Lock()
	w.playing = append(w.playing, one)
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.playing = slices.DeleteFunc(w.playing, func(p *playing) bool { return p == one })
	}()
	return w.Target.Play(ctx, plan)
}

// oldest says what has been played for longest, if for longer than patience; "" if nothing has.
func (w *watched) oldest(now time.Time, patience time.Duration) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.playing) == 0 || now.Sub(w.playing[0].since) < patience {
		return ""
	}
	first := w.playing[0] // they are in the order in which they began
	text := fmt.Sprintf("waiting for %s, for %s now", first.id, now.Sub(first.since).Round(time.Second))
	if n := len(w.playing) - 1; n > 0 {
		text += fmt.Sprintf(", and %d more", n)
	}
	return text
}
