package parse

import (
	"strings"
	"unicode/utf8"
)

// The parser takes UTF-8 only, drops NUL and carriage returns, and has its own idea of what may
// stand in a subscript. bash takes bytes. So what the parser must not see is written as a rune of
// this plane before parsing, one for each byte, and turned back in every literal afterwards.
const (
	hidden    = 0x10FE00 // the rune of byte 0
	hiddenEnd = hidden + 0xFF
	hiddenLen = 4 // bytes of a hidden rune in UTF-8
)

func hide(b byte) string { return string(rune(hidden + int(b))) }

func isHidden(r rune) bool { return r >= hidden && r <= hiddenEnd }

// clean reports whether the parser takes s as bash does.
func clean(s string) bool {
	ascii := true
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\r' || s[i] == 0:
			return false
		case s[i] >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || (utf8.ValidString(s) && !strings.Contains(s, hide(0)[:2]))
}

// escape hides the bytes of s that the parser would refuse or drop. NUL is dropped: bash ignores it.
func escape(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case s[i] == 0:
		case s[i] == '\r' || (r == utf8.RuneError && n == 1):
			b.WriteString(hide(s[i]))
		case isHidden(r):
			for _, c := range []byte(s[i : i+n]) {
				b.WriteString(hide(c))
			}
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// reveal turns hidden bytes back.
func reveal(s string) string {
	mark := hide(0)[:2]
	if !strings.Contains(s, mark) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case isHidden(r):
			b.WriteByte(byte(r - hidden))
		case r == badRune || r == badEndRune:
		case r == backRune || r == backEndRune:
			b.WriteByte('`')
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}
