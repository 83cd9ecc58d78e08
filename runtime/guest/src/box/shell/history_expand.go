package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

// historyExpander makes of a line what history expansion makes of it (bash(1), HISTORY EXPANSION).
type historyExpander struct {
	sh      *Shell
	changed bool
	single  bool   // the line begins within single quotes
	print   bool   // :p was met: the line is shown and not run
	bad     string // what could not be found
	found   string // the word that the last !?string? matched
}

// expandHistory expands the line that has just been read, after others of the same command. What comes of it
// is told on standard error; run is false if there is nothing to run.
func (sh *Shell) expandHistory(before, line string) (expanded string, run bool) {
	if !sh.opts[optHistexpand] || !sh.opts[optHistory] || !strings.ContainsAny(line, "!^") {
		return line, true
	}
	x := historyExpander{sh: sh, single: parse.OpenQuote(before) == "'"}
	out := x.line(line)
	switch {
	case x.bad != "":
		sh.note(x.bad)
		return "", false
	case !x.changed:
		return line, true
	}
	sh.stderr(out + "\n")
	if x.print {
		sh.remember(out)
		return "", false
	}
	return out, true
}

func (x *historyExpander) line(s string) string {
	if strings.HasPrefix(s, "^") {
		return x.quick(s)
	}
	var b strings.Builder
	single, double := x.single, false
	for i := 0; i < len(s) && x.bad == ""; i++ {
		c := s[i]
		switch {
		case c == '\\' && !single && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
			continue
		case c == '\'' && !double:
			single = !single
		case c == '"' && !single:
			double = !double
		case c == '!' && !single && x.begins(s, i, double):
			text, n := x.event(s[i+1:], b.String())
			b.WriteString(text)
			x.changed = true
			i += n
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// begins reports whether the ! at an offset begins an expansion.
func (x *historyExpander) begins(s string, i int, double bool) bool {
	if i+1 == len(s) || strings.IndexByte(" \t\n=", s[i+1]) >= 0 || double && s[i+1] == '"' {
		return false
	}
	before := s[:i]
	switch {
	case s[i+1] == '(' && x.sh.shopt[shoptExtglob],
		strings.HasSuffix(before, "[") && strings.IndexByte(s[i:], ']') > 0,
		strings.HasSuffix(before, "${") && strings.IndexByte(s[i:], '}') > 0,
		strings.HasSuffix(before, "$"), strings.HasSuffix(before, `\`):
		return false
	}
	return true
}

// quick is ^old^new^, which stands for !!:s^old^new^.
func (x *historyExpander) quick(s string) string {
	if len(x.sh.hist.list) == 0 {
		x.bad = ":s" + s + ": substitution failed"
		return ""
	}
	text, rest := x.substitute(x.last(1), s, "")
	x.changed = true
	if rest != "" && rest[0] == ':' {
		text, rest = x.modifiers(text, rest)
	}
	return text + rest
}

// last is the n-th entry from the end.
func (x *historyExpander) last(n int) string {
	l := x.sh.hist.list
	if n < 1 || n > len(l) {
		return ""
	}
	return strings.TrimSuffix(l[len(l)-n].text, "\n")
}

// event expands what comes after a !; n is how much of s it was.
func (x *historyExpander) event(s, before string) (text string, n int) {
	entry, rest, ok := x.designated(s, before)
	if !ok {
		x.bad = "!" + s[:len(s)-len(rest)] + ": event not found"
		return "", 0
	}
	words := historyWords(entry)
	text = entry
	if from, to, after, given := x.words(rest, words); given {
		if from > to+1 || to >= len(words) || from < 0 {
			x.bad = rest[:len(rest)-len(after)] + ": bad word specifier"
			return "", 0
		}
		text, rest = strings.Join(words[from:to+1], " "), after
	}
	text, rest = x.modifiers(text, rest)
	return text, len(s) - len(rest)
}

// designated finds the entry that s designates.
func (x *historyExpander) designated(s, before string) (entry, rest string, ok bool) {
	list := x.sh.hist.list
	switch c := s[0]; {
	case c == '!':
		return x.last(1), s[1:], len(list) > 0
	case c == '#':
		return before, s[1:], true
	case strings.IndexByte(":^$*%", c) >= 0:
		return x.last(1), s, len(list) > 0
	case c == '-' || '0' <= c && c <= '9':
		end := 1
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		n, _ := strconv.Atoi(s[:end])
		if c == '-' {
			n = -n
		} else {
			n = x.sh.hist.first + len(list) + 1 - n
		}
		return x.last(n), s[end:], n >= 1 && n <= len(list)
	case c == '?':
		text, after, closed := strings.Cut(s[1:], "?")
		if !closed {
			after = ""
		}
		return x.find(after, func(e string) bool { x.found = text; return strings.Contains(e, text) })
	}
	end := strings.IndexAny(s, " \t\n:^$*;&|()<>\"")
	if end < 0 {
		end = len(s)
	}
	return x.find(s[end:], func(e string) bool { return strings.HasPrefix(e, s[:end]) })
}

func (x *historyExpander) find(rest string, match func(string) bool) (string, string, bool) {
	for n := 1; n <= len(x.sh.hist.list); n++ {
		if e := x.last(n); match(e) {
			return e, rest, true
		}
	}
	return "", rest, false
}

// words reads a word designator; given is false if there is none.
func (x *historyExpander) words(s string, words []string) (from, to int, rest string, given bool) {
	end := len(words) - 1
	t, colon := strings.CutPrefix(s, ":")
	if t == "" || !colon && strings.IndexByte("^$*-%", t[0]) < 0 {
		return 0, 0, s, false
	}
	if t[0] == '*' {
		return 1, end, t[1:], true
	}
	if from, t, given = x.word(t, end, words); !given {
		if t[0] != '-' { // a modifier
			return 0, 0, s, false
		}
		from = 0
	}
	switch {
	case strings.HasPrefix(t, "*"):
		return from, end, t[1:], true
	case strings.HasPrefix(t, "-"):
		to, rest, ok := x.word(t[1:], end, words)
		if !ok {
			return from, end - 1, t[1:], true
		}
		return from, to, rest, true
	}
	return from, from, t, true
}

// word reads the number of a word.
func (x *historyExpander) word(s string, end int, words []string) (n int, rest string, ok bool) {
	switch {
	case s == "":
		return 0, s, false
	case s[0] == '^':
		return 1, s[1:], true
	case s[0] == '$':
		return end, s[1:], true
	case s[0] == '%':
		for i, w := range words {
			if strings.Contains(w, x.found) {
				return i, s[1:], true
			}
		}
		return 0, s[1:], true
	}
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	n, _ = strconv.Atoi(s[:i])
	return n, s[i:], i > 0
}

// modifiers applies the modifiers that s begins with.
func (x *historyExpander) modifiers(text, s string) (out, rest string) {
	for len(s) > 1 && s[0] == ':' && x.bad == "" {
		global := ""
		if s[1] == 'g' || s[1] == 'a' {
			global, s = "g", s[1:]
		}
		if len(s) < 2 {
			break
		}
		switch s[1] {
		case 'p':
			x.print = true
		case 'h':
			text = text[:max(strings.LastIndexByte(text, '/'), 0)]
		case 't':
			text = text[strings.LastIndexByte(text, '/')+1:]
		case 'r':
			if n := strings.LastIndexByte(text, '.'); n >= 0 {
				text = text[:n]
			}
		case 'e':
			text = text[max(strings.LastIndexByte(text, '.'), 0):]
		case 'q':
			text = quoteOnly(text)
		case 's':
			text, s = x.substitute(text, s[2:], global)
			continue
		default:
			x.bad = s[:2] + ": unrecognized history modifier"
		}
		s = s[2:]
	}
	return text, s
}

// substitute is s/old/new/ from the first delimiter on.
func (x *historyExpander) substitute(text, s, global string) (out, rest string) {
	if s == "" {
		return text, s
	}
	parts := strings.SplitN(s[1:], s[:1], 3)
	for len(parts) < 3 {
		parts = append(parts, "")
	}
	old, with := parts[0], strings.ReplaceAll(parts[1], "&", parts[0])
	if old == "" || !strings.Contains(text, old) {
		x.bad = ":s" + strings.TrimSuffix(s, "\n") + ": substitution failed"
		return "", ""
	}
	count := 1
	if global != "" {
		count = -1
	}
	return strings.Replace(text, old, with, count), parts[2]
}

// historyWords takes a line apart into words and operators, quotes kept.
func historyWords(s string) (words []string) {
	for i := 0; i < len(s); {
		start := i
		switch {
		case strings.IndexByte(" \t\n", s[i]) >= 0:
			i++
			continue
		case strings.IndexByte("<>;&|()", s[i]) >= 0:
			for i < len(s) && s[i] == s[start] && s[i] != '(' && s[i] != ')' {
				i++
			}
			i = max(i, start+1)
		default:
			for i < len(s) && strings.IndexByte(" \t\n<>;&|()", s[i]) < 0 {
				i += parse.Span(s[i:])
			}
		}
		words = append(words, s[start:i])
	}
	return words
}
