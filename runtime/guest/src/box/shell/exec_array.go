package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// assignArray makes an assignment like a=(...).
func (sh *Shell) assignArray(a *tree.Assign) bool {
	if a.Index != nil {
		sh.warn(a.Name + "[" + a.Index.Raw + "]: cannot assign list to array member")
		sh.status = 1
		return false
	}
	name, _, _ := sh.target(a.Name)
	v := sh.variable(name)
	if v.has(readonly) {
		sh.warn(name + ": readonly variable")
		return false
	}
	if v.has(associative) {
		return sh.assignTable(name, v, a)
	}
	if sh.opts[optXtrace] && !a.Traced {
		sh.trace(a.Name + operatorOf(a) + "(" + rawElems(a) + ")")
	}
	if a.Append && sh.quickAppend(name, v, a) {
		return sh.flow == running
	}
	list := &array{}
	next := 0
	if a.Append && v != nil {
		old := v.clone()
		old.makeList()
		list, next = old.list, old.list.next()
	}
	attrs := attr(0)
	if v != nil {
		attrs = v.attrs
	}
	for i := range a.Elems {
		var ok bool
		if next, ok = sh.assignElem(&a.Elems[i], list, next, attrs); !ok {
			return false
		}
	}
	v = sh.define(name)
	switch v.dynamic {
	case dynDirstack:
		for i, n := range list.indices() {
			sh.assignComputed(v, itoa(n), list.vals[i])
		}
		return true
	case dynFuncname, dynGroups, dynBashSource, dynBashLineno, dynArgc, dynArgv:
		return true
	}
	v.text, v.list, v.set = "", list, true
	v.attrs |= indexed
	v.dynamic = 0
	if sh.opts[optAllexport] {
		v.attrs |= exported
	}
	sh.changed(name, v)
	return true
}

// assignElem adds the values of one word of a=(...) to the list; next is where those go that have
// no index.
func (sh *Shell) assignElem(el *tree.Elem, list *array, next int, attrs attr) (int, bool) {
	if el.Index == nil {
		vals := sh.words([]tree.Word{*el.Value})
		if sh.flow != running {
			return next, false
		}
		for _, s := range vals {
			s, ok := sh.convert(&variable{attrs: attrs}, s, "", false)
			if !ok {
				return next, false
			}
			list.set(next, s)
			next++
		}
		return next, true
	}
	n, ok := sh.elemIndex(el, list)
	if !ok || n < 0 {
		return next, ok
	}
	old, _ := list.get(n)
	s, ok := sh.convert(&variable{attrs: attrs}, sh.str(el.Value), old, el.Append)
	if !ok || sh.flow != running {
		return next, false
	}
	list.set(n, s)
	return n + 1, true
}

// elemIndex evaluates the index of [index]=value; -1 tells that it was bad and is passed over.
func (sh *Shell) elemIndex(el *tree.Elem, list *array) (int, bool) {
	text := sh.subscriptText("", el.Index)
	if sh.flow != running {
		return 0, false
	}
	n, ok := sh.subscript(text)
	if !ok {
		return 0, false
	}
	i := int(n)
	if i < 0 {
		if i += list.next(); i < 0 {
			sh.warn("[" + el.Index.Raw + "]=" + el.Value.Raw + ": bad array subscript")
			return -1, true
		}
	}
	return i, true
}

func (sh *Shell) assignTable(name string, v *variable, a *tree.Assign) bool {
	sh.noTilde = true
	defer func() { sh.noTilde = false }()
	t := newAssoc()
	if a.Append && v.table != nil {
		t = v.clone().table
	}
	if len(a.Elems) > 0 && a.Elems[0].Index == nil {
		sh.assignPairs(t, v, a.Elems)
		v.table, v.set = t, true
		sh.changed(name, v)
		return sh.flow == running
	}
	for i := range a.Elems {
		el := &a.Elems[i]
		if el.Index == nil {
			text := el.Value.Raw
			if a.Traced { // declare quotes its words
				text = quoteSingle(sh.str(el.Value))
			}
			sh.warn(name + ": " + text + ": must use subscript when assigning associative array")
			continue
		}
		key := sh.str(el.Index)
		if key == "" {
			sh.warn("['']=" + quoteSingle(sh.str(el.Value)) + ": bad array subscript")
			continue
		}
		s, ok := sh.convert(v, sh.str(el.Value), t.text(key), el.Append)
		if !ok || sh.flow != running {
			return false
		}
		t.set(key, s)
	}
	v.table, v.set = t, true
	sh.changed(name, v)
	return sh.flow == running
}

// assignPairs is m=(key value key value). The words are neither split nor globbed.
func (sh *Shell) assignPairs(t *assoc, v *variable, elems []tree.Elem) {
	word := func(el *tree.Elem) string {
		if el.Index == nil {
			return sh.str(el.Value)
		}
		op := "]="
		if el.Append {
			op = "]+="
		}
		return "[" + sh.str(el.Index) + op + sh.str(el.Value)
	}
	for i := 0; i < len(elems); i += 2 {
		key, value := word(&elems[i]), ""
		if i+1 < len(elems) {
			value = word(&elems[i+1])
		}
		if sh.flow != running {
			return
		}
		if key == "" {
			sh.warn("['']=" + quoteSingle(value) + ": bad array subscript")
			continue
		}
		if value, ok := sh.convert(v, value, "", false); ok {
			t.set(key, value)
		}
	}
}

func operatorOf(a *tree.Assign) string {
	if a.Append {
		return "+="
	}
	return "="
}

// traceList shows the list that a declaration assigns, as bash does before the command itself.
func (sh *Shell) traceList(a *tree.Assign) {
	if a == nil || !a.Array {
		return
	}
	var l []string
	for i := range a.Elems {
		s := ""
		el := &a.Elems[i]
		if el.Index != nil {
			s = "[" + quoteOnly(el.Index.Text) + "]="
		}
		switch {
		case el.Value == nil:
		case el.Value.Plain:
			s += quoteOnly(el.Value.Text)
		default:
			s += el.Value.Raw
		}
		l = append(l, s)
	}
	sh.trace(a.Name + operatorOf(a) + "(" + strings.Join(l, " ") + ")")
}

func rawElems(a *tree.Assign) string {
	var l []string
	for i := range a.Elems {
		s := ""
		if a.Elems[i].Index != nil {
			s = "[" + a.Elems[i].Index.Raw + "]="
		}
		if a.Elems[i].Value != nil {
			s += a.Elems[i].Value.Raw
		}
		l = append(l, s)
	}
	return strings.Join(l, " ")
}
