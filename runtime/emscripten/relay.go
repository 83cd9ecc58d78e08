package emscripten

import (
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// relay is a process seen from an interpreter's coroutine. What does not wait it answers itself; all else it asks of the
// driver. Its Syscall and Consume are the task's.
type relay struct {
	hostabi.Process // nil: what is not answered below is the task's

	i         *interpreter
	pid       int32
	argv, env []string
}

// Alive is always true here: an interpreter of which the process has to go does not return from what it asks.
func (r *relay) Alive() bool { return true }

func (r *relay) Pid() int32     { return r.pid }
func (r *relay) Argv() []string { return r.argv }
func (r *relay) Env() []string  { return r.env }

// State tells the shim what to run: this program is never forked with a state.
func (r *relay) State() []byte { return r.i.task.state }

// Grow is never asked: heap.go grows memory by calls.
func (r *relay) Grow(int64) (granted, alive bool) { return true, true }

func (r *relay) Spawn(s *abi.SpawnRequest, _ bool) (pid int32, stage int, err error) {
	r.i.ask(request{kind: askSpawn, spawn: s})
	return r.i.answer.pid, r.i.answer.stage, r.i.answer.err
}

func (r *relay) Unsupported(feature string) { r.i.ask(request{kind: askLacking, text: feature}) }
