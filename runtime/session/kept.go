package session

import (
	_ "embed"
	"encoding/binary"
	"fmt"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// kernelProgram is what a kept interpreter runs: at most what a pipe holds.
//
//go:embed kernel.py
var kernelProgram string

// kept is an interpreter that lives from call to call and executes cells in one namespace, as the kernel of
// a notebook does. Its pipes and its process are the session's until it ends.
type kept struct {
	name     string
	pid      int32
	pidfd    int64
	out, err int64 // our ends of its standard output and error
	cells    int64 // where cells are written
	answers  int64 // where it answers that a cell has ended
	busy     bool
}

// cellHeader is the length of a cell, before its text.
const cellHeader = 8

// grace is how long a cell may go on after it was interrupted at its time limit, before its interpreter is
// killed, virtual ns.
const grace = 1e9

// cell lets the kept interpreter of a name execute code. It is started if it does not run.
func (s *Session) cell(c *command, q *Request) error {
	if q.Language != "python" {
		return &primitives.Unsupported{Feature: "a code context in " + q.Language}
	}
	k := s.contexts[q.Context]
	if k != nil && k.busy {
		return primitives.EBUSY
	}
	if k != nil {
		if status, ended := s.ended(k); ended {
			c.note(&c.err, k.name, status, "before this call", "this one is new")
			s.forget(k)
			k = nil
		}
	}
	if k == nil {
		var err error
		if k, err = s.keep(q); err != nil {
			return err
		}
	}
	k.busy = true
	c.kept, c.pid, c.pidfd, c.in = k, k.pid, k.pidfd, k.cells
	c.out.fd, c.err.fd, c.answer = k.out, k.err, k.answers
	c.input = binary.LittleEndian.AppendUint64(make([]byte, 0, cellHeader+len(q.Code)), uint64(len(q.Code)))
	c.input = append(c.input, q.Code...)
	return nil
}

// note says on standard error what became of an interpreter.
func (c *command) note(st *stream, name string, status primitives.WaitStatus, when, then string) {
	how := fmt.Sprintf("exited with %d", status.Code())
	if sig, killed := status.Signaled(); killed {
		how = "was ended by " + sig.String()
	}
	st.take(fmt.Appendf(nil, "code context %s: its interpreter %s %s; %s\n", name, how, when, then))
}

// ended reports whether an interpreter has ended, and how. It is reaped then.
func (s *Session) ended(k *kept) (primitives.WaitStatus, bool) {
	const noHang = 1
	r := s.call(&primitives.Call{No: primitives.SysWait4, Args: [6]int64{int64(k.pid), 0, noHang}})
	if r.Errno != primitives.OK || r.Val == 0 {
		return 0, r.Errno != primitives.OK
	}
	return primitives.WaitStatus(r.Aux), true
}

// keep starts an interpreter: its standard input is empty, cells come by a descriptor of their own.
func (s *Session) keep(q *Request) (k *kept, err error) {
	k = &kept{name: q.Context, pidfd: -1, out: -1, err: -1, cells: -1, answers: -1}
	var theirs []int64
	defer func() {
		for _, fd := range theirs {
			s.closeFD(fd)
		}
		if err != nil {
			s.release(k)
		}
	}()
	stdin, err := s.stdin(nil, &Request{})
	if err != nil {
		return k, err
	}
	theirs = append(theirs, stdin)
	for _, p := range []struct {
		ours   *int64
		writes bool
	}{{&k.out, false}, {&k.err, false}, {&k.cells, true}, {&k.answers, false}} {
		r := s.call(&primitives.Call{No: primitives.SysPipe2, Args: [6]int64{0, primitives.O_CLOEXEC}})
		if r.Errno != primitives.OK {
			return k, r.Err()
		}
		read, write := r.Val, r.Aux
		if p.writes {
			read, write = write, read
		}
		*p.ours, theirs = read, append(theirs, write)
	}
	if err := s.prime(k.cells); err != nil {
		return k, err
	}
	return k, s.launch(k, q, theirs)
}

// prime writes the program into the pipe of the cells, where a short command of the interpreter's finds it.
func (s *Session) prime(fd int64) error {
	nonblock := &primitives.Call{No: primitives.SysFcntl, Args: [6]int64{fd, fSetfl, primitives.O_NONBLOCK}}
	if r := s.call(nonblock); r.Errno != primitives.OK {
		return r.Err()
	}
	text := []byte(kernelProgram)
	r := s.call(&primitives.Call{
		No: primitives.SysWrite, Args: [6]int64{fd, 0, int64(len(text))}, In: text,
	})
	return r.Err()
}

// launch makes the process of a kept interpreter. theirs are its descriptors, from 0 on.
func (s *Session) launch(k *kept, q *Request, theirs []int64) error {
	argv := []string{
		"/usr/bin/python3", "-c", fmt.Sprintf("exec(__import__('os').read(3, %d))", len(kernelProgram)),
	}
	req := &abi.SpawnRequest{Flags: abi.SpawnSetsid, Path: argv[0], Argv: argv, Env: s.environ(&Request{})}
	for to, fd := range theirs {
		req.Actions = append(req.Actions, abi.FileAction{
			Kind: abi.ActionDup2, Fd: int32(fd), Newfd: int32(to),
		})
	}
	req.Actions = append(req.Actions, abi.FileAction{Kind: abi.ActionChdir, Path: s.profile.Paths.Cwd})
	var err error
	if k.pid, err = s.child(q, req); err != nil {
		return err
	}
	r := s.call(&primitives.Call{No: primitives.SysPidfdOpen, Args: [6]int64{int64(k.pid)}})
	if r.Errno != primitives.OK {
		return r.Err()
	}
	k.pidfd = r.Val
	if s.contexts == nil {
		s.contexts = map[string]*kept{}
	}
	s.contexts[k.name] = k
	return nil
}

// answered takes the answer of an interpreter: the cell has ended. What it printed is in the pipes by now.
func (s *Session) answered(c *command) {
	var b [2]byte
	r := s.call(&primitives.Call{
		No: primitives.SysRead, Args: [6]int64{c.answer, 0, int64(len(b))}, Out: b[:],
	})
	if r.Errno != primitives.OK || r.Val != int64(len(b)) {
		c.answer = -1 // it closed the pipe: only its end can tell more
		return
	}
	if b[0] != 0 {
		s.init.Unsupported("IPython's syntax in a code context")
	}
	for s.drainOnce(c) {
	}
	c.response.Exit = int(b[1])
	if c.response.TimedOut {
		c.response.Exit = exitTimeout
	}
	c.kept.busy = false
	c.settle()
	c.detach()
}

// drainOnce reads what is there, and reports whether it found something.
func (s *Session) drainOnce(c *command) bool {
	var fds []pollfd
	for _, st := range []*stream{&c.out, &c.err} {
		if st.fd >= 0 {
			fds = append(fds, pollfd{fd: st.fd, events: pollIn})
		}
	}
	if len(fds) == 0 || !s.poll(fds, 0) {
		return false
	}
	found := false
	for _, f := range fds {
		for _, st := range []*stream{&c.out, &c.err} {
			if f.got != 0 && st.fd == f.fd {
				s.receive(st)
				found = true
			}
		}
	}
	return found
}

// settle keeps which streams of an interpreter have ended, as they do when a cell closes descriptors.
func (c *command) settle() { c.kept.out, c.kept.err = c.out.fd, c.err.fd }

// detach leaves an interpreter and its descriptors as they are: the command is over, it is not.
func (c *command) detach() {
	c.ended, c.drained = true, 0
	c.in, c.out.fd, c.err.fd, c.pidfd, c.answer = -1, -1, -1, -1, -1
}

// interrupt is the first answer to a cell that reached its time limit: Control-C, as a notebook's button has
// it. It reports whether the cell may go on for a while.
func (s *Session) interrupt(c *command) bool {
	if c.response.TimedOut {
		return false
	}
	c.response.TimedOut = true
	c.deadline += grace
	r := s.call(&primitives.Call{
		No: primitives.SysKill, Args: [6]int64{-int64(c.pid), int64(primitives.SIGINT)},
	})
	return r.Errno == primitives.OK
}

// lost is the end of an interpreter in the midst of a cell. Its pipes are read and closed as any command's.
func (s *Session) lost(c *command, status primitives.WaitStatus) {
	for s.drainOnce(c) {
	}
	c.settle()
	c.note(&c.err, c.kept.name, status, "in this call", "the next call starts a new one")
	s.forget(c.kept)
	c.detach()
	c.response.Exit = status.Code()
	if c.response.TimedOut {
		c.response.Exit = exitTimeout
	}
}

// forget drops an interpreter that has ended.
func (s *Session) forget(k *kept) {
	s.release(k)
	delete(s.contexts, k.name)
}

// release closes our ends.
func (s *Session) release(k *kept) {
	for _, fd := range []int64{k.pidfd, k.out, k.err, k.cells, k.answers} {
		if fd >= 0 {
			s.closeFD(fd)
		}
	}
}
