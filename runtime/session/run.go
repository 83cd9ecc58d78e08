package session

import (
	"math"
	"path"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

const (
	// drain is how long a call goes on after its main process ended, for what its children
	// still print.
	drain = 5 * time.Millisecond
	// defaultOutput is the most that is kept of a stream where the profile says nothing, bytes.
	defaultOutput = 64 << 20
)

// command is a process that a request started, with what is read from it so far.
type command struct {
	pid      int32
	pidfd    int64
	in       int64 // our end of its standard input, or -1
	input    []byte
	out, err stream
	begin    int64
	deadline int64 // virtual ns
	limit    string
	ended    bool
	drained  int64 // until when its children may still print, once ended
	kept     *kept // the interpreter that executes it; nil: a process of its own
	answer   int64 // where that one answers, or -1
	response Response
}

// run starts a command for each request and serves them until all have ended.
func (s *Session) run(qs []*Request) []Response {
	cmds := make([]*command, len(qs))
	for i, q := range qs {
		cmds[i] = s.start(q)
	}
	s.serveAll(cmds)
	out := make([]Response, len(qs))
	for i, c := range cmds {
		c.response.Stdout, c.response.Stderr = c.out.kept, c.err.kept
		c.response.Truncated = c.out.cut || c.err.cut
		if _, silent := s.profile.HasFault("truncate-unmarked"); silent {
			c.response.Truncated = false
		}
		c.response.Wall = since(c.begin, s.now())
		out[i] = c.response
	}
	return out
}

// start makes the process of a request. A command that cannot start has ended already, with the
// error in its response.
func (s *Session) start(q *Request) *command {
	limit := s.profile.Output.MaxBytes
	if limit == 0 {
		limit = defaultOutput
	}
	c := &command{
		pidfd: -1, in: -1, answer: -1, begin: s.now(),
		out: stream{fd: -1, limit: limit}, err: stream{fd: -1, limit: limit},
	}
	if q.Live != nil {
		c.out.live, c.err.live = q.Live.Stdout, q.Live.Stderr
	}
	c.deadline, c.limit = s.deadline(q)
	if err := s.begin(c, q); err != nil {
		c.ended, c.response = true, failed(err)
		return c
	}
	c.response.Started = true
	return c
}

// begin makes the process of a request, or hands the request to a kept interpreter.
func (s *Session) begin(c *command, q *Request) error {
	if q.Op == OpRunCode && q.Context != "" {
		return s.cell(c, q)
	}
	argv, err := s.interpreter(q)
	if err != nil {
		return err
	}
	return s.spawn(c, q, argv)
}

// deadline returns when the command is ended, and by whose rule: the step's, the profile's for commands or
// the session's age, whichever is first. Without any of them nothing ends a command but the host's guard.
func (s *Session) deadline(q *Request) (at int64, rule string) {
	at = math.MaxInt64
	sooner := func(begin int64, limit time.Duration, name string) {
		if limit > 0 && int64(limit) < at-begin {
			at, rule = begin+int64(limit), name
		}
	}
	sooner(s.now(), q.Timeout, "step")
	sooner(s.now(), seconds(s.profile.Lifetime.CommandSeconds), "command")
	sooner(s.started, seconds(s.profile.Lifetime.SessionSeconds), "session")
	return at, rule
}

// interpreter returns what runs a request: a shell or an interpreter with the text as an argument.
func (s *Session) interpreter(q *Request) ([]string, error) {
	text := q.Code
	var argv []string
	switch {
	case q.Op == OpExec:
		return s.search(q)
	case q.Op == OpRun:
		argv, text = []string{"/bin/bash", "-c"}, q.Cmd
	case q.Language == "python":
		argv = []string{"/usr/bin/python3", "-c"}
	case q.Language == "bash":
		argv = []string{"/bin/bash", "-c"}
	case q.Language == "javascript":
		argv = []string{"/usr/bin/node", "-e"}
	default:
		return nil, &primitives.Unsupported{Feature: "run_code in " + q.Language}
	}
	if strings.IndexByte(text, 0) >= 0 {
		return nil, primitives.EINVAL // cannot be expressed in an argument
	}
	return append(argv, text), nil
}

// search finds the program of a command by the PATH of its environment, as execvp(3) does.
func (s *Session) search(q *Request) ([]string, error) {
	if len(q.Argv) == 0 {
		return nil, primitives.EINVAL
	}
	name := q.Argv[0]
	if strings.Contains(name, "/") {
		return q.Argv, nil
	}
	for _, v := range s.environ(q) {
		dirs, isPath := strings.CutPrefix(v, "PATH=")
		if !isPath {
			continue
		}
		for d := range strings.SplitSeq(dirs, ":") {
			r := s.call(&primitives.Call{
				No: primitives.SysFaccessat, Path: d + "/" + name,
				Args: [6]int64{primitives.AT_FDCWD, 0, primitives.X_OK},
			})
			if r.Errno == primitives.OK {
				return append([]string{d + "/" + name}, q.Argv[1:]...), nil
			}
		}
	}
	return nil, primitives.ENOENT
}

// spawn makes the pipes and the process, and keeps our ends.
func (s *Session) spawn(c *command, q *Request, argv []string) error {
	var theirs []int64
	defer func() {
		for _, fd := range theirs {
			s.closeFD(fd)
		}
	}()
	stdin, err := s.stdin(c, q)
	if err != nil {
		return err
	}
	theirs = append(theirs, stdin)
	for _, st := range []*stream{&c.out, &c.err} {
		r := s.call(&primitives.Call{No: primitives.SysPipe2, Args: [6]int64{0, primitives.O_CLOEXEC}})
		if r.Errno != primitives.OK {
			s.drop(c)
			return r.Err()
		}
		st.fd = r.Val
		theirs = append(theirs, r.Aux)
	}
	req := &abi.SpawnRequest{Flags: abi.SpawnSetsid, Path: argv[0], Argv: argv, Env: s.environ(q)}
	for to, fd := range theirs {
		req.Actions = append(req.Actions, abi.FileAction{
			Kind: abi.ActionDup2, Fd: int32(fd), Newfd: int32(to),
		})
	}
	switch q.Op {
	case OpRun:
		req.Argv = append([]string{path.Base(argv[0])}, argv[1:]...)
	case OpExec:
		req.Argv = q.Argv
	}
	cwd := q.Cwd
	if cwd == "" {
		cwd = s.profile.Paths.Cwd
	}
	req.Actions = append(req.Actions, abi.FileAction{Kind: abi.ActionChdir, Path: cwd})
	pid, err := s.child(q, req)
	if err != nil {
		s.drop(c)
		return err
	}
	c.pid = pid
	if c.in >= 0 && len(c.input) == 0 { // nothing will ever be fed: the command must not wait for it
		s.closeFD(c.in)
		c.in = -1
	}
	fd := s.call(&primitives.Call{No: primitives.SysPidfdOpen, Args: [6]int64{int64(pid)}})
	c.pidfd = fd.Val
	return fd.Err()
}

// child makes the process, as the user that the request names.
func (s *Session) child(q *Request, r *abi.SpawnRequest) (pid int32, err error) {
	if q.User != nil {
		pid, _, err = s.machine.Kernel().SpawnAs(s.init, r, *q.User)
		return pid, err
	}
	pid, _, err = s.machine.Kernel().Spawn(s.init, r, false)
	return pid, err
}

// stdin opens what the command reads: a pipe that is fed, or nothing.
func (s *Session) stdin(c *command, q *Request) (theirs int64, err error) {
	if q.Stdin == nil {
		r := s.call(&primitives.Call{
			No: primitives.SysOpenat, Path: "/dev/null",
			Args: [6]int64{primitives.AT_FDCWD, 0, primitives.O_RDONLY | primitives.O_CLOEXEC},
		})
		return r.Val, r.Err()
	}
	r := s.call(&primitives.Call{
		No: primitives.SysPipe2, Args: [6]int64{0, primitives.O_CLOEXEC},
	})
	if r.Errno != primitives.OK {
		return -1, r.Err()
	}
	c.in, c.input = r.Aux, q.Stdin
	nonblock := &primitives.Call{No: primitives.SysFcntl, Args: [6]int64{c.in, fSetfl, primitives.O_NONBLOCK}}
	if r := s.call(nonblock); r.Errno != primitives.OK {
		return -1, r.Err()
	}
	return r.Val, nil
}

// fSetfl is F_SETFL of fcntl(2).
const fSetfl = 4

// drop closes our ends.
func (s *Session) drop(c *command) {
	for _, fd := range []*int64{&c.in, &c.out.fd, &c.err.fd, &c.pidfd} {
		if *fd >= 0 {
			s.closeFD(*fd)
			*fd = -1
		}
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func since(begin, now int64) time.Duration { return time.Duration(now - begin) }
