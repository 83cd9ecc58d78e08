package oracle

import (
	"path"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// Containment holds that the file API serves no path that its declared rules refuse by their
// text: absolute or climbing paths where only relative ones are allowed, and `..` that leads out of
// the allowed directories.
type Containment struct{}

// Name implements Oracle.
func (Containment) Name() string { return "containment" }

// Judge implements Oracle.
func (Containment) Judge(c *Case) []Failure {
	var out []Failure
	c.each(func(step, child int, s *workflow.Step, _ *workflow.Expect, o *workflow.Outcome) {
		if s.Path == "" || o.Error != "" {
			return
		}
		if rule := refusedBy(c.Profile, s.Path); rule != "" {
			out = append(out, Failure{
				Step: step, Child: child, Field: "error", Broken: true,
				Expected: "EACCES (" + rule + ")", Got: "the file API served " + shown(s.Path),
			})
		}
	})
	return out
}

// refusedBy names the rule that refuses a path, or "".
func refusedBy(p *primitives.Profile, name string) string {
	rules := &p.Interface
	climbs := slices.Contains(strings.Split(name, "/"), "..")
	if rules.RelativeOnly && (path.IsAbs(name) || climbs) {
		return "relative-only"
	}
	if len(rules.AllowedDirs) == 0 || !climbs {
		return ""
	}
	root := rules.RelativeTo
	if root == "" {
		root = p.Paths.Cwd
	}
	if !path.IsAbs(name) {
		name = root + "/" + name
	}
	name = path.Clean(name)
	for _, d := range rules.AllowedDirs {
		if d = path.Clean(d); d == "/" || name == d || strings.HasPrefix(name, d+"/") {
			return ""
		}
	}
	return "allowed-dirs"
}
