package shell

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// pipeline runs `! time a | b`.
func (sh *Shell) pipeline(n *tree.Pipeline) {
	var before times
	unopened := false
	if n.Timed {
		before = sh.times()
	}
	if n.Negated {
		sh.quiet++
	}
	switch len(n.Parts) {
	case 0:
		sh.setStatus(0)
	case 1:
		sh.unopened = false
		sh.run(n.Parts[0], noTail)
		_, compound := n.Parts[0].(*tree.Redirected)
		unopened = compound && sh.unopened
	default:
		sh.connect(n)
		if !n.Negated {
			sh.check()
		}
	}
	if n.Negated {
		sh.quiet--
		if sh.flow == running && !unopened { // a compound command whose redirection failed fails all the same
			sh.status = invert(sh.status)
		}
	}
	if n.Timed {
		sh.reportTimes(before, n.TimePosix)
	}
}

func invert(status int) int {
	if status == 0 {
		return 1
	}
	return 0
}

// connect runs the parts of a pipeline, each in a process of its own.
func (sh *Shell) connect(n *tree.Pipeline) {
	sh.line = n.Line + sh.base
	last := len(n.Parts) - 1
	lastHere := sh.shopt[shoptLastpipe] && !sh.opts[optMonitor]
	pids := make([]int, 0, len(n.Parts))
	in := -1
	for i, part := range n.Parts {
		next, out := -1, -1
		if i < last {
			r, w, err := linux.Pipe2(primitives.O_CLOEXEC)
			if err != nil {
				sh.noPipe("pipe error", err)
				sh.exit(exitNoPipe)
				return
			}
			next, out = r, w
		}
		if i == last && lastHere {
			sh.lastPart(part, in, pids, n)
			return
		}
		pid := sh.startPart(part, in, out, next)
		closeFd(in)
		closeFd(out)
		in = next
		if pid == 0 {
			closeFd(next)
			return
		}
		if pid > 0 {
			pids = append(pids, pid)
		}
	}
	sh.collect(pids, n)
}

func closeFd(fd int) {
	if fd >= 0 {
		_ = linux.Close(fd)
	}
}

// pipeActions connects a child to its pipes.
func pipeActions(in, out int, others ...int) (l []abi.FileAction) {
	if in >= 0 {
		l = append(l, abi.FileAction{Kind: abi.ActionDup2, Fd: int32(in), Newfd: 0})
	}
	if out >= 0 {
		l = append(l, abi.FileAction{Kind: abi.ActionDup2, Fd: int32(out), Newfd: 1})
	}
	for _, fd := range append(others, in, out) {
		if fd > 1 {
			l = append(l, abi.FileAction{Kind: abi.ActionClose, Fd: int32(fd)})
		}
	}
	return l
}

// startPart starts one part. A program whose words have no side effects needs no shell to expand
// them in.
func (sh *Shell) startPart(n tree.Node, in, out, other int) int {
	sh.debugForked(n)
	if s, ok := n.(*tree.Simple); ok && sh.pure(s) {
		if pid, done := sh.startProgram(s, in, out); done {
			return pid
		}
	}
	return sh.fork(&child{role: asSubshell, node: n, actions: pipeActions(in, out, other)})
}

// startProgram starts a part that is a program directly; false if it is none.
func (sh *Shell) startProgram(n *tree.Simple, in, out int) (pid int, done bool) {
	args := sh.words(n.Words)
	if sh.flow != running || len(args) == 0 {
		return 0, sh.flow != running
	}
	if f, b := sh.resolve(args[0]); f != nil || b != nil {
		return 0, false
	}
	sh.line = n.Line + sh.base
	temp, ok := sh.tempEnv(n)
	if !ok {
		return 0, true
	}
	sh.flush()
	hashed, known := sh.hashed[args[0]]
	p := sh.program(args, temp)
	if !known { // what a part of a pipeline finds is its own process's knowledge
		delete(sh.hashed, args[0])
	} else {
		sh.hashed[args[0]] = hashed
	}
	if p.path == "" || !exists(p.path) {
		return 0, false
	}
	r := sh.request(&p)
	r.Actions = pipeActions(in, out)
	for i := range r.Actions { // exec closes the pipes' own ends
		if r.Actions[i].Kind == abi.ActionClose {
			r.Actions = r.Actions[:i]
			break
		}
	}
	pid, _, err := sh.launch(r)
	if pid == 0 && sh.flow == running {
		if isErrno(err, primitives.ENOEXEC) {
			return 0, false
		}
		return sh.fork(&child{role: asSubshell, node: n, actions: pipeActions(in, out)}), true
	}
	return pid, true
}

// pure reports whether a command can be expanded here though it runs elsewhere.
func (sh *Shell) pure(n *tree.Simple) bool {
	if len(n.Redirs) > 0 || sh.opts[optXtrace] || sh.opts[optNounset] || sh.trapped(trapDebug) {
		return false
	}
	for i := range n.Words {
		if !pureWord(&n.Words[i]) {
			return false
		}
	}
	for i := range n.Assigns {
		a := &n.Assigns[i]
		pure := !a.Array && a.Index == nil && (a.Value == nil || pureWord(a.Value))
		if !pure || sh.variable(a.Name).has(readonly) {
			return false
		}
	}
	return len(n.Words) > 0 && !sh.shopt[shoptFailglob]
}

func pureWord(w *tree.Word) bool {
	return w.Plain || w.Assign == nil && pureParts(w.Parts)
}

func pureParts(parts []tree.Part) bool {
	for i := range parts {
		p := &parts[i]
		switch p.Kind {
		case tree.Literal, tree.Quoted, tree.Tilde:
		case tree.Double:
			if !pureParts(p.Parts) {
				return false
			}
		case tree.Variable:
			if !simpleName(p.Param) && !simpleSpecial(p.Param) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// simpleSpecial reports whether p is a plain $1, $@ or the like.
func simpleSpecial(p *tree.Param) bool {
	return p.Op == tree.NoOp && p.Index == nil && !p.Length && !p.Indirect && p.Names == 0 && !p.Bad &&
		p.All == 0 && !nameStart(p.Name[0])
}

// lastPart runs the last part of a pipeline in this shell, `shopt -s lastpipe`.
func (sh *Shell) lastPart(n tree.Node, in int, pids []int, p *tree.Pipeline) {
	mark := len(sh.saved)
	sh.saveFd(0)
	sh.seeks.known = false
	_ = linux.Dup3(in, 0, 0)
	closeFd(in)
	sh.run(n, noTail)
	sh.restoreFds(mark)
	status := sh.status
	if sh.flow != running {
		return
	}
	sh.collect(pids, p)
	sh.pipe = append(sh.pipe, status)
	sh.status = sh.pipeStatus()
}

// collect waits for the parts and sets $? and $PIPESTATUS.
func (sh *Shell) collect(pids []int, n tree.Node) {
	sh.pipe = sh.waitAll(pids, n)
	sh.status = sh.pipeStatus()
}

func (sh *Shell) pipeStatus() int {
	if len(sh.pipe) == 0 {
		return 0
	}
	status := sh.pipe[len(sh.pipe)-1]
	if sh.opts[optPipefail] && status == 0 {
		for _, s := range slices.Backward(sh.pipe) {
			if s != 0 {
				return s
			}
		}
	}
	return status
}

// debugForked runs the DEBUG trap for a simple command that gets a process of its own, before it does.
func (sh *Shell) debugForked(n tree.Node) {
	if s, ok := n.(*tree.Simple); ok {
		sh.node = s
		if sh.traps[trapDebug].set {
			sh.debug()
		}
	}
}
