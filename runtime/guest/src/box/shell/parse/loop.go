package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// loop reads for and select.
func (p *parser) loop(isSelect bool) tree.Node {
	at := p.pos
	p.pos += len("for")
	if isSelect {
		p.pos = at + len("select")
	}
	p.blanks()
	if !isSelect && !p.opt.Posix && p.at("((") {
		return p.forArith(at)
	}
	n := &tree.For{Line: p.lineAt(at), Select: isSelect, Name: p.loopName()}
	named := p.pos
	p.newlines()
	switch {
	case p.take(";"):
		p.newlines()
	case p.isWord("in"):
		p.pos += len("in")
		n.In = true
		n.Words = p.loopWords()
		p.newlines()
	case !p.opt.Posix && !strings.Contains(p.src[named:p.pos], "\n") && p.reserved() != "do":
		p.unexpected("do")
	}
	n.Body = p.loopBody()
	return n
}

// isWord reports whether the word here is s.
func (p *parser) isWord(s string) bool {
	return p.at(s) && (p.pos+len(s) == len(p.src) || meta(p.src[p.pos+len(s)]))
}

func (p *parser) loopName() string {
	if p.end() || p.operator() != "" {
		if p.opt.Posix {
			panic(&Error{Line: p.absolute(p.pos), Text: "Syntax error: Bad for loop variable"})
		}
		p.unexpected(sameLine)
	}
	w := p.word(asPlain)
	if p.opt.Posix && !isName(w.Raw) {
		panic(&Error{Line: p.absolute(p.pos), Text: "Syntax error: Bad for loop variable"})
	}
	return w.Raw
}

func (p *parser) loopWords() (list []tree.Word) {
	for {
		p.blanks()
		if p.end() {
			p.unfinished("do")
		}
		switch op := p.operator(); op {
		case ";", "\n":
			if op == ";" {
				p.pos++
			}
			return list
		case "":
			list = append(list, p.word(asArgument))
		default:
			p.unexpected("")
		}
	}
}

// loopBody reads the body of a loop: bash takes braces too.
func (p *parser) loopBody() *tree.List {
	if p.keyword() == "{" && !p.opt.Posix {
		p.pos++
		l := p.list("", false, "}")
		p.demand("}")
		return l
	}
	return p.doGroup()
}

// forArith reads `for ((a; b; c))`; at is where the for stands.
func (p *parser) forArith(at int) tree.Node {
	start := p.pos + 2
	end := start + upTo(p.src[start:], 0, ')') - 1
	if end < start || p.src[end] != ')' || end+1 >= len(p.src) || p.src[end+1] != ')' {
		panic(&Error{Line: p.absolute(p.pos), Text: unmatched(")"), Incomplete: true})
	}
	n := &tree.ForArith{Line: p.lineAt(at)}
	wrong := p.clauses(n, start, end)
	p.pos = end + 2
	p.take(";")
	p.newlines()
	n.Body = p.loopBody()
	if wrong != nil { // bash looks at them when it has the whole loop
		panic(wrong)
	}
	return n
}

// clauses reads the three expressions between two offsets.
func (p *parser) clauses(n *tree.ForArith, start, end int) *Error {
	from := start
	for i, w := range []*tree.Word{&n.Init, &n.Cond, &n.Post} {
		to := end
		if k := strings.IndexByte(p.src[from:end], ';'); i < 2 {
			if k < 0 {
				return p.badClauses(end, "arithmetic expression required")
			}
			to = from + k
		} else if k >= 0 {
			return p.badClauses(end, "`;' unexpected")
		}
		*w = p.arithmetic(from, to)
		from = min(to+1, end)
	}
	return nil
}

// badClauses complains about the clauses of for (( )).
func (p *parser) badClauses(end int, why string) *Error {
	text := p.src[p.pos:min(end+2, len(p.src))]
	return &Error{Line: p.absolute(end), Text: "syntax error: " + why, Near: "syntax error: `" + text + "'"}
}

func (p *parser) caseClause() tree.Node {
	n := &tree.Case{Line: p.lineAt(p.pos)}
	p.pos += len("case")
	p.blanks()
	if p.end() || p.operator() != "" {
		p.unexpected(sameLine)
	}
	n.Word = p.word(asWord)
	p.newlines()
	if !p.isWord("in") {
		p.unexpected("in")
	}
	p.pos += len("in")
	for {
		p.newlines()
		if p.isWord("esac") {
			p.pos += len("esac")
			return n
		}
		if p.end() {
			p.unexpected("")
		}
		item, more := p.caseItem()
		n.Items = append(n.Items, item)
		if !more {
			p.newlines()
			p.demand("esac")
			return n
		}
	}
}

// caseItem reads a clause; more tells that others may follow.
func (p *parser) caseItem() (item tree.CaseItem, more bool) {
	p.take("(")
	for {
		p.blanks()
		if p.end() || p.operator() != "" {
			p.unexpected(sameLine)
		}
		item.Patterns = append(item.Patterns, p.word(asWord))
		if p.take("|") {
			continue
		}
		if p.end() && !p.opt.Posix {
			p.unexpected(sameLine)
		}
		p.close(")")
		break
	}
	item.Body = p.list("esac", true, ";;", ";&", ";;&", "esac")
	p.blanks()
	for op, end := range map[string]tree.CaseEnd{
		";;": tree.Break, ";&": tree.FallThrough, ";;&": tree.TestNext,
	} {
		if p.take(op) {
			item.End = end
			return item, true
		}
	}
	return item, false
}

// functionWord reads `function name () body`.
func (p *parser) functionWord() tree.Node {
	at := p.pos
	p.pos += len("function")
	p.blanks()
	if p.end() || p.operator() != "" {
		p.unexpected(sameLine)
	}
	name := p.word(asPlain).Raw
	if open := p.pos; p.take("(") && !p.take(")") {
		p.pos = open // the body is a subshell
	}
	return p.function(at, name)
}

// function reads the body of a function whose definition began at an offset.
func (p *parser) function(at int, name string) tree.Node {
	n := &tree.Function{Line: p.lineAt(at), Name: name, Source: p.opt.Source}
	p.newlines()
	if p.opt.Posix {
		n.Body = p.command()
		return n
	}
	body := p.compound()
	if body == nil {
		p.unexpected("")
	}
	n.Body = p.redirected(body)
	return n
}

func (p *parser) coproc() tree.Node {
	n := &tree.Coproc{Line: p.lineAt(p.pos), Name: "COPROC"}
	p.pos += len("coproc")
	p.blanks()
	if p.end() {
		p.unexpected(sameLine)
	}
	if body := p.compound(); body != nil {
		n.Body = p.redirected(body)
		return n
	}
	// A name is one only before a compound command.
	start := p.pos
	if p.operator() == "" && !p.end() {
		name := p.word(asPlain)
		p.blanks()
		if isName(name.Raw) {
			if op := p.operator(); op == "(" || op == "" && p.reserved() != "" {
				n.Name = name.Raw
				n.Body = p.redirected(p.compound())
				return n
			}
		}
	}
	p.pos = start
	n.Body = p.simple()
	return n
}
