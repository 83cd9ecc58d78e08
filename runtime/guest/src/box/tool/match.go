package tool

import (
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// fnmatch is fnmatch(3): * ? [..] and \. With path, a slash is matched by a slash only.
func fnmatch(pattern, name string, path bool) bool {
	for pattern != "" {
		switch c := pattern[0]; {
		case c == '*':
			pattern = strings.TrimLeft(pattern, "*")
			for {
				if fnmatch(pattern, name, path) {
					return true
				}
				if name == "" || path && name[0] == '/' {
					return false
				}
				_, size := utf8.DecodeRuneInString(name)
				name = name[size:]
			}
		case name == "":
			return false
		case c == '?':
			if path && name[0] == '/' {
				return false
			}
			_, size := utf8.DecodeRuneInString(name)
			pattern, name = pattern[1:], name[size:]
		case c == '[':
			rest, matched, ok := bracket(pattern, name, path)
			if !ok {
				if name[0] != '[' {
					return false
				}
				pattern, name = pattern[1:], name[1:]
				continue
			}
			if !matched {
				return false
			}
			_, size := utf8.DecodeRuneInString(name)
			pattern, name = rest, name[size:]
		default:
			if c == '\\' && len(pattern) > 1 {
				pattern = pattern[1:]
			}
			if pattern[0] != name[0] {
				return false
			}
			pattern, name = pattern[1:], name[1:]
		}
	}
	return name == ""
}

// bracket matches the first character of name against the [...] that pattern begins with;
// ok is false if the bracket is not closed.
func bracket(pattern, name string, path bool) (rest string, matched, ok bool) {
	c, _ := utf8.DecodeRuneInString(name)
	p := pattern[1:]
	negate := p != "" && (p[0] == '!' || p[0] == '^')
	if negate {
		p = p[1:]
	}
	for first := true; ; first = false {
		if p == "" {
			return "", false, false
		}
		if p[0] == ']' && !first {
			return p[1:], matched != negate && !(path && c == '/'), true
		}
		if strings.HasPrefix(p, "[:") {
			if end := strings.Index(p, ":]"); end > 0 {
				matched = matched || regex.InClass(p[2:end], c)
				p = p[end+2:]
				continue
			}
		}
		low, size := patternRune(p)
		p = p[size:]
		high := low
		if len(p) > 1 && p[0] == '-' && p[1] != ']' {
			high, size = patternRune(p[1:])
			p = p[1+size:]
		}
		matched = matched || low <= c && c <= high
	}
}

func patternRune(p string) (rune, int) {
	if p[0] == '\\' && len(p) > 1 {
		c, size := utf8.DecodeRuneInString(p[1:])
		return c, size + 1
	}
	return utf8.DecodeRuneInString(p)
}
