package emscripten

import (
	"context"
	"iter"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// thread is one instance of the program: the main one, or one that a script started. The threads of a process
// share memory; each has its stack, its globals and its count of instructions, and runs in a coroutine of its
// own, which a driver resumes and of which it makes the calls. It is the hostabi.Process that host functions
// see.
type thread struct {
	interpreter *interpreter
	ctx         context.Context // without an invocation's own values
	module      api.Module
	guest       *hostabi.Guest
	globals     []api.MutableGlobal

	resume func() (request, bool)
	stop   func()
	yield  func(request) bool
	answer answer
	err    error // how its invocation ended

	ident uint32 // what the program knows it by
	tid   int64  // the kernel's number; 0 for the main thread
	ran   int64  // instructions since it was chosen to run
	wait  wait   // what it waits for
}

func threadOf(g *hostabi.Guest) *thread { return g.Process.(*thread) }

// ask is what a thread wants of its driver.
type ask uint8

const (
	askCall    ask = iota // make a system call
	askSpawn              // make a child
	askConsume            // account for instructions
	askLacking            // note an unsupported feature
	askIdle               // nothing: it is ready for a process
	askEnd                // the process ends with an exit code
	askThread             // start a thread
	askWait               // let others run until what it waits for is there
)

// request is one question to the driver; which fields hold it is the kind's matter.
type request struct {
	kind  ask
	call  *primitives.Call
	spawn *abi.SpawnRequest
	count int64
	text  string
	wait  wait
	start start
}

// start is how a thread begins: a function of the program's table, its argument, and where its stack begins.
type start struct{ function, argument, stack uint32 }

// answer is the driver's. Where dead is set the process has to go.
type answer struct {
	dead   bool
	result primitives.Result
	value  int64 // of Consume the next slice, of waits how they ended
	pid    int32
	stage  int
	err    error
}

// ask hands a request to the driver. It does not return if the process has to go.
func (t *thread) ask(r request) {
	if !t.yield(r) {
		hostabi.Unwind() // nobody drives it any more
	}
	if t.answer.dead {
		t.interpreter.leave(t)
	}
}

// begin makes the coroutine, in which main runs.
func (t *thread) begin(main func() error) {
	t.resume, t.stop = iter.Pull(func(yield func(request) bool) {
		t.yield = yield
		t.err = main()
	})
}

// Globals of the program, by their place among those that change.
const (
	globalStack = 0
	globalIdent = 1 // the stack's other end, which nothing reads: it holds the thread's ident
)

// run is a started thread's main function.
func (t *thread) run(s start) error {
	t.globals[globalStack].Set(uint64(s.stack))
	t.globals[globalIdent].Set(uint64(t.ident))
	return t.enterMain(t.ctx, s.function|python.ThreadFlag, s.argument)
}

// enterMain calls the one function through which all threads enter the program.
func (t *thread) enterMain(ctx context.Context, a, b uint32) error {
	_, err := t.module.ExportedFunction("__main_argc_argv").Call(ctx, uint64(a), uint64(b))
	return err
}

// runMain is the main thread's: the program from its start to its end, which is a call of exit or a trap.
func (t *thread) runMain(argv []string) error {
	ctx := experimental.WithSnapshotter(t.ctx)
	t.globals[globalStack].Set(python.StackTop)
	if _, err := t.module.ExportedFunction("__wasm_call_ctors").Call(ctx); err != nil {
		return err
	}
	t.globals[globalIdent].Set(uint64(t.ident))
	ptr, err := t.arguments(argv)
	if err != nil {
		return err
	}
	return t.enterMain(ctx, uint32(len(argv)|python.ExitFlag), ptr)
}

// arguments puts the command line on the program's stack.
func (t *thread) arguments(argv []string) (uint32, error) {
	size := uint32(4 * (len(argv) + 1))
	pointers := size
	for _, s := range argv {
		size += uint32(len(s) + 1)
	}
	r, err := t.module.ExportedFunction("_emscripten_stack_alloc").Call(t.ctx, uint64(size))
	if err != nil {
		return 0, err
	}
	ptr := uint32(r[0])
	putStrings(t.guest, argv, ptr, ptr+pointers)
	t.guest.PutU32(ptr+pointers-4, 0)
	return ptr, nil
}

// Syscall has a call made, after what memory turned out to be used before it was charged.
func (t *thread) Syscall(c *primitives.Call) (primitives.Result, bool) {
	if n := t.interpreter.task.untouched(); n > 0 && c.No != primitives.SysBrk {
		use := primitives.Call{No: primitives.SysBrk, Pid: c.Pid, Args: [6]int64{n, growTouch}}
		t.interpreter.task.reservedEnd = 0
		t.ask(request{kind: askCall, call: &use})
	}
	t.ask(request{kind: askCall, call: c})
	return t.answer.result, true
}

// Consume accounts for instructions.
func (t *thread) Consume(n int64) (int64, bool) {
	t.ask(request{kind: askConsume, count: n})
	return t.answer.value, true
}

// Grow asks for memory of the library's: the program's own is grown by calls, see heap.go.
func (t *thread) Grow(bytes int64) (granted, alive bool) {
	grow := primitives.Call{No: primitives.SysBrk, Pid: t.Pid(), Args: [6]int64{bytes, growUse}}
	t.ask(request{kind: askCall, call: &grow})
	return ok(t.answer.result), true
}

// Spawn has a child made.
func (t *thread) Spawn(s *abi.SpawnRequest, _ bool) (pid int32, stage int, err error) {
	t.ask(request{kind: askSpawn, spawn: s})
	return t.answer.pid, t.answer.stage, t.answer.err
}

// Alive is always true here: a thread of which the process has to go does not return from what it asks.
func (t *thread) Alive() bool { return true }

// Pid returns the process's number.
func (t *thread) Pid() int32 { return t.interpreter.task.pid }

// Argv returns the process's arguments.
func (t *thread) Argv() []string { return t.interpreter.task.argv }

// Env returns the process's environment.
func (t *thread) Env() []string { return t.interpreter.task.env }

// State tells the shim what to run: this program is never forked with a state.
func (t *thread) State() []byte { return t.interpreter.task.state }

// Unsupported notes a feature that is missing.
func (t *thread) Unsupported(feature string) { t.ask(request{kind: askLacking, text: feature}) }

// enter calls a function that the program exports, of one result, from within a host function.
func enter(g *hostabi.Guest, name string, args ...uint64) uint32 {
	r, err := g.Module().ExportedFunction(name).Call(threadOf(g).ctx, args...)
	if err != nil {
		panic(err) // the process unwinds, or the program's own allocator trapped
	}
	return uint32(r[0])
}
