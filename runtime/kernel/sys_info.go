package kernel

import (
	"encoding/binary"
	"strconv"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// What uname(2) says of the emulated machine: Debian 12.
const (
	unameSystem  = "Linux"
	unameRelease = "6.1.0"
	unameVersion = "#1 SMP PREEMPT_DYNAMIC Debian 6.1.0 (2026-01-01)"
	unameMachine = "x86_64"
)

func sysUname(k *Kernel, _ *Process, c *primitives.Call) primitives.Result {
	const field = 65
	if len(c.Out) < abi.UnameSize {
		return fail(primitives.EFAULT)
	}
	clear(c.Out[:abi.UnameSize])
	for i, s := range [...]string{unameSystem, k.hostname, unameRelease, unameVersion, unameMachine} {
		copy(c.Out[i*field:(i+1)*field-1], s)
	}
	return primitives.Result{N: abi.UnameSize}
}

func sysSethostname(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	switch {
	case p.pid != 1 && !p.sysAdmin():
		return fail(primitives.EPERM)
	case len(c.In) > 64:
		return fail(primitives.EINVAL)
	}
	k.hostname = string(c.In)
	return value(0)
}

// hostMemory is the memory of the machine around the sandbox, which /proc/meminfo and sysinfo show
// whatever the cap is, as containers do.
const hostMemory = 16 << 30

func (k *Kernel) freeMemory() int64 { return max(0, hostMemory/2-k.memory.used) }

const sysinfoSize = 112

func sysSysinfo(k *Kernel, _ *Process, c *primitives.Call) primitives.Result {
	if len(c.Out) < sysinfoSize {
		return fail(primitives.EFAULT)
	}
	b := c.Out[:sysinfoSize]
	clear(b)
	putInt64s(b, k.uptime()/nsSecond, 0, 0, 0, hostMemory, k.freeMemory(), k.memory.tmpfs)
	binary.LittleEndian.PutUint16(b[80:], uint16(len(k.order)))
	binary.LittleEndian.PutUint32(b[104:], 1) // mem_unit
	return primitives.Result{N: sysinfoSize}
}

func putInt64s(b []byte, values ...int64) {
	for i, v := range values {
		binary.LittleEndian.PutUint64(b[8*i:], uint64(v))
	}
}

func sysGetrandom(k *Kernel, _ *Process, c *primitives.Call) primitives.Result {
	const known = 1 | 2 | 4 // GRND_NONBLOCK, GRND_RANDOM, GRND_INSECURE
	if c.Args[2]&^known != 0 {
		return fail(primitives.EINVAL)
	}
	n, _ := k.random.Read(c.Out)
	return value(int64(n))
}

// cpus returns the affinity mask of the profile.
func (k *Kernel) cpus() uint64 {
	var mask uint64
	for _, n := range k.cfg.Profile.CPU.Allowed {
		if n >= 0 && n < 64 {
			mask |= 1 << n
		}
	}
	if mask != 0 {
		return mask
	}
	return 1<<k.cpuCount() - 1
}

// cpuCount returns the number of CPUs of the machine.
func (k *Kernel) cpuCount() int {
	if n := k.cfg.Profile.CPU.Count; n > 0 {
		return min(n, 63)
	}
	return 2
}

func sysSchedGetaffinity(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	q, err := k.target(p, c.Args[0])
	if err != nil {
		return done(err)
	}
	if len(c.Out) < 8 {
		return fail(primitives.EINVAL)
	}
	mask := k.cpus()
	if q.affinity != 0 {
		mask = q.affinity
	}
	binary.LittleEndian.PutUint64(c.Out, mask)
	return value(8)
}

func sysSchedSetaffinity(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	q, err := k.target(p, c.Args[0])
	if err != nil {
		return done(err)
	}
	var mask uint64
	for i := range min(len(c.In), 8) {
		mask |= uint64(c.In[i]) << (8 * i)
	}
	if mask&k.cpus() == 0 {
		detail := strconv.FormatUint(mask, 16)
		return done(primitives.Deny(primitives.EINVAL, primitives.CPU, "affinity", detail))
	}
	q.affinity = mask & k.cpus()
	return value(0)
}

func sysSchedYield(k *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	k.sched.yielded = p != k.init // the checkpoint after the call does the rest
	return value(0)
}

const maxNice = 19

func sysGetpriority(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	q, err := k.target(p, c.Args[1])
	if err != nil {
		return done(err)
	}
	return value(int64(20 - q.nice)) // what the system call returns, getpriority(2)
}

func sysSetpriority(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	q, err := k.target(p, c.Args[1])
	if err != nil {
		return done(err)
	}
	if q.ruid != p.cred.UID && q.cred.UID != p.cred.UID {
		return fail(primitives.EPERM)
	}
	nice := min(max(int(c.Args[2]), -maxNice-1), maxNice)
	if nice < q.nice { // CAP_SYS_NICE, which container engines do not give, and RLIMIT_NICE is 0
		return fail(primitives.EACCES)
	}
	q.nice = nice
	return value(0)
}

// sysForbidden answers calls for which no sandbox gives the capability.
func sysForbidden(*Kernel, *Process, *primitives.Call) primitives.Result {
	return fail(primitives.EPERM)
}
