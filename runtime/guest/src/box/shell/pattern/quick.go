package pattern

import "strings"

// shape is what a pattern looks like, if it is one of those that scripts are full of.
type shape uint8

const (
	general  shape = iota
	only           // lit
	anything       // *
	before         // *lit
	after          // lit*
	inside         // *lit*
)

// classify finds out the shape of p and its literal text.
func (p *Pattern) classify() {
	seq := p.seq
	if p.opt.NoCase {
		return
	}
	star, end := false, false
	if len(seq) > 0 && seq[0].kind == many {
		star, seq = true, seq[1:]
	}
	if len(seq) > 0 && seq[len(seq)-1].kind == many {
		end, seq = true, seq[:len(seq)-1]
	}
	var b strings.Builder
	for i := range seq {
		if seq[i].kind != char {
			return
		}
		if p.opt.Bytes {
			b.WriteByte(byte(seq[i].r))
		} else {
			b.WriteString(encode(seq[i].r))
		}
	}
	p.literal = b.String()
	switch {
	case p.literal == "" && (star || end):
		p.shape = anything
	case star && end:
		p.shape = inside
	case star:
		p.shape = before
	case end:
		p.shape = after
	default:
		p.shape = only
	}
}

// quickMatch is Match for the shapes; ok is false for general patterns.
func (p *Pattern) quickMatch(s string) (match, ok bool) {
	switch p.shape {
	case only:
		return s == p.literal, true
	case anything:
		return true, true
	case before:
		return strings.HasSuffix(s, p.literal), true
	case after:
		return strings.HasPrefix(s, p.literal), true
	case inside:
		return strings.Contains(s, p.literal), true
	default:
		return false, false
	}
}

// quickPrefix is Prefix for the shapes.
func (p *Pattern) quickPrefix(s string, longest bool) (n int, ok bool) {
	switch p.shape {
	case only:
		if strings.HasPrefix(s, p.literal) {
			return len(p.literal), true
		}
		return -1, true
	case anything:
		if longest {
			return len(s), true
		}
		return 0, true
	case before:
		i := strings.Index(s, p.literal)
		if longest {
			i = strings.LastIndex(s, p.literal)
		}
		if i < 0 {
			return -1, true
		}
		return i + len(p.literal), true
	case after:
		if !strings.HasPrefix(s, p.literal) {
			return -1, true
		}
		if longest {
			return len(s), true
		}
		return len(p.literal), true
	default:
		return 0, false
	}
}

// quickSuffix is Suffix for the shapes.
func (p *Pattern) quickSuffix(s string, longest bool) (n int, ok bool) {
	switch p.shape {
	case only:
		if strings.HasSuffix(s, p.literal) {
			return len(p.literal), true
		}
		return -1, true
	case anything:
		if longest {
			return len(s), true
		}
		return 0, true
	case after:
		i := strings.LastIndex(s, p.literal)
		if longest {
			i = strings.Index(s, p.literal)
		}
		if i < 0 {
			return -1, true
		}
		return len(s) - i, true
	case before:
		if !strings.HasSuffix(s, p.literal) {
			return -1, true
		}
		if longest {
			return len(s), true
		}
		return len(p.literal), true
	default:
		return 0, false
	}
}
