package emscripten

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// waitKind is what a thread waits for.
type waitKind uint8

const (
	waitNothing waitKind = iota
	waitLock
	waitSemaphore
	waitCall
)

// wait is one thread's wait.
type wait struct {
	kind          waitKind
	address       uint32 // of a lock or a counter
	limit         int64  // ns it may last; -1 = for ever
	deadline      int64  // when that is over, of the monotonic clock; -1 = never
	interruptible bool

	call *primitives.Call // what is to be made, when it need not wait
	fds  []pollfd         // what it depends on
	due  bool             // one of them is ready
	pid  int64            // of a pidfd among them
}

// pollfd is struct pollfd.
type pollfd struct {
	fd              int32
	events, revents uint16
}

// Events of poll(2), and what else the calls below know.
const (
	pollIn    = 1
	pollOut   = 4
	nowait    = 8      // RWF_NOWAIT
	dontwait  = 0x40   // MSG_DONTWAIT
	nonblock  = 0x800  // O_NONBLOCK
	wnohang   = 1      // WNOHANG
	lockNB    = 4      // LOCK_NB
	getfl     = 3      // F_GETFL
	millis    = 1e6    // ns
	retryTime = millis // between tries of what cannot be polled
)

// now is the monotonic clock.
func (d *driver) now() int64 {
	return d.call(&primitives.Call{No: primitives.SysClockGettime, Args: [6]int64{clockMonotonic}}).Val
}

// arm fixes when a wait ends.
func (d *driver) arm(w *wait) {
	w.deadline = -1
	if w.limit >= 0 {
		w.deadline = d.now() + w.limit
	}
}

func (d *driver) expired(w *wait) bool { return w.deadline >= 0 && d.now() >= w.deadline }

// together makes a call of a process with several threads: at once if it need not wait, else the thread waits
// and others run.
func (d *driver) together(c *primitives.Call) {
	t := d.current
	own := *c // the guest has one call for all that it does
	t.wait = wait{kind: waitCall, call: &own, limit: -1, deadline: -1, interruptible: true}
	if limit, sleeps := sleepTime(d, c); sleeps {
		t.wait.limit = limit
		d.arm(&t.wait)
	}
	if !d.try(t) {
		d.next()
	}
}

// mayWait reports whether a call can wait at all.
func mayWait(c *primitives.Call) bool {
	switch c.No {
	case primitives.SysRead, primitives.SysRecvfrom, primitives.SysAccept4, primitives.SysWrite,
		primitives.SysSendto, primitives.SysPoll, primitives.SysNanosleep, primitives.SysClockNanosleep,
		primitives.SysFlock, primitives.SysSchedYield:
		return true
	case primitives.SysWait4:
		return c.Args[2]&wnohang == 0
	case primitives.SysFcntl:
		return c.Args[1] == setlkw || c.Args[1] == ofdSetlkw
	default:
		return false
	}
}

// sleepTime returns how long a call waits if nothing else happens, ns.
func sleepTime(d *driver, c *primitives.Call) (int64, bool) {
	switch c.No {
	case primitives.SysNanosleep:
		return c.Args[0], true
	case primitives.SysClockNanosleep:
		if c.Args[1]&1 == 0 {
			return c.Args[2], true
		}
		now := d.call(&primitives.Call{No: primitives.SysClockGettime, Args: [6]int64{c.Args[0]}}).Val
		return max(0, c.Args[2]-now), true
	case primitives.SysPoll:
		return c.Args[2]*millis + c.Args[4], c.Args[2] >= 0
	default:
		return 0, false
	}
}

// try makes the call that a thread waits with. It is false if that has to wait still.
func (d *driver) try(t *thread) bool {
	w := &t.wait
	r, done := d.attempt(w, w.call)
	if done {
		t.wait = wait{}
		t.answer.result = r
	}
	return done
}

func (d *driver) attempt(w *wait, c *primitives.Call) (primitives.Result, bool) {
	switch c.No {
	case primitives.SysNanosleep, primitives.SysClockNanosleep:
		return primitives.Result{}, d.expired(w)
	case primitives.SysSchedYield:
		done := w.due
		w.due, w.deadline = true, 0
		return primitives.Result{}, done
	case primitives.SysPoll:
		return d.tryPoll(w, c)
	case primitives.SysWait4:
		return d.tryWait4(w, c)
	case primitives.SysFlock, primitives.SysFcntl:
		return d.tryLock(w, c)
	case primitives.SysWrite, primitives.SysSendto:
		return d.tryFile(w, c, pollOut)
	default:
		return d.tryFile(w, c, pollIn)
	}
}

// tryFile is a transfer, which waits unless the descriptor is ready or does not want to wait.
func (d *driver) tryFile(w *wait, c *primitives.Call, events uint16) (primitives.Result, bool) {
	w.fds = []pollfd{{fd: int32(c.Args[0]), events: events}}
	message := c.No == primitives.SysSendto || c.No == primitives.SysRecvfrom
	if !d.poll(w.fds, 0) && (!message || c.Args[3]&dontwait == 0) {
		flags := d.call(&primitives.Call{No: primitives.SysFcntl, Args: [6]int64{c.Args[0], getfl}})
		if ok(flags) && flags.Val&nonblock == 0 {
			return primitives.Result{}, false
		}
	}
	once := *c
	switch c.No {
	case primitives.SysWrite:
		once.Args[5] |= nowait
	case primitives.SysSendto:
		once.Args[3] |= dontwait
	}
	return d.call(&once), true
}

func (d *driver) tryPoll(w *wait, c *primitives.Call) (primitives.Result, bool) {
	once := *c
	once.Args[2], once.Args[4] = 0, 0
	r := d.call(&once)
	if !ok(r) || r.Val > 0 || d.expired(w) {
		return r, true
	}
	w.fds = w.fds[:0]
	for i := range int(c.Args[1]) {
		b := c.In[i*pollfdSize:]
		w.fds = append(w.fds, pollfd{fd: int32(getU32(b)), events: getU16(b[4:])})
	}
	return r, false
}

// tryWait4 waits for one child by a pidfd, and for any child by looking every now and then.
func (d *driver) tryWait4(w *wait, c *primitives.Call) (primitives.Result, bool) {
	once := *c
	once.Args[2] |= wnohang
	r := d.call(&once)
	if !ok(r) || r.Val != 0 {
		d.closePidfd(w)
		return r, true
	}
	if c.Args[0] > 0 && len(w.fds) == 0 {
		if fd := d.call(&primitives.Call{No: primitives.SysPidfdOpen, Args: [6]int64{c.Args[0]}}); ok(fd) {
			w.fds, w.pid = []pollfd{{fd: int32(fd.Val), events: pollIn}}, c.Args[0]
		}
	}
	if len(w.fds) == 0 {
		w.deadline = d.now() + retryTime
	}
	return r, false
}

func (d *driver) closePidfd(w *wait) {
	if w.pid != 0 {
		d.call(&primitives.Call{No: primitives.SysClose, Args: [6]int64{int64(w.fds[0].fd)}})
		w.pid = 0
	}
}

func (d *driver) tryLock(w *wait, c *primitives.Call) (primitives.Result, bool) {
	once := *c
	if c.No == primitives.SysFlock {
		once.Args[1] |= lockNB
	} else {
		once.Args[1] = setlk
	}
	r := d.call(&once)
	wanted := c.No == primitives.SysFcntl || c.Args[1]&lockNB == 0
	if wanted && (r.Errno == primitives.EAGAIN || r.Errno == primitives.EACCES) {
		w.deadline = d.now() + retryTime
		return r, false
	}
	return r, true
}

// poll asks the kernel about descriptors, and waits if ns says so; -1 waits for ever. It reports whether one
// is ready.
func (d *driver) poll(fds []pollfd, ns int64) bool {
	b := make([]byte, pollfdSize*len(fds))
	for i, f := range fds {
		putU32(b[i*pollfdSize:], uint32(f.fd))
		putU16(b[i*pollfdSize+4:], f.events)
	}
	c := primitives.Call{No: primitives.SysPoll, Args: [6]int64{0, int64(len(fds)), -1}, In: b, Out: b}
	if ns >= 0 {
		c.Args[2], c.Args[4] = ns/millis, ns%millis
	}
	r := d.call(&c)
	for i := range fds {
		fds[i].revents = getU16(b[i*pollfdSize+6:])
	}
	return ok(r) && r.Val > 0
}

// look finds out which of the descriptors that threads wait for are ready; it waits as poll does.
func (d *driver) look(ns int64) {
	var fds []pollfd
	for _, t := range d.i.threads {
		if t.wait.kind == waitCall {
			fds = append(fds, t.wait.fds...)
		}
	}
	if len(fds) == 0 && ns == 0 {
		return
	}
	if !d.poll(fds, ns) {
		return
	}
	for _, t := range d.i.threads {
		if t.wait.kind != waitCall {
			continue
		}
		own := fds[:len(t.wait.fds)]
		t.wait.due = t.wait.due || slices.ContainsFunc(own, func(f pollfd) bool { return f.revents != 0 })
		fds = fds[len(own):]
	}
}

// sleep waits until a thread can go on: a descriptor is ready, a time has come, or a signal was caught.
func (d *driver) sleep() {
	first := int64(-1)
	for _, t := range d.i.threads {
		if at := t.wait.deadline; t.wait.kind != waitNothing && at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	if first >= 0 {
		first = max(0, first-d.now())
	}
	d.look(first)
	d.signals()
}
