// Package pattern matches shell patterns as bash does: on bytes that need not be UTF-8, with the
// extended operators, negation among them. A pattern becomes a small automaton that is run over
// the string once, so that no pattern takes more than quadratic time.
package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Options are what of a shell's state changes the meaning of patterns.
type Options struct {
	ExtGlob bool // ?( *( +( @( !( are operators
	NoCase  bool
	Bytes   bool // a character is a byte, not UTF-8
}

// Pattern is a compiled pattern.
type Pattern struct {
	opt      Options
	seq      []node
	forward  *program
	backward *program
	shape    shape
	literal  string // of the shapes that have one
}

// Compile makes a Pattern of text, in which a backslash quotes the next character. Every text is a
// pattern.
func Compile(text string, opt Options) *Pattern {
	p := &Pattern{opt: opt}
	c := parser{s: text, opt: opt}
	p.seq = c.sequence(false)
	p.classify()
	return p
}

// Magic reports whether text means more than itself.
func Magic(text string, opt Options) bool {
	open := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '*', '?':
			return true
		case '[':
			open = true
		case ']':
			if open {
				return true
			}
		case '+', '@', '!':
			if opt.ExtGlob && i+1 < len(text) && text[i+1] == '(' {
				return true
			}
		}
	}
	return false
}

// Unquote takes the backslashes off a text without magic.
func Unquote(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// Quote puts a backslash before every character of s that could mean something in a pattern.
func Quote(s string) string {
	if !strings.ContainsAny(s, `*?[]\()|!+@-^`) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`*?[]\()|!+@-^`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// invalid is added to a byte that is not UTF-8, which makes it a character of its own.
const invalid = 0x110000

func (o Options) decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf || o.Bytes {
		return rune(s[0]), 1
	}
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		return invalid + rune(s[0]), 1
	}
	return r, n
}

func (o Options) decodeLast(s string) (rune, int) {
	last := len(s) - 1
	if s[last] < utf8.RuneSelf || o.Bytes {
		return rune(s[last]), 1
	}
	r, n := utf8.DecodeLastRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		return invalid + rune(s[last]), 1
	}
	return r, n
}

func encode(r rune) string {
	if r >= invalid {
		return string([]byte{byte(r - invalid)})
	}
	return string(r)
}

// Match reports whether p matches all of s.
func (p *Pattern) Match(s string) bool {
	if match, ok := p.quickMatch(s); ok {
		return match
	}
	p.prepare()
	return p.forward.run(s, p.opt, whole) == len(s)
}

// Prefix returns the length of the shortest or the longest prefix of s that p matches, or -1.
func (p *Pattern) Prefix(s string, longest bool) int {
	if n, ok := p.quickPrefix(s, longest); ok {
		return n
	}
	p.prepare()
	if longest {
		return p.forward.run(s, p.opt, last)
	}
	return p.forward.run(s, p.opt, first)
}

// Suffix returns the length of the shortest or the longest suffix of s that p matches, or -1.
func (p *Pattern) Suffix(s string, longest bool) int {
	if n, ok := p.quickSuffix(s, longest); ok {
		return n
	}
	if p.backward == nil {
		p.backward = assemble(p.seq, true)
	}
	if longest {
		return p.backward.run(s, p.opt, last)
	}
	return p.backward.run(s, p.opt, first)
}

func (p *Pattern) prepare() {
	if p.forward == nil {
		p.forward = assemble(p.seq, false)
	}
}

// Find returns the first place where p matches something in s, as long as it can, from offset from.
func (p *Pattern) Find(s string, from int) (start, end int) {
	p.prepare()
	for i := from; i <= len(s); {
		if p.shape == only && p.literal != "" {
			n := strings.Index(s[i:], p.literal)
			if n < 0 {
				return -1, -1
			}
			return i + n, i + n + len(p.literal)
		}
		if n := p.forward.run(s[i:], p.opt, last); n >= 0 {
			return i, i + n
		}
		if i == len(s) {
			break
		}
		_, n := p.opt.decode(s[i:])
		i += n
	}
	return -1, -1
}

func fold(r rune) rune { return unicode.ToLower(r) }
