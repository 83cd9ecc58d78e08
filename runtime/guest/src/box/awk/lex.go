package awk

import (
	"fmt"
	"strconv"
	"strings"
)

type tokenKind int

const (
	tokEOF tokenKind = iota
	tokNewline
	tokNumber
	tokString
	tokName
	tokCall    // a name right before a parenthesis
	tokBuiltin // the name of a built-in function
	tokWord    // a keyword
	tokPunct
)

type token struct {
	kind tokenKind
	text string
	num  float64
	line int
}

type lexer struct {
	src  string
	pos  int
	line int
	last token
}

const keywords = " BEGIN END function if else while for do break continue next nextfile exit " +
	"return delete in " +
	"getline print printf "

const builtins = " length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand " +
	"srand tolower " +
	"toupper system close fflush systime strftime mktime "

func fail(line int, format string, args ...any) {
	panic(&Error{fmt.Sprintf("line %d: ", line) + fmt.Sprintf(format, args...)})
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// next reads a token. A slash is division here: the parser asks for a regex where one may be.
func (l *lexer) next() token {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
			continue
		case c == '\\' && strings.HasPrefix(l.src[l.pos+1:], "\n"):
			l.pos += 2
			l.line++
			continue
		case c == '\\' && strings.HasPrefix(l.src[l.pos+1:], "\r\n"):
			l.pos += 3
			l.line++
			continue
		case c == '#':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' {
				l.pos++
			}
			continue
		}
		break
	}
	l.last = l.scan()
	return l.last
}

func (l *lexer) scan() token {
	t := token{line: l.line}
	if l.pos == len(l.src) {
		return t
	}
	start := l.pos
	c := l.src[l.pos]
	switch {
	case c == '\n':
		l.pos++
		l.line++
		t.kind = tokNewline
		return t
	case isDigit(c) || c == '.' && l.pos+1 < len(l.src) && isDigit(l.src[l.pos+1]):
		t.kind, t.num = tokNumber, l.number()
	case c == '"':
		t.kind, t.text = tokString, l.quoted()
		return t
	case isLetter(c):
		for l.pos < len(l.src) && (isLetter(l.src[l.pos]) || isDigit(l.src[l.pos])) {
			l.pos++
		}
		t.text = l.src[start:l.pos]
		switch {
		case strings.Contains(keywords, " "+t.text+" "):
			t.kind = tokWord
		case strings.Contains(builtins, " "+t.text+" "):
			t.kind = tokBuiltin
		case l.pos < len(l.src) && l.src[l.pos] == '(':
			t.kind = tokCall
		default:
			t.kind = tokName
		}
		return t
	default:
		t.kind = tokPunct
		for _, p := range []string{
			"&&", "||", "==", "<=", ">=", "!=", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", ">>", "!~",
		} {
			if strings.HasPrefix(l.src[l.pos:], p) {
				l.pos += len(p)
				t.text = p
				return t
			}
		}
		if c := l.src[l.pos]; strings.IndexByte("{}[]();,+-*/%^!<>|?:~$=", c) < 0 {
			name := fmt.Sprintf("'%c'", c)
			if c < ' ' || c > '~' {
				name = fmt.Sprintf("0x%02x", c)
			}
			panic(&Error{fmt.Sprintf("%d: unexpected character %s", l.line, name)})
		}
		l.pos++
	}
	t.text = l.src[start:l.pos]
	return t
}

func (l *lexer) number() float64 {
	rest := l.src[l.pos:]
	if len(rest) > 1 && rest[0] == '0' && rest[1]|0x20 == 'x' {
		rest = rest[:1] // 0x11 is 0 and the variable x11
	}
	v, n := leadingNumber(rest)
	l.pos += n
	return v
}

func (l *lexer) quoted() string {
	line := l.line
	l.pos++
	var b strings.Builder
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		l.pos++
		switch c {
		case '"':
			return b.String()
		case '\n':
			fail(line, "runaway string constant \"%.10s ...", b.String())
		case '\\':
			if l.pos < len(l.src) && l.src[l.pos] == '\n' {
				l.pos++
				l.line++
				continue
			}
			text, n := escape(l.src[l.pos:])
			b.WriteString(text)
			l.pos += n
		default:
			b.WriteByte(c)
		}
	}
	fail(line, "runaway string constant \"%.10s ...", b.String())
	return ""
}

// escape reads what follows a backslash in a string; an unknown escape keeps its backslash.
func escape(s string) (string, int) {
	if s == "" {
		return "\\", 0
	}
	if s[0] == 'x' {
		if n := hexDigits(s[1:]); n > 0 {
			v, _ := strconv.ParseUint(s[1:1+n], 16, 16)
			return string([]byte{byte(v)}), 1 + n
		}
	}
	if i := strings.IndexByte(`"\abfnrtv`, s[0]); i >= 0 {
		return "\"\\\a\b\f\n\r\t\v"[i : i+1], 1
	}
	n := 0
	for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		n++
	}
	if n > 0 {
		v, _ := strconv.ParseUint(s[:n], 8, 16)
		return string([]byte{byte(v)}), n
	}
	return "\\" + s[:1], 1
}

// hexDigits is how many digits, two at most, s begins with.
func hexDigits(s string) int {
	n := 0
	for n < 2 && n < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
		n++
	}
	return n
}

// regex reads a regular expression from behind its first slash.
func (l *lexer) regex() string {
	line := l.line
	var b strings.Builder
	bracket := false
	for l.pos < len(l.src) && l.src[l.pos] != '\n' {
		c := l.src[l.pos]
		l.pos++
		switch {
		case c == '/' && !bracket:
			return b.String()
		case c == '\\' && l.pos < len(l.src):
			if l.src[l.pos] != '/' {
				b.WriteByte('\\')
			}
			b.WriteByte(l.src[l.pos])
			l.pos++
			continue
		case c == '[' && !bracket:
			bracket = true
			if rest := l.src[l.pos:]; strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, "^]") {
				n := strings.IndexByte(rest, ']') + 1
				b.WriteString("[" + rest[:n])
				l.pos += n
				continue
			}
		case c == '[' && strings.HasPrefix(l.src[l.pos:], ":"): // a class within brackets
			n := strings.Index(l.src[l.pos:], ":]")
			if n < 0 {
				n = strings.IndexByte(l.src[l.pos:]+"\n", '\n') - len(":]")
			}
			b.WriteString("[" + l.src[l.pos:l.pos+n+len(":]")])
			l.pos += n + len(":]")
			continue
		case c == ']':
			bracket = false
		}
		b.WriteByte(c)
	}
	fail(line, "runaway regular expression /%.10s ...", b.String())
	return ""
}
