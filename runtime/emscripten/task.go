package emscripten

import (
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// task is what a process's program keeps on this side; its threads share it.
type task struct {
	pid       int32
	argv, env []string

	job   *python.Job // what to run; nil: what the command line says
	state []byte      // what the shim is told of the job
	ascii bool        // texts are decoded as ASCII

	prepared bool // the shim said so

	mappings []mapping // shared, writable ones of files
	caught   uint64    // signals taken from the kernel and not yet given to the program, bit sig-1

	reserved    uint32 // memory that was got and not yet charged: see fresh
	reservedEnd uint64 // 0 = none
	unasked     int64  // instructions since then

	stacks []uint32 // of threads that ended

	local   local
	library hostabi.Session // SQLite; nil before its first call
	answer  []byte          // its last one
}

func taskOf(g *hostabi.Guest) *task { return threadOf(g).interpreter.task }

// flag tells the interpreter's loop whether to ask for signals.
func (t *task) flag(g *hostabi.Guest, v uint32) { g.PutU32(python.SignalFlag, v) }

// putText writes a text where libc's texts of errors were, and returns its address.
func putText(g *hostabi.Guest, s string) uint64 {
	b := g.Bytes(python.ErrorText, python.ErrorTextSize)
	if b == nil {
		return 0
	}
	b[copy(b[:len(b)-1], s)] = 0
	return python.ErrorText
}
