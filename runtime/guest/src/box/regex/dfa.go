package regex

import "unicode/utf8"

// dfa runs a program as a deterministic automaton, whose states are made when a text leads to them.
type dfa struct {
	p        *program
	anchored bool // matches begin where the text does; else anywhere, and the first one found ends the search
	delim    int  // the byte that ends one text and begins the next, or none
	class    [256]uint8
	classes  int
	states   map[string]*state
	starts   [8]*state // by what lies before
	turns    int       // how often the states were thrown away

	// Of one step:
	seen  []uint32
	turn  uint32
	stack []int
	key   []byte
}

// none is no byte: there is no delimiter, or the text ends.
const none = -1

// state is a set of places in the program. Its successors are nil until somebody asked for them, and stay
// nil where a search has to stop and look.
type state struct {
	next    [256]*state
	verdict []verdict // by class of bytes
	set     []byte
	before  before
	matched bool // anchored: a match ended before the byte that led here
	end     verdict
}

type verdict uint8

const (
	unknown verdict = iota
	found           // a match ends before this byte; anchored: and no other match goes on
	dead            // no match goes on
	onward          // there is a next state
	giveUp          // what follows is for the slower matchers to say
)

// before says what lies before a place, as far as the program asks for it.
type before uint8

const (
	beforeEdge before = 1 << iota // the text begins here
	beforeLine                    // a line begins here
	beforeWord                    // a character of a word is before
)

const (
	statesMax = 300
	turnsMax  = 20
)

func newDFA(p *program, anchored bool, delim int) *dfa {
	d := &dfa{p: p, anchored: anchored, delim: delim, states: map[string]*state{}}
	d.seen = make([]uint32, len(p.insts))
	d.key = make([]byte, len(p.insts)/8+2)
	d.classify()
	return d
}

// classify finds which bytes no instruction tells apart.
func (d *dfa) classify() {
	var last [257]bool // a class ends before this byte
	for i := range d.p.insts {
		s := d.p.insts[i].set
		for c := 1; s != nil && c < 256; c++ {
			last[c] = last[c] || s.has(byte(c)) != s.has(byte(c-1))
		}
	}
	last[utf8.RuneSelf] = true
	split := func(c int) { last[c], last[c+1] = true, true }
	if d.delim != none {
		split(d.delim)
	}
	if d.p.lines {
		split('\n')
	}
	for c := 1; d.p.words && c < utf8.RuneSelf; c++ {
		last[c] = last[c] || isWordByte(byte(c)) != isWordByte(byte(c-1))
	}
	for c := range 256 {
		if last[c] && c > 0 {
			d.classes++
		}
		d.class[c] = uint8(d.classes)
	}
	d.classes++
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// from is the state at place i of b; giving up where a word may or may not be before.
func (d *dfa) from(b []byte, i int) (*state, bool) {
	var w before
	switch {
	case i == 0:
		if d.p.edges {
			w = beforeEdge | beforeLine
		}
	case d.p.words && !d.p.bytes && b[i-1] >= utf8.RuneSelf:
		return nil, false
	default:
		w = d.after(int(b[i-1]))
	}
	if d.starts[w] == nil {
		clear(d.key)
		if d.anchored {
			d.key[d.p.start>>3] |= 1 << (d.p.start & 7)
		}
		d.starts[w] = d.state(w, false)
	}
	return d.starts[w], true
}

// after is what lies before the place behind c.
func (d *dfa) after(c int) before {
	var w before
	if d.p.lines && d.p.edges && c == '\n' {
		w |= beforeLine
	}
	if d.p.words && isWordByte(byte(c)) {
		w |= beforeWord
	}
	return w
}

// state finds or makes the state of d.key, the set of places.
func (d *dfa) state(w before, matched bool) *state {
	n := len(d.key)
	d.key[n-1] = byte(w) << 1
	if matched {
		d.key[n-1] |= 1
	}
	if s := d.states[string(d.key)]; s != nil {
		return s
	}
	if len(d.states) >= statesMax {
		clear(d.states)
		d.starts = [8]*state{}
		d.turns++
	}
	s := &state{verdict: make([]verdict, d.classes), before: w, matched: matched}
	s.set = append(s.set, d.key[:n-1]...)
	d.states[string(d.key)] = s
	return s
}

// step is where c, or none, leads from s, if anywhere.
func (d *dfa) step(s *state, c byte) (*state, verdict) {
	if v := s.verdict[d.class[c]]; v != unknown {
		return s.next[c], v
	}
	next, v := d.follow(s, int(c))
	s.verdict[d.class[c]] = v
	if v == onward {
		for i := range 256 {
			if d.class[i] == d.class[c] {
				s.next[i] = next
			}
		}
	}
	return next, v
}

// finish reports whether a match ends where the text does.
func (d *dfa) finish(s *state) verdict {
	if s.end == unknown {
		_, s.end = d.follow(s, none)
	}
	return s.end
}

func (d *dfa) follow(s *state, c int) (*state, verdict) {
	if d.turns > turnsMax || d.p.words && !d.p.bytes && c >= utf8.RuneSelf {
		return nil, giveUp
	}
	ends := c == none || c == d.delim
	matched, ok := d.close(s, c, ends)
	goesOn := false
	for _, k := range d.key[:len(d.key)-1] {
		goesOn = goesOn || k != 0
	}
	switch {
	case !ok:
		return nil, giveUp
	case ends && matched || matched && !d.anchored:
		return nil, found
	case c == none:
		return nil, dead
	case ends && !d.anchored:
		next, _ := d.from(nil, 0)
		return next, onward
	case !goesOn && d.anchored:
		if matched {
			return nil, found
		}
		return nil, dead
	}
	return d.state(d.after(c), matched), onward
}

// close walks from the places of s to all that are reached without a byte, and puts those behind c into
// d.key.
func (d *dfa) close(s *state, c int, ends bool) (matched, ok bool) {
	clear(d.key)
	d.turn++
	d.stack = d.stack[:0]
	for i, b := range s.set {
		for k := 0; b != 0; k, b = k+1, b>>1 {
			if b&1 != 0 {
				d.push(i<<3 + k)
			}
		}
	}
	if !d.anchored {
		d.push(d.p.start)
	}
	ok = true
	for len(d.stack) > 0 {
		i := &d.p.insts[d.stack[len(d.stack)-1]]
		d.stack = d.stack[:len(d.stack)-1]
		switch i.op {
		case opMatch:
			matched = true
		case opSplit:
			d.push(i.x)
			d.push(i.y)
		case opAssert:
			if d.holds(i.kind, s.before, c, ends) {
				d.push(i.x)
			}
		case opBytes:
			switch {
			case ends:
			case i.unicode && c >= utf8.RuneSelf:
				ok = false
			case i.set.has(byte(c)):
				d.key[i.x>>3] |= 1 << (i.x & 7)
			}
		}
	}
	return matched, ok
}

func (d *dfa) push(i int) {
	if d.seen[i] != d.turn {
		d.seen[i] = d.turn
		d.stack = append(d.stack, i)
	}
}

// holds reports whether an assertion is true between what lies before and c.
func (d *dfa) holds(k kind, w before, c int, ends bool) bool {
	was, is := w&beforeWord != 0, !ends && isWordByte(byte(c))
	switch k {
	case kindLineStart:
		return w&beforeEdge != 0 || w&beforeLine != 0
	case kindTextStart:
		return w&beforeEdge != 0
	case kindLineEnd:
		return ends || d.p.lines && c == '\n'
	case kindTextEnd:
		return ends
	case kindWordStart:
		return !was && is
	case kindWordEnd:
		return was && !is
	case kindBoundary:
		return was != is
	case kindInside:
		return was == is
	case kindNoWordBefore:
		return !was
	case kindNoWordAfter:
		return !is
	}
	return false
}

// search runs over b from state s. It says found at the byte before which a match ends, giveUp where it had
// to stop, or dead if there is no match up to the end of b, which is the end of the text.
func (d *dfa) search(s *state, b []byte) (int, verdict) {
	for i := range b {
		n := s.next[b[i]]
		if n == nil {
			var v verdict
			if n, v = d.step(s, b[i]); v != onward {
				return i, v
			}
		}
		s = n
	}
	return len(b), d.finish(s)
}

// longest is the end of the longest match that begins at place i of b, if it says found, and how far it read.
func (d *dfa) longest(b []byte, i int) (end, at int, v verdict) {
	s, ok := d.from(b, i)
	if !ok {
		return -1, i, giveUp
	}
	end = -1
	for ; i < len(b); i++ {
		n := s.next[b[i]]
		if n == nil {
			if n, v = d.step(s, b[i]); v != onward {
				break
			}
		}
		if s = n; s.matched {
			end = i
		}
	}
	if i == len(b) {
		v = d.finish(s)
	}
	switch v {
	case giveUp:
		return -1, i, giveUp
	case found:
		end = i
	}
	if end < 0 {
		return -1, i, dead
	}
	return end, i, found
}
