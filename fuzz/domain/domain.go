package domain

import (
	"fmt"
	"math/rand"

	"github.com/leanovate/gopter"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
)

// Domain is one kind of work.
type Domain struct {
	Name      string
	fragments []Fragment
}

// Fragment adds steps that belong together. It draws every choice from b.
type Fragment func(b *Builder)

// All returns the ten domains, in the order of reports.
func All() []Domain {
	return []Domain{
		{"lifecycle", lifecycle()},
		{"files", files()},
		{"transfer", transfer()},
		{"shell", shell()},
		{"packages", packages()},
		{"data", data()},
		{"documents", documents()},
		{"learning", learning()},
		{"web", web()},
		{"performance", performance()},
	}
}

// The length of a generated workflow, in steps.
const (
	minSteps = 5
	maxSteps = 14
)

// Gen is the domain's generator of *workflow.Workflow.
func (d Domain) Gen() gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		b := &Builder{params: params, w: &workflow.Workflow{Domain: d.Name}}
		b.compose(d.fragments)
		return gopter.NewGenResult(b.w, gopter.NoShrinker)
	}
}

// compose adds fragments until the workflow is long enough: its domain's own, none twice in a
// row, and now and then one about credentials or environment.
func (b *Builder) compose(own []Fragment) {
	common := environment()
	want := b.Between(minSteps, maxSteps-3)
	last := -1
	for len(b.w.Steps) < want {
		if b.Chance(1, 7) {
			common[b.Between(0, len(common)-1)](b)
			continue
		}
		i := b.Between(0, len(own)-1)
		if i == last && len(own) > 1 {
			continue
		}
		last = i
		own[i](b)
	}
}

// Generate returns the workflow of an index. It depends on nothing else but the domain and seed.
func Generate(d Domain, seed det.Seed, index int) *workflow.Workflow {
	params := gopter.DefaultGenParameters()
	stream := seed.DeriveIndex(uint64(index)).Stream(d.Name)
	params.Rng = rand.New(det.Source{Stream: stream}) //nolint:gosec // determinism is the point
	value, _ := d.Gen()(params).Retrieve()
	w := value.(*workflow.Workflow) // the generator makes nothing else
	w.ID = fmt.Sprintf("%s-%d", d.Name, index)
	return w
}
