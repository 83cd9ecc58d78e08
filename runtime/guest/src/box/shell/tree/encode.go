package tree

import "encoding/binary"

// Tags of encoded nodes.
const (
	tagNone = iota
	tagAndOr
	tagPipeline
	tagSimple
	tagRedirected
	tagSubshell
	tagGroup
	tagIf
	tagWhile
	tagFor
	tagForArith
	tagCase
	tagArith
	tagTest
	tagFunction
	tagCoproc
)

// Encode appends the wire form of n, which DecodeNode reads.
func Encode(b []byte, n Node) []byte {
	e := encoder{b}
	e.node(n)
	return e.b
}

// EncodeList appends the wire form of l, which DecodeList reads.
func EncodeList(b []byte, l *List) []byte {
	e := encoder{b}
	e.list(l)
	return e.b
}

type encoder struct{ b []byte }

func (e *encoder) int(v int)       { e.b = binary.AppendVarint(e.b, int64(v)) }
func (e *encoder) byte(v byte)     { e.b = append(e.b, v) }
func (e *encoder) tag(t, line int) { e.byte(byte(t)); e.int(line) }

func (e *encoder) str(s string) {
	e.b = binary.AppendUvarint(e.b, uint64(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) bools(l ...bool) {
	var v byte
	for i, b := range l {
		if b {
			v |= 1 << i
		}
	}
	e.byte(v)
}

func (e *encoder) list(l *List) {
	if l == nil {
		e.int(-1)
		return
	}
	e.int(len(l.Items))
	for i := range l.Items {
		e.bools(l.Items[i].Async)
		e.node(l.Items[i].Node)
	}
}

func (e *encoder) nodes(l []Node) {
	e.int(len(l))
	for _, n := range l {
		e.node(n)
	}
}

func (e *encoder) node(n Node) {
	switch n := n.(type) {
	case nil:
		e.byte(tagNone)
	case *AndOr:
		e.tag(tagAndOr, 0)
		e.bools(n.Or)
		e.node(n.Left)
		e.node(n.Right)
	case *Pipeline:
		e.tag(tagPipeline, n.Line)
		e.bools(n.Negated, n.Timed, n.TimePosix)
		e.nodes(n.Parts)
	case *Simple:
		e.tag(tagSimple, n.Line)
		e.assigns(n.Assigns)
		e.words(n.Words)
		e.redirs(n.Redirs)
	case *Redirected:
		e.tag(tagRedirected, 0)
		e.node(n.Node)
		e.redirs(n.Redirs)
	case *Subshell:
		e.tag(tagSubshell, n.Line)
		e.list(n.Body)
	case *Group:
		e.tag(tagGroup, 0)
		e.list(n.Body)
	case *Function:
		e.tag(tagFunction, n.Line)
		e.str(n.Name)
		e.str(n.Source)
		e.node(n.Body)
	case *Coproc:
		e.tag(tagCoproc, n.Line)
		e.str(n.Name)
		e.node(n.Body)
	default:
		e.compound(n)
	}
}

func (e *encoder) compound(n Node) {
	switch n := n.(type) {
	case *If:
		e.tag(tagIf, 0)
		e.list(n.Cond)
		e.list(n.Then)
		e.node(n.Else)
	case *While:
		e.tag(tagWhile, 0)
		e.bools(n.Until)
		e.list(n.Cond)
		e.list(n.Body)
	case *For:
		e.tag(tagFor, n.Line)
		e.bools(n.In, n.Select)
		e.str(n.Name)
		e.words(n.Words)
		e.list(n.Body)
	case *ForArith:
		e.tag(tagForArith, n.Line)
		e.word(&n.Init)
		e.word(&n.Cond)
		e.word(&n.Post)
		e.list(n.Body)
	case *Case:
		e.tag(tagCase, n.Line)
		e.word(&n.Word)
		e.int(len(n.Items))
		for i := range n.Items {
			e.byte(byte(n.Items[i].End))
			e.words(n.Items[i].Patterns)
			e.list(n.Items[i].Body)
		}
	case *Arith:
		e.tag(tagArith, n.Line)
		e.word(&n.Expr)
	case *Test:
		e.tag(tagTest, n.Line)
		e.test(n.Expr)
	}
}

func (e *encoder) test(t *TestExpr) {
	e.bools(t != nil)
	if t == nil {
		return
	}
	e.str(t.Op)
	e.test(t.Left)
	e.test(t.Right)
	e.word(&t.X)
	e.word(&t.Y)
}

func (e *encoder) words(l []Word) {
	e.int(len(l))
	for i := range l {
		e.word(&l[i])
	}
}

func (e *encoder) word(w *Word) {
	same := w.Plain && w.Raw == w.Text
	e.bools(w.Plain, w.Brace, w.Assign != nil, same)
	e.str(w.Raw)
	switch {
	case same:
	case w.Plain:
		e.str(w.Text)
	default:
		e.parts(w.Parts)
	}
	if w.Assign != nil {
		e.assign(w.Assign)
	}
}

func (e *encoder) optional(w *Word) {
	e.bools(w != nil)
	if w != nil {
		e.word(w)
	}
}

func (e *encoder) parts(l []Part) {
	e.int(len(l))
	for i := range l {
		p := &l[i]
		e.byte(byte(p.Kind))
		switch p.Kind {
		case Literal, Quoted, Tilde:
			e.str(p.Text)
		case Double:
			e.parts(p.Parts)
		case Variable:
			e.param(p.Param)
		case Command:
			e.str(p.Text)
			e.list(p.Body)
		case Process:
			e.str(p.Text)
			e.list(p.Body)
		case ArithExp:
			e.word(p.Expr)
		}
	}
}

func (e *encoder) param(p *Param) {
	e.bools(p.Colon, p.Length, p.Indirect, p.Bad, p.Index != nil, p.Arg != nil, p.Arg2 != nil)
	e.byte(byte(p.Op))
	e.byte(p.All)
	e.byte(p.Names)
	e.str(p.Name)
	e.str(p.Raw)
	for _, w := range [...]*Word{p.Index, p.Arg, p.Arg2} {
		if w != nil {
			e.word(w)
		}
	}
}

func (e *encoder) assigns(l []Assign) {
	e.int(len(l))
	for i := range l {
		e.assign(&l[i])
	}
}

func (e *encoder) assign(a *Assign) {
	e.bools(a.Append, a.Naked, a.Array)
	e.str(a.Name)
	e.optional(a.Index)
	e.optional(a.Value)
	e.int(len(a.Elems))
	for i := range a.Elems {
		el := &a.Elems[i]
		e.bools(el.Append)
		e.optional(el.Index)
		e.optional(el.Value)
	}
}

func (e *encoder) redirs(l []Redir) {
	e.int(len(l))
	for i := range l {
		r := &l[i]
		e.byte(byte(r.Op))
		e.bools(r.Quote, r.Tabs, r.Both)
		e.int(r.Fd)
		e.int(r.Line)
		e.str(r.Var)
		e.word(&r.Word)
		e.optional(r.Body)
	}
}
