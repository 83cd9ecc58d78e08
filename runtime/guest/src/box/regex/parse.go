package regex

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The errors of regerror(3).
const (
	errBracket    = Error("Unmatched [, [^, [:, [., or [=")
	errPattern    = Error("Invalid regular expression")
	errParen      = Error("Unmatched ( or \\(")
	errCloseParen = Error("Unmatched ) or \\)")
	errBrace      = Error("Unmatched \\{")
	errBraceBody  = Error("Invalid content of \\{\\}")
	errRepeat     = Error("Invalid preceding regular expression")
	errRange      = Error("Invalid range end")
	errClass      = Error("Invalid character class name")
	errBackref    = Error("Invalid back reference")
	errBackslash  = Error("Trailing backslash")
	errSize       = Error("Regular expression too big")
)

// ErrClassSyntax is a class that is not in brackets.
const ErrClassSyntax = Error("character class syntax is [[:space:]], not [:space:]")

const repeatMax = 32767

type parser struct {
	src    string
	pos    int
	opts   Options
	groups int
	open   []int  // indices of groups not yet closed
	done   uint16 // the groups among the first nine that a back reference may name here
	// An operator was met that means nothing: with Options.Select, the pattern is parsed again.
	odd    bool
	second bool
	// What came last is an operator that means nothing: a parenthesis behind it is itself.
	skipped bool
	names   map[string]int
	fold    bool
	dotAll  bool
}

func (p *parser) basic() bool { return p.opts.Syntax == Basic }
func (p *parser) perl() bool  { return p.opts.Syntax == Perl }

func (p *parser) parse() (*node, error) {
	p.fold = p.opts.Fold
	n, err := p.alternation(0)
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.src) {
		return nil, errCloseParen
	}
	return n, nil
}

func (p *parser) has(s string) bool { return strings.HasPrefix(p.src[p.pos:], s) }

func (p *parser) take(s string) bool {
	if p.has(s) {
		p.pos += len(s)
		return true
	}
	return false
}

func (p *parser) atBar() bool {
	switch {
	case p.opts.Syntax == Basic || p.opts.Syntax == Emacs:
		return p.has(`\|`) || p.basic() && p.has("\n")
	case p.perl() || p.opts.Syntax == Awk:
		return p.has("|")
	}
	return p.has("|") || p.has("\n") // grep -E takes lines as alternatives
}

func (p *parser) atClose() bool {
	if p.basic() || p.opts.Syntax == Emacs {
		return p.has(`\)`)
	}
	return p.has(")")
}

func (p *parser) alternation(depth int) (*node, error) {
	var list []*node
	before, done := p.done, p.done
	for {
		p.done = before // what another alternative has is not here
		n, err := p.sequence(depth)
		if err != nil {
			return nil, err
		}
		done |= p.done
		list = append(list, n)
		more := p.pos < len(p.src) && p.atBar()
		if n.kind == kindEmpty && p.opts.Syntax == Awk &&
			(more || len(list) > 1 || depth > 0 && p.pos < len(p.src)) {
			return nil, errRepeat // mawk wants something on both sides
		}
		if !more {
			break
		}
		if p.src[p.pos] == '\\' {
			p.pos++
		}
		p.pos++
	}
	p.done = done
	if len(list) == 1 {
		return list[0], nil
	}
	return &node{kind: kindAlt, subs: list}, nil
}

func (p *parser) sequence(depth int) (*node, error) {
	cat := &node{kind: kindCat}
	for p.pos < len(p.src) && !p.atBar() {
		var n *node
		var err error
		if p.atClose() {
			if depth > 0 && !p.skipped {
				break
			}
			if n = p.loneParen(); n == nil {
				return nil, errCloseParen
			}
		} else if n, err = p.atom(depth, atStart(cat.subs)); err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		p.skipped = false
		if n, err = p.repeats(n); err != nil {
			return nil, err
		}
		cat.subs = append(cat.subs, n)
	}
	switch len(cat.subs) {
	case 0:
		return &node{kind: kindEmpty}, nil
	case 1:
		return cat.subs[0], nil
	}
	return cat, nil
}

// loneParen takes a closing parenthesis that closes nothing as itself, where a syntax does.
func (p *parser) loneParen() *node {
	if p.opts.Syntax != Awk && (p.opts.Syntax != Extended || p.opts.Escapes) { // sed refuses it
		return nil
	}
	p.pos++
	return p.charNode(')')
}

// atStart reports whether what follows list is at the start of an expression.
func atStart(list []*node) bool { return len(list) == 0 || isAnchor(list[len(list)-1]) }

// isAnchor reports whether n is a place in the text. Only Perl and awk repeat one: elsewhere an operator
// behind it is at the start of an expression.
func isAnchor(n *node) bool { return n.kind >= kindLineStart && n.kind <= kindInside }

func (p *parser) charNode(c rune) *node { return &node{kind: kindChar, char: c, fold: p.fold} }

// next takes one character; a byte that is none stands for itself.
func (p *parser) next() rune {
	if p.opts.Bytes {
		p.pos++
		return rune(p.src[p.pos-1])
	}
	c, size := utf8.DecodeRuneInString(p.src[p.pos:])
	if c == utf8.RuneError && size == 1 {
		c = invalidByte + rune(p.src[p.pos])
	}
	p.pos += size
	return c
}

// invalidByte + b stands for the byte b where it is no character. These code points are
// surrogates, which no text in UTF-8 holds.
const invalidByte = 0xdc00

func (p *parser) atom(depth int, first bool) (*node, error) {
	c := p.src[p.pos]
	switch {
	case c == '\\':
		return p.escape(depth, first)
	case c == '[':
		return p.bracket()
	case c == '.':
		p.pos++
		return &node{kind: kindAny, newline: (!p.perl() || p.dotAll) && !p.opts.NoNewline}, nil
	case c == '^' && p.startAnchor(first):
		p.pos++
		return &node{kind: kindLineStart}, nil
	case c == '$' && p.endAnchor():
		p.pos++
		return &node{kind: kindLineEnd}, nil
	case c == '(' && !p.basic() && p.opts.Syntax != Emacs:
		p.pos++
		return p.group(depth)
	case strings.IndexByte("*+?", c) >= 0 && p.operator(c) && first:
		return p.nothingToRepeat(c)
	case c == '{' && p.opts.Syntax == Extended && first && (!p.grep() || p.validBrace()):
		return p.braceAtStart()
	}
	return p.charNode(p.next()), nil
}

// nothingToRepeat handles an operator at the start of an expression.
func (p *parser) nothingToRepeat(c byte) (*node, error) {
	p.pos++
	switch p.opts.Syntax {
	case Perl:
		return nil, Error("quantifier does not follow a repeatable item")
	case Extended:
		if !p.grep() {
			return nil, errRepeat
		}
		if p.nothingBefore(p.pos - 1) {
			p.opts.Warn(string(rune(c)) + " at start of expression")
		}
		p.skipped, p.odd = !p.selects(), true
		return nil, nil //nolint:nilnil // it means nothing
	case Awk:
		return nil, errRepeat
	}
	return p.charNode(rune(c)), nil
}

// grep reports whether the pattern is read as grep reads it, which warns where others refuse.
func (p *parser) grep() bool { return p.opts.Warn != nil }

// selects reports whether operators are read as Options.Select says.
func (p *parser) selects() bool { return p.second && p.opts.Select && p.opts.Syntax == Extended }

// nothingBefore reports whether only anchors and operators that mean nothing stand between the start of an
// expression and place i.
func (p *parser) nothingBefore(i int) bool {
	s := p.src[:i]
	for s != "" && strings.IndexByte("(|\n", s[len(s)-1]) < 0 {
		switch n := len(s) - 1; {
		case n > 0 && s[n-1] == '\\' && strings.IndexByte("<>bB`'", s[n]) >= 0:
			s = s[:n-1]
		case strings.IndexByte("^$*+?", s[n]) >= 0 && !strings.HasSuffix(s[:n], `\`):
			s = s[:n]
		case s[n] == '}' && strings.LastIndexByte(s, '{') >= 0:
			s = s[:strings.LastIndexByte(s, '{')]
		default:
			return false
		}
	}
	return !strings.HasSuffix(s, `\(`) && !strings.HasSuffix(s, `\|`)
}

// braceAtStart is an interval with nothing before it.
func (p *parser) braceAtStart() (*node, error) {
	if !p.grep() {
		return nil, errRepeat
	}
	if p.nothingBefore(p.pos) {
		p.opts.Warn("{...} at start of expression")
	}
	if !p.selects() {
		p.odd = true
		p.pos++         // the rest is text
		return nil, nil //nolint:nilnil // it means nothing
	}
	_, _, n, err := p.braceBody(p.src[p.pos+1:])
	p.pos += 1 + n
	return nil, err //nolint:nilnil // it means nothing
}

func (p *parser) operator(c byte) bool { return c == '*' || !p.basic() }

func (p *parser) startAnchor(first bool) bool { return !p.basic() || first }

func (p *parser) endAnchor() bool {
	if !p.basic() {
		return true
	}
	rest := p.src[p.pos+1:]
	return rest == "" || strings.HasPrefix(rest, `\)`) || strings.HasPrefix(rest, `\|`) || rest[0] == '\n'
}

func (p *parser) group(depth int) (*node, error) {
	g := &node{kind: kindGroup}
	fold, dotAll := p.fold, p.dotAll
	if p.perl() && p.take("?") {
		done, err := p.perlGroup(g)
		if err != nil {
			return nil, err
		}
		if done {
			return nil, nil //nolint:nilnil // flags such as (?i) are no node
		}
	} else {
		p.groups++
		g.index = p.groups
	}
	if g.index > 0 {
		p.open = append(p.open, g.index)
	}
	sub, err := p.alternation(depth + 1)
	if err != nil {
		return nil, err
	}
	if p.pos == len(p.src) || !p.atClose() {
		if p.perl() {
			return nil, Error("missing closing parenthesis")
		}
		return nil, errParen
	}
	if p.src[p.pos] == '\\' {
		p.pos++
	}
	p.pos++
	if g.index > 0 {
		p.open = p.open[:len(p.open)-1]
		p.done |= 1 << min(g.index, 15)
	}
	p.fold, p.dotAll = fold, dotAll
	g.subs = []*node{sub}
	if g.kind == kindGroup && g.index == 0 {
		return &node{kind: kindCat, subs: []*node{sub}}, nil
	}
	return g, nil
}

func (p *parser) repeats(n *node) (*node, error) {
	if isAnchor(n) && !p.perl() {
		if p.opts.Syntax == Awk && n.kind == kindLineStart && (p.has("*") || p.has("+")) {
			return nil, Error("syntax error ^* or ^+")
		}
		line := n.kind == kindLineStart || n.kind == kindLineEnd
		if p.opts.Syntax != Awk && !(line && p.selects()) {
			return n, nil
		}
	}
	for again := false; p.pos < len(p.src); again = true {
		if again && p.basic() && p.opts.Escapes && (p.has("*") || p.has(`\{`)) {
			return nil, errRepeat // sed alone refuses a repetition of one
		}
		low, high, ok, err := p.quantifier()
		if err != nil {
			return nil, err
		}
		if !ok {
			return n, nil
		}
		n = &node{kind: kindRepeat, min: low, max: high, subs: []*node{n}}
		if p.perl() {
			if p.take("?") {
				n.lazy = true
			} else if p.take("+") {
				n = &node{kind: kindAtomic, subs: []*node{n}}
			}
		}
	}
	return n, nil
}

// quantifier reads * + ? {n,m} or their escaped forms.
func (p *parser) quantifier() (low, high int, ok bool, err error) {
	rest := p.src[p.pos:]
	escaped := p.basic() && rest[0] == '\\' && len(rest) > 1
	c := rest[0]
	if escaped {
		c = rest[1]
		if strings.IndexByte("+?{", c) < 0 {
			return 0, 0, false, nil
		}
	} else if c == '{' && (p.basic() || p.opts.Syntax == Emacs || p.opts.Syntax == Awk) ||
		!p.operator(c) && c != '*' {
		return 0, 0, false, nil
	}
	size := 1
	if escaped {
		size = 2
	}
	switch c {
	case '*':
		low, high = 0, -1
	case '+':
		low, high = 1, -1
	case '?':
		low, high = 0, 1
	case '{':
		return p.brace(size)
	default:
		return 0, 0, false, nil
	}
	p.pos += size
	return low, high, true, nil
}

func (p *parser) validBrace() bool {
	_, _, n, err := p.braceBody(p.src[p.pos+1:])
	return n > 0 && err == nil
}

func (p *parser) brace(size int) (low, high int, ok bool, err error) {
	low, high, n, err := p.braceBody(p.src[p.pos+size:])
	itself := p.opts.Syntax != Extended || p.grep() && !badBody(p.src[p.pos+size:])
	if n == 0 && !p.basic() && itself {
		return 0, 0, false, nil // a brace that opens no interval is itself
	}
	if err != nil {
		return 0, 0, false, err
	}
	p.pos += size + n
	return low, high, true, nil
}

// badBody reports whether s, behind a brace, is what even grep takes for a wrong interval: nothing in it, or
// two commas.
func badBody(s string) bool {
	digits := strings.TrimLeft(s, "0123456789")
	if s == "" || s[0] == '}' || digits == "" || digits[0] != ',' {
		return s != "" && s[0] == '}'
	}
	return strings.HasPrefix(strings.TrimLeft(digits[1:], "0123456789"), ",")
}

// braceBody reads n} n,} n,m} or ,m}; in basic syntax the brace has a backslash.
func (p *parser) braceBody(s string) (low, high, length int, err error) {
	end := "}"
	if p.basic() {
		end = `\}`
	}
	body, _, closed := strings.Cut(s, end)
	if !closed {
		return 0, 0, 0, errBrace
	}
	from, to, comma := strings.Cut(body, ",")
	low, errLow := strconv.Atoi("0" + from)
	high, errHigh := strconv.Atoi("0" + to)
	switch {
	case strings.Trim(from+to, "0123456789") != "" || body == "" || p.perl() && from == "":
		return 0, 0, 0, errBraceBody
	case errLow != nil || errHigh != nil || low > repeatMax || high > repeatMax:
		return 0, 0, len(body) + len(end), errSize
	case !comma:
		high = low
	case to == "":
		high = -1
	case high < low && p.perl():
		return 0, 0, len(body) + len(end), Error("numbers out of order in {} quantifier")
	case high < low:
		return 0, 0, len(body) + len(end), errBraceBody
	}
	return low, high, len(body) + len(end), nil
}
