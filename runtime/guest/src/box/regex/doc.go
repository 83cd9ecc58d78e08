// Package regex compiles the regular expressions of grep, sed, awk, find and the shell: POSIX basic and
// extended with GNU's additions, and Perl's.
//
// A pattern becomes a tree. What has neither back references nor look-around is also a program for a
// deterministic automaton, which says whether and where a text matches, one byte at a time; it gives up
// where a class or a word asks what a character beyond ASCII is. Then, and for groups, Go's regexp does the
// work (with Longest for POSIX) if it knows all that the tree asks for; else a small backtracking matcher
// over the same tree.
package regex

import "regexp"

// Syntax is the language of a pattern.
type Syntax int

// The syntaxes. Emacs is what find -regex takes by default.
const (
	Basic Syntax = iota
	Extended
	Perl
	Emacs
	Awk
)

// Options say how a pattern is read and matched.
type Options struct {
	Syntax    Syntax
	Fold      bool // upper and lower case are the same
	Multiline bool // ^ and $ match at newlines too
	NoNewline bool // neither . nor [^x] matches a newline
	Word      bool // a match must not touch a word character on either side
	Line      bool // a match must be the whole text
	Escapes   bool // \n, \t and the like are characters, as in sed
	Bytes     bool // every byte is a character, as in the C locale; those beyond ASCII are in no class
	// Select reads an operator behind ^, $ or nothing as grep does where it asks only which lines match: it
	// repeats that. Where grep wants the match itself, it means nothing.
	Select bool
	// Warn is told of "* at start of expression", which grep prints; may be nil.
	Warn func(text string)
}

// Regexp is a compiled pattern.
type Regexp struct {
	Groups int // number of ( ) groups

	opts    Options
	tree    *node
	literal []byte // every match begins with it
	rare    int    // where in literal its rarest byte is
	fixed   bool   // the pattern is the literal and nothing else
	bytes   bool   // Options.Bytes

	program *program // nil: no automaton can do it
	any     *dfa     // whether there is a match; made when first asked for, as all below
	reach   *dfa     // how long one is
	first   *[256]bool
	tried   bool // to make goRegex, which stays nil where Go's lacks something
	goRegex *regexp.Regexp
}

// Error is a pattern that cannot be compiled; the text is that of regerror(3).
type Error string

// Error implements error.
func (e Error) Error() string { return string(e) }

// Compile compiles a pattern.
func Compile(pattern string, opts Options) (*Regexp, error) {
	p := &parser{src: pattern, opts: opts}
	tree, err := p.parse()
	if err != nil {
		return nil, err
	}
	if opts.Select && p.odd {
		p = &parser{src: pattern, opts: opts, second: true}
		p.opts.Warn = func(string) {}
		if tree, err = p.parse(); err != nil {
			return nil, err
		}
	}
	r := &Regexp{Groups: p.groups, opts: opts, tree: tree, bytes: opts.Bytes}
	switch {
	case opts.Line:
		r.tree = concat(&node{kind: kindTextStart}, tree, &node{kind: kindTextEnd})
	case opts.Word:
		before := &node{kind: kindLook, behind: true, negate: true, subs: []*node{p.wordSet()}}
		after := &node{kind: kindLook, negate: true, subs: []*node{p.wordSet()}}
		r.tree = concat(before, tree, after)
	}
	if !opts.Fold {
		r.literal, _, r.fixed = literalPrefix(r.tree, opts.Bytes)
		r.rare = rarest(r.literal)
	}
	if r.program = assemble(r.tree, &r.opts); r.program == nil {
		if err := r.prepare(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// prepare makes Go's regexp of the tree, if that is possible.
func (r *Regexp) prepare() error {
	if r.tried {
		return nil
	}
	r.tried = true
	text, ok := translate(r.tree, &r.opts)
	if !ok {
		return nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return errSize
	}
	if r.opts.Syntax != Perl {
		re.Longest()
	}
	r.goRegex = re
	return nil
}

// concat puts nodes after one another.
func concat(subs ...*node) *node { return &node{kind: kindCat, subs: subs} }

// literalPrefix is the text that every match of n begins with, whether n can match nothing
// more, and whether n is that text and no assertion.
func literalPrefix(n *node, bytes bool) (text []byte, whole, exact bool) {
	switch n.kind {
	case kindChar:
		if bytes && !n.fold {
			return []byte{byte(n.char)}, true, true
		}
		if n.fold || n.char >= invalidByte && n.char <= invalidByte+0xff {
			return nil, false, false
		}
		return []byte(string(n.char)), true, true
	case kindEmpty:
		return nil, true, true
	case kindLook, kindWordStart, kindWordEnd, kindBoundary, kindInside:
		return nil, true, false
	case kindGroup:
		text, whole, _ = literalPrefix(n.subs[0], bytes)
		return text, whole, false
	case kindCat:
		exact = true
		for _, s := range n.subs {
			part, all, same := literalPrefix(s, bytes)
			text = append(text, part...)
			exact = exact && same
			if !all {
				return text, false, false
			}
		}
		return text, true, exact
	}
	return nil, false, false
}
