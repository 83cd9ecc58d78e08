// Package parse turns shell source into command trees. The grammar is that of mvdan.cc/sh's parser;
// this package feeds it what bash takes and it does not, reads it line by line as bash does,
// and says what bash says when the source is wrong.
package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

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

func (o *Options) lang() syntax.LangVariant {
	if o.Posix {
		return syntax.LangPOSIX
	}
	return syntax.LangBash
}

// Program is source that has been parsed and is handed out line by line: bash runs what stands
// before an error, and an alias or option set on one line changes the meaning of the next.
type Program struct {
	Warnings []Warning

	src      string // escaped
	opt      Options
	groups   [][]*syntax.Stmt
	next     int
	err      *Error
	relative bool // the source of a substitution: see lowerer.line
	eof      int  // the last line, before what repair adds
}

// Warning is a complaint about source that is taken nevertheless.
type Warning struct {
	Line int
	Text string
}

// Parse parses src as far as it is right.
func Parse(src string, opt Options) *Program {
	if opt.Line == 0 {
		opt.Line = 1
	}
	p := &Program{src: escape(src), opt: opt}
	for range maxRepairs {
		stmts, err := p.collect()
		if err == nil {
			p.group(stmts)
			return p
		}
		fixed, ok := p.repair(err)
		if !ok {
			p.fail(stmts, err)
			return p
		}
		p.src = fixed
	}
	p.err = &Error{Line: opt.Line, Text: "syntax error"}
	return p
}

// collect parses until the first error.
func (p *Program) collect() (stmts []*syntax.Stmt, err error) {
	parser := syntax.NewParser(syntax.Variant(p.opt.lang()))
	for s, err := range parser.StmtsSeq(strings.NewReader(p.src)) {
		if err != nil {
			return stmts, err
		}
		stmts = append(stmts, s)
	}
	return stmts, nil
}

// group puts the statements that share a line together: bash reads a line before it runs any of it.
func (p *Program) group(stmts []*syntax.Stmt) {
	start := 0
	for i := range stmts {
		if i+1 < len(stmts) && !p.parts(stmts[i], int(stmts[i+1].Pos().Offset())) {
			continue
		}
		p.groups = append(p.groups, stmts[start:i+1])
		start = i + 1
	}
}

// parts reports whether a line ends between s and the offset next.
func (p *Program) parts(s *syntax.Stmt, next int) bool {
	end := int(s.End().Offset())
	if next <= end || end > len(p.src) {
		return false // next stands before s's here-document
	}
	between := p.src[end:next]
	for i := 0; i < len(between); i++ {
		switch between[i] {
		case '\\':
			i++
		case '\n':
			return true
		}
	}
	return false
}

// fail keeps the lines before the one that is wrong, and the error.
func (p *Program) fail(stmts []*syntax.Stmt, err error) {
	start := 0
	if n := len(stmts); n > 0 {
		start = p.skip(int(stmts[n-1].End().Offset()))
	}
	p.group(stmts)
	if n := len(p.groups); n > 0 && !p.parts(stmts[len(stmts)-1], start) {
		last := p.groups[n-1]
		start = int(last[0].Pos().Offset())
		p.groups = p.groups[:n-1]
	}
	p.err = p.explain(start, err)
}

// skip returns the offset of the next thing after a statement that ended at off.
func (p *Program) skip(off int) int {
	for off < len(p.src) {
		switch p.src[off] {
		case ' ', '\t', '\n', ';', '&':
			off++
		case '#':
			end := strings.IndexByte(p.src[off:], '\n')
			if end < 0 {
				return len(p.src)
			}
			off += end
		default:
			return off
		}
	}
	return len(p.src)
}

// Next returns the commands of the next line, or nil after the last. The error, if there is one,
// comes instead of the line that is wrong, and nothing comes after it.
func (p *Program) Next(extGlob bool) (*tree.List, *Error) {
	if p.next >= len(p.groups) {
		err := p.err
		p.err = nil
		return nil, err
	}
	p.opt.ExtGlob = extGlob
	group := p.groups[p.next]
	p.next++
	l := lowerer{src: p.src, opt: &p.opt}
	if p.relative {
		l.first = 1
	}
	list := l.list(group)
	if l.err != nil {
		p.next = len(p.groups)
		p.err = nil
		return nil, l.err
	}
	return list, nil
}

// Last reports whether no more commands come, which lets a shell exec the last one.
func (p *Program) Last() bool { return p.next >= len(p.groups) && p.err == nil }

// Line returns the number of the line at offset off of the escaped source.
func (p *Program) line(off int) int {
	return p.opt.Line + strings.Count(p.src[:min(off, len(p.src))], "\n")
}

// Complete reports whether src ends where a command may end; what is wrong is complete.
func Complete(src string, opt Options) bool {
	p := Program{src: escape(src), opt: opt}
	for range maxRepairs {
		_, err := p.collect()
		if err == nil {
			return true
		}
		if syntax.IsIncomplete(err) {
			return false
		}
		if _, text, ok := details(err); ok && strings.HasPrefix(text, "unclosed here-document") {
			return false
		}
		fixed, ok := p.repair(err)
		if !ok {
			return true
		}
		p.src = fixed
	}
	return true
}

// Word parses text that is one word whatever it holds.
func Word(text string, opt Options) tree.Word {
	l := lowerer{opt: &opt}
	return l.free(escape(text))
}
