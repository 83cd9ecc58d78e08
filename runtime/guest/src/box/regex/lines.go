package regex

import "bytes"

// Lines finds the lines of a text that hold a match, many lines at once: only those that may match are
// looked at.
type Lines struct {
	r     *Regexp
	d     *dfa // nil: every line is asked for alone
	delim byte
	never bool // the literal holds the delimiter, so no line holds the literal
	// The literal is looked for as long as that skips more than it costs.
	jumps, skipped int
	dense          bool
}

// Lines returns a search for lines that end with delim. Matches do not reach over it.
func (r *Regexp) Lines(delim byte) *Lines {
	l := &Lines{r: r, delim: delim, never: bytes.IndexByte(r.literal, delim) >= 0}
	if r.program != nil && !r.fixed {
		l.d = newDFA(r.program, false, int(delim))
	}
	return l
}

// worthJumping is how many bytes a search for the literal should skip on average.
const worthJumping = 24

// Next finds the first line of block, from the line that begins at from on, that holds a match: where it
// begins and where it ends, without its delimiter. The end of block ends a line.
func (l *Lines) Next(block []byte, from int) (start, end int, ok bool) {
	for from < len(block) && !l.never {
		at, v := from, giveUp
		switch {
		case len(l.r.literal) > 0 && !l.dense:
			i := l.r.index(block[from:])
			if i < 0 {
				return 0, 0, false
			}
			l.jumped(i)
			at = from + i
		case l.d != nil:
			if at, v = l.search(block, from); v == dead {
				return 0, 0, false
			}
		}
		start = from
		if i := bytes.LastIndexByte(block[from:at], l.delim); i >= 0 {
			start = from + i + 1
		}
		end = len(block)
		if i := bytes.IndexByte(block[at:], l.delim); i >= 0 {
			end = at + i
		}
		if v == found || l.r.fixed || l.holds(block, at, start, end) {
			return start, end, true
		}
		from = end + 1
	}
	return 0, 0, false
}

// search is the place in block where a line is found to match, or where the automaton gives up.
func (l *Lines) search(block []byte, from int) (int, verdict) {
	s, _ := l.d.from(nil, 0)
	if last := len(block) - 1; block[last] == l.delim {
		n, v := l.d.search(s, block[from:last])
		return from + n, v
	}
	n, v := l.d.search(s, block[from:])
	return min(from+n, len(block)-1), v
}

// jumped takes note of how far a search for the literal got.
func (l *Lines) jumped(n int) {
	l.jumps++
	l.skipped += n
	l.dense = l.jumps > 64 && l.skipped < l.jumps*worthJumping && l.d != nil
}

// holds reports whether the line holds a match, which begins at place at or later.
func (l *Lines) holds(block []byte, at, start, end int) bool {
	line := block[start:end]
	if l.d == nil || len(l.r.literal) == 0 || l.dense {
		return l.r.Match(line)
	}
	if s, ok := l.d.from(line, at-start); ok {
		if _, v := l.d.search(s, line[at-start:]); v != giveUp {
			return v == found
		}
	}
	return l.r.Match(line)
}
