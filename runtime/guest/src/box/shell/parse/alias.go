package parse

import "strings"

// expansion is an alias whose text is being read: it is not expanded again before its end.
type expansion struct {
	name string
	end  int
}

// expandAliases puts what it stands for in the place of an alias here. Where the text ends in a blank,
// the next word may be an alias too.
func (p *parser) expandAliases() {
	if p.opt.Alias == nil {
		return
	}
	for {
		n := p.pos
		for n < len(p.src) && !meta(p.src[n]) {
			if strings.IndexByte("\\'\"`$", p.src[n]) >= 0 {
				return
			}
			n++
		}
		name := p.src[p.pos:n]
		if name == "" || p.expanding(name) {
			return
		}
		value, ok := p.opt.Alias(name)
		if !ok {
			return
		}
		p.splice(n, name, value)
	}
}

func (p *parser) expanding(name string) bool {
	for len(p.active) > 0 && p.active[len(p.active)-1].end < p.pos {
		p.active = p.active[:len(p.active)-1]
	}
	for _, e := range p.active {
		if e.name == name {
			return true
		}
	}
	return false
}

// splice puts value in the place of the name that ends at n. The line numbers stay those of the source.
func (p *parser) splice(n int, name, value string) {
	value = dropNUL(value)
	p.src = p.src[:p.pos] + value + p.src[n:]
	grown := len(value) - (n - p.pos)
	for i := range p.active {
		p.active[i].end += grown
	}
	for i := range p.regions {
		if p.regions[i][1] > p.pos {
			p.regions[i][1] += grown
		}
	}
	if p.chained > p.pos {
		p.chained += grown
	}
	end := p.pos + len(value)
	if strings.Contains(value, "\n") {
		p.regions = append(p.regions, [2]int{p.pos, end})
	}
	p.active = append(p.active, expansion{name, end})
	if strings.HasSuffix(value, " ") || strings.HasSuffix(value, "\t") {
		p.chained = end + 1
	}
	p.blanks()
}

// wordLength is how far it is to the next metacharacter.
func (p *parser) wordLength() int {
	n := p.pos
	for n < len(p.src) && !meta(p.src[n]) {
		n++
	}
	return n - p.pos
}

// allQuoted reports whether each of some words has a quote in it.
func allQuoted(s string) bool {
	words := strings.Fields(s)
	for _, w := range words {
		if !strings.ContainsAny(w, "'\"\\") {
			return false
		}
	}
	return len(words) > 0
}

// chain expands the alias that comes after one whose text ends in a blank.
func (p *parser) chain() {
	if p.chained == 0 {
		return
	}
	at := p.chained - 1
	if p.pos < at {
		return
	}
	between := strings.Trim(p.src[min(at, p.pos):p.pos], " \t")
	if strings.ContainsAny(between, "\n;&|<>()$`") || between != "" && !allQuoted(between) {
		p.chained = 0
		return
	}
	p.chained = 0
	if n := p.wordLength(); allQuoted(p.src[p.pos : p.pos+n]) { // bash passes over quoted words
		p.chained = at + 1
		return
	}
	p.expandAliases()
}
