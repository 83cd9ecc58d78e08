package tool

import (
	"bytes"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// edSubst is what the last substitution was.
type edSubst struct {
	last   *regex.Regexp // the last pattern of all
	re     *regex.Regexp // that of the last s
	with   []byte
	all    bool
	number int
	print  edSuffix
	known  bool // with is one
}

// substitute is s, in its two forms.
func (e *ed) substitute() {
	if !e.again() {
		e.pair()
	}
	e.here()
	e.keep()
	changed := false
	for n := e.first; n <= e.second; n++ {
		text, ok := e.subst.apply(e.lines[n-1].text)
		if !ok {
			continue
		}
		var lines []*edLine
		for part := range bytes.SplitSeq(text, []byte("\n")) {
			lines = append(lines, &edLine{part})
		}
		e.splice(n-1, 1, lines)
		more := len(lines) - 1
		n, e.second, e.current = n+more, e.second+more, n+more
		changed = true
	}
	if !changed && !e.global {
		panic(edError("No match"))
	}
}

// again reads s followed by any of g, p, r and a count; it reports whether that is the form.
func (e *ed) again() bool {
	s := &e.subst
	c := e.text[0]
	if !edDigit(c) && bytes.IndexByte([]byte("\ngpr"), c) < 0 {
		return false
	}
	if s.re == nil {
		panic(edError("No previous substitution"))
	}
	for ; e.text[0] != '\n'; e.text = e.text[1:] {
		switch c := e.text[0]; {
		case edDigit(c):
			s.number, s.all = e.number(), false
			if s.number == 0 {
				panic(edError("Invalid command suffix"))
			}
			e.text = append([]byte{0}, e.text...)
		case c == 'g':
			s.all, s.number = !s.all, 1
		case c == 'p':
			if s.print == (edSuffix{}) {
				s.print.print = true
			} else {
				s.print = edSuffix{}
			}
		case c == 'r':
			if s.last == nil {
				panic(edError("No previous pattern"))
			}
			s.re = s.last
		default:
			panic(edError("Invalid command suffix"))
		}
	}
	e.text = e.text[1:]
	e.suffix = s.print
	return true
}

// pair reads s/PATTERN/REPLACEMENT/SUFFIXES.
func (e *ed) pair() {
	delim := e.text[0]
	if e.text = e.text[1:]; delim == ' ' {
		panic(edError("Invalid pattern delimiter"))
	} else if e.text[0] == '\n' {
		panic(edError("Missing pattern delimiter"))
	}
	s := &e.subst
	fold := e.foldAhead(delim)
	re := e.pattern(delim)
	if e.text[0] == '\n' {
		panic(edError("Missing pattern delimiter"))
	}
	s.re, s.all, s.number, s.print = re, false, 1, edSuffix{}
	e.text = e.text[1:]
	e.replacement(delim)
	if e.text[0] == '\n' {
		e.text, e.suffix.print = e.text[1:], true
		s.print = e.suffix
		return
	}
	e.text = e.text[1:]
	for counted, folded := false, false; ; {
		switch c := e.text[0]; {
		case (edDigit(c) && c != '0' || c == 'g') && !counted:
			if s.all = c == 'g'; !s.all {
				s.number = e.number()
				e.text = append([]byte{c}, e.text...)
			}
			counted = true
		case (c == 'I' || c == 'i') && !folded:
			if folded = true; fold != nil {
				s.re, s.last = fold, fold
			}
		case e.printSuffix(c):
		case c == '\n':
			e.text, s.print = e.text[1:], e.suffix
			return
		default:
			panic(edError("Invalid command suffix"))
		}
		e.text = e.text[1:]
	}
}

// foldAhead compiles the pattern for the suffix I.
func (e *ed) foldAhead(delim byte) *regex.Regexp {
	text := edPlainDelimiter(e.text[:e.patternEnd(delim)], delim)
	re, err := regex.Compile(string(text), regex.Options{Syntax: e.syntax, Fold: true})
	if err != nil || len(text) == 0 {
		return nil
	}
	return re
}

// replacement reads up to the delimiter or the end of the line; a % alone is the last one.
func (e *ed) replacement(delim byte) {
	var with []byte
	i := 0
	for ; e.text[i] != delim && (e.text[i] != '\n' || e.global && i+1 < len(e.text)); i++ {
		if e.text[i] == '\\' {
			with = append(with, '\\')
			if i++; e.text[i] == '\n' && i+1 == len(e.text) { // the line goes on
				e.readOn()
			}
		}
		with = append(with, e.text[i])
	}
	e.text = e.text[i:]
	if string(with) != "%" {
		e.subst.with, e.subst.known = with, true
		return
	}
	if !e.subst.known {
		panic(edError("No previous substitution"))
	}
}

// readOn appends the next line of standard input to the command.
func (e *ed) readOn() {
	more, ended := e.command()
	if ended {
		panic(edError("Unexpected end-of-file"))
	}
	e.text = append(e.text, more...)
}

// apply substitutes in one line. An empty match ends it; with g that is an error before the line's end.
func (s *edSubst) apply(text []byte) ([]byte, bool) {
	var out []byte
	at, changed, end := 0, false, 0
	for n := 1; ; n++ {
		m := s.re.Find(text, at)
		if m == nil {
			end = -1
			break
		}
		if s.all || n == s.number {
			out = s.expand(append(out, text[at:m[0]]...), text, m)
			changed = true
		} else {
			out = append(out, text[at:m[1]]...)
		}
		end = m[1] - at
		at = m[1]
		if at == len(text) || changed && (!s.all || end == 0) {
			break
		}
	}
	if end == 0 && s.all && at < len(text) {
		panic(edError("Infinite substitution loop"))
	}
	if !changed {
		return nil, false
	}
	return append(out, text[at:]...), true
}

func (s *edSubst) expand(out, text []byte, m []int) []byte {
	for i := 0; i < len(s.with); i++ {
		group := -1
		switch c := s.with[i]; {
		case c == '&':
			group = 0
		case c == '\\' && i+1 < len(s.with):
			if i++; s.with[i] >= '1' && s.with[i] <= '9' {
				group = int(s.with[i] - '0')
			} else {
				out = append(out, s.with[i])
			}
		default:
			out = append(out, c)
		}
		if group >= 0 && 2*group+1 < len(m) && m[2*group] >= 0 {
			out = append(out, text[m[2*group]:m[2*group+1]]...)
		}
	}
	return out
}
