package regex

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

type kind int

const (
	kindEmpty kind = iota
	kindChar
	kindAny
	kindSet
	kindLineStart // ^
	kindLineEnd   // $
	kindTextStart // \` and \A
	kindTextEnd   // \' and \z
	kindWordStart // \<
	kindWordEnd   // \>
	kindBoundary  // \b
	kindInside    // \B
	kindGroup
	kindCat
	kindAlt
	kindRepeat
	kindBackref
	kindLook
	kindAtomic
	kindKeep // \K
	// What Options.Word asks for, in a program only.
	kindNoWordBefore
	kindNoWordAfter
)

// node is one part of a pattern.
type node struct {
	kind     kind
	char     rune
	set      *charSet
	index    int // of a group or a back reference
	min, max int // of a repeat; max -1 is no limit
	lazy     bool
	behind   bool // look behind
	negate   bool // of a look
	fold     bool
	newline  bool // kindAny: matches a newline too
	subs     []*node
}

// charSet is a bracket expression.
type charSet struct {
	negate  bool
	bytes   bool // Options.Bytes
	ranges  [][2]rune
	classes []string // alpha, digit, ..., word; with '^' in front the complement
}

// has reports whether c is in the set; invalid bytes come as utf8.RuneError with size 1.
func (s *charSet) has(c rune, fold bool) bool {
	in := s.contains(c)
	if fold && !in {
		in = slices.ContainsFunc(counterparts(c, s.bytes), s.contains)
	}
	return in != s.negate
}

func (s *charSet) contains(c rune) bool {
	for _, r := range s.ranges {
		if r[0] <= c && c <= r[1] {
			return true
		}
	}
	for _, name := range s.classes {
		if s.bytes && c >= utf8.RuneSelf {
			return name[0] == '^'
		}
		if name[0] == '^' {
			if !InClass(name[1:], c) {
				return true
			}
		} else if InClass(name, c) {
			return true
		}
	}
	return false
}

// InClass reports whether c is in a class of POSIX such as alpha, or in Perl's word.
func InClass(name string, c rune) bool {
	switch name {
	case "alpha":
		return unicode.IsLetter(c)
	case "digit":
		return c >= '0' && c <= '9'
	case "alnum":
		return unicode.IsLetter(c) || unicode.IsDigit(c)
	case "word":
		return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c)
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
		return unicode.IsPrint(c) || unicode.Is(unicode.Zs, c)
	case "graph":
		return unicode.IsPrint(c) && c != ' '
	case "cntrl":
		return unicode.IsControl(c)
	case "xdigit":
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	}
	return false
}

// classText is a class in the syntax of Go's regexp, inside brackets.
func classText(name string) string {
	switch name {
	case "alpha":
		return `\p{L}`
	case "digit":
		return `0-9`
	case "alnum":
		return `\p{L}\p{Nd}`
	case "word":
		return `\p{L}\p{Nd}_`
	case "upper":
		return `\p{Lu}`
	case "lower":
		return `\p{Ll}`
	case "space":
		return `\t\n\v\f\r \x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}`
	case "blank":
		return `\t `
	case "punct":
		return `\p{P}\p{S}`
	case "print":
		return `\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}`
	case "graph":
		return `\p{L}\p{M}\p{N}\p{P}\p{S}`
	case "cntrl":
		return `\p{Cc}`
	case "xdigit":
		return `0-9A-Fa-f`
	}
	return ""
}

func knownClass(name string) bool { return name == "word" || classText(name) != "" }

func (p *parser) wordSet() *node {
	return &node{kind: kindSet, set: &charSet{bytes: p.opts.Bytes, classes: []string{"word"}}}
}

func isWord(c rune, size int) bool { return size > 0 && c != utf8.RuneError && InClass("word", c) }
