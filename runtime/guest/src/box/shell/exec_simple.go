package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// simple runs a simple command.
func (sh *Shell) simple(n *tree.Simple, t tail) {
	sh.line, sh.node = n.Line+sh.base, n
	if sh.traps[trapDebug].set && t != tailForked && sh.debug() {
		sh.setStatus(0)
		return
	}
	sh.statusOfSubst = 0
	if len(n.Words) > 1 && n.Words[0].Plain && n.Words[0].Text == "local" && sh.isLocal(&n.Words[0]) &&
		sh.quickLocal(n) {
		return
	}
	if sh.opts[optKeyword] && len(n.Words) > 1 {
		n = sh.withKeywords(n)
	}
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
		if t == tailForked && sh.uncounted > 0 {
			sh.uncounted--
		}
		sh.callFunction(f, args, n)
	case b != nil:
		sh.runBuiltin(b, args, decls, n)
	case sh.interactive && sh.shopt[shoptAutocd] && len(args) == 1 && isDir(args[0]):
		sh.stderr("cd -- " + quoteIfNeeded(args[0]) + "\n")
		args = []string{"cd", "--", args[0]}
		b = sh.findBuiltin("cd")
		sh.runBuiltin(b, args, nil, n)
	default:
		sh.external(args, n, t)
		return // $_ and the status are set there
	}
	sh.args = lastArgument{text: args[len(args)-1]}
	if f != nil || b.returns {
		sh.giveBack(args)
	}
}

// withKeywords makes, under `set -k`, assignments of the arguments that look like them.
func (sh *Shell) withKeywords(n *tree.Simple) *tree.Simple {
	out := *n
	out.Assigns, out.Words = append([]tree.Assign(nil), n.Assigns...), n.Words[:1:1]
	for _, w := range n.Words[1:] {
		l := sh.parseOne(w.Raw)
		if l != nil && len(l.Words) == 0 && len(l.Assigns) == 1 && !l.Assigns[0].Array {
			out.Assigns = append(out.Assigns, l.Assigns[0])
			continue
		}
		out.Words = append(out.Words, w)
	}
	return &out
}

// isLocal reports whether the word is the builtin local, and no function of that name.
func (sh *Shell) isLocal(w *tree.Word) bool {
	f, b := sh.resolveWord(w, "local")
	return f == nil && b != nil
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
		sh.args = lastArgument{}
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
		if a.Index.Raw == "" {
			return sh.performElement(a, value)
		}
		return sh.quickElement(a, value) || sh.performElement(a, value)
	}
	if sh.opts[optXtrace] {
		op := "="
		if a.Append {
			op = "+="
		}
		sh.trace(a.Name + op + sh.quoteTraced(value))
	}
	s, ok := a.Cache.(*slot)
	if !ok {
		s = sh.at(a.Name)
		a.Cache = s
	}
	return sh.assignSlot(s, value, a.Append)
}

func (sh *Shell) quoteTraced(s string) string {
	if sh.dash {
		return s
	}
	return quoteTrace(s)
}

func quoteTrace(s string) string {
	if s == "" {
		return ""
	}
	return quoteTraced(s)
}

func (sh *Shell) performElement(a *tree.Assign, value string) bool {
	base, _, _ := sh.target(a.Name)
	index := sh.subscriptText(base, a.Index)
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
	if a.Index.Raw == "" || index == "" && sh.variable(base).has(associative) {
		sh.warn(a.Name + "[" + a.Index.Raw + "]: bad array subscript")
		return false
	}
	ok := sh.assignElement(base, index, value, a.Append)
	if !ok && sh.flow == running { // a bad subscript costs only the line of an arithmetic error
		sh.status = 1
	}
	return ok
}
