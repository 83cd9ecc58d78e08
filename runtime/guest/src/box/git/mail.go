package git

import (
	"strings"
)

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// mailName is a person as the From of a mail.
func mailName(p person) string {
	name := p.name
	switch {
	case !plainASCII(name):
		name = encodedWord(name)
	case strings.ContainsAny(name, `()<>[]:;@\,."`):
		name = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return name + " <" + p.email + ">"
}

const hexDigits = "0123456789ABCDEF"

// encodedWord is a text in the form of RFC 2047.
func encodedWord(s string) string {
	var b strings.Builder
	b.WriteString("=?UTF-8?q?")
	for i := range len(s) {
		c := s[i]
		if c > ' ' && c < 0x7f && !strings.ContainsRune(`=?_"`, rune(c)) {
			b.WriteByte(c)
			continue
		}
		b.WriteString("=" + string([]byte{hexDigits[c>>4], hexDigits[c&15]}))
	}
	return b.String() + "?="
}

// foldHeader is a header in lines of at most 78 columns, as far as its words allow that.
func foldHeader(head, text string) string {
	if !plainASCII(text) {
		return head + foldEncoded(text, len(head))
	}
	const longest = 78
	var b strings.Builder
	column := len(head)
	b.WriteString(head)
	for i, word := range strings.Split(text, " ") {
		switch {
		case i == 0:
		case column+1+len(word) > longest:
			b.WriteString("\n")
			column = 0
			b.WriteString(" ")
			column++
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// foldEncoded is an encoded text in words of at most 76 columns.
func foldEncoded(s string, column int) string {
	const longest = 76
	var b strings.Builder
	begin := func() {
		b.WriteString("=?UTF-8?q?")
		column += len("=?UTF-8?q?")
	}
	begin()
	for _, r := range s {
		part := string(r)
		if r <= ' ' || r >= 0x7f || strings.ContainsRune(`=?_"`, r) {
			var e strings.Builder
			for i := range len(part) {
				e.WriteString("=" + string([]byte{hexDigits[part[i]>>4], hexDigits[part[i]&15]}))
			}
			part = e.String()
		}
		if column+len(part)+2 > longest {
			b.WriteString("?=\n ")
			column = 1
			begin()
		}
		b.WriteString(part)
		column += len(part)
	}
	return b.String() + "?="
}
