package fidelity

import (
	"embed"
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

//go:embed profiles/*.yaml
var profiles embed.FS

// Setting is one profile of a comparison and the primitive that it restricts, "" for none in particular.
type Setting struct {
	Primitive primitives.Primitive
	Document  profile.Document
}

// Name is the profile's.
func (s *Setting) Name() string { return s.Document.Profile.Name }

// Matrix returns the profiles under which workflows are compared unless others are named, in the order in
// which they are dealt out: the ones that restrict nothing in particular stand between the others, so
// that a small count has some of both.
func Matrix() []Setting {
	order := []struct {
		name      string
		primitive primitives.Primitive
	}{
		{"plain", ""},
		{"read-only-root", primitives.Mounts},
		{"noexec-tmp", primitives.Mounts},
		{"small-disk", primitives.Quota},
		{"code-interpreter", ""},
		{"small-memory", primitives.Memory},
		{"few-processes", primitives.Processes},
		{"no-spawn", primitives.Processes},
		{"open-handed", ""},
		{"no-sockets", primitives.Processes},
		{"landlocked", primitives.Permissions},
		{"small-files", primitives.Quota},
		{"other-user", primitives.Identity},
	}
	out := make([]Setting, len(order))
	for i, o := range order {
		doc, err := read(o.name)
		if err != nil {
			panic(err) // the files are in the program, and a test reads them all
		}
		out[i] = Setting{o.primitive, doc}
	}
	return out
}

// read reads a profile of the matrix and lays over it what all of them have in common.
func read(name string) (profile.Document, error) {
	const common = "profiles/common.yaml"
	data, err := profiles.ReadFile("profiles/" + name + ".yaml")
	if err != nil {
		return profile.Document{}, err
	}
	doc, err := profile.Parse("profiles/"+name+".yaml", data)
	if err != nil {
		return profile.Document{}, err
	}
	if data, err = profiles.ReadFile(common); err != nil {
		return profile.Document{}, err
	}
	section, err := strictyaml.Parse(common, data, len(data))
	if err != nil {
		return profile.Document{}, err
	}
	return profile.Extend(doc, common, section.Root().Node())
}

// Choose returns the settings of the matrix with these names, in the matrix's order; no names are all.
func Choose(names []string) ([]Setting, error) {
	all := Matrix()
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	wanted := map[string]bool{}
	for _, n := range names {
		wanted[n] = true
	}
	var out []Setting
	for i := range all {
		name := all[i].Name()
		known = append(known, name)
		if wanted[name] {
			out = append(out, all[i])
			delete(wanted, name)
		}
	}
	for _, n := range names {
		if wanted[n] {
			return nil, fmt.Errorf("no profile of the comparison is called %q: known are %s", n,
				strings.Join(known, ", "))
		}
	}
	return out, nil
}
