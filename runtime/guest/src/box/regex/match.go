package regex

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// stepsMax bounds the work of one attempt.
const stepsMax = 20_000_000

// matcher tries one start. Its methods call next for the rest of the pattern and return
// whether the search may end.
type matcher struct {
	r     *Regexp
	b     []byte
	caps  []int
	best  []int
	first bool // the first match wins; else the longest
	steps int
	start int
}

func (r *Regexp) at(b []byte, start int) []int {
	m := &matcher{r: r, b: b, caps: make([]int, 2*(r.Groups+1)), first: r.opts.Syntax == Perl, start: start}
	for i := range m.caps {
		m.caps[i] = -1
	}
	m.node(r.tree, start, func(end int) bool {
		if m.best != nil && end <= m.best[1] {
			return false
		}
		m.caps[0], m.caps[1] = m.start, end
		m.best = append(m.best[:0], m.caps...)
		return m.first || end == len(b)
	})
	return m.best
}

// rune decodes at i; a byte that is no character comes as invalidByte plus itself.
func (m *matcher) rune(i int) (rune, int) {
	if m.r.bytes {
		return rune(m.b[i]), 1
	}
	c, size := utf8.DecodeRune(m.b[i:])
	if c == utf8.RuneError && size == 1 {
		c = invalidByte + rune(m.b[i])
	}
	return c, size
}

func (r *Regexp) equalFold(a, b rune) bool {
	return a == b || slices.Contains(counterparts(a, r.bytes), b)
}

// counterparts are the characters that are c in another case. The signs for kelvin and the like, which are
// letters only by their small ones, are none, as for the C library. Of bytes, only letters of ASCII have any.
func counterparts(c rune, bytewise bool) []rune {
	var list []rune
	if bytewise && c >= utf8.RuneSelf {
		return nil
	}
	for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
		if unicode.ToUpper(f) == unicode.ToUpper(c) && (!bytewise || f < utf8.RuneSelf) {
			list = append(list, f)
		}
	}
	return list
}

func (m *matcher) node(n *node, i int, next func(int) bool) bool {
	if m.steps++; m.steps > stepsMax {
		return true
	}
	switch n.kind {
	case kindEmpty:
		return next(i)
	case kindChar, kindAny, kindSet:
		size, ok := m.one(n, i)
		return ok && next(i+size)
	case kindGroup:
		return m.group(n, i, next)
	case kindCat:
		return m.cat(n.subs, i, next)
	case kindAlt:
		for _, s := range n.subs {
			if m.node(s, i, next) {
				return true
			}
		}
		return false
	case kindRepeat:
		return m.repeat(n, i, 0, next)
	case kindBackref:
		return m.backref(n, i, next)
	case kindLook:
		return m.look(n, i) != n.negate && next(i)
	case kindAtomic:
		end := -1
		m.node(n.subs[0], i, func(e int) bool { end = e; return true })
		return end >= 0 && next(end)
	case kindKeep:
		old := m.start
		m.start = i
		if next(i) {
			return true
		}
		m.start = old
		return false
	}
	return m.place(n.kind, i) && next(i)
}

// one matches a single character.
func (m *matcher) one(n *node, i int) (int, bool) {
	if i >= len(m.b) {
		return 0, false
	}
	c, size := m.rune(i)
	valid := m.r.bytes || c < invalidByte || c > invalidByte+0xff
	switch n.kind {
	case kindChar:
		return size, c == n.char || n.fold && m.r.equalFold(c, n.char)
	case kindAny:
		return size, valid && (n.newline || c != '\n')
	}
	if !valid { // only a set that names the byte takes it
		return size, !n.set.negate && n.set.has(c, false)
	}
	return size, n.set.has(c, n.fold)
}

func (m *matcher) cat(list []*node, i int, next func(int) bool) bool {
	if len(list) == 0 {
		return next(i)
	}
	if len(list) == 1 {
		return m.node(list[0], i, next)
	}
	return m.node(list[0], i, func(j int) bool { return m.cat(list[1:], j, next) })
}

func (m *matcher) group(n *node, i int, next func(int) bool) bool {
	if n.index == 0 {
		return m.node(n.subs[0], i, next)
	}
	from, to := m.caps[2*n.index], m.caps[2*n.index+1]
	done := m.node(n.subs[0], i, func(j int) bool {
		wasFrom, wasTo := m.caps[2*n.index], m.caps[2*n.index+1]
		m.caps[2*n.index], m.caps[2*n.index+1] = i, j
		if next(j) {
			return true
		}
		m.caps[2*n.index], m.caps[2*n.index+1] = wasFrom, wasTo
		return false
	})
	if !done {
		m.caps[2*n.index], m.caps[2*n.index+1] = from, to
	}
	return done
}

func (m *matcher) repeat(n *node, i, count int, next func(int) bool) bool {
	s := n.subs[0]
	if s.kind == kindChar || s.kind == kindAny || s.kind == kindSet {
		return m.repeatOne(n, i, next)
	}
	more := func() bool {
		if n.max >= 0 && count >= n.max {
			return false
		}
		return m.node(s, i, func(j int) bool {
			if j == i && count >= n.min {
				return false // an empty turn gains nothing
			}
			return m.repeat(n, j, count+1, next)
		})
	}
	if count < n.min {
		return more()
	}
	if n.lazy {
		return next(i) || more()
	}
	return more() || next(i)
}

// repeatOne repeats a single character without recursion.
func (m *matcher) repeatOne(n *node, i int, next func(int) bool) bool {
	s := n.subs[0]
	ends := []int{i}
	grow := func() bool {
		last := ends[len(ends)-1]
		size, ok := m.one(s, last)
		if !ok || n.max >= 0 && len(ends) > n.max {
			return false
		}
		ends = append(ends, last+size)
		return true
	}
	if n.lazy {
		for {
			if len(ends) > n.min && next(ends[len(ends)-1]) {
				return true
			}
			if !grow() {
				return false
			}
		}
	}
	for grow() {
	}
	for k := len(ends) - 1; k >= n.min; k-- {
		if next(ends[k]) {
			return true
		}
	}
	return false
}

func (m *matcher) backref(n *node, i int, next func(int) bool) bool {
	from, to := m.caps[2*n.index], m.caps[2*n.index+1]
	if from < 0 {
		return false
	}
	text := m.b[from:to]
	if i+len(text) > len(m.b) {
		return false
	}
	here := m.b[i : i+len(text)]
	if !bytes.Equal(here, text) && !(n.fold && bytes.EqualFold(here, text)) {
		return false
	}
	return next(i + len(text))
}

func (m *matcher) look(n *node, i int) bool {
	found := false
	if !n.behind {
		m.node(n.subs[0], i, func(int) bool { found = true; return true })
		return found
	}
	for from := i; from >= 0 && !found; from-- {
		m.node(n.subs[0], from, func(end int) bool {
			found = end == i
			return found
		})
		if n.subs[0].kind == kindSet && i-from >= utf8.UTFMax {
			break
		}
	}
	return found
}

// place matches the assertions.
func (m *matcher) place(k kind, i int) bool {
	before, after := m.wordBefore(i), m.wordAfter(i)
	switch k {
	case kindLineStart:
		return i == 0 || m.r.opts.Multiline && m.b[i-1] == '\n'
	case kindLineEnd:
		return i == len(m.b) || m.r.opts.Multiline && m.b[i] == '\n'
	case kindTextStart:
		return i == 0
	case kindTextEnd:
		return i == len(m.b)
	case kindWordStart:
		return !before && after
	case kindWordEnd:
		return before && !after
	case kindBoundary:
		return before != after
	case kindInside:
		return before == after
	}
	return false
}

func (m *matcher) wordBefore(i int) bool {
	if m.r.bytes {
		return i > 0 && isWordByte(m.b[i-1])
	}
	c, size := utf8.DecodeLastRune(m.b[:i])
	return isWord(c, size)
}

func (m *matcher) wordAfter(i int) bool {
	if m.r.bytes {
		return i < len(m.b) && isWordByte(m.b[i])
	}
	c, size := utf8.DecodeRune(m.b[i:])
	return isWord(c, size)
}
