package mcp

import (
	"strconv"
	"unicode/utf8"
)

// readable makes text that JSON carries as it is: bytes that are no UTF-8 are escaped, for the encoder would
// put U+FFFD in their place without a word.
func readable(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
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
