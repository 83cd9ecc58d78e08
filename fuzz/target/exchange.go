package target

import (
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/session"
)

// Request turns a step into what a session's tool layer is asked, for callers that drive a session step by
// step and want what Play gives for the same steps. A parallel step has no such request.
func Request(s *workflow.Step) *session.Request { return request(s) }

// Outcome turns a session's answer into the outcome of a step.
func Outcome(r session.Response) workflow.Outcome { return outcome(r) }

// Digest is over all that a step gave, virtual time included: steps that were played again gave the same if
// their digests are equal.
func Digest(o *workflow.Outcome) det.Sum { return digestOf(o) }
