package shell

import (
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/pattern"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// Loops run these ways a hundred thousand times; each does what the general way would, for the cases in
// which nothing unusual can happen.

// maxQuickLocals is how many variables quickLocal declares at once.
const maxQuickLocals = 8

// quickLocal is `local a=x b` of plain variables. It reports false, with nothing done, for the rest.
func (sh *Shell) quickLocal(n *tree.Simple) bool {
	count := len(n.Words) - 1
	if count < 1 || count > maxQuickLocals || len(n.Assigns)+len(n.Redirs)+len(sh.temps) > 0 || sh.dash ||
		sh.opts[optXtrace] || sh.opts[optAllexport] || sh.shopt[shoptLocalvarInherit] || !sh.inFunction() {
		return false
	}
	if count == 1 {
		return sh.quickLocalOne(&n.Words[1])
	}
	var slots [maxQuickLocals]*slot
	for i := range n.Words[1:] {
		s := sh.localSlot(&n.Words[i+1])
		if s == nil || s.watched {
			return false
		}
		if v := s.v; v != nil && (v.attrs != 0 || v.dynamic != 0 || v.list != nil || v.table != nil) {
			return false
		}
		slots[i] = s
	}
	var values [maxQuickLocals]string
	for i := range n.Words[1:] {
		if a := n.Words[i+1].Assign; a != nil {
			values[i] = sh.assignValue(a)
			if sh.flow != running {
				return true
			}
		}
	}
	for i := range n.Words[1:] {
		w := &n.Words[i+1]
		v := sh.hide(slots[i])
		sh.args = lastArgument{text: w.Raw}
		if w.Assign != nil {
			v.text, v.set = values[i], true
		}
	}
	if w := &n.Words[count]; w.Assign != nil {
		sh.args = lastArgument{name: w.Assign.Name, text: values[count-1]}
	}
	sh.setStatus(0)
	return true
}

// quickLocalOne is quickLocal for one variable.
func (sh *Shell) quickLocalOne(w *tree.Word) bool {
	s := sh.localSlot(w)
	if s == nil || s.watched {
		return false
	}
	if v := s.v; v != nil && (v.attrs != 0 || v.dynamic != 0 || v.list != nil || v.table != nil) {
		return false
	}
	if w.Assign == nil {
		sh.hide(s)
		sh.args = lastArgument{text: w.Raw}
		sh.setStatus(0)
		return true
	}
	value := sh.assignValue(w.Assign)
	if sh.flow == running {
		v := sh.hide(s)
		v.text, v.set = value, true
		sh.args = lastArgument{name: w.Assign.Name, text: value}
		sh.setStatus(0)
	}
	return true
}

// localSlot is the slot that an argument of local declares in a plain way, or nil.
func (sh *Shell) localSlot(w *tree.Word) *slot {
	if s, ok := w.Cache.(*slot); ok {
		return s
	}
	name := localName(w)
	if name == "" {
		return nil
	}
	s := sh.at(name)
	w.Cache = s
	return s
}

// hide makes a variable without attributes local to the running function.
func (sh *Shell) hide(s *slot) *variable {
	level := sh.depth()
	old := s.v
	if old != nil && old.level == level {
		return old
	}
	f := sh.frames[level-1]
	f.saved = append(f.saved, savedVar{s.name, old, s})
	sh.age++
	s.v = sh.newLocal(level, sh.age)
	return s.v
}

// localName is the name that an argument of local declares in a plain way, or "".
func localName(w *tree.Word) string {
	switch a := w.Assign; {
	case a != nil && (a.Array || a.Naked || a.Append || a.Index != nil):
		return ""
	case a != nil:
		return a.Name
	case w.Plain && validName(w.Text):
		return w.Text
	}
	return ""
}

// compiled is a pattern that does not change, remembered by its word.
type compiled struct {
	opt pattern.Options
	p   *pattern.Pattern
}

// wordPattern returns the pattern that a word expands to, nil if expanding it has stopped the command.
func (sh *Shell) wordPattern(w *tree.Word, opt pattern.Options) *pattern.Pattern {
	if w != nil {
		if c, ok := w.Cache.(*compiled); ok && c.opt == opt {
			return c.p
		}
	}
	text := sh.patternText(w)
	if sh.flow != running {
		return nil
	}
	p := sh.compileWith(text, opt)
	if w != nil && (w.Plain || len(w.Parts) == 1 && w.Parts[0].Kind == tree.Literal) {
		w.Cache = &compiled{opt, p}
	}
	return p
}

// matchOptions is how [[ ]] and case match.
func (sh *Shell) matchOptions(ext bool) pattern.Options {
	return pattern.Options{ExtGlob: ext, NoCase: sh.shopt[shoptNocasematch], Bytes: !sh.utf8}
}

// quickElement assigns to an element of an array without attributes whose subscript is a number, a plain
// variable that holds one, or a key.
func (sh *Shell) quickElement(a *tree.Assign, value string) bool {
	s, ok := a.Cache.(*slot)
	if !ok {
		s = sh.at(a.Name)
		a.Cache = s
	}
	v := s.v
	if v == nil || v.dynamic != 0 || v.attrs&^(indexed|associative) != 0 || a.Append || sh.opts[optXtrace] ||
		sh.opts[optAllexport] {
		return false
	}
	switch {
	case v.table != nil && a.Index.Plain && a.Index.Raw == a.Index.Text && a.Index.Text != "@" &&
		a.Index.Text != "*":
		v.table.set(a.Index.Text, value)
	case v.list != nil:
		i, ok := sh.plainIndex(a.Index)
		if !ok {
			return false
		}
		v.list.set(i, value)
	default:
		return false
	}
	v.set = true
	return true
}

// plainIndex is the value of a subscript that is a number or a variable that holds one.
func (sh *Shell) plainIndex(w *tree.Word) (int, bool) {
	text := w.Text
	if !w.Plain {
		if len(w.Parts) != 1 || w.Parts[0].Kind != tree.Variable || !simpleName(w.Parts[0].Param) {
			return 0, false
		}
		text = w.Parts[0].Param.Name
	}
	if w.Plain {
		if w.Raw != text { // quotes may be wrong here
			return 0, false
		}
		if n, ok := digits(text); ok {
			return n, true
		}
	}
	s := sh.slots[text]
	if s == nil || s.v == nil || s.v.attrs&reference != 0 || s.v.dynamic != 0 || s.v.list != nil ||
		s.v.table != nil {
		return 0, false
	}
	return digits(s.v.text)
}

// digits reads a number of a few decimal digits.
func digits(s string) (n int, ok bool) {
	const few = 9
	if s == "" || len(s) > few || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// quickElementOf finds ${name[subscript]} of an array that is neither computed nor a reference, where the
// subscript is a key, a number, or a plain variable that holds one.
func (sh *Shell) quickElementOf(p *tree.Param, o *operand) bool {
	v := sh.paramSlot(p).v
	if v == nil || v.dynamic != 0 || v.attrs&reference != 0 {
		return false
	}
	o.subscript, o.elem = p.Index, true
	switch {
	case v.table != nil:
		if o.index = sh.str(p.Index); o.index == "" {
			return false
		}
		o.text, o.set = v.table.get(o.index)
	case v.list != nil:
		i, ok := sh.plainIndex(p.Index)
		if !ok {
			return false
		}
		o.index = itoa(i)
		o.text, o.set = v.list.get(i)
	default:
		return false
	}
	return true
}

// quickAppend is a+=(words) to an array without attributes, which is not copied for it. It reports false,
// with nothing done, for the rest.
func (sh *Shell) quickAppend(name string, v *variable, a *tree.Assign) bool {
	if v == nil || v.list == nil || v.dynamic != 0 || v.attrs != indexed || sh.opts[optAllexport] {
		return false
	}
	for i := range a.Elems {
		if a.Elems[i].Index != nil {
			return false
		}
	}
	var vals []string
	for i := range a.Elems {
		vals = append(vals, sh.words([]tree.Word{*a.Elems[i].Value})...)
		if sh.flow != running {
			return true
		}
	}
	v = sh.define(name)
	for _, s := range vals {
		v.list.set(v.list.next(), s)
	}
	v.set = true
	sh.changed(name, v)
	return true
}
