package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/pattern"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// seg is a piece of a field; what is unquoted may be a pattern.
type seg struct {
	text   string
	quoted bool
}

// expander expands words, into fields or into one string.
type expander struct {
	sh      *Shell
	split   bool // into fields, which are split and globbed
	segs    []seg
	out     []string
	open    bool // the field is there even if it is empty
	blank   bool // a field has just been ended by white space
	nothing bool // "$@" without parameters was met between the quotes
	spaced  bool // $* is joined by spaces
	nested  int  // within ${x:-word}: literal text is split too
}

// words expands the words of a command into its arguments.
func (sh *Shell) words(ws []tree.Word) []string {
	out := sh.lend(len(ws))
	for i := range ws {
		w := &ws[i]
		switch {
		case w.Plain:
			out = append(out, w.Text)
		case w.Brace && sh.opts[optBraceexpand]:
			list, texts := sh.braces(w)
			out = append(out, texts...)
			for j := range list {
				out = sh.fields(out, &list[j])
			}
		default:
			out = sh.fields(out, w)
		}
		if sh.flow != running {
			return nil
		}
	}
	return out
}

// fields appends what a word expands to.
func (sh *Shell) fields(out []string, w *tree.Word) []string {
	if w.Plain {
		return append(out, w.Text)
	}
	if s, ok := sh.quick(w); ok {
		return append(out, s)
	}
	if len(w.Parts) == 1 && w.Parts[0].Kind == tree.Variable && simpleName(w.Parts[0].Param) {
		if s := sh.parameter(w.Parts[0].Param); s != "" && !sh.ifs.divides(s) {
			return append(out, s)
		}
	}
	e := sh.expander(true)
	e.out = out
	e.parts(w.Parts, false)
	if sh.flow == running {
		e.finish()
		out = e.out
	}
	e.release()
	return out
}

// expander takes an expander from those that rest.
func (sh *Shell) expander(split bool) *expander {
	if n := len(sh.resting); n > 0 {
		e := sh.resting[n-1]
		sh.resting = sh.resting[:n-1]
		*e = expander{sh: sh, split: split, segs: e.segs[:0]}
		return e
	}
	return &expander{sh: sh, split: split, segs: make([]seg, 0, 4)}
}

func (e *expander) release() {
	e.out = nil
	e.sh.resting = append(e.sh.resting, e)
}

// quick expands the commonest words that make one field: "$name", and text with such names in it.
func (sh *Shell) quick(w *tree.Word) (string, bool) {
	if len(w.Parts) != 1 || w.Parts[0].Kind != tree.Double || len(w.Parts[0].Parts) == 0 {
		return "", false
	}
	if len(w.Parts[0].Parts) > 1 {
		return sh.quickJoin(w)
	}
	p := &w.Parts[0].Parts[0]
	switch {
	case p.Kind != tree.Variable:
		return "", false
	case simpleName(p.Param):
		return sh.parameter(p.Param), true
	}
	return sh.positional(p.Param)
}

// positional is the value of a plain $1 to $9 that is set.
func (sh *Shell) positional(p *tree.Param) (string, bool) {
	if !positionalName(p) {
		return "", false
	}
	n := int(p.Name[0] - '0')
	if n > len(sh.params) {
		return "", false
	}
	return sh.params[n-1], true
}

// positionalName reports whether p is a plain $1 to $9.
func positionalName(p *tree.Param) bool {
	return len(p.Name) == 1 && p.Name[0] >= '1' && p.Name[0] <= '9' && simpleSpecial(p)
}

// simpleName reports whether p is a plain $name of a variable.
func simpleName(p *tree.Param) bool {
	return p.Op == tree.NoOp && p.Index == nil && p.All == 0 && !p.Length && !p.Indirect && p.Names == 0 &&
		!p.Bad && nameStart(p.Name[0])
}

func nameStart(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// parameter returns the value of a simple parameter, or fails if it must be set and is not.
func (sh *Shell) parameter(p *tree.Param) string {
	s, ok := sh.value(sh.paramSlot(p))
	if !ok && sh.opts[optNounset] {
		sh.unbound(p.Name)
	}
	return s
}

// paramSlot is the slot of the variable that a parameter expansion names, which remembers it.
func (sh *Shell) paramSlot(p *tree.Param) *slot {
	s, hit := p.Cache.(*slot)
	if !hit {
		s = sh.at(p.Name)
		p.Cache = s
	}
	return s
}

// str expands a word into one string, without splitting and globbing.
func (sh *Shell) str(w *tree.Word) string {
	if w == nil {
		return ""
	}
	if w.Plain {
		return w.Text
	}
	if len(w.Parts) == 1 {
		switch p := &w.Parts[0]; p.Kind {
		case tree.Variable:
			if simpleName(p.Param) {
				return sh.parameter(p.Param)
			}
			if s, ok := sh.positional(p.Param); ok {
				return s
			}
		case tree.ArithExp:
			return sh.arithText(p.Expr)
		}
		if s, ok := sh.quick(w); ok {
			return s
		}
	}
	e := sh.expander(false)
	e.parts(w.Parts, false)
	s := e.join()
	e.release()
	return s
}

// patternText expands a word into the text of a pattern, in which what was quoted is quoted.
func (sh *Shell) patternText(w *tree.Word) string {
	if w == nil {
		return ""
	}
	if w.Plain {
		return pattern.Quote(w.Text)
	}
	if len(w.Parts) == 1 && w.Parts[0].Kind == tree.Literal {
		return w.Parts[0].Text
	}
	e := sh.expander(false)
	e.parts(w.Parts, false)
	s := e.pattern()
	e.release()
	return s
}

func (e *expander) join() string {
	switch len(e.segs) {
	case 0:
		return ""
	case 1:
		return e.segs[0].text
	}
	n := 0
	for _, s := range e.segs {
		n += len(s.text)
	}
	var b strings.Builder
	b.Grow(n)
	for _, s := range e.segs {
		b.WriteString(s.text)
	}
	return b.String()
}

func (e *expander) pattern() string {
	if len(e.segs) == 1 && !e.segs[0].quoted {
		return e.segs[0].text
	}
	var b strings.Builder
	for _, s := range e.segs {
		if s.quoted {
			b.WriteString(pattern.Quote(s.text))
		} else {
			b.WriteString(s.text)
		}
	}
	return b.String()
}

func (e *expander) parts(parts []tree.Part, quoted bool) {
	for i := range parts {
		if e.sh.flow != running {
			return
		}
		e.part(&parts[i], quoted)
	}
}

func (e *expander) part(p *tree.Part, quoted bool) {
	switch p.Kind {
	case tree.Literal:
		if e.nested > 0 && !quoted {
			e.splitText(p.Text)
			return
		}
		e.text(p.Text, quoted)
	case tree.Quoted:
		e.text(p.Text, true)
		if !quoted {
			e.open = true
		}
	case tree.Double:
		old := e.nothing
		e.nothing = false
		e.parts(p.Parts, true)
		if !e.nothing {
			e.open = true
		}
		e.nothing = old
	case tree.Tilde:
		if e.sh.noTilde {
			e.text("~"+p.Text, true)
			return
		}
		e.text(e.sh.tilde(p.Text), true)
		e.open = true
	case tree.Variable:
		e.param(p.Param, quoted)
	case tree.Command:
		e.emit(e.sh.substitute(p), quoted)
	case tree.ArithExp:
		e.emit(e.sh.arithText(p.Expr), quoted)
	case tree.Process:
		e.text(e.sh.processSubst(p), true)
	}
}

// emit adds the result of an expansion, which is split unless it is quoted.
func (e *expander) emit(s string, quoted bool) {
	if quoted {
		e.text(s, true)
		return
	}
	e.splitText(s)
}

func (e *expander) text(s string, quoted bool) {
	if s == "" {
		return
	}
	e.segs = append(e.segs, seg{s, quoted})
	e.blank = false
}

// elements adds the values of "$@" or ${a[@]}, each a field.
func (e *expander) elements(list []string, quoted bool) {
	if len(list) == 0 {
		if quoted {
			e.nothing = true
		}
		return
	}
	if !e.split {
		e.text(strings.Join(list, " "), quoted)
		return
	}
	for i, s := range list {
		if i > 0 {
			e.finish()
		}
		if quoted {
			e.text(s, true)
			e.open = true
		} else {
			e.splitText(s)
		}
	}
}

// finish ends a field, if there is one.
func (e *expander) finish() {
	if len(e.segs) == 0 {
		if e.open {
			e.out = append(e.out, "")
		}
		e.open = false
		return
	}
	e.out = e.sh.globbed(e.out, e)
	e.segs = e.segs[:0]
	e.open = false
}

// magic reports whether the field's unquoted text could be a pattern.
func (e *expander) magic() bool {
	for i := range e.segs {
		if !e.segs[i].quoted && strings.ContainsAny(e.segs[i].text, "*?[]+@!\\") {
			return true
		}
	}
	return false
}
