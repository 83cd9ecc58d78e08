package kernel

import (
	"iter"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/vfs"
)

// Process is one process: what Linux keeps in task_struct and signal_struct.
type Process struct {
	k        *Kernel
	pid      int32
	parent   *Process
	children []*Process
	lineage  *lineage
	adopted  bool // its parent died, PID 1 took its place
	pgid     int32
	sid      int32

	cred       primitives.Cred // the effective identity
	ruid, suid uint32
	rgid, sgid uint32
	nice       int
	affinity   uint64 // CPUs that it was confined to, a mask; 0 = all
	limits     limits
	fds        fdTable
	cwd        vfs.Location

	argv, env []string
	exe       string    // absolute path of what runs
	exeFile   *vfs.File // its file: while it is open nobody writes to it
	comm      string    // what ps shows, at most 15 bytes
	state     []byte    // what the fork that made it handed over
	program   Program
	next      Program // set by execve: Run has to return for it
	execed    bool    // ran execve since it was made: setpgid(2) by the parent is over

	signals signals
	caught  uint64 // signals that were caught and not yet taken
	itimer  itimer

	zombie  bool
	reaped  bool
	status  primitives.WaitStatus
	killed  primitives.Signal // the fatal signal
	exiting bool              // exit_group was called, with status
	stopped bool
	report  stopReport // what wait4 may tell the parent of a stop

	asleep bool // waits for ready
	call   callState
	resume func() (struct{}, bool)
	yield  func(struct{}) bool
	setup  *setup // what Spawn wants of this process before its first program
	offer  *setup // what Spawn wants of the child that the next clone makes

	childQueue   waitQueue // waits for a child to change
	pendingQueue waitQueue // waits for a masked signal
	deathQueue   waitQueue // wait for this process to end

	steps, childSteps int64 // instructions
	told              int64 // steps when the last call was answered
	cpuNext           int64 // at how many instructions the CPU limit is looked at again
	image             int64 // charged bytes that the program starts with
	mapped            int64 // bytes that it shares with others: seen, and not charged
	grown             int64 // charged bytes beyond the image
	reserved          int64 // address space beyond the image, bytes
	peak              int64 // most bytes charged
	held              int64 // bytes of the host: the process, its arguments, the state of its fork
	running           int64 // and its program, beyond the charge
	stack             int64 // and the engine's stack of that
	threads           []int32
	started           int64 // ns
	waits, preempted  int64 // times that it gave the CPU up, and lost it
	oomAdj            int64 // proc_pid_oom_score_adj(5)
	io                ioCount
}

// lineage is who made whom, which reparenting does not change.
type lineage struct {
	pid    int32
	parent *lineage
}

func (l *lineage) descends(pid int32) bool {
	for ; l != nil; l = l.parent {
		if l.pid == pid {
			return true
		}
	}
	return false
}

// Program is what a process runs. Run goes on until the program ends, or until Syscall or Consume says that
// the process has to go, whereupon it must return at once; its result then does not matter.
type Program interface {
	Run(p *Process) primitives.WaitStatus
	Name() string
}

// Forker is a Program that can be forked: Fork returns the program of the child p, a new instance
// that finds its state in p.State.
type Forker interface {
	Fork(p *Process) (Program, error)
}

// Sizer is a Program that says how many bytes it is charged with from its start.
type Sizer interface {
	Size() int64
}

// Mapper is a Program that says how many bytes it shares with all others that have its file mapped: they are
// seen as its own by who looks, and nobody is charged.
type Mapper interface {
	Mapped() int64
}

// makeInit makes PID 1. It is root to all others, whatever identity its own calls have.
func (k *Kernel) makeInit() *Process {
	id := &k.cfg.Profile.Identity
	p := &Process{
		k: k, pid: 1, pgid: 1, sid: 1, started: k.clock.Now(), comm: "sandbox", exe: "/sbin/init",
		argv: []string{"/sbin/init"}, cpuNext: never, lineage: &lineage{pid: 1},
		cred: k.initCred(),
		ruid: id.UID, suid: id.UID, rgid: id.GID, sgid: id.GID,
	}
	p.limits.fill(&k.cfg.Profile)
	p.cwd = k.ns.Root()
	p.fds.host = &k.host.own
	k.procs[1], k.lastPid, k.recent = p, 1, p
	k.order = append(k.order, p)
	return p
}

// initCred is the profile's identity, which no process shares memory with.
func (k *Kernel) initCred() primitives.Cred {
	c := k.cfg.Profile.Cred()
	c.Groups = slices.Clone(c.Groups)
	return c
}

// fork makes a child of p that has nothing to run yet.
func (k *Kernel) fork(p *Process) *Process {
	q := &Process{
		k: k, pid: k.freePid(), parent: p, pgid: p.pgid, sid: p.sid, started: k.clock.Now(),
		cred: p.cred, ruid: p.ruid, suid: p.suid, rgid: p.rgid, sgid: p.sgid, nice: p.nice,
		affinity: p.affinity,
		limits:   p.limits, cwd: p.cwd, argv: p.argv, env: p.env, exe: p.exe, comm: p.comm,
		signals: p.signals, asleep: true, oomAdj: p.oomAdj,
	}
	q.lineage = &lineage{pid: q.pid, parent: p.lineage}
	q.signals.pending = 0
	q.fds = p.fds.clone()
	k.hold(q, processBytes)
	q.cpuNext = q.limits.cpuNext(0, k.sched.speed)
	p.children = append(p.children, q)
	k.procs[q.pid] = q
	byPid := func(e *Process, pid int32) int { return int(e.pid - pid) }
	at, _ := slices.BinarySearchFunc(k.order, q.pid, byPid)
	k.order = slices.Insert(k.order, at, q)
	k.stats.Processes++
	q.resume, _ = iter.Pull(func(yield func(struct{}) bool) {
		q.yield = yield
		q.main()
	})
	k.event(trace.Fork(k.clock.Now(), p.pid, q.pid))
	return q
}

// maxPid is pid_max of Linux on 64 bits as systemd sets it, proc(5). Where all but some numbers are taken
// clone fails with EAGAIN: a group or session may keep the number of a leader that is gone.
const (
	maxPid       = 4194304
	reservedPids = 1024
)

// freePid returns the next number that is neither a process's nor a thread's.
func (k *Kernel) freePid() int32 {
	for {
		k.lastPid++
		if k.lastPid >= maxPid {
			k.lastPid = 2
		}
		taken := k.procs[k.lastPid] != nil || slices.ContainsFunc(k.order, func(p *Process) bool {
			return p.pgid == k.lastPid || p.sid == k.lastPid || slices.Contains(p.threads, k.lastPid)
		})
		if !taken {
			return k.lastPid
		}
	}
}

// main is the life of a process: what Spawn wants first, then one program after the other.
func (p *Process) main() {
	if p.setup != nil {
		p.prepare()
	}
	status := p.status
	for p.next != nil && !p.dying() {
		p.program, p.next = p.next, nil
		p.k.runs(p, p.program)
		status = p.program.Run(p)
	}
	switch {
	case p.killed != 0:
		status = primitives.SignaledStatus(p.killed)
	case p.exiting:
		status = p.status
	}
	p.k.finish(p, status)
}

// dying reports whether the process ends as soon as it unwinds.
func (p *Process) dying() bool {
	return p.killed != 0 || p.exiting || p.zombie || p.k.aborted != nil && p.pid != 1
}

// leaving reports whether what runs now has to unwind, to end or to make room for another program.
func (p *Process) leaving() bool { return p.next != nil || p.dying() }

// Syscall makes a system call through the gate. It reports false if the process is dying or was replaced
// by execve: the program must then return from Run at once.
func (p *Process) Syscall(c *primitives.Call) (primitives.Result, bool) {
	if p.leaving() {
		return fail(primitives.EINTR), false
	}
	c.Pid, c.Ran = p.pid, p.steps-p.told
	r := p.k.handler(c)
	p.told = p.steps
	if p.leaving() {
		return r, false
	}
	p.k.checkpoint(p)
	return r, !p.leaving()
}

// Consume accounts for n instructions that the program ran since the last time. It may switch to
// another process. It returns how many may run before the next account; ok is false if
// the program must return from Run.
func (p *Process) Consume(n int64) (slice int64, ok bool) {
	if p.leaving() {
		return 0, false
	}
	p.k.guard()
	p.k.spend(p, max(n, 0))
	p.k.checkpoint(p)
	if p.leaving() {
		return 0, false
	}
	return p.k.slice(p), true
}

// Alive reports whether the program may go on.
func (p *Process) Alive() bool { return !p.leaving() }

// Caught reports whether a caught signal waits to be taken by rt_sigpending.
func (p *Process) Caught() bool { return p.caught != 0 }

// Exit makes the process end with the status, without a call. The program must return from Run.
func (p *Process) Exit(status primitives.WaitStatus) {
	if !p.dying() {
		p.exiting, p.status = true, status
	}
}

// Abort ends the whole run for a reason that lies with the host. The program must return from Run.
func (p *Process) Abort(err error) { p.k.abort(err) }

// Pid returns the process's number.
func (p *Process) Pid() int32 { return p.pid }

// Argv returns the arguments.
func (p *Process) Argv() []string { return p.argv }

// Env returns the environment.
func (p *Process) Env() []string { return p.env }

// State returns what the fork that made the process handed over, or nil.
func (p *Process) State() []byte { return p.state }

// Zombie reports whether the process has ended and its parent has not yet waited for it; status is how.
func (p *Process) Zombie() (status primitives.WaitStatus, ended bool) { return p.status, p.zombie }

// Unsupported notes a feature that the guest or its ABI lacks: the run becomes `unsupported`.
func (p *Process) Unsupported(feature string) { p.k.lacks(p, feature) }
