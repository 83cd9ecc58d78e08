package regex

import (
	"strings"
)

// bracket reads [...].
func (p *parser) bracket() (*node, error) {
	p.pos++
	posix, afterClass := !p.perl() && p.opts.Syntax != Awk, false
	if p.has(":") && posix {
		if body, _, ok := strings.Cut(p.src[p.pos+1:], "]"); ok && strings.HasSuffix(body, ":") {
			return nil, ErrClassSyntax
		}
	}
	set := &charSet{bytes: p.opts.Bytes}
	if p.take("^") {
		set.negate = true
		if p.opts.NoNewline {
			set.ranges = append(set.ranges, [2]rune{'\n', '\n'})
		}
	}
	if p.pos == len(p.src) && posix {
		return nil, errPattern
	}
	for first := true; ; first = false {
		if p.pos == len(p.src) {
			if p.perl() {
				return nil, Error("missing terminating ] for character class")
			}
			return nil, errBracket
		}
		if p.src[p.pos] == ']' && !first {
			p.pos++
			return &node{kind: kindSet, set: set, fold: p.fold}, nil
		}
		if posix && !first && p.hyphen(afterClass) {
			return nil, errRange // a hyphen is itself at either end only
		}
		equivalence := p.has("[=")
		afterClass = p.has("[:")
		if done, err := p.class(set); err != nil {
			return nil, err
		} else if done {
			continue
		}
		low, err := p.element()
		if err != nil {
			return nil, err
		}
		if low < 0 {
			continue
		}
		if posix && equivalence && p.hyphen(false) {
			return nil, errRange
		}
		if err := p.rangeFrom(set, low); err != nil {
			return nil, err
		}
	}
}

// hyphen reports whether a hyphen stands here that is not the last of a bracket expression.
func (p *parser) hyphen(orLast bool) bool {
	return p.has("-") && !p.has("-]") && (orLast || p.pos+1 < len(p.src))
}

// rangeFrom adds low, or low-high if a range follows.
func (p *parser) rangeFrom(set *charSet, low rune) error {
	high := low
	if p.has("-") && p.pos+1 < len(p.src) && p.src[p.pos+1] != ']' {
		at := p.pos
		p.pos++
		if (p.has("[:") || p.has("[=")) && !p.perl() && p.opts.Syntax != Awk {
			return errRange
		}
		if p.has("[:") || p.perl() && p.has(`\`) && strings.Contains("dDwWsShH", p.src[p.pos+1:p.pos+2]) {
			p.pos = at // a-[:digit:] is no range
		} else {
			var err error
			if high, err = p.element(); err != nil {
				return err
			}
		}
	}
	if high < low {
		if p.opts.Syntax != Awk {
			return errRange
		}
		set.ranges = append(set.ranges, [2]rune{'-', '-'}, [2]rune{high, high}) // for mawk it is no range
		high = low
	}
	set.ranges = append(set.ranges, [2]rune{low, high})
	return nil
}

// class reads [:alpha:] and, in Perl's and awk's syntax, \d and the like.
func (p *parser) class(set *charSet) (bool, error) {
	if p.has("[:") {
		name, rest, ok := strings.Cut(p.src[p.pos+2:], ":]")
		if !ok {
			return false, errBracket
		}
		plain := strings.TrimPrefix(name, "^")
		if !knownClass(plain) || (name != plain || name == "word") && !p.perl() {
			if p.opts.Syntax == Awk {
				return false, errBracket // as mawk has it
			}
			return false, errClass
		}
		if p.fold && (name == "upper" || name == "lower") {
			name = "alpha"
		}
		set.classes = append(set.classes, name)
		p.pos = len(p.src) - len(rest)
		return true, nil
	}
	if p.perl() && p.has(`\`) && p.pos+1 < len(p.src) {
		names := map[byte]string{
			'd': "digit", 'D': "^digit", 'w': "word", 'W': "^word", 's': "space", 'S': "^space", 'h': "blank",
		}
		if name, ok := names[p.src[p.pos+1]]; ok {
			set.classes = append(set.classes, name)
			p.pos += 2
			return true, nil
		}
	}
	return false, nil
}

// element reads one character of a bracket expression; -1 is none.
func (p *parser) element() (rune, error) {
	for _, mark := range []string{".", "="} {
		if p.opts.Syntax == Awk || !p.has("["+mark) {
			continue
		}
		body, rest, ok := strings.Cut(p.src[p.pos+2:], mark+"]")
		if !ok {
			return 0, errBracket
		}
		p.pos = len(p.src) - len(rest)
		c := []rune(body)
		if len(c) != 1 {
			return 0, Error("Invalid collation character")
		}
		return c[0], nil
	}
	if p.has(`\`) && p.pos+1 < len(p.src) && (p.perl() || p.opts.Syntax == Awk) {
		n, err := p.bracketEscape(p.src[p.pos+1])
		if err != nil {
			return 0, err
		}
		return n.char, nil
	}
	if p.opts.Escapes && p.take(`\\`) {
		return '\\', nil
	}
	if p.opts.Escapes && p.has(`\`) && p.pos+1 < len(p.src) &&
		strings.IndexByte("afnrtv", p.src[p.pos+1]) >= 0 {
		n, err := p.sedEscape(p.src[p.pos+1])
		return n.char, err
	}
	return p.next(), nil
}

func (p *parser) bracketEscape(c byte) (*node, error) {
	if c == 'b' && p.perl() {
		p.pos += 2
		return p.charNode('\b'), nil
	}
	if p.perl() {
		return p.perlEscape(c)
	}
	return p.awkEscape(c)
}
