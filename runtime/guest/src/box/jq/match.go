package jq

import (
	"strings"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

// occurrence is one match with its groups; places are in characters.
type occurrence struct {
	offset, length int
	groups         []group
	text           string
}

type group struct {
	name           any
	offset, length int
	text           any // nil where the group took no part
}

// occurrences are those of an expression in a text. flags are jq's letters.
func occurrences(v, re, flags any) (text string, list []occurrence, global bool, err error) {
	text, ok := v.(string)
	if !ok {
		return "", nil, false, fail(described(v), " cannot be matched, as it is not a string")
	}
	pattern, ok := re.(string)
	if !ok {
		return "", nil, false, fail(described(re), " cannot be matched, as it is not a string")
	}
	r, global, skipEmpty, err := compile(pattern, flags)
	if err != nil {
		return "", nil, false, err
	}
	m, err := r.FindStringMatch(text)
	end := utf8.RuneCountInString(text)
	for err == nil && m != nil {
		if global && m.RuneLength == 0 && m.RuneIndex == end && end > 0 {
			break // jq looks no further than before the end
		}
		if m.RuneLength > 0 || !skipEmpty {
			list = append(list, occurrenceOf(m))
		}
		if !global {
			break
		}
		m, err = r.FindNextMatch(m)
	}
	return text, list, global, err
}

func occurrenceOf(m *regexp2.Match) occurrence {
	o := occurrence{offset: m.RuneIndex, length: m.RuneLength, text: m.String()}
	for i, g := range m.Groups() {
		if i == 0 {
			continue
		}
		one := group{offset: -1}
		if strings.Trim(g.Name, "0123456789") != "" {
			one.name = g.Name
		}
		if len(g.Captures) > 0 {
			one.offset, one.length, one.text = g.RuneIndex, g.RuneLength, g.String()
		}
		if o.length == 0 { // as jq 1.6 tells the groups of an empty match
			one.offset, one.text = o.offset, nil
		}
		o.groups = append(o.groups, one)
	}
	return o
}

func compile(pattern string, flags any) (r *regexp2.Regexp, global, skipEmpty bool, err error) {
	var options regexp2.RegexOptions
	letters, ok := flags.(string)
	if flags != nil && !ok {
		return nil, false, false, fail(described(flags), " is not a string")
	}
	for _, c := range letters {
		switch c {
		case 'g':
			global = true
		case 'i':
			options |= regexp2.IgnoreCase
		case 'x':
			options |= regexp2.IgnorePatternWhitespace
		case 'n':
			skipEmpty = true
		case 'p':
			options |= regexp2.Singleline
		case 's', 'l': // s is how jq compiles anyway
		default:
			return nil, false, false, fail(letters, " is not a valid modifier string")
		}
	}
	r, err = regexp2.Compile(pattern, options, regexp2.OptionMaintainCaptureOrder())
	if err != nil {
		return nil, false, false, fail(regexProblem(pattern, err))
	}
	return r, global, skipEmpty, nil
}

// regexProblem says in Oniguruma's words what is wrong.
func regexProblem(pattern string, err error) string {
	text := err.Error()
	const failure = "Regex failure: "
	for _, w := range [...][2]string{
		{"not enough )", "end pattern with unmatched parenthesis"},
		{"missing closing )", "end pattern with unmatched parenthesis"},
		{"unexpected )", "unmatched close parenthesis"},
		{"unterminated [", "premature end of char-class"},
		{"missing closing ]", "premature end of char-class"},
		{"missing argument to repetition", "target of repeat operator is not specified"},
		{"quantifier", "target of repeat operator is not specified"},
		{"illegal \\ at end", "end pattern at escape"},
		{"trailing backslash", "end pattern at escape"},
		{"range in reverse", "empty range in char class"},
	} {
		if strings.Contains(text, w[0]) {
			return failure + w[1]
		}
	}
	return failure + text + " in " + pattern
}

func (o *occurrence) value() any {
	captures := []any{}
	for _, g := range o.groups {
		c := NewObject().With("offset", float64(g.offset))
		if g.text == nil {
			c = c.With("string", nil).With("length", float64(g.length))
		} else {
			c = c.With("length", float64(g.length)).With("string", g.text)
		}
		captures = append(captures, c.With("name", g.name))
	}
	return NewObject().With("offset", float64(o.offset)).With("length", float64(o.length)).
		With("string", o.text).With("captures", captures)
}

// matchNative is _match(re; flags; only whether).
func matchNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.values2(args[0], args[1], s, in, func(re, flags any) error {
		_, list, _, err := occurrences(in.v, re, flags)
		if err != nil {
			return err
		}
		if args[2].value == true {
			return out(in.with(len(list) > 0))
		}
		all := []any{}
		for i := range list {
			all = append(all, list[i].value())
		}
		return out(in.with(all))
	})
}

func splitRegex(v, re, flags any) (any, error) {
	more, err := add("g", flags)
	if err != nil {
		return nil, err
	}
	text, list, _, err := occurrences(v, re, more)
	if err != nil {
		return nil, err
	}
	runes := []rune(text)
	parts := []any{}
	last := 0
	for _, o := range list {
		parts = append(parts, string(runes[last:o.offset]))
		last = o.offset + o.length
	}
	return append(parts, string(runes[last:])), nil
}

// subNative is sub(re; with; flags). All combinations of what `with` gives are results; of the last match in
// the outermost loop.
func subNative(m *machine, s *scope, args []*node, in item, out yield) error {
	return m.values2(args[0], args[2], s, in, func(re, flags any) error {
		text, list, _, err := occurrences(in.v, re, flags)
		if err != nil {
			return err
		}
		for _, o := range list {
			if o.length == 0 && strings.Contains(tostring(flags), "g") {
				spin()
			}
		}
		runes := []rune(text)
		if len(list) == 0 {
			return out(in.with(text))
		}
		return m.substitute(list, args[1], s, in, runes, "", out)
	})
}

// spin is what jq 1.6 does with an empty match of gsub: it takes memory for ever.
func spin() {
	var all [][]byte
	for {
		const chunk = 1 << 20
		all = append(all, make([]byte, chunk))
		all[0][0]++
	}
}

func (m *machine) substitute(list []occurrence, with *node, s *scope, in item, runes []rune, tail string,
	out yield,
) error {
	n := len(list) - 1
	o := &list[n]
	captured := NewObject()
	for _, g := range o.groups {
		if name, ok := g.name.(string); ok {
			captured = captured.With(name, g.text)
		}
	}
	tail = string(runes[o.offset+o.length:]) + tail
	before := 0
	if n > 0 {
		before = list[n-1].offset + list[n-1].length
	}
	head := string(runes[before:o.offset])
	return m.value(with, s, captured, func(v any) error {
		joined, err := add(head, v)
		if err != nil {
			return err
		}
		text, _ := joined.(string)
		if n == 0 {
			return out(in.with(text + tail))
		}
		return m.substitute(list[:n], with, s, in, runes[:o.offset-len([]rune(head))], text+tail, out)
	})
}
