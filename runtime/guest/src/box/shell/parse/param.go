package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// param reads ${...}. What bash does not take is marked as bad: it complains when it expands it.
func (p *parser) param(m mode) *tree.Param {
	at := p.pos
	p.pos += 2
	out := &tree.Param{}
	if p.paramName(out) && p.paramOp(out, m) && p.peek(0) == '}' {
		p.pos++
		out.Raw = p.src[at:p.pos]
		return out
	}
	p.pos = at
	end := at + upTo(p.src[at:], 2, '}')
	if p.src[end-1] != '}' || end-at <= 2 {
		if quote := openQuote(p.src[at+2:]); quote != "" {
			p.open(at, quote)
		}
		p.open(at, "}")
	}
	p.pos = end
	return &tree.Param{Bad: true, Raw: p.src[at:end]}
}

const specials = "@*#?-$!"

// paramLength returns the length of the parameter's name that s begins with.
func paramLength(s string) int {
	if n := nameLength(s); n > 0 {
		return n
	}
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	if n == 0 && s != "" && strings.IndexByte(specials, s[0]) >= 0 {
		n = 1
	}
	return n
}

// paramName reads the # or ! before the name, the name and the subscript.
func (p *parser) paramName(out *tree.Param) bool {
	rest := p.src[p.pos:]
	if rest == "" {
		return false
	}
	switch rest[0] {
	case '#':
		if n := paramLength(rest[1:]); n > 0 && 1+n < len(rest) {
			after := rest[1+n]
			if after == '}' || after == '[' && nameByte(rest[n]) {
				out.Length = true
				p.pos++
			}
		}
	case '!':
		if n := paramLength(rest[1:]); n > 0 && !p.opt.Posix && indirectAfter(rest[1:]) {
			out.Indirect = true
			p.pos++
		}
	}
	n := paramLength(p.src[p.pos:])
	if n == 0 {
		return false
	}
	out.Name = p.src[p.pos : p.pos+n]
	p.pos += n
	if p.peek(0) != '[' || p.opt.Posix || !isName(out.Name) {
		return true
	}
	return p.paramIndex(out)
}

// indirectAfter reports whether ! before s, which begins with a parameter's name, makes an indirect expansion
// and is not the parameter ! with an operator.
func indirectAfter(s string) bool {
	if nameByte(s[0]) {
		return true
	}
	switch s[0] {
	case '@', '*', '#', '?':
		return true
	}
	return false
}

func (p *parser) paramIndex(out *tree.Param) bool {
	end := matchBracket(p.src, p.pos)
	if end < 0 {
		return false
	}
	text := p.src[p.pos+1 : end]
	p.pos = end + 1
	switch text {
	case "@", "*":
		out.All = text[0]
	case "":
		return false
	default:
		w := p.sub1(text)
		out.Index = &w
	}
	return true
}

// paramOp reads the operator and its words.
func (p *parser) paramOp(out *tree.Param, m mode) bool {
	c := p.peek(0)
	if c == '}' {
		return true
	}
	if out.Length {
		return false
	}
	if out.Indirect && (c == '*' || c == '@') && p.peek(1) == '}' && isName(out.Name) && out.Index == nil &&
		out.All == 0 {
		out.Names, out.Indirect = c, false
		p.pos++
		return true
	}
	if c == ':' && strings.IndexByte("-=?+", p.peek(1)) >= 0 && p.peek(1) != 0 {
		out.Colon = true
		p.pos++
		c = p.peek(0)
	}
	switch c {
	case '-', '=', '?', '+':
		out.Op = map[byte]tree.Op{
			'-': tree.Default, '=': tree.AssignOp, '?': tree.ErrorOp, '+': tree.Alternative,
		}[c]
		p.pos++
		argMode := asWord
		if m.quoted() {
			argMode = inDoubleArg
		}
		out.Arg = p.argument(argMode, "}")
		return true
	case '#':
		return p.patternOp(out, tree.PrefixShort, tree.PrefixLong)
	case '%':
		return p.patternOp(out, tree.SuffixShort, tree.SuffixLong)
	}
	if p.opt.Posix {
		return false
	}
	switch c {
	case ':':
		return p.slice(out)
	case '/':
		return p.replace(out)
	case '^':
		return p.patternOp(out, tree.UpperFirst, tree.UpperAll)
	case ',':
		return p.patternOp(out, tree.LowerFirst, tree.LowerAll)
	case '~':
		return p.patternOp(out, tree.ToggleFirst, tree.ToggleAll)
	case '@':
		p.pos++
		out.Op = tree.Transform
		out.Arg = p.argument(asWord, "}")
		return true
	}
	return false
}

// patternOp reads an operator that is written once or twice, and its pattern.
func (p *parser) patternOp(out *tree.Param, once, twice tree.Op) bool {
	out.Op = once
	if p.peek(1) == p.peek(0) {
		out.Op = twice
		p.pos++
	}
	p.pos++
	out.Arg = p.argument(asWord, "}")
	return true
}

// replace reads ${x/pattern/text}.
func (p *parser) replace(out *tree.Param) bool {
	p.pos++
	out.Op = tree.ReplaceOne
	if p.peek(0) == '/' {
		out.Op = tree.ReplaceAll
		p.pos++
	}
	start := p.pos
	if p.peek(0) == '/' { // belongs to the pattern
		p.pos++
	}
	out.Arg = p.argumentFrom(start, asWord, "/}")
	out.Arg2 = &tree.Word{Plain: true}
	if p.peek(0) == '/' {
		p.pos++
		out.Arg2 = p.argument(asWord, "}")
	}
	return true
}

// slice reads ${x:offset:length}.
func (p *parser) slice(out *tree.Param) bool {
	out.Op = tree.Slice
	p.pos++
	end := p.sliceEnd(true)
	if end == p.pos && end < len(p.src) && p.src[end] == '}' {
		return false
	}
	w := p.arithmetic(p.pos, end)
	out.Arg = &w
	if p.pos = end; p.peek(0) == ':' {
		p.pos++
		end = p.sliceEnd(false)
		w := p.arithmetic(p.pos, end)
		out.Arg2 = &w
		p.pos = end
	}
	return p.peek(0) == '}'
}

// sliceEnd returns where an offset or a length ends: at a colon that belongs to no ?:, or at the brace.
func (p *parser) sliceEnd(colons bool) int {
	asked, parens := 0, 0
	for i := p.pos; i < len(p.src); {
		switch p.src[i] {
		case '}':
			return i
		case '(':
			parens++
		case ')':
			parens--
		case '?':
			asked++
		case ':':
			if asked == 0 && parens <= 0 && colons {
				return i
			}
			asked--
		}
		i += span(p.src[i:], 0)
	}
	return len(p.src)
}

// argument reads the word after an operator.
func (p *parser) argument(m mode, ends string) *tree.Word { return p.argumentFrom(p.pos, m, ends) }

// argumentFrom is argument for a word whose first bytes have been looked at.
func (p *parser) argumentFrom(start int, m mode, ends string) *tree.Word {
	r := reader{p: p, m: m, ends: ends, start: start}
	r.read()
	w := tree.Word{Raw: p.src[start:p.pos], Parts: r.parts()}
	if len(r.pieces) == 0 {
		return &tree.Word{Plain: true}
	}
	out := simplify(w)
	if out.Plain && out.Raw != out.Text && !m.quoted() { // what was quoted must be known
		return &w
	}
	return &out
}

// openQuote returns the quote that nothing in s closes, "" if all are closed.
func openQuote(s string) string {
	for i := 0; i < len(s); {
		n := span(s[i:], 0)
		alone := n == 1 && (s[i] == '"' || s[i] == '\'')
		if alone || n > 1 && n == len(s)-i && s[i] == '"' && s[len(s)-1] != '"' {
			return s[i : i+1]
		}
		i += n
	}
	return ""
}
