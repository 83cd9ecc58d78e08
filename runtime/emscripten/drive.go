package emscripten

import (
	"errors"
	goruntime "runtime"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// bootInstructions is what the start of an interpreter is charged with, whether it was started ahead or not:
// what a native one takes at the profile's speed.
const bootInstructions = 12_000_000

// driver lets an interpreter run in a process, in the process's own coroutine.
type driver struct {
	i       *interpreter
	p       hostabi.Process
	current *thread
	alive   bool
	trapped error // how a thread failed
}

// catcher is a process that tells whether a caught signal waits to be taken.
type catcher interface{ Caught() bool }

// drive lets an interpreter run in a process until that ends. reusable is false if the interpreter ended
// itself.
func (i *interpreter) drive(p hostabi.Process) (status primitives.WaitStatus, reusable bool) {
	d := driver{i: i, p: p, current: i.main}
	if _, d.alive = p.Consume(bootInstructions); d.alive {
		status, reusable = d.run()
	} else {
		reusable = true
	}
	i.dismiss()
	i.task.unload()
	i.main.answer = answer{dead: true}
	return status, reusable
}

func (d *driver) run() (status primitives.WaitStatus, reusable bool) {
	for d.alive {
		t := d.current
		r, running := t.resume()
		switch {
		case !running && t == d.i.main:
			return failed(t.err), false
		case !running:
			d.gone(t)
			if d.trapped != nil {
				return failed(d.trapped), true
			}
			if d.alive {
				d.next()
			}
		case r.kind == askEnd:
			if d.use(soon); !d.alive {
				return 0, true
			}
			exitGroup(d.p, r.count)
			return primitives.ExitedStatus(int(r.count)), true
		default:
			d.serve(&r)
		}
	}
	return 0, true
}

// serve does what the current thread asks for.
func (d *driver) serve(r *request) {
	t := d.current
	switch r.kind {
	case askCall:
		if len(d.i.threads) > 1 && mayWait(r.call) && d.i.detached() {
			d.together(r.call)
			break
		}
		t.answer.result, d.alive = d.p.Syscall(r.call)
	case askConsume:
		if d.use(r.count); !d.alive {
			break
		}
		t.answer.value, d.alive = d.p.Consume(r.count)
		d.preempt(r.count)
	case askSpawn:
		t.answer.pid, t.answer.stage, t.answer.err = d.p.Spawn(r.spawn, false)
		d.alive = d.p.Alive()
	case askLacking:
		d.p.Unsupported(r.text)
	case askThread:
		t.answer = d.create(r.start)
	case askWait:
		t.wait = r.wait
		d.arm(&t.wait)
		d.next()
	case askIdle, askEnd:
	}
	if d.alive {
		d.signals()
	}
}

// use notes that the program executed n instructions, and charges the memory that it used by them.
func (d *driver) use(n int64) {
	if bytes := d.i.task.spent(n); bytes > 0 {
		d.call(&primitives.Call{No: primitives.SysBrk, Args: [6]int64{bytes, growTouch}})
	}
}

// call makes a call of the driver's own on behalf of the process.
func (d *driver) call(c *primitives.Call) primitives.Result {
	c.Pid = d.p.Pid()
	r, alive := d.p.Syscall(c)
	d.alive = d.alive && alive
	return r
}

// signals tells the program if a signal was caught, and ends what its main thread waits for.
func (d *driver) signals() {
	c, able := d.p.(catcher)
	if !able || !c.Caught() {
		return
	}
	g := d.i.main.guest
	g.PutU32(python.SignalFlag, 1)
	g.PutU32(python.SignalClock, 0)
	d.interrupt()
}

func exitGroup(p hostabi.Process, code int64) {
	p.Syscall(&primitives.Call{No: primitives.SysExitGroup, Pid: p.Pid(), Args: [6]int64{code}})
}

// failed is how a process ends of which the program trapped.
func failed(err error) primitives.WaitStatus {
	if ended(err) {
		return 0
	}
	if _, ok := errors.AsType[goruntime.Error](err); ok {
		panic(err)
	}
	return primitives.SignaledStatus(primitives.SIGSEGV)
}

// revive brings an interpreter of which the process ended back to where it is ready. It is false if it cannot
// go back.
func (i *interpreter) revive() bool {
	if i.snapshot == nil {
		return false
	}
	for {
		r, running := i.main.resume()
		if !running || r.kind != askConsume {
			return running && r.kind == askIdle
		}
		i.main.answer = answer{value: nurserySlice}
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
		r, running := i.main.resume()
		switch {
		case !running:
			return failed(i.main.err)
		case r.kind == askIdle:
			i.main.answer = answer{}
			status, _ := i.drive(process)
			return status
		case r.kind == askEnd:
			exitGroup(process, r.count)
			return primitives.ExitedStatus(int(r.count))
		}
		i.main.answer = infant.answer(&r)
	}
}
