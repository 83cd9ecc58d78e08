package jq

import "strings"

// Token kinds. Punctuation and keywords stand for themselves in token.kind.
const (
	tokEnd     = "$end"
	tokBad     = "INVALID_CHARACTER"
	tokField   = "FIELD"
	tokIdent   = "IDENT"
	tokLiteral = "LITERAL"
	tokFormat  = "FORMAT"
	tokStart   = "QQSTRING_START"
	tokText    = "QQSTRING_TEXT"
	tokIn      = "QQSTRING_INTERP_START"
	tokOut     = "QQSTRING_INTERP_END"
	tokStop    = "QQSTRING_END"
)

type token struct {
	kind  string
	text  string
	start int
}

// shown is how a message names the token.
func (t token) shown() string {
	if len(t.kind) == 1 {
		return "'" + t.kind + "'"
	}
	return t.kind
}

var keywords = map[string]bool{
	"as": true, "import": true, "include": true, "module": true, "def": true, "if": true, "then": true,
	"else": true, "elif": true, "end": true, "reduce": true, "foreach": true, "try": true, "catch": true,
	"label": true, "and": true, "or": true, "__loc__": true,
}

// lexer cuts a program into tokens. open holds the brackets and quotes that are not closed yet.
type lexer struct {
	src  string
	at   int
	last int // where the last lexeme begins, space included: what jq calls the place of the end
	open []byte
}

func isAlpha(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) top() byte {
	if len(l.open) == 0 {
		return 0
	}
	return l.open[len(l.open)-1]
}

func (l *lexer) peek(i int) byte {
	if l.at+i < len(l.src) {
		return l.src[l.at+i]
	}
	return 0
}

func (l *lexer) take(kind string, n int) token {
	t := token{kind, l.src[l.at : l.at+n], l.at}
	l.last = l.at
	l.at += n
	return t
}

func (l *lexer) next() token {
	if l.top() == '"' {
		return l.inString()
	}
	l.skip()
	if l.at >= len(l.src) {
		return token{kind: tokEnd, start: l.last}
	}
	c := l.src[l.at]
	switch {
	case isAlpha(c):
		return l.word()
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		return l.number()
	case c == '.' && isAlpha(l.peek(1)):
		n := 2
		for isAlpha(l.peek(n)) || isDigit(l.peek(n)) {
			n++
		}
		return l.take(tokField, n)
	case c == '@' && (isAlpha(l.peek(1)) || isDigit(l.peek(1))):
		n := 2
		for isAlpha(l.peek(n)) || isDigit(l.peek(n)) {
			n++
		}
		return l.take(tokFormat, n)
	case c == '"':
		t := l.take(tokStart, 1)
		l.open = append(l.open, '"')
		return t
	}
	return l.punctuation(c)
}

func (l *lexer) skip() {
	for l.at < len(l.src) {
		start := l.at
		switch l.src[l.at] {
		case ' ', '\t', '\n', '\r':
			for l.at < len(l.src) && strings.IndexByte(" \t\n\r", l.src[l.at]) >= 0 {
				l.at++
			}
		case '#':
			for l.at < len(l.src) && l.src[l.at] != '\n' {
				l.at++
			}
		default:
			return
		}
		l.last = start
	}
}

func (l *lexer) word() token {
	n := 1
	for {
		switch c := l.peek(n); {
		case isAlpha(c) || isDigit(c):
			n++
			continue
		case c == ':' && l.peek(n+1) == ':' && isAlpha(l.peek(n+2)):
			n += 3
			continue
		}
		break
	}
	if word := l.src[l.at : l.at+n]; keywords[word] {
		return l.take(word, n)
	}
	return l.take(tokIdent, n)
}

func (l *lexer) number() token {
	n := 0
	for isDigit(l.peek(n)) {
		n++
	}
	if l.peek(n) == '.' {
		for n++; isDigit(l.peek(n)); n++ {
		}
	}
	if c := l.peek(n); c == 'e' || c == 'E' {
		m := n + 1
		if s := l.peek(m); s == '+' || s == '-' {
			m++
		}
		if isDigit(l.peek(m)) {
			for n = m; isDigit(l.peek(n)); n++ {
			}
		}
	}
	return l.take(tokLiteral, n)
}

func (l *lexer) punctuation(c byte) token {
	rest := l.src[l.at:]
	for _, s := range [...]string{
		"?//", "//=", "!=", "==", "//", "|=", "+=", "-=", "*=", "/=", "%=", "<=", ">=", "..",
	} {
		if strings.HasPrefix(rest, s) {
			return l.take(s, len(s))
		}
	}
	switch c {
	case '(', '[', '{':
		l.open = append(l.open, c)
		return l.take(string(c), 1)
	case ')', ']', '}':
		if l.top() == '\\' && c == ')' {
			l.open = l.open[:len(l.open)-1]
			return l.take(tokOut, 1)
		}
		if l.top() != map[byte]byte{')': '(', ']': '[', '}': '{'}[c] {
			return l.take(tokBad, 1)
		}
		l.open = l.open[:len(l.open)-1]
		return l.take(string(c), 1)
	case '.', '?', '=', ';', ',', ':', '|', '+', '-', '*', '/', '%', '$', '<', '>':
		return l.take(string(c), 1)
	}
	return l.take(tokBad, 1)
}

func (l *lexer) inString() token {
	if l.at >= len(l.src) {
		return token{kind: tokEnd, start: l.last}
	}
	n := 0
	for l.at+n < len(l.src) {
		c := l.peek(n)
		if c == '"' || c == '\\' && l.peek(n+1) == '(' {
			break
		}
		if c == '\\' {
			n++
		}
		n++
	}
	switch {
	case n > 0:
		return l.take(tokText, min(n, len(l.src)-l.at))
	case l.src[l.at] == '"':
		l.open = l.open[:len(l.open)-1]
		return l.take(tokStop, 1)
	}
	l.open = append(l.open, '\\')
	return l.take(tokIn, 2)
}
