package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

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
	prompt := ""
	if in, ok := a.in.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		prompt = fmt.Sprintf("sandfault:%d$ ", steps)
		fmt.Fprintf(a.err, "%d of %d steps are played; each line is a step of its own; Ctrl-D ends\n", steps,
			len(rec.Workflow.Steps))
	}
	lines := bufio.NewScanner(a.in)
	lines.Buffer(nil, maxLine)
	for {
		fmt.Fprint(a.err, prompt)
		if !lines.Scan() {
			return lines.Err()
		}
		r := staged.Session.Do(&session.Request{
			Op: session.OpRun, Cmd: lines.Text(), Live: &session.Streams{Stdout: a.out, Stderr: a.err},
		})
		if err := staged.Machine.Aborted(); err != nil {
			return err
		}
		if r.Exit != 0 || !r.Started {
			fmt.Fprintf(a.err, "[exit %d]\n", r.Exit)
		}
	}
}
