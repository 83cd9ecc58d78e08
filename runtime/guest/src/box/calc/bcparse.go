package calc

import "fmt"

// node is a piece of a program. at is the address that bc's own code would have behind it, which
// its messages show.
type node struct {
	op   string
	text string
	subs []*node
	at   int
	num  Number
	// void reports for an expression that its value is not printed.
	void bool
}

// function is what define makes.
type function struct {
	params []param
	autos  []param
	body   []*node
	void   bool
}

type param struct {
	name  string
	array bool
	ref   bool // of an array, by name
}

// syntaxError ends the parsing of a line.
type syntaxError struct{}

type parser struct {
	b       *bc
	lex     *lexer
	tok     token
	have    bool
	address int
	loops   int
	bad     bool // the line has what is no token
	inside  bool // a function
	void    bool
}

func (p *parser) peek() token {
	if !p.have {
		p.tok, p.have = p.lex.next(), true
	}
	return p.tok
}

func (p *parser) next() token {
	t := p.peek()
	p.have = false
	return t
}

func (p *parser) accept(kind string) bool {
	if p.peek().kind == kind {
		p.have = false
		return true
	}
	return false
}

func (p *parser) want(kind string) token {
	if p.peek().kind != kind {
		p.fail()
	}
	return p.next()
}

func (p *parser) fail() {
	p.error("syntax error")
	panic(syntaxError{})
}

func (p *parser) error(text string) {
	p.b.host.Err(fmt.Sprintf("%s %d: %s\n", p.lex.file, p.lex.line, text))
	p.b.failed = true
}

// emit makes a node whose code has that many bytes behind that of its parts.
func (p *parser) emit(op string, size int, subs ...*node) *node {
	p.address += size
	return &node{op: op, subs: subs, at: p.address}
}

// line reads what is executed at once: a line or a definition. more is false at the end.
func (p *parser) line() (list []*node, more bool) {
	p.address, p.loops, p.inside, p.bad = 0, 0, false, false
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(syntaxError); !ok {
				panic(e)
			}
			list = nil
			more = p.skipLine()
		}
	}()
	if p.peek().kind == kindEnd {
		return nil, false
	}
	if p.accept("define") {
		p.define()
		p.accept(kindNewline)
		return nil, true
	}
	for {
		switch t := p.peek(); t.kind {
		case kindNewline:
			p.next()
			if p.bad {
				list = nil
			}
			return list, true
		case kindEnd:
			if len(list) > 0 {
				p.fail()
			}
			return list, false
		case ";":
			p.next()
			continue
		}
		list = append(list, p.statement())
		if k := p.peek().kind; k != ";" && k != kindNewline {
			p.fail()
		}
	}
}

func (p *parser) skipLine() bool {
	for {
		switch p.next().kind {
		case kindNewline:
			return true
		case kindEnd:
			return false
		}
	}
}

func (p *parser) newlines() {
	for p.accept(kindNewline) {
	}
}

func (p *parser) statement() *node {
	switch t := p.peek(); t.kind {
	case kindString:
		p.next()
		n := p.emit("text", len(t.text)+2)
		n.text = t.text
		return n
	case "break", "continue":
		p.next()
		if p.loops == 0 {
			if t.kind == "break" {
				p.error("Break outside a for/while")
			} else {
				p.error("Continue outside a for")
			}
			return p.emit("nothing", 0)
		}
		return p.emit(t.kind, 3)
	case "quit":
		p.b.flush()
		panic(quit{})
	case "halt":
		p.next()
		return p.emit("halt", 1)
	case "limits", "warranty":
		p.next()
		n := p.emit("about", 0)
		n.text = t.kind
		return n
	case "return":
		return p.returning()
	case "print":
		return p.print()
	case "if":
		return p.choice()
	case "while":
		return p.loop()
	case "for":
		return p.counting()
	case "{":
		p.next()
		return p.block()
	}
	e, assigned := p.expression()
	if assigned || e.void {
		return p.emit("drop", 1, e)
	}
	return p.emit("show", 1, e)
}

func (p *parser) block() *node {
	var list []*node
	for !p.accept("}") {
		if p.accept(";") || p.accept(kindNewline) {
			continue
		}
		list = append(list, p.statement())
		if k := p.peek().kind; k != ";" && k != kindNewline && k != "}" {
			p.fail()
		}
	}
	return p.emit("block", 0, list...)
}

func (p *parser) returning() *node {
	p.next()
	outside := func() {
		if !p.inside {
			p.peek() // is read before it is told
			p.error("Return outside of a function.")
		}
	}
	defer outside()
	switch p.peek().kind {
	case ";", kindNewline, "}", kindEnd:
		return p.emit("return", 2)
	}
	e, _ := p.expression()
	if p.void {
		p.error("Return expression in a void function.")
	}
	return p.emit("return", 1, e)
}

func (p *parser) print() *node {
	p.next()
	var list []*node
	for {
		if t := p.peek(); t.kind == kindString {
			p.next()
			n := p.emit("escaped", len(t.text)+2)
			n.text = t.text
			list = append(list, n)
		} else {
			e, _ := p.expression()
			list = append(list, p.emit("bare", 1, e))
		}
		if !p.accept(",") {
			return p.emit("block", 0, list...)
		}
	}
}

func (p *parser) choice() *node {
	p.next()
	p.want("(")
	condition, _ := p.expression()
	p.want(")")
	p.address += 3
	p.newlines()
	then := p.statement()
	if !p.accept("else") {
		return p.emit("if", 0, condition, then)
	}
	p.address += 3
	p.newlines()
	return p.emit("if", 0, condition, then, p.statement())
}

func (p *parser) loop() *node {
	p.next()
	p.want("(")
	condition, _ := p.expression()
	p.want(")")
	p.address += 3
	p.newlines()
	p.loops++
	body := p.statement()
	p.loops--
	return p.emit("while", 3, condition, body)
}

func (p *parser) counting() *node {
	p.next()
	p.want("(")
	part := func(end string) *node {
		n := p.emit("nothing", 0)
		if p.peek().kind != end {
			n, _ = p.expression()
			p.address++
		}
		p.want(end)
		return n
	}
	start := part(";")
	condition := part(";")
	if condition.op == "nothing" {
		condition = p.emit("number", 1)
		condition.num = one
	}
	step := part(")")
	p.address += 9
	p.newlines()
	p.loops++
	body := p.statement()
	p.loops--
	return p.emit("for", 3, start, condition, step, body)
}

// define reads a function; its code is its own.
func (p *parser) define() {
	f := &function{void: p.accept("void")}
	name := p.want(kindName).text
	p.want("(")
	if !p.accept(")") {
		f.params = p.params()
		p.want(")")
	}
	p.newlines()
	p.want("{")
	p.newlines()
	if p.accept("auto") {
		f.autos = p.params()
		if !p.accept(";") {
			p.want(kindNewline)
		}
	}
	p.inside, p.void, p.loops = true, f.void, 0
	f.body = []*node{p.block()}
	p.inside, p.void = false, false
	p.b.functions[name] = f
}

func (p *parser) params() []param {
	var list []param
	for {
		ref := p.accept("*") || p.accept("&")
		a := param{name: p.want(kindName).text}
		if p.accept("[") {
			p.want("]")
			a.array = true
		}
		a.ref = ref
		for _, other := range list {
			if other.name == a.name && other.array == a.array {
				p.error("duplicate parameter names")
			}
		}
		list = append(list, a)
		if !p.accept(",") {
			return list
		}
	}
}
