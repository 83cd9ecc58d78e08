package fidelity

import (
	"reflect"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Class is how the two sides of one step compare.
type Class string

// The classes of a step.
const (
	Agree         Class = "agree"          // both pass or both fail in the same way, and nothing differs
	FalsePositive Class = "false positive" // it fails on the emulator only
	FalseNegative Class = "false negative" // it fails on the reference only
	Differs       Class = "differs"        // both pass or both fail, and something compared is different
)

// FailureKind returns in which way a step fails, "" if it does not. A step fails when its own expectation
// is not met, or, where nothing is expected, when it gives an error, does not start, is cut by its time
// limit or ends with another code than 0. Expectations about wall time count for nothing: the two sides
// have no clock in common.
func FailureKind(e *workflow.Expect, o *workflow.Outcome) string {
	if expectsNothing(e) {
		if o.Error == "" && !o.TimedOut && o.Exit == 0 {
			return ""
		}
		return ending(o)
	}
	field := ""
	for _, m := range workflow.Check(e, o) {
		if m.Field != "max_wall_s" && m.Field != "min_wall_s" {
			field = m.Field
			break
		}
	}
	switch {
	case field == "":
		return ""
	case o.Error != "" || o.TimedOut || o.Exit != 0:
		return ending(o)
	default:
		return "not as expected: " + field
	}
}

// ending says in which way a step ended, without its texts.
func ending(o *workflow.Outcome) string {
	const signalled, lastSignal = 128, 128 + 64
	switch {
	case o.Error != "":
		return "error " + o.Error
	case o.TimedOut:
		return "timed out"
	case o.Exit > signalled && o.Exit <= lastSignal:
		return "killed by a signal"
	}
	return strings.TrimSpace("exit " + named(o))
}

func expectsNothing(e *workflow.Expect) bool {
	bare := *e
	bare.Errno, bare.Note, bare.Parallel = "", "", nil
	return reflect.ValueOf(bare).IsZero()
}

// classify compares how the two sides failed and what else differs.
func classify(emulator, reference string, differences []Difference) Class {
	switch {
	case emulator != "" && reference == "":
		return FalsePositive
	case emulator == "" && reference != "":
		return FalseNegative
	case emulator != reference || len(differences) > 0:
		return Differs
	}
	return Agree
}
