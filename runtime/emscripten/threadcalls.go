package emscripten

import (
	"math"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// threads are what stands in for a pthread library: starting and ending, and the two ways in which the
// program's threads wait for each other. All else about them is the program's own code.
func threads() []function {
	return []function{
		{name: "thread_create", params: "iii", do: threadCreate},
		{name: "thread_exit", none: true, do: func(*hostabi.Guest, hostabi.Args) uint64 {
			hostabi.Unwind()
			return 0
		}},
		{name: "thread_yield", none: true, do: threadYield},
		{name: "lock_wait", params: "iIi", do: lockWait},
		{name: "semaphore_wait", params: "iI", do: semaphoreWait},
	}
}

// threadStack is the size of a thread's stack, bytes. Of it threadTouched is charged at once.
const (
	threadStack   = 1 << 20
	threadTouched = 64 << 10
)

// threadCreate is (function, argument, *ident): 0, or an error number.
func threadCreate(g *hostabi.Guest, a hostabi.Args) uint64 {
	t := threadOf(g)
	stack := t.interpreter.task.stack(g)
	if stack == 0 {
		return uint64(number(primitives.EAGAIN))
	}
	t.ask(request{kind: askThread, start: start{a.U32(0), a.U32(1), stack + threadStack}})
	if t.answer.err != nil {
		t.interpreter.task.stacks = append(t.interpreter.task.stacks, stack)
		return uint64(number(primitives.ErrnoOf(t.answer.err)))
	}
	g.PutU32(a.U32(2), uint32(t.answer.value))
	return 0
}

// stack returns memory for a stack, or 0. Most of it is never touched.
func (t *task) stack(g *hostabi.Guest) uint32 {
	if n := len(t.stacks); n > 0 {
		s := t.stacks[n-1]
		t.stacks = t.stacks[:n-1]
		return s
	}
	ptr := enter(g, "emscripten_builtin_memalign", 16, threadStack)
	if n := t.untouched(); n > 0 {
		t.reservedEnd = 0
		g.Do(g.Call(primitives.SysBrk, min(n, threadTouched), growTouch))
	}
	return ptr
}

// threadYield is called by a thread that wants the interpreter's lock, if it was asked to let others have it.
func threadYield(g *hostabi.Guest, _ hostabi.Args) uint64 {
	g.PutU32(python.YieldFlag, 0)
	threadOf(g).ask(request{kind: askWait})
	return 0
}

// Results of lockWait and semaphoreWait, as the program's code has them.
const (
	lockTimedOut    = 0
	lockAcquired    = 1
	lockInterrupted = 2

	semaphoreTimedOut    = -2
	semaphoreInterrupted = -3
)

// lockWait is (lock, microseconds or -1, interruptible): a lock is a byte, 0 when it is free.
func lockWait(g *hostabi.Guest, a hostabi.Args) uint64 {
	w := wait{kind: waitLock, address: a.U32(0), limit: -1, interruptible: a.U32(2) != 0}
	if us := a.I64(1); us >= 0 {
		w.limit = min(us, math.MaxInt64/1000) * 1000
	}
	t := threadOf(g)
	t.ask(request{kind: askWait, wait: w})
	return uint64(uint32(t.answer.value))
}

// semaphoreWait is (address of the counter, nanoseconds or -1): the caller takes from the counter what there
// is.
func semaphoreWait(g *hostabi.Guest, a hostabi.Args) uint64 {
	t := threadOf(g)
	w := wait{kind: waitSemaphore, address: a.U32(0), limit: max(a.I64(1), -1), interruptible: true}
	t.ask(request{kind: askWait, wait: w})
	return uint64(uint32(t.answer.value))
}
