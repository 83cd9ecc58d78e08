package parse

import "strings"

// dashUnexpected says in dash's words that token came where another was wanted.
func (p *Program) dashUnexpected(_ int, token string) string {
	if token == "newline" {
		return "Syntax error: newline unexpected"
	}
	if token[0] == '<' || token[0] == '>' {
		return "Syntax error: redirection unexpected"
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

// dashUnfinished says in dash's words that the source ends too early; text is the parser's message.
func (p *Program) dashUnfinished(e *Error, found bool, quote, text string) {
	e.Text = "Syntax error: end of file unexpected"
	if !found {
		e.Line--
		if want := wanted(text); want != "" {
			e.Text += " (expecting \"" + want + "\")"
		}
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
		e.Text += " (expecting \")\")"
	}
}

// wanted finds in the parser's message the word that it waits for.
func wanted(text string) string {
	for _, sep := range [...]string{"must end with ", "must be followed by ", " with "} {
		if strings.HasPrefix(text, "case patterns") {
			return ")"
		}
		if _, word, ok := strings.Cut(text, sep); ok && strings.HasPrefix(word, "`") {
			return strings.Trim(word, "`")
		}
	}
	return ""
}
