package awk

import "strings"

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
		c.inRule(line, word)
		c.advance()
		return func(*Interp) flow { return flowNext }
	case "nextfile":
		c.inRule(line, word)
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

// inRule wants a statement to stand in a rule for records.
func (c *compiler) inRule(line int, word string) {
	if c.locals != nil || c.special {
		fail(line, "improper use of %s", word)
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
	cellOf := c.array(c.tok.text)
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
			cellOf := c.array(array)
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
	formatted, line := c.tok.text == "printf", c.tok.line
	c.advance()
	var list []expr
	c.noGT = true
	if c.is("(") {
		list = c.printList()
	} else if !c.is(">") && !c.is(">>") && !c.is("|") && !c.is(";") && !c.is("}") &&
		c.tok.kind != tokNewline &&
		c.tok.kind != tokEOF {
		list = c.list()
	}
	c.noGT = false
	open := c.redirection()
	if formatted && len(list) == 0 {
		fail(line, "no arguments in call to printf")
	}
	return func(in *Interp) flow {
		switch {
		case formatted:
			args := in.values(list)
			in.write(open, in.printf(open, args))
		case open == nil:
			in.print(list)
		default:
			base := len(in.out)
			in.printed(list)
			line := string(in.out[base:])
			in.out = in.out[:base]
			in.write(open, line)
		}
		return flowNormal
	}
}

// printf formats; before an error it writes what came before that.
func (in *Interp) printf(open func(in *Interp) (mode, name string), args []value) string {
	var b strings.Builder
	done := false
	defer func() {
		if !done {
			in.write(open, b.String())
		}
	}()
	in.formatTo(&b, "printf", in.str(args[0]), args[1:])
	done = true
	return b.String()
}

// printList reads print (a, b) > "x" as a list, but print (a)(b) as one expression.
func (c *compiler) printList() []expr {
	saved, savedTok := c.lex, c.tok
	c.advance()
	list := c.innerList()
	if c.accept(")") {
		switch {
		case c.tok.kind == tokNewline ||
			c.tok.kind == tokEOF, c.is(";"), c.is("}"), c.is(">"), c.is(">>"), c.is("|"):
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
		target := c.expression()
		return func(in *Interp) (string, string) { return mode, in.str(target(in)) }
	}
	return nil
}
