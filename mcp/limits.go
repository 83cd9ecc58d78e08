package mcp

import (
	"time"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// Limits on what one client can ask for.
const (
	maxSessions = 16
	maxSteps    = workflow.MaxSteps // of a session: what one workflow may hold
	maxWaiting  = 64                // calls before one session's door

	// maxPayload is the most that one call carries into a sandbox, bytes: what a workflow can hold of it.
	maxPayload = min(workflow.MaxDataBytes, primitives.DefaultMaxPayload)
	// maxRecording is the size of a session's workflow as a file beyond which no step is added. A workflow's
	// file may have 64 MiB, and one step's outputs are still added to a recording that is just below.
	maxRecording = 56 << 20

	maxMessage       = 2 * maxPayload // of one line of the protocol, bytes
	maxInFlight      = 64             // requests that are served at once
	maxInFlightBytes = 2 * maxMessage // and the sum of their messages

	maxStream = 1 << 20  // of an output in a result, bytes
	maxShown  = 16 << 10 // of an output in a result's text, bytes
	maxImage  = 4 << 20  // of an image that is shown beside its bytes
	maxNames  = 10_000   // entries of a directory that an expectation names
	maxExact  = 32 << 10 // of an output that an expectation holds as it is; a digest stands for more
	maxClaim  = 4 << 10  // of each text of a claim
	maxWanted = 1 << 20  // of a claim's expectation
	maxListed = 500      // findings in one answer
	maxWord   = 1 << 10  // of an id or another word, bytes
	maxNumber = 1<<53 - 1

	// claimLimit bounds one claim or replay on the host's clock. A claim plays its workflow some hundred
	// times.
	claimLimit = 15 * time.Minute
)
