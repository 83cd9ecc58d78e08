package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// tildes splits off the tilde prefixes of s, and returns the rest that has none. first and last
// say whether s begins and ends its word: a prefix that runs into a quote or an expansion is none.
func tildes(s string, m mode, first, last bool) (parts []tree.Part, rest string) {
	colons := m == asValue
	if m == asPlain || !first && !colons {
		return nil, s
	}
	start := 0
	if eq := assignment(s); m == asArgument && first && eq > 0 {
		colons = true
		if eq < len(s) && s[eq] == '~' {
			start = eq
		}
	}
	for {
		at := nextTilde(s, start, colons, (first && start == 0) || start > 0)
		if at < 0 {
			return parts, s
		}
		end := endOfTilde(s, at)
		name := s[at+1 : end]
		if (end == len(s) && !last) || strings.ContainsAny(name, `\{`) {
			if start = end; start >= len(s) {
				return parts, s
			}
			continue
		}
		if at > 0 {
			parts = append(parts, tree.Part{Kind: tree.Literal, Text: s[:at]})
		}
		parts = append(parts, tree.Part{Kind: tree.Tilde, Text: name})
		s, start, first = s[end:], 0, false
	}
}

// endOfTilde returns the offset after the prefix whose tilde is at that offset.
func endOfTilde(s string, at int) int {
	if n := strings.IndexAny(s[at:], "/:"); n >= 0 {
		return at + n
	}
	return len(s)
}

// nextTilde returns the offset of a tilde that begins a prefix, or -1.
func nextTilde(s string, start int, colons, here bool) int {
	if here && start < len(s) && s[start] == '~' {
		return start
	}
	if !colons {
		return -1
	}
	for i := start; i+1 < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == ':' && s[i+1] == '~':
			return i + 1
		}
	}
	return -1
}

// assignment returns the offset after the = of `name=` at the start of s, or 0.
func assignment(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		case '0' <= c && c <= '9' && i > 0:
		case c == '=' && i > 0:
			return i + 1
		default:
			return 0
		}
	}
	return 0
}
