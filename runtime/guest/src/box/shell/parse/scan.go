package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// parser reads commands from the source. An error is thrown as a panic with an *Error, which Next and
// those who parse text apart catch.
type parser struct {
	src      string
	pos      int
	opt      Options
	warnings []Warning
	pending  []document // here-documents whose bodies come after the next newline
	sub      *inside    // the substitution that is being read
	depth    int        // of nesting
	active   []expansion
	chained  int // where a word stands that an alias ending in a blank lets be one, plus 1
	opEnd    int // where the operator of the last redirection ended
	known    mark
	printed  []reprint
	regions  [][2]int // where the text of aliases of several lines stands: it counts as one line
}

// inside is a substitution: its commands count their lines from its beginning.
type inside struct {
	start int  // offset of the first command
	exact bool // empty lines count: in a here-document
	line  int
}

// mark remembers how many newlines come before an offset.
type mark struct{ pos, lines int }

// maxDepth bounds the nesting of commands, which are read recursively.
const maxDepth = 1500

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(&Error{Line: p.absolute(p.pos), Text: "maximum nesting of commands exceeded"})
	}
}

func (p *parser) leave() { p.depth-- }

func dropNUL(s string) string {
	if strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\x00", "")
}

// absolute returns the number of the line at an offset.
func (p *parser) absolute(pos int) int {
	pos = min(pos, len(p.src))
	if pos < p.known.pos {
		p.known = mark{}
	}
	p.known.lines += strings.Count(p.src[p.known.pos:pos], "\n")
	p.known.pos = pos
	n := p.opt.Line + p.known.lines
	for _, r := range p.regions {
		if r[0] < pos {
			n -= strings.Count(p.src[r[0]:min(r[1], pos)], "\n")
		}
	}
	return n
}

// lineAt is the line that a command at an offset has. Within a substitution it is counted from the
// substitution's first command, and empty lines do not count: bash runs such commands from what it
// prints them as.
func (p *parser) lineAt(pos int) int {
	s := p.sub
	if s == nil {
		return p.absolute(pos)
	}
	if s.exact {
		return p.absolute(pos) - s.line
	}
	pos = min(pos, len(p.src))
	n := 0
	for from := s.start; from < pos; {
		end := strings.IndexByte(p.src[from:pos], '\n')
		if end < 0 {
			break
		}
		from += end + 1
		rest, _, _ := strings.Cut(p.src[from:], "\n")
		if t := strings.TrimSpace(rest); t != "" && t[0] != '#' {
			n++
		}
	}
	return n
}

// lastLine is the line after the last.
func (p *parser) lastLine() int {
	return p.opt.Line + strings.Count(strings.TrimSuffix(p.src, "\n"), "\n") + 1
}

func (p *parser) at(s string) bool { return strings.HasPrefix(p.src[p.pos:], s) }

func (p *parser) end() bool { return p.pos >= len(p.src) }

func (p *parser) peek(n int) byte {
	if p.pos+n < len(p.src) {
		return p.src[p.pos+n]
	}
	return 0
}

// blanks goes past blanks, continuations of lines, and a comment.
func (p *parser) blanks() {
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == ' ' || c == '\t':
			p.pos++
		case c == '\\' && p.peek(1) == '\n':
			p.pos += 2
		case c == '#':
			n := strings.IndexByte(p.src[p.pos:], '\n')
			if n < 0 {
				n = len(p.src) - p.pos
			}
			p.pos += n
			return
		default:
			return
		}
	}
}

// newline goes past the newline here, and past the here-documents that follow it.
func (p *parser) newline() {
	p.pos++
	if len(p.pending) > 0 {
		p.documents()
	}
}

// newlines goes past empty lines.
func (p *parser) newlines() {
	for {
		p.blanks()
		if p.end() || p.src[p.pos] != '\n' {
			return
		}
		p.newline()
	}
}

// operators of bash and of dash, longer ones first.
var (
	bashOperators = strings.Fields("&>> ;;& <<< <<- || && ;; ;& |& &> >> << <& >& <> >| & ; | < > ( )")
	dashOperators = strings.Fields("<<- || && ;; >> << <& >& <> >| & ; | < > ( )")
)

// operator returns the operator here, "\n", or "" for a word or the end.
func (p *parser) operator() string {
	if p.end() {
		return ""
	}
	switch c := p.src[p.pos]; c {
	case '\n':
		return "\n"
	case '&', ';', '|', '(', ')':
	case '<', '>':
		if p.peek(1) == '(' && !p.opt.Posix {
			return ""
		}
	default:
		return ""
	}
	ops := bashOperators
	if p.opt.Posix {
		ops = dashOperators
	}
	for _, op := range ops {
		if p.at(op) {
			return op
		}
	}
	return ""
}

// take goes past an operator, if it is here.
func (p *parser) take(op string) bool {
	p.blanks()
	if p.operator() != op || op == "" {
		return false
	}
	p.pos += len(op)
	return true
}

func meta(c byte) bool { return strings.IndexByte(" \t\n;&|<>()", c) >= 0 }

// reserved returns the reserved word here, "" if there is none.
func (p *parser) reserved() string {
	n := p.pos
	for n < len(p.src) && !meta(p.src[n]) {
		if c := p.src[n]; c == '\\' && n+1 < len(p.src) && p.src[n+1] == '\n' || n-p.pos > len("function") {
			return ""
		}
		n++
	}
	w := p.src[p.pos:n]
	switch w {
	case "[[", "coproc", "function", "select", "time":
		if p.opt.Posix {
			return ""
		}
	case "]]":
		return ""
	}
	if !Reserved(w) {
		return ""
	}
	return w
}

// word is what is left where a command may begin: it expands aliases first.
func (p *parser) keyword() string {
	p.expandAliases()
	return p.reserved()
}

// demand goes past a reserved word that must be here.
func (p *parser) demand(word string) {
	if p.keyword() != word {
		p.unexpected(word)
	}
	p.pos += len(word)
}

func literal(s string) tree.Word { return tree.Word{Raw: s, Plain: true, Text: s} }
