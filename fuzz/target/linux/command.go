//go:build linux && (amd64 || arm64)

package linux

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// drain is how long a call goes on after its main process ended, for what its children still print. It ends
// earlier when nobody can print any more.
const drain = 50 * time.Millisecond

// exitTimeout is the code of a call that its time limit ended, as timeout(1) has it.
const exitTimeout = 124

// command is a call that runs.
type command struct {
	sandbox  *sandbox
	init     *initProcess
	step     step
	begin    time.Time
	deadline time.Time // zero = none
	out, err *stream
	readers  sync.WaitGroup
	input    *os.File
	answer   <-chan answer
	outcome  workflow.Outcome
	over     bool // it could not start
}

// start starts a command. What a guest may not do is in the command's outcome; an error is the target's own.
func (s *sandbox) start(q *workflow.Step) (*command, error) {
	s.starting.Lock()
	defer s.starting.Unlock()
	c := &command{sandbox: s, init: s.init, begin: time.Now()}
	c.deadline = s.deadline(q, c.begin)
	spec, errno := s.launchSpec(q)
	if errno == primitives.OK && s.group.full() {
		errno = primitives.EAGAIN
	}
	if errno != primitives.OK {
		c.over, c.outcome.Error = true, errno.Name()
		return c, nil
	}
	if err := c.launch(spec, q.Stdin); err != nil {
		c.drop()
		return nil, fmt.Errorf("start a command: %w", err)
	}
	return c, nil
}

// deadline returns when a command is ended: by the step's limit, the profile's for commands or the session's
// age, whichever is first.
func (s *sandbox) deadline(q *workflow.Step, now time.Time) time.Time {
	var at time.Time
	sooner := func(begin time.Time, limit time.Duration) {
		if end := begin.Add(limit); limit > 0 && (at.IsZero() || end.Before(at)) {
			at = end
		}
	}
	sooner(now, time.Duration(q.TimeoutNS))
	sooner(now, seconds(s.profile.Lifetime.CommandSeconds))
	sooner(s.begun, seconds(s.profile.Lifetime.SessionSeconds))
	return at
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// launchSpec says what runs: a shell or an interpreter with the text as an argument.
func (s *sandbox) launchSpec(q *workflow.Step) (launchSpec, primitives.Errno) {
	spec := launchSpec{Cwd: q.Cwd, Env: environ(&s.profile, q.Env), Profile: s.profile}
	spec.Profile.Mounts = primitives.MountSettings{}
	if spec.Cwd == "" {
		spec.Cwd = s.profile.Paths.Cwd
	}
	text := q.Code
	switch {
	case q.Op == workflow.OpRun:
		spec.Path, spec.Argv, text = "/bin/bash", []string{"bash", "-c"}, q.Cmd
	case q.Language == "python":
		spec.Path, spec.Argv = "/usr/bin/python3", []string{"/usr/bin/python3", "-c"}
	case q.Language == "javascript":
		spec.Path, spec.Argv = nodePath, []string{nodePath, "-e"}
	default:
		spec.Path, spec.Argv = "/bin/bash", []string{"/bin/bash", "-c"}
	}
	spec.Argv = append(spec.Argv, text)
	for _, t := range append(append([]string{spec.Cwd}, spec.Argv...), spec.Env...) {
		if strings.IndexByte(t, 0) >= 0 {
			return spec, primitives.EINVAL // cannot be expressed in an argument
		}
	}
	return spec, primitives.OK
}

const nodePath = "/usr/bin/node"

// environ returns the variables of a command: the profile's, with the step's changes.
func environ(p *primitives.Profile, changes []workflow.EnvVar) []string {
	env := p.Environ()
	for _, c := range changes {
		has := func(v string) bool { return strings.HasPrefix(v, c.Name+"=") }
		i := slices.IndexFunc(env, has)
		switch {
		case c.Value == nil:
			env = slices.DeleteFunc(env, has)
		case i >= 0:
			env[i] = c.Name + "=" + *c.Value
		default:
			env = append(env, c.Name+"="+*c.Value)
		}
	}
	return env
}

// launch makes pipes and a cgroup and asks init for the process.
func (c *command) launch(spec launchSpec, stdin []byte) error {
	var files []*os.File
	defer func() { closeAll(files) }()
	if err := c.pipes(&files, stdin); err != nil {
		return err
	}
	var err error
	if c.step, err = c.sandbox.group.step(); err != nil {
		return err
	}
	doors, err := c.step.doors()
	if err != nil {
		return err
	}
	files = append(files, doors...)
	spec.Cgroups = len(doors)
	packed, err := pack(spec)
	if err != nil {
		return err
	}
	files = append([]*os.File{packed}, files...)
	c.answer, err = c.init.ask(header{Kind: kindLaunch, Stdin: stdin != nil}, files...)
	return err
}

// pipes makes the command's standard files, and reads and feeds our ends of them.
func (c *command) pipes(theirs *[]*os.File, stdin []byte) error {
	id := &c.sandbox.profile.Identity
	if stdin != nil {
		r, w, err := pipe(id.UID, id.GID, true)
		if err != nil {
			return err
		}
		*theirs = append(*theirs, r)
		c.input = w
		go feed(w, stdin)
	}
	limit := c.sandbox.profile.Output.Limit()
	for _, s := range []**stream{&c.out, &c.err} {
		r, w, err := pipe(id.UID, id.GID, false)
		if err != nil {
			return err
		}
		*theirs = append(*theirs, w)
		*s = &stream{file: r, limit: limit}
		c.readers.Go((*s).run)
	}
	return nil
}

// feed writes a command's input. A command that closed its input gets no more.
func feed(w *os.File, b []byte) {
	defer release(w)
	_, _ = w.Write(b) // EPIPE: as said
}

// wait waits until the command has ended and returns what it gave. An error is the target's own, or the
// context's.
func (c *command) wait(ctx context.Context) (workflow.Outcome, error) {
	if c.over {
		return c.finish(), nil
	}
	defer c.drop()
	limited, cancel := ctx, context.CancelFunc(func() {})
	if !c.deadline.IsZero() {
		limited, cancel = context.WithDeadlineCause(ctx, c.deadline, errTimeout)
	}
	defer cancel()
	a, err := c.init.await(limited, c.answer)
	if errors.Is(err, errTimeout) {
		a, err = c.timeOut(ctx)
	}
	if err == nil && a.Fatal != "" {
		err = errors.New(a.Fatal)
	}
	if err != nil {
		return c.outcome, c.init.because(err)
	}
	c.ended(a)
	return c.finish(), nil
}

var errTimeout = errors.New("the call's time limit")

// timeOut kills everything that the command started, also what left its group or session.
func (c *command) timeOut(ctx context.Context) (answer, error) {
	c.outcome.TimedOut = true
	for {
		if err := c.step.kill(); err != nil {
			return answer{}, err
		}
		// A launcher that had not joined its cgroup yet is met by the next round.
		round, cancel := context.WithTimeoutCause(ctx, killRound, errTimeout)
		a, err := c.init.await(round, c.answer)
		cancel()
		if !errors.Is(err, errTimeout) {
			return a, err
		}
	}
}

const killRound = 20 * time.Millisecond

func (c *command) ended(a answer) {
	switch {
	case c.outcome.TimedOut:
		c.outcome.Started, c.outcome.Exit = true, exitTimeout
	case a.Errno != primitives.OK:
		c.outcome.Error = a.Errno.Name()
	default:
		c.outcome.Started, c.outcome.Exit = true, a.Status
	}
	until := time.Now().Add(drain)
	c.out.finishBy(until)
	c.err.finishBy(until)
	c.readers.Wait()
	c.outcome.Stdout, c.outcome.Stderr = c.out.kept, c.err.kept
	c.outcome.Truncated = c.out.cut || c.err.cut
}

func (c *command) finish() workflow.Outcome {
	c.outcome.WallNS = int64(time.Since(c.begin))
	return c.outcome
}

// drop closes our ends, whatever still runs.
func (c *command) drop() {
	for _, s := range []*stream{c.out, c.err} {
		if s != nil {
			release(s.file)
		}
	}
	if c.input != nil {
		release(c.input)
	}
	c.readers.Wait()
}

// pipe makes a pipe that belongs to a guest, as container engines do, so that it can open /dev/stdout. Our
// end, the writing one if feeding, does not block.
func pipe(uid, gid uint32, feeding bool) (r, w *os.File, err error) {
	var fds [2]int
	if err := unix.Pipe2(fds[:], unix.O_CLOEXEC); err != nil {
		return nil, nil, fmt.Errorf("make a pipe: %w", err)
	}
	ours := fds[0]
	if feeding {
		ours = fds[1]
	}
	err = errors.Join(unix.SetNonblock(ours, true), unix.Fchown(fds[0], int(uid), int(gid)))
	r, w = os.NewFile(uintptr(fds[0]), "pipe"), os.NewFile(uintptr(fds[1]), "pipe")
	if err != nil {
		release(r)
		release(w)
		return nil, nil, fmt.Errorf("make a pipe: %w", err)
	}
	return r, w, nil
}
