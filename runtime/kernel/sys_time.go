package kernel

import (
	"github.com/sandfault/sandfault/primitives"
)

// Clocks of clock_gettime(2).
const (
	clockRealtime       = 0
	clockMonotonic      = 1
	clockProcessCPU     = 2
	clockThreadCPU      = 3
	clockMonotonicRaw   = 4
	clockRealtimeCoarse = 5
	clockMonoCoarse     = 6
	clockBoottime       = 7
	clockTAI            = 11

	taiOffset = 37 * nsSecond
)

// uptimeAtStart is how long the machine was up when the session began, ns.
const uptimeAtStart = 60 * nsSecond

func (k *Kernel) uptime() int64 { return k.clock.Now() - k.booted + uptimeAtStart }

// readClock returns the time of a clock for p, ns.
func (k *Kernel) readClock(p *Process, id int64) (int64, bool) {
	switch id {
	case clockRealtime, clockRealtimeCoarse:
		return k.clock.Now(), true
	case clockMonotonic, clockMonotonicRaw, clockMonoCoarse, clockBoottime:
		return k.uptime(), true
	case clockProcessCPU, clockThreadCPU:
		return k.nanoseconds(p.steps), true
	case clockTAI:
		return k.clock.Now() + taiOffset, true
	default:
		return 0, false
	}
}

func sysClockGettime(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	t, ok := k.readClock(p, c.Args[0])
	if !ok {
		return fail(primitives.EINVAL)
	}
	return value(t)
}

func sysClockSettime(*Kernel, *Process, *primitives.Call) primitives.Result {
	return fail(primitives.EPERM) // no sandbox gives CAP_SYS_TIME
}

func sysNanosleep(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return k.sleepUntil(p, after(k.clock.Now(), c.Args[0]), c.Args[0] < 0)
}

func sysClockNanosleep(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	const absolute = 1 // TIMER_ABSTIME
	now, ok := k.readClock(p, c.Args[0])
	if !ok || c.Args[0] == clockThreadCPU {
		return fail(primitives.EINVAL)
	}
	d := c.Args[2]
	if c.Args[1]&absolute != 0 {
		d = max(0, d-now)
	}
	return k.sleepUntil(p, after(k.clock.Now(), d), d < 0)
}

func (k *Kernel) sleepUntil(p *Process, deadline int64, invalid bool) primitives.Result {
	if invalid {
		return fail(primitives.EINVAL)
	}
	if p.until(deadline) {
		return value(0)
	}
	return p.wait()
}

const ticksPerSecond = 100 // sysconf(_SC_CLK_TCK)

func sysTimes(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	tick := func(ns int64) int64 { return ns / (nsSecond / ticksPerSecond) }
	r := value(tick(k.uptime()))
	if len(c.Out) >= 32 {
		putInt64s(c.Out, tick(k.nanoseconds(p.steps)), 0, tick(k.nanoseconds(p.childSteps)), 0)
		r.N = 32
	}
	return r
}

func sysGetrusage(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	var u usage
	switch int32(c.Args[0]) {
	case 0, 1: // RUSAGE_SELF, RUSAGE_THREAD
		u = p.usage(false)
	case -1: // RUSAGE_CHILDREN
		u.user = k.nanoseconds(p.childSteps)
	default:
		return fail(primitives.EINVAL)
	}
	n := k.putRusage(c.Out, u)
	if n == 0 {
		return fail(primitives.EFAULT)
	}
	return primitives.Result{N: n}
}
