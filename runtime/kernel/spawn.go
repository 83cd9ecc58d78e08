package kernel

import (
	"errors"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// ErrGone is Spawn's error when the caller died meanwhile: its program must return from Run.
var ErrGone = errors.New("kernel: the process is gone")

// setup is what a child does before its program: what lies between fork and exec in a C program.
type setup struct {
	request *abi.SpawnRequest
	fork    bool // a new instance of the parent's program instead of execve
	as      *Identity
	done    bool
	stage   int
	err     error
	queue   waitQueue // the parent waits here
}

// Spawn makes a child of p as posix_spawn(3) does: clone, then in the child the actions of r and
// execve, each a call through the gate. With state the child is a fork: a new instance of p's program,
// which finds r.State. It returns when the child runs its program. On failure stage says where (see
// abi.StageClone and the others), and the child that failed is waited for.
func (k *Kernel) Spawn(p *Process, r *abi.SpawnRequest, state bool) (pid int32, stage int, err error) {
	return k.spawn(p, &setup{request: r, fork: state})
}

// Identity is who a process is, without its umask.
type Identity struct {
	UID, GID uint32
	Groups   []uint32
}

// SpawnAs is Spawn of a program for another identity than p's, which the child takes on before anything
// else: what a container engine does for a user that it is asked for. No guest can ask for it.
func (k *Kernel) SpawnAs(p *Process, r *abi.SpawnRequest, id Identity) (pid int32, stage int, err error) {
	return k.spawn(p, &setup{request: r, as: &id})
}

func (k *Kernel) spawn(p *Process, s *setup) (pid int32, stage int, err error) {
	r := s.request
	flags := int64(primitives.SIGCHLD)
	if r.Flags&abi.SpawnVfork != 0 {
		flags |= CloneVM | CloneVfork
	}
	p.offer = s
	res, alive := p.Syscall(&primitives.Call{No: primitives.SysClone, Args: [6]int64{flags}})
	p.offer = nil
	switch {
	case !alive:
		return 0, abi.StageClone, ErrGone
	case res.Errno != primitives.OK:
		return 0, abi.StageClone, res.Err()
	}
	pid = int32(res.Val)
	if !k.awaitSetup(p, s) {
		return 0, abi.StageClone, ErrGone
	}
	if s.err != nil && !errors.Is(s.err, errDied) {
		wait := primitives.Call{No: primitives.SysWait4, Args: [6]int64{int64(pid)}}
		if _, alive := p.Syscall(&wait); !alive {
			return 0, s.stage, ErrGone
		}
		return 0, s.stage, s.err
	}
	return pid, 0, nil
}

// Spawn is Kernel.Spawn by p.
func (p *Process) Spawn(r *abi.SpawnRequest, state bool) (pid int32, stage int, err error) {
	return p.k.Spawn(p, r, state)
}

// awaitSetup lets p wait until its child has a program or gave up. Only death interrupts it, as it does
// a parent in vfork(2).
func (k *Kernel) awaitSetup(p *Process, s *setup) bool {
	for !s.done && !p.leaving() {
		s.queue.waiters = append(s.queue.waiters, p)
		ok := k.sleep(p)
		s.queue.remove(p)
		if !ok {
			break
		}
	}
	return s.done && !p.leaving()
}

// prepare runs in the child: what its setup asks for, up to its first program.
func (p *Process) prepare() {
	s := p.setup
	s.stage, s.err = p.follow(s)
	if s.err != nil {
		p.Exit(primitives.ExitedStatus(127))
	}
	p.setup = nil
	s.done = true
	p.k.wake(&s.queue)
}

// errDied says that a child was killed before it had a program: to the parent it is a child like any
// other, whose status tells.
var errDied = errors.New("kernel: the child died before exec")

// follow does what the setup asks for, in the order of glibc's __spawni_child.
func (p *Process) follow(s *setup) (stage int, err error) {
	r := s.request
	if s.as != nil {
		p.become(s.as)
	}
	for _, c := range setupCalls(r) {
		res, alive := p.Syscall(&c)
		switch {
		case !alive:
			return abi.StageAction, errDied
		case res.Errno != primitives.OK && (c.No != primitives.SysClose || res.Errno != primitives.EBADF):
			return abi.StageAction, res.Err()
		}
	}
	for i := range r.Actions {
		if err := p.act(&r.Actions[i]); err != nil {
			return abi.StageAction, err
		}
	}
	if s.fork {
		return abi.StageExec, p.forkProgram(r)
	}
	c := primitives.Call{No: primitives.SysExecve, Path: r.Path, Argv: r.Argv, Env: r.Env}
	res, _ := p.Syscall(&c)
	if p.next != nil || res.Errno == primitives.OK {
		return 0, nil
	}
	return abi.StageExec, res.Err()
}

// become makes p another user's, with all three of its ids.
func (p *Process) become(id *Identity) {
	p.cred.UID, p.cred.GID, p.cred.Groups = id.UID, id.GID, slices.Clone(id.Groups)
	p.ruid, p.suid, p.rgid, p.sgid = id.UID, id.UID, id.GID, id.GID
}

// setupCalls returns the calls that the request's attributes stand for.
func setupCalls(r *abi.SpawnRequest) []primitives.Call {
	var calls []primitives.Call
	add := func(no primitives.Sysno, args ...int64) {
		c := primitives.Call{No: no}
		copy(c.Args[:], args)
		calls = append(calls, c)
	}
	for sig := primitives.Signal(1); sig <= maxSignal && r.Ignore|r.Default != 0; sig++ {
		switch {
		case r.Ignore&sigBit(sig) != 0:
			add(primitives.SysRtSigaction, int64(sig), ignore)
		case r.Default&sigBit(sig)&^unblockable != 0:
			add(primitives.SysRtSigaction, int64(sig), byDefault)
		}
	}
	if r.Flags&abi.SpawnSetsid != 0 {
		add(primitives.SysSetsid)
	}
	if r.Flags&abi.SpawnSetpgroup != 0 {
		add(primitives.SysSetpgid, 0, int64(r.Pgroup))
	}
	if r.Flags&abi.SpawnSetSigmask != 0 {
		add(primitives.SysRtSigprocmask, sigSetmask, int64(r.Sigmask))
	}
	return calls
}

// act does one file action.
func (p *Process) act(a *abi.FileAction) error {
	fd, to := int64(a.Fd), int64(a.Newfd)
	switch a.Kind {
	case abi.ActionDup2:
		if fd == to {
			_, err := p.ask(primitives.SysFcntl, "", fd, fSetfd, 0)
			return err
		}
		_, err := p.ask(primitives.SysDup3, "", fd, to, 0)
		return err
	case abi.ActionClose:
		_, err := p.ask(primitives.SysClose, "", fd)
		if primitives.ErrnoOf(err) == primitives.EBADF {
			return nil // posix_spawn(3) takes it for done
		}
		return err
	case abi.ActionOpen:
		return p.openAs(a)
	case abi.ActionChdir:
		_, err := p.ask(primitives.SysChdir, a.Path)
		return err
	default:
		return primitives.EINVAL
	}
}

// ask makes a call of the child.
func (p *Process) ask(no primitives.Sysno, path string, args ...int64) (int64, error) {
	c := primitives.Call{No: no, Path: path}
	copy(c.Args[:], args)
	r, alive := p.Syscall(&c)
	if !alive {
		return -1, errDied
	}
	return r.Val, r.Err()
}

// openAs opens a file as the descriptor that the action names.
func (p *Process) openAs(a *abi.FileAction) error {
	to, flags := int64(a.Newfd), int64(a.Flags)
	got, err := p.ask(primitives.SysOpenat, a.Path, primitives.AT_FDCWD, 0, flags, int64(a.Mode))
	if err != nil || got == to {
		return err
	}
	if _, err = p.ask(primitives.SysDup3, "", got, to, flags&primitives.O_CLOEXEC); err != nil {
		return err
	}
	_, err = p.ask(primitives.SysClose, "", got)
	return err
}

// forkProgram gives the child a new instance of its parent's program.
func (p *Process) forkProgram(r *abi.SpawnRequest) error {
	f, ok := p.parent.program.(Forker)
	if !ok {
		p.Unsupported("fork of " + p.comm)
		return primitives.ENOSYS
	}
	p.state = r.State
	p.k.hold(p, int64(len(p.state)))
	prog, err := f.Fork(p)
	if err != nil {
		return err
	}
	if err := p.k.programRoom(p, prog); err != nil {
		return err
	}
	p.next = prog
	return p.k.chargeImage(p, prog)
}
