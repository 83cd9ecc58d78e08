package main

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// openEngine opens the engine over the user's cache. It says what it prepares if that takes a while, and ends
// that when the command is interrupted.
func (a *app) openEngine() (*target.Engine, error) {
	return target.OpenEngine(store.Options{Building: a.preparing}, func(c *runtime.EngineConfig) {
		c.Preparing, c.Done = a.preparing, a.interrupted
	})
}

// box makes sure that the shell is at hand: it is built where it was not yet.
func (a *app) box(e *target.Engine) error {
	_, err := e.Store.Guest(guest.Box)
	return err
}

// playable makes sure that workflows can be played on a target: on the emulator with nothing but the shell
// missing they would all be unsupported, whatever they are about.
func (a *app) playable(p *place) error {
	if p.engine == nil {
		return nil
	}
	if err := a.box(p.engine); err != nil {
		return fmt.Errorf("no workflow can be played: %w", err)
	}
	return nil
}

// local is the target that plays on this process's machines.
func local(e *target.Engine) *target.Local { return e.Local() }

// After how long a guest that is being prepared is spoken of: somebody at a terminal may wonder sooner.
const (
	silence         = 2 * time.Second
	silenceTerminal = 500 * time.Millisecond
)

// preparing says what takes so long, unless it does not. It returns what is to be called at its end.
func (a *app) preparing(name string) (ready func()) {
	wait := silence
	if f, ok := a.err.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		wait = silenceTerminal
	}
	told := make(chan struct{})
	begin := time.Now()
	timer := time.AfterFunc(wait, func() {
		defer close(told)
		fmt.Fprintf(a.err, "sandfault: preparing %s (once; kept in the cache) ...\n", name)
	})
	return func() {
		if timer.Stop() {
			return
		}
		<-told
		fmt.Fprintf(a.err, "sandfault: %s: done after %.0f s\n", name, time.Since(begin).Seconds())
	}
}
