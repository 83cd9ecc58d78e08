package parse

import (
	"slices"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// line reads the commands of the next line that has some, nil at the end.
func (p *parser) line() *tree.List {
	p.newlines()
	if p.end() {
		p.finishDocuments()
		return nil
	}
	p.printed = p.printed[:0]
	l := &tree.List{}
	for {
		n := p.andOr()
		async := p.separator(l, n)
		p.blanks()
		if p.end() {
			p.finishDocuments()
			return l
		}
		if p.src[p.pos] == '\n' {
			p.newline()
			return l
		}
		if !async {
			p.unexpected("")
		}
	}
}

// separator adds a command to a list and goes past the ; or & after it, if there is one.
func (p *parser) separator(l *tree.List, n tree.Node) bool {
	switch {
	case p.take("&"):
		l.Items = append(l.Items, tree.Item{Node: n, Async: true})
	case p.take(";"):
		l.Items = append(l.Items, tree.Item{Node: n})
	default:
		l.Items = append(l.Items, tree.Item{Node: n})
		return false
	}
	return true
}

// list reads commands until one of the reserved words, or until an operator that none begins with. An
// empty list is wrong, unless empty allows it; want is the word that must end it, for dash's messages.
func (p *parser) list(want string, empty bool, stops ...string) *tree.List {
	p.enter()
	defer p.leave()
	l := &tree.List{}
	for {
		p.newlines()
		if p.end() {
			p.unfinished(want)
		}
		if p.stopped(stops) {
			break
		}
		n := p.andOr()
		if !p.separator(l, n) {
			p.blanks()
			if !p.end() && p.src[p.pos] == '\n' {
				l.Items[len(l.Items)-1].Line = true
				continue
			}
			if p.stopped(stops) {
				break
			}
			p.unexpected(want)
		}
	}
	if len(l.Items) == 0 && !empty {
		p.unexpected("")
	}
	return l
}

// stopped reports whether a list ends here.
func (p *parser) stopped(stops []string) bool {
	if p.end() {
		return false
	}
	if op := p.operator(); op != "" {
		return slices.Contains(stops, op)
	}
	word := p.keyword()
	for _, s := range stops {
		if word == s && s != "" {
			return true
		}
	}
	return false
}

func (p *parser) andOr() tree.Node {
	n := p.pipeline()
	for {
		or := p.take("||")
		if !or && !p.take("&&") {
			return n
		}
		p.newlines()
		n = &tree.AndOr{Left: n, Right: p.pipeline(), Or: or}
	}
}

// pipeline reads `! time a | b`.
func (p *parser) pipeline() tree.Node {
	p.blanks()
	n := &tree.Pipeline{}
	marked := false
	for {
		switch p.keyword() {
		case "!":
			p.pos++
			n.Negated = !n.Negated
		case "time":
			p.pos += len("time")
			n.Timed = true
			p.timeOptions(n)
		default:
			return p.stages(n, marked)
		}
		marked = true
		p.blanks()
	}
}

// timeOptions reads the -p and the -- of time.
func (p *parser) timeOptions(n *tree.Pipeline) {
	for _, word := range [...]string{"-p", "--"} {
		p.blanks()
		if p.at(word) && (p.peek(2) == 0 || meta(p.peek(2))) {
			p.pos += len(word)
			n.TimePosix = true // as bash has it after -- too
		}
	}
}

func (p *parser) stages(n *tree.Pipeline, marked bool) tree.Node {
	n.Line = p.lineAt(p.pos)
	if marked && p.nothing() {
		return n
	}
	first := p.command()
	for {
		both := false
		if !p.take("|") {
			if both = p.take("|&"); !both {
				break
			}
		}
		if n.Parts = append(n.Parts, first); both {
			last := len(n.Parts) - 1
			n.Parts[last] = withBoth(n.Parts[last])
		}
		p.newlines()
		if p.keyword() == "!" && !p.opt.Posix {
			p.unexpected("")
		}
		first = p.command()
	}
	if len(n.Parts) == 0 && !marked {
		return first
	}
	n.Parts = append(n.Parts, first)
	return n
}

// nothing reports whether no command follows a lone ! or time.
func (p *parser) nothing() bool {
	p.blanks()
	if p.opt.Posix {
		return false
	}
	switch p.operator() {
	case "\n", ";", "&", "&&", "||", ")":
		return true
	}
	return p.end()
}

// withBoth adds the 2>&1 that |& stands for.
func withBoth(n tree.Node) tree.Node {
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

// command reads a simple or a compound command, or the definition of a function.
func (p *parser) command() tree.Node {
	p.enter()
	defer p.leave()
	p.blanks()
	n := p.compound()
	if n == nil {
		return p.simple()
	}
	if _, ok := n.(*tree.Function); ok {
		return n
	}
	if _, ok := n.(*tree.Coproc); ok {
		return n
	}
	return p.redirected(n)
}

// redirected reads the redirections after a compound command.
func (p *parser) redirected(n tree.Node) tree.Node {
	var redirs []tree.Redir
	for {
		p.blanks()
		r, ok := p.redirection()
		if !ok {
			break
		}
		redirs = append(redirs, r)
	}
	if len(redirs) == 0 {
		return n
	}
	return &tree.Redirected{Node: n, Redirs: redirs}
}

// compound reads a compound command, nil if none begins here.
func (p *parser) compound() tree.Node {
	switch op := p.operator(); op {
	case "(":
		if !p.opt.Posix && p.at("((") {
			if n := p.arithCommand(); n != nil {
				return n
			}
		}
		n := &tree.Subshell{Line: p.lineAt(p.pos)}
		p.pos++
		n.Body = p.list(")", false, ")")
		p.close(")")
		return n
	case "":
	default:
		return nil
	}
	word := p.keyword()
	switch word {
	case "":
		return nil
	case "{":
		p.pos++
		n := &tree.Group{Body: p.list("}", false, "}")}
		p.demand("}")
		return n
	case "if":
		p.pos += len(word)
		return p.ifClause()
	case "while", "until":
		p.pos += len(word)
		n := &tree.While{Until: word == "until", Cond: p.list("do", false, "do")}
		n.Body = p.doGroup()
		return n
	case "for", "select":
		return p.loop(word == "select")
	case "case":
		return p.caseClause()
	case "[[":
		return p.test()
	case "function":
		return p.functionWord()
	case "coproc":
		return p.coproc()
	}
	p.unexpected("")
	return nil
}

// close goes past an operator that must be here.
func (p *parser) close(op string) {
	if !p.take(op) {
		p.unexpected(op)
	}
}

// arithCommand reads ((text)), nil if what follows are two subshells.
func (p *parser) arithCommand() tree.Node {
	start := p.pos + 2
	end := start + upTo(p.src[start:], 0, ')') - 1
	if end < start || p.src[end] != ')' {
		panic(&Error{Line: p.absolute(p.pos), Text: unmatched(")"), Incomplete: true})
	}
	if end+1 >= len(p.src) || p.src[end+1] != ')' {
		return nil
	}
	expr := p.arithmetic(start, end)
	p.pos = end + 2
	return &tree.Arith{Line: p.lineAt(end), Expr: expr}
}

func (p *parser) doGroup() *tree.List {
	p.demand("do")
	l := p.list("done", false, "done")
	p.demand("done")
	return l
}

// ifClause reads what comes after if or elif.
func (p *parser) ifClause() tree.Node {
	p.enter()
	defer p.leave()
	n := &tree.If{Cond: p.list("then", false, "then")}
	p.demand("then")
	n.Then = p.list("fi", false, "elif", "else", "fi")
	switch word := p.keyword(); word {
	case "elif":
		p.pos += len(word)
		n.Else = p.ifClause()
		return n
	case "else":
		p.pos += len(word)
		n.Else = &tree.Group{Body: p.list("fi", false, "fi")}
	}
	p.demand("fi")
	return n
}
