package mcp

import (
	"encoding/base64"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// arguments reads what a call was given. It gathers mistakes, so that an agent is told all of them at once.
type arguments struct {
	values map[string]any
	wrong  []string
}

// newArguments takes a call's arguments; those that its tool does not declare are mistakes, and so are
// those that it requires and that are missing. A null is as nothing.
func newArguments(raw any, schema *mcpgo.ToolInputSchema) *arguments {
	a := &arguments{}
	switch v := raw.(type) {
	case nil:
	case map[string]any:
		a.values = v
	default:
		a.mistake("arguments: want an object")
		return a
	}
	known := slices.Collect(maps.Keys(schema.Properties))
	for _, name := range slices.Sorted(maps.Keys(a.values)) {
		if _, ok := schema.Properties[name]; !ok {
			a.mistake("%s: no such argument; %s", shortened(name), primitives.Suggest(name, known))
		}
	}
	for _, name := range schema.Required {
		if !a.has(name) {
			a.mistake("%s: it is missing", name)
		}
	}
	return a
}

func (a *arguments) mistake(format string, args ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
}

// err returns the mistakes so far, or nil.
func (a *arguments) err() error {
	if len(a.wrong) == 0 {
		return nil
	}
	return problemf(codeArguments, "wrong arguments: %s", strings.Join(a.wrong, "; "))
}

func (a *arguments) has(name string) bool { return a.values[name] != nil }

// text returns a string of at most so many bytes, "" if it is not given.
func (a *arguments) text(name string, most int) string {
	v := a.values[name]
	if v == nil {
		return ""
	}
	s, ok := v.(string)
	switch {
	case !ok:
		a.mistake("%s: want text, got %s", name, shape(v))
	case len(s) > most:
		a.mistake("%s: %d bytes, at most %d", name, len(s), most)
	default:
		return s
	}
	return ""
}

// base64 returns the bytes of a base64 text; ok is false if it is not given.
func (a *arguments) base64(name string, most int) (b []byte, ok bool) {
	if !a.has(name) {
		return nil, false
	}
	s := a.text(name, base64.StdEncoding.EncodedLen(most))
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		a.mistake("%s: not base64 (the standard alphabet, with padding): %v", name, err)
		return nil, true
	}
	if len(b) > most {
		a.mistake("%s: %d bytes, at most %d", name, len(b), most)
		return nil, true
	}
	return b, true
}

// bytes returns a payload that is given as text or under name_base64, nil if neither is.
func (a *arguments) bytes(name string, most int) []byte {
	b, coded := a.base64(name+"_base64", most)
	switch {
	case coded && a.has(name):
		a.mistake("%s: give it or %s_base64, not both", name, name)
	case coded:
		return b
	case a.has(name):
		return []byte(a.text(name, most))
	}
	return nil
}

// integer returns a whole number, or def if it is not given.
func (a *arguments) integer(name string, def, lo, hi int64) int64 {
	v := a.values[name]
	if v == nil {
		return def
	}
	f, ok := v.(float64)
	if !ok || f != math.Trunc(f) || f < float64(lo) || f > float64(hi) {
		a.mistake("%s: want a whole number from %d to %d, got %s", name, lo, hi, shape(v))
		return def
	}
	return int64(f)
}

// seconds returns nanoseconds, 0 if nothing is given.
func (a *arguments) seconds(name string) int64 {
	v := a.values[name]
	if v == nil {
		return 0
	}
	f, ok := v.(float64)
	if !ok || f < 1e-9 || f > workflow.MaxTimeoutS {
		a.mistake("%s: want seconds, more than 0 and at most %g, got %s",
			name, float64(workflow.MaxTimeoutS), shape(v))
		return 0
	}
	return int64(math.Round(f * 1e9))
}

// mode returns permission bits in octal, nil if they are not given.
func (a *arguments) mode(name string) *uint32 {
	if !a.has(name) {
		return nil
	}
	s := a.text(name, 16)
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "0o"), 8, 32)
	if s == "" || err != nil || n == 0 || n > 0o7777 {
		a.mistake(`%s: want octal permission bits as text, such as "0755"`, name)
		return nil
	}
	mode := uint32(n)
	return &mode
}

// env returns variables in the order of their names: the order in an object of JSON means nothing.
func (a *arguments) env(name string) []workflow.EnvVar {
	v := a.values[name]
	if v == nil {
		return nil
	}
	object, ok := v.(map[string]any)
	if !ok {
		a.mistake("%s: want an object of names and values, got %s", name, shape(v))
		return nil
	}
	var env []workflow.EnvVar
	for _, key := range slices.Sorted(maps.Keys(object)) {
		e := workflow.EnvVar{Name: key}
		switch value := object[key].(type) {
		case nil: // takes the variable away
		case string:
			e.Value = &value
		default:
			a.mistake("%s.%s: want text, or null to remove it, got %s", name, shortened(key), shape(value))
		}
		env = append(env, e)
	}
	return env
}

// object returns a non-empty object, nil if it is not given.
func (a *arguments) object(name string) map[string]any {
	v := a.values[name]
	if v == nil {
		return nil
	}
	object, ok := v.(map[string]any)
	if !ok || len(object) == 0 {
		a.mistake("%s: want an object with one key at least, got %s", name, shape(v))
		return nil
	}
	return object
}

// shape says what a value is, for errors.
func shape(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("the text %q", shortened(v))
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	case map[string]any:
		return fmt.Sprintf("an object of %d keys", len(v))
	default:
		return "nothing"
	}
}
