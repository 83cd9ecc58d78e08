package oracle

import (
	"fmt"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Limits holds that declared limits are kept, and that what they cut is marked as cut.
type Limits struct{}

// Name implements Oracle.
func (Limits) Name() string { return "limits" }

// Judge implements Oracle.
func (Limits) Judge(c *Case) []Failure {
	var out []Failure
	c.each(func(step, child int, s *workflow.Step, e *workflow.Expect, o *workflow.Outcome) {
		if f := c.limit(s, e, o); f != nil {
			f.Step, f.Child, f.Broken = step, child, true
			out = append(out, *f)
		}
	})
	return out
}

func (c *Case) limit(s *workflow.Step, e *workflow.Expect, o *workflow.Outcome) *Failure {
	stream := c.Profile.Output.MaxBytes
	longest := int64(max(len(o.Stdout), len(o.Stderr)))
	payload := c.Profile.Interface.MaxPayloadBytes
	switch {
	case stream > 0 && longest > stream:
		return &Failure{
			Field: "stdout_size", Expected: fmt.Sprintf("at most %d bytes", stream),
			Got: fmt.Sprintf("%d bytes", longest),
		}
	case stream > 0 && longest == stream && !o.Truncated && cutBelow(e, stream):
		return &Failure{Field: "truncated", Expected: "true", Got: "false: cut without a mark"}
	case payload > 0 && o.Error == "" && int64(max(len(s.Data), len(o.Data))) > payload:
		return &Failure{
			Field: "size", Expected: fmt.Sprintf("at most %d bytes", payload),
			Got: fmt.Sprintf("%d bytes were moved", max(len(s.Data), len(o.Data))),
		}
	}
	return nil
}

// cutBelow reports whether the step should have given more than the limit lets through.
func cutBelow(e *workflow.Expect, limit int64) bool {
	return e.StdoutSize != nil && *e.StdoutSize > limit || e.Stdout != nil && int64(len(*e.Stdout)) > limit
}
