//go:build linux && (amd64 || arm64)

package linux

import (
	"encoding/binary"
	"fmt"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// plan is the end of a launcher: system calls that were put together beforehand and are made in one go, the
// last of them execve. By then the process may be forbidden to have another thread, or more memory, so
// nothing may allocate, block for long or be preempted.
type plan struct {
	calls []rawCall
	keep  []any // what the calls' arguments point to
}

type rawCall struct {
	nr     uintptr
	args   [6]uintptr
	ignore bool // it may fail
}

const (
	maxSignal  = 64
	maxCap     = 63
	sigsetSize = maxSignal / 8
)

func (p *plan) call(nr uintptr, args ...uintptr) {
	c := rawCall{nr: nr}
	copy(c.args[:], args)
	p.calls = append(p.calls, c)
}

func (p *plan) try(nr uintptr, args ...uintptr) {
	p.call(nr, args...)
	p.calls[len(p.calls)-1].ignore = true
}

// fill puts the calls together. What needs the superuser comes before the identity is given up.
func (p *plan) fill(s *launchSpec) error {
	p.signals()
	p.limits(&s.Profile)
	for i := range s.Cgroups {
		zero := keepNew(p, [1]byte{'0'})
		p.call(unix.SYS_WRITE, uintptr(firstCgroup+i), uintptr(unsafe.Pointer(zero)), 1)
	}
	if s.Cgroups > 0 { // guests see theirs as the root, not the host's names
		p.call(unix.SYS_UNSHARE, unix.CLONE_NEWCGROUP)
	}
	p.try(unix.SYS_KEYCTL, unix.KEYCTL_JOIN_SESSION_KEYRING, 0) // the host's keys are none of the guest's
	var own pass
	if s.Profile.Processes.ExecBlocked {
		var b [4 * len(own)]byte
		if _, err := unix.Getrandom(b[:], 0); err != nil {
			return fmt.Errorf("draw a pass: %w", err)
		}
		for i := range own {
			own[i] = binary.NativeEndian.Uint32(b[4*i:])
		}
	}
	if err := p.filter(s, own); err != nil {
		return err
	}
	p.identity(&s.Profile)
	p.call(unix.SYS_UMASK, uintptr(s.Profile.Identity.Umask))
	return p.exec(s, own)
}

// keepNew keeps a value where it can be pointed to.
func keepNew[T any](p *plan, v T) *T {
	p.keep = append(p.keep, &v)
	return &v
}

// signals blocks them, so that the Go runtime cannot preempt what follows, and gives them their defaults, for
// what was ignored stays ignored over execve.
func (p *plan) signals() {
	type sigaction struct{ handler, flags, restorer, mask uint64 }
	all := keepNew(p, ^uint64(0))
	p.call(unix.SYS_RT_SIGPROCMASK, sigSetmask, uintptr(unsafe.Pointer(all)), 0, sigsetSize)
	byDefault := keepNew(p, sigaction{})
	for sig := uintptr(1); sig <= maxSignal; sig++ {
		p.try(unix.SYS_RT_SIGACTION, sig, uintptr(unsafe.Pointer(byDefault)), 0, sigsetSize)
	}
}

const sigSetmask = 2 // SIG_SETMASK

func (p *plan) limits(pr *primitives.Profile) {
	set := func(which int, soft, hard int64) {
		l := keepNew(p, unix.Rlimit{Cur: uint64(soft), Max: uint64(hard)})
		p.call(unix.SYS_PRLIMIT64, 0, uintptr(which), uintptr(unsafe.Pointer(l)), 0)
	}
	set(unix.RLIMIT_CORE, 0, 0)
	files := int64(defaultNofile)
	if n := pr.Files.Nofile; n > 0 {
		files = int64(min(n, mostFiles()))
	}
	set(unix.RLIMIT_NOFILE, files, files)
	if n := pr.Quota.FileBytes; n > 0 {
		set(unix.RLIMIT_FSIZE, n, n)
	}
	if n := pr.CPU.Seconds; n > 0 {
		set(unix.RLIMIT_CPU, n, n+1)
	}
	if n := pr.Memory.AddressSpaceBytes; n > 0 {
		set(unix.RLIMIT_AS, n, n)
	}
	if cpus := allowedCPUs(pr); cpus != nil {
		mask := keepNew(p, unix.CPUSet{})
		for _, n := range cpus {
			mask.Set(n)
		}
		p.call(unix.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(*mask), uintptr(unsafe.Pointer(mask)))
	}
}

const defaultNofile = 1024

// filter forbids new privileges and installs the filter of system calls.
func (p *plan) filter(s *launchSpec, own pass) error {
	if s.Profile.Permissions.SecureExecNoSetID {
		p.call(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	}
	prog, err := filter(&s.Profile.Processes, own)
	if err != nil || prog == nil {
		return err
	}
	p.keep = append(p.keep, prog)
	f := keepNew(p, unix.SockFprog{
		Len: uint16(len(prog)), Filter: (*unix.SockFilter)(unsafe.Pointer(&prog[0])),
	})
	p.call(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(f)))
	return nil
}

// identity takes the guest's user, groups and capabilities.
func (p *plan) identity(pr *primitives.Profile) {
	id := &pr.Identity
	caps := capsOf(id.UID, pr.Permissions.Capable)
	for c := uintptr(0); c <= maxCap; c++ {
		if (containerCaps|caps)&(1<<c) == 0 {
			p.try(unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, c)
		}
	}
	p.call(unix.SYS_PRCTL, unix.PR_SET_KEEPCAPS, 1)
	groups := uintptr(0)
	if len(id.Groups) > 0 {
		own := append([]uint32(nil), id.Groups...)
		p.keep = append(p.keep, own)
		groups = uintptr(unsafe.Pointer(&own[0]))
	}
	p.call(unix.SYS_SETGROUPS, uintptr(len(id.Groups)), groups)
	gid, uid := uintptr(id.GID), uintptr(id.UID)
	p.call(unix.SYS_SETRESGID, gid, gid, gid)
	p.call(unix.SYS_SETRESUID, uid, uid, uid)
	p.caps(caps, id.UID != 0)
}

// caps sets the capabilities; ambient ones stay over execve without the superuser's uid.
func (p *plan) caps(caps uint64, ambient bool) {
	h := keepNew(p, unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3})
	data := [2]unix.CapUserData{{Effective: uint32(caps), Permitted: uint32(caps)}}
	if ambient {
		data[0].Inheritable = uint32(caps)
	}
	d := keepNew(p, data)
	p.call(unix.SYS_CAPSET, uintptr(unsafe.Pointer(h)), uintptr(unsafe.Pointer(d)))
	for c := uintptr(0); ambient && c <= maxCap; c++ {
		if caps&(1<<c) != 0 {
			p.call(unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, c)
		}
	}
}

// exec is the end: the directory as the guest may enter it, and the program.
func (p *plan) exec(s *launchSpec, own pass) error {
	var texts [2]*byte
	for i, t := range []string{s.Cwd, s.Path} {
		b, err := syscall.BytePtrFromString(t)
		if err != nil {
			return fmt.Errorf("%q: %w", t, err)
		}
		texts[i] = b
	}
	argv, err := syscall.SlicePtrFromStrings(s.Argv)
	if err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	env, err := syscall.SlicePtrFromStrings(s.Env)
	if err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	p.keep = append(p.keep, texts, argv, env)
	p.call(unix.SYS_CHDIR, uintptr(unsafe.Pointer(texts[0])))
	none := keepNew(p, uint64(0))
	p.call(unix.SYS_RT_SIGPROCMASK, sigSetmask, uintptr(unsafe.Pointer(none)), 0, sigsetSize)
	p.call(unix.SYS_EXECVE, uintptr(unsafe.Pointer(texts[1])), uintptr(unsafe.Pointer(&argv[0])),
		uintptr(unsafe.Pointer(&env[0])), uintptr(own[0]), uintptr(own[1]), uintptr(own[2]))
	return nil
}

// run makes the calls. It calls nothing that the Go runtime could interrupt: each callee is nosplit.
func (p *plan) run() {
	var said refusal
	calls := p.calls
	for i := range calls {
		c := &calls[i]
		_, _, e := unix.RawSyscall6(c.nr, c.args[0], c.args[1], c.args[2], c.args[3], c.args[4], c.args[5])
		if e != 0 && !c.ignore {
			said = refusal{Errno: uint32(e), Call: uint32(c.nr)}
			break
		}
	}
	at, size := uintptr(unsafe.Pointer(&said)), unsafe.Sizeof(said)
	_, _, _ = unix.RawSyscall6(unix.SYS_WRITE, fdStatus, at, size, 0, 0, 0)
	for {
		_, _, _ = unix.RawSyscall6(unix.SYS_EXIT_GROUP, 127, 0, 0, 0, 0, 0)
	}
}
