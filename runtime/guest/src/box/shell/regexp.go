package shell

import "strings"

// translateRegexp turns glibc's extended regular expressions into Go's. What differs: brackets, where a
// backslash is an ordinary character; the GNU operators; repetition with nothing before it; and
// back-references, which Go has not (false).
func translateRegexp(s string) (string, bool) {
	var b strings.Builder
	start := true // of an expression: where * and the like stand for themselves
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '[':
			n := bracket(&b, s[i:])
			if n == 0 {
				b.WriteString(`[`) // which Go refuses, as glibc does
				start = false
				continue
			}
			i += n - 1
		case c == '\\' && i+1 < len(s):
			i++
			if '1' <= s[i] && s[i] <= '9' {
				return "", false
			}
			b.WriteString(gnuEscape(s[i]))
		case start && (c == '*' || c == '+' || c == '?'):
			if c == '*' {
				b.WriteString(`\*`)
			} else {
				b.WriteByte(c)
			}
		case c == '{' && !interval(s[i:]):
			b.WriteString(`\{`)
		case c == '}':
			b.WriteString(closeBrace(b.String()))
		default:
			b.WriteByte(c)
		}
		start = c == '(' || c == '|' || c == '^'
	}
	return b.String(), true
}

// closeBrace is a brace that ends an interval, or one that stands for itself.
func closeBrace(before string) string {
	open := strings.LastIndexByte(before, '{')
	if open >= 0 && (open == 0 || before[open-1] != '\\') && interval(before[open:]+"}") {
		return "}"
	}
	return `\}`
}

// interval reports whether s begins with {n}, {n,} or {n,m}.
func interval(s string) bool {
	body, _, ok := strings.Cut(s[1:], "}")
	if !ok || body == "" {
		return false
	}
	lo, hi, _ := strings.Cut(body, ",")
	return lo != "" && strings.Trim(lo, "0123456789") == "" && strings.Trim(hi, "0123456789") == ""
}

func gnuEscape(c byte) string {
	switch c {
	case '<', '>':
		return `\b`
	case '`':
		return `\A`
	case '\'':
		return `\z`
	case 'w', 'W', 's', 'S', 'b', 'B':
		return `\` + string(c)
	}
	if strings.IndexByte(`\.[]{}()*+?^$|/-`, c) >= 0 {
		return `\` + string(c)
	}
	return string(c)
}

// bracket translates a bracket expression and returns its length, 0 if it is not closed.
func bracket(b *strings.Builder, s string) int {
	var out strings.Builder
	out.WriteByte('[')
	i := 1
	if i < len(s) && s[i] == '^' {
		out.WriteByte('^')
		i++
	}
	for first := true; ; first = false {
		if i >= len(s) {
			return 0
		}
		c := s[i]
		switch {
		case c == ']' && !first:
			out.WriteByte(']')
			b.WriteString(out.String())
			return i + 1
		case strings.HasPrefix(s[i:], "[:"):
			end := strings.Index(s[i:], ":]")
			if end < 0 {
				return 0
			}
			out.WriteString(s[i : i+end+2])
			i += end + 2
			continue
		case strings.HasPrefix(s[i:], "[."), strings.HasPrefix(s[i:], "[="):
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				return 0
			}
			for _, x := range []byte(s[i+2 : i+2+end]) {
				out.WriteString(inBracket(x))
			}
			i += end + 4
			continue
		case c == '-' && !first && i+1 < len(s) && s[i+1] != ']':
			out.WriteByte('-')
		default:
			out.WriteString(inBracket(c))
		}
		i++
	}
}

func inBracket(c byte) string {
	if strings.IndexByte(`\[]^-&~`, c) >= 0 {
		return `\` + string(c)
	}
	return string(c)
}
