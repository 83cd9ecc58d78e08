package profile

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// faultsField reads a list of names, or of {name: ..., argument: ...}. It replaces the base's.
func faultsField() Field {
	return Field{
		Key: "faults", Doc: "how this sandbox gets it wrong: names, or {name, arguments}", Absent: "none",
		set: func(d *draft, v strictyaml.Value) {
			d.Profile.Faults = nil
			for i, e := range v.List(100) {
				d.at[fmt.Sprintf("faults[%d]", i)] = e
				d.Profile.Faults = append(d.Profile.Faults, fault(e))
			}
		},
		get: encodeFaults,
	}
}

func fault(v strictyaml.Value) primitives.FaultSpec {
	if !v.IsMap() {
		return primitives.FaultSpec{Name: v.Text()}
	}
	spec := primitives.FaultSpec{}
	v.Map(nil, func(key string, val strictyaml.Value) bool {
		if key == "name" {
			spec.Name = val.Text()
			return true
		}
		if spec.Args == nil {
			spec.Args = map[string]string{}
		}
		spec.Args[key] = val.Text()
		return true
	})
	if spec.Name == "" {
		v.Wrong("a fault without a name", "give name")
	}
	return spec
}

func encodeFaults(p *primitives.Profile) any {
	if len(p.Faults) == 0 {
		return nil
	}
	out := make([]any, len(p.Faults))
	for i, f := range p.Faults {
		out[i] = f.Name
		if len(f.Args) > 0 {
			m := mapping{{"name", f.Name}}
			for _, key := range slices.Sorted(maps.Keys(f.Args)) {
				m = append(m, pair{key, f.Args[key]})
			}
			out[i] = m
		}
	}
	return out
}
