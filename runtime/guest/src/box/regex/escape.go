package regex

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// escape reads what begins with a backslash.
func (p *parser) escape(depth int, first bool) (*node, error) {
	if p.pos+1 == len(p.src) {
		if p.perl() {
			return nil, Error("\\ at end of pattern")
		}
		if p.opts.Syntax == Awk {
			return p.charNode(p.next()), nil
		}
		return nil, errBackslash
	}
	c := p.src[p.pos+1]
	if n, ok := p.assertion(c); ok {
		p.pos += 2
		return n, nil
	}
	switch {
	case c == '(' && (p.basic() || p.opts.Syntax == Emacs):
		p.pos += 2
		return p.group(depth)
	case c >= '1' && c <= '9' && p.opts.Syntax != Awk:
		p.pos += 2
		n := int(c - '0')
		if p.perl() && (n > p.groups || p.isOpen(n)) || !p.perl() && p.done>>n&1 == 0 {
			return nil, errBackref
		}
		return &node{kind: kindBackref, index: n, fold: p.fold}, nil
	case p.perl():
		return p.perlEscape(c)
	case p.opts.Escapes && strings.IndexByte("afnrtvc", c) >= 0:
		return p.sedEscape(c)
	case p.basic() && c == '{':
		if first && !p.grep() {
			return nil, errRepeat
		}
		p.pos += 2
		return p.charNode('{'), nil
	case p.basic() && (c == '+' || c == '?') && first:
		p.pos += 2
		return p.charNode(rune(c)), nil
	case p.opts.Syntax == Awk:
		return p.awkEscape(c)
	}
	p.pos++
	return p.charNode(p.next()), nil
}

func (p *parser) isOpen(n int) bool {
	return slices.Contains(p.open, n)
}

// assertion are the escapes of GNU that match a place or a class.
func (p *parser) assertion(c byte) (*node, bool) {
	kinds := map[byte]kind{
		'<': kindWordStart, '>': kindWordEnd, 'b': kindBoundary, 'B': kindInside,
		'`': kindTextStart, '\'': kindTextEnd,
	}
	if p.perl() {
		kinds = map[byte]kind{
			'b': kindBoundary, 'B': kindInside, 'A': kindTextStart, 'z': kindTextEnd, 'Z': kindTextEnd,
			'K': kindKeep,
		}
	}
	if p.opts.Syntax == Awk {
		return nil, false
	}
	if k, ok := kinds[c]; ok {
		return &node{kind: k}, true
	}
	classes := map[byte]string{'w': "word", 'W': "^word", 's': "space", 'S': "^space"}
	if p.perl() {
		classes['d'], classes['D'], classes['h'], classes['H'] = "digit", "^digit", "blank", "^blank"
	}
	name, ok := classes[c]
	if !ok {
		return nil, false
	}
	set := &charSet{bytes: p.opts.Bytes}
	if name[0] == '^' {
		set.negate, name = true, name[1:]
	}
	set.classes = []string{name}
	return &node{kind: kindSet, set: set}, true
}

// controlEscape are the letters that stand for one control character.
func controlEscape(c byte) (rune, bool) {
	if i := strings.IndexByte("aefnrtv", c); i >= 0 {
		return rune("\a\x1b\f\n\r\t\v"[i]), true
	}
	return 0, false
}

// sedEscape reads \n and the like, and \cA.
func (p *parser) sedEscape(c byte) (*node, error) {
	p.pos += 2
	if r, ok := controlEscape(c); ok {
		return p.charNode(r), nil
	}
	if p.pos == len(p.src) {
		return nil, Error("stray \\c")
	}
	p.pos++
	return p.charNode(unicode.ToUpper(rune(p.src[p.pos-1])) ^ 0x40), nil
}

func (p *parser) awkEscape(c byte) (*node, error) {
	p.pos++
	if r, ok := controlEscape(c); ok && c != 'e' {
		p.pos++
		return p.charNode(r), nil
	}
	if c == 'x' && p.pos+1 < len(p.src) && InClass("xdigit", rune(p.src[p.pos+1])) {
		p.pos++
		return p.hexEscape()
	}
	if c >= '0' && c <= '7' {
		n := 0
		for n < 3 && p.pos+n < len(p.src) && p.src[p.pos+n] >= '0' && p.src[p.pos+n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(p.src[p.pos:p.pos+n], 8, 32)
		p.pos += n
		return p.charNode(rune(v)), nil
	}
	return p.charNode(p.next()), nil
}

func (p *parser) perlEscape(c byte) (*node, error) {
	if r, ok := controlEscape(c); ok {
		p.pos += 2
		return p.charNode(r), nil
	}
	p.pos += 2
	switch c {
	case 'x':
		return p.hexEscape()
	case 'R':
		crlf := concat(p.charNode('\r'), p.charNode('\n'))
		set := &charSet{ranges: [][2]rune{{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}}}
		return &node{kind: kindAlt, subs: []*node{crlf, {kind: kindSet, set: set}}}, nil
	case 'N':
		return &node{kind: kindAny}, nil
	case 'Q':
		text, rest, _ := strings.Cut(p.src[p.pos:], `\E`)
		p.pos = len(p.src) - len(rest)
		n := &node{kind: kindCat}
		for _, r := range text {
			n.subs = append(n.subs, p.charNode(r))
		}
		return n, nil
	case 'E':
		return &node{kind: kindEmpty}, nil
	case 'p', 'P':
		return p.property(c == 'P')
	case 'k':
		return p.namedBackref()
	}
	p.pos--
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		return nil, Error("unrecognized character follows \\")
	}
	return p.charNode(p.next()), nil
}

func (p *parser) hexEscape() (*node, error) {
	digits := ""
	if p.take("{") {
		body, rest, ok := strings.Cut(p.src[p.pos:], "}")
		if !ok {
			return nil, Error("missing terminating } for hexadecimal escape")
		}
		digits, p.pos = body, len(p.src)-len(rest)
	} else {
		for len(digits) < 2 && p.pos < len(p.src) && InClass("xdigit", rune(p.src[p.pos])) {
			digits += p.src[p.pos : p.pos+1]
			p.pos++
		}
	}
	v, err := strconv.ParseUint("0"+digits, 16, 32)
	if err != nil || v > unicode.MaxRune {
		return nil, Error("character code point value in \\x{} or \\o{} is too large")
	}
	return p.charNode(rune(v)), nil
}

// property reads \pL and \p{Lu} for the general categories that have a class here.
func (p *parser) property(negate bool) (*node, error) {
	name := ""
	if p.take("{") {
		body, rest, ok := strings.Cut(p.src[p.pos:], "}")
		if !ok {
			return nil, Error("malformed \\P or \\p sequence")
		}
		name, p.pos = body, len(p.src)-len(rest)
	} else if p.pos < len(p.src) {
		name = p.src[p.pos : p.pos+1]
		p.pos++
	}
	if rest, ok := strings.CutPrefix(name, "^"); ok {
		name, negate = rest, !negate
	}
	class, ok := map[string]string{
		"L": "alpha", "Lu": "upper", "Ll": "lower", "N": "digit", "Nd": "digit", "P": "punct", "Z": "space",
		"Zs": "blank", "Cc": "cntrl",
	}[name]
	if !ok {
		return nil, Error("unknown property name after \\P or \\p")
	}
	return &node{kind: kindSet, set: &charSet{negate: negate, classes: []string{class}}}, nil
}

// perlGroup reads what follows "(?"; done reports flags that apply to the rest, without a body.
func (p *parser) perlGroup(g *node) (done bool, err error) {
	switch {
	case p.take(":"):
	case p.take("="):
		g.kind = kindLook
	case p.take("!"):
		g.kind, g.negate = kindLook, true
	case p.take("<="):
		g.kind, g.behind = kindLook, true
	case p.take("<!"):
		g.kind, g.behind, g.negate = kindLook, true, true
	case p.take(">"):
		g.kind = kindAtomic
	case p.has("P<") || p.has("<") || p.has("'"):
		return false, p.namedGroup(g)
	case p.take("#"):
		_, rest, ok := strings.Cut(p.src[p.pos:], ")")
		if !ok {
			return false, Error("missing ) after (?# comment")
		}
		p.pos = len(p.src) - len(rest)
		return true, nil
	case p.has("("), p.has("|"), p.has("R"), p.has("&"), p.has("P>"), p.has("P="):
		return false, Error("group (?" + p.src[p.pos:p.pos+1] + " is not supported")
	default:
		return p.flags()
	}
	return false, nil
}

func (p *parser) namedGroup(g *node) error {
	p.take("P")
	end := ">"
	if p.has("'") {
		end = "'"
	}
	name, rest, ok := strings.Cut(p.src[p.pos+1:], end)
	if !ok || name == "" {
		return Error("syntax error in subpattern name (missing terminator?)")
	}
	p.pos = len(p.src) - len(rest)
	p.groups++
	g.index = p.groups
	if p.names == nil {
		p.names = map[string]int{}
	}
	p.names[name] = g.index
	return nil
}

func (p *parser) namedBackref() (*node, error) {
	for _, pair := range []string{"{}", "<>", "''"} {
		if !p.take(pair[:1]) {
			continue
		}
		name, rest, ok := strings.Cut(p.src[p.pos:], pair[1:])
		p.pos = len(p.src) - len(rest)
		if index, known := p.names[name]; ok && known {
			return &node{kind: kindBackref, index: index, fold: p.fold}, nil
		}
	}
	return nil, Error("reference to non-existent subpattern")
}

// flags reads (?i), (?s-i) or (?i:...).
func (p *parser) flags() (done bool, err error) {
	on := true
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		p.pos++
		switch c {
		case '-':
			on = false
		case 'i':
			p.fold = on
		case 's':
			p.dotAll = on
		case 'm', 'U', 'x':
			return false, Error("flag (?" + string(rune(c)) + ") is not supported")
		case ':':
			return false, nil
		case ')':
			return true, nil
		default:
			return false, Error("unrecognized character after (? or (?-")
		}
	}
	return false, Error("missing closing parenthesis")
}
