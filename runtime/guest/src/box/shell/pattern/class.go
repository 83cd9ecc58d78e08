package pattern

import "unicode"

func upper(r rune) rune { return unicode.ToUpper(r) }

func ascii(r rune) bool { return r < 0x80 }

// classes returns the test of a character class, in the C.UTF-8 locale; of an unknown one nothing.
func classes(name string) func(rune) bool {
	switch name {
	case "alpha":
		return unicode.IsLetter
	case "digit":
		return func(r rune) bool { return '0' <= r && r <= '9' }
	case "alnum":
		return func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	case "upper":
		return unicode.IsUpper
	case "lower":
		return unicode.IsLower
	case "space":
		return func(r rune) bool {
			return r == ' ' || '\t' <= r && r <= '\r' || !ascii(r) && unicode.IsSpace(r)
		}
	case "blank":
		return func(r rune) bool { return r == ' ' || r == '\t' }
	case "punct":
		return func(r rune) bool {
			if ascii(r) {
				return '!' <= r && r <= '~' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
			}
			return unicode.IsPunct(r) || unicode.IsSymbol(r)
		}
	case "cntrl":
		return unicode.IsControl
	case "print":
		return func(r rune) bool { return r < invalid && unicode.IsPrint(r) }
	case "graph":
		return func(r rune) bool { return r < invalid && r != ' ' && unicode.IsGraphic(r) }
	case "xdigit":
		return func(r rune) bool {
			return '0' <= r && r <= '9' || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
		}
	case "word":
		return func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	case "ascii":
		return ascii
	}
	return func(rune) bool { return false }
}
