package profile

import (
	"fmt"
	"math"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// Field is one key of a profile's file.
type Field struct {
	Key       string
	Primitive primitives.Primitive // whose setting it is; "" for what describes the profile itself
	Doc       string
	Absent    string // what it means where the key is null or not there

	set func(d *draft, v strictyaml.Value)
	get func(p *primitives.Profile) any // as Encode writes it; nil = absent
}

// Fields returns every key of a profile's file but those that describe the file (name, version, summary,
// extends, provenance), in the order of Encode.
func Fields() []Field { return append([]Field(nil), fields...) }

// Keys that describe the file or its profile, and are no setting.
const (
	keyName       = "name"
	keyVersion    = "version"
	keySummary    = "summary"
	keyExtends    = "extends"
	keyProvenance = "provenance"
)

func keys() []string {
	out := []string{keyName, keyVersion, keySummary, keyExtends, keyProvenance}
	for _, f := range fields {
		out = append(out, f.Key)
	}
	return out
}

func isKey(key string) bool {
	switch key {
	case keyName, keyVersion, keySummary, keyExtends, keyProvenance:
		return true
	}
	return isField(key)
}

func isField(key string) bool {
	return slices.ContainsFunc(fields, func(f Field) bool { return f.Key == key })
}

const noLimit = "no limit"

// number is a field for a whole number, where 0 is no limit and null takes a limit away.
func number[T ~int | ~int64](p primitives.Primitive, key, doc string, at func(*primitives.Profile) *T) Field {
	return Field{
		Key: key, Primitive: p, Doc: doc, Absent: noLimit,
		set: func(d *draft, v strictyaml.Value) {
			n := int64(0)
			if !v.IsNull() {
				n = v.Int(1, math.MaxInt64)
			}
			*at(&d.Profile) = T(n)
		},
		get: func(p *primitives.Profile) any {
			if n := *at(p); n != 0 {
				return int64(n)
			}
			return nil
		},
	}
}

// orElse says what the field's absence means.
func (f Field) orElse(absent string) Field {
	f.Absent = absent
	return f
}

// megabytes is a field for a bound in MiB, kept in bytes.
func megabytes(p primitives.Primitive, key, doc string, at func(*primitives.Profile) *int64) Field {
	return Field{
		Key: key, Primitive: p, Doc: doc, Absent: noLimit,
		set: func(d *draft, v strictyaml.Value) {
			n := 0.0
			if !v.IsNull() {
				n = v.Number(1.0/(1<<20), 1<<30)
			}
			*at(&d.Profile) = int64(n * (1 << 20))
		},
		get: func(p *primitives.Profile) any { return plainNumber(float64(*at(p)) / (1 << 20)) },
	}
}

// seconds is a field for a time limit.
func seconds(p primitives.Primitive, key, doc string, at func(*primitives.Profile) *float64) Field {
	return Field{
		Key: key, Primitive: p, Doc: doc, Absent: noLimit,
		set: func(d *draft, v strictyaml.Value) {
			*at(&d.Profile) = 0
			if !v.IsNull() {
				*at(&d.Profile) = v.Number(1e-6, 1e9)
			}
		},
		get: func(p *primitives.Profile) any { return plainNumber(*at(p)) },
	}
}

// plainNumber gives whole numbers without a fraction, and nil for 0.
func plainNumber(n float64) any {
	switch {
	case n == 0:
		return nil
	case n == math.Trunc(n) && math.Abs(n) < 1<<53:
		return int64(n)
	default:
		return n
	}
}

// text is a field for a string; absent says what "" means.
func text(p primitives.Primitive, key, doc, absent string, at func(*primitives.Profile) *string) Field {
	return Field{
		Key: key, Primitive: p, Doc: doc, Absent: absent,
		set: func(d *draft, v strictyaml.Value) {
			*at(&d.Profile) = ""
			if absent == "" || !v.IsNull() {
				*at(&d.Profile) = v.Text()
			}
		},
		get: func(p *primitives.Profile) any {
			if s := *at(p); s != "" {
				return s
			}
			return nil
		},
	}
}

// list is a field for a list of strings, which replaces the one before.
func list(p primitives.Primitive, key, doc, absent string, at func(*primitives.Profile) *[]string) Field {
	return Field{
		Key: key, Primitive: p, Doc: doc, Absent: absent,
		set: func(d *draft, v strictyaml.Value) {
			*at(&d.Profile) = d.texts(key, v)
		},
		get: func(p *primitives.Profile) any {
			if l := *at(p); l != nil {
				return l
			}
			return nil
		},
	}
}

// texts reads a list of strings and notes where its elements stand. An empty list is not nil.
func (d *draft) texts(key string, v strictyaml.Value) []string {
	if v.IsNull() {
		return nil
	}
	out := []string{}
	for i, e := range v.List(maxElements) {
		d.at[fmt.Sprintf("%s[%d]", key, i)] = e
		out = append(out, e.Text())
	}
	return out
}

// choice is a field for one of two words, of which the second is what the setting turns on.
func choice(p primitives.Primitive, key, doc, off, on string, at func(*primitives.Profile) *bool) Field {
	return Field{
		Key: key, Primitive: p, Doc: doc, Absent: off,
		set: func(d *draft, v strictyaml.Value) {
			*at(&d.Profile) = !v.IsNull() && v.Word(off, on) == on
		},
		get: func(p *primitives.Profile) any {
			if *at(p) {
				return on
			}
			return nil
		},
	}
}

// flag is a field for true or false.
func flag(p primitives.Primitive, key, doc string, at func(*primitives.Profile) *bool) Field {
	return Field{
		Key: key, Primitive: p, Doc: doc, Absent: "false",
		set: func(d *draft, v strictyaml.Value) { *at(&d.Profile) = !v.IsNull() && v.Bool() },
		get: func(p *primitives.Profile) any { return *at(p) },
	}
}
