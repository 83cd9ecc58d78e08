package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// test reads [[ expression ]].
func (p *parser) test() tree.Node {
	n := &tree.Test{Line: p.lineAt(p.pos)}
	p.pos += len("[[")
	ext := p.opt.ExtGlob
	p.opt.ExtGlob = true // patterns of [[ ]] know the extended operators whatever extglob says
	n.Expr = p.testOr()
	p.newlines()
	if !p.isWord("]]") {
		p.testEnd()
	}
	p.opt.ExtGlob = ext
	p.pos += len("]]")
	return n
}

// testEnd complains about what stands where [[ ]] should end.
func (p *parser) testEnd() { p.badTest("syntax error in conditional expression", "") }

// badTest is an error in [[ ]]: with is the message when the token here is no word, plain that for a
// word.
func (p *parser) badTest(plain, with string) {
	p.blanks()
	token := p.operator()
	switch {
	case p.end() || token == "\n":
		token = "newline"
	case p.isWord("]]"):
		token = "]]"
	}
	last := strings.TrimSpace(p.src[p.pos:]) == ""
	e := &Error{Line: p.absolute(p.pos), Text: plain, Quiet: !last, Incomplete: p.end()}
	if token != "" && with != "" {
		e.Text = strings.Replace(with, "%", token, 1)
	}
	panic(e)
}

func (p *parser) testOr() *tree.TestExpr {
	p.enter()
	defer p.leave()
	x := p.testAnd()
	p.newlines()
	if p.take("||") {
		return &tree.TestExpr{Op: "||", Left: x, Right: p.testOr()}
	}
	return x
}

func (p *parser) testAnd() *tree.TestExpr {
	x := p.testTerm()
	p.newlines()
	if p.take("&&") {
		return &tree.TestExpr{Op: "&&", Left: x, Right: p.testAnd()}
	}
	return x
}

func (p *parser) testTerm() *tree.TestExpr {
	p.enter()
	defer p.leave()
	p.newlines()
	switch {
	case p.end():
		p.badTest("unexpected token `EOF' in conditional command", "")
	case p.take("("):
		x := p.testOr()
		p.newlines()
		if !p.take(")") {
			p.badTest("expected `)'", "unexpected token `%', expected `)'")
		}
		return &tree.TestExpr{Op: "(", Left: x}
	case p.isWord("!"):
		p.pos++
		return &tree.TestExpr{Op: "!", Left: p.testTerm()}
	case p.operator() != "":
		p.badTest("", "unexpected token `%' in conditional command")
	case p.isWord("]]"):
		p.badTest("", "")
	}
	x := p.word(asWord)
	if isUnary(x.Raw) {
		return p.unary(x.Raw)
	}
	return p.binary(x)
}

func isUnary(s string) bool {
	return len(s) == 2 && s[0] == '-' && strings.IndexByte("abcdefghkLnoprstuvwxzGNORS", s[1]) >= 0
}

func (p *parser) unary(op string) *tree.TestExpr {
	p.blanks()
	if p.end() || p.operator() != "" || p.isWord("]]") {
		p.badTest("unexpected argument to conditional unary operator",
			"unexpected argument `%' to conditional unary operator")
	}
	return &tree.TestExpr{Op: op, X: p.word(asWord)}
}

func isBinary(s string) bool {
	switch s {
	case "=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}

const noOperator = "unexpected token `%', conditional binary operator expected"

// binary reads what comes after the first word of a test: nothing, or an operator and a word.
func (p *parser) binary(x tree.Word) *tree.TestExpr {
	p.blanks()
	op := p.operator()
	switch {
	case op == "<" || op == ">":
		p.pos++
	case op == "&&" || op == "||" || op == ")" || p.isWord("]]"):
		return &tree.TestExpr{X: x}
	case p.end():
		p.badTest("", noOperator)
	default:
		start := p.pos
		if op == "" {
			for p.pos < len(p.src) && !meta(p.src[p.pos]) {
				p.pos++
			}
			op = p.src[start:p.pos]
		}
		if !isBinary(op) {
			p.pos = start
			p.badTest("conditional binary operator expected", noOperator)
		}
	}
	p.blanks()
	if p.end() || p.isWord("]]") || p.operator() != "" &&
		(op != "=~" || p.operator() != "(" && p.operator() != "|") {
		p.badTest("unexpected argument to conditional binary operator",
			"unexpected argument `%' to conditional binary operator")
	}
	mode := asWord
	if op == "=~" {
		mode = asRegexp
	}
	return &tree.TestExpr{Op: op, X: x, Y: p.word(mode)}
}
