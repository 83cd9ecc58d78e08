package tree

import (
	"encoding/binary"
	"errors"
	"unsafe"
)

// ErrMalformed is returned for bytes that Encode did not make.
var ErrMalformed = errors.New("malformed command tree")

// DecodeNode reads what Encode wrote. The tree's strings share s.
func DecodeNode(s string) (Node, error) {
	d := decoder{s: s}
	n := d.node()
	return n, d.end()
}

// DecodeList reads what EncodeList wrote. The tree's strings share s.
func DecodeList(s string) (*List, error) {
	d := decoder{s: s}
	l := d.list()
	return l, d.end()
}

type decoder struct {
	s   string
	bad bool
}

func (d *decoder) end() error {
	if d.bad || d.s != "" {
		return ErrMalformed
	}
	return nil
}

func (d *decoder) fail() {
	d.bad, d.s = true, ""
}

func (d *decoder) bytes() []byte { return unsafe.Slice(unsafe.StringData(d.s), len(d.s)) }

func (d *decoder) int() int {
	v, n := binary.Varint(d.bytes())
	if n <= 0 {
		d.fail()
		return 0
	}
	d.s = d.s[n:]
	return int(v)
}

// count is int for the length of a list, each of whose elements takes a byte at least.
func (d *decoder) count() int {
	n := d.int()
	if n < 0 || n > len(d.s) {
		d.fail()
		return 0
	}
	return n
}

func (d *decoder) byte() byte {
	if d.s == "" {
		d.fail()
		return 0
	}
	v := d.s[0]
	d.s = d.s[1:]
	return v
}

func (d *decoder) str() string {
	v, n := binary.Uvarint(d.bytes())
	if n <= 0 || v > uint64(len(d.s)-n) {
		d.fail()
		return ""
	}
	s := d.s[n : n+int(v)]
	d.s = d.s[n+int(v):]
	return s
}

func (d *decoder) bools(l ...*bool) {
	v := d.byte()
	for i, p := range l {
		*p = v&(1<<i) != 0
	}
}

func (d *decoder) bool() (v bool) {
	d.bools(&v)
	return v
}

func (d *decoder) list() *List {
	n := d.int()
	if n < 0 || n > len(d.s) {
		return nil
	}
	l := &List{Items: make([]Item, n)}
	for i := range l.Items {
		l.Items[i].Async = d.bool()
		l.Items[i].Node = d.node()
	}
	return l
}

func (d *decoder) node() Node {
	tag := d.byte()
	if tag == tagNone {
		return nil
	}
	line := d.int()
	switch tag {
	case tagAndOr:
		n := &AndOr{Or: d.bool()}
		n.Left, n.Right = d.node(), d.node()
		return n
	case tagPipeline:
		n := &Pipeline{Line: line}
		d.bools(&n.Negated, &n.Timed, &n.TimePosix)
		n.Parts = make([]Node, d.count())
		for i := range n.Parts {
			n.Parts[i] = d.node()
		}
		return n
	case tagSimple:
		return &Simple{Line: line, Assigns: d.assigns(), Words: d.words(), Redirs: d.redirs()}
	case tagRedirected:
		return &Redirected{Node: d.node(), Redirs: d.redirs()}
	case tagSubshell:
		return &Subshell{Line: line, Body: d.list()}
	case tagGroup:
		return &Group{Body: d.list()}
	case tagFunction:
		return &Function{Line: line, Name: d.str(), Source: d.str(), Body: d.node()}
	case tagCoproc:
		return &Coproc{Line: line, Name: d.str(), Body: d.node()}
	default:
		return d.compound(tag, line)
	}
}

func (d *decoder) compound(tag byte, line int) Node {
	switch tag {
	case tagIf:
		return &If{Cond: d.list(), Then: d.list(), Else: d.node()}
	case tagWhile:
		return &While{Until: d.bool(), Cond: d.list(), Body: d.list()}
	case tagFor:
		n := &For{Line: line}
		d.bools(&n.In, &n.Select)
		n.Name, n.Words, n.Body = d.str(), d.words(), d.list()
		return n
	case tagForArith:
		return &ForArith{Line: line, Init: d.word(), Cond: d.word(), Post: d.word(), Body: d.list()}
	case tagCase:
		n := &Case{Line: line, Word: d.word()}
		n.Items = make([]CaseItem, d.count())
		for i := range n.Items {
			n.Items[i] = CaseItem{End: CaseEnd(d.byte()), Patterns: d.words(), Body: d.list()}
		}
		return n
	case tagArith:
		return &Arith{Line: line, Expr: d.word()}
	case tagTest:
		return &Test{Line: line, Expr: d.test()}
	}
	d.fail()
	return nil
}

func (d *decoder) test() *TestExpr {
	if !d.bool() {
		return nil
	}
	return &TestExpr{Op: d.str(), Left: d.test(), Right: d.test(), X: d.word(), Y: d.word()}
}

func (d *decoder) words() []Word {
	n := d.count()
	if n == 0 {
		return nil
	}
	l := make([]Word, n)
	for i := range l {
		l[i] = d.word()
	}
	return l
}

func (d *decoder) word() (w Word) {
	var assign, same bool
	d.bools(&w.Plain, &w.Brace, &assign, &same)
	w.Raw = d.str()
	switch {
	case same:
		w.Text = w.Raw
	case w.Plain:
		w.Text = d.str()
	default:
		w.Parts = d.parts()
	}
	if assign {
		a := d.assign()
		w.Assign = &a
	}
	return w
}

func (d *decoder) optional() *Word {
	if !d.bool() {
		return nil
	}
	w := d.word()
	return &w
}

func (d *decoder) parts() []Part {
	n := d.count()
	if n == 0 {
		return nil
	}
	l := make([]Part, n)
	for i := range l {
		p := &l[i]
		p.Kind = Kind(d.byte())
		switch p.Kind {
		case Literal, Quoted, Tilde:
			p.Text = d.str()
		case Double:
			p.Parts = d.parts()
		case Variable:
			p.Param = d.param()
		case Command:
			p.Text = d.str()
			p.Body = d.list()
		case Process:
			p.Text = d.str()
			p.Body = d.list()
		case ArithExp:
			w := d.word()
			p.Expr = &w
		default:
			d.fail()
		}
	}
	return l
}

func (d *decoder) param() *Param {
	p := &Param{}
	var index, arg, arg2 bool
	d.bools(&p.Colon, &p.Length, &p.Indirect, &p.Bad, &index, &arg, &arg2)
	p.Op, p.All, p.Names = Op(d.byte()), d.byte(), d.byte()
	p.Name, p.Raw = d.str(), d.str()
	for _, o := range [...]struct {
		there bool
		word  **Word
	}{{index, &p.Index}, {arg, &p.Arg}, {arg2, &p.Arg2}} {
		if o.there {
			w := d.word()
			*o.word = &w
		}
	}
	return p
}

func (d *decoder) assigns() []Assign {
	n := d.count()
	if n == 0 {
		return nil
	}
	l := make([]Assign, n)
	for i := range l {
		l[i] = d.assign()
	}
	return l
}

func (d *decoder) assign() (a Assign) {
	d.bools(&a.Append, &a.Naked, &a.Array)
	a.Name, a.Index, a.Value = d.str(), d.optional(), d.optional()
	if n := d.count(); n > 0 {
		a.Elems = make([]Elem, n)
		for i := range a.Elems {
			a.Elems[i] = Elem{Append: d.bool(), Index: d.optional(), Value: d.optional()}
		}
	}
	return a
}

func (d *decoder) redirs() []Redir {
	n := d.count()
	if n == 0 {
		return nil
	}
	l := make([]Redir, n)
	for i := range l {
		r := &l[i]
		r.Op = RedirOp(d.byte())
		d.bools(&r.Quote, &r.Tabs, &r.Both)
		r.Fd, r.Line, r.Var, r.Word, r.Body = d.int(), d.int(), d.str(), d.word(), d.optional()
	}
	return l
}
