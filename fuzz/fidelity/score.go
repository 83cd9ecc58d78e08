package fidelity

import (
	"github.com/sandfault/sandfault/primitives"
)

// Tally counts scored units: steps, children of parallel steps, and trees that differ.
type Tally struct {
	Steps         int `json:"steps"`
	Agree         int `json:"agree"`
	FalsePositive int `json:"false_positive"`
	FalseNegative int `json:"false_negative"`
	Differs       int `json:"differs"`

	FailEmulator  int `json:"failing_emulator"`
	FailReference int `json:"failing_reference"`
	TruePositive  int `json:"true_positive"` // failing on both sides in the same way
}

func (t *Tally) add(u *unit) {
	t.Steps++
	switch u.class {
	case Agree:
		t.Agree++
	case FalsePositive:
		t.FalsePositive++
	case FalseNegative:
		t.FalseNegative++
	case Differs:
		t.Differs++
	}
	if u.emulator != "" {
		t.FailEmulator++
	}
	if u.reference != "" {
		t.FailReference++
	}
	if u.emulator != "" && u.emulator == u.reference {
		t.TruePositive++
	}
}

// Precision is the share of the emulator's failing steps that fail in the same way on the reference; nil if
// none failed.
func (t *Tally) Precision() *float64 { return ratio(t.TruePositive, t.FailEmulator) }

// Recall is the share of the reference's failing steps that fail in the same way on the emulator; nil if none
// failed.
func (t *Tally) Recall() *float64 { return ratio(t.TruePositive, t.FailReference) }

// Agreement is the share of the scored steps in which nothing differs; nil if there is none.
func (t *Tally) Agreement() *float64 { return ratio(t.Agree, t.Steps) }

func ratio(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	r := float64(part) / float64(whole)
	return &r
}

// Score is the tally of one group of workflows or steps.
type Score struct {
	Name      string   `json:"name"`
	Precision *float64 `json:"precision"`
	Recall    *float64 `json:"recall"`
	Tally

	// Of groups of whole workflows: how many were compared, and in how many of them the emulator met
	// something that it lacks. A primitive is a group of steps and has none.
	Workflows            int `json:"workflows,omitempty"`
	UnsupportedWorkflows int `json:"unsupported_workflows,omitempty"`
}

func (s *Score) settle() { s.Precision, s.Recall = s.Tally.Precision(), s.Tally.Recall() }

// scores are groups by name, in the order in which they were first met or announced.
type scores struct {
	byName map[string]*Score
	order  []*Score
}

func newScores(names ...string) *scores {
	s := &scores{byName: map[string]*Score{}}
	for _, n := range names {
		s.at(n)
	}
	return s
}

func (s *scores) at(name string) *Score {
	sc := s.byName[name]
	if sc == nil {
		sc = &Score{Name: name}
		s.byName[name] = sc
		s.order = append(s.order, sc)
	}
	return sc
}

// list returns the groups that counted anything.
func (s *scores) list() []Score {
	out := []Score{}
	for _, sc := range s.order {
		if sc.Steps+sc.Workflows > 0 {
			sc.settle()
			out = append(out, *sc)
		}
	}
	return out
}

// noPrimitive is the group of steps that no primitive had a part in.
const noPrimitive = "none"

func primitiveName(p primitives.Primitive) string {
	if p == "" {
		return noPrimitive
	}
	return string(p)
}

func primitiveNames() []string {
	var out []string
	for _, p := range primitives.All() {
		out = append(out, string(p))
	}
	return append(out, noPrimitive)
}
