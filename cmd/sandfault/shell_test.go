package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// screen is what a terminal shows.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

// await waits until the screen ends as told.
func (s *screen) await(t *testing.T, end string) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		text := s.text.String()
		s.mu.Unlock()
		switch {
		case strings.HasSuffix(text, end):
			return
		case time.Since(begin) > 2*time.Minute:
			t.Fatalf("the screen is %q and does not end in %q", text, end)
		}
	}
}

// TestConsoleIsInterrupted types Control-C while a line is played, while one is played that takes it, while none
// is, and ends the input.
func TestConsoleIsInterrupted(t *testing.T) {
	t.Parallel()
	engine, err := target.OpenEngine(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = engine.Close() }()
	if _, err := engine.Store.Guest(guest.Box); err != nil {
		t.Skipf("guest box is not at hand (make guests): %v", err)
	}
	w, err := workflow.Parse("w", []byte("id: w\nsteps:\n- run: {cmd: 'echo kept > f; sleep 9999 & echo $! > pid'}\n"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := loadProfile("unrestricted")
	if err != nil {
		t.Fatal(err)
	}
	plan := target.Plan{Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(1)}
	staged, err := local(engine).Stage(t.Context(), plan, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer staged.Close()
	shown := &screen{}
	in, typed := io.Pipe()
	c := &console{app: &app{in: in, out: shown, err: shown}, staged: staged, prompt: "$ "}
	ended := make(chan error, 1)
	go func() { ended <- c.serve() }()
	line := func(text string) { _, _ = fmt.Fprintln(typed, text) }

	shown.await(t, "$ ")
	c.interrupt() // nothing runs
	shown.await(t, "$ \n$ ")
	line("echo begin; while :; do :; done")
	shown.await(t, "begin\n")
	c.interrupt()
	shown.await(t, "\n[exit 130]\n$ ")
	line("trap 'echo taken; exit 3' INT; echo trapped; while :; do :; done")
	shown.await(t, "trapped\n")
	c.interrupt()
	shown.await(t, "\ntaken\n[exit 3]\n$ ")
	c.interrupt() // nothing of that is left for the next line
	line("cat f; kill -0 $(cat pid) && echo lives")
	shown.await(t, "kept\nlives\n$ ") // what an earlier step left behind is none of the foreground
	if err := typed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
