package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// Unescape expands what a backslash means between $' and ': bash's ANSI-C quoting. A NUL ends it.
func Unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		text, n, end := ansi(s[i+1:])
		if end {
			break
		}
		b.WriteString(text)
		i += 1 + n
	}
	return b.String()
}

// simpleEscapes are the escapes of one letter.
const simpleEscapes = "a\ab\be\x1bE\x1bf\fn\nr\rt\tv\v\\\\''\"\"??"

// ansi expands the escape after a backslash; n is its length, and end tells that it is a NUL.
func ansi(s string) (text string, n int, end bool) {
	for i := 0; i < len(simpleEscapes); i += 2 {
		if simpleEscapes[i] == s[0] {
			return simpleEscapes[i+1 : i+2], 1, false
		}
	}
	switch s[0] {
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, n := cformat.Digits(s, 8, 3)
		return string([]byte{byte(v)}), n, byte(v) == 0
	case 'x':
		return hex(s)
	case 'u', 'U':
		digits := 4
		if s[0] == 'U' {
			digits = 8
		}
		v, n := cformat.Digits(s[1:], 16, digits)
		if n == 0 {
			return `\` + s[:1], 1, false
		}
		return string(AppendRune(nil, v)), 1 + n, v == 0
	case 'c':
		if len(s) > 1 {
			c := s[1]
			if c == '?' {
				return "\x7f", 2, false
			}
			return string([]byte{c & 0x1f}), 2, c&0x1f == 0
		}
	}
	return `\` + s[:1], 1, false
}

// AppendRune appends a character as UTF-8 in its widest sense: halves of surrogates and numbers beyond
// Unicode are written too, as bash does.
func AppendRune(b []byte, v uint64) []byte {
	switch {
	case v < 0x800 || v < 0x10000 && (v < 0xd800 || v > 0xdfff):
		return utf8.AppendRune(b, rune(v))
	case v > 0x7fffffff:
		return b
	}
	n := 3 // bytes
	for limit := uint64(1) << 16; v >= limit; limit <<= 5 {
		n++
	}
	b = append(b, byte(uint(0xff00)>>n)|byte(v>>(6*(n-1))))
	for i := n - 2; i >= 0; i-- {
		b = append(b, 0x80|byte(v>>(6*i))&0x3f)
	}
	return b
}

func hex(s string) (text string, n int, end bool) {
	if strings.HasPrefix(s, "x{") {
		v, n := cformat.Digits(s[2:], 16, len(s))
		if n > 0 {
			if strings.HasPrefix(s[2+n:], "}") {
				n++
			}
			return string([]byte{byte(v)}), 2 + n, byte(v) == 0
		}
	}
	v, n := cformat.Digits(s[1:], 16, 2)
	if n == 0 {
		return `\x`, 1, false
	}
	return string([]byte{byte(v)}), 1 + n, byte(v) == 0
}

// readANSI writes $'text' and $"text" as bash keeps them once it has read them: with the escapes made, in
// plain quotes.
func readANSI(s string) string {
	if !strings.Contains(s, "$'") && !strings.Contains(s, `$"`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		rest := s[i:]
		end := ansiEnd(rest)
		switch {
		case end > 0:
			b.WriteString("'" + strings.ReplaceAll(Unescape(rest[2:end-1]), "'", `'\''`) + "'")
		case strings.HasPrefix(rest, `$"`):
			end = 1
		default:
			end = span(rest, 0)
			b.WriteString(rest[:end])
		}
		i += end
	}
	return b.String()
}

// ansiEnd returns the length of the $'text' that s begins with, 0 if it begins with none.
func ansiEnd(s string) int {
	if !strings.HasPrefix(s, "$'") {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\'':
			return i + 1
		}
	}
	return 0
}
