package jq

import "errors"

// item is a value on its way through filters. Where paths are asked for it carries the path, and the value
// that is there, by which a result that is no longer at any path is found out.
type item struct {
	v       any
	tracked bool
	path    *step
	at      any
}

// step is a path, from its end.
type step struct {
	up  *step
	key any
}

func (s *step) list() []any {
	n := 0
	for p := s; p != nil; p = p.up {
		n++
	}
	list := make([]any, n)
	for p := s; p != nil; p = p.up {
		n--
		list[n] = p.key
	}
	return list
}

// with is another value with the path of the item.
func (it item) with(v any) item {
	it.v = v
	return it
}

func plain(v any) item { return item{v: v} }

type yield func(item) error

// errStop ends a filter whose further results nobody wants.
var errStop = errors.New("stop")

// machine is one run of a program.
type machine struct{ host Host }

// eval calls out with each result of a filter.
func (m *machine) eval(n *node, s *scope, in item, out yield) error {
	switch n.op {
	case opIdentity:
		return out(in)
	case opLiteral:
		return out(in.with(n.value))
	case opIndex:
		return m.index(n, s, in, out)
	case opPipe:
		return m.eval(n.a, s, in, func(it item) error { return m.eval(n.b, s, it, out) })
	case opComma:
		if err := m.eval(n.a, s, in, out); err != nil {
			return err
		}
		return m.eval(n.b, s, in, out)
	case opCall:
		return m.call(n, s, in, out)
	case opVariable:
		return m.variable(n, s, in, out)
	case opIterate:
		return m.eval(n.a, s, in, func(it item) error { return iterate(it, out) })
	case opSlice:
		return m.slice(n, s, in, out)
	case opRecurse:
		return recurse(in, out)
	case opBinary:
		return m.values2(n.a, n.b, s, in, func(a, b any) error {
			v, err := operate(n.name, a, b)
			if err != nil {
				return err
			}
			return out(in.with(v))
		})
	case opDefine:
		s = &scope{up: s, name: arity(n.def.name, len(n.def.params)), def: n.def}
		return m.eval(n.a, s, in, out)
	}
	return m.evalMore(n, s, in, out)
}

func (m *machine) evalMore(n *node, s *scope, in item, out yield) error {
	switch n.op {
	case opArray:
		v, err := m.collect(n.a, s, in.v)
		if err != nil {
			return err
		}
		return out(in.with(v))
	case opObject:
		return m.object(n.args, s, in, NewObject(), out)
	case opString:
		return m.str(n.args, s, in, "", len(n.args), out)
	case opFormat:
		return m.formatted(n, s, in, out)
	case opNegate:
		return m.value(n.a, s, in.v, func(v any) error {
			f, ok := v.(float64)
			if !ok {
				return fail(described(v), " cannot be negated")
			}
			return out(in.with(-f))
		})
	case opAnd, opOr:
		return m.logical(n, s, in, out)
	case opAlternative:
		return m.alternative(n, s, in, out)
	case opAssign:
		return m.assign(n, s, in, out)
	case opTry:
		return m.try(n, s, in, out)
	case opReduce:
		return m.reduce(n, s, in, out)
	case opForeach:
		return m.foreach(n, s, in, out)
	case opIf:
		return m.value(n.a, s, in.v, func(v any) error {
			if truth(v) {
				return m.eval(n.b, s, in, out)
			}
			return m.eval(n.c, s, in, out)
		})
	case opAs:
		return m.value(n.a, s, in.v, func(v any) error {
			return m.bind(n.patterns, s, v, func(s *scope) error { return m.eval(n.b, s, in, out) })
		})
	case opLabel:
		b := &breaking{}
		err := m.eval(n.a, &scope{up: s, name: "*label-" + n.name, label: b}, in, out)
		if err == error(b) {
			return nil
		}
		return err
	case opBreak:
		return s.find("*label-" + n.name).label
	}
	return errors.New("jq: unknown node")
}

// value calls out with each result of a filter over a value, paths left aside.
func (m *machine) value(n *node, s *scope, v any, out func(any) error) error {
	return m.eval(n, s, plain(v), func(it item) error { return out(it.v) })
}

// values2 goes through all pairs of results, those of b in the outer loop.
func (m *machine) values2(a, b *node, s *scope, in item, out func(a, b any) error) error {
	return m.value(b, s, in.v, func(vb any) error {
		return m.value(a, s, in.v, func(va any) error { return out(va, vb) })
	})
}

func (m *machine) collect(n *node, s *scope, v any) ([]any, error) {
	list := []any{}
	if n == nil {
		return list, nil
	}
	err := m.value(n, s, v, func(v any) error {
		list = append(list, v)
		return nil
	})
	return list, err
}

func (m *machine) variable(n *node, s *scope, in item, out yield) error {
	if f := s.find("$" + n.name); f != nil {
		return out(in.with(f.value))
	}
	return out(in.with(m.environ()))
}

func (m *machine) environ() any {
	o := NewObject()
	for _, e := range m.host.Environ() {
		o = o.With(valid(e[0]), valid(e[1]))
	}
	return o
}

func (m *machine) index(n *node, s *scope, in item, out yield) error {
	step := func(it item, key any) error {
		next, err := follow(it, key)
		if err != nil {
			return err
		}
		return out(next)
	}
	if n.b.op == opLiteral {
		return m.eval(n.a, s, in, func(it item) error { return step(it, n.b.value) })
	}
	return m.value(n.b, s, in.v, func(key any) error {
		return m.eval(n.a, s, in, func(it item) error { return step(it, key) })
	})
}

// follow is the value at a key of an item.
func follow(it item, key any) (item, error) {
	if it.tracked && !identical(it.v, it.at) {
		return item{}, fail("Invalid path expression near attempt to access element ", short(key, shortBytes),
			" of ", short(it.v, longBytes))
	}
	v, err := get(it.v, key)
	if err != nil {
		return item{}, err
	}
	if it.tracked {
		return item{v: v, tracked: true, path: &step{it.path, key}, at: v}, nil
	}
	return plain(v), nil
}

const longBytes = 30

func (m *machine) slice(n *node, s *scope, in item, out yield) error {
	bound := func(n *node, out func(any) error) error {
		if n == nil {
			return out(nil)
		}
		return m.value(n, s, in.v, out)
	}
	return bound(n.b, func(from any) error {
		return bound(n.c, func(to any) error {
			key := NewObject().With("start", from).With("end", to)
			return m.eval(n.a, s, in, func(it item) error {
				next, err := follow(it, key)
				if err != nil {
					return err
				}
				return out(next)
			})
		})
	})
}

func iterate(it item, out yield) error {
	if it.tracked && !identical(it.v, it.at) {
		return fail("Invalid path expression near attempt to iterate through ", short(it.v, longBytes))
	}
	each := func(key, v any) error {
		if !it.tracked {
			return out(plain(v))
		}
		return out(item{v: v, tracked: true, path: &step{it.path, key}, at: v})
	}
	switch v := it.v.(type) {
	case []any:
		for i, x := range v {
			if err := each(float64(i), x); err != nil {
				return err
			}
		}
		return nil
	case *Object:
		for _, k := range v.Keys() {
			x, _ := v.Get(k)
			if err := each(k, x); err != nil {
				return err
			}
		}
		return nil
	}
	return fail("Cannot iterate over ", described(it.v))
}

func recurse(it item, out yield) error {
	if err := out(it); err != nil {
		return err
	}
	switch it.v.(type) {
	case []any, *Object:
		return iterate(it, func(it item) error { return recurse(it, out) })
	}
	return nil
}

// object goes through all objects that the pairs make.
func (m *machine) object(pairs []*node, s *scope, in item, o *Object, out yield) error {
	if len(pairs) == 0 {
		return out(in.with(o))
	}
	return m.value(pairs[0], s, in.v, func(k any) error {
		key, ok := k.(string)
		if !ok {
			return fail("Cannot use ", described(k), " as object key")
		}
		value := pairs[1]
		if value.op == opIndex && value.b == pairs[0] { // {a}, {"a\(1)"}
			v, err := get(in.v, key)
			if err != nil {
				return err
			}
			return m.object(pairs[2:], s, in, o.With(key, v), out)
		}
		return m.value(value, s, in.v, func(v any) error {
			return m.object(pairs[2:], s, in, o.With(key, v), out)
		})
	})
}

// str goes through all strings that the first n parts make, the last part in the outermost loop.
func (m *machine) str(parts []*node, s *scope, in item, tail string, n int, out yield) error {
	if n == 0 {
		return out(in.with(tail))
	}
	return m.value(parts[n-1], s, in.v, func(v any) error {
		text, _ := v.(string)
		return m.str(parts, s, in, text+tail, n-1, out)
	})
}

// formatted is @name, over the input or over what stands between \( and ) of a string.
func (m *machine) formatted(n *node, s *scope, in item, out yield) error {
	use := func(v any) error {
		text, err := format(n.name, v)
		if err != nil {
			return err
		}
		return out(in.with(text))
	}
	if n.a == nil {
		return use(in.v)
	}
	return m.value(n.a, s, in.v, use)
}
