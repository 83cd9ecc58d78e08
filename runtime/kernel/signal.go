package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/abi"
)

// Dispositions of a signal.
const (
	byDefault = abi.SigDefault
	ignore    = abi.SigIgnore
	catch     = abi.SigCatch
)

const maxSignal = 64

// signals are a process's dispositions, and what its mask holds back. Copying it is what fork does.
type signals struct {
	disposition [maxSignal + 1]uint8
	mask        uint64 // bit sig-1
	pending     uint64 // arrived while masked
}

func sigBit(sig primitives.Signal) uint64 { return 1 << (sig - 1) }

// The signals that nothing holds back, signal(7).
const unblockable = 1<<(primitives.SIGKILL-1) | 1<<(primitives.SIGSTOP-1)

// action is what a signal does to a process.
type action uint8

const (
	actNothing action = iota
	actKill
	actStop
	actContinue
	actCatch
)

// defaultAction returns what a signal does to a process that did not say otherwise, signal(7). There
// are no core dumps here, so that Core is Term.
func defaultAction(sig primitives.Signal) action {
	switch sig {
	case primitives.SIGCHLD, primitives.SIGURG, primitives.SIGWINCH:
		return actNothing
	case primitives.SIGCONT:
		return actContinue
	case primitives.SIGSTOP, primitives.SIGTSTP, primitives.SIGTTIN, primitives.SIGTTOU:
		return actStop
	default:
		return actKill
	}
}

// action returns what sig does to the process now.
func (s *signals) action(sig primitives.Signal) action {
	if sig == primitives.SIGKILL || sig == primitives.SIGSTOP {
		return defaultAction(sig)
	}
	switch s.disposition[sig] {
	case ignore:
		return actNothing
	case catch:
		return actCatch
	default:
		return defaultAction(sig)
	}
}

// post sends a signal to p. sender is 0 for the kernel; cause says which limit of the profile sent it.
func (k *Kernel) post(p *Process, sig primitives.Signal, sender int32, cause *primitives.Cause) {
	if p.zombie || sig == 0 {
		return
	}
	if sig == primitives.SIGCONT {
		k.resumeStopped(p)
	}
	act := p.signals.action(sig)
	if p == k.init && act != actCatch {
		return // PID 1 gets only what it catches, pid_namespaces(7)
	}
	if p.signals.mask&sigBit(sig)&^unblockable != 0 {
		p.signals.pending |= sigBit(sig)
		k.wake(&p.pendingQueue)
		return
	}
	if act == actNothing || act == actContinue && sender == 0 {
		return
	}
	k.event(trace.Signal(k.clock.Now(), p.pid, sig, sender, cause))
	switch act {
	case actKill:
		k.kill(p, sig, cause)
	case actStop:
		k.stop(p, sig)
	case actCatch:
		p.caught |= sigBit(sig)
		k.ready(p)
	case actNothing, actContinue:
	}
}

// Interrupt sends SIGINT to a process group, as a terminal does when Control-C is typed. Config.Guard may
// call it.
func (k *Kernel) Interrupt(group int32) {
	for _, p := range slices.Clone(k.order) {
		if p.pgid == group {
			k.post(p, primitives.SIGINT, 0, nil)
		}
	}
}

// kill makes p die of a signal: it unwinds as soon as it has the token. Its memory is free at once, as
// Linux's OOM reaper has it.
func (k *Kernel) kill(p *Process, sig primitives.Signal, cause *primitives.Cause) {
	if p == k.init || p.zombie || p.killed != 0 {
		return
	}
	p.killed, p.stopped = sig, false
	k.event(trace.Kill(k.clock.Now(), p.pid, sig, cause))
	k.uncharge(p)
	k.ready(p)
}

// stopReport is a change that wait4 tells with WUNTRACED or WCONTINUED, once.
type stopReport struct {
	status primitives.WaitStatus
	what   uint8 // 0: nothing to tell
}

const (
	reportStopped   = 1
	reportContinued = 2

	statusContinued primitives.WaitStatus = 0xffff // wait(2)
)

func (k *Kernel) stop(p *Process, sig primitives.Signal) {
	if p.stopped {
		return
	}
	p.stopped = true
	p.report = stopReport{primitives.WaitStatus(sig)<<8 | 0x7f, reportStopped}
	k.tellStop(p)
}

// resumeStopped lets a stopped process go on, whatever SIGCONT does to it besides.
func (k *Kernel) resumeStopped(p *Process) {
	if !p.stopped {
		return
	}
	p.stopped = false
	p.report = stopReport{statusContinued, reportContinued}
	k.ready(p)
	k.tellStop(p)
}

func (k *Kernel) tellStop(p *Process) {
	k.post(p.parent, primitives.SIGCHLD, 0, nil)
	k.wake(&p.parent.childQueue)
}

// setMask changes the mask and delivers what it no longer holds back.
func (k *Kernel) setMask(p *Process, mask uint64) {
	p.signals.mask = mask &^ unblockable
	free := p.signals.pending &^ p.signals.mask
	p.signals.pending &^= free
	for sig := primitives.Signal(1); sig <= maxSignal && free != 0; sig++ {
		if free&sigBit(sig) != 0 {
			free &^= sigBit(sig)
			k.post(p, sig, 0, nil)
		}
	}
}

// setDisposition says what a signal does from now on; ignoring one drops it where it waits, sigaction(2).
func (k *Kernel) setDisposition(p *Process, sig primitives.Signal, d uint8) {
	p.signals.disposition[sig] = d
	if d == ignore || d == byDefault && defaultAction(sig) == actNothing {
		p.signals.pending &^= sigBit(sig)
		p.caught &^= sigBit(sig)
	}
}

// execSignals is what execve does to dispositions: caught signals become default, ignored ones stay so.
func (p *Process) execSignals() {
	for i := range p.signals.disposition {
		if p.signals.disposition[i] == catch {
			p.signals.disposition[i] = byDefault
		}
	}
	p.caught = 0
}

// itimer is ITIMER_REAL, setitimer(2).
type itimer struct {
	timer    *timer
	interval int64 // ns; 0 = once
}

// arm sets the timer and returns what was left of the old one, ns.
func (k *Kernel) arm(p *Process, value, interval int64) (left, oldInterval int64) {
	oldInterval = p.itimer.interval
	left = k.disarm(p)
	if value > 0 {
		p.itimer.interval = interval
		p.itimer.timer = k.timers.add(after(k.clock.Now(), value), func() { k.alarm(p) })
	}
	return left, oldInterval
}

// disarm takes the timer away and returns what was left of it, ns.
func (k *Kernel) disarm(p *Process) (left int64) {
	if t := p.itimer.timer; t != nil {
		left = max(t.at-k.clock.Now(), 1)
		k.timers.remove(t)
	}
	p.itimer = itimer{}
	return left
}

func (k *Kernel) alarm(p *Process) {
	p.itimer.timer = nil
	if every := p.itimer.interval; every > 0 {
		p.itimer.timer = k.timers.add(after(k.clock.Now(), every), func() { k.alarm(p) })
	}
	k.post(p, primitives.SIGALRM, 0, nil)
}
