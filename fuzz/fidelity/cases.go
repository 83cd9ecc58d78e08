package fidelity

import (
	"fmt"

	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// Source is where a workflow of a comparison is from.
type Source string

// The sources.
const (
	Generated Source = "generated"
	Corpus    Source = "corpus"
)

// Case is one workflow of a comparison with the profile under which both targets play it.
type Case struct {
	Source   Source
	Name     string // by which it can be made again
	Workflow *workflow.Workflow
	Setting  string               // name of the profile
	Restrict primitives.Primitive // what the profile restricts, "" for nothing in particular
	Profile  primitives.Profile   // with the workflow's own section
	Seed     det.Seed

	noTree bool // the reference lists none
}

// Selection says which workflows a comparison plays.
type Selection struct {
	Count    int    // generated workflows in all
	Seeds    int    // seeds among which they are dealt
	Seed     uint64 // the first seed; the others follow it
	Corpus   []*workflow.Workflow
	Settings []Setting
}

// Cases returns the workflows with their profiles. A generated one is what a sweep of its seed has at its
// index. Each time that a domain has its turn it meets the next profile, beginning with another one for each
// domain: so every domain meets every profile, and the assignment is a function of seed and index alone.
func (s *Selection) Cases() ([]Case, error) {
	domains := domain.All()
	out := make([]Case, 0, s.Count+len(s.Corpus))
	for i := range s.Count {
		which, index := i%s.Seeds, i/s.Seeds
		seed := det.NewSeed(s.Seed + uint64(which))
		own, turn := index%len(domains), which+index/len(domains)*s.Seeds
		c := Case{
			Source: Generated, Name: fmt.Sprintf("seed %d, index %d", s.Seed+uint64(which), index),
			Workflow: domain.Generate(domains[own], seed.Derive("gen"), index),
			Seed:     seed.DeriveIndex(uint64(index)),
		}
		if err := c.under(&s.Settings[(own+turn)%len(s.Settings)]); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	for i, w := range s.Corpus {
		c := Case{
			Source: Corpus, Name: w.Domain + "/" + w.ID, Workflow: w,
			Seed: det.NewSeed(s.Seed).Derive("corpus").DeriveIndex(uint64(i)),
		}
		if err := c.under(&s.Settings[i%len(s.Settings)]); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func (c *Case) under(s *Setting) error {
	doc, err := c.Workflow.Resolve(s.Document)
	if err != nil {
		return fmt.Errorf("%s under %s: %w", c.Name, s.Name(), err)
	}
	c.Setting, c.Restrict, c.Profile = s.Name(), s.Primitive, doc.Profile
	return nil
}
