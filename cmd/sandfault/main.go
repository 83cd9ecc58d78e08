// Command sandfault emulates the sandboxes in which agents run code, finds what breaks in them,
// and replays it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/sandfault/sandfault/fuzz/target/linux"
)

// Exit codes of every command.
const (
	exitOK     = 0
	exitFailed = 1 // something failed: a workflow, a new finding
	exitUsage  = 2 // could not run: a mistake of the user, a missing file, a damaged database
	exitSignal = 130
)

func main() {
	linux.Main() // this program is also the init of a sandbox on Linux
	os.Exit(run(os.Args[1:]))
}

// run runs the command line and returns the exit code.
func run(args []string) int {
	app := &app{out: os.Stdout, err: os.Stderr, in: os.Stdin}
	ctx, stop := app.interrupts(context.Background())
	defer stop()
	root := newRoot(app)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var code *exitError
	switch {
	case errors.As(err, &code):
		return code.code
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "sandfault: interrupted")
		return exitSignal
	case err != nil:
		fmt.Fprintln(os.Stderr, "sandfault:", err)
		return exitUsage
	}
	return exitOK
}

// exitError ends the command with a code, after it has said all there is to say.
type exitError struct{ code int }

// Error implements error.
func (e *exitError) Error() string { return fmt.Sprintf("exit %d", e.code) }
