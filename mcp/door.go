package mcp

import (
	"context"
	"slices"
	"sync"
)

// door puts calls in order: who came first is served first, one at a time.
type door struct {
	mu    sync.Mutex
	queue []*place // the first is inside
}

// place is a call's place before the door, or behind it.
type place struct {
	door *door
	turn chan struct{} // closed when it is this call's turn
}

// reserve takes the next place. It returns nil if too many wait already.
func (d *door) reserve(most int) *place {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.queue) >= most {
		return nil
	}
	p := &place{door: d, turn: make(chan struct{})}
	d.queue = append(d.queue, p)
	if len(d.queue) == 1 {
		close(p.turn)
	}
	return p
}

// wait returns when it is this place's turn. If ctx ends before that, the place is given up.
func (p *place) wait(ctx context.Context) error {
	select {
	case <-p.turn:
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil { // also where both were ready
		p.leave()
		return context.Cause(ctx)
	}
	return nil
}

// leave gives the place up, whether it was its turn or not; once more does nothing.
func (p *place) leave() {
	d := p.door
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.Index(d.queue, p)
	if i < 0 {
		return
	}
	d.queue = slices.Delete(d.queue, i, i+1)
	if i == 0 && len(d.queue) > 0 {
		close(d.queue[0].turn)
	}
}
