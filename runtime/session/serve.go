package session

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/sandfault/sandfault/primitives"
)

// Events of poll(2) that the session waits for.
const (
	pollIn  = 0x001
	pollOut = 0x004
)

// stream is one output of a command, as far as it is kept.
type stream struct {
	fd    int64 // our end, or -1 after end of file
	kept  []byte
	limit int64 // bytes
	cut   bool
	live  io.Writer // takes everything instead; nil = nobody
}

// take keeps what fits.
func (s *stream) take(b []byte) {
	if s.live != nil {
		if _, err := s.live.Write(b); err != nil {
			s.cut = true
		}
		return
	}
	room := s.limit - int64(len(s.kept))
	if int64(len(b)) > room {
		b, s.cut = b[:room], true
	}
	s.kept = append(s.kept, b...)
}

// serveAll is PID 1's loop: it feeds and reads commands until each has ended. A call ends with its
// main process, whoever still holds its pipes, plus a short drain.
func (s *Session) serveAll(cmds []*command) {
	s.served = cmds
	defer func() { s.served = nil }()
	for {
		fds := s.watched(cmds)
		if len(fds) == 0 {
			break
		}
		until := nearest(cmds)
		if ok := s.poll(fds, until-s.now()); !ok {
			s.cutAll(cmds) // nobody can ever run again, or the run was aborted
			break
		}
		for _, c := range cmds {
			s.attend(c, fds)
		}
	}
	for _, c := range cmds {
		s.drop(c)
	}
}

// pollfd is one descriptor that the session waits for.
type pollfd struct {
	fd     int64
	events uint16
	got    uint16
}

// watched lists what the commands that are not done wait for.
func (s *Session) watched(cmds []*command) []pollfd {
	var fds []pollfd
	for _, c := range cmds {
		if c.over(s.now()) {
			s.drop(c)
			continue
		}
		for _, st := range []*stream{&c.out, &c.err} {
			if st.fd >= 0 {
				fds = append(fds, pollfd{fd: st.fd, events: pollIn})
			}
		}
		if c.in >= 0 && len(c.input) > 0 && !c.ended {
			fds = append(fds, pollfd{fd: c.in, events: pollOut})
		}
		if !c.ended {
			fds = append(fds, pollfd{fd: c.pidfd, events: pollIn})
		}
		if c.answer >= 0 {
			fds = append(fds, pollfd{fd: c.answer, events: pollIn})
		}
	}
	return fds
}

// over reports whether nothing more is awaited from the command.
func (c *command) over(now int64) bool {
	return c.ended && (c.out.fd < 0 && c.err.fd < 0 || now >= c.drained)
}

// nearest returns the next time at which something is due without an event.
func nearest(cmds []*command) int64 {
	at := int64(1<<63 - 1)
	for _, c := range cmds {
		switch {
		case !c.ended:
			at = min(at, c.deadline)
		case c.out.fd >= 0 || c.err.fd >= 0:
			at = min(at, c.drained)
		}
	}
	return at
}

// poll waits for an event or ns nanoseconds. It reports false if the wait can never end.
func (s *Session) poll(fds []pollfd, ns int64) bool {
	const size = 8 // struct pollfd
	buf := make([]byte, size*len(fds))
	for i, f := range fds {
		binary.LittleEndian.PutUint32(buf[size*i:], uint32(f.fd))
		binary.LittleEndian.PutUint16(buf[size*i+4:], f.events)
	}
	ns = max(ns, 0)
	args := [6]int64{0, int64(len(fds)), ns / 1_000_000, 0, ns % 1_000_000}
	if args[2] > math.MaxInt32 {
		args[2], args[4] = -1, 0 // for ever
	}
	r := s.call(&primitives.Call{No: primitives.SysPoll, Args: args, In: buf, Out: buf})
	if r.Errno != primitives.OK {
		return false
	}
	for i := range fds {
		fds[i].got = binary.LittleEndian.Uint16(buf[size*i+6:])
	}
	return true
}

// attend does for a command what its events ask for.
func (s *Session) attend(c *command, fds []pollfd) {
	got := func(fd int64) bool {
		for _, f := range fds {
			if f.fd == fd && fd >= 0 {
				return f.got != 0
			}
		}
		return false
	}
	for _, st := range []*stream{&c.out, &c.err} {
		if got(st.fd) {
			s.receive(st)
		}
	}
	if got(c.in) {
		s.feed(c)
	}
	if c.in >= 0 && len(c.input) == 0 {
		if c.kept == nil {
			s.closeFD(c.in)
		}
		c.in = -1
	}
	if got(c.answer) {
		s.answered(c)
	}
	switch {
	case c.ended:
	case got(c.pidfd):
		s.reap(c)
	case s.now() >= c.deadline:
		s.timeOut(c)
	}
}

// receive reads once; a pipe holds at most 64 KiB.
func (s *Session) receive(st *stream) {
	buf := make([]byte, 64<<10)
	r := s.call(&primitives.Call{No: primitives.SysRead, Args: [6]int64{st.fd, 0, int64(len(buf))}, Out: buf})
	if r.Errno != primitives.OK || r.Val == 0 {
		s.closeFD(st.fd)
		st.fd = -1
		return
	}
	st.take(buf[:r.Val])
}

// feed writes what the pipe takes. A command that closed its input gets no more.
func (s *Session) feed(c *command) {
	part := c.input[:min(len(c.input), 64<<10)]
	r := s.call(&primitives.Call{
		No: primitives.SysWrite, Args: [6]int64{c.in, 0, int64(len(part))}, In: part,
	})
	switch {
	case r.Errno == primitives.OK:
		c.input = c.input[r.Val:]
	case r.Errno != primitives.EAGAIN:
		c.input = nil
	}
}

// reap takes the status of a command whose main process ended.
func (s *Session) reap(c *command) {
	r := s.call(&primitives.Call{No: primitives.SysWait4, Args: [6]int64{int64(c.pid)}})
	if c.kept != nil {
		s.lost(c, primitives.WaitStatus(r.Aux))
		return
	}
	c.end(primitives.WaitStatus(r.Aux).Code(), s.now())
	s.closeFD(c.pidfd)
	c.pidfd = -1
}

func (c *command) end(code int, now int64) {
	c.ended, c.drained = true, now+int64(drain)
	c.response.Exit = code
}

// exitTimeout is the code of a call that its time limit ended, as timeout(1) has it.
const exitTimeout = 124

// timeOut kills everything that the command started, also what left its group or session.
// What was printed by then is still read. A kept interpreter is interrupted first.
func (s *Session) timeOut(c *command) {
	if c.kept != nil && s.interrupt(c) {
		return
	}
	s.cut(c)
}

// cut kills everything that the command started.
func (s *Session) cut(c *command) {
	s.machine.Kernel().KillTree(c.pid)
	c.response.TimedOut = true
	if s.reap(c); c.kept == nil {
		c.end(exitTimeout, s.now())
	}
	if c.limit == "command" || c.limit == "session" {
		c.response.Denials = append(c.response.Denials, Denial{
			Cause: primitives.Cause{Primitive: primitives.Lifetime, Rule: c.limit},
		})
	}
}

// cutAll ends all commands that still run.
func (s *Session) cutAll(cmds []*command) {
	for _, c := range cmds {
		if !c.ended {
			s.cut(c)
			c.response.Stuck = s.machine.Kernel().Aborted() == nil
		}
	}
}
