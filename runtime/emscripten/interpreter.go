package emscripten

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"

	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/memory"
)

// interpreter is a program that outlives processes: it was started, came to where it is ready, and goes back
// there after each process. Its main thread's stack lies in one invocation, so that is what goes back and not
// a new one.
type interpreter struct {
	prepared *prepared
	space    *memory.Space
	task     *task
	main     *thread
	threads  []*thread // all, the main one first

	image    *memory.Image // of its kind, if another one was ready before
	values   []uint64      // of the main thread's globals, when it became ready
	snapshot experimental.Snapshot
	stage    stage
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

// leave drops what the process left. The main thread goes back to where the next process begins, if it can;
// any other thread ends.
func (i *interpreter) leave(t *thread) {
	t.answer = answer{}
	if t != i.main || i.snapshot == nil || !i.space.Shrink(t.module.Memory()) {
		hostabi.Unwind()
	}
	s := i.snapshot
	i.snapshot = nil
	i.space.Reset()
	for n, g := range t.globals {
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
	*i.task = task{pid: 1, argv: argv, env: env}
	if p != nil {
		i.task.pid = p.Pid()
	}
	i.main.wait, i.main.ran = wait{}, 0
	i.main.guest.Bind(i.main, "")
}

// start begins the main thread with a command line.
func (i *interpreter) start(argv []string) {
	i.main.begin(func() error { return i.main.runMain(argv) })
}

// dismiss ends all threads but the main one.
func (i *interpreter) dismiss() {
	for _, t := range i.threads[1:] {
		t.stop()
		_ = t.module.Close(context.Background())
	}
	i.threads = i.threads[:1]
}

// drop takes a thread that ended off the list.
func (i *interpreter) drop(t *thread) {
	for n, other := range i.threads {
		if other == t {
			i.threads = append(i.threads[:n], i.threads[n+1:]...)
			break
		}
	}
	_ = t.module.Close(context.Background())
}

// close gives an interpreter up.
func (i *interpreter) close() {
	i.dismiss()
	if i.main.stop != nil {
		i.main.stop()
	}
	_ = i.main.module.Close(context.Background())
}

// ended reports whether an invocation's end was one by exit or kill, and not the program's own fault.
func ended(err error) bool {
	var exit *sys.ExitError
	return err == nil || errors.As(err, &exit)
}

// u32 reads the program's memory from outside of it.
func (i *interpreter) u32(ptr uint32) uint32 { return i.main.guest.U32(ptr) }

// detached reports whether no thread holds the interpreter's lock, so that another one may run.
func (i *interpreter) detached() bool { return i.u32(python.ThreadState) == 0 }
