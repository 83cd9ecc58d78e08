package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// arithmetic reads the text of an arithmetic expression. It stays text: bash expands it first and makes
// sense of it afterwards.
func (p *parser) arithmetic(from, to int) tree.Word {
	text := p.src[from:max(from, to)]
	if !p.opt.Posix {
		text = readANSI(text)
	}
	if !strings.ContainsAny(text, "$`\\\"") {
		return tree.Word{Raw: text, Plain: true, Text: text}
	}
	opt := p.opt
	opt.Line = p.absolute(from)
	q := parser{src: text, opt: opt, depth: p.depth}
	out := tree.Word{Raw: text, Parts: q.quotedText(inArith, 0)}
	for i := range out.Parts {
		if part := &out.Parts[i]; part.Kind == tree.Literal {
			part.Text = strings.ReplaceAll(part.Text, `"`, "")
		}
	}
	var b strings.Builder
	if plain(out.Parts, &b) {
		return tree.Word{Raw: out.Raw, Plain: true, Text: b.String()}
	}
	return out
}

// Arith parses text as it stands in an expression: between double quotes, which come off.
func Arith(text string, opt Options) (w tree.Word) {
	defer asItStands(&w, text)
	p := parser{src: dropNUL(text), opt: opt}
	return p.arithmetic(0, len(p.src))
}

// sub1 reads the text of a subscript.
func (p *parser) sub1(text string) tree.Word {
	if simpleLit(text) {
		return literal(text)
	}
	opt := p.opt
	opt.Line = p.absolute(p.pos)
	q := parser{src: text, opt: opt, depth: p.depth}
	return q.freeWord(text)
}

// freeWord reads the whole source as one word.
func (p *parser) freeWord(text string) tree.Word {
	if simpleLit(text) {
		return literal(text)
	}
	r := reader{p: p, m: asPlain, whole: true, start: p.pos}
	r.read()
	return simplify(tree.Word{Raw: text, Parts: r.parts()})
}

// upTo returns the length of s up to its closing byte, from offset i on; nested quotes and
// expansions are skipped, and so are parentheses within parentheses. Without a closing byte it is
// len(s).
func upTo(s string, i int, closing byte) int { return upToDeep(s, i, closing, 0) }

// maxSpan bounds the nesting of quotes and expansions in text that is only measured.
const maxSpan = 500

func upToDeep(s string, i int, closing byte, depth int) int {
	if depth > maxSpan {
		return len(s)
	}
	open := 0
	for i < len(s) {
		switch c := s[i]; {
		case c == closing && open == 0:
			return i + 1
		case closing == ')' && c == '(':
			open++
			i++
		case closing == ')' && c == ')':
			open--
			i++
		case closing == '"' && c == '\'':
			i++
		default:
			i += span(s[i:], depth+1)
		}
	}
	return len(s)
}

// Span returns the length of the quoted text or the expansion that s begins with, or 1.
func Span(s string) int { return span(s, 0) }

// span returns the length of the quoted text or the expansion that s begins with, or 1.
func span(s string, depth int) int {
	switch {
	case s[0] == '\\' && len(s) > 1:
		return 2
	case s[0] == '\'':
		if n := strings.IndexByte(s[1:], '\''); n >= 0 {
			return n + 2
		}
	case s[0] == '"', s[0] == '`':
		return upToDeep(s, 1, s[0], depth)
	case strings.HasPrefix(s, "${"):
		return upToDeep(s, 2, '}', depth)
	case strings.HasPrefix(s, "$("), strings.HasPrefix(s, "<("), strings.HasPrefix(s, ">("):
		return upToDeep(s, 2, ')', depth)
	}
	return 1
}

// matchBracket returns the offset of the bracket that closes the one at open, -1 if none does.
func matchBracket(s string, open int) int {
	depth := 0
	for i := open; i < len(s); {
		switch s[i] {
		case '[':
			depth++
			i++
		case ']':
			if depth--; depth == 0 {
				return i
			}
			i++
		case '\n':
			return -1
		default:
			i += span(s[i:], 0)
		}
	}
	return -1
}

// nameLength returns the length of the name that s begins with.
func nameLength(s string) int {
	n := 0
	for n < len(s) && nameByte(s[n]) && (n > 0 || s[0] < '0' || s[0] > '9') {
		n++
	}
	return n
}

func isName(s string) bool { return s != "" && nameLength(s) == len(s) }

func nameByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
