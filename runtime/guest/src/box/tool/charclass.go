package tool

import "unicode"

// inClass reports whether c is in a class of POSIX such as alpha.
func inClass(name string, c rune) bool {
	switch name {
	case "alpha":
		return unicode.IsLetter(c)
	case "digit":
		return c >= '0' && c <= '9'
	case "alnum":
		return unicode.IsLetter(c) || unicode.IsDigit(c)
	case "upper":
		return unicode.IsUpper(c)
	case "lower":
		return unicode.IsLower(c)
	case "space":
		return unicode.IsSpace(c) && c != 0xa0 && c != 0x85
	case "blank":
		return c == ' ' || c == '\t'
	case "punct":
		return unicode.IsPunct(c) || unicode.IsSymbol(c)
	case "print":
		return printable(c)
	case "graph":
		return printable(c) && !unicode.IsSpace(c)
	case "cntrl":
		return unicode.IsControl(c)
	case "xdigit":
		return digitValue(byte(min(c, 255))) >= 0 && digitValue(byte(min(c, 255))) < 16 && c < 128
	}
	return false
}
