package parse

import "strings"

// dashUnexpected says in dash's words that token came where another was wanted.
func (p *Program) dashUnexpected(_ int, token string) string {
	if token == "newline" {
		return "Syntax error: newline unexpected"
	}
	if strings.ContainsAny(token[:1], "abcdefghijklmnopqrstuvwxyz!{}") && isReserved(token) {
		return "Syntax error: \"" + token + "\" unexpected"
	}
	if strings.ContainsAny(token[:1], ";&|<>()") {
		return "Syntax error: \"" + token + "\" unexpected"
	}
	return "Syntax error: word unexpected"
}

func isReserved(s string) bool {
	switch s {
	case "!", "{", "}", "case", "do", "done", "elif", "else", "esac", "fi", "for", "if", "in", "then",
		"until", "while":
		return true
	}
	return false
}

// dashUnfinished says in dash's words that the source ends too early.
func (p *Program) dashUnfinished(e *Error, found bool, quote string) {
	if !found {
		e.Line--
		e.Text = "Syntax error: end of file unexpected"
		return
	}
	switch quote[:1] {
	case "'", `"`:
		e.Text = "Syntax error: Unterminated quoted string"
	case "`":
		e.Text = "Syntax error: EOF in backquote substitution"
	case "}":
		e.Text = "Syntax error: Missing '}'"
	default:
		e.Text = "Syntax error: end of file unexpected (expecting \")\")"
	}
}
