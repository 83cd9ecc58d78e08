package triage

import (
	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/primitives"
)

// verdict says what a failure means, given its cause.
//
// What breaks the contract is a defect whatever the profile declares, and so is damage by a fault
// of the tool layer or of storage. A declared constraint that is named is expected; one that
// breaks a workflow without a word, or with a word that names something else, is a trap.
func verdict(f *Failure, c Cause) findings.Verdict {
	switch {
	case f.Broken:
		return findings.Defect
	case c.Fault && c.Primitive != primitives.Egress:
		return findings.Defect
	case c.Fault:
		return findings.Trap
	case f.Signature.Named && f.Denial != nil && f.Denial.Cause.Primitive == c.Primitive:
		return findings.Expected
	case c.Primitive != "" && saysSo(f, c.Primitive):
		return findings.Expected
	default:
		return findings.Trap
	}
}

// saysSo reports whether the output names the primitive that was found to be the cause, though
// nothing was denied: a program that is not there is no denial, but `command not found` says so.
func saysSo(f *Failure, p primitives.Primitive) bool {
	for _, text := range phrases(p, f.Signature.Rule) {
		if shows(f.Outcome, text) {
			return true
		}
	}
	return f.Outcome.TimedOut && p == primitives.Lifetime
}
