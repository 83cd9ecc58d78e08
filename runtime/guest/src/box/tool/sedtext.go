package tool

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// text reads the text of a, i and c: after a backslash and newline, or on the same line.
func (p *sedParser) text(c *sedCommand) {
	p.spaces()
	if !p.more() {
		p.fail("expected \\ after `a', `c' or `i'")
	}
	if p.peek() == '\\' {
		p.pos++
		start := p.pos
		if p.spaces(); !p.more() {
			return // nothing to add
		}
		if p.peek() == '\n' {
			p.pos++
		} else {
			p.pos = start // a\ on one line keeps the blanks before its text
		}
	}
	var b strings.Builder
	for p.more() {
		ch := p.src[p.pos]
		p.pos++
		if ch == '\n' {
			break
		}
		if ch == '\\' && p.more() {
			n := p.textEscape(&b)
			p.pos += n
			continue
		}
		if ch == '\\' {
			continue
		}
		b.WriteByte(ch)
	}
	c.text = []byte(b.String() + "\n")
}

// textEscape writes what an escape in such a text stands for.
func (p *sedParser) textEscape(b *strings.Builder) int {
	if text, n := sedCharacter(p.src[p.pos:]); n > 0 {
		b.WriteString(text)
		return n
	}
	b.WriteByte(p.src[p.pos])
	return 1
}

// sedCharacter reads the letters after a backslash that stand for a character.
func sedCharacter(s string) (string, int) {
	if j := strings.IndexByte("afnrtv", s[0]); j >= 0 {
		return "\a\f\n\r\t\v"[j : j+1], 1
	}
	base, most := 0, 3
	switch s[0] {
	case 'd':
		base = 10
	case 'o':
		base = 8
	case 'x':
		base, most = 16, 2
	case 'c':
		if len(s) > 1 {
			return string([]byte{strings.ToUpper(s[1:2])[0] ^ 0x40}), 2
		}
	}
	if base == 0 {
		return "", 0
	}
	v, n := cformat.Digits(s[1:], base, most)
	if n == 0 {
		return "", 0
	}
	return string([]byte{byte(v)}), n + 1
}

// sedPart is a piece of a replacement: text, a group, or a change of case.
type sedPart struct {
	text  string
	group int  // -1: text
	fold  byte // U L u l E, 0 for none
}

type sedSubstitution struct {
	re            *regex.Regexp // nil: the last one used
	parts         []sedPart
	global, print int // print counts the p flags
	nth           int
	execute       bool
	groups        bool // the replacement has some
	output        *sedOutput
}

func (p *sedParser) substitution(c *sedCommand) {
	mark := p.peek()
	if !p.more() || mark == '\n' || mark == '\\' {
		p.fail("unterminated `s' command")
	}
	p.pos++
	pattern, ok := p.delimited(mark, true)
	replacement := ""
	if ok {
		replacement, ok = p.replacementText(mark)
	}
	if !ok {
		p.fail("unterminated `s' command")
	}
	sub := &sedSubstitution{nth: 1}
	c.sub = sub
	opts := p.regexOptions()
	p.flags(sub, &opts)
	switch {
	case pattern != "":
		sub.re = p.compile(pattern, opts)
	case opts.Fold || opts.Multiline:
		p.fail("cannot specify modifiers on empty regexp")
	}
	sub.parts = p.replacement(replacement)
	for _, part := range sub.parts {
		sub.groups = sub.groups || part.group > 0
		if sub.re != nil && part.group > sub.re.Groups {
			p.fail("invalid reference \\%d on `s' command's RHS", part.group)
		}
	}
}

// replacementText reads to the mark and keeps every escape but that of the mark.
func (p *sedParser) replacementText(mark byte) (string, bool) {
	var b strings.Builder
	for p.more() {
		c := p.src[p.pos]
		p.pos++
		switch {
		case c == mark:
			return b.String(), true
		case c == '\\' && p.more():
			next := p.src[p.pos]
			p.pos++
			if next == mark && next != '&' && (next < '0' || next > '9') {
				b.WriteByte(next)
				continue
			}
			b.WriteByte('\\')
			b.WriteByte(next)
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

func (p *sedParser) flags(sub *sedSubstitution, opts *regex.Options) {
	numbered := false
	for p.more() {
		c := p.peek()
		p.pos++
		switch {
		case c == 'g':
			if sub.global++; sub.global > 1 {
				p.fail("multiple `g' options to `s' command")
			}
		case c == 'p':
			if sub.print++; sub.print > 1 {
				p.fail("multiple `p' options to `s' command")
			}
		case c == 'i' || c == 'I':
			opts.Fold = true
		case c == 'm' || c == 'M':
			opts.Multiline = true
		case c == 'e':
			p.refuseInSandbox()
			sub.execute = true
		case c >= '0' && c <= '9':
			p.pos--
			n := p.number()
			if numbered {
				p.fail("multiple number options to `s' command")
			}
			if n == 0 {
				p.fail("number option to `s' command may not be zero")
			}
			sub.nth, numbered = int(min(n, 1<<30)), true
		case c == 'w':
			p.refuseInSandbox()
			p.spaces()
			name := p.restOfLine()
			if name == "" {
				p.fail("missing filename in r/R/w/W commands")
			}
			sub.output = p.s.output(name)
			return
		case c == '}' || c == '#':
			p.pos--
			return
		case c == '\n' || c == ';':
			return
		case c == ' ' || c == '\t' || c == '\r':
			if c == '\r' {
				p.fail("unknown option to `s'")
			}
		default:
			p.fail("unknown option to `s'")
		}
	}
}

func (p *sedParser) replacement(s string) []sedPart {
	var parts []sedPart
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			parts = append(parts, sedPart{text: b.String(), group: -1})
			b.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '&':
			flush()
			parts = append(parts, sedPart{group: 0})
		case c != '\\' || i+1 == len(s):
			b.WriteByte(c)
		default:
			i++
			next := s[i]
			switch {
			case next >= '0' && next <= '9':
				flush()
				parts = append(parts, sedPart{group: int(next - '0')})
			case strings.IndexByte("ULulE", next) >= 0 && !p.s.posix:
				flush()
				parts = append(parts, sedPart{group: -1, fold: next})
			default:
				text, n := sedCharacter(s[i:])
				if n == 0 {
					b.WriteByte(next)
					continue
				}
				b.WriteString(text)
				i += n - 1
			}
		}
	}
	flush()
	return parts
}

func (p *sedParser) transliteration(c *sedCommand) {
	mark := p.peek()
	if !p.more() {
		p.fail("unterminated `y' command")
	}
	p.pos++
	from, ok := p.replacementText(mark)
	to := ""
	if ok {
		to, ok = p.replacementText(mark)
	}
	if !ok {
		p.fail("unterminated `y' command")
	}
	a, b := p.characters(from), p.characters(to)
	if len(a) != len(b) {
		p.fail("strings for `y' command are different lengths")
	}
	c.table = map[string]string{}
	for i, r := range a {
		if _, twice := c.table[r]; !twice {
			c.table[r] = b[i]
		}
	}
	c.bytewise = bytewise(c.table, p.s.bytes)
	p.end()
}

// bytewise is a table of single bytes, or nil where it has others. In UTF-8 only those of ASCII are
// characters.
func bytewise(table map[string]string, bytes bool) *[256]byte {
	var list [256]byte
	for i := range list {
		list[i] = byte(i)
	}
	for from, to := range table {
		if len(from) != 1 || len(to) != 1 || !bytes && from[0] > 0x7f {
			return nil
		}
		list[from[0]] = to[0]
	}
	return &list
}

func (p *sedParser) characters(s string) []string {
	var list []string
	for i := 0; i < len(s); {
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] == '\\' {
				list = append(list, `\`)
				i += 2
				continue
			}
			if text, n := sedCharacter(s[i+1:]); n > 0 {
				list = append(list, text)
				i += n + 1
				continue
			}
			i++ // any other backslash is dropped
		}
		_, size, _ := nextChar(s[i:], !p.s.bytes)
		list = append(list, s[i:i+size])
		i += size
	}
	return list
}
