package emscripten

import (
	"errors"
	goruntime "runtime"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// bootInstructions is what the start of an interpreter is charged with, whether it was started ahead or not: what a native
// one takes at the profile's speed.
const bootInstructions = 12_000_000

// drive lets an interpreter run in a process until that ends. reusable is false if the interpreter ended itself.
func (i *interpreter) drive(p hostabi.Process) (status primitives.WaitStatus, reusable bool) {
	if _, alive := p.Consume(bootInstructions); !alive {
		i.answer = answer{dead: true}
		return 0, true
	}
	return i.serve(p)
}

// serve makes what an interpreter asks for, in the process's own coroutine.
func (i *interpreter) serve(p hostabi.Process) (status primitives.WaitStatus, reusable bool) {
	for {
		r, running := i.resume()
		if !running {
			return i.failed(p), false
		}
		alive := true
		switch r.kind {
		case askCall:
			i.answer.result, alive = p.Syscall(r.call)
		case askConsume:
			i.answer.slice, alive = p.Consume(r.count)
		case askSpawn:
			i.answer.pid, i.answer.stage, i.answer.err = p.Spawn(r.spawn, false)
			alive = p.Alive()
		case askLacking:
			p.Unsupported(r.text)
		case askIdle:
			continue
		case askEnd:
			p.Syscall(&primitives.Call{No: primitives.SysExitGroup, Pid: p.Pid(), Args: [6]int64{r.count}})
			i.answer = answer{dead: true}
			return primitives.ExitedStatus(int(r.count)), true
		}
		if !alive {
			i.answer = answer{dead: true}
			return 0, true
		}
		if c, able := p.(catcher); able && c.Caught() {
			i.guest.PutU32(python.SignalFlag, 1)
			i.guest.PutU32(python.SignalClock, 0)
		}
	}
}

// failed is how a process ends of which the program trapped.
func (i *interpreter) failed(p hostabi.Process) primitives.WaitStatus {
	if ended(i.err) {
		return 0
	}
	var bug goruntime.Error
	if errors.As(i.err, &bug) {
		panic(i.err)
	}
	return primitives.SignaledStatus(primitives.SIGSEGV)
}

// revive brings an interpreter of which the process ended back to where it is ready. It is false if it cannot go back.
func (i *interpreter) revive() bool {
	if i.snapshot == nil || i.space.Grew() {
		return false
	}
	for {
		r, running := i.resume()
		if !running || r.kind != askConsume {
			return running && r.kind == askIdle
		}
		i.answer = answer{slice: nurserySlice}
	}
}

// runUnusual starts an interpreter with a process's own command line, which it reads itself.
func (p *prepared) runUnusual(process hostabi.Process) primitives.WaitStatus {
	i, err := p.instantiate()
	if err != nil {
		panic(err)
	}
	defer i.close()
	infant := p.nursery.infant(process)
	i.bind(process, process.Argv(), process.Env())
	i.start(process.Argv())
	for {
		r, running := i.resume()
		switch {
		case !running:
			return i.failed(process)
		case r.kind == askIdle:
			i.answer = answer{}
			i.task.state = []byte("\x000")
			status, _ := i.drive(process)
			return status
		case r.kind == askEnd:
			process.Syscall(&primitives.Call{No: primitives.SysExitGroup, Pid: process.Pid(), Args: [6]int64{r.count}})
			return primitives.ExitedStatus(int(r.count))
		}
		i.answer = infant.answer(&r)
	}
}
