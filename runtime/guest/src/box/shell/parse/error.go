package parse

import (
	"strconv"
	"strings"
)

// Error is what is wrong with source.
type Error struct {
	Line       int
	Text       string
	Echo       string // the line to be shown, if HasEcho
	Near       string // a line to be shown between the two
	NearLine   int    // its number, if it is another
	HasEcho    bool
	Quiet      bool // an error in [[ ]]: bash leaves its exit status as it was
	Incomplete bool // more source could make it right
	Status     int  // the exit code, if it is not 2
	Resume     int  // where to go on after it, if that is known
}

func itoa(n int) string { return strconv.Itoa(n) }

// substStatus is the exit code of `bash -c` when a command substitution in it is wrong.
const substStatus = 127

func near(token string) string { return "syntax error near unexpected token `" + token + "'" }

// lineText returns the line at an offset.
func (p *parser) lineText(at int) string {
	at = min(at, len(p.src))
	begin := strings.LastIndexByte(p.src[:at], '\n') + 1
	line, _, _ := strings.Cut(p.src[begin:], "\n")
	return line
}

// sameLine stands for a word that must come before the end of the line.
const sameLine = "\n"

// unexpected complains about the token that is here; want is what had to be here, if one thing had.
func (p *parser) unexpected(want string) {
	p.blanks()
	at := p.pos
	token := p.operator()
	switch {
	case p.end() && p.sub == nil && !p.opt.Posix && want == sameLine:
		token = "newline"
	case p.end():
		p.unfinished(want)
	case token == "\n":
		token = "newline"
	case token == "":
		token = p.rawWord()
	}
	p.complain(at, token, want)
}

// rawWord reads the word here as it stands.
func (p *parser) rawWord() string {
	start := p.pos
	if n := p.number(); n > 0 { // of a redirection
		return p.src[start : start+n]
	}
	p.word(asWord)
	if p.pos == start {
		p.pos++
	}
	return p.src[start:p.pos]
}

// complain is the error of a token at an offset.
func (p *parser) complain(at int, token, want string) {
	line := p.absolute(at)
	if p.opt.Posix {
		panic(&Error{Line: line, Text: dashUnexpected(token, want)})
	}
	e := &Error{Line: line, Text: near(token), Echo: p.lineText(at), HasEcho: true}
	if p.sub != nil {
		e.Status = substStatus
	}
	panic(e)
}

// unfinished is the error of source that ends where a command is not complete.
func (p *parser) unfinished(want string) {
	e := &Error{Line: p.lastLine(), Text: "syntax error: unexpected end of file", Incomplete: true}
	if p.opt.Posix {
		e.Line--
		e.Text = "Syntax error: end of file unexpected"
		if want != "" && want != sameLine {
			e.Text += " (expecting \"" + want + "\")"
		}
	} else if p.sub != nil && !p.sub.exact {
		e.Text = unmatched(")")
	}
	panic(e)
}

func unmatched(closing string) string {
	return "unexpected EOF while looking for matching `" + closing + "'"
}

// open is the error of something at an offset that nothing closes.
func (p *parser) open(at int, closing string) {
	e := &Error{Line: p.absolute(at), Text: unmatched(closing), Incomplete: true}
	if closing == ")" {
		e.Line = p.lastLine()
	}
	if p.opt.Posix {
		switch closing {
		case "'", `"`:
			e.Text = "Syntax error: Unterminated quoted string"
		case "`":
			e.Text = "Syntax error: EOF in backquote substitution"
		case "}":
			e.Text = "Syntax error: Missing '}'"
		default:
			e.Line, e.Text = p.lastLine()-1, "Syntax error: end of file unexpected (expecting \")\")"
		}
	}
	panic(e)
}

// dashUnexpected says in dash's words that token came where another was wanted.
func dashUnexpected(token, want string) string {
	text := "Syntax error: word unexpected"
	switch {
	case token == "newline":
		text = "Syntax error: newline unexpected"
	case token[0] == '<' || token[0] == '>':
		text = "Syntax error: redirection unexpected"
	case strings.IndexByte(";&|()", token[0]) >= 0, dashReserved(token):
		text = "Syntax error: \"" + token + "\" unexpected"
	}
	if want != "" && want != sameLine {
		text += " (expecting \"" + want + "\")"
	}
	return text
}

func dashReserved(s string) bool {
	switch s {
	case "[[", "]]", "coproc", "function", "select", "time":
		return false
	}
	return Reserved(s)
}
