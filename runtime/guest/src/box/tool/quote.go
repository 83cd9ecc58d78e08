package tool

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// utf8Locale reports whether the locale's characters are UTF-8.
func (r *run) utf8Locale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := r.getenv(name); v != "" {
			language, set, _ := strings.Cut(v, ".")
			// No other locale is installed, and what is not there is C.
			return language == "C" && strings.EqualFold(strings.ReplaceAll(set, "-", ""), "utf8")
		}
	}
	return false
}

// printable is iswprint(3).
func printable(c rune) bool { return unicode.IsPrint(c) || unicode.Is(unicode.Zs, c) }

// nextChar returns the first character of s as the locale sees it; ok is false for bytes
// that are none.
func nextChar(s string, utf bool) (c rune, size int, ok bool) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1, true
	}
	if !utf {
		return rune(s[0]), 1, false
	}
	c, size = utf8.DecodeRuneInString(s)
	return c, size, c != utf8.RuneError || size > 1
}

// curly is gnulib's quote(): ‘’ in a UTF-8 locale, ” else.
func (r *run) curly(s string) string {
	open, end := "'", "'"
	utf := r.utf8Locale()
	if utf {
		open, end = "‘", "’"
	}
	var b strings.Builder
	b.WriteString(open)
	for s != "" {
		c, size, ok := nextChar(s, utf)
		switch {
		case strings.HasPrefix(s, end):
			b.WriteString("\\" + end)
			size = len(end)
		case c == '\\':
			b.WriteString("\\\\")
		case ok && printable(c):
			b.WriteString(s[:size])
		default:
			escapeC(&b, s[:size])
		}
		s = s[size:]
	}
	return b.String() + end
}

// escapeC writes bytes as C would: \n, or octal.
func escapeC(b *strings.Builder, s string) {
	for i := range len(s) {
		if j := strings.IndexByte("\a\b\f\n\r\t\v", s[i]); j >= 0 {
			b.WriteString("\\" + "abfnrtv"[j:j+1])
		} else {
			_, _ = fmt.Fprintf(b, "\\%03o", s[i])
		}
	}
}

// quoted is gnulib's quoteaf(): a word that a shell would read back, always in quotes.
func (r *run) quoted(s string) string { return shellQuote(s, r.utf8Locale(), true) }

// plain is gnulib's quotef(): as it is if a shell would take it so and it has no colon.
func (r *run) plain(s string) string {
	utf := r.utf8Locale()
	if s == "" || strings.Contains(s, ":") || needsQuotes(s, utf) {
		return shellQuote(s, utf, true)
	}
	return s
}

const shellSpecial = " !\"$&()*;<=>[^`|'\\?"

// needsQuotes reports whether the shell-escape style quotes s.
func needsQuotes(s string, utf bool) bool {
	if s == "" || s == "{" || s == "}" || s[0] == '#' || s[0] == '~' {
		return true
	}
	for s != "" {
		c, size, ok := nextChar(s, utf)
		if !ok || !printable(c) || c < utf8.RuneSelf && strings.ContainsRune(shellSpecial, c) {
			return true
		}
		s = s[size:]
	}
	return false
}

// shellQuote is quotearg's shell-escape style; without always, only what needs quotes gets them.
func shellQuote(s string, utf, always bool) string {
	if !always && !needsQuotes(s, utf) {
		return s
	}
	if strings.Contains(s, "'") && doubleQuotable(s) {
		return `"` + s + `"`
	}
	var b strings.Builder
	b.WriteByte('\'')
	escaping := false // between $' and the next plain character
	for s != "" {
		c, size, ok := nextChar(s, utf)
		switch {
		case !ok || !printable(c):
			if !escaping {
				b.WriteString("'$'")
			}
			escaping = true
			escapeC(&b, s[:size])
		case c == '\'':
			b.WriteString(`'\''`)
			escaping = false
		default:
			if escaping {
				b.WriteString("''")
			}
			escaping = false
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	b.WriteByte('\'')
	return b.String()
}

// rawQuote is the shell style without escapes: what cannot be shown stands as it is.
func rawQuote(s string, utf, always bool) string {
	switch {
	case !always && (!needsQuotes(s, utf) || !hasAny(s, shellSpecial+"\n\t\r\a\b\f\v") && s != ""):
		return s
	case strings.Contains(s, "'") && doubleQuotable(s):
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func hasAny(s, set string) bool { return strings.ContainsAny(s, set) }

// doubleQuotable reports whether double quotes leave every character of s alone.
func doubleQuotable(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
		case strings.IndexByte("%+,-./:]_ '", c) >= 0:
		case i == 0 && (c == '#' || c == '~'):
		default:
			return false
		}
	}
	return true
}

// graphic replaces what a terminal would not show by '?', as ls -q does.
func graphic(s string, utf bool) string {
	var b strings.Builder
	for s != "" {
		c, size, ok := nextChar(s, utf)
		if ok && printable(c) {
			b.WriteString(s[:size])
		} else {
			b.WriteByte('?')
		}
		s = s[size:]
	}
	return b.String()
}

// width is wcswidth(3) for printable text.
func width(s string) int {
	n := 0
	for _, c := range s {
		switch {
		case unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc):
		case wide(c):
			n += 2
		default:
			n++
		}
	}
	return n
}

func wide(c rune) bool {
	return c >= 0x1100 && (c <= 0x115f || c >= 0x2e80 && c <= 0xa4cf && c != 0x303f ||
		c >= 0xac00 && c <= 0xd7a3 || c >= 0xf900 && c <= 0xfaff || c >= 0xfe30 && c <= 0xfe6f ||
		c >= 0xff00 && c <= 0xff60 || c >= 0xffe0 && c <= 0xffe6 ||
		c >= 0x1f300 && c <= 0x1f64f || c >= 0x1f900 && c <= 0x1f9ff || c >= 0x20000 && c <= 0x3fffd)
}
