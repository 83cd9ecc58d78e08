package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// document is a here-document whose body has not been read.
type document struct {
	end    string // the line that ends it
	body   *tree.Word
	quoted bool
	tabs   bool
}

// heredoc notes that the body of a here-document is to come.
func (p *parser) heredoc(r *tree.Redir, tabs bool) {
	r.Tabs = tabs
	r.Quote = strings.ContainsAny(r.Word.Raw, `'"\`)
	r.Body = &tree.Word{Plain: true}
	end := r.Word.Raw
	if r.Quote {
		end = unquote(end)
	}
	p.pending = append(p.pending, document{end: end, body: r.Body, quoted: r.Quote, tabs: tabs})
}

// unquote takes the quotes off a word.
func unquote(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i < len(s) && s[i] != '\n' {
				b.WriteByte(s[i])
			}
		case '\'', '"':
			for i++; i < len(s) && s[i] != c; i++ {
				if c == '"' && s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\\\"$`", s[i+1]) >= 0 {
					i++
				}
				b.WriteByte(s[i])
			}
		case '$':
			if i+1 < len(s) && (s[i+1] == '\'' || s[i+1] == '"') {
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// documents reads the bodies that come after a newline.
func (p *parser) documents() {
	list := p.pending
	p.pending = nil
	for i := range list {
		p.document(&list[i])
	}
}

// finishDocuments gives those that the end of the source leaves without a body an empty one.
func (p *parser) finishDocuments() {
	if len(p.pending) > 0 {
		p.documents()
	}
}

func (p *parser) document(d *document) {
	var body strings.Builder
	first := p.absolute(p.pos)
	for {
		if p.end() {
			p.unended(d, first)
			break
		}
		line := p.documentLine(d)
		text := line
		if d.tabs {
			text = strings.TrimLeft(line, "\t")
		}
		if strings.TrimSuffix(text, "\n") == d.end {
			break
		}
		body.WriteString(text)
	}
	text := body.String()
	if d.quoted {
		*d.body = tree.Word{Raw: text, Plain: true, Text: text}
		return
	}
	*d.body = p.documentWord(text, first)
}

// documentLine reads a line of a body; a backslash joins it with the next.
func (p *parser) documentLine(d *document) string {
	start := p.pos
	for {
		n := strings.IndexByte(p.src[p.pos:], '\n')
		if n < 0 {
			p.pos = len(p.src)
			if p.opt.Posix {
				return p.src[start:]
			}
			return p.src[start:] + "\n"
		}
		p.pos += n + 1
		if d.quoted || !oddBackslashes(p.src[start:p.pos-1]) {
			return p.src[start:p.pos]
		}
	}
}

// oddBackslashes reports whether s ends in a backslash that is not quoted itself.
func oddBackslashes(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

// unended warns of a document that the end of the source ends; its body began on the line first.
func (p *parser) unended(d *document, first int) {
	if p.pos > 0 && strings.HasSuffix(p.src, "\n") || first > p.opt.Line {
		first--
	}
	p.warnings = append(p.warnings, Warning{
		Line: p.lastLine() - 1,
		Text: "here-document at line " + itoa(first) + " delimited by end-of-file (wanted `" + d.end + "')",
	})
}

// documentWord reads the text of a body that is expanded.
func (p *parser) documentWord(text string, line int) tree.Word {
	opt := p.opt
	opt.Line = line
	q := parser{src: text, opt: opt, depth: p.depth}
	w := tree.Word{Raw: text, Parts: q.quotedText(inDocument, 0)}
	return simplify(w)
}
