package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

func sysGetpid(_ *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	return value(int64(p.pid))
}

func sysGetppid(_ *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	if p.parent == nil {
		return value(0)
	}
	return value(int64(p.parent.pid))
}

// target returns the process of a pid argument, 0 being the caller.
func (k *Kernel) target(p *Process, pid int64) (*Process, error) {
	if pid == 0 {
		return p, nil
	}
	if q := k.procs[int32(pid)]; q != nil && pid == int64(int32(pid)) {
		return q, nil
	}
	return nil, primitives.ESRCH
}

func sysGetpgid(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	q, err := k.target(p, c.Args[0])
	if err != nil {
		return done(err)
	}
	return value(int64(q.pgid))
}

func sysGetsid(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	q, err := k.target(p, c.Args[0])
	if err != nil {
		return done(err)
	}
	return value(int64(q.sid))
}

func sysSetpgid(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	pgid := c.Args[1]
	q, err := k.target(p, c.Args[0])
	switch {
	case err != nil:
		return done(err)
	case pgid < 0:
		return fail(primitives.EINVAL)
	case q != p && q.parent != p:
		return fail(primitives.ESRCH)
	case q != p && q.execed:
		return fail(primitives.EACCES)
	case q.pid == q.sid || q.sid != p.sid:
		return fail(primitives.EPERM)
	}
	if pgid == 0 {
		pgid = int64(q.pid)
	}
	member := func(e *Process) bool { return int64(e.pgid) == pgid && e.sid == p.sid }
	if pgid != int64(q.pid) && !slices.ContainsFunc(k.order, member) {
		return fail(primitives.EPERM)
	}
	q.pgid = int32(pgid)
	return value(0)
}

func sysSetsid(k *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	if slices.ContainsFunc(k.order, func(e *Process) bool { return e.pgid == p.pid }) {
		return fail(primitives.EPERM)
	}
	p.sid, p.pgid = p.pid, p.pid
	return value(int64(p.pid))
}

// Flags of clone(2).
const (
	CloneVM     = 0x100
	CloneVfork  = 0x4000
	CloneThread = 0x10000
)

func sysClone(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if err := k.spawnRoom(p); err != nil {
		return done(err)
	}
	if c.Args[0]&CloneThread != 0 {
		tid := k.freePid()
		p.threads = append(p.threads, tid)
		return value(int64(tid))
	}
	if p.offer == nil {
		k.lacks(p, "clone of a running program")
		return fail(primitives.ENOSYS)
	}
	q := k.fork(p)
	q.setup, p.offer = p.offer, nil
	k.ready(q)
	return value(int64(q.pid))
}

// sysExit ends a thread; a process ends by exit_group.
func sysExit(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	i := slices.Index(p.threads, int32(c.Args[1]))
	if i < 0 {
		return sysExitGroup(k, p, c)
	}
	p.threads = slices.Delete(p.threads, i, i+1)
	return value(0)
}

func sysExitGroup(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if p.pid != 1 {
		p.Exit(primitives.ExitedStatus(int(c.Args[0])))
	}
	return value(0)
}

// Options of wait4(2).
const (
	WNOHANG    = 1
	WUNTRACED  = 2
	WCONTINUED = 8
)

func sysWait4(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	pid, options := c.Args[0], c.Args[2]
	if options&^(WNOHANG|WUNTRACED|WCONTINUED|0x60000000) != 0 { // __WALL, __WCLONE change nothing here
		return fail(primitives.EINVAL)
	}
	found := false
	for _, q := range p.children {
		if !waitsFor(p, q, pid) {
			continue
		}
		found = true
		if q.zombie {
			k.reap(q)
			return primitives.Result{
				Val: int64(q.pid), Aux: int64(q.status), N: k.putRusage(c.Out, q.usage(true)),
			}
		}
		if what := q.report.what; what == reportStopped && options&WUNTRACED != 0 ||
			what == reportContinued && options&WCONTINUED != 0 {
			q.report.what = 0
			return primitives.Result{Val: int64(q.pid), Aux: int64(q.report.status)}
		}
	}
	switch {
	case !found:
		return fail(primitives.ECHILD)
	case options&WNOHANG != 0:
		return value(0)
	}
	return p.wait(&p.childQueue)
}

// waitsFor reports whether wait4 with pid means the child q.
func waitsFor(p, q *Process, pid int64) bool {
	switch {
	case pid > 0:
		return int64(q.pid) == pid
	case pid == 0:
		return q.pgid == p.pgid
	case pid == -1:
		return true
	default:
		return int64(q.pgid) == -pid
	}
}

// Options of prctl(2).
const (
	prSetPdeathsig   = 1
	prSetName        = 15
	prGetName        = 16
	prSetNoNewPrivs  = 38
	prGetNoNewPrivs  = 39
	commSize         = 16
	prSetDumpable    = 4
	prGetDumpable    = 3
	prSetTimerslack  = 29
	prCapbsetRead    = 23
	prGetTimerslack  = 30
	defaultTimeslack = 50_000
)

func sysPrctl(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	switch c.Args[0] {
	case prSetName:
		p.setComm(cString(c.In))
		return value(0)
	case prGetName:
		if len(c.Out) < commSize {
			return fail(primitives.EFAULT)
		}
		clear(c.Out[copy(c.Out[:commSize], p.comm):commSize])
		return primitives.Result{N: commSize}
	case prSetNoNewPrivs, prSetDumpable, prSetTimerslack:
		return value(0)
	case prGetNoNewPrivs, prGetDumpable:
		return value(1)
	case prGetTimerslack:
		return value(defaultTimeslack)
	case prCapbsetRead:
		return value(0)
	case prSetPdeathsig:
		if c.Args[1] != 0 {
			k.lacks(p, "prctl PR_SET_PDEATHSIG")
		}
		return value(0)
	default:
		return fail(primitives.EINVAL)
	}
}

// setComm sets the name that ps shows, cut as Linux cuts it.
func (p *Process) setComm(name string) { p.comm = name[:min(len(name), commSize-1)] }

func cString(b []byte) string {
	if i := slices.Index(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// usage is what getrusage(2) tells.
type usage struct {
	user, system int64 // ns
	maxRSS       int64 // bytes
}

// usage returns what the process used, with what its waited-for children used if all.
func (p *Process) usage(all bool) usage {
	steps := p.steps
	if all {
		steps += p.childSteps
	}
	return usage{user: p.k.nanoseconds(steps), maxRSS: max(p.peak, p.resident())}
}

// nanoseconds returns how long n instructions take.
func (k *Kernel) nanoseconds(n int64) int64 {
	speed := int64(k.sched.speed)
	return n/speed*nsSecond + n%speed*nsSecond/speed
}

// putRusage writes the layout of abi.RusageSize if there is room.
func (k *Kernel) putRusage(b []byte, u usage) int {
	if len(b) < abi.RusageSize {
		return 0
	}
	putInt64s(b, u.user, u.system, u.maxRSS, 0)
	return abi.RusageSize
}
