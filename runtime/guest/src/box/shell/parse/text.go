package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// arithmetic lowers the text of an arithmetic expression. It stays text: bash expands it first
// and makes sense of it afterwards.
func (l *lowerer) arithmetic(from, to int) tree.Word {
	text := escape(reveal(l.src[from:max(from, to)]))
	if !strings.ContainsAny(text, "$`\\\"") {
		text = reveal(text)
		return tree.Word{Raw: text, Plain: true, Text: text}
	}
	inner, w := l.inner(text, l.opt.Line+strings.Count(l.src[:from], "\n"))
	out := tree.Word{Raw: reveal(text)}
	if w == nil {
		return out
	}
	for _, p := range w.Parts {
		out.Parts = append(out.Parts, inner.part(p, inArith)...)
	}
	for i := range out.Parts {
		if p := &out.Parts[i]; p.Kind == tree.Literal {
			p.Text = strings.ReplaceAll(p.Text, `"`, "")
		}
	}
	var b strings.Builder
	if plain(out.Parts, &b) {
		return tree.Word{Raw: out.Raw, Plain: true, Text: b.String()}
	}
	return out
}

// inner parses text as the body of a here-document.
func (l *lowerer) inner(text string, line int) (*lowerer, *syntax.Word) {
	sub := *l.opt
	sub.Line = line
	p := Program{src: text, opt: sub}
	for range maxRepairs {
		parser := syntax.NewParser(syntax.Variant(sub.lang()))
		w, err := parser.Document(strings.NewReader(p.src))
		if err == nil {
			return &lowerer{src: p.src, opt: &p.opt}, w
		}
		fixed, ok := p.repair(err)
		if !ok {
			if l.err == nil {
				l.err = p.explain(0, err)
			}
			break
		}
		p.src = fixed
	}
	return l, nil
}

// subscript lowers the text between the brackets after a name; x is what the parser made of it.
func (l *lowerer) subscript(open syntax.Pos, x syntax.ArithmExpr) *tree.Word {
	from := int(open.Offset()) + 1
	to := int(x.End().Offset())
	for to < len(l.src) && l.src[to] != ']' {
		to++
	}
	w := l.free(l.src[from:max(from, to)])
	return &w
}

// free lowers text that is one word whatever it holds: a subscript, or the inside of a pattern.
func (l *lowerer) free(text string) tree.Word {
	if simpleLit(text) {
		return literal(reveal(text))
	}
	return simplify(tree.Word{Raw: reveal(text), Parts: l.freeParts(text)})
}

func (l *lowerer) freeParts(text string) []tree.Part {
	p := Program{src: hideOperators(text), opt: *l.opt}
	for range maxRepairs {
		words, err := collectWords(p.src+"\n", p.opt.lang())
		if err == nil {
			var parts []tree.Part
			inner := lowerer{src: p.src, opt: &p.opt}
			for _, w := range words {
				parts = append(parts, inner.parts(w, asPlain)...)
			}
			if l.err == nil {
				l.err = inner.err
			}
			return parts
		}
		fixed, ok := p.repair(err)
		if !ok {
			break
		}
		p.src = fixed
	}
	return []tree.Part{{Kind: tree.Quoted, Text: reveal(text)}}
}

func collectWords(src string, lang syntax.LangVariant) (words []*syntax.Word, err error) {
	parser := syntax.NewParser(syntax.Variant(lang))
	for w, err := range parser.WordsSeq(strings.NewReader(src)) {
		if err != nil {
			return nil, err
		}
		words = append(words, w)
	}
	return words, nil
}

// hideOperators hides what would end a word or begin a comment, outside quotes and expansions.
func hideOperators(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		n := span(s[i:])
		switch {
		case n > 1:
			b.WriteString(s[i : i+n])
		case strings.IndexByte(" \t\n;&|<>()#", s[i]) >= 0:
			b.WriteString(hide(s[i]))
		default:
			b.WriteByte(s[i])
		}
		i += n
	}
	return b.String()
}

// span returns the length of the quoted text or the expansion that s begins with, or 1.
func span(s string) int {
	switch {
	case s[0] == '\\' && len(s) > 1:
		return 2
	case s[0] == '\'':
		if n := strings.IndexByte(s[1:], '\''); n >= 0 {
			return n + 2
		}
	case s[0] == '"', s[0] == '`':
		return upTo(s, 1, s[0])
	case strings.HasPrefix(s, "${"):
		return upTo(s, 2, '}')
	case strings.HasPrefix(s, "$("), strings.HasPrefix(s, "<("), strings.HasPrefix(s, ">("):
		return upTo(s, 2, ')')
	}
	return 1
}

// upTo returns the length of s up to its closing byte, from offset i on; nested quotes and
// expansions are skipped, and so are parentheses within parentheses.
func upTo(s string, i int, closing byte) int {
	for i < len(s) {
		switch {
		case s[i] == closing:
			return i + 1
		case closing == ')' && s[i] == '(':
			i += upTo(s[i:], 1, ')')
		case closing == '"' && s[i] == '\'':
			i++
		default:
			i += span(s[i:])
		}
	}
	return len(s)
}

// extGlob lowers an extended pattern, whose inside the parser leaves as it is.
func (l *lowerer) extGlob(p *syntax.ExtGlob) []tree.Part {
	if !l.opt.ExtGlob {
		l.nearby(int(p.Pos().Offset()), "(")
	}
	open := p.Op.String()
	if !strings.HasSuffix(open, "(") {
		open += "("
	}
	parts := []tree.Part{{Kind: tree.Literal, Text: open}}
	body := p.Pattern.Value
	if strings.ContainsAny(body, "'\"$`\\") {
		parts = append(parts, l.freeParts(body)...)
	} else {
		parts = append(parts, tree.Part{Kind: tree.Literal, Text: reveal(body)})
	}
	return append(parts, tree.Part{Kind: tree.Literal, Text: ")"})
}
