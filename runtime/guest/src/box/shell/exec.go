package shell

import (
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// tail tells whether what is run is the last thing that this process does, so that a program may
// take its place instead of being started and waited for. bash does that in few places, and a
// sandbox that forbids new processes shows which.
type tail uint8

const (
	noTail     tail = iota
	tailSimple      // the last simple command of ( )
	tailAll         // of `bash -c` and $( ): also the last one of && and ||
	tailForked      // this process was made for just this command
)

// list runs commands one after the other.
func (sh *Shell) list(l *tree.List, t tail) {
	for i := range l.Items {
		it := &l.Items[i]
		mark := len(sh.procs)
		if it.Async {
			sh.background(it.Node)
		} else {
			last := noTail
			if i == len(l.Items)-1 {
				last = t
			}
			sh.run(it.Node, last)
		}
		if len(sh.procs) > mark {
			sh.closeProcs(mark)
		}
		if sh.catches > 0 {
			sh.poll()
		}
		if sh.flow != running {
			return
		}
	}
}

// run runs a command.
func (sh *Shell) run(n tree.Node, t tail) {
	if sh.opts[optNoexec] {
		return
	}
	switch n := n.(type) {
	case *tree.Simple:
		sh.simple(n, t)
		sh.check()
	case *tree.AndOr:
		sh.andOr(n, t)
	case *tree.Pipeline:
		sh.pipeline(n)
	case *tree.Redirected:
		sh.redirected(n)
	case *tree.Subshell:
		sh.subshell(n)
		sh.check()
	case *tree.Group:
		sh.list(n.Body, noTail)
	case *tree.If:
		sh.ifElse(n)
	case *tree.While:
		sh.while(n)
	case *tree.For, *tree.ForArith, *tree.Case:
		sh.lined(n)
	case *tree.Arith:
		sh.arithCommand(n)
		sh.check()
	case *tree.Test:
		sh.testCommand(n)
		sh.check()
	case *tree.Function:
		sh.defineFunction(n)
	case *tree.Coproc:
		sh.coproc(n)
	}
}

// lined runs the compound commands whose own line bash has while it runs what is in them.
func (sh *Shell) lined(n tree.Node) {
	read := sh.read
	switch n := n.(type) {
	case *tree.For:
		sh.read = n.Line + sh.base
		if n.Select {
			sh.selectLoop(n)
		} else {
			sh.forEach(n)
		}
	case *tree.ForArith:
		sh.read = n.Line + sh.base
		sh.forArith(n)
	case *tree.Case:
		sh.read = n.Line + sh.base
		sh.caseOf(n)
	}
	sh.read = read
}

// check acts on the failure of a command: the ERR trap, and `set -e`.
func (sh *Shell) check() {
	if sh.status == 0 || sh.flow != running || sh.quiet > 0 {
		return
	}
	sh.failed()
}

func (sh *Shell) failed() {
	sh.trapErr()
	if sh.opts[optErrexit] && sh.flow == running {
		sh.exit(sh.status)
	}
}

func (sh *Shell) andOr(n *tree.AndOr, t tail) {
	sh.quiet++
	mark := len(sh.procs)
	sh.run(n.Left, noTail)
	sh.quiet--
	if len(sh.procs) > mark { // bash lets go of them before the other side
		sh.closeProcs(mark)
	}
	if sh.catches > 0 {
		sh.poll()
	}
	if sh.flow != running || (sh.status == 0) == n.Or {
		return
	}
	if t != tailAll {
		t = noTail
	}
	sh.run(n.Right, t)
}

// condition runs the condition of if, while and until.
func (sh *Shell) condition(l *tree.List) bool {
	sh.quiet++
	sh.list(l, noTail)
	sh.quiet--
	return sh.status == 0
}

func (sh *Shell) ifElse(n *tree.If) {
	ok := sh.condition(n.Cond)
	switch {
	case sh.flow != running:
	case ok:
		sh.list(n.Then, noTail)
	case n.Else != nil:
		sh.run(n.Else, noTail)
	default:
		sh.status = 0
	}
}

func (sh *Shell) redirected(n *tree.Redirected) {
	if _, ok := n.Node.(*tree.Subshell); ok {
		sh.subshell(n)
		sh.check()
		return
	}
	mark, ok := sh.redirect(n.Redirs)
	if !ok {
		sh.restoreFds(mark)
		if sh.flow == running {
			sh.status = 1
			sh.unopened = true
		}
		sh.check()
		return
	}
	sh.run(n.Node, noTail)
	sh.restoreFds(mark)
}

func (sh *Shell) arithCommand(n *tree.Arith) {
	sh.line, sh.node = n.Line+sh.base, n
	if sh.opts[optXtrace] {
		sh.trace("(( " + n.Expr.Raw + " ))")
	}
	if sh.traps[trapDebug].set && sh.debug() {
		sh.setStatus(0)
		return
	}
	sh.command = "(("
	v, ok := sh.arithWord(&n.Expr)
	sh.command = ""
	switch {
	case sh.flow != running:
	case !ok || v == 0:
		sh.setStatus(1)
	default:
		sh.setStatus(0)
	}
}

// setStatus sets $? and, as every command does, $PIPESTATUS.
func (sh *Shell) setStatus(status int) {
	sh.status = status
	sh.pipe = append(sh.pipe[:0], status)
}
