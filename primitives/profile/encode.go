package profile

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/sandfault/sandfault/primitives"
)

// Encode writes a profile out in full: every setting that is not absent, in one order, upon nothing.
// Parse gives the same profile back, and the same profile is always the same bytes.
func Encode(p *primitives.Profile) ([]byte, error) {
	m := mapping{{keyName, p.Name}, {keyExtends, Nothing}}
	for _, f := range fields {
		if v := f.get(p); v != nil {
			m = append(m, pair{f.Key, v})
		}
	}
	return marshal(m)
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	if err := enc.Close(); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	return b.Bytes(), nil
}

// mapping is a YAML mapping that keeps its order.
type mapping []pair

type pair struct {
	key   string
	value any
}

// MarshalYAML implements yaml.Marshaler.
func (m mapping) MarshalYAML() (any, error) {
	n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for _, p := range m {
		var key, value yaml.Node
		key.SetString(p.key)
		if err := value.Encode(p.value); err != nil {
			return nil, err
		}
		n.Content = append(n.Content, &key, &value)
	}
	return n, nil
}

// isPlainText reports whether a file's content survives as a YAML string. Base64 is the safe form
// for whatever a reader could take for something else.
func isPlainText(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}
