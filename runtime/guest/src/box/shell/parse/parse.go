// Package parse turns shell source into command trees. It reads a line at a time, as bash does: an
// alias or an option set on one line changes the meaning of the next, and what stands before an error
// is run. It takes bytes, whatever they are, and says what bash (or dash) says when source is wrong.
package parse

import (
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// Options is what of a shell's state its grammar depends on.
type Options struct {
	Posix   bool // dash's language
	ExtGlob bool
	Line    int    // number of the first line, from 1
	Source  string // name of the file, for functions
	Alias   func(name string) (string, bool)
}

// Program is source that is handed out line by line.
type Program struct {
	p     parser
	given int // how much Read has returned
}

// Warning is a complaint about source that is taken nevertheless.
type Warning struct {
	Line int
	Text string
}

// Parse begins to parse src.
func Parse(src string, opt Options) *Program {
	if opt.Line == 0 {
		opt.Line = 1
	}
	return &Program{p: parser{src: dropNUL(src), opt: opt}}
}

// Next returns the commands of the next line, or nil after the last. An error comes instead of the
// line that is wrong, and nothing comes after it.
func (g *Program) Next(extGlob bool) (l *tree.List, err *Error) {
	p := &g.p
	p.opt.ExtGlob = extGlob
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			l, err = nil, e
			p.pos = len(p.src)
			if e.Resume > 0 {
				p.pos = e.Resume
			}
		}
	}()
	return p.line(), nil
}

// Line returns the line that was read last.
func (g *Program) Line() int { return g.p.absolute(max(g.p.pos-1, 0)) }

// Warnings returns the warnings that have come up since it was last called.
func (g *Program) Warnings() []Warning {
	w := g.p.warnings
	g.p.warnings = nil
	return w
}

// Last reports whether no more commands come, which lets a shell exec the last one.
func (g *Program) Last() bool {
	p := g.p
	for {
		p.blanks()
		if p.pos >= len(p.src) {
			return true
		}
		if p.src[p.pos] != '\n' {
			return false
		}
		p.pos++
	}
}

// Complete reports whether src ends where a command may end; what is wrong is complete.
func Complete(src string, opt Options) bool {
	g := Parse(src, opt)
	for {
		l, err := g.Next(opt.ExtGlob)
		switch {
		case err != nil:
			return !err.Incomplete
		case len(g.p.warnings) > 0: // a here-document that nothing ends
			return false
		case l == nil:
			return true
		}
	}
}

// asItStands, deferred, makes what cannot be parsed a plain word.
func asItStands(w *tree.Word, text string) {
	r := recover()
	if r == nil {
		return
	}
	if _, ok := r.(*Error); !ok {
		panic(r)
	}
	*w = tree.Word{Raw: text, Plain: true, Text: text}
}

// Word parses text that is one word whatever it holds.
func Word(text string, opt Options) (w tree.Word) {
	defer asItStands(&w, text)
	p := parser{src: dropNUL(text), opt: opt}
	return p.freeWord(p.src)
}

// Reserved reports whether s is one of bash's reserved words.
func Reserved(s string) bool {
	switch s {
	case "!", "[[", "]]", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
		"function",
		"if", "in", "select", "then", "time", "until", "while":
		return true
	}
	return false
}

// Quoted parses text as if it stood in a here-document: quotes mean nothing, expansions are made.
func Quoted(text string, opt Options) (w tree.Word) {
	defer asItStands(&w, text)
	p := parser{opt: opt}
	return p.documentWord(dropNUL(text), opt.Line)
}

// Doubled parses text as if it stood between double quotes.
func Doubled(text string, opt Options) (w tree.Word) {
	defer asItStands(&w, text)
	p := parser{src: dropNUL(text), opt: opt}
	return simplify(tree.Word{Raw: text, Parts: p.quotedText(inDouble, 0)})
}

// OpenQuote returns the quote within which text ends, "" if there is none.
func OpenQuote(text string) string { return openQuote(text) }

// Read returns the source that has been read since it was last called.
func (g *Program) Read() string {
	text := g.p.src[min(g.given, g.p.pos):g.p.pos]
	g.given = g.p.pos
	return text
}
