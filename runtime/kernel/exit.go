package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
)

// finish ends p, which has unwound: it becomes a zombie, and its children PID 1's.
func (k *Kernel) finish(p *Process, status primitives.WaitStatus) {
	p.status = status
	k.closeAll(p)
	k.disarm(p)
	k.closeExe(p)
	k.uncharge(p)
	k.release(p)
	p.threads, p.program, p.next, p.state, p.setup = nil, nil, nil, nil, nil
	p.zombie, p.stopped = true, false
	k.event(trace.Exit(k.clock.Now(), p.pid, status))
	k.sched.why = whyExit
	for _, q := range slices.Clone(p.children) {
		k.adopt(q)
	}
	p.children = nil
	k.wake(&p.deathQueue)
	k.bury(p)
}

// adopt makes PID 1 the parent of an orphan.
func (k *Kernel) adopt(p *Process) {
	p.parent, p.adopted = k.init, true
	k.init.children = append(k.init.children, p)
	if p.zombie {
		k.bury(p)
	}
}

// bury tells the parent of a zombie, or removes it where nobody will wait: PID 1 waits for orphans
// unless it is no reaper, and who ignores SIGCHLD has no zombies, wait(2).
func (k *Kernel) bury(p *Process) {
	parent := p.parent
	switch {
	case parent == k.init && p.adopted:
		if !k.cfg.Profile.Processes.NoReaper {
			k.reap(p)
		}
	case parent.signals.disposition[primitives.SIGCHLD] == ignore:
		k.reap(p)
		k.wake(&parent.childQueue)
	default:
		k.post(parent, primitives.SIGCHLD, 0, nil)
		k.wake(&parent.childQueue)
	}
}

// reap removes a zombie.
func (k *Kernel) reap(p *Process) {
	delete(k.procs, p.pid)
	p.reaped = true
	if i := slices.Index(k.order, p); i >= 0 {
		k.order = slices.Delete(k.order, i, i+1)
	}
	parent := p.parent
	if i := slices.Index(parent.children, p); i >= 0 {
		parent.children = slices.Delete(parent.children, i, i+1)
	}
	parent.childSteps += p.steps + p.childSteps
}

// KillTree kills what root started, and what that started, also where it left the process group, the
// session or its parent; root itself too unless it is PID 1. It returns when all of them have
// ended. Only PID 1's goroutine may call it.
func (k *Kernel) KillTree(root int32) {
	if k.sched.running != nil {
		panic("kernel: KillTree outside of PID 1")
	}
	var dead []*Process
	for _, p := range k.order {
		if p != k.init && !p.zombie && p.lineage.descends(root) {
			k.kill(p, primitives.SIGKILL, nil)
			dead = append(dead, p)
		}
	}
	for _, p := range dead {
		for !p.zombie {
			if i := slices.Index(k.sched.queue, p); i >= 0 {
				k.sched.queue = slices.Delete(k.sched.queue, i, i+1)
			}
			k.dispatch(p)
		}
	}
	k.switchTo(1)
}

// Close ends all processes, so that no coroutine is left behind. The kernel can't be used afterwards.
func (k *Kernel) Close() { k.KillTree(1) }
