package oracle

import (
	"slices"
	"strconv"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// ExitCode holds that a command which is known to fail is not reported as a success: an agent
// that is told 0 goes on with what does not exist.
type ExitCode struct{}

// Name implements Oracle.
func (ExitCode) Name() string { return "exit-code" }

// Judge implements Oracle. Only the code may be wrong: with another output, what ran was
// another thing, and that is the expectation's to say.
func (ExitCode) Judge(c *Case) []Failure {
	var out []Failure
	c.each(func(step, child int, _ *workflow.Step, e *workflow.Expect, o *workflow.Outcome) {
		if !o.Started || o.Exit != 0 || len(e.Exit) == 0 || slices.Contains(e.Exit, 0) {
			return
		}
		rest := *e
		rest.Exit = nil
		if len(workflow.Check(&rest, o)) > 0 {
			return
		}
		out = append(out, Failure{
			Step: step, Child: child, Field: "exit", Broken: true,
			Expected: strconv.Itoa(e.Exit[0]), Got: "0",
		})
	})
	return out
}
