package profile

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/sandfault/sandfault/primitives"
)

// Setting is one effective setting of a profile, for people.
type Setting struct {
	Key        string
	Value      string // one line of YAML, or in words what its absence means
	Absent     bool   // the profile does not restrict or set this
	Primitive  primitives.Primitive
	Doc        string
	Provenance Provenance // zero where nothing is known
}

// Explain returns every setting of a profile in the order of Fields, with what it comes to
// and where it is from.
func Explain(d *Document) ([]Setting, error) {
	out := make([]Setting, 0, len(fields))
	for _, f := range fields {
		s := Setting{Key: f.Key, Primitive: f.Primitive, Doc: f.Doc, Provenance: d.Provenance[f.Key]}
		v := f.get(&d.Profile)
		if v == nil {
			s.Absent, s.Value = true, f.Absent
			out = append(out, s)
			continue
		}
		line, err := oneLine(v)
		if err != nil {
			return nil, err
		}
		s.Value = line
		out = append(out, s)
	}
	return out, nil
}

func oneLine(v any) (string, error) {
	var n yaml.Node
	if err := n.Encode(v); err != nil {
		return "", err
	}
	flow(&n)
	b, err := yaml.Marshal(&n)
	return strings.TrimSuffix(string(b), "\n"), err
}

func flow(n *yaml.Node) {
	if n.Kind != yaml.ScalarNode {
		n.Style = yaml.FlowStyle
	} else if strings.Contains(n.Value, "\n") {
		n.Style = yaml.DoubleQuotedStyle
	}
	for _, c := range n.Content {
		flow(c)
	}
}
