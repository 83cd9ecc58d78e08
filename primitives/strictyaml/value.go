package strictyaml

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/sandfault/sandfault/primitives"
)

// Value is one value of a document. Its methods return the value as a type; where it is not of
// that type they note the mistake and return the zero value.
type Value struct {
	doc  *Document
	node *yaml.Node
	key  string
}

// Key returns where the value stands, such as "steps[2].run.cmd".
func (v Value) Key() string { return v.key }

// File returns the name of the document.
func (v Value) File() string { return v.doc.file }

// Line returns the line on which the value stands, from 1.
func (v Value) Line() int { return v.node.Line }

// Node returns the value as it was parsed.
func (v Value) Node() *yaml.Node { return v.node }

// Wrong notes a mistake about the value: what is wrong, and how to mend it.
func (v Value) Wrong(text, fix string) {
	v.doc.add(&Error{File: v.doc.file, Line: v.node.Line, Key: v.key, Text: text, Fix: fix})
}

// IsNull reports whether the value is null or missing.
func (v Value) IsNull() bool { return v.node.Kind == yaml.ScalarNode && v.node.ShortTag() == "!!null" }

// Is reports whether the value is a scalar written as text.
func (v Value) Is(text string) bool {
	return v.node != nil && v.node.Kind == yaml.ScalarNode && v.node.Value == text
}

// IsList reports whether the value is a list.
func (v Value) IsList() bool { return v.node.Kind == yaml.SequenceNode }

// IsMap reports whether the value is a mapping.
func (v Value) IsMap() bool { return v.node.Kind == yaml.MappingNode }

// Map calls f with each key and value, in the order of the file. f returns false for a key that it does
// not know, which is a mistake; known are the names to suggest then. A null is an empty mapping.
func (v Value) Map(known []string, f func(key string, val Value) bool) {
	if v.IsNull() {
		return
	}
	if !v.IsMap() {
		v.Wrong("want keys with values, got "+v.shape(), "")
		return
	}
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		k := v.node.Content[i]
		val := Value{doc: v.doc, node: v.node.Content[i+1], key: join(v.key, k.Value)}
		if !f(k.Value, val) {
			v.doc.add(&Error{
				File: v.doc.file, Line: k.Line, Key: val.key, Text: "unknown key",
				Fix: primitives.Suggest(k.Value, known),
			})
		}
	}
}

// Get returns the value of a key of a mapping; ok is false if there is none.
func (v Value) Get(key string) (val Value, ok bool) {
	if !v.IsMap() {
		return Value{}, false
	}
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		if v.node.Content[i].Value == key {
			return Value{doc: v.doc, node: v.node.Content[i+1], key: join(v.key, key)}, true
		}
	}
	return Value{}, false
}

func join(outer, key string) string {
	if outer == "" {
		return key
	}
	return outer + "." + key
}

// List returns the elements of a list of at most limit elements. A null is an empty list.
func (v Value) List(limit int) []Value {
	switch {
	case v.IsNull():
		return nil
	case !v.IsList():
		v.Wrong("want a list, got "+v.shape(), "begin each element with a dash")
		return nil
	case len(v.node.Content) > limit:
		v.Wrong(fmt.Sprintf("%d elements", len(v.node.Content)), fmt.Sprintf("at most %d", limit))
		return nil
	}
	out := make([]Value, len(v.node.Content))
	for i, n := range v.node.Content {
		out[i] = Value{doc: v.doc, node: n, key: fmt.Sprintf("%s[%d]", v.key, i)}
	}
	return out
}

// Text returns a string: a scalar as it is written, whatever YAML would take it for, or the bytes of a
// `!!binary` scalar. Null, lists and mappings are mistakes.
func (v Value) Text() string {
	if v.node.Kind != yaml.ScalarNode || v.IsNull() {
		v.Wrong("want text, got "+v.shape(), "")
		return ""
	}
	if v.node.ShortTag() == "!!binary" {
		return string(v.Base64())
	}
	return v.node.Value
}

// Texts returns a list of strings; one string alone is a list of one.
func (v Value) Texts(limit int) []string {
	if v.node.Kind == yaml.ScalarNode && !v.IsNull() {
		return []string{v.Text()}
	}
	list := v.List(limit)
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.Text()
	}
	return out
}

// Int returns a whole number from lo to hi.
func (v Value) Int(lo, hi int64) int64 {
	text := v.scalar("!!int", "a whole number")
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || text != strconv.FormatInt(n, 10) { // no 0755, 0x10, 1_000: readers differ on them
		v.Wrong(fmt.Sprintf("%q is not a plain whole number", text), "write decimal digits")
		return 0
	}
	if n < lo || n > hi {
		v.Wrong(fmt.Sprintf("%d is out of range", n), fmt.Sprintf("give a number from %d to %d", lo, hi))
		return 0
	}
	return n
}

// Number returns a number from lo to hi, which may have a fraction.
func (v Value) Number(lo, hi float64) float64 {
	if v.node.Kind == yaml.ScalarNode && v.node.ShortTag() == "!!int" {
		n, err := strconv.ParseFloat(v.node.Value, 64)
		return v.inRange(n, err, lo, hi)
	}
	text := v.scalar("!!float", "a number")
	if text == "" {
		return 0
	}
	n, err := strconv.ParseFloat(text, 64)
	return v.inRange(n, err, lo, hi)
}

func (v Value) inRange(n float64, err error, lo, hi float64) float64 {
	if err != nil || math.IsNaN(n) {
		v.Wrong(fmt.Sprintf("%q is not a number", v.node.Value), "")
		return 0
	}
	if n < lo || n > hi {
		v.Wrong(fmt.Sprintf("%v is out of range", n), fmt.Sprintf("give a number from %v to %v", lo, hi))
		return 0
	}
	return n
}

// Bool returns true or false.
func (v Value) Bool() bool { return strings.EqualFold(v.scalar("!!bool", "true or false"), "true") }

// Mode returns permission bits, written in octal: '0755', 0755, 755 or 0o755.
func (v Value) Mode() uint32 {
	text := strings.TrimPrefix(v.Text(), "0o")
	n, err := strconv.ParseUint(text, 8, 32)
	if text != "" && (err != nil || n > 0o7777) {
		v.Wrong(fmt.Sprintf("%q is not a mode", text), "give octal permission bits such as '0755'")
		return 0
	}
	return uint32(n)
}

// Size returns a number of bytes, which may be written with a suffix: 64k, 64m, 1g.
func (v Value) Size() int64 {
	text := strings.ToLower(v.Text())
	digits, shift := text, 0
	if n := len(text); n > 0 {
		if i := strings.IndexByte("kmg", text[n-1]); i >= 0 {
			digits, shift = text[:n-1], 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if text != "" && (err != nil || n < 0 || n > math.MaxInt64>>shift) {
		v.Wrong(fmt.Sprintf("%q is not a size", text), "give bytes, or a number with k, m or g")
		return 0
	}
	return n << shift
}

// Base64 returns the bytes of standard base64, in which white space counts for nothing.
func (v Value) Base64() []byte {
	if v.node.Kind != yaml.ScalarNode {
		v.Wrong("want base64, got "+v.shape(), "")
		return nil
	}
	text := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, v.node.Value)
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		v.Wrong("not base64: "+err.Error(), "use the standard alphabet with padding")
		return nil
	}
	return b
}

// Word returns one of some words.
func (v Value) Word(words ...string) string {
	text := v.Text()
	for _, w := range words {
		if w == text {
			return w
		}
	}
	if !v.IsNull() {
		v.Wrong(fmt.Sprintf("no such value %q", text), primitives.Suggest(text, words))
	}
	return ""
}

func (v Value) scalar(tag, want string) string {
	if v.node.Kind != yaml.ScalarNode || v.node.ShortTag() != tag {
		v.Wrong(fmt.Sprintf("want %s, got %s", want, v.shape()), "")
		return ""
	}
	return v.node.Value
}

// shape says what a value is, for errors.
func (v Value) shape() string {
	switch {
	case v.IsNull():
		return "nothing"
	case v.IsList():
		return "a list"
	case v.IsMap():
		return "keys with values"
	case v.node.ShortTag() == "!!str":
		return fmt.Sprintf("the text %q", short(v.node.Value))
	default:
		return fmt.Sprintf("%q", short(v.node.Value))
	}
}

func short(s string) string {
	if len(s) > 40 {
		return s[:37] + "..."
	}
	return s
}
