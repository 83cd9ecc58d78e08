package parse

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// mode is where a word stands, which decides what backslashes, quotes and tildes in it mean.
type mode uint8

const (
	asWord      mode = iota // a word: a tilde at its start
	asArgument              // an argument: also after the = of what looks like an assignment
	asValue                 // the value of an assignment: also after every colon
	asPlain                 // no tilde
	asRegexp                // the right side of =~: backslashes stay
	inDouble                // between double quotes
	inDocument              // in a here-document
	inDoubleArg             // the word of "${x:-word}"
	inArith                 // in $(( ))
)

func (m mode) quoted() bool { return m >= inDouble }

// literal returns the word that stands for itself.
func literal(s string) tree.Word { return tree.Word{Raw: s, Plain: true, Text: s} }

func (l *lowerer) word(w *syntax.Word, m mode) tree.Word {
	out := tree.Word{Raw: l.text(w.Pos(), w.End())}
	if len(w.Parts) == 1 {
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && simpleLit(lit.Value) {
			out.Plain, out.Text = true, lit.Value
			return out
		}
	}
	out.Parts = l.parts(w, m)
	if m == asArgument || m == asPlain {
		out.Brace = !l.opt.Posix && mayBrace(out.Parts)
	}
	return simplify(out)
}

func (l *lowerer) parts(w *syntax.Word, m mode) (parts []tree.Part) {
	for i, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			parts = append(parts, l.lit(lit.Value, m, i == 0, i == len(w.Parts)-1)...)
			continue
		}
		parts = append(parts, l.part(p, m)...)
	}
	return parts
}

// simpleLit reports whether a literal has nothing that any mode treats in its own way.
func simpleLit(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '-' || c == '_' || c == '.' || c == '/' || c == '+' || c == ',' || c == '%':
		case c == '=' && i > 0 && !strings.Contains(s, "~"):
		default:
			return false
		}
	}
	return s != ""
}

// simplify marks a word that needs no expansion.
func simplify(w tree.Word) tree.Word {
	if w.Brace {
		return w
	}
	var text strings.Builder
	if !plain(w.Parts, &text) {
		return w
	}
	if glob(w.Parts) {
		return w
	}
	w.Plain, w.Text, w.Parts = true, text.String(), nil
	return w
}

func plain(parts []tree.Part, text *strings.Builder) bool {
	for i := range parts {
		switch p := &parts[i]; p.Kind {
		case tree.Literal, tree.Quoted:
			text.WriteString(p.Text)
		case tree.Double:
			if !plain(p.Parts, text) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// glob reports whether unquoted text could be a pattern.
func glob(parts []tree.Part) bool {
	open := false
	for i := range parts {
		if parts[i].Kind != tree.Literal {
			continue
		}
		for _, c := range []byte(parts[i].Text) {
			switch c {
			case '*', '?', '(', '\\':
				return true
			case '[':
				open = true
			case ']':
				if open {
					return true
				}
			}
		}
	}
	return false
}

func mayBrace(parts []tree.Part) bool {
	open, middle, dots := false, false, false
	for i := range parts {
		if parts[i].Kind != tree.Literal {
			continue
		}
		for _, c := range []byte(parts[i].Text) {
			switch {
			case c == '{':
				open = true
			case c == ',' && open, c == '.' && dots && open:
				middle = true
			case c == '}' && middle:
				return true
			}
			dots = c == '.'
		}
	}
	return false
}

// lit lowers unquoted literal text.
func (l *lowerer) lit(s string, m mode, first, last bool) []tree.Part {
	if m.quoted() {
		return l.literals(s, m)
	}
	if m == asRegexp {
		return []tree.Part{{Kind: tree.Literal, Text: reveal(s)}}
	}
	var parts []tree.Part
	if strings.IndexByte(s, '~') >= 0 {
		parts, s = tildes(s, m, first, last)
	}
	return append(parts, l.literals(s, m)...)
}

// literals splits text into what is quoted by backslashes and what is not.
func (l *lowerer) literals(s string, m mode) (parts []tree.Part) {
	kind := tree.Literal
	if m.quoted() && m != inArith {
		kind = tree.Quoted
	}
	start := 0
	flush := func(end int) {
		if end > start {
			parts = append(parts, l.marked(s[start:end], kind)...)
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
			parts = append(parts, tree.Part{Kind: tree.Quoted, Text: reveal(s[i+1 : i+1+n])})
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

// marked reveals hidden bytes and turns what repair marked as a bad substitution into one.
func (l *lowerer) marked(s string, kind tree.Kind) (parts []tree.Part) {
	for {
		before, rest, found := strings.Cut(s, badMark)
		wrong, back, isBack := strings.Cut(s, backMark)
		if isBack && len(wrong) < len(before) {
			before, rest, found = wrong, back, true
		} else {
			isBack = false
		}
		if before != "" {
			parts = append(parts, tree.Part{Kind: kind, Text: reveal(before)})
		}
		if !found {
			return parts
		}
		var raw string
		if isBack {
			raw, s, _ = strings.Cut(rest, backEnd)
			parts = append(parts, tree.Part{Kind: tree.Command, Text: reveal(raw)})
			continue
		}
		raw, s, _ = strings.Cut(rest, badEnd)
		parts = append(parts, tree.Part{Kind: tree.Variable, Param: l.bad(reveal(raw))})
	}
}

// part lowers a part that is no literal.
func (l *lowerer) part(p syntax.WordPart, m mode) []tree.Part {
	switch p := p.(type) {
	case *syntax.Lit:
		return l.lit(p.Value, m, false, false)
	case *syntax.SglQuoted:
		return []tree.Part{l.single(p, m)}
	case *syntax.DblQuoted:
		return l.double(p, m)
	case *syntax.ParamExp:
		return []tree.Part{{Kind: tree.Variable, Param: l.param(p, m)}}
	case *syntax.CmdSubst:
		return []tree.Part{{Kind: tree.Command, Body: l.substitution(p, m)}}
	case *syntax.ArithmExp:
		from := int(p.Left.Offset()) + 3
		if p.Bracket {
			from--
		}
		w := l.arithmetic(from, int(p.Right.Offset()))
		return []tree.Part{{Kind: tree.ArithExp, Expr: &w}}
	case *syntax.ProcSubst:
		part := tree.Part{Kind: tree.Process, Text: "<", Body: l.relative(p.Stmts, p.OpPos, m)}
		if p.Op == syntax.CmdOut {
			part.Text = ">"
		}
		return []tree.Part{part}
	case *syntax.ExtGlob:
		return l.extGlob(p)
	}
	l.fail(p.Pos(), "unsupported word")
	return nil
}

func (l *lowerer) single(p *syntax.SglQuoted, m mode) tree.Part {
	text := reveal(p.Value)
	switch {
	case m.quoted() && m != inArith && !p.Dollar:
		text = "'" + text + "'"
	case m == inDocument:
		text = "$'" + text + "'"
	case p.Dollar:
		text = Unescape(text)
	case m == inArith:
		return tree.Part{Kind: tree.Literal, Text: "'" + text + "'"}
	}
	return tree.Part{Kind: tree.Quoted, Text: text}
}

func (l *lowerer) double(p *syntax.DblQuoted, m mode) []tree.Part {
	part := tree.Part{Kind: tree.Double}
	inner := inDouble
	for _, q := range p.Parts {
		part.Parts = append(part.Parts, l.part(q, inner)...)
	}
	if m == inDoubleArg || m == inArith { // quotes within quotes only come off
		return part.Parts
	}
	return []tree.Part{part}
}

// substitution lowers the body of a command substitution. Positions inside backquotes count the
// backslashes that come off, so such a body is parsed anew from what it is without them.
func (l *lowerer) substitution(p *syntax.CmdSubst, m mode) *tree.List {
	if p.TempFile || p.ReplyVar {
		l.fail(p.Pos(), l.text(p.Pos(), p.End())+": bad substitution")
		return &tree.List{}
	}
	if !p.Backquotes {
		return l.relative(p.Stmts, p.Left, m)
	}
	src := unquoteBack(l.src[p.Left.Offset()+1:p.Right.Offset()], m == inDouble || m == inDoubleArg)
	sub := *l.opt
	sub.Line = 1
	prog := Parse(reveal(src), sub)
	prog.relative = true
	list := &tree.List{}
	for {
		next, err := prog.Next(l.opt.ExtGlob)
		if err != nil {
			if l.err == nil {
				l.err = err
			}
			return list
		}
		if next == nil {
			return list
		}
		list.Items = append(list.Items, next.Items...)
	}
}

// unquoteBack takes off the backslashes that quote within backquotes.
func unquoteBack(s string, double bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch c := s[i+1]; {
			case c == '$' || c == '`' || c == '\\' || (c == '"' && double):
				i++
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
