package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// Exit codes of commands that could not be run.
const (
	exitCannotRun = 126
	exitNotFound  = 127
)

// external runs a program.
func (sh *Shell) external(args []string, n *tree.Simple, t tail) {
	inPlace := sh.inPlace(n, t)
	if !inPlace && !sh.dash && leaveTraces(n.Redirs) {
		sh.externalApart(args, n)
		return
	}
	temp, ok := sh.tempEnv(n)
	if !ok {
		return
	}
	if sh.opts[optXtrace] {
		sh.traceCommand(inOrder(temp, n.Assigns), args)
	}
	pid, status := 0, 0
	if c, ok := sh.childRedirs(n.Redirs); ok && !inPlace && len(n.Redirs) > 0 {
		pid, status = sh.runRedirected(args, temp, n, c)
	} else {
		c.close()
		mark, ok := sh.redirect(n.Redirs)
		if !ok {
			sh.restoreFds(mark)
			if !inPlace && !sh.dash && sh.status != exitNoFork && sh.flow != running {
				sh.flow = running // what could not be expanded ends the program's process only
				sh.setStatus(sh.status)
			} else {
				sh.redirectRefused()
			}
			sh.args = lastArgument{text: args[len(args)-1]}
			return
		}
		if inPlace {
			sh.execInPlace(args, temp)
			return
		}
		pid, status = sh.spawn(args, temp)
		sh.restoreFds(mark)
	}
	sh.args = lastArgument{text: args[len(args)-1]}
	if pid > 0 {
		status = sh.wait(pid, n)
	}
	if sh.flow == running {
		sh.setStatus(status)
	}
	if len(sh.jobs) > 0 {
		sh.reap()
		sh.tell()
	}
}

// externalApart runs a program in a process that is made before its redirections, as bash always does it:
// what they assign to is not seen here.
func (sh *Shell) externalApart(args []string, n *tree.Simple) {
	apart := &tree.Simple{Line: n.Line, Assigns: n.Assigns, Redirs: n.Redirs}
	for _, a := range args {
		apart.Words = append(apart.Words, tree.Word{Raw: quoteIfNeeded(a), Plain: true, Text: a})
	}
	pid := sh.fork(&child{role: asSubshell, node: apart})
	sh.args = lastArgument{text: args[len(args)-1]}
	if pid > 0 {
		sh.setStatus(sh.wait(pid, n))
	}
}

// leaveTraces reports whether redirections assign to variables.
func leaveTraces(list []tree.Redir) bool {
	for i := range list {
		r := &list[i]
		if r.Var != "" || assigns(r.Word.Parts) || r.Body != nil && assigns(r.Body.Parts) {
			return true
		}
	}
	return false
}

// assigns reports whether the expansion of parts may assign to a variable.
func assigns(parts []tree.Part) bool {
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Kind == tree.Double && assigns(p.Parts),
			p.Kind == tree.ArithExp && strings.ContainsAny(p.Expr.Raw, "=+-"),
			p.Kind == tree.Variable && p.Param.Op == tree.AssignOp:
			return true
		}
	}
	return false
}

// redirectRefused sets the status after a redirection that failed, unless the shell ends for a reason of
// its own: a substitution in it that could not be forked.
func (sh *Shell) redirectRefused() {
	if sh.flow == running {
		sh.setStatus(sh.redirectStatus())
	}
}

func (sh *Shell) redirectStatus() int {
	if sh.dash {
		return 2
	}
	return 1
}

// inPlace reports whether the program takes this process's place.
func (sh *Shell) inPlace(n *tree.Simple, t tail) bool {
	switch t {
	case noTail:
		return false
	case tailForked:
		return true
	default:
		return len(n.Redirs) == 0 && sh.catches == 0 && !sh.trapped(trapExit) && !sh.trapped(trapErr)
	}
}

// tempEnv evaluates the assignments before a program. A readonly variable stays what it is.
func (sh *Shell) tempEnv(n *tree.Simple) ([]string, bool) {
	if len(n.Assigns) == 0 {
		return nil, true
	}
	var names []string
	vals := map[string]string{}
	for i := range n.Assigns {
		a := &n.Assigns[i]
		value := sh.tempValueOf(a)
		if sh.flow != running {
			return nil, false
		}
		if sh.variable(a.Name).has(readonly) {
			sh.readonly(a.Name)
			if sh.dash {
				sh.exit(2)
				return nil, false
			}
			continue
		}
		if a.Append {
			old, seen := vals[a.Name]
			if !seen {
				old = sh.text(a.Name)
			}
			value = sh.appended(sh.variable(a.Name), old, value)
		}
		if _, seen := vals[a.Name]; !seen {
			names = append(names, a.Name)
		}
		vals[a.Name] = value
		if i+1 < len(n.Assigns) { // the next one sees it
			old := sh.variable(a.Name)
			sh.bind(a.Name, &variable{text: value, set: true, attrs: exported, age: sh.age})
			defer sh.bind(a.Name, old)
		}
	}
	age := func(name string) int {
		for i, s := range names {
			if s == name {
				return i
			}
		}
		return 0
	}
	sorted := append([]string(nil), names...)
	sortBuckets(sorted, localBuckets, age)
	env := make([]string, len(sorted))
	for i, name := range sorted {
		env[i] = name + "=" + vals[name]
	}
	return env, true
}

// inOrder is the environment of the assignments before a command in the order in which they are written.
func inOrder(env []string, assigns []tree.Assign) (l []string) {
	for i := range assigns {
		for _, s := range env {
			if strings.HasPrefix(s, assigns[i].Name+"=") && !slices.Contains(l, s) {
				l = append(l, s)
			}
		}
	}
	return l
}

// tempValueOf is the value of an assignment before a command; a list is passed on as it is written.
func (sh *Shell) tempValueOf(a *tree.Assign) string {
	if a.Array {
		return "(" + rawElems(a) + ")"
	}
	return sh.assignValue(a)
}

// appended is the value of name+=value before a command.
func (sh *Shell) appended(v *variable, old, value string) string {
	if !v.has(integer) {
		return old + value
	}
	a, _ := sh.arithmetic(old)
	b, _ := sh.arithmetic(value)
	return strconv.FormatInt(a+b, 10)
}

// childEnv is the environment of a program, with the assignments before it.
func (sh *Shell) childEnv(temp []string, path string) []string {
	env := sh.env(path)
	if len(temp) == 0 {
		return env
	}
	out := make([]string, 0, len(temp)+len(env))
	out = append(out, temp...)
	for _, s := range env {
		name, _, _ := strings.Cut(s, "=")
		hidden := false
		for _, t := range temp {
			hidden = hidden || strings.HasPrefix(t, name+"=")
		}
		if !hidden {
			out = append(out, s)
		}
	}
	return out
}

// program is a command ready to be executed.
type program struct {
	path string // "" if it was not found
	args []string
	env  []string
}

func (sh *Shell) program(args, temp []string) program {
	p := program{path: args[0], args: args}
	if !strings.Contains(args[0], "/") {
		path := tempValue(temp, "PATH")
		if p.path = sh.search(args[0], path); p.path == "" && path != nil && *path == "" && !sh.dash {
			p.path = args[0]
		}
	}
	p.env = sh.childEnv(temp, p.path)
	return p
}

// tempValue returns what an assignment before the command gives a variable, or nil.
func tempValue(temp []string, name string) *string {
	for _, s := range temp {
		if v, ok := strings.CutPrefix(s, name+"="); ok {
			return &v
		}
	}
	return nil
}

// execInPlace gives this process to a program. It returns only with a failure.
func (sh *Shell) execInPlace(args, temp []string) {
	sh.flush()
	sh.shiftLevel(-1)
	p := sh.program(args, temp)
	sh.shiftLevel(+1)
	if p.path == "" {
		if sh.notFound(args) {
			return
		}
		sh.exit(exitNotFound)
		return
	}
	err := linux.Execve(sh.request(&p))
	sh.exit(sh.execFailed(&p, err))
}

// request is what exec and spawn need.
func (sh *Shell) request(p *program) *abi.SpawnRequest {
	return &abi.SpawnRequest{Path: p.path, Argv: p.args, Env: p.env, Default: sh.caught()}
}

// spawn starts a program: pid is to be waited for, or 0 with the status of one that did not start.
func (sh *Shell) spawn(args, temp []string) (pid, status int) {
	sh.flush()
	p := sh.program(args, temp)
	if p.path == "" && sh.funcs["command_not_found_handle"] != nil {
		sh.notFound(args)
		return 0, sh.status
	}
	pid, _, err := sh.launch(sh.request(&p))
	switch {
	case pid > 0 || sh.flow != running:
		return pid, sh.status
	case p.path == "":
		sh.commandNotFound(args[0])
		return 0, exitNotFound
	case isErrno(err, primitives.ENOEXEC):
		return sh.spawnScript(&p)
	}
	return 0, sh.execFailed(&p, err)
}

// launch makes a process; an error is that of an action or of exec, as the stage says. When none can be
// made, the shell is ended.
func (sh *Shell) launch(r *abi.SpawnRequest) (pid, failed int, err error) {
	sh.reap()
	for delay := int64(1); ; delay *= 2 {
		pid, stage, err := linux.Spawn(r)
		switch {
		case err == nil:
			return pid, 0, nil
		case stage != abi.StageClone && stage != 0:
			return 0, stage, err
		}
		if !sh.retryFork(err, delay) {
			return 0, abi.StageClone, err
		}
	}
}

// commandNotFound says that there is no such command.
func (sh *Shell) commandNotFound(name string) {
	if sh.dash {
		sh.warn(name + ": not found")
		return
	}
	sh.warn(printable(name) + ": command not found")
}

// printable is a name as messages show it.
func printable(name string) string {
	if unprintable(name) {
		return quoteANSI(name)
	}
	return name
}

// notFound calls the function that bash calls for unknown commands, if there is one. A subshell
// would run it; it runs here.
func (sh *Shell) notFound(args []string) bool {
	f := sh.funcs["command_not_found_handle"]
	if f == nil {
		sh.commandNotFound(args[0])
		return false
	}
	sh.callFunction(f, append([]string{f.name}, args...), &tree.Simple{Line: sh.line})
	return true
}

// execFailed says why a program was not executed and returns the exit code for it.
func (sh *Shell) execFailed(p *program, err error) int {
	name := p.args[0]
	switch e := primitives.ErrnoOf(err); {
	case sh.dash && e == primitives.ENOENT:
		sh.warn(name + ": not found")
	case sh.dash:
		sh.warn(name + ": " + e.Text())
	case e == primitives.ENOENT && exists(p.path):
		sh.warn(p.path + ": cannot execute: required file not found")
	case e == primitives.ENOEXEC && isBinary(p.path):
		sh.warn(p.path + ": cannot execute binary file: Exec format error")
	case e == primitives.ENOEXEC:
		sh.runScript(p)
		return sh.status
	case isDir(p.path):
		sh.warn(p.path + ": Is a directory")
	default:
		sh.warn(p.path + ": " + e.Text())
	}
	if isErrno(err, primitives.ENOENT) {
		return exitNotFound
	}
	return exitCannotRun
}

// isBinary looks, as bash does, whether a NUL stands in the first line of the first 80 bytes.
func isBinary(path string) bool {
	fd, err := linux.Open(path, primitives.O_RDONLY|primitives.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer func() { _ = linux.Close(fd) }()
	var b [80]byte
	n, err := linux.Read(fd, b[:])
	if err != nil {
		return false
	}
	if strings.HasPrefix(string(b[:n]), "\x7fELF") {
		return true
	}
	for _, c := range b[:n] {
		switch c {
		case '\n':
			return false
		case 0:
			return true
		}
	}
	return false
}

// shiftLevel changes $SHLVL, which a program in the shell's place must not see raised.
func (sh *Shell) shiftLevel(by int) {
	v := sh.variable("SHLVL")
	if v == nil || sh.dash {
		return
	}
	v.text = itoa(atoi(v.text) + by)
	sh.environ = nil
}
