package pattern

import (
	"slices"
	"strings"
)

type kind uint8

const (
	char  kind = iota
	one        // ?
	many       // *
	set        // [ ]
	group      // an extended operator
)

type node struct {
	kind kind
	r    rune
	set  *class
	op   byte     // of a group: ? * + @ !
	alts [][]node // of a group
}

type parser struct {
	s   string
	i   int
	opt Options
}

// sequence parses up to the end, or within a group up to its | or ).
func (p *parser) sequence(inside bool) (seq []node) {
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case inside && (c == '|' || c == ')'):
			return seq
		case p.opt.ExtGlob && strings.IndexByte("?*+@!", c) >= 0 && strings.HasPrefix(p.s[p.i+1:], "("):
			if n, ok := p.group(); ok {
				seq = append(seq, n)
				continue
			}
		}
		switch c {
		case '?':
			p.i++
			seq = append(seq, node{kind: one})
		case '*':
			p.i++
			if len(seq) == 0 || seq[len(seq)-1].kind != many {
				seq = append(seq, node{kind: many})
			}
		case '[':
			if cl, n := p.class(p.s[p.i:]); n > 0 {
				p.i += n
				seq = append(seq, node{kind: set, set: cl})
				continue
			}
			seq = append(seq, p.char())
		case '\\':
			if p.i+1 < len(p.s) {
				p.i++
			}
			seq = append(seq, p.char())
		default:
			seq = append(seq, p.char())
		}
	}
	return seq
}

func (p *parser) char() node {
	r, n := p.opt.decode(p.s[p.i:])
	p.i += n
	return node{kind: char, r: r}
}

// group parses an extended operator; without its closing parenthesis it is none.
func (p *parser) group() (node, bool) {
	start := p.i
	n := node{kind: group, op: p.s[p.i]}
	p.i += 2
	for {
		n.alts = append(n.alts, p.sequence(true))
		if p.i >= len(p.s) {
			p.i = start
			return node{}, false
		}
		p.i++
		if p.s[p.i-1] == ')' {
			return n, true
		}
	}
}

// class is a bracket expression.
type class struct {
	not    bool
	chars  []rune
	ranges [][2]rune
	named  []func(rune) bool
}

func (c *class) has(r rune, noCase bool) bool {
	if c.contains(r) {
		return !c.not
	}
	if noCase {
		if low, up := fold(r), upper(r); c.contains(low) || c.contains(up) {
			return !c.not
		}
	}
	return c.not
}

func (c *class) contains(r rune) bool {
	if slices.Contains(c.chars, r) {
		return true
	}
	for _, x := range c.ranges {
		if x[0] <= r && r <= x[1] {
			return true
		}
	}
	for _, f := range c.named {
		if f(r) {
			return true
		}
	}
	return false
}

// class parses a bracket expression at the start of s and returns its length, 0 if it is none.
func (p *parser) class(s string) (*class, int) {
	c := &class{}
	i := 1
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		c.not = true
		i++
	}
	for begin := true; ; begin = false {
		if i >= len(s) {
			return nil, 0
		}
		if s[i] == ']' && !begin {
			return c, i + 1
		}
		if strings.HasPrefix(s[i:], "[:") {
			if name, _, ok := strings.Cut(s[i+2:], ":]"); ok && isClassName(name) {
				c.named = append(c.named, classes(name))
				i += len(name) + 4
				continue
			}
		}
		lo, n := p.element(s[i:])
		i += n
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			hi, m := p.element(s[i+1:])
			i += 1 + m
			if lo <= hi {
				c.ranges = append(c.ranges, [2]rune{lo, hi})
			}
			continue
		}
		c.chars = append(c.chars, lo)
	}
}

// element reads one character of a bracket expression, also [.x.] and [=x=].
func (p *parser) element(s string) (rune, int) {
	for _, sep := range [...]string{".", "="} {
		if body, ok := strings.CutPrefix(s, "["+sep); ok {
			if name, _, found := strings.Cut(body, sep+"]"); found && name != "" {
				if r, n := p.opt.decode(name); n == len(name) {
					return r, n + 4
				}
			}
		}
	}
	if s[0] == '\\' && len(s) > 1 {
		r, n := p.opt.decode(s[1:])
		return r, n + 1
	}
	return p.opt.decode(s)
}

func isClassName(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return s != ""
}
