package shell

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// maxCalls is how deep functions may call each other before the stack overflows.
const maxCalls = 10000

func (sh *Shell) defineFunction(n *tree.Function) {
	sh.line = n.Line + sh.base
	if sh.opts[optPosix] && !sh.dash && !validName(n.Name) {
		sh.warn("`" + n.Name + "': not a valid identifier")
		sh.exit(2)
		return
	}
	if b := sh.findBuiltin(n.Name); sh.opts[optPosix] && !sh.dash && b != nil && b.special {
		sh.warn("`" + n.Name + "': is a special builtin")
		sh.exit(2)
		return
	}
	if !sh.dash && strings.ContainsAny(n.Name, "$`\"'\\") {
		sh.warn("`" + n.Name + "': not a valid identifier")
		sh.setStatus(1)
		return
	}
	if old := sh.funcs[n.Name]; old != nil && old.attrs&readonly != 0 {
		sh.warn(n.Name + ": readonly function")
		sh.status = 1
		return
	}
	f := &function{name: n.Name, source: n.Source, line: n.Line, base: sh.base, body: n.Body}
	if f.source == "" && !sh.dash {
		switch sh.source {
		case fromString:
			f.source = "environment"
		case fromStdin:
			f.source = "main"
		case fromFile:
			f.source = sh.script()
		}
	}
	if old := sh.funcs[n.Name]; old != nil {
		f.attrs = old.attrs & exported
	}
	if sh.opts[optAllexport] {
		f.attrs |= exported
	}
	sh.funcs[n.Name] = f
	sh.commands++
	if f.attrs&exported != 0 {
		sh.environ = nil
	}
	sh.status = 0
}

// load returns the body, which may have come from another process in encoded form.
func (f *function) load() tree.Node {
	if f.body == nil {
		f.body, _ = tree.DecodeNode(f.code)
	}
	return f.body
}

// encoded returns the body in encoded form, for children.
func (f *function) encoded() string {
	if f.code == "" {
		f.code = string(tree.Encode(nil, f.body))
	}
	return f.code
}

// callFunction runs a function.
func (sh *Shell) callFunction(f *function, args []string, n *tree.Simple) {
	if len(sh.frames) >= maxCalls {
		sh.overflow()
		return
	}
	if limit := sh.callLimit(); limit > 0 && len(sh.frames) >= limit {
		sh.warn(f.name + ": maximum function nesting level exceeded (" + itoa(limit) + ")")
		sh.discard()
		return
	}
	if sh.opts[optXtrace] && len(n.Assigns) == 0 {
		sh.traceCommand(nil, args)
	}
	mark, ok := sh.redirect(n.Redirs)
	if !ok {
		sh.restoreFds(mark)
		sh.redirectRefused()
		return
	}
	scoped := sh.pushTemp(n.Assigns)
	read, line := sh.read, sh.line
	if sh.opts[optXtrace] && len(n.Assigns) > 0 && sh.flow == running {
		sh.traceCommand(nil, args)
	}
	if sh.flow == running {
		sh.read = f.line + f.base
		sh.enter(f, args, line)
	}
	sh.read, sh.line = read, line
	if scoped {
		sh.popTemp()
	}
	sh.restoreFds(mark)
}

// callLimit is FUNCNEST.
func (sh *Shell) callLimit() int {
	if sh.funcnest == nil {
		sh.funcnest = sh.at("FUNCNEST")
	}
	if v := sh.funcnest.v; v != nil {
		return atoi(v.text)
	}
	return 0
}

// enter runs the body of a function with its own parameters and variables.
func (sh *Shell) enter(f *function, args []string, line int) {
	frame := sh.push()
	frame.name, frame.source, frame.line, frame.params = f.name, f.source, line, sh.params
	sh.params = args[1:]
	if sh.shopt[shoptExtdebug] {
		frame.kept, frame.args = true, args[1:]
	}
	loops, base := sh.loops, sh.base
	sh.loops, sh.base = 0, f.base
	var hidden trap
	if sh.traps[trapReturn].set && !sh.opts[optFunctrace] && f.attrs&traced == 0 {
		hidden, sh.traps[trapReturn] = sh.traps[trapReturn], trap{}
	}
	if sh.traps[trapDebug].set && (sh.opts[optFunctrace] || f.attrs&traced != 0) {
		sh.line = f.line + f.base
		sh.debug()
	}
	sh.run(f.load(), noTail)
	sh.endCall(f.line + f.base)
	if hidden.set {
		sh.traps[trapReturn] = hidden
	}
	if sh.flow == breaking || sh.flow == continuing {
		sh.flow, sh.levels = running, 0
	}
	sh.loops, sh.base = loops, base
	sh.params = frame.params
	sh.leaveFrame()
}

// push adds a frame. The one that a call left behind is used again, with the room it has.
func (sh *Shell) push() *frame {
	n := len(sh.frames)
	if n < cap(sh.frames) {
		if f := sh.frames[:n+1][n]; f != nil {
			f.saved, f.isFile, f.opts, f.kept = f.saved[:0], false, nil, false
			sh.frames = sh.frames[:n+1]
			return f
		}
	}
	f := &frame{}
	sh.frames = append(sh.frames, f)
	return f
}

// leaveFrame brings back what local variables hid.
func (sh *Shell) leaveFrame() {
	f := sh.frames[len(sh.frames)-1]
	for _, s := range slices.Backward(f.saved) {
		if s.at == nil {
			sh.restore(s)
			continue
		}
		local := s.at.v
		sh.restore(s)
		sh.retire(local)
	}
	if f.opts != nil {
		sh.opts = *f.opts
	}
	sh.frames = sh.frames[:len(sh.frames)-1]
}

// overflow ends the shell as the overflow of its stack does.
func (sh *Shell) overflow() {
	sh.flush()
	_ = linux.Kill(linux.Getpid(), primitives.SIGSEGV)
	sh.exit(128 + int(primitives.SIGSEGV))
}

// pushTemp puts the assignments before a function or a builtin in force; popTemp ends that.
func (sh *Shell) pushTemp(assigns []tree.Assign) bool {
	if len(assigns) == 0 {
		return false
	}
	scope := &tempScope{}
	scope.saved = scope.room[:0]
	sh.temps = append(sh.temps, scope)
	for i := range assigns {
		a := &assigns[i]
		value := sh.tempValueOf(a)
		if sh.flow != running {
			return true
		}
		if sh.opts[optXtrace] {
			sh.trace(a.Name + "=" + quoteTrace(value))
		}
		s, ok := a.Cache.(*slot)
		if !ok {
			s = sh.at(a.Name)
			a.Cache = s
		}
		old := s.v
		if old.has(readonly) {
			sh.readonly(a.Name)
			switch {
			case sh.dash:
				sh.exit(2)
			case sh.opts[optPosix] && !sh.interactive:
				sh.exit(1)
			}
			continue
		}
		if a.Append && old != nil {
			before, _ := old.first()
			value = sh.appended(old, before, value)
		}
		if !scope.has(a.Name) {
			scope.saved = append(scope.saved, savedVar{name: a.Name, old: old, at: s})
		}
		sh.age++
		s.v = &variable{text: value, set: true, attrs: exported, age: sh.age}
		sh.changed(a.Name, s.v)
	}
	return true
}

func (sh *Shell) popTemp() {
	scope := sh.temps[len(sh.temps)-1]
	sh.temps = sh.temps[:len(sh.temps)-1]
	for _, s := range slices.Backward(scope.saved) {
		sh.restore(s)
	}
}

func (sh *Shell) functionNames() []string {
	l := make([]string, 0, len(sh.funcs))
	for name := range sh.funcs {
		l = append(l, name)
	}
	slices.Sort(l)
	return l
}

func (sh *Shell) functionBody(f *function) string { return tree.FunctionBody(f.load()) }

func (sh *Shell) functionText(f *function) string { return tree.FunctionText(f.name, f.load()) }

func isFunction(n tree.Node) bool {
	_, ok := n.(*tree.Function)
	return ok
}

// importFunction takes over a function that the environment holds.
func (sh *Shell) importFunction(name, value string) {
	p := parse.Parse(name+" "+value, parse.Options{ExtGlob: true, Source: "environment"})
	l, err := p.Next(true)
	switch {
	case err != nil:
		sh.note(name + ": line " + itoa(err.Line) + ": " + err.Text)
	case l == nil:
	case len(l.Items) != 1 || !isFunction(l.Items[0].Node):
		sh.note("warning: " + name + ": ignoring function definition attempt")
		l = nil
	}
	if l == nil || err != nil {
		sh.note("error importing function definition for `" + name + "'")
		return
	}
	if f, ok := l.Items[0].Node.(*tree.Function); ok {
		sh.funcs[name] = &function{name: name, source: "environment", body: f.Body, attrs: exported}
		sh.commands++
	}
}

// hashedPath is a remembered program.
type hashedPath struct {
	path string
	hits int
}

// search finds a program by PATH, or by path if that is given; "" if there is none.
func (sh *Shell) search(name string, path *string) string {
	if path == nil {
		if h, ok := sh.hashed[name]; ok {
			if !sh.checksHash() || executable(h.path) {
				h.hits++
				sh.hashed[name] = h
				return h.path
			}
			delete(sh.hashed, name)
		}
	}
	if dirs, ok := sh.get("PATH"); path == nil && (!ok || dirs == "") && !sh.dash {
		return name // as it stands, relative to the working directory
	}
	found := sh.searchPath(name, path)
	if found != "" && path == nil && sh.opts[optHashall] && found[0] == '/' {
		sh.hashed[name] = hashedPath{found, 1}
	}
	return found
}

// searchPath walks PATH. Without an executable file it settles for one that is not, as bash does.
func (sh *Shell) searchPath(name string, path *string) string {
	if name == "" {
		return ""
	}
	list := sh.text("PATH")
	if path != nil {
		list = *path
	}
	fallback := ""
	for dir := range strings.SplitSeq(list, ":") {
		file := dir + "/" + name
		if dir == "" {
			file = "./" + name
		}
		st, err := linux.Stat(file)
		if err != nil || st.IsDir() {
			continue
		}
		if linux.Access(file, accessExec) == nil {
			return file
		}
		if fallback == "" {
			fallback = file
		}
	}
	return fallback
}

// Modes of access(2).
const (
	accessExec  = 1
	accessWrite = 2
	accessRead  = 4
)

func executable(path string) bool {
	st, err := linux.Stat(path)
	return err == nil && !st.IsDir() && linux.Access(path, accessExec) == nil
}

// checksHash reports whether a remembered path is looked at before it is used; bash trusts it otherwise.
func (sh *Shell) checksHash() bool { return sh.dash || sh.shopt[shoptCheckhash] || sh.opts[optPosix] }

// endCall ends a return from a function or a sourced file, with the RETURN trap. In the trap $? is what it
// was before the return.
func (sh *Shell) endCall(line int) {
	status := sh.status
	if sh.flow == returning {
		sh.flow = running
		sh.status = sh.beforeReturn
	}
	if sh.traps[trapReturn].set && sh.trapped(trapReturn) && sh.flow == running {
		sh.line = line
		sh.runTrap(trapReturn)
	}
	if sh.flow == running {
		sh.status = status
	}
}
