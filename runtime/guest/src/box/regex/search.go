package regex

import (
	"bytes"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// Match reports whether b holds a match.
func (r *Regexp) Match(b []byte) bool {
	if r.fixed {
		return r.index(b) >= 0
	}
	if r.program != nil {
		if r.any == nil {
			r.any = newDFA(r.program, false, none)
		}
		if s, ok := r.any.from(b, 0); ok {
			if _, v := r.any.search(s, b); v != giveUp {
				return v == found
			}
		}
	}
	return r.matchSlowly(b)
}

// MatchString is Match of a string.
func (r *Regexp) MatchString(s string) bool { return r.Match(view(s)) }

// view is s as bytes, which nobody may change.
func view(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func (r *Regexp) matchSlowly(b []byte) bool {
	if len(r.literal) > 0 && r.index(b) < 0 {
		return false
	}
	_ = r.prepare()
	if r.goFits(b) {
		return r.goRegex.Match(b)
	}
	return r.findSlowly(b, 0) != nil
}

// Find returns the leftmost match that begins at from or later, as pairs of offsets for it and
// its groups (-1 for those that took no part), or nil. What lies before from is context only.
func (r *Regexp) Find(b []byte, from int) []int {
	if loc, sure := r.find(b, from); sure {
		return loc
	}
	return r.findSlowly(b, from)
}

// find is Find, if the automaton is sure.
func (r *Regexp) find(b []byte, from int) (loc []int, sure bool) {
	start, end, p := r.Locate(b, from)
	switch {
	case p == Absent:
		return nil, true
	case p == Perhaps:
		return nil, false
	case r.Groups == 0:
		return []int{start, end}, true
	}
	loc = r.groupsOf(b, start, end)
	return loc, loc != nil
}

// Presence is whether there is a match.
type Presence uint8

// Perhaps is for Find to say.
const (
	Perhaps Presence = iota
	Absent
	Present
)

// Locate finds what Find does, without groups and without allocating, where it can.
func (r *Regexp) Locate(b []byte, from int) (start, end int, p Presence) {
	if r.fixed {
		i := r.index(b[from:])
		if i < 0 {
			return 0, 0, Absent
		}
		return from + i, from + i + len(r.literal), Present
	}
	if r.program == nil || r.opts.Syntax == Perl { // whose first match is not the longest
		return 0, 0, Perhaps
	}
	if r.reach == nil {
		r.reach = newDFA(r.program, true, none)
		r.first = r.program.first()
	}
	for start, work := from, 0; ; {
		if start = r.candidate(b, start); start < 0 {
			return 0, 0, Absent
		}
		end, at, v := r.reach.longest(b, start)
		if v == found {
			return start, end, Present
		}
		// Starts that read far and find nothing would make this quadratic.
		if work += at - start; v == giveUp || work > 1024+8*len(b) {
			return 0, 0, Perhaps
		}
		if start == len(b) {
			return 0, 0, Absent
		}
		start += r.step(b[start:])
	}
}

// goFits reports whether Go's regexp, which is there, sees the same characters in b.
func (r *Regexp) goFits(b []byte) bool {
	return r.goRegex != nil && (!r.bytes || !slices.ContainsFunc(b, func(c byte) bool { return c > '\x7f' }))
}

// step is the size of the character, or of the byte that is none, at the start of b; 1 at its end.
func (r *Regexp) step(b []byte) int {
	if len(b) == 0 || b[0] < utf8.RuneSelf || r.bytes {
		return 1
	}
	_, size := utf8.DecodeRune(b)
	return size
}

// candidate is the first place from start on where a match can begin, or -1.
func (r *Regexp) candidate(b []byte, start int) int {
	if len(r.literal) > 0 {
		i := r.index(b[start:])
		if i < 0 {
			return -1
		}
		return start + i
	}
	if r.first == nil {
		return start
	}
	for ; start < len(b); start++ {
		if r.first[b[start]] {
			return start
		}
	}
	return -1
}

// first are the bytes that a match can begin with, or nil where it can be empty.
func (p *program) first() *[256]bool {
	var list [256]bool
	seen := make([]bool, len(p.insts))
	for stack := []int{p.start}; len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		switch i := &p.insts[at]; i.op {
		case opMatch:
			return nil
		case opSplit:
			stack = append(stack, i.x, i.y)
		case opAssert:
			stack = append(stack, i.x)
		case opBytes:
			for c := range list {
				list[c] = list[c] || i.set.has(byte(c)) || i.unicode && c >= utf8.RuneSelf
			}
		}
	}
	return &list
}

// groupsOf finds the groups of the match that lies between start and end, or nil if that asks for what lies
// around it.
func (r *Regexp) groupsOf(b []byte, start, end int) []int {
	p := r.program
	if p.words || p.lines || p.edges && start > 0 || p.ends && end < len(b) {
		return nil
	}
	_ = r.prepare()
	if !r.goFits(b[start:end]) {
		return nil
	}
	loc := r.goRegex.FindSubmatchIndex(b[start:end])
	if loc == nil || loc[0] != 0 || loc[1] != end-start {
		return nil
	}
	for i := range loc {
		if loc[i] >= 0 {
			loc[i] += start
		}
	}
	return loc
}

func (r *Regexp) findSlowly(b []byte, from int) []int {
	_ = r.prepare()
	fits := r.goFits(b)
	if fits && from == 0 {
		return r.goRegex.FindSubmatchIndex(b)
	}
	if fits {
		for _, loc := range r.goRegex.FindAllSubmatchIndex(b, -1) {
			if loc[0] >= from {
				return loc
			}
		}
		return nil
	}
	for start := from; start <= len(b); {
		if len(r.literal) > 0 {
			i := bytes.Index(b[start:], r.literal)
			if i < 0 {
				return nil
			}
			start += i
		}
		if loc := r.at(b, start); loc != nil {
			return loc
		}
		start += r.step(b[start:])
	}
	return nil
}

// All returns the successive matches, at most n if n is not negative. An empty match right
// behind another is left out.
func (r *Regexp) All(b []byte, n int) [][]int {
	var list [][]int
	end := -1
	for from := 0; from <= len(b) && (n < 0 || len(list) < n); {
		loc, sure := r.find(b, from)
		if !sure {
			if _ = r.prepare(); r.goFits(b) {
				return r.goRegex.FindAllSubmatchIndex(b, n)
			}
			loc = r.findSlowly(b, from)
		}
		if loc == nil {
			break
		}
		if loc[1] > loc[0] || loc[0] != end {
			list = append(list, loc)
		}
		end = loc[1]
		from = max(loc[1], from)
		if loc[1] <= loc[0] || loc[1] <= from-1 {
			from += r.step(b[from:])
		}
	}
	return list
}
