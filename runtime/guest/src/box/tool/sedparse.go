package tool

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// sedSource is one -e or -f.
type sedSource struct{ text, name string }

type sedAddress struct {
	kind  byte // n number, $ last, / regex, ~ step, + count, * multiple
	n, m  uint64
	re    *regex.Regexp
	empty bool // // : the last regex used
}

type sedCommand struct {
	from, to *sedAddress
	negate   bool
	name     byte
	text     []byte
	file     string
	output   *sedOutput
	label    string
	target   int // of a jump or of the end of a block
	number   int // exit code, line length
	sub      *sedSubstitution
	table    map[string]string // y
	bytewise *[256]byte        // y, where it maps single bytes only

	active bool // within a range
	closed bool // a range that begins at a number has begun
	end    uint64
}

type sedScript struct {
	commands []*sedCommand
	labels   map[string]int
}

// resetRanges forgets the ranges that were begun, for a file that is edited by itself.
func (s *sedScript) resetRanges() {
	for _, c := range s.commands {
		c.active, c.closed = false, false
	}
}

type sedParser struct {
	s       *sed
	src     string
	pos     int
	where   string // "-e expression #1" or "file x line 3" without its number
	file    bool
	out     *sedScript
	blocks  []int
	opening []string // where each open block began
}

// parseSed compiles the script of all sources. The pieces of -e are lines of one script.
func parseSed(s *sed, sources []sedSource) *sedScript {
	p := &sedParser{s: s, out: &sedScript{labels: map[string]int{}}}
	expression := 0
	for i := 0; i < len(sources); i++ {
		src := sources[i]
		p.file = src.name != "-e"
		p.where = "file " + src.name + " line "
		if !p.file {
			expression++
			p.where = sprintf("-e expression #%d", expression)
			for endsInBackslash(src.text) && i+1 < len(sources) && sources[i+1].name == "-e" {
				i++
				expression++
				src.text += "\n" + sources[i].text
			}
		}
		p.src, p.pos = src.text, 0
		if i == 0 && strings.HasPrefix(src.text, "#n") { // whatever follows: sed 4.9
			s.quiet = true
		}
		p.commands()
	}
	if len(p.blocks) > 0 {
		p.where = p.opening[len(p.opening)-1]
		p.pos = 0
		p.fail("unmatched `{'")
	}
	for _, c := range p.out.commands {
		if c.name != 'b' && c.name != 't' && c.name != 'T' {
			continue
		}
		target, ok := p.out.labels[c.label]
		if c.label == "" {
			target, ok = len(p.out.commands), true
		}
		if !ok {
			s.r.die(sedPanic, "can't find label for jump to `%s'", c.label)
		}
		c.target = target
	}
	return p.out
}

func endsInBackslash(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

func (p *sedParser) fail(format string, args ...any) {
	where := p.where
	if p.file {
		where += sprintf("%d", 1+strings.Count(p.src[:min(p.pos, len(p.src))], "\n"))
	} else {
		where += sprintf(", char %d", min(p.pos, len(p.src)))
	}
	p.s.r.die(sedBadUsage, "%s: %s", where, sprintf(format, args...))
}

func (p *sedParser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *sedParser) more() bool { return p.pos < len(p.src) }

func (p *sedParser) spaces() {
	for p.more() && strings.IndexByte(" \t", p.peek()) >= 0 {
		p.pos++
	}
}

func (p *sedParser) commands() {
	for {
		for p.more() && strings.IndexByte(" \t\n;", p.peek()) >= 0 {
			p.pos++
		}
		if !p.more() {
			return
		}
		p.command()
	}
}

func (p *sedParser) command() {
	c := &sedCommand{}
	c.from = p.address(true)
	p.spaces()
	if c.from != nil && p.peek() == ',' && p.more() {
		p.pos++
		p.spaces()
		if c.to = p.address(false); c.to == nil {
			p.pos++
			p.fail("unexpected `,'")
		}
		p.spaces()
	}
	if c.from != nil && c.from.kind == 'n' && c.from.n == 0 &&
		(c.to == nil && p.peek() != 'r' || c.to != nil && c.to.kind != '/' || p.s.posix) {
		p.pos++
		p.fail("invalid usage of line address 0")
	}
	for p.peek() == '!' && p.more() {
		if c.negate {
			p.pos++
			p.fail("multiple `!'s")
		}
		c.negate = true
		p.pos++
		p.spaces()
	}
	if !p.more() {
		p.fail("missing command")
	}
	c.name = p.src[p.pos]
	p.pos++
	p.body(c)
}

func (p *sedParser) number() uint64 {
	start := p.pos
	for p.more() && p.peek() >= '0' && p.peek() <= '9' {
		p.pos++
	}
	n, _ := parseUint(p.src[start:p.pos])
	return n
}

func (p *sedParser) address(first bool) *sedAddress {
	switch c := p.peek(); {
	case !p.more():
		return nil
	case c >= '0' && c <= '9':
		a := &sedAddress{kind: 'n', n: p.number()}
		if p.peek() == '~' && first {
			p.pos++
			if a.m = p.number(); a.m > 0 {
				a.kind = '~'
			}
		}
		return a
	case c == '$':
		p.pos++
		return &sedAddress{kind: '$'}
	case c == '+' || c == '~':
		p.pos++
		if first {
			p.number()
			p.fail("invalid usage of +N or ~N as first address")
		}
		kind := byte('+')
		if c == '~' {
			kind = '*'
		}
		return &sedAddress{kind: kind, n: p.number()}
	case c == '/' || c == '\\':
		p.pos++
		if c == '\\' {
			c = p.peek()
			p.pos++
		}
		return p.regexAddress(c)
	}
	return nil
}

func (p *sedParser) regexAddress(mark byte) *sedAddress {
	text, ok := p.delimited(mark, true)
	if !ok {
		p.fail("unterminated address regex")
	}
	opts := p.regexOptions()
	for p.more() && (p.peek() == 'I' || p.peek() == 'M') {
		opts.Fold = opts.Fold || p.peek() == 'I'
		opts.Multiline = opts.Multiline || p.peek() == 'M'
		p.pos++
	}
	a := &sedAddress{kind: '/', empty: text == ""}
	if a.empty && (opts.Fold || opts.Multiline) {
		p.fail("cannot specify modifiers on empty regexp")
	}
	if !a.empty {
		a.re = p.compile(text, opts)
	}
	return a
}

func (p *sedParser) regexOptions() regex.Options {
	opts := regex.Options{Escapes: true, Bytes: p.s.bytes}
	if p.s.extended {
		opts.Syntax = regex.Extended
	}
	return opts
}

func (p *sedParser) compile(text string, opts regex.Options) *regex.Regexp {
	opts.NoNewline = opts.Multiline
	opts.Multiline = opts.Multiline && p.s.delim == '\n' // with -z, ^ and $ know nothing of newlines
	if p.s.posix && !p.s.extended {
		text = withoutGNU.Replace(text)
	}
	re, err := regex.Compile(numberedCharacters(text), opts)
	if err == regex.ErrClassSyntax {
		p.s.r.die(sedPanic, "%s", err) // the matcher that sed tries first ends the program
	}
	if err != nil {
		p.fail("%s", err)
	}
	return re
}

// withoutGNU takes the operators that GNU adds to basic syntax for what is escaped.
var withoutGNU = strings.NewReplacer(`\\`, `\\`, `\+`, `+`, `\?`, `?`, `\|`, `|`)

// numberedCharacters puts the characters that \x41, \o101 and \d065 name into a regex, where they
// mean what they would mean unescaped.
func numberedCharacters(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		if strings.IndexByte("xod", text[i+1]) >= 0 {
			if c, n := sedCharacter(text[i+1:]); n > 0 {
				b.WriteString(c)
				i += n
				continue
			}
		}
		b.WriteString(text[i : i+2])
		i++
	}
	return b.String()
}

// delimited reads to an unescaped mark; in a regex a bracket expression hides it. An escaped
// mark loses its backslash, and means what it does without.
func (p *sedParser) delimited(mark byte, isRegex bool) (string, bool) {
	var b strings.Builder
	for p.more() {
		c := p.src[p.pos]
		p.pos++
		switch {
		case c == mark:
			return b.String(), true
		case c == '\n' && isRegex:
			return "", false
		case c == '[' && isRegex:
			b.WriteByte(c)
			b.WriteString(p.bracketBody())
		case c == '\\' && p.more():
			next := p.src[p.pos]
			p.pos++
			switch {
			case next == mark:
				b.WriteByte(mark)
			case next == '\n' && isRegex:
				b.WriteByte('\n')
			default:
				b.WriteByte('\\')
				b.WriteByte(next)
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// bracketBody takes a bracket expression from behind its [ to its ].
func (p *sedParser) bracketBody() string {
	start := p.pos
	if p.peek() == '^' {
		p.pos++
	}
	for first := true; p.more(); first = false {
		c := p.src[p.pos]
		p.pos++
		switch {
		case c == ']' && !first:
			return p.src[start:p.pos]
		case c == '[' && strings.IndexByte(":.=", p.peek()) >= 0 && p.more():
			end := strings.Index(p.src[p.pos+1:], p.src[p.pos:p.pos+1]+"]")
			if end < 0 {
				p.pos = len(p.src)
				return p.src[start:]
			}
			p.pos += end + 3
		}
	}
	return p.src[start:]
}
