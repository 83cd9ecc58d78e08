package fidelity

import (
	"cmp"
	"slices"

	"github.com/sandfault/sandfault/fuzz/domain"
)

// Summary is what a comparison gives.
type Summary struct {
	Precision   *float64 `json:"precision"` // nil where no step failed on the emulator
	Recall      *float64 `json:"recall"`    // nil where no step failed on the reference
	Unsupported float64  `json:"unsupported"`

	Emulator  string `json:"emulator"`
	Reference string `json:"reference"`
	Seed      uint64 `json:"seed"`
	Seeds     int    `json:"seeds"`
	Planned   int    `json:"planned"` // workflows

	Total       Score   `json:"total"`
	Apart       Apart   `json:"apart"`
	ByPrimitive []Score `json:"by_primitive"`
	ByDomain    []Score `json:"by_domain"`
	ByProfile   []Score `json:"by_profile"`
	BySource    []Score `json:"by_source"`

	Lacking     []Reason `json:"lacking"`    // features of the emulator, by workflows that met them
	NotPlayed   []Reason `json:"not_played"` // why a side could not play workflows to their end
	Flaky       []Reason `json:"flaky"`      // what the reference did not do twice in the same way
	Differences []*Fold  `json:"differences"`
	Interrupted bool     `json:"interrupted"`
}

// Reason is something that kept workflows out of the score, and how many.
type Reason struct {
	Text      string `json:"text"`
	Workflows int    `json:"workflows"`
	First     string `json:"first"` // the name of the first of them
}

// reasons counts them by text.
type reasons map[string]*Reason

func (m reasons) add(text, name string) {
	if m[text] == nil {
		m[text] = &Reason{Text: text, First: name}
	}
	m[text].Workflows++
}

// list returns the reasons, the commonest first.
func (m reasons) list() []Reason {
	out := make([]Reason, 0, len(m))
	for _, r := range m {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Reason) int {
		return cmp.Or(b.Workflows-a.Workflows, cmp.Compare(a.Text, b.Text))
	})
	return out
}

// summarize counts results, which are in the order of cases.
func (c *comparison) summarize(results []*result) *Summary {
	var names []string
	for _, d := range domain.All() {
		names = append(names, d.Name)
	}
	prims, domains := newScores(primitiveNames()...), newScores(names...)
	settings, sources := newScores(c.settings()...), newScores(string(Generated), string(Corpus))
	lacking, notPlayed, flaky := reasons{}, reasons{}, reasons{}
	s := &Summary{
		Emulator: c.cfg.Emulator.Name(), Reference: c.cfg.Reference.Name(),
		Seed: c.cfg.Selection.Seed, Seeds: c.cfg.Selection.Seeds, Planned: len(c.cases),
	}
	for _, r := range results {
		s.Apart.add(r.apart)
		if r.notPlayed != "" {
			notPlayed.add(r.notPlayed, r.c.Name)
			continue
		}
		groups := []*Score{
			&s.Total, domains.at(r.c.Workflow.Domain), settings.at(r.c.Setting),
			sources.at(string(r.c.Source)),
		}
		for _, g := range groups {
			g.Workflows++
			if len(r.lacks) > 0 {
				g.UnsupportedWorkflows++
			}
		}
		if r.flaky != "" {
			flaky.add(r.flaky, r.c.Name)
		}
		for _, l := range r.lacks {
			lacking.add(l, r.c.Name)
		}
		for i := range r.units {
			for _, g := range groups {
				g.add(&r.units[i])
			}
			prims.at(primitiveName(r.units[i].primitive)).add(&r.units[i])
		}
	}
	s.Total.Name = "all"
	s.Total.settle()
	s.Precision, s.Recall = s.Total.Precision, s.Total.Recall
	if share := ratio(s.Total.UnsupportedWorkflows, s.Total.Workflows); share != nil {
		s.Unsupported = *share
	}
	s.ByPrimitive, s.ByDomain = prims.list(), domains.list()
	s.ByProfile, s.BySource = settings.list(), sources.list()
	s.Lacking, s.NotPlayed, s.Flaky = lacking.list(), notPlayed.list(), flaky.list()
	return s
}
