package triage

import (
	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// Signature is what failures look alike by before anybody knows why: one of each is examined, the
// others fold with it.
type Signature struct {
	Oracle    string
	Field     string
	Op        workflow.Op
	Call      string // system call of the denial that the failing step met, "" if none
	Primitive primitives.Primitive
	Rule      string
	Errno     string
	Named     bool // what the step gave names the denial
	Restarted bool // the session was restarted before the step
}

// Failure is a judged failure with its signature.
type Failure struct {
	oracle.Failure
	Signature Signature
	Denial    *workflow.Denial // what the failing step met, nil if nothing
	Outcome   *workflow.Outcome
}

// Wanted is what was expected, as a finding keeps it: with the child's place where the step is a parallel
// one.
func (f *Failure) Wanted() string {
	if f.Child < 0 {
		return f.Expected
	}
	return f.Where() + ": " + f.Expected
}

// Failures judges a case and returns what deserves a look: the first failure of each session and,
// of the later ones, those that are no mere consequence of an earlier one.
func Failures(c *oracle.Case) []Failure {
	var out []Failure
	broken := map[string]bool{} // sessions with an earlier failure since their last restart
	next := 0
	for _, f := range oracle.Judge(c) {
		for ; next < f.Step; next++ {
			if s := &c.Workflow.Steps[next]; s.Op == workflow.OpRestart {
				broken[s.Session] = false
			}
		}
		step, outcome := at(c, f.Step, f.Child)
		d := denialOf(step, outcome)
		if broken[step.Session] && d == nil && !f.Broken {
			continue
		}
		if !f.Broken {
			broken[step.Session] = true
		}
		out = append(out, Failure{
			Failure: f, Signature: sign(c, &f, step, outcome, d), Denial: d, Outcome: outcome,
		})
	}
	return out
}

func at(c *oracle.Case, i, child int) (*workflow.Step, *workflow.Outcome) {
	if child < 0 {
		return &c.Workflow.Steps[i], &c.Outcomes[i]
	}
	return &c.Workflow.Steps[i].Parallel[child], &c.Outcomes[i].Parallel[child]
}

func sign(
	c *oracle.Case, f *oracle.Failure, s *workflow.Step, o *workflow.Outcome, d *workflow.Denial,
) Signature {
	sig := Signature{Oracle: f.Oracle, Field: f.Field, Op: s.Op, Named: named(o, d)}
	if d != nil {
		sig.Call, sig.Primitive, sig.Rule, sig.Errno = d.Call, d.Cause.Primitive, d.Cause.Rule, d.Errno
	}
	for _, before := range c.Workflow.Steps[:f.Step] {
		if before.Op == workflow.OpRestart && before.Session == s.Session {
			sig.Restarted = true
		}
	}
	if d == nil && f.Field == "exit" || f.Field == "stderr" {
		sig.Errno = findErrno(o) // tells failures apart that no primitive denied
	}
	return sig
}

// denialOf picks the denial that most likely made a step fail: the fault that touched it, the one
// that the answer itself carries, the first whose text the output shows, or the last one.
func denialOf(s *workflow.Step, o *workflow.Outcome) *workflow.Denial {
	for i := range o.Denials {
		if o.Denials[i].Errno == "" {
			return &o.Denials[i]
		}
	}
	if o.Cause != nil {
		return &workflow.Denial{Call: string(s.Op), Errno: o.Error, Cause: *o.Cause}
	}
	for i := range o.Denials {
		if named(o, &o.Denials[i]) {
			return &o.Denials[i]
		}
	}
	if n := len(o.Denials); n > 0 {
		return &o.Denials[n-1]
	}
	return nil
}

// shape is the operation that failed, as findings fold by it.
func (s *Signature) shape() string {
	if s.Call != "" && s.Call != string(s.Op) {
		return string(s.Op) + "/" + s.Call
	}
	return string(s.Op)
}

// key makes the key of a finding from what triage found.
func (s *Signature) key(v findings.Verdict, c Cause) findings.Key {
	k := findings.Key{
		Verdict: v, Layer: string(c.Layer), Primitive: string(c.Primitive), Rule: c.Rule,
		Errno: s.Errno, Shape: s.shape(),
	}
	if c.Race {
		k.Class = "race"
	}
	return k
}

// DenialAt returns what the failing step met of the sandbox's refusals, or nil.
func DenialAt(c *oracle.Case, f *oracle.Failure) *workflow.Denial {
	return denialOf(at(c, f.Step, f.Child))
}
