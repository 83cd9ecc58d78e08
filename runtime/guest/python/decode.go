package python

import "unicode/utf8"

// Decode is os.fsdecode under a UTF-8 locale, or an ASCII one: bytes that do not belong become lone
// surrogates.
func Decode(s string, ascii bool) []rune {
	runes := make([]rune, 0, len(s))
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 || ascii && r >= utf8.RuneSelf {
			r, n = 0xdc00+rune(s[0]), 1
		}
		runes = append(runes, r)
		s = s[n:]
	}
	return runes
}
