package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// The answer that never leaves the kernel. Linux has such numbers too (include/linux/errno.h), beyond
// those that programs see.
const errWait primitives.Errno = 512 // the call has to wait: see Wait

// callState is what a call that waits keeps from one try to the next. Between calls it is zero.
type callState struct {
	used     bool // something is set
	retry    bool
	queues   []*waitQueue // what the next try depends on
	deadline int64        // ns, where hasTime; noDeadline = for ever
	hasTime  bool         // deadline was set by an earlier try
	stuck    bool         // nothing can end the wait any more
	progress int          // bytes moved by earlier tries
	lock     *lockWait    // the record lock that is asked for
	open     *openFile    // a FIFO that waits for its other side
	seen     uint64       // what the FIFO's other side had counted when the wait began
	leave    func()       // undoes what the tries left behind, when the wait is given up
}

const noDeadline = -1

// waitQueue is a list of processes that wait for one thing, as Linux's wait_queue_head. A woken
// process tries its call again, so waking one too many does no harm.
type waitQueue struct{ waiters []*Process }

// wake makes everybody who waits on q try again. It forgets nobody: a waiter takes itself off.
func (k *Kernel) wake(q *waitQueue) {
	for _, p := range q.waiters {
		k.ready(p)
	}
}

// wait is the answer of a call that cannot go on before something happens to one of the queues.
func (p *Process) wait(queues ...*waitQueue) primitives.Result {
	p.call.used = true
	p.call.queues = append(p.call.queues[:0], queues...)
	return fail(errWait)
}

// until sets the time at which a wait ends, once: further tries keep it. It reports whether the time
// has come.
func (p *Process) until(deadline int64) (passed bool) {
	if !p.call.hasTime {
		p.call.used, p.call.hasTime, p.call.deadline = true, true, deadline
	}
	return p.call.deadline != noDeadline && p.k.clock.Now() >= p.call.deadline
}

// Wait returns the handler that waits where h, which ends in Do, would have to. It is the one place
// where a process stops: it parks the caller and tries again when something happened. Above it a
// call has one answer, however long that took.
func (k *Kernel) Wait(h primitives.Handler) primitives.Handler {
	return func(c *primitives.Call) primitives.Result {
		p := k.Process(c.Pid)
		if p == nil {
			return h(c)
		}
		r := h(c)
		if r.Errno == errWait {
			r = k.waitFor(p, c, h)
		}
		if p.call.used {
			p.call = callState{}
		}
		return r
	}
}

// waitFor waits until h has an answer, a signal interrupts, or the caller dies.
func (k *Kernel) waitFor(p *Process, c *primitives.Call, h primitives.Handler) primitives.Result {
	for {
		if r, over := k.giveUp(p); over {
			if p.call.leave != nil {
				p.call.leave()
			}
			return r
		}
		if !c.Waited {
			c.Waited = true
			if k.cfg.Waiting != nil {
				k.cfg.Waiting(c)
			}
		}
		p.call.stuck = !k.park(p)
		p.call.retry = true
		if k.aborted != nil {
			continue
		}
		if r := h(c); r.Errno != errWait {
			return r
		}
	}
}

// giveUp reports whether a call that would have to wait ends instead, and with what.
func (k *Kernel) giveUp(p *Process) (r primitives.Result, over bool) {
	switch {
	case p.leaving(), k.aborted != nil:
		return fail(primitives.EINTR), true // nobody will see it: the caller unwinds
	case p.caught != 0:
		return interrupted(p), true
	case p.call.stuck:
		return fail(primitives.EDEADLK), true // PID 1 waits for what cannot come
	}
	return r, false
}

// interrupted is the answer to a call that a caught signal ends: what was moved so far, or EINTR.
// A sleep tells what is left of it, nanosleep(2).
func interrupted(p *Process) primitives.Result {
	if p.call.progress > 0 {
		return value(int64(p.call.progress))
	}
	r := fail(primitives.EINTR)
	if p.call.hasTime && p.call.deadline != noDeadline {
		r.Aux = max(0, p.call.deadline-p.k.clock.Now())
	}
	return r
}

// park stops p until one of its queues is woken, its time has come, or a signal arrived. It reports
// false if p is PID 1 and nothing can ever wake it.
func (k *Kernel) park(p *Process) bool {
	queues := p.call.queues
	for _, q := range queues {
		q.waiters = append(q.waiters, p)
	}
	var t *timer
	if p.call.hasTime && p.call.deadline != noDeadline {
		t = k.timers.add(p.call.deadline, func() {
			k.ready(p)
			if p == k.init {
				k.sched.left = 0 // a time limit of the session is exact: whoever runs stops here
			}
		})
	}
	ok := k.sleep(p)
	if t != nil {
		k.timers.remove(t)
	}
	for _, q := range queues {
		q.remove(p)
	}
	return ok
}

func (q *waitQueue) remove(p *Process) {
	if i := slices.Index(q.waiters, p); i >= 0 {
		q.waiters = slices.Delete(q.waiters, i, i+1)
	}
}
