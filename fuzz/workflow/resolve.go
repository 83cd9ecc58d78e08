package workflow

import (
	"go.yaml.in/yaml/v3"

	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// Resolve returns the profile under which the workflow is played: base with the workflow's own
// section laid over it. Errors name the workflow's file and line.
func (w *Workflow) Resolve(base profile.Document) (profile.Document, error) {
	file := w.File
	if file == "" {
		file = "workflow " + w.ID
	}
	return profile.Extend(base, file, w.Profile)
}

// Section makes a profile section of YAML text such as "memory_mb: 64", for workflows that a program
// puts together.
func Section(text string) (*yaml.Node, error) {
	doc, err := strictyaml.Parse("profile section", []byte(text), maxFileBytes)
	if err != nil {
		return nil, err
	}
	return doc.Root().Node(), nil
}
