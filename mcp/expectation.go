package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// expectation makes of what a step gave what it should give when it is played again. Outputs that are long
// are held by their size and digest.
func expectation(s *workflow.Step, o *workflow.Outcome) workflow.Expect {
	var e workflow.Expect
	switch {
	case s.Op.Runs() && o.Started:
		expectCommand(&e, o)
	case o.Error != "" || s.Op.Runs():
		e.Error = &o.Error
	default:
		e.OK = new(true)
		expectFile(&e, s, o)
	}
	return e
}

func expectCommand(e *workflow.Expect, o *workflow.Outcome) {
	e.Exit = []int{o.Exit}
	switch {
	case len(o.Stdout) > maxExact:
		e.StdoutSHA256, e.StdoutSize = new(sum(o.Stdout)), new(int64(len(o.Stdout)))
	case utf8.Valid(o.Stdout):
		e.Stdout = new(string(o.Stdout))
	default:
		e.StdoutBase64, e.HasStdoutBase64 = o.Stdout, true
	}
	if len(o.Stderr) > maxExact {
		e.StderrSize = new(int64(len(o.Stderr)))
	} else {
		e.Stderr = new(string(o.Stderr))
	}
	if o.TimedOut {
		e.TimedOut = new(true)
	}
	if o.Truncated {
		e.Truncated = new(true)
	}
}

func expectFile(e *workflow.Expect, s *workflow.Step, o *workflow.Outcome) {
	switch {
	case s.Op == workflow.OpList && len(o.Entries) <= maxNames:
		e.Entries, e.HasEntries = o.Entries, true
	case !s.Op.Reads():
	case len(o.Data) > maxExact:
		e.SHA256, e.Size, e.Mode = new(sum(o.Data)), new(int64(len(o.Data))), new(o.Mode)
	case utf8.Valid(o.Data):
		e.Content, e.Mode = new(string(o.Data)), new(o.Mode)
	default:
		e.ContentBase64, e.HasContentBase64, e.Mode = o.Data, true, new(o.Mode)
	}
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
