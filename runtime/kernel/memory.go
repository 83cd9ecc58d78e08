package kernel

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/vfs"
)

// memory is what the session is charged with, in bytes, and its cap. It is a sum of what programs
// say they use, never the host's memory.
type memory struct {
	cap   int64 // 0 = unlimited
	used  int64 // processes, tmpfs pages, pipes and sockets
	tmpfs int64
	peak  int64
	met   int64 // times that the cap was met
	kills int64 // processes that were killed for it
}

// Growth says what a brk asks for.
const (
	GrowUse     = 0 // address space that is used at once: charged
	GrowReserve = 1 // address space that is not touched: counts for RLIMIT_AS only
	GrowTouch   = 2 // use of address space that was reserved: charged
)

// Grow is the growth of the program's memory by some bytes, a brk call. ok is false if the limit of
// address space refuses it; alive is false if the process was killed for it.
func (p *Process) Grow(bytes int64) (ok, alive bool) {
	c := primitives.Call{No: primitives.SysBrk, Args: [6]int64{bytes, GrowUse}}
	r, alive := p.Syscall(&c)
	return alive && r.Errno == primitives.OK, alive
}

func sysBrk(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	n, how := c.Args[0], c.Args[1]
	if how != GrowTouch {
		l := &p.limits[limitAS]
		if n > 0 && p.image+p.mapped+p.reserved+n > l.soft() {
			return done(l.deny(primitives.ENOMEM, primitives.Memory, "address-space", l.soft()))
		}
		p.reserved = max(0, p.reserved+n)
	}
	if how != GrowReserve {
		if n < 0 {
			n = max(n, -p.grown)
		}
		p.grown += n
		k.spend(p, max(n, 0)/costTouch)
		if err := k.charge(p, n); err != nil {
			p.grown -= n
			return done(err)
		}
	}
	return value(p.image + p.mapped + p.reserved)
}

// charge adds n bytes on behalf of p, and kills the largest process while the cap is exceeded. It fails
// with ENOMEM if nobody is left to kill. p itself may be the one: its call then unwinds.
func (k *Kernel) charge(p *Process, n int64) error {
	if err := k.HostRoom(n, primitives.ENOMEM); err != nil {
		return err
	}
	m := &k.memory
	m.used += n
	if p != nil && p.killed != 0 {
		m.used -= n // its memory is free already
		return primitives.ENOMEM
	}
	if p != nil {
		p.peak = max(p.peak, p.resident())
	}
	if m.cap > 0 && m.used > m.cap && n > 0 {
		m.met++
	}
	for m.cap > 0 && m.used > m.cap && n > 0 {
		victim := k.largest()
		if victim == nil {
			m.used -= n
			return primitives.Deny(primitives.ENOMEM, primitives.Memory, "cap", strconv.FormatInt(m.cap, 10))
		}
		cause := &primitives.Cause{
			Primitive: primitives.Memory, Rule: "cap", Detail: strconv.FormatInt(m.cap, 10),
		}
		k.event(trace.Signal(k.clock.Now(), victim.pid, primitives.SIGKILL, 0, cause))
		m.kills++
		k.kill(victim, primitives.SIGKILL, cause)
	}
	m.peak = max(m.peak, m.used)
	return nil
}

// largest returns the process that Linux's OOM killer would choose: the largest, of equals the
// youngest (mm/oom_kill.c, oom_evaluate_task).
func (k *Kernel) largest() *Process {
	var victim *Process
	for _, p := range k.order {
		if p == k.init || p.zombie || p.killed != 0 || p.oomAdj == oomNever {
			continue
		}
		if victim == nil || k.badness(p) >= k.badness(victim) {
			victim = p
		}
	}
	return victim
}

// AddressSpace returns how much address space the process may have, RLIMIT_AS in bytes; math.MaxInt64 = any.
func (p *Process) AddressSpace() int64 { return p.limits[limitAS].soft() }

// Reserve asks for address space beyond the program's own that is not touched, a brk call. It reports whether
// the limit grants it; alive is false if the process is to end.
func (p *Process) Reserve(bytes int64) (ok, alive bool) {
	r, alive := p.Syscall(&primitives.Call{No: primitives.SysBrk, Args: [6]int64{bytes, GrowReserve}})
	return alive && r.Errno == primitives.OK, alive
}

// resident is what the process has in memory, as Linux tells it: what it shares with others too.
func (p *Process) resident() int64 { return p.image + p.mapped + p.grown }

// uncharge gives back what a process was charged with.
func (k *Kernel) uncharge(p *Process) {
	k.memory.used -= p.image + p.grown
	p.image, p.mapped, p.grown, p.reserved = 0, 0, 0, 0
}

// chargeImage charges p with the program that it begins to run.
func (k *Kernel) chargeImage(p *Process, prog Program) error {
	s, ok := prog.(Sizer)
	if !ok {
		return nil
	}
	p.image, p.mapped = s.Size(), 0
	if m, ok := prog.(Mapper); ok {
		p.mapped = m.Mapped()
	}
	return k.charge(p, p.image)
}

// ChargePages charges or gives back pages of file systems in memory: the Charge of vfs.Options.
func (k *Kernel) ChargePages(pages int64) error {
	n := pages * vfs.PageSize
	dying := func() bool { return n > 0 && k.current != nil && k.current.killed != 0 }
	if dying() {
		return primitives.ENOMEM
	}
	if err := k.charge(nil, n); err != nil {
		return err
	}
	if dying() { // the write of who was killed for it fails; what it wrote before stays
		k.memory.used -= n
		return primitives.ENOMEM
	}
	k.memory.tmpfs += n
	return nil
}
