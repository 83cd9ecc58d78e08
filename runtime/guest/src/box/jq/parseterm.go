package jq

// term reads what indices may follow.
func (p *parser) term() *node {
	n := p.atom()
	for {
		start := p.tok.start
		switch p.tok.kind {
		case tokField:
			n = &node{op: opIndex, a: n, b: literal(p.tok.text[1:], start), start: n.start}
			p.advance()
		case ".":
			p.advance()
			if !p.is(tokFormat) && !p.is(tokStart) {
				p.unexpected(tokFormat + " or " + tokStart)
			}
			n = &node{op: opIndex, a: n, b: p.str(), start: n.start}
		case "[":
			n = p.index(n)
		default:
			return n
		}
		for p.is("?") {
			p.advance()
			n = &node{op: opTry, a: n, start: n.start}
		}
	}
}

func (p *parser) index(n *node) *node {
	p.advance()
	switch {
	case p.accept("]"):
		return &node{op: opIterate, a: n, start: n.start}
	case p.accept(":"):
		c := p.pipe(false)
		p.expect("]", "")
		return &node{op: opSlice, a: n, c: c, start: n.start}
	}
	b := p.pipe(false)
	if p.accept(":") {
		s := &node{op: opSlice, a: n, b: b, start: n.start}
		if !p.is("]") {
			s.c = p.pipe(false)
		}
		p.expect("]", "")
		return s
	}
	p.expect("]", "")
	return &node{op: opIndex, a: n, b: b, start: n.start}
}

func (p *parser) atom() *node {
	start := p.tok.start
	switch p.tok.kind {
	case ".":
		p.advance()
		if p.is(tokStart) || p.is(tokFormat) {
			return &node{op: opIndex, a: &node{start: start}, b: p.str(), start: start}
		}
		if p.is(tokBad) {
			p.unexpected("", p.message(`try .["field"] instead of .field for unusually named fields`, start))
		}
		return &node{start: start}
	case "..":
		p.advance()
		return &node{op: opRecurse, start: start}
	case tokField:
		n := &node{op: opIndex, a: &node{start: start}, b: literal(p.tok.text[1:], start), start: start}
		p.advance()
		return n
	case tokLiteral:
		return p.number()
	case tokStart, tokFormat:
		return p.str()
	case "(":
		p.advance()
		n := p.pipe(false)
		p.expect(")", "")
		return n
	case "[":
		p.advance()
		n := &node{op: opArray, start: start}
		if !p.is("]") {
			n.a = p.pipe(false)
		}
		p.expect("]", "")
		return n
	case "{":
		return p.object()
	case "$":
		p.advance()
		if p.accept("__loc__") {
			return p.location(start)
		}
		return &node{op: opVariable, name: p.expect(tokIdent, "__loc__ or IDENT").text, start: start}
	case tokIdent:
		return p.call()
	}
	p.unexpected("")
	return nil
}

// location is what $__loc__ stands for.
func (p *parser) location(start int) *node {
	line := 1
	for _, c := range p.src[:start] {
		if c == '\n' {
			line++
		}
	}
	return literal(NewObject().With("file", p.name).With("line", float64(line)), start)
}

func (p *parser) call() *node {
	n := &node{op: opCall, name: p.tok.text, start: p.tok.start}
	p.advance()
	switch n.name {
	case "true", "false":
		return literal(n.name == "true", n.start)
	case "null":
		return literal(nil, n.start)
	case "break":
		if !p.is("$") {
			p.unexpected("'$'", p.message("break requires a label to break to", n.start))
		}
		p.advance()
		return &node{op: opBreak, name: p.expect(tokIdent, tokIdent).text, start: n.start}
	}
	if p.accept("(") {
		for {
			n.args = append(n.args, p.pipe(false))
			if p.accept(")") {
				break
			}
			p.expect(";", "';' or ')'")
		}
	}
	return n
}

// str reads a string with what stands between \( and ), or a format that may have one.
func (p *parser) str() *node {
	n := &node{op: opString, start: p.tok.start}
	if p.is(tokFormat) {
		n.name = p.tok.text
		p.advance()
		if !p.is(tokStart) {
			n.op = opFormat
			return n
		}
	}
	p.advance()
	for !p.is(tokStop) {
		switch p.tok.kind {
		case tokText:
			s, problem := unescape([]byte(p.tok.text))
			if _, err := Decode("\"" + p.tok.text + "\""); err != nil || problem != "" {
				p.fail(err.Error(), p.tok.start)
			}
			n.args = append(n.args, literal(s, p.tok.start))
			p.advance()
		case tokIn:
			p.advance()
			n.args = append(n.args, &node{op: opFormat, name: n.name, a: p.pipe(false)})
			p.expect(tokOut, "")
		default:
			p.unexpected(tokText + " or " + tokIn + " or " + tokStop)
		}
	}
	p.advance()
	switch {
	case len(n.args) == 0:
		return literal("", n.start)
	case len(n.args) == 1 && n.args[0].op == opLiteral:
		return literal(n.args[0].value, n.start)
	}
	return n
}

func (p *parser) object() *node {
	n := &node{op: opObject, start: p.tok.start}
	p.advance()
	for !p.is("}") {
		k, v := p.pair()
		n.args = append(n.args, k, v)
		if p.is("}") {
			break
		}
		if !p.is(",") {
			bad := p.tok
			after := p.lexer
			if after.next().kind == ":" {
				p.unexpected("'}'", p.message(parentheses, n.start+1))
			}
			p.tok = bad
		}
		p.expect(",", "'}'")
	}
	p.advance()
	return n
}

const parentheses = "May need parentheses around object key expression"

func (p *parser) pair() (key, value *node) {
	start := p.tok.start
	switch {
	case p.is(tokIdent) || keywords[p.tok.kind]:
		key = literal(p.tok.text, start)
		word := p.is(tokIdent)
		p.advance()
		if word && !p.is(":") {
			return key, &node{op: opIndex, a: &node{start: start}, b: key, start: start}
		}
	case p.is(tokStart) || p.is(tokFormat):
		key = p.str()
		if !p.is(":") {
			return key, &node{op: opIndex, a: &node{start: start}, b: key, start: start}
		}
	case p.accept("$"):
		t := p.expect(tokIdent, tokIdent)
		if p.is(":") {
			p.unexpected("'}'", p.message(parentheses, start))
		}
		return literal(t.text, start), &node{op: opVariable, name: t.text, start: start}
	case p.accept("("):
		key = p.pipe(false)
		p.expect(")", "")
		if key.op == opLiteral && kind(key.value) != "string" {
			p.fail("Cannot use "+described(key.value)+" as object key", start)
		}
	case p.is(tokLiteral):
		p.unexpected("", p.message(parentheses, start))
	default:
		p.unexpected("")
	}
	p.expect(":", "':'")
	return key, p.objectValue()
}

// objectValue is a term, negated or not, or a pipe of such.
func (p *parser) objectValue() *node {
	start := p.tok.start
	var n *node
	if p.accept("-") {
		n = &node{op: opNegate, a: p.objectValue(), start: start}
	} else {
		n = p.term()
	}
	if p.accept("|") {
		return &node{op: opPipe, a: n, b: p.objectValue(), start: start}
	}
	return n
}

func (p *parser) patterns() []*pattern {
	list := []*pattern{p.pattern()}
	for p.accept("?//") {
		list = append(list, p.pattern())
	}
	return list
}

func (p *parser) pattern() *pattern {
	switch p.tok.kind {
	case "$":
		p.advance()
		return &pattern{variable: p.expect(tokIdent, tokIdent).text}
	case "[":
		p.advance()
		n := &pattern{}
		for {
			n.array = append(n.array, p.pattern())
			if p.accept("]") {
				return n
			}
			p.expect(",", "',' or ']'")
		}
	case "{":
		p.advance()
		n := &pattern{}
		for {
			n.pairs = append(n.pairs, p.patternPair())
			if p.accept("}") {
				return n
			}
			p.expect(",", "',' or '}'")
		}
	}
	p.unexpected("'$' or '[' or '{'")
	return nil
}

func (p *parser) patternPair() patternPair {
	var e patternPair
	start := p.tok.start
	switch {
	case p.accept("$"):
		e.variable = p.expect(tokIdent, tokIdent).text
		if !p.accept(":") {
			return e
		}
		e.value = p.pattern()
		return e
	case p.is(tokIdent) || keywords[p.tok.kind]:
		e.key = literal(p.tok.text, start)
		p.advance()
	case p.is(tokStart) || p.is(tokFormat):
		e.key = p.str()
	case p.accept("("):
		e.key = p.pipe(false)
		p.expect(")", "")
	default:
		p.unexpected("")
	}
	p.expect(":", "':'")
	e.value = p.pattern()
	return e
}
