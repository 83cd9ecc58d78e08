package parse

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxRepairs bounds how often one source is mended and parsed again.
const maxRepairs = 200

// Marks before the hidden text of a bad substitution and of a wrong command between backquotes, and
// after either.
const (
	badRune     = 0x10FD00
	badEndRune  = 0x10FD01
	backRune    = 0x10FD02
	backEndRune = 0x10FD03

	badMark  = string(rune(badRune))
	badEnd   = string(rune(badEndRune))
	backMark = string(rune(backRune))
	backEnd  = string(rune(backEndRune))
)

// repair mends source that bash takes, or complains about only when it runs it, so that the parser
// takes it too: the text of arithmetic and of subscripts is hidden from it, a bad substitution is
// marked as one. It reports false when the source is simply wrong.
func (p *Program) repair(err error) (string, bool) {
	pos, text, ok := details(err)
	if !ok {
		return "", false
	}
	at := int(pos.Offset())
	switch {
	case strings.HasPrefix(text, "unclosed here-document"):
		return p.closeDocument(at, text)
	case text == "cannot negate a command multiple times":
		return p.doubleNegation(at)
	case strings.HasSuffix(text, "cannot form a statement alone"):
		return p.src[:at+1] + " true" + p.src[at+1:], true
	case strings.Contains(text, "`let`"):
		return replace(p.src, at, at+len("let"), hideAll("let")), true
	case p.opt.Posix && strings.Contains(text, "&>") && strings.HasPrefix(p.src[at:], "&>"):
		return p.src[:at+1] + " " + p.src[at+1:], true
	case strings.Contains(text, "can only be used in full statements"):
		return p.timedNegation(at)
	}
	if isBadSubstitution(text) {
		if s, ok := p.hideSubstitution(at); ok {
			return s, true
		}
	}
	if strings.HasPrefix(text, "`[x]` must be followed by") && at < len(p.src) && p.src[at] == '[' {
		return replace(p.src, at, at+1, hide('[')), true // a pattern in an array
	}
	if text == "invalid var name" {
		if s, ok := p.hideDeclaration(at); ok {
			return s, true
		}
	}
	for _, mend := range [...]func(int) (string, bool){
		p.nestedParens, p.hideArithmetic, p.hideLet, p.hideBackquotes,
	} {
		if s, ok := mend(at); ok {
			return s, true
		}
	}
	return "", false
}

func details(err error) (pos syntax.Pos, text string, ok bool) {
	var pe syntax.ParseError
	var le syntax.LangError
	switch {
	case errors.As(err, &pe):
		return pe.Pos, pe.Text, true
	case errors.As(err, &le):
		return le.Pos, le.Error(), true
	}
	return pos, "", false
}

func replace(s string, from, to int, by string) string { return s[:from] + by + s[to:] }

func hideAll(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString(hide(s[i]))
	}
	return b.String()
}

// closeDocument ends a here-document that the end of the file ends.
func (p *Program) closeDocument(at int, text string) (string, bool) {
	word := strings.Trim(strings.TrimPrefix(text, "unclosed here-document "), "`")
	if len(text) > 0 && strings.HasSuffix(text, `"`) || word == "" {
		return "", false
	}
	if p.eof == 0 {
		p.eof = p.opt.Line + strings.Count(strings.TrimSuffix(p.src, "\n"), "\n")
	}
	p.Warnings = append(p.Warnings, Warning{
		Line: p.eof,
		Text: "here-document at line " + itoa(p.line(at)) + " delimited by end-of-file (wanted `" +
			reveal(word) + "')",
	})
	src := p.src
	if !strings.HasSuffix(src, "\n") {
		src += "\n"
	}
	return src + word + "\n", true
}

// doubleNegation takes away two exclamation marks: at is the first.
func (p *Program) doubleNegation(at int) (string, bool) {
	second := strings.IndexByte(p.src[at+1:], '!')
	if second < 0 {
		return "", false
	}
	second += at + 1
	return p.src[:at] + " " + p.src[at+1:second] + " " + p.src[second+1:], true
}

// nestedParens sets the parentheses of `((a); b)` apart: they are no arithmetic.
func (p *Program) nestedParens(at int) (string, bool) {
	for i := 0; i < min(at+3, len(p.src)-1); i++ {
		if p.src[i] != '(' || p.src[i+1] != '(' {
			continue
		}
		if _, end, ok := p.parens(i + 2); !ok && end >= 0 && end < len(p.src) && p.src[end] == ')' {
			return p.src[:i+1] + " " + p.src[i+1:], true
		}
	}
	return "", false
}

// hideLet lets the arguments of the let before at be read as words.
func (p *Program) hideLet(at int) (string, bool) {
	from := strings.LastIndex(p.src[:min(at+1, len(p.src))], "let ")
	if from < 0 || from > 0 && strings.IndexByte(" \t\n;&|({", p.src[from-1]) < 0 {
		return "", false
	}
	return replace(p.src, from, from+len("let"), hideAll("let")), true
}

// hideDeclaration lets the arguments of export and its kin before at be read as words.
func (p *Program) hideDeclaration(at int) (string, bool) {
	for _, word := range [...]string{"export", "readonly", "declare", "typeset", "local"} {
		from := strings.LastIndex(p.src[:at], word+" ")
		if from >= 0 && !strings.ContainsAny(p.src[from:at], ";&|\n") {
			return replace(p.src, from, from+len(word), hideAll(word)), true
		}
	}
	return "", false
}

// hideBackquotes marks the command between the backquotes around at as wrong: bash parses it only
// when it runs it.
func (p *Program) hideBackquotes(at int) (string, bool) {
	open := -1
	for i := 0; i < len(p.src); i++ {
		switch {
		case p.src[i] == '\\':
			i++
		case p.src[i] == '\'' && open < 0:
			if n := strings.IndexByte(p.src[i+1:], '\''); n >= 0 {
				i += n + 1
			}
		case p.src[i] == '`' && open < 0:
			open = i
		case p.src[i] == '`':
			if open <= at && at <= i {
				body := hideAll(reveal(unquoteBack(p.src[open+1:i], false)))
				return replace(p.src, open, i+1, backMark+body+backEnd), true
			}
			open = -1
		}
	}
	return "", false
}

// timedNegation turns `time ! x` into `! time x`, which means the same.
func (p *Program) timedNegation(at int) (string, bool) {
	before := strings.TrimRight(p.src[:at], " \t")
	head := strings.TrimRight(strings.TrimSuffix(before, "-p"), " \t")
	if !strings.HasSuffix(head, "time") {
		return "", false
	}
	start := len(head) - len("time")
	return p.src[:start] + "! " + p.src[start:at] + " " + p.src[at+1:], true
}

func isBadSubstitution(text string) bool {
	for _, s := range [...]string{
		"parameter expansion", "invalid parameter name", "cannot be followed by a word",
		"@ expansion operator", "special parameter name", "this expansion operator",
		"search and replace", "slicing", "`${", "arrays", "`:` must be followed by an expression",
	} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// hideSubstitution marks the innermost ${ } around at as a bad substitution.
func (p *Program) hideSubstitution(at int) (string, bool) {
	for from := min(at+2, len(p.src)); ; {
		from = strings.LastIndex(p.src[:from], "${")
		if from < 0 {
			return "", false
		}
		to := from + upTo(p.src[from:], 2, '}')
		if to > at && p.src[to-1] == '}' {
			return replace(p.src, from, to, badMark+hideAll(reveal(p.src[from:to]))+badEnd), true
		}
	}
}

// hideArithmetic hides the innermost arithmetic text around at that is not hidden yet.
func (p *Program) hideArithmetic(at int) (string, bool) {
	for from := min(at, len(p.src)-1); from >= 0; from-- {
		start, end, ok := p.region(from)
		if !ok || end+1 < at {
			continue
		}
		text := reveal(p.src[start:end])
		if text == "" {
			text = " "
		}
		if hidden := hideAll(text); hidden != p.src[start:end] {
			return replace(p.src, start, end, hidden), true
		}
	}
	return "", false
}

// region returns where the text of the arithmetic or of the subscript lies that opens at from.
func (p *Program) region(from int) (start, end int, ok bool) {
	s := p.src[from:]
	switch {
	case strings.HasPrefix(s, "$(("):
		return p.parens(from + 3)
	case strings.HasPrefix(s, "((") && (from == 0 || p.src[from-1] != '$'):
		return p.parens(from + 2)
	case strings.HasPrefix(s, "$["):
		start = from + 2
	case s[0] == '[' && from > 0 && strings.IndexByte("( \t\n", p.src[from-1]) >= 0:
		if before, _, ok := strings.Cut(s, "]="); !ok || strings.Contains(before, "\n") {
			return 0, 0, false
		}
		start = from + 1
	case s[0] == '[' && from > 0 && nameByte(p.src[from-1]):
		start = from + 1
	case s[0] == ':':
		return p.sliceRegion(from)
	default:
		return 0, 0, false
	}
	end = start + upTo(p.src[start:], 0, ']') - 1
	if end < start || p.src[end] != ']' || strings.Contains(p.src[start:end], "\n") {
		return 0, 0, false
	}
	return start, end, true
}

// sliceRegion is region for the offset or the length in ${x:offset:length}.
func (p *Program) sliceRegion(from int) (start, end int, ok bool) {
	open := strings.LastIndex(p.src[:from], "${")
	if open < 0 || strings.IndexByte(p.src[open:from], '}') >= 0 {
		return 0, 0, false
	}
	start = from + 1
	if start >= len(p.src) || strings.IndexByte("-+=?:}", p.src[start]) >= 0 {
		return 0, 0, false
	}
	end = start + upTo(p.src[start:], 0, '}') - 1
	if end < start || p.src[end] != '}' || strings.ContainsAny(p.src[start:end], "\n?") {
		return 0, 0, false
	}
	if n := strings.IndexByte(p.src[start:end], ':'); n >= 0 {
		end = start + n
	}
	return start, end, true
}

// parens is region for what two parentheses close.
func (p *Program) parens(start int) (_, end int, ok bool) {
	end = start + upTo(p.src[start:], 0, ')') - 1
	if end < start || !strings.HasPrefix(p.src[end:], "))") {
		return 0, end, false
	}
	return start, end, true
}

func nameByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
