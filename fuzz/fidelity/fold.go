package fidelity

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
)

// Fold is a group of differences that look alike, with one example.
type Fold struct {
	ID        string `json:"id"`
	Class     Class  `json:"class"`
	Field     string `json:"field"` // the first that differs
	Primitive string `json:"primitive"`
	Op        string `json:"op"` // "" for the tree that is left
	Shape     string `json:"shape"`
	Emulator  string `json:"emulator"`  // the first line that differs, without what varies
	Reference string `json:"reference"` // as it is on the other side
	Count     int    `json:"count"`     // units of this run

	Domains  []string `json:"domains"`
	Settings []string `json:"profiles"`
	Example  Example  `json:"example"`

	index int // of the example's case
}

// Example is one workflow that shows a fold, as small as it was made.
type Example struct {
	Case        string       `json:"case"`
	Setting     string       `json:"profile"`
	Step        int          `json:"step"`
	Child       int          `json:"child"` // of a parallel step, or -1
	Workflow    string       `json:"workflow"`
	Steps       int          `json:"steps"`
	Differences []Difference `json:"differences"`
}

// key is what differences fold by. Where a smaller workflow is looked for the primitive is left out: the
// denial that it was named for may be in a step that can go.
type key struct {
	class                             Class
	field, op, shape, emulator, other string
}

func (u *unit) key() key {
	k := key{
		class: u.class, op: string(u.op), shape: u.shape,
		field: "kind", emulator: u.emulator, other: u.reference,
	}
	if len(u.differences) > 0 {
		d := u.differences[0]
		k.field = d.Field
		k.emulator, k.other = firstDifferent(d.Emulator, d.Reference)
	}
	switch k.field {
	case "started", "error", "timed_out", "exit", "errno", "kind":
		if u.hint != "" {
			k.other += " (" + u.hint + ")"
		}
	default:
		k.emulator, k.other = domain.Plain(k.emulator), domain.Plain(k.other)
	}
	return k
}

// hint is the last line of the error stream of the side that did worse, without what varies.
func hint(a, b *workflow.Outcome, sceneA, sceneB *Scene) string {
	o, s := a, sceneA
	if len(lastLine(o.Stderr)) == 0 || a.Exit == 0 && b.Exit != 0 {
		o, s = b, sceneB
	}
	return domain.Plain(Normal(s, []byte(lastLine(o.Stderr))))
}

func lastLine(b []byte) string {
	const enough = 4096
	text := strings.TrimRight(string(b[max(0, len(b)-enough):]), "\n ")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// folds groups the differing units of results, the commonest first.
func folds(results []*result) []*Fold {
	type full struct {
		key
		primitive string
	}
	byKey := map[full]*Fold{}
	var out []*Fold
	for _, r := range results {
		for i := range r.units {
			u := &r.units[i]
			if u.class == Agree {
				continue
			}
			k := full{u.key(), primitiveName(u.primitive)}
			f := byKey[k]
			if f == nil {
				f = newFold(k.key, k.primitive, r, u)
				byKey[k] = f
				out = append(out, f)
			}
			f.Count++
			f.Domains = with(f.Domains, r.c.Workflow.Domain)
			f.Settings = with(f.Settings, r.c.Setting)
		}
	}
	slices.SortStableFunc(out, func(a, b *Fold) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Class, b.Class), cmp.Compare(a.ID, b.ID))
	})
	return out
}

func newFold(k key, primitive string, r *result, u *unit) *Fold {
	d := det.NewDigest()
	for _, s := range []string{string(k.class), k.field, primitive, k.op, k.shape, k.emulator, k.other} {
		d.Text(s)
	}
	return &Fold{
		ID: d.Sum().Short(), Class: k.class, Field: k.field, Primitive: primitive, Op: k.op, Shape: k.shape,
		Emulator: k.emulator, Reference: k.other, index: r.index,
		Example: Example{
			Case: r.c.Name, Setting: r.c.Setting, Step: u.step, Child: u.child,
			Steps: len(r.c.Workflow.Steps), Differences: u.differences,
		},
	}
}

// with adds a word to a sorted list unless it is there.
func with(list []string, word string) []string {
	at, found := slices.BinarySearch(list, word)
	if found {
		return list
	}
	return slices.Insert(list, at, word)
}
