package oracle

import "github.com/sandfault/sandfault/fuzz/workflow"

// Expectation compares each outcome with what the workflow says that the step should give.
type Expectation struct{}

// Name implements Oracle.
func (Expectation) Name() string { return "expectation" }

// Judge implements Oracle.
func (Expectation) Judge(c *Case) []Failure {
	var out []Failure
	c.each(func(step, child int, _ *workflow.Step, e *workflow.Expect, o *workflow.Outcome) {
		if bad := workflow.Check(e, o); len(bad) > 0 {
			out = append(out, Failure{
				Step: step, Child: child, Field: bad[0].Field,
				Expected: shown(bad[0].Expected), Got: shown(bad[0].Got),
			})
		}
	})
	return out
}
