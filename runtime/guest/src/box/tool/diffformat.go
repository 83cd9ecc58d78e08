package tool

import (
	"bytes"
	"strconv"
	"strings"
)

// Which kind of group a format is for.
const (
	diffUnchanged = iota
	diffOld
	diffNew
	diffChanged
)

// diffFormats are those of -D and the --*-format options.
type diffFormats struct {
	group [4]string
	line  [3]string
	given [4]bool
	lines [3]bool
}

func (d *diff) formatOption(o option) {
	f := &d.formats
	kind, isGroup := map[string]int{
		"unchanged-group-format": diffUnchanged, "old-group-format": diffOld, "new-group-format": diffNew,
		"changed-group-format": diffChanged,
	}[o.name]
	line, isLine := map[string]int{
		"unchanged-line-format": diffUnchanged, "old-line-format": diffOld, "new-line-format": diffNew,
	}[o.name]
	set := func(list []string, given []bool, i int, value string) {
		if given[i] && list[i] != value {
			d.r.message("conflicting values: " + o.name)
			d.r.usage("")
		}
		list[i], given[i] = value, true
	}
	switch {
	case isGroup:
		set(f.group[:], f.given[:], kind, o.value)
	case isLine:
		set(f.line[:], f.lines[:], line, o.value)
	case o.name == "line-format":
		for i := range f.line {
			set(f.line[:], f.lines[:], i, o.value)
		}
	case o.name == "D":
		name := o.value
		set(f.group[:], f.given[:], diffUnchanged, "%=")
		set(f.group[:], f.given[:], diffOld, "#ifndef "+name+"\n%<#endif /* ! "+name+" */\n")
		set(f.group[:], f.given[:], diffNew, "#ifdef "+name+"\n%>#endif /* "+name+" */\n")
		set(f.group[:], f.given[:], diffChanged,
			"#ifndef "+name+"\n%<#else /* "+name+" */\n%>#endif /* "+name+" */\n")
	}
	d.setStyle('D')
}

// complete fills in what was not given.
func (f *diffFormats) complete() {
	for i := range f.line {
		if !f.lines[i] {
			f.line[i] = "%l\n"
		}
	}
	for i, own := range []string{diffUnchanged: "%=", diffOld: "%<", diffNew: "%>"} {
		if f.given[i] {
			continue
		}
		if f.group[i] = own; i != diffUnchanged && f.given[diffChanged] {
			f.group[i] = f.group[diffChanged]
		}
	}
	if !f.given[diffChanged] {
		f.group[diffChanged] = f.group[diffOld] + f.group[diffNew]
	}
}

// formatted prints all groups by their formats. Hunks that do not count are of the unchanged ones.
func (p *patch) formatted() {
	at := hunk{}
	for i, h := range p.hunks {
		if p.trivial[i] {
			continue
		}
		p.unchangedGroup(hunk{at.a1, h.a0, at.b1, h.b0})
		kind := diffChanged
		switch {
		case h.a0 == h.a1:
			kind = diffNew
		case h.b0 == h.b1:
			kind = diffOld
		}
		p.group(p.d.formats.group[kind], h)
		at = h
	}
	p.unchangedGroup(hunk{at.a1, len(p.a), at.b1, len(p.b)})
}

func (p *patch) unchangedGroup(h hunk) {
	if h.a0 < h.a1 || h.b0 < h.b1 {
		p.group(p.d.formats.group[diffUnchanged], h)
	}
}

// group prints one by its format and returns what is left of a part of a condition.
func (p *patch) group(format string, h hunk) { p.groupUntil(format, h, true, "") }

// groupUntil is group up to one of the characters in stop; shown is false for the branch not taken.
func (p *patch) groupUntil(format string, h hunk, shown bool, stop string) string {
	out := func(s string) {
		if shown {
			p.d.r.print(s)
		}
	}
	for format != "" {
		c := format[0]
		if strings.IndexByte(stop, c) >= 0 {
			return format
		}
		if c != '%' || len(format) == 1 {
			out(format[:1])
			format = format[1:]
			continue
		}
		body := format[1:]
		switch {
		case body[0] == '%':
			out("%")
			format = body[1:]
		case strings.IndexByte("<>=", body[0]) >= 0:
			if shown {
				p.groupLines(body[0], h)
			}
			format = body[1:]
		case body[0] == '(':
			rest, ok := p.condition(body[1:], h, shown)
			if format = rest; !ok {
				out("%")
				format = body
			}
		default:
			text, rest, ok := diffSpecial(body, func(letter byte) (int, bool) { return h.letter(letter) })
			if format = rest; !ok {
				text, format = "%", body
			}
			out(text)
		}
	}
	return ""
}

func (p *patch) groupLines(which byte, h hunk) {
	f := &p.d.formats
	lines, first, kind := p.a[h.a0:h.a1], h.a0, diffUnchanged
	switch which {
	case '<':
		kind = diffOld
	case '>':
		lines, first, kind = p.b[h.b0:h.b1], h.b0, diffNew
	}
	for i, l := range lines {
		p.formattedLine(f.line[kind], l, first+i+1)
	}
}

func (p *patch) formattedLine(format string, line []byte, number int) {
	for format != "" {
		if format[0] != '%' || len(format) == 1 {
			p.d.r.print(format[:1])
			format = format[1:]
			continue
		}
		body := format[1:]
		switch body[0] {
		case '%':
			p.d.r.print("%")
			format = body[1:]
		case 'l', 'L':
			text := bytes.TrimSuffix(line, []byte("\n"))
			p.d.r.print(p.text(text))
			if body[0] == 'L' {
				p.d.r.print(string(line[len(text):]))
			}
			format = body[1:]
		default:
			of := func(letter byte) (int, bool) { return number, letter == 'n' }
			text, rest, ok := diffSpecial(body, of)
			if format = rest; !ok {
				text, format = "%", body
			}
			p.d.r.print(text)
		}
	}
}

// letter is a number of a group: e f l m n of the old file, in capitals of the new one.
func (h hunk) letter(c byte) (int, bool) {
	first, last := h.a0, h.a1
	if c >= 'A' && c <= 'Z' {
		first, last, c = h.b0, h.b1, c+'a'-'A'
	}
	switch c {
	case 'e':
		return first, true
	case 'f':
		return first + 1, true
	case 'l':
		return last, true
	case 'm':
		return last + 1, true
	case 'n':
		return last - first, true
	}
	return 0, false
}

// diffSpecial is %c'C', %c'\OOO' and a number as printf shows it, as %5.3dn.
func diffSpecial(body string, number func(byte) (int, bool)) (text, rest string, ok bool) {
	if strings.HasPrefix(body, "c'") && len(body) > 3 {
		end := strings.IndexByte(body[3:], '\'')
		if end == 0 {
			return body[2:3], body[4:], true
		}
		if body[2] == '\\' && end > 0 {
			if n, err := strconv.ParseUint(body[3:3+end], 8, 8); err == nil {
				return string([]byte{byte(n)}), body[4+end:], true
			}
		}
		return "", "", false
	}
	i := 0
	for i < len(body) && strings.IndexByte("-'0123456789.", body[i]) >= 0 {
		i++
	}
	if i+1 >= len(body) || strings.IndexByte("doxX", body[i]) < 0 {
		return "", "", false
	}
	n, ok := number(body[i+1])
	return sprintf("%"+strings.ReplaceAll(body[:i+1], "'", ""), n), body[i+2:], ok
}

// condition prints %(A=B?T:E), whose first bracket has been read.
func (p *patch) condition(format string, h hunk, shown bool) (rest string, ok bool) {
	a, format, ok := conditionTerm(format, h)
	if !ok || !strings.HasPrefix(format, "=") {
		return "", false
	}
	b, format, ok := conditionTerm(format[1:], h)
	if !ok || !strings.HasPrefix(format, "?") {
		return "", false
	}
	format = p.groupUntil(format[1:], h, shown && a == b, ":)")
	if strings.HasPrefix(format, ":") {
		format = p.groupUntil(format[1:], h, shown && a != b, ")")
	}
	return strings.TrimPrefix(format, ")"), true
}

func conditionTerm(format string, h hunk) (n int, rest string, ok bool) {
	i := 0
	for i < len(format) && edDigit(format[i]) {
		i++
	}
	if i > 0 {
		n, err := strconv.Atoi(format[:i])
		return n, format[i:], err == nil
	}
	if format == "" {
		return 0, "", false
	}
	n, ok = h.letter(format[0])
	return n, format[1:], ok
}
