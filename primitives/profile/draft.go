package profile

import (
	"fmt"
	"slices"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// draft is a profile while a layer is laid over its base.
type draft struct {
	*Document
	base *primitives.Profile
	at   map[string]strictyaml.Value // where each field of the layer stands, by its name in a Problem
}

// apply sets the fields in the order of the table, whatever their order in the file: owners of
// directories depend on the uid.
func (d *draft) apply() {
	for _, f := range fields {
		v, ok := d.at[f.Key]
		if ok {
			f.set(d, v)
			d.given(f.Key, v)
		}
		if f.Key == "gid" {
			d.followUID()
		}
	}
	d.describe()
}

// followUID gives what belonged to the base's guest to this layer's, so that a layer which changes the
// uid need not repeat every directory.
func (d *draft) followUID() {
	_, uid := d.at["uid"]
	if _, gid := d.at["gid"]; uid && !gid {
		d.Profile.Identity.GID = d.Profile.Identity.UID
	}
	was, now, m := &d.base.Identity, &d.Profile.Identity, &d.Profile.Mounts
	move := func(u, g *uint32) {
		if *u == was.UID && *g == was.GID && was.UID != 0 {
			*u, *g = now.UID, now.GID
		}
	}
	for i := range m.Dirs {
		move(&m.Dirs[i].UID, &m.Dirs[i].GID)
	}
	for i := range m.Files {
		move(&m.Files[i].UID, &m.Files[i].GID)
	}
	for i := range m.Mounts {
		move(&m.Mounts[i].UID, &m.Mounts[i].GID)
	}
}

// given notes that this layer set a key, so that what the base knew of its origin is void.
func (d *draft) given(key string, v strictyaml.Value) {
	if d.Provenance == nil {
		d.Provenance = map[string]Provenance{}
	}
	source := fmt.Sprintf("%s:%d", v.File(), v.Line())
	d.Provenance[key] = Provenance{Source: source, Confidence: ConfidenceGiven}
}

// describe reads the keys that are no settings.
func (d *draft) describe() {
	for _, word := range []struct {
		key string
		to  *string
	}{{keyName, &d.Profile.Name}, {keyVersion, &d.Version}, {keySummary, &d.Summary}} {
		if v, ok := d.at[word.key]; ok {
			*word.to = v.Text()
		}
	}
	if v, ok := d.at[keyProvenance]; ok {
		v.Map(keys(), func(key string, val strictyaml.Value) bool {
			d.Provenance[key] = provenance(val)
			return isField(key)
		})
	}
}

func provenance(v strictyaml.Value) Provenance {
	var p Provenance
	known := []string{"source", "observed_at", "confidence", "note"}
	v.Map(known, func(key string, val strictyaml.Value) bool {
		switch key {
		case "source":
			p.Source = val.Text()
		case "observed_at":
			p.ObservedAt = val.Text()
			if _, err := time.Parse(time.DateOnly, p.ObservedAt); err != nil {
				val.Wrong(fmt.Sprintf("%q is not a date", p.ObservedAt), "write it as 2026-01-31")
			}
		case "confidence":
			p.Confidence = Confidence(val.Word(string(ConfidenceDoc), string(ConfidenceSource),
				string(ConfidenceObserved), string(ConfidenceAssumed)))
		case "note":
			p.Note = val.Text()
		default:
			return false
		}
		return true
	})
	if p.Source == "" || p.Confidence == "" {
		v.Wrong("it does not say where the value comes from", "give source and confidence")
	}
	return p
}

// ensurePlaces makes the working directory and the home, owned by the guest, unless a directory of the
// profile or of every image is there.
func (d *draft) ensurePlaces() {
	id := &d.Profile.Identity
	for _, path := range []string{id.Home, d.Profile.Paths.Cwd} {
		if path == "" || path[0] != '/' || slices.Contains([]string{"/", "/tmp", "/root"}, path) {
			continue
		}
		there := func(x primitives.ImageDir) bool { return x.Path == path }
		if !slices.ContainsFunc(d.Profile.Mounts.Dirs, there) {
			dir := primitives.ImageDir{Path: path, UID: id.UID, GID: id.GID, Mode: 0o755}
			d.Profile.Mounts.Dirs = append(d.Profile.Mounts.Dirs, dir)
		}
	}
}
