package shell

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

func itoa(n int) string { return strconv.Itoa(n) }

// atoi reads what of s is a number, as C's atoi.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// role is what a forked shell is for.
type role uint8

const (
	asSubshell   role = iota // ( ) and parts of pipelines
	asSubst                  // $( )
	asBackground             // &
	asProcess                // <( )
	asScript                 // a file without #!
)

// child describes a shell to be forked.
type child struct {
	role    role
	node    tree.Node
	list    *tree.List
	text    string // source to run after list
	actions []abi.FileAction
	ignore  uint64
	script  *program
}

// forkDelays is how many seconds bash waits before it tries to fork again.
const forkDelayMax = 16

// fork starts a shell that descends from this one. 0: no process could be made and the shell ends.
func (sh *Shell) fork(c *child) int {
	sh.flush()
	sh.reap()
	r := &abi.SpawnRequest{
		Argv: linux.Args(), State: sh.encodeState(c), Actions: c.actions,
		Ignore: c.ignore, Default: sh.caught(),
	}
	for delay := int64(1); ; delay *= 2 {
		pid, _, err := linux.Fork(r)
		if err == nil {
			return pid
		}
		if !sh.retryFork(err, delay) {
			return 0
		}
	}
}

// retryFork decides what a failed fork means: true after a pause, or false with the shell ended.
func (sh *Shell) retryFork(err error, delay int64) bool {
	if sh.dash {
		sh.flush() // dash knows no line then
		sh.stderr(sh.label() + ": 0: Cannot fork\n")
		sh.exit(exitDash)
		return false
	}
	if isErrno(err, primitives.EAGAIN) && delay < forkDelayMax {
		sh.reapAny()
		sh.note("fork: retry: " + reason(err))
		if sh.rest(delay * second) {
			return true
		}
		err = primitives.EINTR
	}
	sh.note("fork: " + reason(err))
	sh.exit(exitNoFork)
	return false
}

// rest sleeps before a fork is tried again; false: the end of a child, of which bash is told, cut it short.
func (sh *Shell) rest(ns int64) bool {
	old, _ := linux.Sigaction(primitives.SIGCHLD, abi.SigCatch)
	err := linux.Nanosleep(ns)
	_, _ = linux.Sigaction(primitives.SIGCHLD, old)
	sh.pending |= linux.Sigpending() &^ (1 << (primitives.SIGCHLD - 1))
	return err == nil
}

// noPipe tells that no descriptors are left for a pipe; dash ends by that, bash where it asks for what.
func (sh *Shell) noPipe(what string, err error) {
	if sh.dash {
		sh.warn("Pipe call failed")
		sh.exit(exitDash)
		return
	}
	sh.note(what + ": " + reason(err))
}

// The exit codes of a bash that could not fork, or not make the pipe between two commands, and of a dash.
const (
	exitNoFork = 254
	exitNoPipe = 129
	exitDash   = 2
)

// subshell runs ( ) in a process of its own.
func (sh *Shell) subshell(n tree.Node) {
	switch s := n.(type) {
	case *tree.Subshell:
		sh.line = s.Line + sh.base
	case *tree.Redirected:
		if inner, ok := s.Node.(*tree.Subshell); ok {
			sh.line = inner.Line + sh.base
		}
	}
	sh.node = n
	pid := sh.fork(&child{role: asSubshell, node: n})
	if pid > 0 {
		sh.setStatus(sh.wait(pid, n))
	}
}

// forked runs what this process was made for, and returns its exit code.
func (sh *Shell) forked(c *child) int {
	switch {
	case c.script != nil:
		sh.runScript(c.script)
	case c.list != nil:
		t := tailSimple
		if c.role == asSubst {
			t = tailAll
		}
		sh.list(c.list, t)
		if c.text != "" && sh.flow == running {
			sh.runSource(c.text, "command substitution", max(sh.line, 1), "", noTail)
		}
	default:
		sh.runForked(c.node)
	}
	return sh.finish()
}

func (sh *Shell) runForked(n tree.Node) {
	if s, ok := n.(*tree.Simple); ok {
		if sh.role == asSubshell {
			sh.uncounted++
		}
		sh.simple(s, tailForked)
		return
	}
	if !sh.dash {
		sh.loops = 0
	}
	switch n := n.(type) {
	case *tree.Subshell:
		sh.inside(n.Body)
	case *tree.Redirected:
		inner, ok := n.Node.(*tree.Subshell)
		if !ok {
			sh.runRedirectedPart(n)
			return
		}
		if _, ok := sh.redirect(n.Redirs); !ok {
			sh.status = 1
			return
		}
		sh.inside(inner.Body)
	default:
		sh.run(n, noTail)
	}
}

// inside runs the body of ( ) in the process made for it. A body that is one ( ) needs no other.
func (sh *Shell) inside(body *tree.List) {
	if !sh.dash {
		sh.loops = 0
	}
	if len(body.Items) == 1 && !body.Items[0].Async {
		if s, ok := body.Items[0].Node.(*tree.Subshell); ok {
			sh.sub++
			sh.inside(s.Body)
			return
		}
	}
	sh.list(body, tailSimple)
}

// runRedirectedPart runs a redirected command in the process made for it, which need not keep what its
// descriptors were.
func (sh *Shell) runRedirectedPart(n *tree.Redirected) {
	mark, ok := sh.redirect(n.Redirs)
	if !ok {
		sh.restoreFds(mark)
		if sh.flow == running {
			sh.status = 1
		}
		sh.check()
		return
	}
	sh.keepFds(mark)
	sh.run(n.Node, noTail)
}
