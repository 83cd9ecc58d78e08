package charset

import (
	_ "embed" // the table below
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// translitText has what a character is written as where its decomposition does not say: its number and the
// text, a line each. It is what iconv of glibc 2.36 answers for the characters up to U+FFFF under C.UTF-8.
//
//go:embed translit.txt
var translitText string

var translitTable = sync.OnceValue(func() map[rune]string {
	table := map[rune]string{}
	for line := range strings.Lines(translitText) {
		number, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if r, err := strconv.ParseUint(number, 16, 32); err == nil {
			table[rune(r)] = text
		}
	}
	return table
})

// Translit returns what r can be written as in a set that does not have it, for //TRANSLIT: what people
// write for it in ASCII, or its decomposition without accents; false if there is nothing.
func Translit(r rune) (string, bool) {
	if s, ok := translitTable()[r]; ok {
		return s, true
	}
	plain := strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFKD.String(string(r)))
	return plain, plain != string(r)
}
