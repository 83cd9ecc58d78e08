package arith

import "strings"

type token rune

// Tokens of more than one character; the others are their character.
const (
	tokEnd token = 0x100 + iota
	tokNum
	tokName
	tokEq
	tokNe
	tokLe
	tokGe
	tokShl
	tokShr
	tokAnd
	tokOr
	tokPower
	tokPreInc
	tokPreDec
	tokPostInc
	tokPostDec
	tokAssign // an operator and =; parser.assign tells which
	tokBad    // where the error is
)

type node struct {
	op      token
	assign  token // of op '=': the operator before it, 0 if none
	x, y, z *node
	value   int64
	ref     *Ref
	pos     int // where it stands, for messages
	right   int // where the right operand stands
}

type parser struct {
	s     string
	posix bool
	i     int // after the token
	err   *Error
	tok   token
	last  token // the token before
	pos   int   // where the token begins; at the end, where the last one did

	value   int64
	name    string
	index   string
	indexed bool
	assign  token
}

func (p *parser) fail(text string) *node {
	if p.err == nil {
		p.err = &Error{Text: text, Token: p.s[min(p.pos, len(p.s)):]}
	}
	p.tok, p.i = tokEnd, len(p.s)
	return &node{op: tokBad}
}

// failAfter is an error that comes after x has been evaluated.
func (p *parser) failAfter(x *node, text string) *node {
	return &node{op: ',', x: x, y: p.fail(text)}
}

// whole returns n, unless what was read for it is wrong: then the error comes whatever n evaluates.
func (p *parser) whole(n *node) *node {
	if p.err != nil {
		return p.failAfter(n, "")
	}
	return n
}

func (p *parser) comma() *node {
	x := p.assignment()
	for p.tok == ',' {
		p.read()
		x = &node{op: ',', x: x, y: p.assignment()}
	}
	return x
}

func (p *parser) assignment() *node {
	x := p.conditional()
	if p.tok != '=' && p.tok != tokAssign {
		return x
	}
	n := &node{op: '=', x: x}
	if p.tok == tokAssign {
		n.assign = p.assign
	}
	if x.op != tokName {
		return p.failAfter(x, "attempted assignment to non-variable")
	}
	n.right = p.i
	p.read()
	n.y = p.assignment()
	return n
}

func (p *parser) conditional() *node {
	x := p.binary(0)
	if p.tok != '?' {
		return x
	}
	n := &node{op: '?', x: x}
	p.read()
	if p.tok == tokEnd || p.tok == ':' {
		return p.failAfter(x, "expression expected")
	}
	n.y, n.z = p.comma(), &node{op: tokNum}
	if p.tok != ':' {
		return p.failAfter(n, "`:' expected for conditional expression")
	}
	p.read()
	if p.tok == tokEnd {
		return p.failAfter(n, "expression expected")
	}
	n.z = p.conditional()
	return p.whole(n)
}

// levels are the binary operators that group to the left, the loosest first.
var levels = [...][]token{
	{tokOr},
	{tokAnd},
	{'|'},
	{'^'},
	{'&'},
	{tokEq, tokNe},
	{'<', '>', tokLe, tokGe},
	{tokShl, tokShr},
	{'+', '-'},
	{'*', '/', '%'},
}

func (p *parser) binary(level int) *node {
	if level == len(levels) {
		return p.power()
	}
	x := p.binary(level + 1)
	for {
		found := false
		for _, t := range levels[level] {
			found = found || p.tok == t
		}
		if !found {
			return x
		}
		n := &node{op: p.tok, x: x, right: p.i}
		p.read()
		n.y = p.binary(level + 1)
		if x = n; n.op == tokAnd || n.op == tokOr {
			x = p.whole(n)
		}
	}
}

func (p *parser) power() *node {
	x := p.unary()
	if p.tok != tokPower {
		return x
	}
	n := &node{op: tokPower, x: x, right: p.i}
	p.read()
	n.y = p.power()
	return n
}

func (p *parser) unary() *node {
	switch p.tok {
	case '!', '~', '-', '+':
		n := &node{op: p.tok}
		p.read()
		n.x = p.unary()
		return n
	default:
		return p.primary()
	}
}

func (p *parser) primary() *node {
	switch p.tok {
	case tokPreInc, tokPreDec:
		n := &node{op: p.tok}
		p.read()
		if p.tok != tokName {
			return p.fail("identifier expected after pre-increment or pre-decrement")
		}
		n.x = p.variable()
		return p.variableRead(n)
	case '(':
		p.read()
		x := p.comma()
		if p.tok != ')' {
			return p.failAfter(x, "missing `)'")
		}
		p.read()
		if x.op == tokName { // what stands in parentheses cannot be assigned to
			x = &node{op: '+', x: x}
		}
		return p.whole(x)
	case tokNum:
		n := &node{op: tokNum, value: p.value, pos: p.pos}
		p.read()
		return p.whole(n)
	case tokName:
		n := p.variableRead(p.variable())
		if p.tok == tokPostInc || p.tok == tokPostDec {
			n = &node{op: p.tok, x: n}
			p.read()
			return p.whole(n)
		}
		return n
	default:
		return p.fail("syntax error: operand expected")
	}
}

// variableRead reads on after a variable: bash looks at the next token before it takes the value.
func (p *parser) variableRead(n *node) *node {
	if p.read(); p.err != nil {
		return p.fail("")
	}
	return n
}

func (p *parser) variable() *node {
	return &node{op: tokName, ref: &Ref{Name: p.name, Index: p.index, Indexed: p.indexed}, pos: p.pos}
}

// operators of more than one character, the longest first.
var operators = [...]struct {
	text   string
	tok    token
	assign token
}{
	{"<<=", tokAssign, tokShl},
	{">>=", tokAssign, tokShr},
	{"**", tokPower, 0},
	{"==", tokEq, 0},
	{"!=", tokNe, 0},
	{"<=", tokLe, 0},
	{">=", tokGe, 0},
	{"<<", tokShl, 0},
	{">>", tokShr, 0},
	{"&&", tokAnd, 0},
	{"||", tokOr, 0},
	{"*=", tokAssign, '*'},
	{"/=", tokAssign, '/'},
	{"%=", tokAssign, '%'},
	{"+=", tokAssign, '+'},
	{"-=", tokAssign, '-'},
	{"&=", tokAssign, '&'},
	{"|=", tokAssign, '|'},
	{"^=", tokAssign, '^'},
}

// read takes the next token.
func (p *parser) read() {
	p.last = p.tok
	for p.i < len(p.s) && strings.IndexByte(" \t\n", p.s[p.i]) >= 0 {
		p.i++
	}
	if p.i >= len(p.s) || p.err != nil {
		p.tok = tokEnd
		return
	}
	p.pos = p.i
	c := p.s[p.i]
	switch {
	case nameStart(c):
		if p.readName(); !p.posix {
			p.peek()
		}
		return
	case '0' <= c && c <= '9':
		p.readNumber()
		return
	}
	if (c == '+' || c == '-') && !p.posix && p.i+1 < len(p.s) && p.s[p.i+1] == c && p.readStep(c) {
		return
	}
	for _, o := range operators {
		if strings.HasPrefix(p.s[p.i:], o.text) && (!p.posix || o.tok != tokPower) {
			p.tok, p.assign = o.tok, o.assign
			p.i += len(o.text)
			return
		}
	}
	if !operatorByte(c) {
		p.fail("syntax error: invalid arithmetic operator")
		if p.last == 0 || p.last > tokName || p.last < tokEnd {
			p.err.Text = "syntax error: operand expected"
		}
		return
	}
	p.tok = token(c)
	p.i++
}

func operatorByte(c byte) bool { return strings.IndexByte("=<>+-*/%&|^!~?:,()", c) >= 0 }

// peek looks at the token after a name, and after that if it is a name too: bash wants to know whether it
// assigns, and finds what is no token before it does anything else.
func (p *parser) peek() {
	for i := p.i; i < len(p.s) && p.err == nil; {
		switch c := p.s[i]; {
		case strings.IndexByte(" \t\n", c) >= 0:
			i++
		case nameStart(c):
			for i < len(p.s) && (nameStart(p.s[i]) || '0' <= p.s[i] && p.s[i] <= '9') {
				i++
			}
		case c == '[' || '0' <= c && c <= '9' || operatorByte(c):
			return
		default:
			p.pos = i
			p.fail("syntax error: invalid arithmetic operator")
		}
	}
}

// readStep reads ++ or --, or reports that they are two signs.
func (p *parser) readStep(c byte) bool {
	inc := c == '+'
	if p.last == tokName {
		p.tok = tokPostDec
		if inc {
			p.tok = tokPostInc
		}
		p.i += 2
		return true
	}
	rest := strings.TrimLeft(p.s[p.i+2:], " \t\n")
	if rest == "" || !nameStart(rest[0]) {
		return false
	}
	p.tok = tokPreDec
	if inc {
		p.tok = tokPreInc
	}
	p.i += 2
	return true
}

func nameStart(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func (p *parser) readName() {
	start := p.i
	for p.i < len(p.s) && (nameStart(p.s[p.i]) || '0' <= p.s[p.i] && p.s[p.i] <= '9') {
		p.i++
	}
	p.tok, p.name, p.index, p.indexed = tokName, p.s[start:p.i], "", false
	if p.i < len(p.s) && p.s[p.i] == '[' {
		end := closing(p.s[p.i:])
		if end < 0 {
			p.fail("bad array subscript")
			return
		}
		p.index, p.indexed = p.s[p.i+1:p.i+end], true
		p.i += end + 1
	}
}

// closing returns the offset of the bracket that closes the one s begins with, or -1.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func (p *parser) readNumber() {
	start := p.i
	if p.posix {
		p.tok = tokNum
		p.value, p.i = prefixNumber(p.s, start)
		return
	}
	for p.i < len(p.s) && (nameStart(p.s[p.i]) || '0' <= p.s[p.i] && p.s[p.i] <= '9' ||
		p.s[p.i] == '#' || p.s[p.i] == '@') {
		p.i++
	}
	v, bad := number(p.s[start:p.i])
	if bad != "" {
		p.s = p.s[:p.i] // bash shows the expression as far as it has read
		p.fail(bad)
		return
	}
	p.tok, p.value = tokNum, v
}

// number reads a number as bash does: 017, 0x1f, 2#101.
func number(s string) (v int64, bad string) {
	base, digits := int64(10), s
	prefix, rest, based := strings.Cut(s, "#")
	switch {
	case based:
		if prefix[0] == '0' {
			return 0, "invalid number"
		}
		b, bad := number(prefix)
		if bad != "" || b < 2 || b > 64 {
			return 0, "invalid arithmetic base"
		}
		if rest == "" {
			return 0, "invalid integer constant"
		}
		base, digits = b, rest
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		base, digits = 16, s[2:]
	case s[0] == '0':
		base = 8
	}
	for i := range len(digits) {
		d := digit(digits[i], base)
		if d < 0 {
			return 0, "invalid number"
		}
		if d >= base {
			return 0, "value too great for base"
		}
		v = v*base + d
	}
	return v, ""
}

func digit(c byte, base int64) int64 {
	switch {
	case '0' <= c && c <= '9':
		return int64(c - '0')
	case 'a' <= c && c <= 'z':
		return int64(c-'a') + 10
	case 'A' <= c && c <= 'Z':
		if base <= 36 {
			return int64(c-'A') + 10
		}
		return int64(c-'A') + 36
	case c == '@':
		return 62
	case c == '_':
		return 63
	}
	return -1
}
