package parse

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// simple reads a simple command, or the definition of a function that looks like one at first.
func (p *parser) simple() tree.Node {
	s := simpleReader{p: p, n: &tree.Simple{}}
	start := p.pos
	for {
		p.blanks()
		if s.isCommand() {
			p.chain()
		}
		if p.end() {
			break
		}
		if r, ok := p.redirection(); ok {
			s.n.Redirs = append(s.n.Redirs, r)
			s.tokenTo(p.opEnd, false) // the operator is one, the word after it another
			s.token(false)
			continue
		}
		if op := p.operator(); op != "" {
			if op == "(" && s.mayBeFunction() {
				return p.functionParens(start, s.n.Words[0].Raw)
			}
			if op == "(" && len(s.n.Words)+len(s.n.Assigns) > 0 {
				p.parenAfterWord()
			}
			break
		}
		s.word()
	}
	if s.tokens == 0 {
		p.unexpected("")
	}
	s.n.Line = p.lineAt(s.lineEnd)
	return s.n
}

// mayBeFunction reports whether what has been read could be the name of a function.
func (s *simpleReader) mayBeFunction() bool {
	return len(s.n.Words) == 1 && len(s.n.Assigns)+len(s.n.Redirs) == 0 && !(s.quoted && s.p.opt.Posix)
}

// functionParens reads what comes after the name in `name () body`.
func (p *parser) functionParens(start int, name string) tree.Node {
	p.pos++
	p.blanks()
	if !p.take(")") {
		if !p.opt.Posix {
			p.unexpected(sameLine)
		}
		p.unexpected(")")
	}
	if p.opt.Posix && !isName(name) {
		panic(&Error{Line: p.absolute(p.pos), Text: "Syntax error: Bad function name"})
	}
	return p.function(start, name)
}

// parenAfterWord complains about a parenthesis among the words of a command.
func (p *parser) parenAfterWord() { p.unexpected("") }

// simpleReader collects a simple command.
type simpleReader struct {
	p       *parser
	n       *tree.Simple
	tokens  int
	isWord  bool   // the first token is a word
	lineEnd int    // where the token ends that gives the command its line
	command string // the command's name, as it is written
	quoted  bool
}

func (s *simpleReader) isCommand() bool { return len(s.n.Words) > 0 || len(s.n.Assigns) > 0 }

// token notes that a token was read. A command has the line that bash has read when it knows that it
// is one: that of its second token, or of the first if that is no word.
func (s *simpleReader) token(word bool) { s.tokenTo(s.p.pos, word) }

func (s *simpleReader) tokenTo(end int, word bool) {
	s.tokens++
	if s.tokens == 1 {
		s.isWord = word
	}
	if s.tokens == 1 || s.tokens == 2 && s.isWord {
		s.lineEnd = end
	}
}

func (s *simpleReader) word() {
	p := s.p
	if len(s.n.Words) == 0 {
		if s.tokens > 0 { // after assignments and redirections
			p.expandAliases()
			if p.end() || p.operator() != "" {
				return
			}
		}
		if as, ok := p.assignment(asTarget); ok {
			s.n.Assigns = append(s.n.Assigns, as)
			s.token(false)
			return
		}
		w := p.word(asArgument)
		s.command = w.Raw
		s.quoted = strings.ContainsAny(w.Raw, "\"'\\")
		s.n.Words = append(s.n.Words, w)
		s.token(true)
		return
	}
	s.n.Words = append(s.n.Words, s.argument())
	s.token(true)
}

// argument reads an argument. Those of declare and its kin may be assignments.
func (s *simpleReader) argument() tree.Word {
	p := s.p
	if p.opt.Posix {
		return p.word(asArgument)
	}
	switch s.command {
	case "declare", "typeset", "local", "export", "readonly":
		return p.declaration()
	case "let", "eval":
		return p.looseWord()
	}
	return p.word(asArgument)
}

// declaration reads an argument of declare.
func (p *parser) declaration() tree.Word {
	start := p.pos
	as, ok := p.assignment(asValue)
	if !ok {
		if n := p.subscripted(); n > 0 && (p.pos+n == len(p.src) || meta(p.src[p.pos+n])) {
			return p.naked(n)
		}
		return p.word(asArgument)
	}
	raw := p.raw(start)
	if as.Value != nil && as.Index == nil && as.Value.Brace {
		op := "="
		if as.Append {
			op = "+="
		}
		parts := append([]tree.Part{{Kind: tree.Literal, Text: as.Name + op}}, as.Value.Parts...)
		return tree.Word{Raw: raw, Parts: parts, Brace: true}
	}
	return tree.Word{Raw: raw, Assign: &as}
}

// naked reads `name[index]` without a value, of n bytes.
func (p *parser) naked(n int) tree.Word {
	raw := p.src[p.pos : p.pos+n]
	p.pos += n
	open := strings.IndexByte(raw, '[')
	index := p.sub1(raw[open+1 : len(raw)-1])
	return tree.Word{Raw: raw, Assign: &tree.Assign{Name: raw[:open], Index: &index, Naked: true}}
}

// subscripted returns the length of a `name[index]` here, 0 if there is none.
func (p *parser) subscripted() int {
	n := nameLength(p.src[p.pos:])
	if n == 0 || p.peek(n) != '[' {
		return 0
	}
	end := matchBracket(p.src[p.pos:], n)
	if end < 0 {
		return 0
	}
	return end + 1
}

// assignment reads `name=value`, `name+=value`, `name[index]=value` or `name=(values)`.
func (p *parser) assignment(m mode) (as tree.Assign, ok bool) {
	start := p.pos
	n := nameLength(p.src[start:])
	if n == 0 {
		return as, false
	}
	as.Name = p.src[start : start+n]
	at := n
	if p.peek(at) == '[' && !p.opt.Posix {
		end := matchBracket(p.src[start:], at)
		if end < 0 {
			if m == asTarget {
				p.open(start, "]")
			}
			return as, false
		}
		at = end + 1
	}
	if m == asTarget {
		m = asValue
	}
	indexed := at > n
	if p.peek(at) == '+' && !p.opt.Posix {
		as.Append = true
		at++
	}
	if p.peek(at) != '=' {
		return as, false
	}
	if indexed {
		to := start + at
		if as.Append {
			to--
		}
		w := p.sub1(p.src[start+n+1 : to-1])
		as.Index = &w
	}
	p.pos = start + at + 1
	if p.peek(0) == '(' && !p.opt.Posix {
		open := p.pos
		as.Array = true
		as.Elems = p.elements()
		if p.end() || meta(p.src[p.pos]) {
			return as, true
		}
		as.Array, as.Elems, p.pos = false, nil, open // more text makes it a plain value
		w := p.parenthesized(m)
		as.Value = &w
		return as, true
	}
	w := p.word(m)
	as.Value = &w
	return as, true
}

// parenthesized reads the value `(text)more`.
func (p *parser) parenthesized(m mode) tree.Word {
	start := p.pos
	r := reader{p: p, m: m, start: start, depth: 1}
	p.pos++
	r.read()
	return p.finishWord(&r, start)
}

// elements reads the values of an array.
func (p *parser) elements() (list []tree.Elem) {
	open := p.pos
	p.pos++
	p.enter()
	defer p.leave()
	defer func() {
		if e, ok := recover().(*Error); ok {
			p.resumable(e, open)
			panic(e)
		}
	}()
	for {
		p.newlines()
		if p.end() {
			panic(&Error{Line: p.absolute(open), Text: unmatched(")"), Incomplete: true, Status: 1})
		}
		if p.take(")") {
			return list
		}
		if p.operator() != "" {
			p.unexpected("")
		}
		list = append(list, p.element())
	}
}

// resumable notes where bash goes on after a mistake in the values of an array that begin at an offset: it
// has read them to their end before it looked at them.
func (p *parser) resumable(e *Error, open int) {
	if e.Incomplete || p.opt.Posix {
		return
	}
	end := upTo(p.src, open+1, ')')
	e.Status = 1
	if p.src[end-1] != ')' {
		return
	}
	e.Resume = len(p.src)
	if n := strings.IndexByte(p.src[end:], '\n'); n >= 0 {
		e.Resume = end + n + 1
	}
}

func (p *parser) element() (el tree.Elem) {
	if p.peek(0) == '[' {
		if end := matchBracket(p.src[p.pos:], 0); end > 0 {
			at := end + 1
			if p.peek(at) == '+' {
				el.Append = true
				at++
			}
			if p.peek(at) == '=' {
				index := p.sub1(p.src[p.pos+1 : p.pos+end])
				el.Index = &index
				p.pos += at + 1
				w := p.word(asValue)
				w.Brace = false
				el.Value = &w
				return el
			}
			el.Append = false
		}
	}
	w := p.word(asWord)
	el.Value = &w
	return el
}

// number returns the length of the digits before the operator of a redirection here.
func (p *parser) number() int {
	n := 0
	for '0' <= p.peek(n) && p.peek(n) <= '9' {
		n++
	}
	if c := p.peek(n); n == 0 || c != '<' && c != '>' {
		return 0
	}
	return n
}

// variable returns the name in a `{name}` before the operator of a redirection here.
func (p *parser) variable() string {
	if p.opt.Posix || p.peek(0) != '{' {
		return ""
	}
	n := nameLength(p.src[p.pos+1:])
	if n == 0 {
		return ""
	}
	at := n + 1
	if p.peek(at) == '[' {
		end := matchBracket(p.src[p.pos:], at)
		if end < 0 {
			return ""
		}
		at = end + 1
	}
	if p.peek(at) != '}' || p.peek(at+1) != '<' && p.peek(at+1) != '>' {
		return ""
	}
	return p.src[p.pos+1 : p.pos+at]
}

var redirOps = map[string]tree.RedirOp{
	"<": tree.In, ">": tree.Out, ">|": tree.Clobber, ">>": tree.AppendOut, "<>": tree.InOut, "<&": tree.DupIn,
	">&": tree.DupOut, "&>": tree.OutBoth, "&>>": tree.AppendBoth, "<<": tree.Here, "<<-": tree.Here,
	"<<<": tree.HereString,
}

// redirection reads a redirection, if one is here.
func (p *parser) redirection() (r tree.Redir, ok bool) {
	start := p.pos
	r.Fd = -1
	if n := p.number(); n > 0 {
		fd, err := strconv.Atoi(p.src[p.pos : p.pos+n])
		if err != nil || fd > maxFd {
			return r, false
		}
		r.Fd = fd
		p.pos += n
	} else if name := p.variable(); name != "" {
		r.Var = name
		p.pos += len(name) + 2
	}
	op := p.operator()
	kind, ok := redirOps[op]
	if !ok || p.pos > start && op[0] == '&' {
		p.pos = start
		return r, false
	}
	r.Op, r.Line = kind, p.lineAt(p.pos)
	p.pos += len(op)
	p.opEnd = p.pos
	p.blanks()
	if p.end() || p.operator() != "" {
		p.unexpected(sameLine)
	}
	r.Word = p.word(asWord)
	if kind == tree.Here {
		p.heredoc(&r, op == "<<-")
	}
	return r, true
}

// maxFd is what a number before a redirection may be; larger ones are words.
const maxFd = 1<<31 - 1
