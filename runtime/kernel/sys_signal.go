package kernel

import (
	"math/bits"

	"github.com/sandfault/sandfault/primitives"
)

func sysKill(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	pid, sig := c.Args[0], c.Args[1]
	if sig < 0 || sig > maxSignal {
		return fail(primitives.EINVAL)
	}
	found, allowed := false, false
	for _, q := range append([]*Process(nil), k.order...) {
		if !meant(p, q, pid) {
			continue
		}
		found = true
		if !p.maySignal(q, primitives.Signal(sig)) {
			continue
		}
		allowed = true
		k.post(q, primitives.Signal(sig), p.pid, nil)
	}
	switch {
	case !found:
		return fail(primitives.ESRCH)
	case !allowed:
		return fail(primitives.EPERM)
	}
	return value(0)
}

// meant reports whether kill(2) with pid means q.
func meant(p, q *Process, pid int64) bool {
	switch {
	case pid > 0:
		return int64(q.pid) == pid
	case pid == 0:
		return q.pgid == p.pgid
	case pid == -1:
		return q.pid != 1 && q != p
	default:
		return int64(q.pgid) == -pid
	}
}

// maySignal reports whether p may signal q: its own, or as root; SIGCONT within the session, kill(2). PID 1
// belongs to root whatever identity the session's calls have.
func (p *Process) maySignal(q *Process, sig primitives.Signal) bool {
	switch {
	case p.privileged() || p == q:
		return true
	case q.pid == 1:
		return false
	case sig == primitives.SIGCONT && p.sid == q.sid:
		return true
	}
	return p.cred.UID == q.ruid || p.cred.UID == q.suid || p.ruid == q.ruid || p.ruid == q.suid
}

func sysRtSigaction(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	sig, d := c.Args[0], c.Args[1]
	if sig < 1 || sig > maxSignal || d < -1 || d > catch {
		return fail(primitives.EINVAL)
	}
	old := p.signals.disposition[sig]
	if d >= 0 {
		if s := primitives.Signal(sig); s == primitives.SIGKILL || s == primitives.SIGSTOP {
			return fail(primitives.EINVAL)
		}
		k.setDisposition(p, primitives.Signal(sig), uint8(d))
	}
	return value(int64(old))
}

// How of sigprocmask(2).
const (
	sigBlock   = 0
	sigUnblock = 1
	sigSetmask = 2
)

func sysRtSigprocmask(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	old, set := p.signals.mask, uint64(c.Args[1])
	switch int32(c.Args[0]) {
	case -1:
	case sigBlock:
		k.setMask(p, old|set)
	case sigUnblock:
		k.setMask(p, old&^set)
	case sigSetmask:
		k.setMask(p, set)
	default:
		return fail(primitives.EINVAL)
	}
	return value(int64(old &^ (1 << 63)))
}

func sysRtSigpending(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[0] != 0 {
		return value(int64(p.signals.pending))
	}
	set := p.caught
	p.caught = 0
	return value(int64(set))
}

func sysRtSigtimedwait(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	set := uint64(c.Args[0])
	for _, from := range []*uint64{&p.signals.pending, &p.caught} {
		if got := *from & set; got != 0 {
			sig := bits.TrailingZeros64(got) + 1
			*from &^= 1 << (sig - 1)
			return value(int64(sig))
		}
	}
	deadline := int64(noDeadline)
	if c.Args[2] >= 0 {
		deadline = after(k.clock.Now(), c.Args[2])
	}
	if p.until(deadline) {
		return fail(primitives.EAGAIN)
	}
	return p.wait(&p.pendingQueue)
}

func sysPause(_ *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	return p.wait() // only a signal ends it
}

func sysSetitimer(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[0] != 0 {
		k.lacks(p, "setitimer of CPU time")
		return fail(primitives.EINVAL)
	}
	if c.Args[1] < 0 || c.Args[2] < 0 {
		return fail(primitives.EINVAL)
	}
	left, interval := k.arm(p, c.Args[1], c.Args[2])
	return primitives.Result{Val: left, Aux: interval}
}
