package awk

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// cell finds a variable by name.
func (c *compiler) cell(name string) func(in *Interp) *cell {
	if i, ok := c.locals[name]; ok {
		return func(in *Interp) *cell { return in.frame[i] }
	}
	i := c.slot(name)
	return func(in *Interp) *cell { return &in.globals[i] }
}

// array finds a variable that is used as an array here.
func (c *compiler) array(name string) func(in *Interp) *cell {
	c.settle(name, 'a', "illegal reference to variable %s")
	return c.cell(name)
}

// settle holds that a global is a scalar or an array in all of a program.
func (c *compiler) settle(name string, kind byte, problem string) {
	if _, local := c.locals[name]; local {
		return
	}
	if was := c.kinds[name]; was != 0 && was != kind {
		fail(c.tok.line, problem, name)
	}
	c.kinds[name] = kind
}

// assigner is what gives a variable a value.
func (c *compiler) assigner(name string) func(in *Interp, v value) {
	if i, ok := c.locals[name]; ok {
		return func(in *Interp, v value) { in.frame[i].v = v }
	}
	if i := c.slot(name); i >= slotsSpecial {
		return func(in *Interp, v value) { in.globals[i].v = v }
	}
	i := c.slot(name)
	return func(in *Interp, v value) { in.setSpecial(i, v) }
}

func (c *compiler) variable(name string, line int) *place {
	cellOf := c.cell(name)
	p := &place{set: c.assigner(name), name: name}
	p.get = func(in *Interp) value {
		x := cellOf(in)
		if x.arr != nil {
			fail(line, "illegal reference to array %s", name)
		}
		return x.v
	}
	if _, local := c.locals[name]; !local && c.slot(name) == slotNF {
		p.get = func(in *Interp) value {
			in.split()
			return in.globals[slotNF].v
		}
	}
	return p
}

// operand reads a primary; place is not nil if it can be assigned to.
func (c *compiler) operand() (*place, expr) {
	t := c.tok
	switch t.kind {
	case tokNumber:
		c.advance()
		v := number(t.num)
		return nil, func(*Interp) value { return v }
	case tokString:
		c.advance()
		v := text(t.text)
		return nil, func(*Interp) value { return v }
	case tokName:
		c.advance()
		if c.accept("[") {
			return c.element(t.text), nil
		}
		c.settle(t.text, 's', "illegal reference to array %s")
		return c.variable(t.text, t.line), nil
	case tokCall:
		c.advance()
		return nil, c.call(t.text)
	case tokBuiltin:
		c.advance()
		return nil, c.builtin(t.text)
	}
	switch {
	case c.accept("$"):
		return c.field(), nil
	case c.accept("("):
		return nil, c.grouping()
	case c.is("/") || c.is("/="):
		return nil, c.regexOperand()
	case c.accept("getline"):
		return nil, c.getline()
	case c.is("-") || c.is("+") || c.is("!"):
		return nil, c.unary()
	}
	c.syntax()
	return nil, nil
}

func (c *compiler) element(name string) *place {
	cellOf, before := c.array(name), c.effects
	sub := c.subscript("]")
	return &place{
		impure: c.effects > before,
		fix: func(in *Interp) *place {
			key, asNumber := sub(in)
			arr := cellOf(in).array()
			return &place{
				get: func(*Interp) value { return *arr.at(key, asNumber) },
				set: func(_ *Interp, v value) { *arr.at(key, asNumber) = v },
			}
		},
		get: func(in *Interp) value {
			key, asNumber := sub(in)
			return *cellOf(in).array().at(key, asNumber)
		},
		set: func(in *Interp, v value) {
			key, asNumber := sub(in)
			*cellOf(in).array().at(key, asNumber) = v
		},
	}
}

func (c *compiler) field() *place {
	var index expr
	before := c.effects
	switch {
	case c.is("++") || c.is("--") || c.is("-") || c.is("+") || c.is("!"):
		index = c.unary()
	default:
		p, e := c.operand()
		if index = e; p != nil {
			index = p.get
		}
	}
	at := func(in *Interp) int {
		v := index(in)
		n := v.num()
		if n < 0 || n > 1<<24 {
			panic(&Error{"run time error: negative field index $" + formatG(n, 6) + in.whereabouts()})
		}
		return int(n)
	}
	return &place{
		impure: c.effects > before,
		fix: func(in *Interp) *place {
			n := at(in)
			return &place{
				get: func(in *Interp) value { return in.field(n) },
				set: func(in *Interp, v value) { in.setField(n, in.str(v)) },
			}
		},
		get: func(in *Interp) value { return in.field(at(in)) },
		set: func(in *Interp, v value) { in.setField(at(in), in.str(v)) },
	}
}

// grouping reads (expr) or (a, b) in array.
func (c *compiler) grouping() expr {
	list := c.innerList()
	c.expect(")")
	if len(list) > 1 {
		if !c.accept("in") || c.tok.kind != tokName {
			c.syntax()
		}
		name := c.tok.text
		c.advance()
		return inArray(joined(list), c.array(name))
	}
	return list[0]
}

func (c *compiler) compileRegex(source string, line int) *regex.Regexp {
	re, err := compileRegex(source)
	if err != nil {
		fail(line, "regular expression compile failed (%s)\n%s", regexProblem(err), source)
	}
	return re
}

func regexProblem(err error) string {
	switch err.Error() {
	case "Unmatched ( or \\(":
		return "missing ')'"
	case "Unmatched ) or \\)":
		return "extra ')'"
	case "Unmatched [, [^, [:, [., or [=":
		return "bad class -- [], [^] or ["
	}
	if strings.HasPrefix(err.Error(), "syntax") {
		return err.Error()
	}
	return "missing operand"
}

func (c *compiler) regexLiteral() *regex.Regexp {
	line := c.tok.line
	prefix := ""
	if c.tok.text == "/=" {
		prefix = "="
	}
	source := prefix + c.lex.regex()
	c.advance()
	return c.compileRegex(source, line)
}

// regexOperand is a regex that stands alone: it asks about $0.
func (c *compiler) regexOperand() expr {
	re := c.regexLiteral()
	return func(in *Interp) value { return boolean(re.MatchString(in.record())) }
}

// regexArgument is what stands behind ~ and in functions of strings: a literal, or an
// expression whose text is compiled when it is met.
func (c *compiler) regexArgument(parse func() expr) func(in *Interp) *regex.Regexp {
	if c.is("/") || c.is("/=") {
		re := c.regexLiteral()
		return func(*Interp) *regex.Regexp { return re }
	}
	line := c.tok.line
	e := parse()
	return func(in *Interp) *regex.Regexp { return in.regex(in.str(e(in)), line) }
}

// optionalPlace is the variable behind getline, nil for $0.
func (c *compiler) optionalPlace() *place {
	if c.tok.kind == tokName || c.is("$") {
		p, _ := c.operand()
		return p
	}
	return nil
}

// getline reads getline [var] [< file].
func (c *compiler) getline() expr {
	c.effects++
	to := c.optionalPlace()
	if !c.accept("<") {
		return func(in *Interp) value { return in.getlineMain(to) }
	}
	p, e := c.operand()
	if p != nil {
		e = p.get
	}
	return func(in *Interp) value { return in.getlineFile(in.str(e(in)), to) }
}

// call compiles a call of a user's function.
func (c *compiler) call(name string) expr {
	c.effects++
	line := c.tok.line
	f := c.functionOf(name)
	f.line = line
	c.calls = append(c.calls, f)
	c.expect("(")
	var args []func(in *Interp) *cell
	for c.newlines(); !c.is(")"); c.newlines() {
		args = append(args, c.argument())
		if !c.is(")") {
			c.expect(",")
		}
	}
	c.advance()
	return func(in *Interp) value {
		if len(args) > len(f.params) {
			panic(&Error{"line " + formatG(float64(line), 6) + ": too many arguments in call to " + name})
		}
		frame := make([]*cell, len(f.params))
		for i := range frame {
			if i < len(args) {
				frame[i] = args[i](in)
			} else {
				frame[i] = &cell{}
			}
		}
		return in.call(f, frame)
	}
}

// argument passes a bare name so that it may be an array; anything else by value.
func (c *compiler) argument() func(in *Interp) *cell {
	if c.tok.kind == tokName {
		saved, savedTok := c.lex, c.tok
		name := c.tok.text
		c.advance()
		if c.is(",") || c.is(")") {
			cellOf := c.cell(name)
			isNF := c.locals == nil && name == "NF"
			return func(in *Interp) *cell {
				if isNF {
					in.split()
				}
				x := cellOf(in)
				if x.arr != nil {
					return x
				}
				return &cell{v: x.v, origin: x}
			}
		}
		c.lex, c.tok = saved, savedTok
	}
	e := c.inner()
	return func(in *Interp) *cell { return &cell{v: e(in)} }
}
