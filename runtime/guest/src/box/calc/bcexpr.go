package calc

// expression reads one; assigned is true for an assignment, whose value a statement does not print.
func (p *parser) expression() (n *node, assigned bool) {
	n = p.binary(0)
	return n, n.op == "assign"
}

// levels are the operators from the loosest; `!` stands between && and the comparisons, and
// assignments are taken where a variable is.
var levels = [][]string{
	{"||"}, {"&&"}, {"!"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}, {"^"},
}

const (
	levelNot   = 2
	levelSum   = 4
	levelPower = 6
)

func (p *parser) binary(level int) *node {
	switch {
	case level == levelNot && p.peek().kind == "!":
		p.next()
		return p.emit("!", 1, p.binary(level))
	case level == len(levels):
		return p.unary()
	}
	n := p.binary(level + 1)
	for {
		op := p.peek().kind
		found := false
		for _, o := range levels[level] {
			found = found || o == op
		}
		if !found || level == levelNot {
			return n
		}
		p.next()
		switch level {
		case levelPower:
			return p.emit(op, 1, n, p.binary(level))
		case 0, 1: // the right side is a jump away
			p.address += 4
		}
		n = p.emit(op, 1, n, p.binary(level+1))
	}
}

func (p *parser) unary() *node {
	switch p.peek().kind {
	case "-":
		p.next()
		return p.emit("negate", 1, p.unary())
	case "++", "--":
		op := p.next().kind
		t := p.peek()
		n := p.primary()
		if !n.variable() {
			_ = t
			p.fail()
		}
		return p.emit("pre"+op, 3, n)
	}
	n := p.primary()
	if !n.variable() {
		return n
	}
	switch op := p.peek().kind; op {
	case "++", "--":
		p.next()
		return p.emit("post"+op, 3, n)
	case "=", "+=", "-=", "*=", "/=", "%=", "^=":
		p.next()
		value := p.binary(levelSum)
		size := 0 // the variable is not loaded
		if op != "=" {
			size = 4
		}
		a := p.emit("assign", size, n, value)
		a.text = op[:len(op)-1]
		return a
	}
	return n
}

// variable reports whether the node can be assigned to.
func (n *node) variable() bool {
	switch n.op {
	case "variable", "element", "special":
		return true
	}
	return false
}

func (p *parser) primary() *node {
	t := p.next()
	switch t.kind {
	case kindNumber:
		size := len(t.text) + 2
		if t.text == "0" || t.text == "1" {
			size = 1
		}
		n := p.emit("number", size)
		n.text = t.text
		return n
	case "(":
		e, _ := p.expression()
		p.want(")")
		return p.emit("parens", 0, e)
	case "sqrt", "length":
		p.want("(")
		e, _ := p.expression()
		p.want(")")
		return p.emit(t.kind, 2, e)
	case "scale":
		if p.accept("(") {
			e, _ := p.expression()
			p.want(")")
			return p.emit("scaleof", 2, e)
		}
		return p.special("scale")
	case "ibase", "obase", "last", "history":
		return p.special(t.kind)
	case "read":
		p.want("(")
		p.want(")")
		return p.emit("read", 2)
	case "random":
		p.want("(")
		p.want(")")
		return p.emit("random", 2)
	case kindName:
		return p.named(t.text)
	}
	p.tok, p.have = t, true
	p.fail()
	return nil
}

func (p *parser) special(name string) *node {
	n := p.emit("special", 2)
	n.text = name
	return n
}

func (p *parser) named(name string) *node {
	switch {
	case p.accept("["):
		if p.accept("]") { // an argument that is an array
			n := p.emit("array", 2)
			n.text = name
			return n
		}
		e, _ := p.expression()
		p.want("]")
		n := p.emit("element", 2, e)
		n.text = name
		return n
	case p.accept("("):
		var args []*node
		if !p.accept(")") {
			for {
				e, _ := p.expression()
				args = append(args, e)
				if !p.accept(",") {
					break
				}
			}
			p.want(")")
		}
		size := 3 + len(args)
		n := p.emit("call", size, args...)
		n.text = name
		if f := p.b.functions[name]; f != nil {
			n.void = f.void
		}
		return n
	}
	n := p.emit("variable", 2)
	n.text = name
	return n
}
