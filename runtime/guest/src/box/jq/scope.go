package jq

import "strconv"

// scope is what names mean at a place: a chain, innermost first.
type scope struct {
	up    *scope
	name  string // "$x", "f/1" or "*label-x"
	value any
	label *breaking
	def   *definition
	arg   *closure
}

// closure is a filter that was handed to a function, with the names of where it was written.
type closure struct {
	body *node
	at   *scope
}

// breaking is what `break` ends; each label that is entered has one of its own.
type breaking struct{ _ byte } // not empty: each must have an address of its own

// Error implements error.
func (*breaking) Error() string { return "break" }

func (s *scope) find(name string) *scope {
	for ; s != nil; s = s.up {
		if s.name == name {
			return s
		}
	}
	return nil
}

func (s *scope) variable(name string, v any) *scope { return &scope{up: s, name: "$" + name, value: v} }

func arity(name string, n int) string { return name + "/" + strconv.Itoa(n) }

// checker finds names that mean nothing, before anything runs.
type checker struct {
	p      *parser
	errors string
	count  int
}

func (c *checker) undefined(name string, start int) {
	c.errors += c.p.message(name+" is not defined", start)
	c.count++
}

// check walks a tree. Only names matter in the scope.
func (c *checker) check(n *node, s *scope) {
	if n == nil {
		return
	}
	switch n.op {
	case opDefine:
		s = &scope{up: s, name: arity(n.def.name, len(n.def.params))}
		c.definition(n.def, s)
	case opVariable:
		if n.name != "ENV" && s.find("$"+n.name) == nil {
			c.undefined("$"+n.name, n.start)
		}
	case opCall:
		name := arity(n.name, len(n.args))
		if s.find(name) == nil && natives[name] == nil {
			c.undefined(name, n.start)
		}
	case opBreak:
		if s.find("*label-"+n.name) == nil {
			c.undefined("$*label-"+n.name, n.start)
		}
	case opLabel:
		s = &scope{up: s, name: "*label-" + n.name}
	case opAs, opReduce, opForeach:
		c.check(n.a, s)
		s = c.patterns(n.patterns, s)
		if n.op == opAs {
			c.check(n.b, s)
			return
		}
		c.check(n.b, s)
		c.check(n.c, s)
		c.check(n.d, s)
		return
	}
	for _, k := range [...]*node{n.a, n.b, n.c, n.d} {
		c.check(k, s)
	}
	for _, k := range n.args {
		c.check(k, s)
	}
}

func (c *checker) definition(d *definition, s *scope) {
	for _, p := range d.params {
		if p[0] == '$' {
			s = &scope{up: s, name: p}
			p = p[1:]
		}
		s = &scope{up: s, name: arity(p, 0)}
	}
	c.check(d.body, s)
}

func (c *checker) patterns(list []*pattern, s *scope) *scope {
	for _, p := range list {
		c.keys(p, s)
		p.variables(func(name string) { s = &scope{up: s, name: "$" + name} })
	}
	return s
}

func (c *checker) keys(p *pattern, s *scope) {
	if p == nil {
		return
	}
	for _, e := range p.array {
		c.keys(e, s)
	}
	for _, e := range p.pairs {
		c.check(e.key, s)
		c.keys(e.value, s)
	}
}
