// Package profile loads, extends, explains and stores profiles: what one sandbox does to its guests,
// as a YAML file with one flat key a setting. docs/PROFILES.md describes the keys.
//
// The package knows three layers of a profile: a base (a built-in one, or nothing), the files that extend it,
// and a workflow's own section. Each layer says only what differs.
package profile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// Document is a profile together with what is known about its origin.
type Document struct {
	Profile    primitives.Profile
	Version    string // of the description, such as a date; "" = unversioned
	Summary    string
	Provenance map[string]Provenance // by key of the file; not every key has one
}

// Provenance says where a value comes from, for a provider's documentation and what its
// sandboxes do are not always one.
type Provenance struct {
	Source     string     `yaml:"source"`
	ObservedAt string     `yaml:"observed_at,omitempty"` // a date, 2006-01-02
	Confidence Confidence `yaml:"confidence"`
	Note       string     `yaml:"note,omitempty"`
}

// Confidence is how well a value is known.
type Confidence string

// The degrees of confidence, from best to worst.
const (
	ConfidenceDoc      Confidence = "doc"      // the provider's documentation says so
	ConfidenceSource   Confidence = "source"   // read in a public SDK or server
	ConfidenceObserved Confidence = "observed" // third parties saw it
	ConfidenceAssumed  Confidence = "assumed"  // nobody said; a sensible value
	ConfidenceGiven    Confidence = "given"    // a layer over the built-in profile set it; never in a file
)

// Limits on files of profiles.
const (
	maxFileBytes = 8 << 20 // of a profile's file
	maxElements  = 10_000  // of any list or mapping
)

// Nothing is the name of the base that has no setting at all, for profiles that spell out
// everything, as Encode writes them.
const Nothing = "nothing"

// Parse reads a profile's file. It extends the built-in profile that its key `extends` names, by
// default `default`. The file's name is used in errors only. An error tells every mistake.
func Parse(file string, data []byte) (Document, error) {
	d, err := strictyaml.Parse(file, data, maxFileBytes)
	if err != nil {
		return Document{}, err
	}
	base := "default"
	d.Root().Map(nil, func(key string, v strictyaml.Value) bool {
		if key == keyExtends {
			base = v.Word(append(Builtins(), Nothing)...)
		}
		return true
	})
	if err := d.Err(); err != nil {
		return Document{}, err
	}
	from := nothing()
	if base != Nothing {
		if from, err = Load(base); err != nil {
			return Document{}, err
		}
	}
	from.Profile.Name = file
	return apply(from, d, base != Nothing)
}

// Extend returns base with a section of YAML laid over it, such as a workflow's `profile`. The node may
// be nil. file is the name of the file that holds it; lines in errors are the node's own.
func Extend(base Document, file string, section *yaml.Node) (Document, error) {
	if section == nil {
		return base, nil
	}
	d, err := strictyaml.New(file, section)
	if err != nil {
		return Document{}, err
	}
	return apply(base, d, true)
}

func nothing() Document {
	p := primitives.Profile{CPU: primitives.DefaultCPU(), Egress: primitives.DefaultEgress()}
	p.Paths.Cwd = "/"
	return Document{Profile: p}
}

// apply lays a document over a base. places says whether the working directory and the home are
// made where they are missing.
func apply(base Document, d *strictyaml.Document, places bool) (Document, error) {
	out := base
	out.Profile = clone(base.Profile)
	out.Provenance = maps.Clone(base.Provenance)
	draft := &draft{Document: &out, base: &base.Profile, at: map[string]strictyaml.Value{}}
	d.Root().Map(keys(), func(key string, v strictyaml.Value) bool {
		draft.at[key] = v
		return isKey(key)
	})
	draft.apply()
	if places {
		draft.ensurePlaces()
	}
	if err := d.Err(); err != nil {
		return Document{}, err
	}
	draft.report(d)
	return out, d.Err()
}

// report turns what primitives find wrong into errors with a line, where a key of this
// document is the reason.
func (d *draft) report(doc *strictyaml.Document) {
	for _, p := range d.Profile.Validate() {
		if v, ok := d.find(p.Field); ok {
			v.Wrong(p.Text, p.Fix)
			continue
		}
		doc.Root().Wrong(p.Error(), "")
	}
}

// find returns the value that a problem's field speaks of: the field itself, or the nearest
// thing around it that the document has.
func (d *draft) find(field string) (strictyaml.Value, bool) {
	for field != "" {
		if v, ok := d.at[field]; ok {
			return v, true
		}
		cut := strings.LastIndexAny(field, ".[")
		if cut < 0 {
			break
		}
		if v, ok := d.at[field[:cut]]; ok && field[cut] == '.' {
			if inner, ok := v.Get(field[cut+1:]); ok {
				return inner, true
			}
		}
		field = field[:cut]
	}
	return strictyaml.Value{}, false
}

// clone copies what the layers change in place.
func clone(p primitives.Profile) primitives.Profile {
	p.Mounts.Dirs = slices.Clone(p.Mounts.Dirs)
	p.Mounts.Files = slices.Clone(p.Mounts.Files)
	p.Mounts.Mounts = slices.Clone(p.Mounts.Mounts)
	p.Env.Vars = slices.Clone(p.Env.Vars)
	p.Env.Unset = slices.Clone(p.Env.Unset)
	return p
}

// Problems is the error for profiles that were put together by a program and not read.
func Problems(p *primitives.Profile) error {
	problems := p.Validate()
	if len(problems) == 0 {
		return nil
	}
	return fmt.Errorf("profile %s: %w", p.Name, &problems[0])
}
