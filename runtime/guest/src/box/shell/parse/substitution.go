package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// process reads <(commands) or >(commands).
func (p *parser) process(c byte) tree.Part {
	at := p.pos
	p.pos += 2
	return tree.Part{Kind: tree.Process, Text: string([]byte{c}), Body: p.substitution(at, asWord)}
}

// substitution reads the commands of a substitution that opens at an offset, and the parenthesis after
// them.
func (p *parser) substitution(at int, m mode) *tree.List {
	outer, opt := p.sub, p.opt
	mark, start := len(p.printed), p.pos
	p.blanks()
	for !p.end() && p.src[p.pos] == '\n' {
		p.newline()
		p.blanks()
	}
	p.sub = &inside{start: p.pos}
	if m == inDocument {
		p.sub.exact, p.sub.line = true, p.absolute(at)
	}
	l := p.list(")", true, ")")
	if p.end() {
		p.open(at, ")")
	}
	p.printed = append(p.printed[:mark], reprint{start, p.pos, l})
	p.pos++
	p.sub, p.opt = outer, opt
	return l
}

// reprint is a substitution between two offsets. bash has it as it prints its commands.
type reprint struct {
	start, end int
	body       *tree.List
}

// raw is the source from an offset to here with its substitutions as they are printed.
func (p *parser) raw(start int) string {
	first := len(p.printed)
	for first > 0 && p.printed[first-1].start >= start {
		first--
	}
	if first == len(p.printed) || p.opt.Posix {
		return p.src[start:p.pos]
	}
	var b strings.Builder
	for _, r := range p.printed[first:] {
		b.WriteString(p.src[start:r.start])
		text := tree.ListText(r.body)
		if strings.HasPrefix(text, "(") {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		start = r.end
	}
	b.WriteString(p.src[start:p.pos])
	return b.String()
}

// documentSubstitution is substitution in a here-document, whose mistakes are found out when it is run.
func (p *parser) documentSubstitution(at int) (part tree.Part) {
	outer, opt, depth := p.sub, p.opt, p.depth
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if _, ok := r.(*Error); !ok || p.opt.Posix {
			panic(r)
		}
		p.sub, p.opt, p.depth, p.pos = outer, opt, depth, at
		part = p.lateSubstitution()
	}()
	return tree.Part{Kind: tree.Command, Body: p.substitution(at, inDocument)}
}

// backquoted reads `commands`. Whether they are right is found out when they are run.
func (p *parser) backquoted(m mode) tree.Part {
	at := p.pos
	for p.pos++; p.pos < len(p.src) && p.src[p.pos] != '`'; p.pos++ {
		if p.src[p.pos] == '\\' {
			p.pos++
		}
	}
	if p.pos >= len(p.src) {
		p.pos = len(p.src)
		p.open(at, "`")
	}
	src := unquoteBack(p.src[at+1:p.pos], m == inDouble || m == inDoubleArg)
	p.pos++
	part := tree.Part{Kind: tree.Command, Text: src}
	p.enter()
	defer p.leave()
	if body, ok := p.apart(src); ok {
		part.Text, part.Body = "", body
	}
	return part
}

// apart parses commands that stand apart; ok is false if they are wrong.
func (p *parser) apart(src string) (body *tree.List, ok bool) {
	opt := p.opt
	opt.Line = 1
	q := Program{p: parser{src: src, opt: opt, depth: p.depth, sub: &inside{}}}
	body = &tree.List{}
	for {
		l, err := q.Next(opt.ExtGlob)
		if err != nil {
			return nil, false
		}
		if l == nil {
			p.warnings = append(p.warnings, q.p.warnings...)
			return body, true
		}
		body.Items = append(body.Items, l.Items...)
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

// arithExpansion reads $((text)); ok is false if it is a substitution that begins with a subshell.
func (p *parser) arithExpansion() (part tree.Part, ok bool) {
	start := p.pos + 3
	end := start + upTo(p.src[start:], 0, ')') - 1
	if end < start || p.src[end] != ')' {
		panic(&Error{Line: p.absolute(p.pos), Text: unmatched(")"), Incomplete: true})
	}
	if end+1 >= len(p.src) || p.src[end+1] != ')' {
		return part, false
	}
	w := p.arithmetic(start, end)
	p.pos = end + 2
	return tree.Part{Kind: tree.ArithExp, Expr: &w}, true
}

// lateSubstitution reads the substitution that $(( begins when it is no arithmetic. bash has looked for its
// end only; whether its commands are right is found out when they are run.
func (p *parser) lateSubstitution() tree.Part {
	at := p.pos
	end := upTo(p.src, at+2, ')')
	if p.src[end-1] != ')' || end <= at+2 {
		p.pos = at
		panic(&Error{Line: p.absolute(at), Text: unmatched(")"), Incomplete: true})
	}
	src := p.src[at+2 : end-1]
	p.pos = end
	p.enter()
	defer p.leave()
	if body, ok := p.apart(src); ok {
		return tree.Part{Kind: tree.Command, Body: body}
	}
	return tree.Part{Kind: tree.Command, Text: src}
}
