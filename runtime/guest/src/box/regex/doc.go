// Package regex compiles the regular expressions of grep, sed, awk, find and the shell: POSIX
// basic and extended with GNU's additions, and Perl's.
//
// A pattern becomes a tree. Where Go's regexp knows all that the tree asks for it does the
// work, in linear time (with Longest for POSIX); back references, look-around, \< and \> go
// to a small backtracking matcher over the same tree.
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
	Word      bool // a match must not touch a word character on either side
	Line      bool // a match must be the whole text
	Escapes   bool // \n, \t and the like are characters, as in sed
	// Warn is told of "* at start of expression", which grep prints; may be nil.
	Warn func(text string)
}

// Regexp is a compiled pattern.
type Regexp struct {
	Groups int // number of ( ) groups

	opts    Options
	tree    *node
	goRegex *regexp.Regexp
	literal []byte // every match begins with it
	fixed   bool   // the pattern is the literal and nothing else
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
	r := &Regexp{Groups: p.groups, opts: opts, tree: tree}
	switch {
	case opts.Line:
		r.tree = concat(&node{kind: kindTextStart}, tree, &node{kind: kindTextEnd})
	case opts.Word:
		before := &node{kind: kindLook, behind: true, negate: true, subs: []*node{wordSet(false)}}
		after := &node{kind: kindLook, negate: true, subs: []*node{wordSet(false)}}
		r.tree = concat(before, tree, after)
	}
	if !opts.Fold {
		r.literal, _, r.fixed = literalPrefix(r.tree)
	}
	if text, ok := translate(r.tree, &r.opts); ok {
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, Error("Regular expression too big")
		}
		if opts.Syntax != Perl {
			re.Longest()
		}
		r.goRegex = re
	}
	return r, nil
}

// concat puts nodes after one another.
func concat(subs ...*node) *node { return &node{kind: kindCat, subs: subs} }

// literalPrefix is the text that every match of n begins with, whether n can match nothing
// more, and whether n is that text and no assertion.
func literalPrefix(n *node) (text []byte, whole, exact bool) {
	switch n.kind {
	case kindChar:
		if n.fold || n.char >= invalidByte && n.char <= invalidByte+0xff {
			return nil, false, false
		}
		return []byte(string(n.char)), true, true
	case kindEmpty:
		return nil, true, true
	case kindLook, kindWordStart, kindWordEnd, kindBoundary, kindInside:
		return nil, true, false
	case kindGroup:
		text, whole, _ = literalPrefix(n.subs[0])
		return text, whole, false
	case kindCat:
		exact = true
		for _, s := range n.subs {
			part, all, same := literalPrefix(s)
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
