package kernel

import (
	"math"
	"strconv"

	"github.com/sandfault/sandfault/primitives"
)

// The resources of getrlimit(2), x86-64 numbers.
const (
	limitCPU = iota
	limitFsize
	limitData
	limitStack
	limitCore
	limitRSS
	limitNproc
	limitNofile
	limitMemlock
	limitAS
	limitLocks
	limitSigpending
	limitMsgqueue
	limitNice
	limitRtprio
	limitRttime
	limitCount
)

const (
	infinity = -1
	never    = math.MaxInt64
)

// limit is one resource limit.
type limit struct {
	cur, max int64 // infinity = none
	own      bool  // a process set it: running into it is not the profile's doing
}

type limits [limitCount]limit

func (l *limit) soft() int64 {
	if l.cur == infinity {
		return never
	}
	return l.cur
}

func (l *limit) hard() int64 {
	if l.max == infinity {
		return never
	}
	return l.max
}

// deny is the error of who runs into the limit, with a cause if it is the profile's.
func (l *limit) deny(e primitives.Errno, p primitives.Primitive, rule string, detail int64) error {
	if c := l.cause(p, rule, detail); c != nil {
		return &primitives.Denied{Errno: e, Cause: *c}
	}
	return e
}

func (l *limit) cause(p primitives.Primitive, rule string, detail int64) *primitives.Cause {
	if l.own {
		return nil
	}
	return &primitives.Cause{Primitive: p, Rule: rule, Detail: strconv.FormatInt(detail, 10)}
}

// What a Debian machine gives a process.
const (
	defaultNofile  = 1024
	defaultStack   = 8 << 20
	defaultMemlock = 8 << 20
	defaultNproc   = 31_000
	defaultQueue   = 819_200
)

// fill sets the limits of a profile.
func (ls *limits) fill(pr *primitives.Profile) {
	for i := range ls {
		ls[i] = limit{cur: infinity, max: infinity}
	}
	ls[limitStack].cur = defaultStack
	ls[limitCore] = limit{cur: 0, max: 0}
	ls[limitNproc] = limit{cur: defaultNproc, max: defaultNproc}
	ls[limitSigpending] = ls[limitNproc]
	ls[limitMemlock] = limit{cur: defaultMemlock, max: defaultMemlock}
	ls[limitMsgqueue] = limit{cur: defaultQueue, max: defaultQueue}
	ls[limitNice], ls[limitRtprio] = limit{}, limit{}
	ls[limitNofile] = limit{cur: defaultNofile, max: 1 << 20}
	if n := int64(pr.Files.Nofile); n > 0 {
		ls[limitNofile] = limit{cur: n, max: n}
	}
	if n := pr.Quota.FileBytes; n > 0 {
		ls[limitFsize] = limit{cur: n, max: n}
	}
	if n := pr.Memory.AddressSpaceBytes; n > 0 {
		ls[limitAS] = limit{cur: n, max: n}
	}
	if n := pr.CPU.Seconds; n > 0 {
		ls[limitCPU] = limit{cur: n, max: n + 1}
	}
}

// cpuNext returns at how many instructions the CPU limit has to be looked at again.
func (ls *limits) cpuNext(steps int64, speed uint64) int64 {
	l := &ls[limitCPU]
	next := min(l.soft(), l.hard())
	if next > never/int64(speed) {
		return never
	}
	if at := next * int64(speed); at > steps {
		return at
	}
	// Beyond the soft limit there is a signal every second, getrlimit(2).
	return (steps/int64(speed) + 1) * int64(speed)
}

// cpuLimit acts on a process that reached its limit of CPU time: SIGXCPU every second from the soft
// limit on, SIGKILL at the hard one.
func (k *Kernel) cpuLimit(p *Process) {
	l := &p.limits[limitCPU]
	used := p.steps / int64(k.sched.speed)
	switch {
	case p == k.init:
	case used >= l.hard():
		k.post(p, primitives.SIGKILL, 0, l.cause(primitives.CPU, "seconds", l.hard()))
	case used >= l.soft():
		k.post(p, primitives.SIGXCPU, 0, l.cause(primitives.CPU, "seconds", l.soft()))
	}
	p.cpuNext = p.limits.cpuNext(p.steps, k.sched.speed)
}

// fileRoom returns how many of n bytes at off the file size limit lets a process write. If none, the
// process gets SIGXFSZ and the error is EFBIG, getrlimit(2).
func (k *Kernel) fileRoom(p *Process, off, n int64) (int64, error) {
	l := &p.limits[limitFsize]
	size := l.soft()
	if p == k.init || n == 0 || size == never || off < size && n <= size-off {
		return n, nil
	}
	if off < size {
		return size - off, nil
	}
	k.post(p, primitives.SIGXFSZ, 0, l.cause(primitives.Quota, "file-size", size))
	return 0, l.deny(primitives.EFBIG, primitives.Quota, "file-size", size)
}

// population is how many processes and threads the pids limit counts: all but PID 1, zombies too.
func (k *Kernel) population() int {
	n := len(k.order) - 1
	for _, p := range k.order {
		n += len(p.threads)
	}
	return n
}

// spawnRoom checks that p may make one process or thread more.
func (k *Kernel) spawnRoom(p *Process) error {
	if most := k.cfg.Profile.Processes.PidsMax; most > 0 && k.population() >= most {
		k.pidsMet++
		return primitives.Deny(primitives.EAGAIN, primitives.Processes, "pids", strconv.Itoa(most))
	}
	if k.population() >= maxPid-reservedPids {
		return primitives.EAGAIN
	}
	if err := k.HostRoom(processBytes+p.fds.bytes(), primitives.EAGAIN); err != nil {
		return err
	}
	if l := &p.limits[limitNproc]; int64(k.population()) >= l.soft() && p.cred.UID != 0 {
		return primitives.EAGAIN
	}
	return nil
}
