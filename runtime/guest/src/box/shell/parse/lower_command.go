package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// lowerer turns the parser's nodes into a tree.
type lowerer struct {
	src   string // escaped
	opt   *Options
	err   *Error
	depth int   // of alias expansion
	first int   // within a substitution: the line that its lines are counted from
	code  []int // how many lines that are not empty come before each line
	exact bool  // empty lines count: in a here-document
}

// line returns the number of a line. Within a substitution it is counted from the substitution's
// first command, and empty lines do not count: bash runs such commands from what it prints them as.
func (l *lowerer) line(p syntax.Pos) int {
	n := int(p.Line())
	if l.first == 0 {
		return l.opt.Line + n - 1
	}
	if l.exact {
		return n - l.first
	}
	if l.code == nil {
		l.countCode()
	}
	if n >= len(l.code) || l.first >= len(l.code) {
		return 0
	}
	return l.code[n] - l.code[l.first]
}

func (l *lowerer) countCode() {
	count := 0
	l.code = []int{0}
	for line := range strings.Lines(l.src) {
		if t := strings.TrimSpace(line); t != "" && t[0] != '#' {
			count++
		}
		l.code = append(l.code, count)
	}
}

// relative lowers the statements of a substitution.
func (l *lowerer) relative(stmts []*syntax.Stmt, open syntax.Pos, m mode) *tree.List {
	if len(stmts) == 0 {
		return &tree.List{}
	}
	first, exact := l.first, l.exact
	l.first = int(stmts[0].Pos().Line())
	if l.exact = m == inDocument; l.exact {
		l.first = int(open.Line())
	}
	list := l.list(stmts)
	l.first, l.exact = first, exact
	return list
}

// text returns the source between two positions, as it was written.
func (l *lowerer) text(from, to syntax.Pos) string { return reveal(l.slice(from, to)) }

func (l *lowerer) slice(from, to syntax.Pos) string {
	a, b := int(from.Offset()), int(to.Offset())
	if a > b || b > len(l.src) {
		return ""
	}
	return l.src[a:b]
}

func (l *lowerer) list(stmts []*syntax.Stmt) *tree.List {
	list := &tree.List{Items: make([]tree.Item, 0, len(stmts))}
	for _, s := range stmts {
		list.Items = append(list.Items, tree.Item{Node: l.stmt(s), Async: s.Background})
	}
	return list
}

func (l *lowerer) stmt(s *syntax.Stmt) tree.Node {
	n := l.redirected(s)
	if !s.Negated {
		return n
	}
	if p, ok := n.(*tree.Pipeline); ok {
		p.Negated = !p.Negated
		return p
	}
	return &tree.Pipeline{Line: l.line(s.Pos()), Parts: []tree.Node{n}, Negated: true}
}

// redirected lowers a statement without its negation.
func (l *lowerer) redirected(s *syntax.Stmt) tree.Node {
	redirs := l.redirects(s.Redirs)
	switch c := s.Cmd.(type) {
	case nil:
		return &tree.Simple{Line: l.line(s.Pos()), Redirs: redirs}
	case *syntax.CallExpr:
		return l.call(c, s, redirs)
	case *syntax.DeclClause:
		return l.declare(c, redirs)
	case *syntax.LetClause:
		return l.let(c, redirs)
	case *syntax.BinaryCmd:
		return l.binary(c)
	case *syntax.TimeClause:
		return l.time(c)
	}
	n := l.compound(s.Cmd)
	if len(redirs) > 0 {
		return &tree.Redirected{Node: n, Redirs: redirs}
	}
	return n
}

func (l *lowerer) compound(c syntax.Command) tree.Node {
	switch c := c.(type) {
	case *syntax.Subshell:
		return &tree.Subshell{Line: l.line(c.Lparen), Body: l.list(c.Stmts)}
	case *syntax.Block:
		return &tree.Group{Body: l.list(c.Stmts)}
	case *syntax.IfClause:
		return l.ifClause(c)
	case *syntax.WhileClause:
		return &tree.While{Until: c.Until, Cond: l.list(c.Cond), Body: l.list(c.Do)}
	case *syntax.ForClause:
		return l.loop(c)
	case *syntax.CaseClause:
		return l.caseClause(c)
	case *syntax.ArithmCmd:
		expr := l.arithmetic(int(c.Left.Offset())+2, int(c.Right.Offset()))
		return &tree.Arith{Line: l.line(c.Right), Expr: expr}
	case *syntax.TestClause:
		return &tree.Test{Line: l.line(c.Left), Expr: l.test(c.X)}
	case *syntax.FuncDecl:
		if b, ok := c.Body.Cmd.(*syntax.BinaryCmd); ok {
			return l.binary(rehang(b, c))
		}
		return l.function(c)
	case *syntax.CoprocClause:
		n := &tree.Coproc{Line: l.line(c.Coproc), Name: "COPROC", Body: l.stmt(c.Stmt)}
		if c.Name != nil {
			n.Name = l.text(c.Name.Pos(), c.Name.End())
		}
		return n
	}
	l.fail(c.Pos(), "unsupported command")
	return &tree.Group{Body: &tree.List{}}
}

func (l *lowerer) fail(at syntax.Pos, text string) {
	if l.err == nil {
		l.err = &Error{Line: l.line(at), Text: text}
	}
}

func (l *lowerer) ifClause(c *syntax.IfClause) tree.Node {
	n := &tree.If{Cond: l.list(c.Cond), Then: l.list(c.Then)}
	switch {
	case c.Else == nil:
	case c.Else.ThenPos.IsValid():
		n.Else = l.ifClause(c.Else)
	default:
		n.Else = &tree.Group{Body: l.list(c.Else.Then)}
	}
	return n
}

func (l *lowerer) loop(c *syntax.ForClause) tree.Node {
	body := l.list(c.Do)
	switch loop := c.Loop.(type) {
	case *syntax.CStyleLoop:
		n := &tree.ForArith{Line: l.line(c.ForPos), Body: body}
		n.Init, n.Cond, n.Post = l.clauses(loop)
		return n
	case *syntax.WordIter:
		if l.opt.Posix && !syntax.ValidName(reveal(loop.Name.Value)) {
			l.fail(loop.Name.Pos(), "Syntax error: Bad for loop variable")
		}
		return &tree.For{
			Line: l.line(c.ForPos), Name: reveal(loop.Name.Value), Select: c.Select,
			In: loop.InPos.IsValid(), Words: l.words(loop.Items), Body: body,
		}
	}
	return nil
}

// clauses splits the text between the parentheses of `for (())` at its semicolons.
func (l *lowerer) clauses(c *syntax.CStyleLoop) (init, cond, post tree.Word) {
	from, end := int(c.Lparen.Offset())+2, int(c.Rparen.Offset())
	var out [3]tree.Word
	for i := range out {
		to := end
		if n := strings.IndexByte(l.src[from:end], ';'); n >= 0 && i < 2 {
			to = from + n
		}
		out[i] = l.arithmetic(from, to)
		from = min(to+1, end)
	}
	return out[0], out[1], out[2]
}

func (l *lowerer) caseClause(c *syntax.CaseClause) tree.Node {
	n := &tree.Case{Line: l.line(c.Case), Word: l.word(c.Word, asWord)}
	for _, it := range c.Items {
		item := tree.CaseItem{Body: l.list(it.Stmts)}
		for _, p := range it.Patterns {
			item.Patterns = append(item.Patterns, l.word(p, asWord))
		}
		switch it.Op {
		case syntax.Fallthrough:
			item.End = tree.FallThrough
		case syntax.Resume:
			item.End = tree.TestNext
		case syntax.Break, syntax.ResumeKorn:
		}
		n.Items = append(n.Items, item)
	}
	return n
}

// regroup is rehang for `a && f() { ...; } && b`, where a comes first.
func regroup(c, b *syntax.BinaryCmd, fd *syntax.FuncDecl) *syntax.BinaryCmd {
	isPipe := func(b *syntax.BinaryCmd) bool { return b.Op == syntax.Pipe || b.Op == syntax.PipeAll }
	whole := &syntax.Stmt{Position: c.Y.Position, Cmd: rehang(b, fd)}
	leaf := &whole
	for {
		inner, ok := (*leaf).Cmd.(*syntax.BinaryCmd)
		if !ok || isPipe(inner) && !isPipe(c) {
			break
		}
		leaf = &inner.X
	}
	c.Y = *leaf
	*leaf = &syntax.Stmt{Position: c.X.Position, Cmd: c}
	if b, ok := whole.Cmd.(*syntax.BinaryCmd); ok {
		return b
	}
	return c
}

// rehang gives a function only the command that is its body: the parser takes all of
// `f() { ...; } && b | c` for one.
func rehang(b *syntax.BinaryCmd, c *syntax.FuncDecl) *syntax.BinaryCmd {
	leaf := &b.X
	for {
		inner, ok := (*leaf).Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		leaf = &inner.X
	}
	c.Body = *leaf
	*leaf = &syntax.Stmt{Position: c.Position, Cmd: c}
	return b
}

func (l *lowerer) function(c *syntax.FuncDecl) tree.Node {
	n := &tree.Function{Line: l.line(c.Position), Name: reveal(c.Name.Value), Source: l.opt.Source}
	n.Body = l.stmt(c.Body)
	if _, simple := n.Body.(*tree.Simple); simple && !l.opt.Posix {
		word := l.text(c.Body.Pos(), c.Body.End())
		l.nearby(int(c.Body.Pos().Offset()), firstToken(word))
	}
	return n
}

func (l *lowerer) binary(c *syntax.BinaryCmd) tree.Node {
	if fd, ok := c.Y.Cmd.(*syntax.FuncDecl); ok {
		if b, ok := fd.Body.Cmd.(*syntax.BinaryCmd); ok {
			return l.binary(regroup(c, b, fd))
		}
	}
	switch c.Op {
	case syntax.AndStmt, syntax.OrStmt:
		return &tree.AndOr{Left: l.stmt(c.X), Right: l.stmt(c.Y), Or: c.Op == syntax.OrStmt}
	case syntax.Pipe, syntax.PipeAll:
	}
	n := &tree.Pipeline{Line: l.line(c.Pos())}
	left := l.stmt(c.X)
	if p, ok := left.(*tree.Pipeline); ok && !p.Negated && len(p.Parts) > 1 {
		n = p
	} else {
		n.Parts = append(n.Parts, left)
	}
	if c.Op == syntax.PipeAll {
		last := len(n.Parts) - 1
		n.Parts[last] = both(n.Parts[last])
	}
	n.Parts = append(n.Parts, l.stmt(c.Y))
	return n
}

// both adds the 2>&1 that |& stands for.
func both(n tree.Node) tree.Node {
	r := tree.Redir{Op: tree.DupOut, Fd: 2, Word: literal("1"), Both: true}
	switch n := n.(type) {
	case *tree.Simple:
		n.Redirs = append(n.Redirs, r)
		return n
	case *tree.Redirected:
		n.Redirs = append(n.Redirs, r)
		return n
	}
	return &tree.Redirected{Node: n, Redirs: []tree.Redir{r}}
}

func (l *lowerer) time(c *syntax.TimeClause) tree.Node {
	p := &tree.Pipeline{Line: l.line(c.Time)}
	if c.Stmt != nil {
		n := l.stmt(c.Stmt)
		inner, ok := n.(*tree.Pipeline)
		if ok && !inner.Timed {
			p = inner
		} else {
			p.Parts = []tree.Node{n}
		}
	}
	p.Timed, p.TimePosix = true, c.PosixFormat
	return p
}
