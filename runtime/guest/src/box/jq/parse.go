package jq

import (
	"math"
	"strconv"
	"strings"
)

// parser reads a program by descent. Where bison would list what it expected, so does the text given to
// unexpected.
type parser struct {
	lexer
	tok  token
	name string // of the source in messages
}

// parse returns the tree of a program.
func parse(src, name string) (n *node, err error) {
	p := &parser{lexer: lexer{src: src}, name: name}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok {
				panic(r)
			}
			n, err = nil, e
		}
	}()
	p.advance()
	switch p.tok.kind {
	case "import", "include", "module":
		panic(&Missing{p.tok.kind})
	}
	return p.program(), nil
}

func (p *parser) advance() { p.tok = p.next() }

// message is an error at a place, as jq shows it: the line, and as many spaces as lie before the place.
func (p *parser) message(text string, start int) string {
	line := 1 + strings.Count(p.src[:start], "\n")
	from := strings.LastIndexByte(p.src[:start], '\n') + 1
	whole, _, _ := strings.Cut(p.src[from:], "\n")
	return "jq: error: " + text + " at " + p.name + ", line " + strconv.Itoa(line) + ":\n" + whole +
		strings.Repeat(" ", start-from) + "\n"
}

func (p *parser) fail(text string, start int, more ...string) {
	lines := p.message(text, start)
	for _, m := range more {
		lines += m
	}
	panic(&CompileError{lines, 1 + len(more)})
}

func (p *parser) unexpected(expecting string, more ...string) {
	text := "syntax error, unexpected " + p.tok.shown()
	if expecting != "" {
		text += ", expecting " + expecting
	}
	p.fail(text+" (Unix shell quoting issues?)", p.tok.start, more...)
}

func (p *parser) is(kind string) bool { return p.tok.kind == kind }

func (p *parser) accept(kind string) bool {
	if p.tok.kind != kind {
		return false
	}
	p.advance()
	return true
}

// expect takes a token; others is what jq would list.
func (p *parser) expect(kind, others string) token {
	t := p.tok
	if t.kind != kind {
		p.unexpected(others)
	}
	p.advance()
	return t
}

// program is a sequence of definitions and a filter, which may be missing.
func (p *parser) program() *node {
	if p.is(tokEnd) {
		return &node{}
	}
	if !p.is("def") && !p.starts() {
		p.unexpected(tokEnd)
	}
	n := p.pipe(true)
	if !p.is(tokEnd) {
		p.unexpected(tokEnd)
	}
	return n
}

// starts reports whether an expression may begin with the token.
func (p *parser) starts() bool {
	switch p.tok.kind {
	case tokField, tokIdent, tokLiteral, tokFormat, tokStart, ".", "..", "(", "[", "{", "$", "-", "def", "if",
		"reduce", "foreach", "try", "label":
		return true
	}
	return false
}

// pipe reads a whole expression. At the top of a program definitions may be all that there is.
func (p *parser) pipe(top bool) *node {
	if p.is("def") {
		d := p.define()
		if top && p.is(tokEnd) {
			return &node{op: opDefine, def: d, a: &node{}}
		}
		return &node{op: opDefine, def: d, a: p.pipe(top)}
	}
	n := p.binary(precComma)
	if p.is("|") {
		start := p.tok.start
		p.advance()
		return &node{op: opPipe, a: n, b: p.pipe(false), start: start}
	}
	return n
}

func (p *parser) define() *definition {
	p.advance()
	d := &definition{name: p.expect(tokIdent, tokIdent).text}
	if p.accept("(") {
		for {
			prefix := ""
			if p.accept("$") {
				prefix = "$"
			}
			list := tokIdent
			if prefix == "" {
				list = tokIdent + " or '$'"
			}
			d.params = append(d.params, prefix+p.expect(tokIdent, list).text)
			if p.accept(")") {
				break
			}
			p.expect(";", "';' or ')'")
		}
	}
	others := "':'"
	if d.params == nil {
		others = "'(' or ':'"
	}
	p.expect(":", others)
	d.body = p.pipe(false)
	p.expect(";", "")
	return d
}

// Precedences, from the loosest.
const (
	precComma = iota + 1
	precAlternative
	precAssign
	precOr
	precAnd
	precCompare
	precAdd
	precMultiply
	precOperand
)

func precedence(kind string) int {
	switch kind {
	case ",":
		return precComma
	case "//":
		return precAlternative
	case "=", "|=", "+=", "-=", "*=", "/=", "%=", "//=":
		return precAssign
	case "or":
		return precOr
	case "and":
		return precAnd
	case "==", "!=", "<", "<=", ">", ">=":
		return precCompare
	case "+", "-":
		return precAdd
	case "*", "/", "%":
		return precMultiply
	}
	return 0
}

func (p *parser) binary(least int) *node {
	n := p.operand()
	barred := 0 // the level of an operator that may not follow its like
	for {
		prec := precedence(p.tok.kind)
		if prec < least || prec == 0 {
			return n
		}
		if prec == barred {
			p.unexpected("")
		}
		t := p.tok
		p.advance()
		next := prec + 1
		if prec == precAlternative {
			next = prec
		}
		n = p.combine(t, n, p.binary(next))
		barred = 0
		if prec == precAssign || prec == precCompare {
			barred = prec
		}
	}
}

func (p *parser) combine(t token, a, b *node) *node {
	n := &node{op: opBinary, name: t.kind, a: a, b: b, start: a.start}
	switch precedence(t.kind) {
	case precComma:
		n.op = opComma
	case precAlternative:
		n.op = opAlternative
	case precAssign:
		n.op = opAssign
	case precOr:
		n.op = opOr
	case precAnd:
		n.op = opAnd
	default:
		p.fold(n)
	}
	return n
}

// fold finds divisions of constants by zero, which jq does when it compiles.
func (p *parser) fold(n *node) {
	_, left := n.a.value.(float64)
	right, ok := n.b.value.(float64)
	if n.name == "/" && n.a.op == opLiteral && n.b.op == opLiteral && left && ok && right == 0 {
		p.fail("Division by zero?", n.start)
	}
}

// operand is an expression that no operator of a lower precedence can break up.
func (p *parser) operand() *node {
	start := p.tok.start
	n := p.bare()
	for p.is("?") {
		p.advance()
		n = &node{op: opTry, a: n, start: start}
	}
	return n
}

func (p *parser) bare() *node {
	start := p.tok.start
	switch p.tok.kind {
	case "-":
		p.advance()
		return &node{op: opNegate, a: p.binary(precMultiply), start: start}
	case "try":
		p.advance()
		n := &node{op: opTry, a: p.bare(), start: start}
		if p.accept("catch") {
			if !p.starts() {
				p.unexpected("", p.message("Possibly unterminated 'try' statement", start))
			}
			n.b = p.bare()
		}
		return n
	case "reduce", "foreach":
		return p.fold2(start)
	case "if":
		return p.conditional(start)
	case "def":
		return p.pipe(false)
	case "label":
		p.advance()
		p.expect("$", "'$'")
		name := p.expect(tokIdent, tokIdent).text
		p.expect("|", "'|'")
		return &node{op: opLabel, name: name, a: p.pipe(false), start: start}
	}
	n := p.term()
	if p.accept("as") {
		patterns := p.patterns()
		p.expect("|", "'|'")
		return &node{op: opAs, a: n, patterns: patterns, b: p.pipe(false), start: start}
	}
	return n
}

// fold2 reads reduce and foreach.
func (p *parser) fold2(start int) *node {
	n := &node{op: opReduce, start: start}
	if p.is("foreach") {
		n.op = opForeach
	}
	p.advance()
	n.a = p.term()
	p.expect("as", "")
	n.patterns = p.patterns()
	p.expect("(", "'('")
	n.b = p.pipe(false)
	p.expect(";", "")
	n.c = p.pipe(false)
	if n.op == opForeach && p.accept(";") {
		n.d = p.pipe(false)
	}
	p.expect(")", "")
	return n
}

func (p *parser) conditional(start int) *node {
	p.advance()
	n := &node{op: opIf, a: p.pipe(false), start: start}
	p.expect("then", "")
	n.b = p.pipe(false)
	switch p.tok.kind {
	case "elif":
		n.c = p.conditional(p.tok.start)
		return n
	case "else":
		p.advance()
		if p.starts() {
			n.c = p.pipe(false)
		}
		if n.c != nil && p.accept("end") {
			return n
		}
	}
	p.unexpected("", p.message("Possibly unterminated 'if' statement", start))
	return nil
}

func literal(v any, start int) *node { return &node{op: opLiteral, value: v, start: start} }

func (p *parser) number() *node {
	v, err := strconv.ParseFloat(p.tok.text, 64)
	if err != nil && !math.IsInf(v, 0) {
		p.unexpected("")
	}
	n := literal(v, p.tok.start)
	p.advance()
	return n
}
