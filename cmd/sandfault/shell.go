package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sync"

	"golang.org/x/term"

	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/runtime/session"
)

// maxLine bounds a line typed into the shell, bytes.
const maxLine = 1 << 20

// shell plays the first steps and then the user's lines, each as a step of its own: the working
// directory and variables do not carry over, as they do not for an agent.
func (a *app) shell(ctx context.Context, local *target.Local, rec *replay.Recording, steps int) error {
	if steps < 0 || steps > len(rec.Workflow.Steps) {
		steps = len(rec.Workflow.Steps)
	}
	plan := target.Plan{
		Workflow: rec.Workflow, Profile: rec.Profile, Seed: rec.Seed, Schedule: rec.Schedule,
	}
	staged, err := local.Stage(ctx, plan, steps)
	if err != nil {
		return err
	}
	defer staged.Close()
	c := &console{app: a, staged: staged}
	if in, ok := a.in.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		c.prompt = fmt.Sprintf("sandfault:%d$ ", steps)
		fmt.Fprintf(a.err, "%d of %d steps are played; each line is a step of its own; Ctrl-C interrupts "+
			"what runs, Ctrl-D ends\n", steps, len(rec.Workflow.Steps))
		typed := c.interrupt
		a.typed.Store(&typed)
		defer a.typed.Store(nil)
	}
	return c.serve()
}

// console is a shell that somebody types into.
type console struct {
	app    *app
	staged *target.Staged
	prompt string // empty where nobody types

	mu   sync.Mutex
	busy bool // a line is played
}

// interrupt is Ctrl-C: it interrupts the line that is played, or begins a new one.
func (c *console) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy {
		c.staged.Interrupt()
		fmt.Fprintln(c.app.err)
		return
	}
	fmt.Fprint(c.app.err, "\n", c.prompt)
}

// playing says whether a line is played from now on. An interruption that came too late is none of the
// next one's.
func (c *console) playing(busy bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = busy
	c.staged.Forget()
	if !busy {
		fmt.Fprint(c.app.err, c.prompt)
	}
}

// serve plays lines until there are no more.
func (c *console) serve() error {
	lines := bufio.NewScanner(c.app.in)
	lines.Buffer(nil, maxLine)
	for c.playing(false); lines.Scan(); c.playing(false) {
		c.playing(true)
		r := c.staged.Session.Do(&session.Request{
			Op: session.OpRun, Cmd: lines.Text(),
			Live: &session.Streams{Stdout: c.app.out, Stderr: c.app.err},
		})
		if err := c.staged.Machine.Aborted(); err != nil {
			return err
		}
		if r.Exit != 0 || !r.Started {
			fmt.Fprintf(c.app.err, "[exit %d]\n", r.Exit)
		}
	}
	if c.prompt != "" {
		fmt.Fprintln(c.app.err) // Ctrl-D leaves the cursor behind the prompt
	}
	return lines.Err()
}
