package adapter

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
)

// Settings are the profile's settings by their keys, in full, as docs/PROFILES.md lists them: what the
// file of a profile says that extends nothing. They go with start.
func Settings(p *primitives.Profile) (map[string]any, error) {
	text, err := profile.Encode(p)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	if err := yaml.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("profile %s: %w", p.Name, err)
	}
	delete(out, "extends")
	return out, nil
}
