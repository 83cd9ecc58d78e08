package kernel

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
)

// scheduler decides who has the run token, and for how long.
type scheduler struct {
	stream     *det.Stream // nil: round robin
	speed      uint64      // instructions a virtual second
	carry      uint64      // what the last advance of the clock left: ns times speed
	slice      int64       // mean
	maxSteps   int64
	queue      []*Process // who can run, the one that waits longest first
	running    *Process   // nil: PID 1
	left       int64      // of the running process's slice, instructions
	preempt    bool       // a woken process goes first
	yielded    bool       // by sched_yield
	deadline   int64      // until when PID 1 waits; nobody runs beyond it
	last       int32      // who had the token last
	why        string     // and why it gave it away
	roundRobin bool
}

// Why a process gives the token away, the words of trace.Switch.
const (
	whyBlocked = "blocked"
	whySlice   = "slice"
	whyYield   = "yield"
	whyExit    = "exit"
	whyDead    = "deadlock" // nobody has it: everybody waits
)

const nsSecond = 1_000_000_000

// defaultSpeed is the speed of a profile that gives none, instructions a virtual second.
const defaultSpeed = 1_000_000_000

func (s *scheduler) init(cfg *Config) {
	s.speed = defaultSpeed
	if cfg.Profile.CPU.Speed > 0 {
		s.speed = uint64(cfg.Profile.CPU.Speed)
	}
	s.slice = DefaultSlice
	if cfg.Slice > 0 {
		s.slice = cfg.Slice
	}
	s.maxSteps = cfg.MaxSteps
	if s.maxSteps <= 0 {
		s.maxSteps = math.MaxInt64
	}
	s.roundRobin = cfg.RoundRobin
	s.stream = cfg.Seed.Stream("sched")
	s.deadline = noDeadline
	s.last, s.why = 1, whyBlocked
}

// pick takes the next process off the queue.
func (s *scheduler) pick() *Process {
	i := 0
	if !s.roundRobin && len(s.queue) > 1 {
		i = s.stream.IntN(len(s.queue))
	}
	p := s.queue[i]
	s.queue = slices.Delete(s.queue, i, i+1)
	return p
}

// grant returns the length of the next slice: with a draw, between half and one and a half of the mean.
func (s *scheduler) grant() int64 {
	if s.roundRobin || len(s.queue) == 0 {
		return s.slice
	}
	return s.slice/2 + s.stream.Int64N(s.slice) + 1
}

// ready puts a sleeping process in the queue of those who can run.
func (k *Kernel) ready(p *Process) {
	if !p.asleep {
		return
	}
	p.asleep = false
	if p == k.init {
		return
	}
	k.sched.queue = append(k.sched.queue, p)
	// On Linux a process that slept often gets the CPU of the one that woke it, which is where many
	// races come from: so does it here, in one of four cases.
	if k.sched.running != nil && !k.sched.roundRobin && k.sched.stream.Chance(1, 4) {
		k.sched.preempt = true
	}
}

// RunUntil lets the other processes run, as PID 1 waits, until done says so. It reports false if that
// did not happen by the deadline (virtual ns; negative = none), if nobody can ever run again, or if
// the run was aborted. Only PID 1's goroutine may call it.
func (k *Kernel) RunUntil(done func() bool, deadline int64) (reached bool) {
	if k.sched.running != nil {
		panic("kernel: RunUntil outside of PID 1")
	}
	outer := k.sched.deadline
	k.sched.deadline = deadline
	reached = k.run(done, deadline)
	k.sched.deadline = outer
	k.switchTo(1)
	return reached
}

func (k *Kernel) run(done func() bool, deadline int64) bool {
	for {
		k.timers.run(k.clock.Now())
		switch {
		case k.aborted != nil:
			return false
		case done():
			return true
		case deadline >= 0 && k.clock.Now() >= deadline:
			return false
		}
		if len(k.sched.queue) > 0 {
			k.dispatch(k.sched.pick())
			continue
		}
		at, ok := k.timers.next()
		if deadline >= 0 && (!ok || deadline < at) {
			at, ok = deadline, true
		}
		if !ok {
			k.event(trace.Switch(k.clock.Now(), k.sched.last, 0, whyDead))
			return false
		}
		k.jump(at)
	}
}

// jump moves the clock to a time, for nobody can run before it.
func (k *Kernel) jump(at int64) {
	if by := k.clock.AdvanceTo(at); by > 0 {
		k.sched.carry = 0
		k.event(trace.Jump(k.clock.Now(), by))
	}
}

// dispatch gives p the token and returns when p gives it back.
func (k *Kernel) dispatch(p *Process) {
	k.guard()
	k.switchTo(p.pid)
	k.sched.running, k.sched.left, k.sched.preempt = p, k.sched.grant(), false
	returned := false
	defer func() {
		k.sched.running = nil
		if !returned {
			k.broke(p)
		}
	}()
	p.resume()
	returned = true
}

// broke notes that a process panicked, which is a bug of the emulator: the panic goes on to whoever plays
// the machine. Its coroutine is over, so that Close ends the others and not this one.
func (k *Kernel) broke(p *Process) {
	k.abort(errBroke)
	k.current = nil
	p.zombie = true
}

func (k *Kernel) guard() {
	if k.cfg.Guard == nil {
		return
	}
	if err := k.cfg.Guard(); err != nil {
		k.abort(err)
	}
}

func (k *Kernel) switchTo(pid int32) {
	if k.sched.last == pid {
		return
	}
	k.stats.Switches++
	k.event(trace.Switch(k.clock.Now(), k.sched.last, pid, k.sched.why))
	k.sched.last = pid
	if pid == 1 {
		k.sched.why = whyBlocked // the only reason for which PID 1 lets others run
	}
}

// sleep stops p until somebody calls ready on it. It reports false if p is PID 1 and that never happens.
func (k *Kernel) sleep(p *Process) bool {
	p.asleep = true
	if p == k.init {
		return k.RunUntil(func() bool { return !p.asleep }, noDeadline)
	}
	k.handOn(p, whyBlocked)
	return true
}

// handOn gives the token back to PID 1's loop. It returns when p has it again.
func (k *Kernel) handOn(p *Process, why string) {
	k.sched.why = why
	if why == whySlice {
		p.preempted++
	} else {
		p.waits++
	}
	p.yield(struct{}{})
}

// giveWay lets others run, p being able to go on.
func (k *Kernel) giveWay(p *Process, why string) {
	k.sched.queue = append(k.sched.queue, p)
	k.handOn(p, why)
}

// checkpoint is where a running process can lose the token: after every call and slice.
func (k *Kernel) checkpoint(p *Process) {
	if p == k.init || p.leaving() {
		return
	}
	if p.stopped {
		for p.stopped && !p.leaving() {
			k.sleep(p)
		}
		return
	}
	switch s := &k.sched; {
	case s.yielded:
		s.yielded = false
		k.giveWay(p, whyYield)
	case s.left <= 0 || s.deadline >= 0 && k.clock.Now() >= s.deadline:
		k.giveWay(p, whySlice)
	case s.preempt && len(s.queue) > 0:
		k.giveWay(p, whyYield)
	}
}

// spend accounts for n instructions by p: its time, the clock's, and what becomes due by that.
func (k *Kernel) spend(p *Process, n int64) {
	k.stats.Instructions += n
	if k.stats.Instructions > k.sched.maxSteps {
		k.abort(ErrSteps)
	}
	p.steps += n
	k.sched.left -= n
	k.advance(n)
	if p.steps >= p.cpuNext {
		k.cpuLimit(p)
	}
	k.timers.run(k.clock.Now())
}

// advance moves the clock by n instructions. What is less than a nanosecond is carried over.
func (k *Kernel) advance(n int64) {
	s := &k.sched
	hi, lo := bits.Mul64(uint64(n), nsSecond)
	lo, c := bits.Add64(lo, s.carry, 0)
	ns, rest := bits.Div64(hi+c, lo, s.speed)
	s.carry = rest
	k.clock.Advance(int64(ns))
}

// steps returns the instructions that take at least ns nanoseconds.
func (s *scheduler) steps(ns int64) int64 {
	if ns <= 0 {
		return 1
	}
	hi, lo := bits.Mul64(uint64(ns), s.speed)
	if hi >= nsSecond {
		return math.MaxInt64
	}
	q, r := bits.Div64(hi, lo, nsSecond)
	if r > 0 {
		q++
	}
	if q > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(q)
}

// slice returns how many instructions p may run before it has to account for them: until the end of its
// turn, the next timer, PID 1's deadline, or its own limit of CPU time, whichever is first.
func (k *Kernel) slice(p *Process) int64 {
	n := min(k.sched.left, p.cpuNext-p.steps)
	now := k.clock.Now()
	if at, ok := k.timers.next(); ok {
		n = min(n, k.sched.steps(at-now))
	}
	if d := k.sched.deadline; d >= 0 {
		n = min(n, k.sched.steps(d-now))
	}
	return max(n, 1)
}
