package calc

import (
	"bufio"
	"strings"
)

// token is a word of bc: its kind is itself, but for name, number, string, newline and end.
type token struct {
	kind string
	text string
}

const (
	kindName    = "name"
	kindNumber  = "number"
	kindString  = "string"
	kindNewline = "\n"
	kindEnd     = "end"
)

var bcWords = " auto break continue define else for halt ibase if last length limits obase print quit " +
	"read return " +
	"scale sqrt void warranty while history random "

// lexer cuts the sources into tokens: the files of the command line, and standard input.
type lexer struct {
	in    *bufio.Reader
	file  string
	line  int
	more  func() (in *bufio.Reader, file string, ok bool)
	error func(text string)
}

func (l *lexer) get() int {
	for {
		c, err := l.in.ReadByte()
		if err == nil {
			return int(c)
		}
		in, file, ok := l.more()
		if !ok {
			return -1
		}
		l.in, l.file, l.line = in, file, 1
	}
}

func (l *lexer) peek() int {
	b, err := l.in.Peek(1)
	if err != nil {
		return -1
	}
	return int(b[0])
}

func (l *lexer) next() token {
	for {
		c := l.get()
		switch {
		case c < 0:
			l.line = 1
			return token{kindEnd, ""}
		case c == '\n':
			l.line++
			return token{kindNewline, ""}
		case c == ' ' || c == '\t' || c == '\r':
		case c == '\\' && l.peek() == '\n':
			l.get()
			l.line++
		case c == '#':
			for p := l.peek(); p >= 0 && p != '\n'; p = l.peek() {
				l.get()
			}
		case c == '/' && l.peek() == '*':
			l.comment()
		case c == '"':
			return l.text()
		case c >= 'a' && c <= 'z':
			return l.name(c)
		case c == '.' || c >= '0' && c <= '9' || c >= 'A' && c <= 'F':
			if t := l.number(c); t.kind != "" {
				return t
			}
		default:
			if t := l.operator(c); t.kind != "" {
				return t
			}
		}
	}
}

func (l *lexer) comment() {
	l.get()
	star := false
	for {
		c := l.get()
		if c < 0 {
			l.error("EOF encountered in a comment.")
			return
		}
		if c == '\n' {
			l.line++
		}
		if star && c == '/' {
			return
		}
		star = c == '*'
	}
}

func (l *lexer) text() token {
	var b strings.Builder
	for {
		c := l.get()
		switch {
		case c < 0 || c == '"':
			return token{kindString, b.String()}
		case c == '\n':
			l.line++
		}
		b.WriteByte(byte(c))
	}
}

func (l *lexer) name(first int) token {
	b := []byte{byte(first)}
	for p := l.peek(); p >= 'a' && p <= 'z' || p >= '0' && p <= '9' || p == '_'; p = l.peek() {
		b = append(b, byte(l.get()))
	}
	if strings.Contains(bcWords, " "+string(b)+" ") {
		return token{string(b), string(b)}
	}
	return token{kindName, string(b)}
}

func (l *lexer) number(first int) token {
	b := []byte{byte(first)}
	point := first == '.'
	for {
		p := l.peek()
		switch {
		case p >= '0' && p <= '9' || p >= 'A' && p <= 'F':
		case p == '.' && !point:
			point = true
		case p == '\\':
			l.get()
			if l.peek() != '\n' {
				l.error("illegal character: \\\\")
				return l.digits(b)
			}
			l.get()
			l.line++
			continue
		default:
			return l.digits(b)
		}
		b = append(b, byte(l.get()))
	}
}

// digits is a number without the zeros at its beginning; a point alone is `last`.
func (l *lexer) digits(b []byte) token {
	text := string(b)
	if text == "." {
		return token{"last", "."}
	}
	trimmed := strings.TrimLeft(text, "0")
	if trimmed == "" || trimmed == "." {
		trimmed = "0"
	}
	return token{kindNumber, strings.TrimSuffix(trimmed, ".")}
}

func (l *lexer) operator(c int) token {
	two := string([]byte{byte(c), byte(max(l.peek(), 0))})
	switch two {
	case "++", "--", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "^=":
		l.get()
		return token{two, two}
	}
	if strings.IndexByte("+-*/%^=<>!(){}[];,&", byte(c)) >= 0 {
		return token{string(rune(c)), ""}
	}
	if c < ' ' || c > '~' {
		l.error("illegal character: \\" + octal(c))
	} else {
		l.error("illegal character: " + string(rune(c)))
	}
	return token{}
}

func octal(c int) string {
	return string([]byte{byte('0' + c>>6&7), byte('0' + c>>3&7), byte('0' + c&7)})
}
