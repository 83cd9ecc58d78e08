// Package arith evaluates bash's arithmetic: 64-bit integers, C's operators, variables by name whose
// values are expressions again, and bash's messages about what is wrong.
package arith

import (
	"strconv"
	"strings"
)

// Ref is a variable in an expression: name, or name[index].
type Ref struct {
	Name    string
	Index   string // the text between the brackets
	Indexed bool
	Cache   any // the Env's own
}

// Env is where variables live.
type Env interface {
	// Get returns the text of a variable, empty if it is unset.
	Get(r *Ref) (string, error)
	// Set assigns to a variable.
	Set(r *Ref, value string) error
	// Resolve evaluates the subscript of an element that is read and then assigned to, once.
	Resolve(r *Ref) (*Ref, error)
}

// Error is an expression that is wrong. Env's own errors pass through as they are.
type Error struct {
	Expr  string // the expression
	Text  string
	Token string // the rest of the expression from the token that is wrong
}

// Error says what bash says after the name of the command.
func (e *Error) Error() string {
	return e.Expr + ": " + e.Text + " (error token is \"" + e.Token + "\")"
}

// Expr is a parsed expression.
type Expr struct {
	text  string
	posix bool
	root  *node
	err   *Error // bash parses as it evaluates: what stands before the error still has its effects
}

// maxDepth bounds how often a variable's value leads to another variable.
const maxDepth = 1024

// Parse parses an expression. An empty one is 0. With posix set, ** ++ and -- are no operators.
func Parse(text string, posix bool) *Expr {
	e := &Expr{text: text, posix: posix}
	p := &parser{s: text, posix: posix}
	p.read()
	if p.tok == tokEnd && p.err == nil && !posix {
		return e
	}
	root := p.comma()
	if p.err == nil && p.tok != tokEnd {
		if p.tok == tokName && !posix { // bash takes the value of a variable as soon as it has read its name
			root = &node{op: ',', x: root, y: p.variable()}
		}
		p.fail("syntax error in expression")
	}
	e.root = root
	if e.err = p.err; e.err != nil {
		if e.err.Expr = p.s; !posix {
			e.err.Expr = strings.TrimLeft(p.s, " \t\n")
		}
	}
	return e
}

// Eval evaluates e.
func (e *Expr) Eval(env Env) (int64, error) {
	m := machine{env: env}
	return m.expr(e)
}

// Eval parses and evaluates text.
func Eval(text string, env Env) (int64, error) {
	if v, ok := Integer(text); ok {
		return v, nil
	}
	return Parse(text, false).Eval(env)
}

// Integer reads the commonest of expressions, a plain decimal number.
func Integer(s string) (int64, bool) {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	if len(s)-i == 0 || len(s)-i > 18 || (s[i] == '0' && len(s)-i > 1) {
		return 0, false
	}
	var v int64
	for _, c := range []byte(s[i:]) {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if s[0] == '-' {
		v = -v
	}
	return v, true
}

// machine is an evaluation.
type machine struct {
	env   Env
	cur   *Expr // whose nodes are evaluated: a variable's value is an expression of its own
	depth int
}

func (m *machine) expr(e *Expr) (int64, error) {
	if e.root == nil {
		return 0, nil
	}
	old := m.cur
	m.cur = e
	v, err := m.eval(e.root)
	m.cur = old
	if err == nil && e.err != nil {
		return 0, e.err
	}
	return v, err
}

func (m *machine) fail(at int, text string) error {
	return &Error{
		Expr: strings.TrimLeft(m.cur.text, " \t\n"), Text: text,
		Token: strings.TrimLeft(m.cur.text[min(at, len(m.cur.text)):], " \t\n"),
	}
}

func (m *machine) eval(n *node) (int64, error) {
	switch n.op {
	case tokNum:
		return n.value, nil
	case tokName:
		return m.variable(n)
	case '=':
		return m.assign(n)
	case tokPreInc, tokPreDec, tokPostInc, tokPostDec:
		return m.step(n)
	case '?':
		c, err := m.eval(n.x)
		if err != nil {
			return 0, err
		}
		if c != 0 {
			return m.eval(n.y)
		}
		return m.eval(n.z)
	case tokAnd, tokOr:
		return m.logical(n)
	case tokBad:
		return 0, m.cur.err
	default:
		return m.operate(n)
	}
}

// operate evaluates the operators that need all of their operands.
func (m *machine) operate(n *node) (int64, error) {
	x, err := m.eval(n.x)
	if err != nil {
		return 0, err
	}
	if n.y == nil {
		return unary(n.op, x), nil
	}
	y, err := m.eval(n.y)
	if err != nil {
		return 0, err
	}
	return m.binary(n.op, x, y, n)
}

func (m *machine) logical(n *node) (int64, error) {
	x, err := m.eval(n.x)
	if err != nil {
		return 0, err
	}
	if (x != 0) == (n.op == tokOr) {
		return truth(x != 0), nil
	}
	y, err := m.eval(n.y)
	return truth(y != 0), err
}

// variable returns the value of a variable, which is an expression again.
func (m *machine) variable(n *node) (int64, error) {
	s, err := m.env.Get(n.ref)
	if err != nil {
		return 0, err
	}
	if v, ok := Integer(s); ok {
		return v, nil
	}
	if s == "" {
		return 0, nil
	}
	if m.cur.posix {
		v, ok := saturated(s)
		if !ok {
			return 0, IllegalNumberError(s)
		}
		return v, nil
	}
	if m.depth++; m.depth >= maxDepth {
		return 0, m.fail(n.pos, "expression recursion level exceeded")
	}
	v, err := m.expr(Parse(s, false))
	m.depth--
	return v, err
}

func (m *machine) store(n *node, v int64) error {
	return m.env.Set(n.ref, strconv.FormatInt(v, 10))
}

func (m *machine) assign(n *node) (int64, error) {
	if n.assign == 0 {
		v, err := m.eval(n.y)
		if err != nil {
			return 0, err
		}
		return v, m.store(n.x, v)
	}
	place, err := m.resolve(n.x)
	if err != nil {
		return 0, err
	}
	x, err := m.variable(place)
	if err != nil {
		return 0, err
	}
	y, err := m.eval(n.y)
	if err != nil {
		return 0, err
	}
	v, err := m.binary(n.assign, x, y, n)
	if err != nil {
		return 0, err
	}
	return v, m.store(place, v)
}

// resolve makes of a variable one whose subscript has been evaluated.
func (m *machine) resolve(n *node) (*node, error) {
	if !n.ref.Indexed {
		return n, nil
	}
	if _, ok := Integer(n.ref.Index); ok {
		return n, nil
	}
	r, err := m.env.Resolve(n.ref)
	if err != nil {
		return nil, err
	}
	place := *n
	place.ref = r
	return &place, nil
}

func (m *machine) step(n *node) (int64, error) {
	place, err := m.resolve(n.x)
	if err != nil {
		return 0, err
	}
	v, err := m.variable(place)
	if err != nil {
		return 0, err
	}
	next := v + 1
	if n.op == tokPreDec || n.op == tokPostDec {
		next = v - 1
	}
	if err := m.store(place, next); err != nil {
		return 0, err
	}
	if n.op == tokPreInc || n.op == tokPreDec {
		return next, nil
	}
	return v, nil
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func unary(op token, x int64) int64 {
	switch op {
	case '!':
		return truth(x == 0)
	case '~':
		return ^x
	case '-':
		return -x
	default:
		return x
	}
}

func (m *machine) binary(op token, x, y int64, n *node) (int64, error) {
	switch op {
	case '/', '%':
		return m.divide(op, x, y, n)
	case tokPower:
		return m.power(x, y, n)
	case '+':
		return x + y, nil
	case '-':
		return x - y, nil
	case '*':
		return x * y, nil
	case tokShl:
		return x << (uint64(y) & 63), nil
	case tokShr:
		return x >> (uint64(y) & 63), nil
	case '&':
		return x & y, nil
	case '|':
		return x | y, nil
	case '^':
		return x ^ y, nil
	case '<':
		return truth(x < y), nil
	case '>':
		return truth(x > y), nil
	case tokLe:
		return truth(x <= y), nil
	case tokGe:
		return truth(x >= y), nil
	case tokEq:
		return truth(x == y), nil
	case tokNe:
		return truth(x != y), nil
	default: // the comma
		return y, nil
	}
}

func (m *machine) divide(op token, x, y int64, n *node) (int64, error) {
	if y == 0 {
		return 0, m.fail(n.right, "division by 0")
	}
	if y == -1 { // the one quotient that overflows would trap
		if op == '/' {
			return -x, nil
		}
		return 0, nil
	}
	if op == '/' {
		return x / y, nil
	}
	return x % y, nil
}

func (m *machine) power(x, y int64, n *node) (int64, error) {
	if y < 0 {
		at := n.right
		if n.y != nil && n.y.x != nil && n.y.y == nil { // bash points behind the sign
			at = n.y.x.pos
		}
		return 0, m.fail(at, "exponent less than 0")
	}
	v := int64(1)
	for ; y > 0; y >>= 1 {
		if y&1 != 0 {
			v *= x
		}
		x *= x
	}
	return v, nil
}
