package mcp

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readable makes text that JSON carries as it is: bytes that are no UTF-8 are escaped, for the encoder would
// put U+FFFD in their place without a word.
func readable(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// shortened cuts a name that an error repeats.
func shortened(s string) string {
	const most = 60
	if len(s) > most {
		s = s[:most] + "..."
	}
	return readable(s)
}

// head returns the beginning of a text, cut at a whole character, of at most so many bytes.
func head(s string, most int) string {
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > most-utf8.UTFMax && cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}

// plural is "1 step" or "2 steps".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}
