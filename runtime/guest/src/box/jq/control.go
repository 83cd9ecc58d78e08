package jq

import "errors"

func (m *machine) logical(n *node, s *scope, in item, out yield) error {
	return m.value(n.a, s, in.v, func(a any) error {
		if truth(a) == (n.op == opOr) {
			return out(in.with(n.op == opOr))
		}
		return m.value(n.b, s, in.v, func(b any) error { return out(in.with(truth(b))) })
	})
}

func (m *machine) alternative(n *node, s *scope, in item, out yield) error {
	found := false
	err := m.eval(n.a, s, in, func(it item) error {
		if !truth(it.v) {
			return nil
		}
		found = true
		return out(it)
	})
	if err != nil || found {
		return err
	}
	return m.eval(n.b, s, in, out)
}

// try ends quietly, or goes on with its handler, at an error of its body or, as in jq 1.6, of what takes the
// body's results.
func (m *machine) try(n *node, s *scope, in item, out yield) error {
	err := m.eval(n.a, s, in, out)
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	if n.b == nil || e.Value == nil { // an error that is null is none
		return nil
	}
	return m.eval(n.b, s, item{v: e.Value, tracked: in.tracked, path: in.path, at: in.at}, out)
}

func (m *machine) reduce(n *node, s *scope, in item, out yield) error {
	return m.eval(n.b, s, in, func(state item) error {
		err := m.value(n.a, s, in.v, func(v any) error {
			return m.bind(n.patterns, s, v, func(s *scope) error {
				last := item{tracked: state.tracked, path: state.path, at: state.at}
				old := state
				state = item{} // so that the body owns what it changes
				err := m.eval(n.c, s, old, func(it item) error {
					last = it
					return nil
				})
				state = last
				return err
			})
		})
		if err != nil {
			return err
		}
		return out(state)
	})
}

func (m *machine) foreach(n *node, s *scope, in item, out yield) error {
	return m.eval(n.b, s, in, func(state item) error {
		return m.value(n.a, s, in.v, func(v any) error {
			return m.bind(n.patterns, s, v, func(s *scope) error {
				return m.eval(n.c, s, state, func(it item) error {
					state = it
					if n.d == nil {
						return out(it)
					}
					return m.eval(n.d, s, it, out)
				})
			})
		})
	})
}

// bind takes a value apart. Of several patterns the next is tried when one, or what follows, fails; the names
// of all are there, null where they are not bound.
func (m *machine) bind(list []*pattern, s *scope, v any, then func(*scope) error) error {
	if len(list) > 1 {
		for _, p := range list {
			p.variables(func(name string) { s = s.variable(name, nil) })
		}
	}
	var err error
	for _, p := range list {
		err = m.match(p, s, v, then)
		var e *Error
		if err == nil || !errors.As(err, &e) {
			return err
		}
	}
	return err
}

func (m *machine) match(p *pattern, s *scope, v any, then func(*scope) error) error {
	switch {
	case p == nil:
		return then(s)
	case p.variable != "":
		return then(s.variable(p.variable, v))
	case p.array != nil:
		return m.matchArray(p.array, 0, s, v, then)
	}
	return m.matchObject(p.pairs, s, v, then)
}

func (m *machine) matchArray(list []*pattern, i int, s *scope, v any, then func(*scope) error) error {
	if i == len(list) {
		return then(s)
	}
	x, err := get(v, float64(i))
	if err != nil {
		return err
	}
	return m.match(list[i], s, x, func(s *scope) error { return m.matchArray(list, i+1, s, v, then) })
}

func (m *machine) matchObject(list []patternPair, s *scope, v any, then func(*scope) error) error {
	if len(list) == 0 {
		return then(s)
	}
	e := list[0]
	use := func(k any) error {
		key, ok := k.(string)
		if !ok {
			return fail("Cannot index ", kind(v), " with ", kind(k))
		}
		x, err := get(v, key)
		if err != nil {
			return err
		}
		in := s
		if e.variable != "" {
			in = s.variable(e.variable, x)
		}
		return m.match(e.value, in, x, func(s *scope) error { return m.matchObject(list[1:], s, v, then) })
	}
	if e.key == nil {
		return use(e.variable)
	}
	return m.value(e.key, s, v, use)
}

// paths are those that a filter leads to.
func (m *machine) paths(n *node, s *scope, v any, out func(path []any) error) error {
	return m.eval(n, s, item{v: v, tracked: true, at: v}, func(it item) error {
		if !identical(it.v, it.at) {
			return fail("Invalid path expression with result ", short(it.v, longBytes))
		}
		return out(it.path.list())
	})
}

// assign is = and its like.
func (m *machine) assign(n *node, s *scope, in item, out yield) error {
	if n.name == "|=" {
		v, err := m.update(n.a, n.b, s, in.v)
		if err != nil {
			return err
		}
		return out(in.with(v))
	}
	return m.value(n.b, s, in.v, func(b any) error {
		v := in.v
		err := m.paths(n.a, s, in.v, func(path []any) error {
			x := b
			if n.name != "=" {
				old, err := getPath(v, path)
				if err != nil {
					return err
				}
				switch {
				case n.name != "//=":
					if x, err = operate(n.name[:1], old, b); err != nil {
						return err
					}
				case truth(old):
					x = old
				}
			}
			var err error
			v, err = setPath(v, path, x)
			return err
		})
		if err != nil {
			return err
		}
		return out(in.with(v))
	})
}

// update puts at each path the first result of a filter over what is there; without one it deletes.
func (m *machine) update(where, with *node, s *scope, v any) (any, error) {
	root := v
	err := m.paths(where, s, root, func(path []any) error {
		old, err := getPath(v, path)
		if err != nil {
			return err
		}
		var result any
		found := false
		err = m.value(with, s, old, func(x any) error {
			result, found = x, true
			return errStop
		})
		switch {
		case err != nil && !errors.Is(err, errStop):
			return err
		case found:
			v, err = setPath(v, path, result)
		default:
			v, err = deletePaths(v, []any{path})
		}
		return err
	})
	return v, err
}

// call runs a function: of the program, or of jq.
func (m *machine) call(n *node, s *scope, in item, out yield) error {
	name := arity(n.name, len(n.args))
	f := s.find(name)
	switch {
	case f == nil:
		return natives[name](m, s, n.args, in, out)
	case f.arg != nil:
		return m.eval(f.arg.body, f.arg.at, in, out)
	}
	return m.enter(f.def, 0, n.args, s, f, in, out)
}

// enter binds the parameters of a function from the ith on and runs it.
func (m *machine) enter(d *definition, i int, args []*node, from, s *scope, in item, out yield) error {
	if i == len(args) {
		return m.eval(d.body, s, in, out)
	}
	name := d.params[i]
	if name[0] != '$' {
		s = &scope{up: s, name: name + "/0", arg: &closure{args[i], from}}
		return m.enter(d, i+1, args, from, s, in, out)
	}
	return m.value(args[i], from, in.v, func(v any) error {
		s := s.variable(name[1:], v)
		s = &scope{up: s, name: name[1:] + "/0", arg: &closure{literal(v, 0), from}}
		return m.enter(d, i+1, args, from, s, in, out)
	})
}
