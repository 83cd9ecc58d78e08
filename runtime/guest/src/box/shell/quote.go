package shell

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoteSingle puts s between single quotes.
func quoteSingle(s string) string {
	if unprintable(s) {
		return quoteANSI(s)
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// quoteOnly puts s between single quotes, whatever it holds.
func quoteOnly(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// quoteForReuse is ${x@Q}.
func quoteForReuse(s string) string { return quoteSingle(s) }

func quoteAll(l []string) []string {
	out := make([]string, len(l))
	for i, s := range l {
		out[i] = quoteForReuse(s)
	}
	return out
}

// unprintable reports whether s holds what only $” can show.
func unprintable(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unshown(r, n) {
			return true
		}
		i += n
	}
	return false
}

// asciiOnly is set while the locale has no characters beyond ASCII.
var asciiOnly bool

// unshown reports whether a character of n bytes cannot be shown as it is.
func unshown(r rune, n int) bool {
	return r == utf8.RuneError && n == 1 || asciiOnly && r >= utf8.RuneSelf || !unicode.IsPrint(r)
}

// quoteANSI writes s as $”.
func quoteANSI(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch c := s[i]; {
		case c == '\x1b':
			b.WriteString(`\E`)
		case c >= '\a' && c <= '\r':
			b.WriteByte('\\')
			b.WriteByte("abtnvfr"[c-'\a'])
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case unshown(r, n):
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}

// quoteDouble puts s between double quotes, as declare -p does.
func quoteDouble(s string) string {
	if unprintable(s) {
		return quoteANSI(s)
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if strings.IndexByte("\"\\$`", s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// quoteKey quotes the key of an associative array, if it must be.
func quoteKey(s string) string {
	if s == "" || hasMeta(s) || s == "@" || s == "*" {
		return quoteDouble(s)
	}
	return s
}

// hasMeta reports whether s holds a character that the shell does not take as it is.
func hasMeta(s string) bool {
	for i := range len(s) {
		switch c := s[i]; c {
		case ' ', '\t', '\n', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[',
			'?', ']', '^', '$', '`':
			return true
		case '~':
			if i == 0 || s[i-1] == '=' || s[i-1] == ':' {
				return true
			}
		case '#':
			if i == 0 {
				return true
			}
		}
	}
	return false
}

// quoteIfNeeded is how xtrace and alias show a word.
func quoteIfNeeded(s string) string {
	switch {
	case s == "":
		return "''"
	case unprintable(s):
		return quoteANSI(s)
	case hasMeta(s):
		return quoteSingle(s)
	}
	return s
}

// quoteBackslash is printf's %q.
func quoteBackslash(s string) string {
	if s == "" {
		return "''"
	}
	if unprintable(s) {
		return quoteANSI(s)
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; c {
		case ' ', '\t', '\n', '\'', '"', '\\', '|', '&', ';', '(', ')', '<', '>', '!', '{', '}', '*', '[',
			'?', ']', '^', '$', '`', ',':
			b.WriteByte('\\')
		case '~':
			if i == 0 || s[i-1] == ':' || s[i-1] == '=' {
				b.WriteByte('\\')
			}
		case '#':
			if i == 0 {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// quoteTraced is how xtrace shows a word of a command: single quotes are enough for what must be quoted.
func quoteTraced(s string) string {
	switch {
	case s == "":
		return "''"
	case hasMeta(s):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	case unprintable(s):
		return quoteANSI(s)
	}
	return s
}
