package tool

import (
	"strings"
)

// end wants the end of a command.
func (p *sedParser) end() {
	p.spaces()
	switch {
	case !p.more():
	case p.peek() == '\n' || p.peek() == ';':
		p.pos++
	case p.peek() == '}' || p.peek() == '#':
	default:
		p.pos++
		p.fail("extra characters after command")
	}
}

func (p *sedParser) add(c *sedCommand) { p.out.commands = append(p.out.commands, c) }

// body reads what belongs to a command after its letter.
func (p *sedParser) body(c *sedCommand) {
	switch c.name {
	case '{':
		p.blocks = append(p.blocks, len(p.out.commands))
		p.opening = append(p.opening, p.where)
		p.add(c)
		return
	case '}':
		p.closeBlock(c)
		return
	case '#':
		if c.from != nil {
			p.fail("comments don't accept any addresses")
		}
		p.restOfLine()
		return
	case ':':
		p.label(c)
		return
	case '=', 'd', 'D', 'F', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z':
		p.end()
	case 'a', 'i', 'c':
		p.text(c)
	case 'b', 't', 'T':
		if p.spaces(); p.peek() != '#' {
			c.label = p.word(";}")
		}
	case 'l', 'L', 'q', 'Q':
		if c.to != nil && (c.name == 'q' || c.name == 'Q') {
			p.fail("command only uses one address")
		}
		p.spaces()
		c.number = -1
		if p.peek() >= '0' && p.peek() <= '9' && p.more() {
			c.number = int(min(p.number(), 1<<30))
		}
		p.end()
	case 'r', 'R', 'w', 'W':
		p.fileName(c)
	case 's':
		p.substitution(c)
	case 'y':
		p.transliteration(c)
	case 'v':
		p.version()
		return
	case 'e':
		p.refuseInSandbox()
		p.spaces()
		c.file = p.restOfLine()
	default:
		p.fail("unknown command: `%c'", c.name)
	}
	p.add(c)
}

// version is the v command: no sed before the named one may run the script.
func (p *sedParser) version() {
	p.spaces()
	want := [3]int{}
	for i, part := range strings.SplitN(p.word(";"), ".", len(want)) {
		n, ok := parseUint(part)
		if !ok && part != "" {
			p.fail("invalid version string")
		}
		want[i] = int(min(n, 1<<20))
	}
	if want[0] > 4 || want[0] == 4 && want[1] > 9 {
		p.fail("expected newer version of sed")
	}
	p.end()
}

func (p *sedParser) closeBlock(c *sedCommand) {
	if len(p.blocks) == 0 {
		p.fail("unexpected `}'")
	}
	if c.from != nil {
		p.fail("} doesn't want any addresses")
	}
	open := p.blocks[len(p.blocks)-1]
	p.blocks, p.opening = p.blocks[:len(p.blocks)-1], p.opening[:len(p.opening)-1]
	p.out.commands[open].target = len(p.out.commands)
	p.end()
}

func (p *sedParser) restOfLine() string {
	text, _, _ := strings.Cut(p.src[p.pos:], "\n")
	p.pos += len(text)
	return text
}

// word reads to a blank, a newline or one of the bytes in stop.
func (p *sedParser) word(stop string) string {
	start := p.pos
	for p.more() && strings.IndexByte(" \t\n"+stop, p.peek()) < 0 {
		p.pos++
	}
	return p.src[start:p.pos]
}

func (p *sedParser) label(c *sedCommand) {
	if c.from != nil {
		p.fail(": doesn't want any addresses")
	}
	p.spaces()
	name := p.word(";}")
	if name == "" {
		p.fail("\":\" lacks a label")
	}
	p.out.labels[name] = len(p.out.commands)
}

func (p *sedParser) refuseInSandbox() {
	if p.s.sandbox {
		p.fail("e/r/w commands disabled in sandbox mode")
	}
}

func (p *sedParser) fileName(c *sedCommand) {
	p.refuseInSandbox()
	p.spaces()
	c.file = p.restOfLine()
	if c.file == "" {
		p.fail("missing filename in r/R/w/W commands")
	}
	if c.name == 'w' || c.name == 'W' {
		c.output = p.s.output(c.file)
	}
}
