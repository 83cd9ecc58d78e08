package awk

import (
	"math"
	"slices"
	"strings"
)

// place is something that can be assigned to.
type place struct {
	get func(in *Interp) value
	set func(in *Interp, v value)
	// name is that of a plain variable, which may turn out to be an array.
	name string
	// fix evaluates the subscript and returns the very place; nil where there is none. impure says that the
	// subscript does more than give a value, so that it must be evaluated once only.
	fix    func(in *Interp) *place
	impure bool
}

// once is the place to read and then to change.
func (p *place) once(in *Interp) *place {
	if p.impure {
		return p.fix(in)
	}
	return p
}

func (c *compiler) expression() expr { return c.ternary() }

func (c *compiler) ternary() expr {
	cond := c.or()
	if !c.is("?") {
		return cond
	}
	c.advance()
	c.newlines()
	yes := c.ternary()
	c.newlines()
	c.expect(":")
	c.newlines()
	no := c.ternary()
	return func(in *Interp) value {
		if v := cond(in); v.truth() {
			return yes(in)
		}
		return no(in)
	}
}

func (c *compiler) or() expr {
	left := c.and()
	for c.accept("||") {
		c.newlines()
		a, b := left, c.and()
		left = func(in *Interp) value {
			v := a(in)
			if v.truth() {
				return number(1)
			}
			v = b(in)
			return boolean(v.truth())
		}
	}
	return left
}

func (c *compiler) and() expr {
	left := c.membership()
	for c.accept("&&") {
		c.newlines()
		a, b := left, c.membership()
		left = func(in *Interp) value {
			v := a(in)
			if !v.truth() {
				return number(0)
			}
			v = b(in)
			return boolean(v.truth())
		}
	}
	return left
}

// membership is key in array.
func (c *compiler) membership() expr {
	left := c.match()
	for !c.noIn && c.accept("in") {
		if c.tok.kind != tokName {
			c.syntax()
		}
		key, cellOf := joined([]expr{left}), c.array(c.tok.text)
		c.advance()
		left = inArray(key, cellOf)
	}
	return left
}

func inArray(key func(*Interp) (string, bool), cellOf func(*Interp) *cell) expr {
	return func(in *Interp) value {
		k, asNumber := key(in)
		return boolean(cellOf(in).array().find(k, asNumber) != nil)
	}
}

func (c *compiler) match() expr {
	left := c.comparison()
	for c.is("~") || c.is("!~") {
		negate := c.tok.text == "!~"
		c.advance()
		a, re := left, c.regexArgument(c.comparison)
		left = func(in *Interp) value {
			s := in.str(a(in))
			return boolean(re(in).MatchString(s) != negate)
		}
	}
	return left
}

func (c *compiler) comparison() expr {
	left := c.concatenation()
	for {
		op := c.tok.text
		if c.tok.kind != tokPunct || !strings.Contains(" < <= == != > >= ", " "+op+" ") || op == ">" &&
			c.noGT {
			return left
		}
		c.advance()
		a, b := left, c.concatenation()
		left = func(in *Interp) value {
			x := a(in)
			order := in.compare(x, b(in))
			switch op {
			case "<":
				return boolean(order < 0)
			case "<=":
				return boolean(order <= 0)
			case "==":
				return boolean(order == 0)
			case "!=":
				return boolean(order != 0)
			case ">":
				return boolean(order > 0)
			}
			return boolean(order >= 0)
		}
	}
}

// pipe is command | getline, where the command is an operand: for mawk it binds stronger than concatenation.
func (c *compiler) pipe(left expr) expr {
	for c.is("|") {
		saved, savedTok := c.lex, c.tok
		c.advance()
		if !c.accept("getline") {
			c.lex, c.tok = saved, savedTok
			return left
		}
		c.effects++
		command, to := left, c.optionalPlace()
		left = func(in *Interp) value { return in.getlineCommand(in.str(command(in)), to) }
	}
	return left
}

// startsOperand reports whether the present token can begin the right side of a concatenation.
func (c *compiler) startsOperand() bool {
	switch c.tok.kind {
	case tokNumber, tokString, tokName, tokCall, tokBuiltin:
		return true
	case tokPunct:
		return c.tok.text == "$" || c.tok.text == "!" || c.tok.text == "(" || c.tok.text == "-" ||
			c.tok.text == "+" ||
			c.tok.text == "++" || c.tok.text == "--"
	}
	return false
}

func (c *compiler) concatenation() expr {
	left := c.sum()
	for c.startsOperand() && !c.is("+") && !c.is("-") {
		a, b := left, c.sum()
		left = func(in *Interp) value {
			s := in.str(a(in))
			return text(s + in.str(b(in)))
		}
	}
	return left
}

func (c *compiler) sum() expr {
	left := c.product()
	for c.is("+") || c.is("-") {
		minus := c.tok.text == "-"
		c.advance()
		a, b := left, c.product()
		left = func(in *Interp) value {
			x := a(in)
			y := b(in)
			if minus {
				return number(x.num() - y.num())
			}
			return number(x.num() + y.num())
		}
	}
	return left
}

func (c *compiler) product() expr {
	left := c.unary()
	for c.is("*") || c.is("/") || c.is("%") {
		op := c.tok.text[0]
		c.advance()
		a, b := left, c.unary()
		left = func(in *Interp) value {
			x := a(in)
			y := b(in)
			return number(arithmetic(op, x.num(), y.num()))
		}
	}
	return left
}

func arithmetic(op byte, x, y float64) float64 {
	var n float64
	switch op {
	case '+':
		n = x + y
	case '-':
		n = x - y
	case '*':
		n = x * y
	case '/':
		n = x / y
	case '%':
		n = math.Mod(x, y)
	default:
		return math.Pow(x, y)
	}
	if !math.IsNaN(n) {
		return n
	}
	return invalid(n, x, y)
}

// invalid gives the NaN that an operation made of numbers the sign that the x86 gives it.
func invalid(result float64, operands ...float64) float64 {
	if !math.IsNaN(result) || slices.ContainsFunc(operands, math.IsNaN) {
		return result
	}
	return math.Copysign(math.NaN(), -1)
}

func (c *compiler) unary() expr {
	switch {
	case c.accept("!"):
		e := c.unary()
		return func(in *Interp) value {
			v := e(in)
			return boolean(!v.truth())
		}
	case c.accept("-"):
		e := c.unary()
		return func(in *Interp) value {
			v := e(in)
			return number(-v.num())
		}
	case c.accept("+"):
		e := c.unary()
		return func(in *Interp) value {
			v := e(in)
			return number(v.num())
		}
	}
	return c.power()
}

func (c *compiler) power() expr {
	base := c.postfix()
	if !c.accept("^") {
		return base
	}
	exponent := c.powerOperand()
	return func(in *Interp) value {
		x := base(in)
		y := exponent(in)
		return number(math.Pow(x.num(), y.num()))
	}
}

// powerOperand lets a sign stand before an exponent.
func (c *compiler) powerOperand() expr {
	if c.accept("-") {
		e := c.powerOperand()
		return func(in *Interp) value {
			v := e(in)
			return number(-v.num())
		}
	}
	return c.power()
}

// postfix reads an operand, and if it is a place, assignment and ++ and -- behind it.
func (c *compiler) postfix() expr {
	for _, op := range []string{"++", "--"} {
		if c.accept(op) {
			p, _ := c.operand()
			if p == nil {
				c.syntax()
			}
			delta := map[string]float64{"++": 1, "--": -1}[op]
			c.effects++
			return func(in *Interp) value {
				p := p.once(in)
				v := p.get(in)
				v = number(v.num() + delta)
				p.set(in, v)
				return v
			}
		}
	}
	p, e := c.operand()
	if p == nil {
		return c.pipe(e)
	}
	for op, delta := range map[string]float64{"++": 1, "--": -1} {
		if c.accept(op) {
			c.effects++
			return func(in *Interp) value {
				p := p.once(in)
				v := p.get(in)
				v = number(v.num())
				p.set(in, number(v.n+delta))
				return v
			}
		}
	}
	if e = c.assignment(p); c.is("|") {
		return c.pipe(e)
	}
	return e
}

func (c *compiler) assignment(p *place) expr {
	if c.accept("=") {
		c.newlines()
		before := c.effects
		e := c.ternary()
		if p.fix != nil && (p.impure || c.effects > before) { // the subscript comes first
			c.effects++
			return func(in *Interp) value {
				p := p.fix(in)
				v := e(in)
				p.set(in, v)
				return v
			}
		}
		c.effects++
		return func(in *Interp) value {
			v := e(in)
			p.set(in, v)
			return v
		}
	}
	for _, op := range []string{"+=", "-=", "*=", "/=", "%=", "^="} {
		if !c.accept(op) {
			continue
		}
		c.newlines()
		before := c.effects
		e := c.ternary()
		p.impure = p.impure || p.fix != nil && c.effects > before
		c.effects++
		return func(in *Interp) value {
			p := p.once(in)
			y := e(in)
			x := p.get(in)
			v := number(arithmetic(op[0], x.num(), y.num()))
			p.set(in, v)
			return v
		}
	}
	return p.get
}
