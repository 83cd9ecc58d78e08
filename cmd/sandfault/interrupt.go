package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/sandfault/sandfault/fuzz/target/adapter"
)

// interrupts returns a context that the first Ctrl-C ends, unless a.typed takes it. The second one gives
// adapters no more time to clean up; a third one is the system's to handle.
func (a *app) interrupts(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(parent)
	signals, now, over := make(chan os.Signal, 1), make(chan struct{}), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	a.now, a.interrupted = now, ctx.Done()
	go func() {
		for ending := false; !ending; {
			select {
			case sig := <-signals:
				typed := a.typed.Load()
				if ending = typed == nil || sig != os.Interrupt; !ending {
					(*typed)()
				}
			case <-over:
				return
			}
		}
		cancel()
		if a.adapters.Load() {
			fmt.Fprintln(a.err, "sandfault: interrupted: the adapter may take a while to give its sandboxes "+
				"back; Ctrl-C again kills it")
		}
		select {
		case <-signals:
		case <-over:
			return
		}
		close(now)
		signal.Stop(signals)
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(over)
		cancel()
	}
}

// limits are those of the adapters that the command starts.
func (a *app) limits() adapter.Limits {
	a.adapters.Store(true)
	return adapter.Limits{Now: a.now}
}

// warn tells once what is wrong with an adapter.
func (a *app) warn(text string) {
	if _, told := a.warned.LoadOrStore(text, true); !told {
		fmt.Fprintln(a.err, "sandfault: warning:", text)
	}
}
