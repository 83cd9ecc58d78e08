package jq

import "slices"

// Events calls out with what --stream makes of a value: each leaf with its path, and the end of each array
// and object.
func Events(v any, out func(any) error) error { return events(v, nil, true, out) }

func events(v any, path []any, top bool, out func(any) error) error {
	var last any
	each := func(key, x any) error {
		last = key
		return events(x, append(slices.Clip(path), key), false, out)
	}
	n := 0
	switch v := v.(type) {
	case []any:
		n = len(v)
		for i, x := range v {
			if err := each(float64(i), x); err != nil {
				return err
			}
		}
	case *Object:
		n = v.n
		for i, k := range v.Keys() {
			if err := each(k, v.b.vals[i]); err != nil {
				return err
			}
		}
	}
	if n == 0 {
		if path == nil {
			path = []any{}
		}
		return out([]any{path, v})
	}
	return out([]any{append(slices.Clip(path), last)})
}

func tostreamNative(_ *machine, _ *scope, _ []*node, in item, out yield) error {
	return Events(in.v, func(v any) error { return out(in.with(v)) })
}

// fromstreamNative puts values together from such events.
func fromstreamNative(m *machine, s *scope, args []*node, in item, out yield) error {
	var whole any
	return m.value(args[0], s, in.v, func(v any) error {
		event, ok := v.([]any)
		if !ok || len(event) == 0 {
			return fail("Invalid streaming format")
		}
		path, ok := event[0].([]any)
		if !ok {
			return fail("Invalid path")
		}
		if len(event) > 1 {
			if len(path) == 0 {
				return out(in.with(event[1]))
			}
			var err error
			whole, err = setPath(whole, path, event[1])
			return err
		}
		if len(path) > 1 {
			return nil
		}
		done := whole
		whole = nil
		return out(in.with(done))
	})
}
