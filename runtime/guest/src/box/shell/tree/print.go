package tree

import "strings"

// Text writes a command as bash shows it: in the list of jobs, and when a signal killed it.
func Text(n Node) string {
	var p printer
	p.node(n)
	return p.String()
}

// ListText writes the commands of a substitution as bash shows them.
func ListText(l *List) string {
	p := printer{lines: true}
	p.list(l)
	p.heredocs("")
	return p.String()
}

// FunctionText writes a function as `declare -f` shows it.
func FunctionText(name string, body Node) string {
	p := printer{inside: 1}
	p.WriteString(name + " () \n")
	p.function(body)
	return p.String()
}

// FunctionBody writes the body of a function as bash passes it on in the environment.
func FunctionBody(body Node) string {
	p := printer{inside: 1, flat: true}
	p.function(body)
	return p.String()
}

// printer writes as bash's print_cmd.c does, oddities included.
type printer struct {
	strings.Builder
	indent    int
	skip      int // indentations not to be made
	inside    int // functions being written
	flat      bool
	lines     bool     // commands of several lines stay so
	documents []*Redir // here-documents whose bodies are still to come
	wasHere   bool
}

const indentStep = 4

// step is how far what stands within something is moved to the right.
func (p *printer) step() int {
	if p.flat {
		return 0
	}
	return indentStep
}

func (p *printer) tab() {
	p.WriteString(strings.Repeat(" ", p.indent))
}

func (p *printer) newline(s string) {
	p.WriteByte('\n')
	p.tab()
	p.WriteString(s)
}

func (p *printer) semicolon() {
	s := p.String()
	if s != "" && (s[len(s)-1] == '&' || s[len(s)-1] == '\n') {
		return
	}
	p.WriteByte(';')
}

func (p *printer) function(body Node) {
	old := p.indent
	p.indent += indentStep
	p.WriteString("{ ")
	if p.flat {
		p.indent = 1
	} else {
		p.WriteByte('\n')
	}
	var redirs []Redir
	if r, ok := body.(*Redirected); ok {
		if _, group := r.Node.(*Group); group {
			body, redirs = r.Node, r.Redirs
		}
	}
	if g, ok := body.(*Group); ok {
		p.list(g.Body)
	} else {
		p.node(body)
	}
	p.heredocs("")
	p.indent = old
	if len(redirs) > 0 {
		p.newline("} ")
		p.redirs(redirs)
		return
	}
	p.newline("}")
}

func (p *printer) list(l *List) {
	for i := range l.Items {
		it := &l.Items[i]
		p.node(it.Node)
		last := i == len(l.Items)-1
		if it.Async {
			p.heredocs(" &")
			if !last {
				p.WriteByte(' ')
				p.skip++
			}
			continue
		}
		if last {
			continue
		}
		if p.lines && it.Line {
			if len(p.documents) > 0 {
				p.heredocs("")
			} else if !p.wasHere {
				p.WriteByte('\n')
			}
			p.wasHere = false
			p.skip++
			continue
		}
		if len(p.documents) == 0 {
			if !p.wasHere {
				p.WriteByte(';')
			}
			p.wasHere = false
		} else if p.inside > 0 {
			p.heredocs("")
		} else {
			p.heredocs(";")
		}
		if p.inside > 0 {
			p.WriteByte('\n')
		} else {
			p.WriteByte(' ')
			p.skip++
		}
	}
}

func (p *printer) node(n Node) {
	if p.skip > 0 {
		p.skip--
	} else {
		p.tab()
	}
	p.command(n)
}

func (p *printer) command(n Node) {
	switch n := n.(type) {
	case *Simple:
		p.simple(n)
	case *Redirected:
		p.command(n.Node)
		p.WriteByte(' ')
		p.redirs(n.Redirs)
	case *AndOr:
		p.skip++
		p.node(n.Left)
		if n.Or {
			p.heredocs(" || ")
		} else {
			p.heredocs(" && ")
		}
		p.skip++
		p.node(n.Right)
	case *Pipeline:
		p.pipeline(n)
	case *Subshell:
		p.WriteString("( ")
		p.skip++
		p.list(n.Body)
		p.heredocs("")
		p.WriteString(" )")
	case *Group:
		p.group(n)
	case *Function:
		p.WriteString("function " + n.Name + " () \n")
		p.tab()
		p.inside++
		p.function(n.Body)
		p.inside--
	case *Coproc:
		p.WriteString("coproc " + n.Name + " ")
		p.skip++
		p.node(n.Body)
	default:
		p.compound(n)
	}
}

func (p *printer) pipeline(n *Pipeline) {
	if n.Timed {
		p.WriteString("time ")
		if n.TimePosix {
			p.WriteString("-p ")
		}
	}
	if n.Negated {
		p.WriteString("! ")
	}
	for i, part := range n.Parts {
		if i > 0 {
			p.heredocs(" |")
			p.WriteByte(' ')
		}
		p.skip++
		p.node(part)
	}
}

func (p *printer) group(n *Group) {
	p.WriteString("{ ")
	if p.inside == 0 {
		p.skip++
	} else {
		p.WriteByte('\n')
		p.indent += p.step()
	}
	p.list(n.Body)
	p.heredocs("")
	if p.inside > 0 {
		p.WriteByte('\n')
		p.indent -= p.step()
		p.tab()
	} else {
		p.semicolon()
		p.WriteByte(' ')
	}
	p.WriteByte('}')
}

func (p *printer) body(l *List) {
	p.indent += p.step()
	p.list(l)
	p.heredocs("")
	p.indent -= p.step()
}

func (p *printer) compound(n Node) {
	switch n := n.(type) {
	case *If:
		p.ifElse(n)
	case *While:
		word := "while "
		if n.Until {
			word = "until "
		}
		p.WriteString(word)
		p.skip++
		p.list(n.Cond)
		p.heredocs("")
		p.semicolon()
		p.WriteString(" do\n")
		p.body(n.Body)
		p.semicolon()
		p.newline("done")
	case *For:
		p.loop(n)
	case *ForArith:
		p.WriteString("for ((" + clause(&n.Init) + "; " + clause(&n.Cond) + "; " + clause(&n.Post) + "))")
		p.newline("do\n")
		p.body(n.Body)
		p.semicolon()
		p.newline("done")
	case *Case:
		p.cases(n)
	case *Arith:
		p.WriteString("((" + n.Expr.Raw + "))")
	case *Test:
		p.WriteString("[[ ")
		p.test(n.Expr)
		p.WriteString(" ]]")
	}
}

// clause is an expression of for (( )): 1 stands for one that is left out.
func clause(w *Word) string {
	if text := strings.TrimLeft(w.Raw, " \t\n"); text != "" {
		return text
	}
	return "1"
}

func (p *printer) loop(n *For) {
	word := "for "
	if n.Select {
		word = "select "
	}
	p.WriteString(word + n.Name + " in ")
	if n.In {
		p.words(n.Words, " ")
	} else {
		p.WriteString(`"$@"`)
	}
	p.WriteByte(';')
	p.newline("do\n")
	p.body(n.Body)
	p.semicolon()
	p.newline("done")
}

func (p *printer) ifElse(n *If) {
	p.WriteString("if ")
	p.skip++
	p.list(n.Cond)
	p.heredocs("")
	p.semicolon()
	p.WriteString(" then\n")
	p.body(n.Then)
	if n.Else != nil {
		p.semicolon()
		p.newline("else\n")
		if g, ok := n.Else.(*Group); ok {
			p.body(g.Body)
		} else {
			p.indent += p.step()
			p.node(n.Else)
			p.indent -= p.step()
		}
	}
	p.semicolon()
	p.newline("fi")
}

func (p *printer) cases(n *Case) {
	p.WriteString("case " + n.Word.Raw + " in ")
	p.indent += p.step()
	for i := range n.Items {
		it := &n.Items[i]
		p.newline("")
		p.words(it.Patterns, " | ")
		p.WriteString(")\n")
		p.body(it.Body)
		p.newline([...]string{";;", ";&", ";;&"}[it.End])
	}
	p.indent -= p.step()
	p.newline("esac")
}

func (p *printer) test(t *TestExpr) {
	switch {
	case t.Op == "&&" || t.Op == "||":
		p.test(t.Left)
		p.WriteString(" " + t.Op + " ")
		p.test(t.Right)
	case t.Op == "!":
		p.WriteString("! ")
		p.test(t.Left)
	case t.Op == "(":
		p.WriteString("( ")
		p.test(t.Left)
		p.WriteString(" )")
	case t.Op == "":
		p.WriteString("-n " + t.X.Raw)
	case t.Y.Raw == "" && !t.Y.Plain:
		p.WriteString(t.Op + " " + t.X.Raw)
	default:
		p.WriteString(t.X.Raw + " " + t.Op + " " + t.Y.Raw)
	}
}

func (p *printer) words(l []Word, sep string) {
	for i := range l {
		if i > 0 {
			p.WriteString(sep)
		}
		p.WriteString(l[i].Raw)
	}
}

func (p *printer) simple(n *Simple) {
	space := false
	put := func(s string) {
		if space {
			p.WriteByte(' ')
		}
		space = true
		p.WriteString(s)
	}
	for i := range n.Assigns {
		put(assignText(&n.Assigns[i]))
	}
	for i := range n.Words {
		put(n.Words[i].Raw)
	}
	if len(n.Redirs) > 0 {
		if space {
			p.WriteByte(' ')
		}
		p.redirs(n.Redirs)
	}
}

func assignText(a *Assign) string {
	var b strings.Builder
	b.WriteString(a.Name)
	if a.Index != nil {
		b.WriteString("[" + a.Index.Raw + "]")
	}
	if a.Append {
		b.WriteByte('+')
	}
	b.WriteByte('=')
	if !a.Array {
		if a.Value != nil {
			b.WriteString(a.Value.Raw)
		}
		return b.String()
	}
	b.WriteByte('(')
	for i := range a.Elems {
		if i > 0 {
			b.WriteByte(' ')
		}
		if el := &a.Elems[i]; el.Index != nil {
			b.WriteString("[" + el.Index.Raw + "]=")
		}
		if v := a.Elems[i].Value; v != nil {
			b.WriteString(v.Raw)
		}
	}
	b.WriteByte(')')
	return b.String()
}
