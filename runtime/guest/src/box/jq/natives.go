package jq

import (
	"errors"
	"io"
	"math"
	"slices"
	"strings"
)

// native is a function of jq that is made here.
type native func(m *machine, s *scope, args []*node, in item, out yield) error

// natives are the functions by name and number of arguments.
var natives map[string]native

func init() { //nolint:gochecknoinits // as said
	natives = map[string]native{
		"empty/0":          func(*machine, *scope, []*node, item, yield) error { return nil },
		"error/0":          errorNative,
		"error/1":          raise,
		"path/1":           pathNative,
		"getpath/1":        getPathNative,
		"range/2":          rangeNative,
		"range/3":          rangeNative,
		"recurse/0":        recurseNative,
		"first/1":          firstNative,
		"limit/2":          limitNative,
		"isempty/1":        isEmptyNative,
		"until/2":          untilNative,
		"while/2":          whileNative,
		"repeat/1":         repeatNative,
		"input/0":          inputNative,
		"inputs/0":         inputsNative,
		"debug/0":          debugNative,
		"stderr/0":         stderrNative,
		"input_filename/0": fileNative,
		"input_line_number/0": func(m *machine, _ *scope, _ []*node, in item, out yield) error {
			_, line := m.host.Place()
			return out(in.with(float64(line)))
		},
		"halt/0":            func(*machine, *scope, []*node, item, yield) error { return &Halt{} },
		"halt_error/1":      haltNative,
		"tostream/0":        tostreamNative,
		"fromstream/1":      fromstreamNative,
		"sub/3":             subNative,
		"_match/3":          matchNative,
		"builtins/0":        builtinsNative,
		"modulemeta/0":      modulemetaNative,
		"now/0":             nowNative,
		"localtime/0":       localtimeNative,
		"strflocaltime/1":   strftimeNative,
		"strftime/1":        strftimeNative,
		"get_search_list/0": constant([]any{"~/.jq", "$ORIGIN/../lib/jq", "$ORIGIN/lib"}),
		"get_jq_origin/0":   constant("/usr/bin"),
		"get_prog_origin/0": constant("."),
		"infinite/0":        constant(math.Inf(1)),
		"nan/0":             constant(math.NaN()),
	}
	addFunctions()
	natives["fma/3"] = fmaNative
	preludeScope = makePrelude()
}

// addFunctions makes natives of what only takes values.
func addFunctions() {
	for name, f := range functions0 {
		natives[name+"/0"] = function0(f)
	}
	for name, f := range functions1 {
		natives[name+"/1"] = function1(f)
	}
	for name, f := range functions2 {
		natives[name+"/2"] = function2(f)
	}
	for name, f := range math1 {
		natives[name+"/0"] = function0(func(v any) (any, error) {
			x, ok := v.(float64)
			if !ok {
				return nil, fail(described(v), " number required")
			}
			return f(x), nil
		})
	}
	for name, f := range math2 {
		natives[name+"/2"] = function2(func(_, a, b any) (any, error) {
			x, okX := a.(float64)
			y, okY := b.(float64)
			switch {
			case !okX:
				return nil, fail(described(a), " number required")
			case !okY:
				return nil, fail(described(b), " number required")
			}
			return f(x, y), nil
		})
	}
}

func constant(v any) native {
	return func(_ *machine, _ *scope, _ []*node, in item, out yield) error { return out(in.with(v)) }
}

func function0(f func(v any) (any, error)) native {
	return func(_ *machine, _ *scope, _ []*node, in item, out yield) error {
		v, err := f(in.v)
		if err != nil {
			return err
		}
		return out(in.with(v))
	}
}

func function1(f func(v, a any) (any, error)) native {
	return func(m *machine, s *scope, args []*node, in item, out yield) error {
		return m.value(args[0], s, in.v, func(a any) error {
			v, err := f(in.v, a)
			if err != nil {
				return err
			}
			return out(in.with(v))
		})
	}
}

func function2(f func(v, a, b any) (any, error)) native {
	return func(m *machine, s *scope, args []*node, in item, out yield) error {
		return m.values2(args[0], args[1], s, in, func(a, b any) error {
			v, err := f(in.v, a, b)
			if err != nil {
				return err
			}
			return out(in.with(v))
		})
	}
}

func raise(m *machine, s *scope, args []*node, in item, _ yield) error {
	return m.value(args[0], s, in.v, func(v any) error { return &Error{v} })
}

func pathNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.paths(args[0], s, in.v, func(path []any) error { return out(in.with(path)) })
}

func getPathNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.value(args[0], s, in.v, func(p any) error {
		path, ok := p.([]any)
		if !ok {
			return fail("Path must be specified as an array")
		}
		v, err := getPath(in.v, path)
		if err != nil {
			return err
		}
		it := item{v: v, tracked: in.tracked, path: in.path, at: v}
		for _, key := range path {
			it.path = &step{it.path, key}
		}
		return out(it)
	})
}

func rangeNative(m *machine, s *scope, args []*node, in item, out yield) error {
	by := literal(float64(1), 0)
	if len(args) > 2 {
		by = args[2]
	}
	return m.value(args[0], s, in.v, func(a any) error {
		return m.value(args[1], s, in.v, func(b any) error {
			return m.value(by, s, in.v, func(c any) error {
				from, okA := a.(float64)
				to, okB := b.(float64)
				step, okC := c.(float64)
				if !okA || !okB || !okC {
					return fail("Range bounds must be numeric")
				}
				for x := from; step > 0 && x < to || step < 0 && x > to; x += step {
					if err := out(in.with(x)); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
}

func firstNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.limited(args[0], s, in, 1, out)
}

// limited ends a filter after so many results.
func (m *machine) limited(n *node, s *scope, in item, count float64, out yield) error {
	stop := &breaking{}
	done := 0.0
	err := m.eval(n, s, in, func(it item) error {
		if err := out(it); err != nil {
			return err
		}
		if done++; done >= count {
			return stop
		}
		return nil
	})
	if err == error(stop) {
		return nil
	}
	return err
}

func limitNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.value(args[0], s, in.v, func(n any) error {
		if compare(n, 0.0) < 0 {
			return m.eval(args[1], s, in, out)
		}
		count, ok := n.(float64)
		if !ok {
			count = math.Inf(1)
		}
		return m.limited(args[1], s, in, count, out)
	})
}

func isEmptyNative(m *machine, s *scope, args []*node, in item, out yield) error {
	found := false
	err := m.limited(args[0], s, plain(in.v), 1, func(item) error {
		found = true
		return nil
	})
	if err != nil {
		return err
	}
	return out(in.with(!found))
}

// results are those of a filter, paths included.
func (m *machine) results(n *node, s *scope, in item) ([]item, error) {
	var list []item
	err := m.eval(n, s, in, func(it item) error {
		list = append(list, it)
		return nil
	})
	return list, err
}

// loop goes on with each result of next until out says that it is enough; a chain takes no stack.
func (m *machine) loop(next *node, s *scope, it item, out func(item) (more bool, err error)) error {
	for {
		more, err := out(it)
		if err != nil || !more {
			return err
		}
		list, err := m.results(next, s, it)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, one := range list[:len(list)-1] {
			if err := m.loop(next, s, one, out); err != nil {
				return err
			}
		}
		it = list[len(list)-1]
	}
}

// holds is the last word of a condition.
func (m *machine) holds(n *node, s *scope, v any) (bool, error) {
	yes := false
	err := m.value(n, s, v, func(v any) error {
		yes = truth(v)
		return nil
	})
	return yes, err
}

func untilNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.loop(args[1], s, in, func(it item) (bool, error) {
		yes, err := m.holds(args[0], s, it.v)
		if err != nil || !yes {
			return true, err
		}
		return false, out(it)
	})
}

func whileNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.loop(args[1], s, in, func(it item) (bool, error) {
		yes, err := m.holds(args[0], s, it.v)
		if err != nil || !yes {
			return false, err
		}
		return true, out(it)
	})
}

// repeatNative gives what the argument gives of the same input, again and again, as jq 1.6 does.
func repeatNative(m *machine, s *scope, args []*node, in item, out yield) error {
	for {
		if err := m.eval(args[0], s, in, out); err != nil {
			return err
		}
	}
}

func (m *machine) file() any {
	file, _ := m.host.Place()
	return file
}

func inputNative(m *machine, _ *scope, _ []*node, in item, out yield) error {
	v, err := m.host.Input()
	switch {
	case errors.Is(err, io.EOF):
		return fail("break")
	case err != nil:
		return err
	}
	return out(in.with(v))
}

func inputsNative(m *machine, _ *scope, _ []*node, in item, out yield) error {
	for {
		v, err := m.host.Input()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = out(in.with(v))
		}
		if err != nil {
			return err
		}
	}
}

func debugNative(m *machine, _ *scope, _ []*node, in item, out yield) error {
	m.host.Stderr(Encode([]any{"DEBUG:", in.v}, Format{Compact: true}) + "\n")
	return out(in)
}

func stderrNative(m *machine, _ *scope, _ []*node, in item, out yield) error {
	m.host.Stderr(Encode(in.v, Format{Compact: true}))
	return out(in)
}

func haltNative(m *machine, s *scope, args []*node, in item, _ yield) error {
	return m.value(args[0], s, in.v, func(c any) error {
		code, ok := c.(float64)
		if !ok {
			return fail(described(in.v), " halt_error/1: number required")
		}
		return &Halt{Code: int(code), Value: in.v, Text: true}
	})
}

func builtinsNative(_ *machine, _ *scope, _ []*node, in item, out yield) error {
	var names []string
	for name := range natives {
		names = append(names, name)
	}
	for s := preludeScope; s != nil; s = s.up {
		names = append(names, s.name)
	}
	slices.Sort(names)
	list := []any{}
	for _, name := range slices.Compact(names) {
		if !strings.HasPrefix(name, "_") {
			list = append(list, name)
		}
	}
	return out(in.with(list))
}

func fmaNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.values2(args[1], args[2], s, in, func(b, c any) error {
		return m.value(args[0], s, in.v, func(a any) error {
			x, okX := a.(float64)
			y, okY := b.(float64)
			z, okZ := c.(float64)
			if !okX || !okY || !okZ {
				return fail(described(a), " number required")
			}
			return out(in.with(math.FMA(x, y, z)))
		})
	})
}

func modulemetaNative(_ *machine, _ *scope, _ []*node, in item, _ yield) error {
	if _, ok := in.v.(string); !ok {
		return fail("modulemeta input module name must be a string")
	}
	return &Missing{"modulemeta"}
}

func recurseNative(_ *machine, _ *scope, _ []*node, in item, out yield) error {
	return recurse(in, out)
}

func fileNative(m *machine, _ *scope, _ []*node, in item, out yield) error {
	return out(in.with(m.file()))
}

func errorNative(_ *machine, _ *scope, _ []*node, in item, _ yield) error { return &Error{in.v} }
