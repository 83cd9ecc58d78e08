package strictyaml

import (
	"strconv"
	"strings"
)

// Find returns the value of a key such as "steps[2].run.cmd", or, where the document does not go so
// deep, the innermost value on the way to it. A key of a mapping holds no dots and brackets.
func (d *Document) Find(key string) Value {
	v := d.Root()
	for key != "" {
		var part string
		part, key = nextPart(key)
		inner, ok := v.Get(part)
		if n, err := strconv.Atoi(part); err == nil && v.IsList() && n >= 0 && n < len(v.node.Content) {
			inner = Value{doc: d, node: v.node.Content[n], key: v.key + "[" + part + "]"}
			ok = true
		}
		if !ok {
			break
		}
		v = inner
	}
	return v
}

// nextPart cuts the first name or index off a key.
func nextPart(key string) (part, rest string) {
	key = strings.TrimLeft(key, ".[")
	end := strings.IndexAny(key, ".[]")
	if end < 0 {
		return key, ""
	}
	return key[:end], strings.TrimLeft(key[end:], ".[]")
}

// Wrong notes a mistake about a key, on the line of its value or of the innermost value around it.
func (d *Document) Wrong(key, text, fix string) {
	d.add(&Error{File: d.file, Line: d.Find(key).Line(), Key: key, Text: text, Fix: fix})
}
