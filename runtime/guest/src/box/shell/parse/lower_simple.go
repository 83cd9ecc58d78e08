package parse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

func (l *lowerer) call(c *syntax.CallExpr, s *syntax.Stmt, redirs []tree.Redir) tree.Node {
	if n := l.alias(c, s); n != nil {
		return n
	}
	n := &tree.Simple{Line: l.line(l.second(c, s)), Redirs: redirs}
	for _, a := range c.Assigns {
		n.Assigns = append(n.Assigns, l.assign(a))
	}
	n.Words = l.words(c.Args)
	return n
}

// second returns where the second token of a command ends, or the first if it is alone or no word: a
// command has the line that bash has read when it knows that it is one.
func (l *lowerer) second(c *syntax.CallExpr, s *syntax.Stmt) syntax.Pos {
	type span struct{ start, end syntax.Pos }
	var spans []span
	for _, a := range c.Assigns {
		spans = append(spans, span{a.Pos(), a.End()})
	}
	for i := 0; i < len(c.Args) && i < 2; i++ {
		spans = append(spans, span{c.Args[i].Pos(), c.Args[i].End()})
	}
	for _, r := range s.Redirs {
		spans = append(spans, span{r.Pos(), r.OpPos}, span{r.Word.Pos(), r.Word.End()})
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.start.Offset()) - int(b.start.Offset()) })
	word := len(c.Args) > 0 && spans[0].start == c.Args[0].Pos()
	if len(spans) > 1 && word {
		return spans[1].end
	}
	return spans[0].end
}

func (l *lowerer) words(ws []*syntax.Word) []tree.Word {
	if len(ws) == 0 {
		return nil
	}
	list := make([]tree.Word, 0, len(ws))
	for _, w := range ws {
		list = append(list, l.word(w, asArgument))
	}
	return list
}

// declare lowers declare, local, export, readonly and typeset: their arguments may be assignments.
func (l *lowerer) declare(c *syntax.DeclClause, redirs []tree.Redir) tree.Node {
	n := &tree.Simple{Line: l.line(c.Pos()), Redirs: redirs}
	n.Words = append(n.Words, literal(reveal(c.Variant.Value)))
	for _, a := range c.Args {
		switch {
		case a.Naked && a.Name == nil:
			n.Words = append(n.Words, l.word(a.Value, asArgument))
		case a.Naked && a.Index == nil:
			n.Words = append(n.Words, literal(reveal(a.Name.Value)))
		default:
			as := l.assign(a)
			raw := l.text(a.Pos(), a.End())
			if a.Value != nil && as.Index == nil && !l.opt.Posix {
				if parts := l.parts(a.Value, asValue); mayBrace(parts) {
					n.Words = append(n.Words, bracedAssign(&as, parts, raw))
					continue
				}
			}
			n.Words = append(n.Words, tree.Word{Raw: raw, Assign: &as})
		}
	}
	return n
}

// bracedAssign is an argument like x={a,b}, which makes several assignments.
func bracedAssign(as *tree.Assign, value []tree.Part, raw string) tree.Word {
	op := "="
	if as.Append {
		op = "+="
	}
	parts := append([]tree.Part{{Kind: tree.Literal, Text: as.Name + op}}, value...)
	return tree.Word{Raw: raw, Parts: parts, Brace: true}
}

// let lowers a let command, whose arguments the parser takes as arithmetic though they are words.
func (l *lowerer) let(c *syntax.LetClause, redirs []tree.Redir) tree.Node {
	n := &tree.Simple{Line: l.line(c.Pos()), Redirs: redirs, Words: []tree.Word{literal("let")}}
	from := c.Let.Offset() + uint(len("let"))
	sub := *l.opt
	sub.Line = l.line(c.Let)
	src := ":" + l.src[from:c.End().Offset()]
	p := Program{src: src, opt: sub}
	stmts, err := p.collect()
	if err != nil || len(stmts) != 1 {
		l.err = p.explain(0, err)
		return n
	}
	inner := lowerer{src: src, opt: &sub}
	if call, ok := stmts[0].Cmd.(*syntax.CallExpr); ok {
		n.Words = append(n.Words, inner.words(call.Args[1:])...)
	}
	return n
}

func (l *lowerer) assign(a *syntax.Assign) tree.Assign {
	as := tree.Assign{Name: reveal(a.Name.Value), Append: a.Append, Naked: a.Naked}
	if a.Index != nil {
		as.Index = l.subscript(a.Name.End(), a.Index)
	}
	switch {
	case a.Array != nil:
		as.Array = true
		for _, e := range a.Array.Elems {
			as.Elems = append(as.Elems, l.element(e))
		}
	case a.Value != nil:
		w := l.word(a.Value, asValue)
		as.Value = &w
	}
	return as
}

func (l *lowerer) element(e *syntax.ArrayElem) (el tree.Elem) {
	if e.Index == nil {
		return l.appended(l.word(e.Value, asArgument))
	}
	from := int(e.Index.Pos().Offset())
	open := syntax.NewPos(uint(strings.LastIndexByte(l.src[:from+1], '[')), 1, 1)
	el.Index = l.subscript(open, e.Index)
	if e.Value != nil {
		w := l.word(e.Value, asValue)
		el.Value = &w
	}
	return el
}

// appended sees `[i]+=v` in a word that the parser took for a pattern.
func (l *lowerer) appended(w tree.Word) tree.Elem {
	if len(w.Raw) > 0 && w.Raw[0] == '[' {
		if i := strings.Index(w.Raw, "]+="); i > 0 {
			index := l.free(escape(w.Raw[1:i]))
			value := l.free(escape(w.Raw[i+3:]))
			return tree.Elem{Index: &index, Append: true, Value: &value}
		}
	}
	return tree.Elem{Value: &w}
}

const maxAliases = 64

// alias lowers a command whose first word is an alias, by parsing the text that it stands for.
func (l *lowerer) alias(c *syntax.CallExpr, s *syntax.Stmt) tree.Node {
	if l.opt.Alias == nil || len(c.Args) == 0 || l.depth > maxAliases {
		return nil
	}
	name := c.Args[0].Lit()
	value, ok := l.opt.Alias(name)
	if name == "" || !ok {
		return nil
	}
	rest := l.slice(c.Args[0].End(), s.End())
	if s.Semicolon.IsValid() {
		rest = l.slice(c.Args[0].End(), s.Semicolon)
	}
	before := ""
	if len(c.Assigns) > 0 {
		before = l.slice(c.Pos(), c.Args[0].Pos())
	}
	value = before + escape(value)
	if strings.HasSuffix(value, " ") {
		value, rest = l.chain(value, rest)
	}
	sub := *l.opt
	sub.Line = l.line(c.Pos())
	sub.Alias = func(n string) (string, bool) { // an alias is not expanded within itself
		if n == name {
			return "", false
		}
		return l.opt.Alias(n)
	}
	p := Program{src: value + rest, opt: sub}
	stmts, err := p.collect()
	if err != nil {
		l.err = p.explain(0, err)
		return &tree.Simple{Line: sub.Line}
	}
	inner := lowerer{src: p.src, opt: &sub, depth: l.depth + 1}
	list := inner.list(stmts)
	if l.err == nil {
		l.err = inner.err
	}
	if len(list.Items) == 1 && !list.Items[0].Async {
		return list.Items[0].Node
	}
	return &tree.Group{Body: list}
}

// chain expands the word after an alias that ends in a blank.
func (l *lowerer) chain(value, rest string) (string, string) {
	for range maxAliases {
		trimmed := strings.TrimLeft(rest, " \t")
		end := strings.IndexAny(trimmed, " \t\n;&|<>()\"'$`\\")
		if end < 0 {
			end = len(trimmed)
		}
		next, ok := l.opt.Alias(reveal(trimmed[:end]))
		if !ok || end == 0 {
			break
		}
		value += escape(next)
		rest = trimmed[end:]
		if !strings.HasSuffix(next, " ") {
			break
		}
	}
	return value, rest
}
