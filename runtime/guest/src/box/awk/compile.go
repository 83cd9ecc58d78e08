package awk

import "strings"

type compiler struct {
	lex    lexer
	tok    token
	p      *Program
	locals map[string]int // of the function being compiled
	calls  []*function
	loops  int
	noIn   bool // in is not an operator: the head of for
	noGT   bool // > is a redirection: print
	arrays map[string]bool
	parens int
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
	case c.is("function") || c.is("func"):
		c.advance()
		c.function()
	case c.accept("BEGIN"):
		if !c.is("{") {
			c.syntax()
		}
		c.p.begin = append(c.p.begin, c.block())
	case c.accept("END"):
		if !c.is("{") {
			c.syntax()
		}
		c.p.end = append(c.p.end, c.block())
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
		if c.tok.kind != tokName {
			c.syntax()
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

func (c *compiler) statement() action {
	if c.tok.kind == tokWord {
		switch word := c.tok.text; word {
		case "if":
			return c.ifStatement()
		case "while":
			return c.whileStatement()
		case "do":
			return c.doStatement()
		case "for":
			return c.forStatement()
		}
	}
	if c.is("{") {
		return c.block()
	}
	if c.accept(";") {
		return func(*Interp) flow { return flowNormal }
	}
	a := c.simple()
	c.terminator()
	return a
}

// body is the statement of a loop or branch.
func (c *compiler) body() action {
	c.newlines()
	if c.accept(";") {
		return func(*Interp) flow { return flowNormal }
	}
	return c.statement()
}

func (c *compiler) simple() action {
	word := ""
	if c.tok.kind == tokWord {
		word = c.tok.text
	}
	line := c.tok.line
	switch word {
	case "print", "printf":
		return c.printStatement()
	case "next":
		if c.locals != nil {
			fail(line, "improper use of next")
		}
		c.advance()
		return func(*Interp) flow { return flowNext }
	case "nextfile":
		c.advance()
		return func(in *Interp) flow {
			in.nextFile()
			return flowNext
		}
	case "break", "continue":
		c.advance()
		if c.loops == 0 {
			fail(line, "%s statement outside of loop", word)
		}
		f := map[string]flow{"break": flowBreak, "continue": flowContinue}[word]
		return func(*Interp) flow { return f }
	case "exit":
		c.advance()
		code := c.optional()
		return func(in *Interp) flow {
			if code != nil {
				v := code(in)
				in.exitCode = int(v.num())
			}
			return flowExit
		}
	case "return":
		c.advance()
		if c.locals == nil {
			fail(line, "return outside function body")
		}
		result := c.optional()
		return func(in *Interp) flow {
			in.result = value{}
			if result != nil {
				in.result = result(in)
			}
			return flowReturn
		}
	case "delete":
		return c.deleteStatement()
	}
	e := c.expression()
	return func(in *Interp) flow {
		e(in)
		return flowNormal
	}
}

// optional is an expression or nil before a terminator.
func (c *compiler) optional() expr {
	if c.is(";") || c.is("}") || c.tok.kind == tokNewline || c.tok.kind == tokEOF {
		return nil
	}
	return c.expression()
}

func (c *compiler) deleteStatement() action {
	c.advance()
	if c.tok.kind != tokName {
		c.syntax()
	}
	cellOf := c.cell(c.tok.text)
	c.advance()
	if !c.accept("[") {
		return func(in *Interp) flow {
			cellOf(in).array().clear()
			return flowNormal
		}
	}
	sub := c.subscript("]")
	return func(in *Interp) flow {
		key, _ := sub(in)
		cellOf(in).array().remove(key)
		return flowNormal
	}
}

func (c *compiler) ifStatement() action {
	c.advance()
	c.expect("(")
	cond := c.inner()
	c.expect(")")
	then := c.body()
	// An else may stand behind newlines and a semicolon.
	saved, savedTok := c.lex, c.tok
	c.ends()
	if !c.accept("else") {
		c.lex, c.tok = saved, savedTok
		return func(in *Interp) flow {
			if v := cond(in); v.truth() {
				return then(in)
			}
			return flowNormal
		}
	}
	otherwise := c.body()
	return func(in *Interp) flow {
		if v := cond(in); v.truth() {
			return then(in)
		}
		return otherwise(in)
	}
}

func (c *compiler) loopBody() action {
	c.loops++
	defer func() { c.loops-- }()
	return c.body()
}

func (c *compiler) whileStatement() action {
	c.advance()
	c.expect("(")
	cond := c.inner()
	c.expect(")")
	body := c.loopBody()
	return func(in *Interp) flow {
		for {
			if v := cond(in); !v.truth() {
				return flowNormal
			}
			if f := body(in); f == flowBreak {
				return flowNormal
			} else if f > flowContinue {
				return f
			}
		}
	}
}

func (c *compiler) doStatement() action {
	c.advance()
	body := c.loopBody()
	c.ends()
	c.expect("while")
	c.expect("(")
	cond := c.inner()
	c.expect(")")
	c.terminator()
	return func(in *Interp) flow {
		for {
			if f := body(in); f == flowBreak {
				return flowNormal
			} else if f > flowContinue {
				return f
			}
			if v := cond(in); !v.truth() {
				return flowNormal
			}
		}
	}
}

func (c *compiler) forStatement() action {
	c.advance()
	c.expect("(")
	if a := c.forIn(); a != nil {
		return a
	}
	var start, step action
	var cond expr
	if !c.is(";") {
		start = c.simple()
	}
	c.expect(";")
	c.newlines()
	if !c.is(";") {
		cond = c.inner()
	}
	c.expect(";")
	c.newlines()
	if !c.is(")") {
		step = c.simple()
	}
	c.expect(")")
	body := c.loopBody()
	return func(in *Interp) flow {
		if start != nil {
			start(in)
		}
		for {
			if cond != nil {
				if v := cond(in); !v.truth() {
					return flowNormal
				}
			}
			if f := body(in); f == flowBreak {
				return flowNormal
			} else if f > flowContinue {
				return f
			}
			if step != nil {
				step(in)
			}
		}
	}
}

// forIn compiles for (name in array), or returns nil if this is another for.
func (c *compiler) forIn() action {
	saved, savedTok := c.lex, c.tok
	name := c.tok
	c.advance()
	if name.kind == tokName && c.accept("in") && c.tok.kind == tokName {
		array := c.tok.text
		if c.advance(); c.accept(")") {
			set := c.assigner(name.text)
			cellOf := c.cell(array)
			body := c.loopBody()
			return func(in *Interp) flow {
				for _, k := range cellOf(in).array().keys() {
					set(in, input(k))
					if f := body(in); f == flowBreak {
						return flowNormal
					} else if f > flowContinue {
						return f
					}
				}
				return flowNormal
			}
		}
	}
	c.lex, c.tok = saved, savedTok
	return nil
}

func (c *compiler) printStatement() action {
	formatted := c.tok.text == "printf"
	c.advance()
	var list []expr
	c.noGT = true
	if c.is("(") {
		list = c.printList()
	} else if !c.is(">") && !c.is(">>") && !c.is("|") && !c.is(";") && !c.is("}") && c.tok.kind != tokNewline &&
		c.tok.kind != tokEOF {
		list = c.list()
	}
	c.noGT = false
	open := c.redirection()
	if formatted && len(list) == 0 {
		c.syntax()
	}
	return func(in *Interp) flow {
		var line string
		if formatted {
			args := in.values(list)
			line = in.format("printf", in.str(args[0]), args[1:])
		} else {
			line = in.printed(list) + in.globalText(slotORS)
		}
		in.write(open, line)
		return flowNormal
	}
}

// printList reads print (a, b) > "x" as a list, but print (a)(b) as one expression.
func (c *compiler) printList() []expr {
	saved, savedTok := c.lex, c.tok
	c.advance()
	list := c.innerList()
	if c.accept(")") {
		switch {
		case c.tok.kind == tokNewline || c.tok.kind == tokEOF, c.is(";"), c.is("}"), c.is(">"), c.is(">>"), c.is("|"):
			return list
		}
	}
	c.lex, c.tok = saved, savedTok
	c.noGT = true
	return c.list()
}

// redirection reads > >> or | behind print; nil is standard output.
func (c *compiler) redirection() func(in *Interp) (mode, name string) {
	for _, mode := range []string{">>", ">", "|"} {
		if !c.accept(mode) {
			continue
		}
		target := c.concatenation()
		return func(in *Interp) (string, string) { return mode, in.str(target(in)) }
	}
	return nil
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
