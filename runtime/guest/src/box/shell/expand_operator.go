package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/pattern"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// operate applies the operator of a parameter expansion and adds the result.
func (e *expander) operate(p *tree.Param, o operand, quoted bool) {
	sh := e.sh
	present := o.set
	if p.Colon && present {
		if o.many {
			present = len(o.list) > 1 || len(o.list) == 1 && o.list[0] != ""
		} else {
			present = o.text != ""
		}
	}
	switch p.Op {
	case tree.Default:
		if !present {
			e.alternative(p.Arg, quoted)
			return
		}
	case tree.Alternative:
		if present {
			e.alternative(p.Arg, quoted)
		} else if o.many && !o.star && quoted {
			e.nothing = true
		}
		return
	case tree.AssignOp:
		if !present {
			e.assignDefault(p, o, quoted)
			return
		}
	case tree.ErrorOp:
		if !present {
			sh.missing(p, o)
			return
		}
	default:
		if !o.set && !o.many && sh.opts[optNounset] {
			sh.unboundIn(p, o.called())
			return
		}
	}
	if p.Op == tree.Transform && o.set && !knownTransform(p.Arg) {
		sh.warn(p.Raw + ": bad substitution")
		sh.fatal()
		return
	}
	if o.many {
		e.list(sh.transformList(p, o), o.star, quoted)
		return
	}
	if o.set || p.Op == tree.Transform {
		e.emit(sh.transform(p, o, o.text), quoted)
	}
}

// alternative adds the word of ${x:-word}; what is unquoted in it is split.
func (e *expander) alternative(w *tree.Word, quoted bool) {
	if w.Plain {
		if !quoted {
			e.alternativeText(w)
			return
		}
		e.text(w.Text, true)
		return
	}
	e.nested++
	e.parts(w.Parts, quoted)
	e.nested--
}

// alternativeText adds a word without expansions; if any of it was quoted it is not split.
func (e *expander) alternativeText(w *tree.Word) {
	if w.Raw == w.Text {
		e.splitText(w.Text)
		return
	}
	e.text(w.Text, true)
	e.open = e.open || w.Raw != ""
}

// assignDefault is ${x:=word}.
func (e *expander) assignDefault(p *tree.Param, o operand, quoted bool) {
	sh := e.sh
	inner := expander{sh: sh}
	inner.parts(partsOf(p.Arg), quoted)
	if sh.flow != running {
		return
	}
	value := inner.join()
	if !nameStart(o.base[0]) {
		sh.warn("$" + o.base + ": cannot assign in this way")
		sh.discard()
		return
	}
	if o.elem && p.Indirect {
		sh.warn(sh.text(p.Name) + ": invalid variable name")
		sh.discard()
		return
	}
	if o.many {
		sh.warn(o.base + "[" + string(p.All) + "]: bad array subscript")
		sh.discard()
		return
	}
	ok := false
	if o.elem {
		ok = sh.assignElement(o.base, o.index, value, false)
	} else {
		ok = sh.setVar(o.base, value)
	}
	if !ok {
		sh.fatalAssign()
		return
	}
	if o.elem {
		value, _ = sh.element(o.base, o.index)
	} else {
		value = sh.text(o.base)
	}
	e.emit(value, quoted)
}

func partsOf(w *tree.Word) []tree.Part {
	if w.Plain {
		return []tree.Part{{Kind: tree.Quoted, Text: w.Text}}
	}
	return w.Parts
}

// missing is ${x:?word} of something missing.
func (sh *Shell) missing(p *tree.Param, o operand) {
	text := sh.str(p.Arg)
	switch {
	case sh.flow != running:
		return
	case text != "":
	case p.Colon && sh.dash:
		text = "parameter not set or null"
	case p.Colon:
		text = "parameter null or not set"
	default:
		text = "parameter not set"
	}
	name := o.called()
	if o.many && name != "@" && name != "*" {
		name = strings.TrimSuffix(strings.TrimPrefix(p.Raw, "${"), "}")
		name = name[:strings.IndexByte(name, ']')+1]
	}
	sh.warn(name + ": " + text)
	sh.fatal()
}

func (sh *Shell) transformList(p *tree.Param, o operand) []string {
	switch p.Op {
	case tree.NoOp, tree.Default, tree.AssignOp, tree.ErrorOp:
		return o.list
	case tree.Slice:
		return sh.sliceList(p, o)
	case tree.Transform:
		return sh.transformAll(p, o)
	}
	f := sh.operator(p)
	if sh.flow != running {
		return nil
	}
	l := make([]string, len(o.list))
	for i, s := range o.list {
		l[i] = f(s)
	}
	return l
}

func (sh *Shell) transform(p *tree.Param, o operand, s string) string {
	switch p.Op {
	case tree.NoOp, tree.Default, tree.AssignOp, tree.ErrorOp:
		return s
	case tree.Slice:
		return sh.slice(p, s)
	case tree.Transform:
		return sh.transformOne(p, o, s)
	}
	f := sh.operator(p)
	if sh.flow != running {
		return ""
	}
	return f(s)
}

// operator returns what an operator with a pattern does to a value. The pattern is expanded once.
func (sh *Shell) operator(p *tree.Param) func(string) string {
	switch p.Op {
	case tree.PrefixShort, tree.PrefixLong, tree.SuffixShort, tree.SuffixLong:
		return sh.trimmer(p)
	}
	text := sh.patternText(p.Arg)
	if sh.flow != running {
		return nil
	}
	switch p.Op {
	case tree.ReplaceOne, tree.ReplaceAll:
		return sh.replacer(p, text)
	}
	if p.Arg.Raw == "" {
		text = "?"
	}
	return sh.caser(p.Op, text)
}

// trimmer is ${x#pattern} and its kin.
func (sh *Shell) trimmer(p *tree.Param) func(string) string {
	pat := sh.wordPattern(p.Arg, pattern.Options{ExtGlob: sh.shopt[shoptExtglob], Bytes: !sh.utf8})
	if pat == nil {
		return nil
	}
	switch p.Op {
	case tree.PrefixShort, tree.PrefixLong:
		return func(s string) string {
			if n := pat.Prefix(s, p.Op == tree.PrefixLong); n > 0 {
				return s[n:]
			}
			return s
		}
	default:
		return func(s string) string {
			if n := pat.Suffix(s, p.Op == tree.SuffixLong); n > 0 {
				return s[:len(s)-n]
			}
			return s
		}
	}
}

// replacer is ${x/pattern/text}.
func (sh *Shell) replacer(p *tree.Param, text string) func(string) string {
	with := sh.replacement(p.Arg2)
	if sh.flow != running {
		return nil
	}
	anchor := byte(0)
	if p.Op == tree.ReplaceOne && text != "" && (text[0] == '#' || text[0] == '%') && !beginsQuoted(p.Arg) {
		anchor, text = text[0], text[1:]
	}
	if text == "" && anchor == 0 {
		return func(s string) string { return s }
	}
	pat := sh.compileWith(text, pattern.Options{
		ExtGlob: sh.shopt[shoptExtglob], NoCase: sh.shopt[shoptNocasematch], Bytes: !sh.utf8,
	})
	return func(s string) string {
		switch anchor {
		case '#':
			if n := pat.Prefix(s, true); n >= 0 {
				return with.fill(s[:n]) + s[n:]
			}
			return s
		case '%':
			if n := pat.Suffix(s, true); n >= 0 {
				return s[:len(s)-n] + with.fill(s[len(s)-n:])
			}
			return s
		}
		return with.replace(s, pat, p.Op == tree.ReplaceAll)
	}
}

// beginsQuoted reports whether the first character of a word is quoted.
func beginsQuoted(w *tree.Word) bool {
	if w.Plain || len(w.Parts) == 0 {
		return w.Raw != w.Text
	}
	return w.Parts[0].Kind == tree.Quoted || w.Parts[0].Kind == tree.Double
}

// replace fills in for the first match in s, or for all of them.
func (f *filler) replace(s string, pat *pattern.Pattern, all bool) string {
	var b strings.Builder
	at := 0
	for at <= len(s) {
		start, end := pat.Find(s, at)
		if start < 0 || start == end && s != "" {
			break
		}
		b.WriteString(s[at:start])
		b.WriteString(f.fill(s[start:end]))
		at = end
		if !all || s == "" {
			break
		}
	}
	if at <= len(s) {
		b.WriteString(s[at:])
	}
	return b.String()
}

// filler is the text that replaces a match; an unquoted & in it stands for the match.
type filler struct {
	plain string
	segs  []seg
	amp   bool
}

func (sh *Shell) replacement(w *tree.Word) filler {
	if w == nil || w.Plain {
		f := filler{}
		if w != nil {
			f.plain = w.Text
			f.amp = sh.shopt[shoptPatsubReplacement] && w.Raw == w.Text && strings.IndexByte(w.Text, '&') >= 0
			f.segs = []seg{{w.Text, false}}
		}
		return f
	}
	e := expander{sh: sh}
	e.parts(w.Parts, false)
	f := filler{plain: e.join(), segs: e.segs}
	if sh.shopt[shoptPatsubReplacement] {
		for _, s := range e.segs {
			f.amp = f.amp || !s.quoted && strings.ContainsAny(s.text, `&`)
		}
	}
	return f
}

func (f *filler) fill(match string) string {
	if !f.amp {
		return f.plain
	}
	var b strings.Builder
	for _, s := range f.segs {
		if s.quoted {
			b.WriteString(s.text)
			continue
		}
		for i := 0; i < len(s.text); i++ {
			switch c := s.text[i]; {
			case c == '\\' && i+1 < len(s.text) && (s.text[i+1] == '&' || s.text[i+1] == '\\'):
				i++
				b.WriteByte(s.text[i])
			case c == '&':
				b.WriteString(match)
			default:
				b.WriteByte(c)
			}
		}
	}
	return b.String()
}
