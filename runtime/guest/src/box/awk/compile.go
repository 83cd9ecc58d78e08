package awk

import "strings"

type compiler struct {
	lex     lexer
	tok     token
	p       *Program
	locals  map[string]int // of the function being compiled
	calls   []*function
	loops   int
	effects int             // expressions so far that do more than give a value
	noIn    bool            // in is not an operator: the head of for
	noGT    bool            // > is a redirection: print
	kinds   map[string]byte // of globals: 's' is a scalar and 'a' an array, by their first use
	special bool            // within BEGIN or END
	parens  int
}

func (c *compiler) advance() { c.tok = c.lex.next() }

func (c *compiler) slot(name string) int {
	if i, ok := c.p.slots[name]; ok {
		return i
	}
	i := len(c.p.globals)
	c.p.globals = append(c.p.globals, name)
	c.p.slots[name] = i
	return i
}

func (c *compiler) is(text string) bool {
	return (c.tok.kind == tokPunct || c.tok.kind == tokWord) && c.tok.text == text
}

func (c *compiler) accept(text string) bool {
	if c.is(text) {
		c.advance()
		return true
	}
	return false
}

func (c *compiler) expect(text string) {
	if !c.accept(text) {
		c.syntax()
	}
}

// syntax reports the present token as the place of an error.
func (c *compiler) syntax() {
	switch c.tok.kind {
	case tokEOF:
		if c.parens > 0 {
			fail(c.tok.line+1, "missing } near end of file")
		}
		fail(c.tok.line, "syntax error at or near end of file")
	case tokNewline:
		fail(c.tok.line, "syntax error at or near end of line")
	case tokString:
		fail(c.tok.line, "syntax error at or near \"%s\"", c.tok.text)
	case tokNumber:
		fail(c.tok.line, "syntax error at or near %s", formatG(c.tok.num, 6))
	}
	fail(c.tok.line, "syntax error at or near %s", c.tok.text)
}

func (c *compiler) newlines() {
	for c.tok.kind == tokNewline {
		c.advance()
	}
}

// ends skips newlines and semicolons between items.
func (c *compiler) ends() {
	for c.tok.kind == tokNewline || c.is(";") {
		c.advance()
	}
}

func (c *compiler) program() {
	c.advance()
	c.ends()
	for c.tok.kind != tokEOF {
		c.item()
		c.ends()
	}
	for _, f := range c.calls {
		if !f.known {
			fail(c.tok.line+1, "function %s never defined", f.name)
		}
	}
}

func (c *compiler) item() {
	switch {
	case c.is("function"):
		c.advance()
		c.function()
	case c.accept("BEGIN"):
		if !c.is("{") {
			c.syntax()
		}
		c.p.begin = append(c.p.begin, c.specialBlock())
	case c.accept("END"):
		if !c.is("{") {
			c.syntax()
		}
		c.p.end = append(c.p.end, c.specialBlock())
	case c.is("}"):
		fail(c.tok.line, "extra '}'")
	default:
		r := rule{}
		if !c.is("{") {
			r.from = c.expression()
			if c.accept(",") {
				c.newlines()
				r.to = c.expression()
			}
		}
		if c.is("{") {
			r.do = c.block()
		}
		c.p.main = append(c.p.main, r)
	}
}

// specialBlock is the block of BEGIN or END.
func (c *compiler) specialBlock() action {
	c.special = true
	defer func() { c.special = false }()
	return c.block()
}

func (c *compiler) functionOf(name string) *function {
	f, ok := c.p.functions[name]
	if !ok {
		f = &function{name: name}
		c.p.functions[name] = f
	}
	return f
}

func (c *compiler) function() {
	if c.tok.kind != tokName && c.tok.kind != tokCall {
		c.syntax()
	}
	f := c.functionOf(c.tok.text)
	if f.known {
		fail(c.tok.line, "redefinition of %s", f.name)
	}
	f.known = true
	c.advance()
	c.expect("(")
	c.locals = map[string]int{}
	for !c.is(")") {
		if c.tok.kind != tokName || c.tok.text == f.name {
			c.syntax()
		}
		if _, twice := c.locals[c.tok.text]; twice {
			fail(c.tok.line, "%s is duplicated in argument list", c.tok.text)
		}
		c.locals[c.tok.text] = len(f.params)
		f.params = append(f.params, c.tok.text)
		c.advance()
		if !c.is(")") {
			c.expect(",")
			c.newlines()
		}
	}
	c.advance()
	c.newlines()
	f.body = c.block()
	c.locals = nil
}

// block compiles { statements }.
func (c *compiler) block() action {
	c.parens++
	c.expect("{")
	var list []action
	for c.ends(); !c.is("}"); c.ends() {
		if c.tok.kind == tokEOF {
			c.syntax()
		}
		list = append(list, c.statement())
	}
	c.advance()
	c.parens--
	return sequence(list)
}

func sequence(list []action) action {
	if len(list) == 1 {
		return list[0]
	}
	return func(in *Interp) flow {
		for _, a := range list {
			if f := a(in); f != flowNormal {
				return f
			}
		}
		return flowNormal
	}
}

// terminator ends a simple statement.
func (c *compiler) terminator() {
	switch {
	case c.is("}"), c.tok.kind == tokEOF && c.parens == 0:
	case c.tok.kind == tokNewline || c.is(";"):
		c.advance()
	default:
		c.syntax()
	}
}

// list is a, b, c.
func (c *compiler) list() []expr {
	list := []expr{c.expression()}
	for c.accept(",") {
		c.newlines()
		list = append(list, c.expression())
	}
	return list
}

// inner is an expression in parentheses, where > compares again.
func (c *compiler) inner() expr {
	gt, noIn := c.noGT, c.noIn
	c.noGT, c.noIn = false, false
	e := c.expression()
	c.noGT, c.noIn = gt, noIn
	return e
}

func (c *compiler) innerList() []expr {
	gt, noIn := c.noGT, c.noIn
	c.noGT, c.noIn = false, false
	c.newlines()
	list := c.list()
	c.newlines()
	c.noGT, c.noIn = gt, noIn
	return list
}

// subscript reads a, b up to the closing bracket; the key is joined by SUBSEP.
func (c *compiler) subscript(end string) func(in *Interp) (key string, asNumber bool) {
	list := c.innerList()
	c.expect(end)
	return joined(list)
}

func joined(list []expr) func(in *Interp) (string, bool) {
	if len(list) == 1 {
		e := list[0]
		return func(in *Interp) (string, bool) {
			v := e(in)
			return in.str(v), v.kind == kindNumber && v.n == float64(int32(v.n))
		}
	}
	return func(in *Interp) (string, bool) {
		parts := make([]string, len(list))
		for i, e := range list {
			parts[i] = in.str(e(in))
		}
		return strings.Join(parts, in.globalText(slotSUBSEP)), false
	}
}
