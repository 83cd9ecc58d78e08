package parse

import (
	"errors"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Error is what is wrong with source.
type Error struct {
	Line int
	Text string
	Echo string // the line to be shown, if HasEcho
	// HasEcho tells that the line is shown, Quiet that bash leaves its exit status as it was.
	HasEcho, Quiet bool
	Incomplete     bool // more source could make it right
	Status         int  // the exit code, if it is not 2
}

func itoa(n int) string { return strconv.Itoa(n) }

func near(token string) string { return "syntax error near unexpected token `" + token + "'" }

// explain says what bash would say about the source from offset start on.
func (p *Program) explain(start int, err error) *Error {
	if err == nil {
		err = syntax.ParseError{}
	}
	if e := p.conditional(err); e != nil {
		return e
	}
	if _, text, _ := details(err); strings.HasPrefix(text, "reached EOF") && syntax.IsIncomplete(err) {
		return p.unfinished(err)
	}
	if e := p.openBrace(err); e != nil {
		return e
	}
	if end, token := p.culprit(start); token != "" {
		before := p.src[:end-len(token)]
		begin := strings.LastIndexByte(before, '\n') + 1
		if token == "\n" {
			token = "newline"
		}
		line, _, _ := strings.Cut(p.src[begin:], "\n")
		e := &Error{Line: p.line(begin), Text: near(reveal(token)), Echo: reveal(line), HasEcho: true}
		if strings.Contains(before[start:], "$(") {
			e.inSubst(before[start:])
		}
		if p.opt.Posix {
			*e = Error{Line: e.Line, Text: p.dashUnexpected(start, reveal(token))}
			if _, text, _ := details(err); wanted(text) != "" && !isReserved(token) {
				e.Text += " (expecting \"" + wanted(text) + "\")"
			}
		}
		return e
	}
	return p.unfinished(err)
}

// unfinished is the error of source that ends too early.
func (p *Program) unfinished(err error) *Error {
	pos, text, _ := details(err)
	e := &Error{Line: p.line(int(pos.Offset())), Incomplete: true}
	last := p.opt.Line + strings.Count(strings.TrimSuffix(p.src, "\n"), "\n") + 1
	_, quote, found := strings.Cut(text, "without closing quote ")
	if !found {
		_, quote, found = strings.Cut(text, "without matching ")
		if _, shut, ok := strings.Cut(quote, " with "); ok {
			quote = shut
			if strings.Contains(text, "`$(`") {
				e.Line = last
			}
		}
		if strings.Contains(text, "matching `(`") || strings.Contains(text, "matching `{`") {
			found = isArray(p.src, int(pos.Offset()))
		}
	}
	switch quote = unquote(quote); {
	case !found || quote == "]]":
		e.Line, e.Text = last, "syntax error: unexpected end of file"
	default:
		e.Text = "unexpected EOF while looking for matching `" + quote[:1] + "'"
		if quote == ")" && isArray(p.src, int(pos.Offset())) {
			e.Status = 1
		}
	}
	if p.opt.Posix {
		p.dashUnfinished(e, found, quote, text)
	}
	return e
}

// isArray reports whether the parenthesis at off opens the value of an array.
func isArray(src string, off int) bool { return off > 0 && src[off-1] == '=' }

// unquote takes off what the parser's messages put around a token.
func unquote(s string) string {
	if len(s) > 2 && s[0] == '`' {
		return s[1 : len(s)-1]
	}
	if t, err := strconv.Unquote(s); err == nil && t != "" {
		return t
	}
	if s == "" {
		return "?"
	}
	return s
}

// conditional explains errors within [[ ]].
func (p *Program) conditional(err error) *Error {
	var pe syntax.ParseError
	if !errors.As(err, &pe) {
		return nil
	}
	e := &Error{Line: p.line(int(pe.Pos.Offset())), Quiet: true}
	switch text := pe.Text; {
	case strings.HasPrefix(text, "not a valid test operator"):
		e.Text = "conditional binary operator expected"
	case strings.Contains(text, "without matching `[[`"):
		return p.unclosed(e, int(pe.Pos.Offset()))
	case strings.Contains(text, "reached LitWord without matching `(`"):
		e.Text = "unexpected token `]]', expected `)'"
	default:
		return nil
	}
	return e
}

// unclosed explains a [[ whose end was not found, maybe because ]] stood where a word must.
func (p *Program) unclosed(e *Error, at int) *Error {
	inside, _, found := strings.Cut(p.src[at+2:], "]]")
	words := strings.Fields(inside)
	switch {
	case !found:
		e.Text, e.Quiet = "unexpected token `newline', conditional binary operator expected", false
	case len(words) == 0:
		e.Text, e.HasEcho = near("]]"), true
	case len(words) == 1 || strings.HasPrefix(words[len(words)-1], "-") && len(words[len(words)-1]) == 2:
		e.Text = "unexpected argument `]]' to conditional unary operator"
	default:
		e.Text = "unexpected argument `]]' to conditional binary operator"
	}
	return e
}

// substStatus is the exit code of `bash -c` when a command substitution in it is wrong.
const substStatus = 127

// inSubst notes that the error lies in a command substitution, if one is open at the end of before.
func (e *Error) inSubst(before string) {
	rest := before[strings.LastIndex(before, "$("):] + "\n"
	if upTo(rest, 2, ')') == len(rest) {
		e.Status = substStatus
	}
}

// nearby is the error of an unexpected token at off.
func (l *lowerer) nearby(off int, token string) {
	if l.err != nil {
		return
	}
	begin := strings.LastIndexByte(l.src[:off], '\n') + 1
	line, _, _ := strings.Cut(l.src[begin:], "\n")
	n := l.opt.Line + strings.Count(l.src[:off], "\n")
	l.err = &Error{Line: n, Text: near(token), Echo: reveal(line), HasEcho: true}
}

// openBrace explains a ${ that nothing closes.
func (p *Program) openBrace(err error) *Error {
	pos, text, _ := details(err)
	at := int(pos.Offset())
	if !isBadSubstitution(text) || at > len(p.src) {
		return nil
	}
	from := strings.LastIndex(p.src[:at], "${")
	if from < 0 || upTo(p.src[from:], 2, '}')+from < len(p.src) {
		return nil
	}
	return &Error{Line: p.line(from), Text: "unexpected EOF while looking for matching `}'", Incomplete: true}
}
