package regex

import (
	"slices"
	"unicode/utf8"
)

// program is a tree as a nondeterministic automaton over bytes. It knows every character that is text in
// UTF-8; what a class says of a character beyond ASCII it leaves to the slower matchers.
type program struct {
	insts []inst
	start int
	words bool // it asks for words: \<, \b and the like
	lines bool // ^ and $ match at newlines
	edges bool // it asks whether this is the text's beginning
	ends  bool // or its end
	bytes bool // Options.Bytes
}

type opcode uint8

const (
	opMatch  opcode = iota
	opBytes         // a byte of set, then x
	opSplit         // x or y
	opAssert        // kind holds here, then x
)

type inst struct {
	op      opcode
	unicode bool // what a byte of 0x80 or more begins may be a match too: nobody knows here
	kind    kind
	set     *byteSet
	x, y    int
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(from, to int) {
	for c := from; c <= to; c++ {
		s[c>>6] |= 1 << (c & 63)
	}
}

func (s *byteSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// instsMax bounds a program: beyond it, its states take more than they spare.
const instsMax = 1500

type assembler struct {
	p    *program
	opts *Options
	ok   bool
}

// assemble makes the program of a tree, or nil where the tree asks for what no automaton has.
func assemble(tree *node, opts *Options) *program {
	a := &assembler{p: &program{lines: opts.Multiline, bytes: opts.Bytes}, opts: opts, ok: true}
	a.p.start = a.node(tree, a.put(inst{op: opMatch}))
	if !a.ok {
		return nil
	}
	return a.p
}

func (a *assembler) put(i inst) int {
	if len(a.p.insts) >= instsMax {
		a.ok = false
		return 0
	}
	a.p.insts = append(a.p.insts, i)
	return len(a.p.insts) - 1
}

// node puts what matches n and goes on at next; it returns where that begins.
func (a *assembler) node(n *node, next int) int {
	if !a.ok {
		return 0
	}
	switch n.kind {
	case kindEmpty:
		return next
	case kindChar:
		return a.char(n, next)
	case kindAny:
		var ascii byteSet
		ascii.add(0, 0x7f)
		if !n.newline {
			ascii[0] &^= 1 << '\n'
		}
		return a.anyOf(&ascii, next)
	case kindSet:
		return a.set(n, next)
	case kindGroup:
		return a.node(n.subs[0], next)
	case kindCat:
		for _, sub := range slices.Backward(n.subs) {
			next = a.node(sub, next)
		}
		return next
	case kindAlt:
		at := a.node(n.subs[len(n.subs)-1], next)
		for i := len(n.subs) - 2; i >= 0; i-- {
			at = a.put(inst{op: opSplit, x: a.node(n.subs[i], next), y: at})
		}
		return at
	case kindRepeat:
		return a.repeat(n, next)
	case kindLineStart, kindTextStart:
		a.p.edges = true
		return a.put(inst{op: opAssert, kind: n.kind, x: next})
	case kindLineEnd, kindTextEnd:
		a.p.ends = true
		return a.put(inst{op: opAssert, kind: n.kind, x: next})
	case kindWordStart, kindWordEnd, kindBoundary, kindInside:
		a.p.words = true
		return a.put(inst{op: opAssert, kind: n.kind, x: next})
	case kindLook:
		return a.look(n, next)
	}
	a.ok = false
	return 0
}

// look takes the two that Options.Word makes: no word character before, none behind.
func (a *assembler) look(n *node, next int) int {
	s := n.subs[0]
	if !n.negate || s.kind != kindSet || s.set.negate || len(s.set.ranges) > 0 || s.fold ||
		len(s.set.classes) != 1 || s.set.classes[0] != "word" {
		a.ok = false
		return 0
	}
	a.p.words = true
	k := kindNoWordAfter
	if n.behind {
		k = kindNoWordBefore
	}
	return a.put(inst{op: opAssert, kind: k, x: next})
}

func (a *assembler) repeat(n *node, next int) int {
	at := next
	if n.max < 0 {
		at = a.put(inst{op: opSplit, y: next})
		body := a.node(n.subs[0], at)
		if a.ok {
			a.p.insts[at].x = body
		}
	}
	for range n.max - n.min {
		at = a.put(inst{op: opSplit, x: a.node(n.subs[0], at), y: next})
	}
	for range n.min {
		if at = a.node(n.subs[0], at); !a.ok {
			return 0
		}
	}
	return at
}

func (a *assembler) char(n *node, next int) int {
	if !a.opts.Bytes && n.char >= invalidByte && n.char <= invalidByte+0xff {
		a.ok = false // a byte, but only where it is no part of a character
		return 0
	}
	at := a.text(n.char, next)
	if !n.fold {
		return at
	}
	for _, f := range counterparts(n.char, a.opts.Bytes) {
		at = a.put(inst{op: opSplit, x: a.text(f, next), y: at})
	}
	return at
}

// text is one character as it stands.
func (a *assembler) text(c rune, next int) int {
	if a.opts.Bytes {
		return a.bytes(int(byte(c)), int(byte(c)), next)
	}
	for _, b := range slices.Backward(utf8.AppendRune(nil, c)) {
		next = a.bytes(int(b), int(b), next)
	}
	return next
}

func (a *assembler) bytes(from, to, next int) int {
	var s byteSet
	s.add(from, to)
	return a.put(inst{op: opBytes, set: &s, x: next})
}

func (a *assembler) set(n *node, next int) int {
	var ascii byteSet
	if a.opts.Bytes {
		for c := range rune(256) {
			if n.set.has(c, n.fold) {
				ascii.add(int(c), int(c))
			}
		}
		return a.put(inst{op: opBytes, set: &ascii, x: next})
	}
	for c := range rune(utf8.RuneSelf) {
		if n.set.has(c, n.fold) {
			ascii.add(int(c), int(c))
		}
	}
	switch {
	case n.fold || !n.set.ascii():
		return a.put(inst{op: opBytes, set: &ascii, unicode: true, x: next})
	case n.set.negate:
		return a.anyOf(&ascii, next)
	}
	return a.put(inst{op: opBytes, set: &ascii, x: next})
}

// ascii reports whether what the set names are characters of ASCII only.
func (s *charSet) ascii() bool {
	for _, r := range s.ranges {
		if r[1] >= utf8.RuneSelf {
			return false
		}
	}
	for _, name := range s.classes {
		if name != "digit" && name != "xdigit" && name != "blank" {
			return false
		}
	}
	return true
}

// anyOf is a character of ascii or any one beyond ASCII: the well-formed sequences of UTF-8.
func (a *assembler) anyOf(ascii *byteSet, next int) int {
	if a.opts.Bytes {
		ascii.add(utf8.RuneSelf, 0xff)
		return a.put(inst{op: opBytes, set: ascii, x: next})
	}
	one := a.bytes(0x80, 0xbf, next)
	two := a.bytes(0x80, 0xbf, one)
	at := a.bytes(0xc2, 0xdf, one)
	for _, s := range []struct{ from, to, second, last, rest int }{
		{0xe0, 0xe0, 0xa0, 0xbf, one},
		{0xe1, 0xec, 0x80, 0xbf, one},
		{0xed, 0xed, 0x80, 0x9f, one},
		{0xee, 0xef, 0x80, 0xbf, one},
		{0xf0, 0xf0, 0x90, 0xbf, two},
		{0xf1, 0xf3, 0x80, 0xbf, two},
		{0xf4, 0xf4, 0x80, 0x8f, two},
	} {
		lead := a.bytes(s.from, s.to, a.bytes(s.second, s.last, s.rest))
		at = a.put(inst{op: opSplit, x: lead, y: at})
	}
	return a.put(inst{op: opSplit, x: a.put(inst{op: opBytes, set: ascii, x: next}), y: at})
}
