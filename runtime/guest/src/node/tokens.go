package main

import (
	"strings"
	"unicode/utf8"
)

// kind is what a token of a script is.
type kind uint8

const (
	word kind = iota
	punctuation
	text // of a string literal
	other
)

// lexeme is a piece of a script: text[from:to], and how many brackets are open around it.
type lexeme struct {
	kind     kind
	value    string
	from, to int
	depth    int
}

// scanner takes a script apart as far as finding imports and exports needs it.
type scanner struct {
	text   string
	at     int
	depth  int
	holes  []int // depths outside of the holes of templates that are open
	tokens []lexeme
}

func scan(script string) []lexeme {
	s := &scanner{text: script}
	for s.at < len(script) {
		s.next()
	}
	return s.tokens
}

// peek is the byte that lies n further, 0 beyond the end.
func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.text) {
		return s.text[s.at+n]
	}
	return 0
}

func (s *scanner) add(k kind, from, to int) {
	s.tokens = append(s.tokens, lexeme{k, s.text[from:to], from, to, s.depth})
	s.at = to
}

func (s *scanner) next() {
	c := s.peek(0)
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.at++
	case c == '/' && s.peek(1) == '/':
		s.skip("\n", 0)
	case c == '/' && s.peek(1) == '*':
		s.skip("*/", 2)
	case c == '\'' || c == '"':
		s.add(text, s.at, s.stringEnd(c))
	case c == '`':
		s.at++
		s.template()
	case wordByte(c):
		end := s.at
		for end < len(s.text) && (wordByte(s.text[end]) || s.text[end] >= '0' && s.text[end] <= '9') {
			end++
		}
		s.add(word, s.at, end)
	case c >= '0' && c <= '9':
		end := s.at
		for end < len(s.text) && (wordByte(s.text[end]) || s.text[end] >= '0' && s.text[end] <= '9' ||
			s.text[end] == '.') {
			end++
		}
		s.add(other, s.at, end)
	case c == '/' && s.regexp():
		s.add(other, s.at, s.regexpEnd())
	default:
		s.bracket(c)
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c == '\\' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c >= utf8.RuneSelf
}

// skip goes behind the next end, or to the end of all.
func (s *scanner) skip(end string, from int) {
	i := strings.Index(s.text[min(s.at+from, len(s.text)):], end)
	if i < 0 {
		s.at = len(s.text)
		return
	}
	s.at += from + i + len(end)
}

func (s *scanner) stringEnd(quote byte) int {
	for i := s.at + 1; i < len(s.text); i++ {
		switch s.text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(s.text)
}

// template goes through a template from behind its mark, or from behind one of its holes.
func (s *scanner) template() {
	for ; s.at < len(s.text); s.at++ {
		switch {
		case s.text[s.at] == '\\':
			s.at++
		case s.text[s.at] == '`':
			s.add(other, s.at, s.at+1)
			return
		case s.text[s.at] == '$' && s.peek(1) == '{':
			s.add(punctuation, s.at, s.at+2)
			s.holes = append(s.holes, s.depth)
			s.depth++
			return
		}
	}
}

func (s *scanner) bracket(c byte) {
	switch c {
	case '(', '[', '{':
		s.add(punctuation, s.at, s.at+1)
		s.depth++
		return
	case ')', ']', '}':
		s.depth = max(s.depth-1, 0)
		if n := len(s.holes); c == '}' && n > 0 && s.holes[n-1] == s.depth {
			s.holes = s.holes[:n-1]
			s.at++
			s.template()
			return
		}
	}
	s.add(punctuation, s.at, s.at+1)
}

// regexp reports whether a slash begins a regular expression: by what comes before it.
func (s *scanner) regexp() bool {
	if len(s.tokens) == 0 {
		return true
	}
	last := s.tokens[len(s.tokens)-1]
	switch last.kind {
	case word:
		switch last.value {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "do", "else", "await",
			"yield", "instanceof":
			return true
		}
		return false
	case punctuation:
		return last.value != ")" && last.value != "]" && last.value != "}"
	default:
		return false
	}
}

func (s *scanner) regexpEnd() int {
	class := false
	for i := s.at + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '\n':
			return s.at + 1
		case c == '/' && !class:
			return i + 1
		}
	}
	return s.at + 1
}
