package session

import (
	"slices"
	"sort"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// Machine is the machine whose PID 1 a session is.
type Machine interface {
	Kernel() *kernel.Kernel
	Now() int64 // virtual ns
	// Restart ends all processes and gives the machine a fresh file system, but for what the
	// profile keeps. Kernel returns another kernel afterwards.
	Restart() error
	// TakeDenials returns what primitives refused since the last time, in order.
	TakeDenials() []Denial
}

// Session plays requests against one machine. It is not safe for concurrent use: the tool layer
// puts its calls in order at the door.
type Session struct {
	machine Machine
	profile *primitives.Profile
	init    *kernel.Process
	handler Handler
	started int64 // virtual ns at which the session began

	contexts map[string]*kept // interpreters that live from call to call, by name
	served   []*command       // while they run
}

// New returns the session of a machine under a profile.
func New(m Machine, p *primitives.Profile) *Session {
	s := &Session{machine: m, profile: p}
	s.boot()
	s.started = s.now()
	s.handler = Chain(s.serve, middlewares(p)...)
	return s
}

// boot makes the session PID 1 of the machine's present kernel.
func (s *Session) boot() {
	s.init = s.machine.Kernel().Init()
	s.call(&primitives.Call{No: primitives.SysChdir, Path: s.profile.Paths.Cwd})
}

// Do plays one request.
func (s *Session) Do(q *Request) Response { return s.DoAll([]*Request{q})[0] }

// DoAll plays requests that were made at the same time: commands start in the order of the
// list and run side by side; the rest is served in that order before them.
func (s *Session) DoAll(qs []*Request) []Response {
	if len(qs) == 1 {
		return []Response{s.one(qs[0])}
	}
	return s.parallel(qs)
}

func (s *Session) one(q *Request) Response {
	begin := s.now()
	s.machine.TakeDenials()
	r := s.handler(q)
	r.Denials = append(s.machine.TakeDenials(), r.Denials...)
	r.Denials = distinct(r.Denials)
	if r.Wall == 0 {
		r.Wall = since(begin, s.now())
	}
	return r
}

// Interrupt types Control-C into the terminal that the running commands would have. The machine's guard may
// call it, which is asked while they run, and nobody else.
func (s *Session) Interrupt() {
	for _, c := range s.served {
		if !c.ended {
			s.machine.Kernel().Interrupt(c.pid)
		}
	}
}

// serve is the innermost handler.
func (s *Session) serve(q *Request) Response {
	if s.expired() && q.Op != OpRestart {
		return failed(primitives.Deny(
			primitives.ESHUTDOWN, primitives.Lifetime, "session", "the session has ended"))
	}
	switch {
	case q.Op.runs():
		return s.run([]*Request{q})[0]
	case q.Op == OpRestart:
		return s.restart()
	default:
		return s.asFileAPI(func() Response { return s.file(q) })
	}
}

func (s *Session) expired() bool {
	limit := s.profile.Lifetime.SessionSeconds
	return limit > 0 && float64(s.now()-s.started) > limit*1e9
}

func (s *Session) restart() Response {
	if err := s.machine.Restart(); err != nil {
		return failed(err)
	}
	s.boot()
	s.started = s.now()
	s.contexts = nil // their processes ended with the others
	return Response{}
}

// asFileAPI serves under the identity of the file API.
func (s *Session) asFileAPI(serve func() Response) Response {
	uid := s.profile.Interface.UID
	if uid == nil {
		return serve()
	}
	s.become(*uid, *uid)
	defer s.become(s.profile.Identity.UID, s.profile.Identity.GID)
	return serve()
}

// become sets the effective identity of PID 1, which may take any, and keeps the others.
func (s *Session) become(uid, gid uint32) {
	const keep = 0xffffffff
	s.call(&primitives.Call{No: primitives.SysSetresgid, Args: [6]int64{keep, int64(gid), keep}})
	s.call(&primitives.Call{No: primitives.SysSetresuid, Args: [6]int64{keep, int64(uid), keep}})
}

// call makes a system call of PID 1.
func (s *Session) call(c *primitives.Call) primitives.Result {
	r, _ := s.init.Syscall(c)
	return r
}

func (s *Session) now() int64 { return s.machine.Now() }

// distinct drops repeats, which a loop in a guest may make by the thousand.
func distinct(ds []Denial) []Denial {
	var out []Denial
	for _, d := range ds {
		if !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// list reads a directory.
func (s *Session) list(name string) Response {
	flags := int64(primitives.O_RDONLY | primitives.O_DIRECTORY | primitives.O_CLOEXEC)
	fd := s.call(&primitives.Call{
		No: primitives.SysOpenat, Args: [6]int64{primitives.AT_FDCWD, 0, flags}, Path: name,
	})
	if fd.Errno != primitives.OK {
		return failed(fd.Err())
	}
	defer s.closeFD(fd.Val)
	names := []string{}
	buf := make([]byte, 32<<10)
	for {
		r := s.call(&primitives.Call{
			No: primitives.SysGetdents64, Args: [6]int64{fd.Val, 0, int64(len(buf))}, Out: buf,
		})
		switch {
		case r.Errno != primitives.OK:
			return failed(r.Err())
		case r.Val == 0:
			sort.Strings(names)
			return Response{Entries: names}
		}
		names = appendNames(names, buf[:r.Val])
	}
}
