package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// mode is where a word stands, which decides what backslashes, quotes and tildes in it mean.
type mode uint8

const (
	asWord      mode = iota // a word: a tilde at its start
	asArgument              // an argument: also after the = of what looks like an assignment
	asValue                 // the value of an assignment: also after every colon
	asTarget                // asValue where a command begins, so that a subscript must be closed
	asPlain                 // no tilde
	asRegexp                // the right side of =~: backslashes stay
	inDouble                // between double quotes
	inDocument              // in a here-document
	inDoubleArg             // the word of "${x:-word}"
	inArith                 // in $(( ))
)

func (m mode) quoted() bool { return m >= inDouble }

// piece is a stretch of literal text as it stands, or a part.
type piece struct {
	lit   string
	part  []tree.Part
	isLit bool
}

// reader reads the text of a word: up to a metacharacter, or up to one of the bytes of ends.
type reader struct {
	p      *parser
	m      mode
	ends   string // "" for a metacharacter
	whole  bool   // nothing ends the word but the end of the source
	loose  bool   // name=( ) belongs to the word
	pieces []piece
	start  int // of the literal text being read
	depth  int // of parentheses within which nothing ends the word
	joined bool
	hidden int // up to where single quotes hide the brace that ends "${x:-word}"
}

// word reads a word that a metacharacter ends.
func (p *parser) word(m mode) tree.Word {
	start := p.pos
	r := reader{p: p, m: m, start: start}
	r.read()
	return p.finishWord(&r, start)
}

// looseWord reads an argument of let or eval, which may hold what looks like the value of an array.
func (p *parser) looseWord() tree.Word {
	start := p.pos
	r := reader{p: p, m: asArgument, start: start, loose: true}
	r.read()
	return p.finishWord(&r, start)
}

func (p *parser) finishWord(r *reader, start int) tree.Word {
	raw := p.raw(start)
	if r.joined {
		raw = strings.ReplaceAll(raw, "\\\n", "")
	}
	if !p.opt.Posix {
		raw = readANSI(raw)
	}
	out := tree.Word{Raw: raw}
	if len(r.pieces) == 0 {
		out.Plain = true
		return out
	}
	if len(r.pieces) == 1 && r.pieces[0].isLit && simpleLit(r.pieces[0].lit) {
		out.Plain, out.Text = true, r.pieces[0].lit
		return out
	}
	out.Parts = r.parts()
	if r.m <= asPlain {
		out.Brace = !p.opt.Posix && mayBrace(out.Parts)
	}
	return simplify(out)
}

// parts turns what was read into the parts of a word.
func (r *reader) parts() (parts []tree.Part) {
	for i, q := range r.pieces {
		if !q.isLit {
			parts = append(parts, q.part...)
			continue
		}
		parts = append(parts, lit(q.lit, r.m, i == 0, i == len(r.pieces)-1)...)
	}
	return parts
}

// flush ends a stretch of literal text.
func (r *reader) flush() {
	if r.p.pos > r.start {
		r.pieces = append(r.pieces, piece{lit: r.p.src[r.start:r.p.pos], isLit: true})
	}
}

func (r *reader) add(parts ...tree.Part) {
	r.pieces = append(r.pieces, piece{part: parts})
	r.start = r.p.pos
}

// ended reports whether the byte here ends the word.
func (r *reader) ended(c byte) bool {
	switch {
	case r.whole || r.depth > 0 || r.p.pos < r.hidden:
		return false
	case r.ends != "":
		return strings.IndexByte(r.ends, c) >= 0
	case r.m == asRegexp && c == '|':
		return false
	}
	return meta(c)
}

// read reads until the word ends.
func (r *reader) read() {
	p := r.p
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		if r.paren(c) {
			continue
		}
		if r.ended(c) && !((c == '<' || c == '>') && p.peek(1) == '(' && !p.opt.Posix && r.ends == "") {
			break
		}
		if !r.special(c) {
			p.pos++
		}
	}
	if r.depth > 0 {
		e := &Error{Line: p.absolute(r.start), Text: unmatched(")"), Incomplete: true}
		if r.m == asRegexp {
			e.Near, e.NearLine = "unexpected argument to conditional binary operator", p.lastLine()
		}
		panic(e)
	}
	r.flush()
}

// paren handles the parentheses of extended patterns and of regular expressions.
func (r *reader) paren(c byte) bool {
	p := r.p
	switch {
	case r.depth > 0 && c == ')':
		r.depth--
	case r.depth > 0 && c == '(' && r.ends == "":
		r.depth++
	case c == '(' && r.ends == "" && !r.whole &&
		(r.m == asRegexp || r.extended() || r.loose && r.afterEquals()):
		r.depth++
	default:
		return false
	}
	p.pos++
	return true
}

// extended reports whether the parenthesis here opens an extended pattern.
func (r *reader) extended() bool {
	p := r.p
	if !p.opt.ExtGlob || p.pos <= r.start || p.opt.Posix {
		return false
	}
	return strings.IndexByte("?*+@!", p.src[p.pos-1]) >= 0 && (p.pos-1 == r.start || p.src[p.pos-2] != '\\')
}

// afterEquals reports whether the text before the parenthesis here ends in `=`.
func (r *reader) afterEquals() bool { return r.p.pos > r.start && r.p.src[r.p.pos-1] == '=' }

// special reads what is no literal text, if it is here.
func (r *reader) special(c byte) bool {
	p := r.p
	switch c {
	case '\\':
		if p.peek(1) == '\n' {
			r.joined = true
		}
		p.pos = min(p.pos+2, len(p.src))
		return true
	case '\'':
		if r.m == inDoubleArg {
			r.hide()
			return false
		}
		r.flush()
		r.add(tree.Part{Kind: tree.Quoted, Text: p.single()})
		return true
	case '"':
		r.flush()
		part := p.double()
		if r.m == inDoubleArg { // quotes within quotes only come off
			r.add(part.Parts...)
		} else {
			r.add(part)
		}
		return true
	case '$', '`':
		at := p.pos
		r.flush()
		if parts, ok := p.dollar(r.m); ok {
			r.add(parts...)
			return true
		}
		p.pos = at
		if n := len(r.pieces); n > 0 && r.start < at {
			r.pieces = r.pieces[:n-1]
		}
		return false
	case '<', '>':
		if p.peek(1) != '(' || p.opt.Posix || r.ends != "" || r.whole {
			return false
		}
		r.flush()
		r.add(p.process(c))
		return true
	}
	return false
}

// hide notes how far the single quote here hides braces, which is all it does in "${x:-word}".
func (r *reader) hide() {
	p := r.p
	if p.opt.Posix || p.pos < r.hidden {
		return
	}
	n := strings.IndexByte(p.src[p.pos+1:], '\'')
	if n < 0 {
		p.open(p.pos, "'")
	}
	r.hidden = p.pos + n + 2
}

// single reads what stands between single quotes.
func (p *parser) single() string {
	n := strings.IndexByte(p.src[p.pos+1:], '\'')
	if n < 0 {
		p.open(p.pos, "'")
	}
	s := p.src[p.pos+1 : p.pos+1+n]
	p.pos += n + 2
	return s
}

// ansi reads $'text'; the dollar sign is here.
func (p *parser) ansiQuoted() string {
	for i := p.pos + 2; i < len(p.src); i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '\'':
			s := p.src[p.pos+2 : i]
			p.pos = i + 1
			return Unescape(s)
		}
	}
	p.open(p.pos+1, "'")
	return ""
}

// double reads what stands between double quotes.
func (p *parser) double() tree.Part {
	at := p.pos
	p.pos++
	parts := p.quotedText(inDouble, '"')
	if p.end() {
		p.open(at, `"`)
	}
	p.pos++
	return tree.Part{Kind: tree.Double, Parts: parts}
}

// quotedText reads text in which only backslashes, dollars and backquotes are special, up to a byte or,
// if that is 0, to the end.
func (p *parser) quotedText(m mode, closing byte) (parts []tree.Part) {
	start := p.pos
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		if c == closing && closing != 0 {
			break
		}
		switch c {
		case '\\':
			p.pos = min(p.pos+2, len(p.src))
		case '$', '`':
			at := p.pos
			if more, ok := p.dollar(m); ok {
				parts = append(literals(parts, p.src[start:at], m), more...)
				start = p.pos
			} else {
				p.pos = at + 1
			}
		default:
			p.pos++
		}
	}
	return literals(parts, p.src[start:p.pos], m)
}

// dollar reads what a dollar or a backquote begins; ok is false if it begins nothing.
func (p *parser) dollar(m mode) (parts []tree.Part, ok bool) {
	if p.src[p.pos] == '`' {
		return []tree.Part{p.backquoted(m)}, true
	}
	at := p.pos
	switch c := p.peek(1); {
	case c == '(':
		if p.peek(2) == '(' {
			part, ok := p.arithExpansion()
			switch {
			case ok:
				return []tree.Part{part}, true
			case !p.opt.Posix:
				return []tree.Part{p.lateSubstitution()}, true
			}
		}
		p.pos += 2
		p.enter()
		defer p.leave()
		if m == inDocument {
			return []tree.Part{p.documentSubstitution(at)}, true
		}
		return []tree.Part{{Kind: tree.Command, Body: p.substitution(at, m)}}, true
	case c == '{':
		p.enter()
		defer p.leave()
		return []tree.Part{{Kind: tree.Variable, Param: p.param(m)}}, true
	case c == '[' && !p.opt.Posix:
		end := matchBracket(p.src, p.pos+1)
		if end < 0 {
			p.open(p.pos, "]")
		}
		w := p.arithmetic(p.pos+2, end)
		p.pos = end + 1
		return []tree.Part{{Kind: tree.ArithExp, Expr: &w}}, true
	case c == '\'' && !p.opt.Posix && (!m.quoted() || m == inDoubleArg):
		return []tree.Part{{Kind: tree.Quoted, Text: p.ansiQuoted()}}, true
	case c == '"' && !p.opt.Posix && (!m.quoted() || m == inDoubleArg):
		p.pos++
		return []tree.Part{p.double()}, true
	}
	n := nameLength(p.src[at+1:])
	if n == 0 && strings.IndexByte("@*#?-$!0123456789", p.peek(1)) >= 0 && at+1 < len(p.src) {
		n = 1
	}
	if n == 0 {
		return nil, false
	}
	p.pos += 1 + n
	name := p.src[at+1 : p.pos]
	return []tree.Part{{Kind: tree.Variable, Param: &tree.Param{Name: name, Raw: p.src[at:p.pos]}}}, true
}

// lit makes parts of unquoted literal text.
func lit(s string, m mode, first, last bool) []tree.Part {
	if m.quoted() {
		return literals(nil, s, m)
	}
	if m == asRegexp {
		return []tree.Part{{Kind: tree.Literal, Text: s}}
	}
	var parts []tree.Part
	if strings.IndexByte(s, '~') >= 0 {
		parts, s = tildes(s, m, first, last)
	}
	return literals(parts, s, m)
}

// literals splits text into what is quoted by backslashes and what is not.
func literals(parts []tree.Part, s string, m mode) []tree.Part {
	kind := tree.Literal
	if m.quoted() && m != inArith {
		kind = tree.Quoted
	}
	start := 0
	flush := func(end int) {
		if end > start {
			parts = append(parts, tree.Part{Kind: kind, Text: s[start:end]})
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			continue
		}
		if m.quoted() && !escapes(s[i+1], m) {
			i++
			continue
		}
		flush(i)
		_, n := utf8.DecodeRuneInString(s[i+1:])
		if s[i+1] != '\n' {
			parts = append(parts, tree.Part{Kind: tree.Quoted, Text: s[i+1 : i+1+n]})
		}
		start = i + 1 + n
		i = start - 1
	}
	flush(len(s))
	return parts
}

// escapes reports whether a backslash before c is taken away in mode m.
func escapes(c byte, m mode) bool {
	switch c {
	case '$', '`', '\\', '\n':
		return true
	case '"':
		return m == inDouble || m == inDoubleArg || m == inArith
	case '}':
		return m == inDoubleArg
	}
	return false
}
