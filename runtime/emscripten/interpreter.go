package emscripten

import (
	"context"
	"errors"
	"iter"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/memory"
)

// interpreter is one instance of the program. It runs in a coroutine of its own that outlives processes, for its
// stack lies in one invocation: whoever drives it resumes it and makes the calls that it asks for.
type interpreter struct {
	ctx    context.Context // without the invocation's own values
	module api.Module
	space  *memory.Space
	guest  *hostabi.Guest
	task   *task

	globals  []api.MutableGlobal
	values   []uint64 // of the globals, when it became ready
	snapshot experimental.Snapshot
	stage    stage

	resume func() (request, bool)
	stop   func()
	yield  func(request) bool
	answer answer
	err    error // how its invocation ended
}

// stage is how far an interpreter is in its life.
type stage uint8

const (
	stageBoot    stage = iota // on its way to its first line
	stageShim                 // the shim is being imported
	stageIdle                 // ready, waits for a process
	stageAdopted              // a process has it
	stageRun                  // the program runs
)

// ask is what an interpreter wants of its driver.
type ask uint8

const (
	askCall    ask = iota // make a system call
	askSpawn              // make a child
	askConsume            // account for instructions
	askLacking            // note an unsupported feature
	askIdle               // nothing: it is ready for a process
	askEnd                // the process ends with an exit code
)

// request is one question to the driver; which fields hold it is the kind's matter.
type request struct {
	kind  ask
	call  *primitives.Call
	spawn *abi.SpawnRequest
	count int64
	text  string
}

// answer is the driver's. Where dead is set the process has to go.
type answer struct {
	dead   bool
	result primitives.Result
	slice  int64
	pid    int32
	stage  int
	err    error
}

// ask hands a request to the driver. It does not return if the process has to go.
func (i *interpreter) ask(r request) {
	if !i.yield(r) {
		hostabi.Unwind() // nobody drives it any more
	}
	if i.answer.dead {
		i.leave()
	}
}

// leave drops what the process left, and goes back to where the next one begins; an interpreter that cannot go
// back ends.
func (i *interpreter) leave() {
	i.answer = answer{}
	if i.snapshot == nil || i.space.Grew() {
		hostabi.Unwind()
	}
	s := i.snapshot
	i.snapshot = nil
	i.space.Reset()
	for n, g := range i.globals {
		g.Set(i.values[n])
	}
	i.stage = stageIdle
	i.bind(nil, nil, nil)
	s.Restore([]uint64{askAgain})
}

// askAgain is what ready returns after an interpreter went back.
const askAgain = 0xffffffff

// bind gives the interpreter to a process.
func (i *interpreter) bind(p hostabi.Process, argv, env []string) {
	*i.task = task{Process: &relay{i: i, pid: pidOf(p), argv: argv, env: env}, interpreter: i}
	i.guest.Bind(i.task, "")
}

func pidOf(p hostabi.Process) int32 {
	if p == nil {
		return 1
	}
	return p.Pid()
}

// start begins the invocation of the program's main function with a command line.
func (i *interpreter) start(argv []string) {
	i.resume, i.stop = iter.Pull(func(yield func(request) bool) {
		i.yield = yield
		i.err = i.main(argv)
	})
}

// main runs the program from its start to its end, which is a call of exit or a trap.
func (i *interpreter) main(argv []string) error {
	ctx := experimental.WithSnapshotter(i.ctx)
	i.stackPointer().Set(python.StackTop)
	if _, err := i.module.ExportedFunction("__wasm_call_ctors").Call(ctx); err != nil {
		return err
	}
	ptr, err := i.arguments(argv)
	if err != nil {
		return err
	}
	_, err = i.module.ExportedFunction("__main_argc_argv").Call(ctx, uint64(len(argv)|python.ExitFlag), uint64(ptr))
	return err
}

func (i *interpreter) stackPointer() api.MutableGlobal { return i.globals[0] }

// arguments puts the command line on the program's stack.
func (i *interpreter) arguments(argv []string) (uint32, error) {
	size := uint32(4 * (len(argv) + 1))
	pointers := size
	for _, s := range argv {
		size += uint32(len(s) + 1)
	}
	r, err := i.module.ExportedFunction("_emscripten_stack_alloc").Call(i.ctx, uint64(size))
	if err != nil {
		return 0, err
	}
	ptr := uint32(r[0])
	putStrings(i.guest, argv, ptr, ptr+pointers)
	i.guest.PutU32(ptr+pointers-4, 0)
	return ptr, nil
}

// ended reports whether an invocation's end was one by exit or kill, and not the program's own fault.
func ended(err error) bool {
	var exit *sys.ExitError
	return err == nil || errors.As(err, &exit)
}

// enter calls a function that the program exports, of one result, from within a host function.
func enter(g *hostabi.Guest, name string, args ...uint64) uint32 {
	r, err := g.Module().ExportedFunction(name).Call(taskOf(g).interpreter.ctx, args...)
	if err != nil {
		panic(err) // the process unwinds, or the interpreter's own allocator trapped
	}
	return uint32(r[0])
}

// close gives an interpreter up.
func (i *interpreter) close() {
	i.stop()
	_ = i.module.Close(context.Background())
}
