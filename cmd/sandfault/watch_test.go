package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

// What a sweep waits for is told while it waits, and not when it does not.
func TestWatched(t *testing.T) {
	t.Parallel()
	begun, end := make(chan bool), make(chan bool)
	w := &watched{Target: target.Fake(func(target.Plan, workflow.Step) workflow.Outcome {
		close(begun)
		<-end
		return workflow.Outcome{}
	})}
	over := make(chan error)
	go func() {
		_, err := w.Play(t.Context(), target.Plan{Workflow: &workflow.Workflow{ID: "slow-7", Steps: make([]workflow.Step, 1)}})
		over <- err
	}()
	<-begun
	now := time.Now().Add(time.Minute)
	if got := w.oldest(now, 2*time.Minute); got != "" {
		t.Errorf("said too early: %q", got)
	}
	var out bytes.Buffer
	p := newProgress(&out)
	p.watched = w
	p.show(fuzz.Progress{Phase: "sweep", Total: 3})
	p.beat(now)
	if got := out.String(); !strings.Contains(got, "sweep: 0 of 3") || !strings.Contains(got, "waiting for slow-7, for 1m") {
		t.Errorf("got %q", got)
	}
	close(end)
	if err := <-over; err != nil || w.oldest(now, 0) != "" {
		t.Errorf("%v, still %q", err, w.oldest(now, 0))
	}
}
