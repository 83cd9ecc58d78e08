package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// task is the process that host functions see, and what its program keeps on this side. Its calls are made by whoever drives
// the interpreter: the process's own coroutine, or the nursery.
type task struct {
	hostabi.Process
	interpreter *interpreter

	job   *python.Job // what to run; nil: what the command line says
	state []byte      // what the shim is told of the job
	ascii bool        // texts are decoded as ASCII

	prepared bool // the shim said so

	mappings []mapping // shared, writable ones of files
	caught   uint64    // signals taken from the kernel and not yet given to the program, bit sig-1

	reserved    uint32 // memory that was got and not yet charged: see fresh
	reservedEnd uint64 // 0 = none
}

func taskOf(g *hostabi.Guest) *task { return g.Process.(*task) }

// catcher is a process that tells whether a caught signal waits to be taken.
type catcher interface{ Caught() bool }

// Syscall has the call made, and does not return if the process has to go.
func (t *task) Syscall(c *primitives.Call) (primitives.Result, bool) {
	i := t.interpreter
	if n := t.untouched(); n > 0 && c.No != primitives.SysBrk {
		use := primitives.Call{No: primitives.SysBrk, Pid: c.Pid, Args: [6]int64{n, growTouch}}
		t.reservedEnd = 0
		i.ask(request{kind: askCall, call: &use})
	}
	i.ask(request{kind: askCall, call: c})
	return i.answer.result, true
}

// Consume accounts for instructions.
func (t *task) Consume(n int64) (int64, bool) {
	i := t.interpreter
	i.ask(request{kind: askConsume, count: n})
	return i.answer.slice, true
}

// flag tells the interpreter's loop whether to ask for signals.
func (t *task) flag(g *hostabi.Guest, v uint32) { g.PutU32(python.SignalFlag, v) }

// end ends the process with an exit code. It does not return.
func (t *task) end(_ *hostabi.Guest, code int64) {
	t.interpreter.ask(request{kind: askEnd, count: code})
}

// putText writes a text where libc's texts of errors were, and returns its address.
func putText(g *hostabi.Guest, s string) uint64 {
	b := g.Bytes(python.ErrorText, python.ErrorTextSize)
	if b == nil {
		return 0
	}
	b[copy(b[:len(b)-1], s)] = 0
	return python.ErrorText
}
