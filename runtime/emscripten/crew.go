package emscripten

import (
	"context"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// The threads of a process take turns, in the order in which they were started: the kernel knows one that
// runs. A turn ends where the program gives the interpreter's lock away: at a call that has to wait, at a
// lock, or when it was asked to after a while.

// turn is how many instructions a thread may run while others could: the 5 ms of sys.getswitchinterval at a
// speed of 10^9.
const turn = 5_000_000

// next chooses who runs. Where nobody can it waits for what they wait for.
func (d *driver) next() {
	threads := d.i.threads
	from := slices.Index(threads, d.current)
	for d.alive {
		d.look(0)
		for n := 1; n <= len(threads) && d.alive; n++ {
			if t := threads[(from+n)%len(threads)]; d.ready(t) {
				t.ran = 0
				d.current = t
				return
			}
		}
		if d.alive {
			d.sleep()
		}
	}
}

// ready reports whether a thread can go on, and gives it its answer.
func (d *driver) ready(t *thread) bool {
	w := &t.wait
	switch w.kind {
	case waitNothing:
		return true
	case waitLock:
		if b := d.i.main.guest.Bytes(w.address, 1); b[0] == 0 {
			b[0] = 1
			return d.wake(t, lockAcquired)
		}
		return d.expired(w) && d.wake(t, lockTimedOut)
	case waitSemaphore:
		if int32(d.i.u32(w.address)) > 0 {
			return d.wake(t, 0)
		}
		return d.expired(w) && d.wake(t, semaphoreTimedOut)
	default:
		if !w.due && !d.expired(w) {
			return false
		}
		w.due = false
		return d.try(t)
	}
}

func (d *driver) wake(t *thread, value int64) bool {
	t.wait = wait{}
	t.answer.value = value
	return true
}

// interrupt ends what the main thread waits for, since it is the one that handles signals.
func (d *driver) interrupt() {
	t := d.i.main
	switch {
	case t.wait.kind == waitNothing || !t.wait.interruptible:
	case t.wait.kind == waitLock:
		d.wake(t, lockInterrupted)
	case t.wait.kind == waitSemaphore:
		d.wake(t, semaphoreInterrupted)
	default:
		t.wait = wait{}
		t.answer.result = primitives.Fail(primitives.EINTR)
	}
}

// preempt asks a thread to let others run, if it has had its turn.
func (d *driver) preempt(n int64) {
	t := d.current
	t.ran += n
	if len(d.i.threads) == 1 || t.ran < turn || !d.others() {
		return
	}
	state := d.i.u32(python.ThreadState)
	if state == 0 {
		return
	}
	g := d.i.main.guest
	g.PutU32(state+python.OffsetBreaker, g.U32(state+python.OffsetBreaker)|python.DropRequest)
	g.PutU32(python.YieldFlag, 1)
	t.ran = 0
}

// others reports whether another thread may be able to run.
func (d *driver) others() bool {
	for _, t := range d.i.threads {
		switch {
		case t == d.current:
		case t.wait.deadline >= 0:
			return true
		case t.wait.kind == waitLock && d.i.main.guest.Bytes(t.wait.address, 1)[0] != 0:
		case t.wait.kind == waitSemaphore && int32(d.i.u32(t.wait.address)) <= 0:
		default:
			return true
		}
	}
	return false
}

// Flags of clone(2) as glibc's pthread_create gives them.
const cloneThread = 0x3d0f00

// create starts a thread, which runs when it is its turn.
func (d *driver) create(s start) answer {
	r := d.call(&primitives.Call{No: primitives.SysClone, Args: [6]int64{cloneThread}})
	if !ok(r) {
		return answer{err: r.Err()}
	}
	t, err := d.i.prepared.join(d.i)
	if err != nil {
		panic(err) // the host is out of memory
	}
	t.tid, t.ident = r.Val, s.stack
	t.guest.Bind(t, "")
	t.begin(func() error { return t.run(s) })
	d.i.threads = append(d.i.threads, t)
	return answer{value: int64(t.ident)}
}

// gone is the end of a thread.
func (d *driver) gone(t *thread) {
	if !ended(t.err) {
		d.trapped = t.err
	}
	d.after(t)
	d.i.task.stacks = append(d.i.task.stacks, t.ident-threadStack)
	if t.tid != 0 {
		d.call(&primitives.Call{No: primitives.SysExit, Args: [6]int64{0, t.tid}})
	}
}

// after takes a thread off the list and chooses who runs after it.
func (d *driver) after(t *thread) {
	n := slices.Index(d.i.threads, t)
	d.current = d.i.threads[max(n-1, 0)]
	d.i.drop(t)
}

// grow makes the memory of the threads as large as the main one's.
func (i *interpreter) grow(pages uint32) bool {
	if _, grown := i.main.module.Memory().Grow(pages); !grown {
		return false
	}
	for _, t := range i.threads[1:] {
		t.module.Memory().Grow(pages)
	}
	return true
}

// join makes the instance of a further thread of an interpreter.
func (p *prepared) join(i *interpreter) (*thread, error) {
	t := &thread{interpreter: i, guest: &hostabi.Guest{}}
	t.ctx = hostabi.With(context.Background(), t.guest)
	if err := p.instance(t, borrowed{i.main}); err != nil {
		return nil, err
	}
	size := i.main.module.Memory().Size()
	if more := size - t.module.Memory().Size(); more > 0 {
		t.module.Memory().Grow(more / pageBytes)
	}
	for n, g := range t.globals {
		g.Set(i.main.globals[n].Get())
	}
	return t, nil
}

// borrowed is a thread's memory: that of the main one, which has the size by then.
type borrowed struct{ main *thread }

// Reallocate implements experimental.LinearMemory.
func (b borrowed) Reallocate(size uint64) []byte {
	view, ok := b.main.module.Memory().Read(0, uint32(size))
	if !ok {
		return nil
	}
	return view
}

// Free implements experimental.LinearMemory: it is the main thread's to give up.
func (b borrowed) Free() {}
