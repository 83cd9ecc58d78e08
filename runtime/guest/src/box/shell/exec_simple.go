package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// simple runs a simple command.
func (sh *Shell) simple(n *tree.Simple, t tail) {
	sh.line, sh.node = n.Line+sh.base, n
	if sh.traps[trapDebug].set {
		sh.debug()
	}
	sh.statusOfSubst = 0
	args, decls := sh.arguments(n)
	if sh.flow != running {
		return
	}
	if len(args) == 0 {
		sh.assignments(n)
		return
	}
	f, b := sh.resolveWord(&n.Words[0], args[0])
	switch {
	case f != nil:
		sh.callFunction(f, args, n)
	case b != nil:
		sh.runBuiltin(b, args, decls, n)
	default:
		sh.external(args, n, t)
		return // $_ and the status are set there
	}
	sh.args = args[len(args)-1]
}

// resolved is what a command's name was found to mean.
type resolved struct {
	at int // Shell.commands then
	f  *function
	b  *builtin
}

// resolveWord is resolve for the first word of a command, which remembers the answer.
func (sh *Shell) resolveWord(w *tree.Word, name string) (*function, *builtin) {
	if !w.Plain {
		return sh.resolve(name)
	}
	r, ok := w.Cache.(*resolved)
	if !ok || r.at != sh.commands {
		r = &resolved{at: sh.commands}
		r.f, r.b = sh.resolve(name)
		w.Cache = r
	}
	return r.f, r.b
}

// resolve finds the function or the builtin of that name. dash has builtins that no function hides.
func (sh *Shell) resolve(name string) (*function, *builtin) {
	var b *builtin
	if !strings.Contains(name, "/") {
		b = sh.findBuiltin(name)
	}
	if b != nil && b.special && (sh.dash || sh.opts[optPosix]) {
		return nil, b
	}
	if f := sh.funcs[name]; f != nil {
		return f, nil
	}
	return nil, b
}

// arguments expands the words of a command. Of declare and its kin the assignments are kept.
func (sh *Shell) arguments(n *tree.Simple) ([]string, []*tree.Assign) {
	declares := false
	for i := range n.Words {
		if n.Words[i].Assign != nil {
			declares = true
			break
		}
	}
	if !declares {
		return sh.words(n.Words), nil
	}
	var args []string
	var decls []*tree.Assign
	for i := range n.Words {
		w := &n.Words[i]
		if w.Assign == nil {
			args = append(args, sh.words(n.Words[i:i+1])...)
			for len(decls) < len(args) {
				decls = append(decls, nil)
			}
			continue
		}
		text := w.Assign.Name
		if !w.Assign.Array && !w.Assign.Naked {
			text = sh.declText(w.Assign)
		}
		if sh.flow != running {
			return nil, nil
		}
		args, decls = append(args, text), append(decls, w.Assign)
	}
	return args, decls
}

// declText is an assignment to a scalar as an argument, its value expanded.
func (sh *Shell) declText(a *tree.Assign) string {
	var b strings.Builder
	b.WriteString(a.Name)
	if a.Index != nil {
		b.WriteString("[" + a.Index.Raw + "]")
	}
	if a.Append {
		b.WriteByte('+')
	}
	b.WriteByte('=')
	b.WriteString(sh.assignValue(a))
	return b.String()
}

func (sh *Shell) assignValue(a *tree.Assign) string {
	if a.Value == nil {
		return ""
	}
	return sh.str(a.Value)
}

// assignments runs a command that is only assignments and redirections.
func (sh *Shell) assignments(n *tree.Simple) {
	for i := range n.Assigns {
		if !sh.perform(&n.Assigns[i]) {
			if sh.flow == running {
				sh.fatalAssign()
			}
			return
		}
		if sh.flow != running {
			return
		}
	}
	if sh.opts[optXtrace] && len(n.Assigns) == 0 && len(n.Redirs) > 0 {
		sh.trace("")
	}
	status := sh.statusOfSubst
	if len(n.Redirs) > 0 {
		mark, ok := sh.redirect(n.Redirs)
		sh.restoreFds(mark)
		if !ok {
			status = 1
		}
	}
	if len(n.Assigns) > 0 {
		sh.args = ""
	}
	if sh.flow == running {
		sh.setStatus(status)
	}
}

// fatalAssign gives up the line after an assignment that was refused.
func (sh *Shell) fatalAssign() { sh.discard() }

// perform makes an assignment to the shell's variables.
func (sh *Shell) perform(a *tree.Assign) bool {
	if a.Array {
		return sh.assignArray(a)
	}
	value := sh.assignValue(a)
	if sh.flow != running {
		return false
	}
	if a.Index != nil {
		return sh.performElement(a, value)
	}
	if sh.opts[optXtrace] {
		op := "="
		if a.Append {
			op = "+="
		}
		sh.trace(a.Name + op + quoteTrace(value))
	}
	s, ok := a.Cache.(*slot)
	if !ok {
		s = sh.at(a.Name)
		a.Cache = s
	}
	return sh.assignSlot(s, value, a.Append)
}

func quoteTrace(s string) string {
	if s == "" {
		return ""
	}
	return quoteIfNeeded(s)
}

func (sh *Shell) performElement(a *tree.Assign, value string) bool {
	base, _, _ := sh.target(a.Name)
	index := sh.str(a.Index)
	if sh.flow != running {
		return false
	}
	if sh.opts[optXtrace] {
		sh.trace(a.Name + "[" + a.Index.Raw + "]=" + quoteTrace(value))
	}
	if index == "@" || index == "*" {
		if !sh.variable(base).has(associative) {
			sh.warn(a.Name + "[" + index + "]: bad array subscript")
			return false
		}
	}
	if index == "" && sh.variable(base).has(associative) {
		sh.warn(a.Name + "[" + a.Index.Raw + "]: bad array subscript")
		return false
	}
	ok := sh.assignElement(base, index, value, a.Append)
	if !ok && sh.flow == running { // a bad subscript costs only the line of an arithmetic error
		sh.status = 1
	}
	return ok
}

// assignArray makes an assignment like a=(...).
func (sh *Shell) assignArray(a *tree.Assign) bool {
	name, _, _ := sh.target(a.Name)
	v := sh.variable(name)
	if v.has(readonly) {
		sh.warn(name + ": readonly variable")
		return false
	}
	if v.has(associative) {
		return sh.assignTable(name, v, a)
	}
	if sh.opts[optXtrace] {
		sh.trace(a.Name + "=(" + rawElems(a) + ")")
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
		el := &a.Elems[i]
		if el.Index == nil {
			vals := sh.words([]tree.Word{*el.Value})
			if sh.flow != running {
				return false
			}
			for _, s := range vals {
				s, ok := sh.convert(&variable{attrs: attrs}, s, "", false)
				if !ok {
					return false
				}
				list.set(next, s)
				next++
			}
			continue
		}
		n, ok := sh.elemIndex(name, el, list)
		if !ok {
			return false
		}
		if n < 0 {
			continue
		}
		old, _ := list.get(n)
		s, ok := sh.convert(&variable{attrs: attrs}, sh.str(el.Value), old, el.Append)
		if !ok || sh.flow != running {
			return false
		}
		list.set(n, s)
		next = n + 1
	}
	v = sh.define(name)
	v.text, v.list, v.set = "", list, true
	v.attrs |= indexed
	v.dynamic = 0
	if sh.opts[optAllexport] {
		v.attrs |= exported
	}
	sh.changed(name, v)
	return true
}

// elemIndex evaluates the index of [index]=value; -1 tells that it was bad and is passed over.
func (sh *Shell) elemIndex(name string, el *tree.Elem, list *array) (int, bool) {
	text := sh.str(el.Index)
	if sh.flow != running {
		return 0, false
	}
	n, ok := sh.arithmetic(text)
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
	_ = name
	return i, true
}

func (sh *Shell) assignTable(name string, v *variable, a *tree.Assign) bool {
	t := newAssoc()
	if a.Append && v.table != nil {
		t = v.clone().table
	}
	var loose []string
	for i := range a.Elems {
		el := &a.Elems[i]
		if el.Index == nil {
			loose = append(loose, sh.words([]tree.Word{*el.Value})...)
			continue
		}
		key := sh.str(el.Index)
		if key == "" {
			sh.warn(name + "[" + el.Index.Raw + "]: bad array subscript")
			continue
		}
		s, ok := sh.convert(v, sh.str(el.Value), t.vals[key], el.Append)
		if !ok || sh.flow != running {
			return false
		}
		t.set(key, s)
	}
	if len(loose) > 0 && len(loose) < len(a.Elems) {
		for i := range a.Elems {
			if a.Elems[i].Index == nil {
				sh.warn(name + ": " + a.Elems[i].Value.Raw + ": must use subscript when assigning associative array")
			}
		}
		loose = nil
	}
	for i := 0; i < len(loose); i += 2 { // m=(key value key value)
		value := ""
		if i+1 < len(loose) {
			value = loose[i+1]
		}
		t.set(loose[i], value)
	}
	v.table, v.set = t, true
	sh.changed(name, v)
	return sh.flow == running
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
