package jq

import (
	"math"
	"slices"
	"strings"
	"unsafe"
)

// A value is nil, bool, float64, string, []any or *Object. None is changed once it is made.

// Object is an object whose keys keep the order in which they came. Objects share what lies behind them: one
// that gets a key more uses the room behind its own end if nobody else did.
type Object struct {
	b *objectRoom
	n int
}

type objectRoom struct {
	keys  []string
	vals  []any
	index map[string]int // for more than few keys
}

const few = 8

// NewObject returns an object without keys.
func NewObject() *Object { return &Object{b: &objectRoom{}} }

// Len is the number of keys.
func (o *Object) Len() int { return o.n }

// Keys are the keys in their order; they are not to be changed.
func (o *Object) Keys() []string { return o.b.keys[:o.n] }

func (o *Object) find(key string) int {
	if o.b.index != nil {
		if i, ok := o.b.index[key]; ok && i < o.n {
			return i
		}
		return -1
	}
	return slices.Index(o.b.keys[:o.n], key)
}

// Get returns the value of a key.
func (o *Object) Get(key string) (any, bool) {
	if i := o.find(key); i >= 0 {
		return o.b.vals[i], true
	}
	return nil, false
}

// With returns the object with a value for a key.
func (o *Object) With(key string, v any) *Object {
	if i := o.find(key); i >= 0 {
		c := o.clone()
		c.b.vals[i] = v
		return c
	}
	if o.n != len(o.b.keys) {
		o = o.clone()
	}
	b := o.b
	b.keys, b.vals = append(b.keys, key), append(b.vals, v)
	if b.index != nil {
		b.index[key] = o.n
	} else if len(b.keys) > few {
		b.index = make(map[string]int, 2*len(b.keys))
		for i, k := range b.keys {
			b.index[k] = i
		}
	}
	return &Object{b, o.n + 1}
}

// Without returns the object without a key.
func (o *Object) Without(key string) *Object {
	if o.find(key) < 0 {
		return o
	}
	c := NewObject()
	for i, k := range o.Keys() {
		if k != key {
			c = c.With(k, o.b.vals[i])
		}
	}
	return c
}

func (o *Object) clone() *Object {
	b := &objectRoom{keys: slices.Clone(o.b.keys[:o.n]), vals: slices.Clone(o.b.vals[:o.n])}
	if o.n > few {
		b.index = make(map[string]int, 2*o.n)
		for i, k := range b.keys {
			b.index[k] = i
		}
	}
	return &Object{b, o.n}
}

// sortedKeys are the keys in the order of their bytes.
func (o *Object) sortedKeys() []string { return slices.Sorted(slices.Values(o.Keys())) }

// kind is the name of a value's type.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func rank(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case bool:
		if v {
			return 2
		}
		return 1
	case float64:
		return 3
	case string:
		return 4
	case []any:
		return 5
	}
	return 6
}

// compare orders values as sort does. NaN is less than every number, itself included.
func compare(a, b any) int {
	if d := rank(a) - rank(b); d != 0 {
		return d
	}
	switch a := a.(type) {
	case float64:
		switch c, _ := b.(float64); {
		case a < c || math.IsNaN(a):
			return -1
		case a == c:
			return 0
		}
		return 1
	case string:
		s, _ := b.(string)
		return strings.Compare(a, s)
	case []any:
		c, _ := b.([]any)
		for i := 0; i < len(a) && i < len(c); i++ {
			if d := compare(a[i], c[i]); d != 0 {
				return d
			}
		}
		return len(a) - len(c)
	case *Object:
		c, _ := b.(*Object)
		return compareObjects(a, c)
	}
	return 0
}

func compareObjects(a, b *Object) int {
	ka, kb := a.sortedKeys(), b.sortedKeys()
	if d := slices.Compare(ka, kb); d != 0 {
		return d
	}
	for _, k := range ka {
		va, _ := a.Get(k)
		vb, _ := b.Get(k)
		if d := compare(va, vb); d != 0 {
			return d
		}
	}
	return 0
}

func equal(a, b any) bool {
	return compare(a, b) == 0
}

// identical is what jq asks to tell whether a result is still the value at its path: scalars by value, others
// by where they are.
func identical(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case bool:
		return b == a
	case float64:
		c, ok := b.(float64)
		return ok && math.Float64bits(a) == math.Float64bits(c)
	case string:
		c, ok := b.(string)
		return ok && len(a) == len(c) && unsafe.StringData(a) == unsafe.StringData(c)
	case []any:
		c, ok := b.([]any)
		return ok && len(a) == len(c) && unsafe.SliceData(a) == unsafe.SliceData(c)
	case *Object:
		c, ok := b.(*Object)
		return ok && a.b == c.b && a.n == c.n
	}
	return false
}

func truth(v any) bool { return v != nil && v != false }

// short is a value's text for a message, cut as jq cuts it in a buffer of that many bytes.
func short(v any, size int) string {
	s := Encode(v, Format{Compact: true})
	if len(s) > size-1 {
		s = s[:size-4] + "..."
	}
	return s
}

const shortBytes = 15

// described is a value's type and text, as most messages have it.
func described(v any) string { return kind(v) + " (" + short(v, shortBytes) + ")" }

func fail(parts ...string) error { return &Error{strings.Join(parts, "")} }
