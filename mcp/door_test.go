package mcp

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/sandfault/sandfault/primitives/det"
)

func TestDoorKeepsTheOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		draw := det.NewSeed(seed).Stream("door")
		var d door
		var wg sync.WaitGroup
		var mu sync.Mutex
		var want, got []int
		inside := 0
		for i := range 40 {
			p := d.reserve(100)
			ctx, cancel := context.WithCancel(t.Context())
			gives := draw.Chance(1, 4)
			if gives && i > 0 {
				cancel()
			} else {
				want = append(want, i)
			}
			wg.Go(func() {
				defer cancel()
				if p.wait(ctx) != nil {
					return
				}
				mu.Lock()
				inside++
				if inside != 1 {
					t.Error("two at once")
				}
				got = append(got, i)
				inside--
				mu.Unlock()
				p.leave()
				p.leave()
			})
		}
		wg.Wait()
		if !slices.Equal(got, want) || len(d.queue) != 0 {
			t.Fatalf("seed %d: %v, want %v; %d left", seed, got, want, len(d.queue))
		}
	}
}

func TestDoorIsLimited(t *testing.T) {
	t.Parallel()
	var d door
	first, second := d.reserve(2), d.reserve(2)
	if d.reserve(2) != nil {
		t.Error("a third")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errBroken)
	if err := first.wait(ctx); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := second.wait(t.Context()); err != nil {
		t.Error(err)
	}
	a := newAgent(t, nil)
	id := a.start(nil)
	l := a.server.sessions.get(id)
	for range maxWaiting {
		defer l.door.reserve(maxWaiting).leave()
	}
	a.refused(codeLimit, "run_command", object{"session": id, "command": "echo"})
}
