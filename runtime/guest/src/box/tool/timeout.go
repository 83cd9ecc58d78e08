package tool

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const (
	exitTimedout = 124
	exitCanceled = 125
)

type timeout struct {
	r                    *run
	signal               primitives.Signal
	killAfter            float64
	foreground, preserve bool
	verbose              bool
	pid                  int
	timedOut             bool
	argv                 []string
}

func timeoutMain(r *run) int {
	r.usageStatus = exitCanceled
	opts, words := r.options("+f/foreground k:/kill-after p/preserve-status s:/signal v/verbose")
	t := &timeout{r: r, signal: primitives.SIGTERM}
	for _, o := range opts {
		switch o.name {
		case "f":
			t.foreground = true
		case "k":
			t.killAfter = t.seconds(o.value)
		case "p":
			t.preserve = true
		case "s":
			sig, ok := signalByName(o.value)
			if !ok {
				r.usage("%s: invalid signal", r.curly(o.value))
			}
			t.signal = sig
		case "v":
			t.verbose = true
		}
	}
	if len(words) < 2 {
		r.usage("")
	}
	limit := t.seconds(words[0])
	t.argv = words[1:]
	if !t.foreground {
		_ = linux.Setpgid(0, 0) // so that all of the job can be reached
	}
	for _, s := range t.caught() {
		_, _ = linux.Sigaction(s, abi.SigCatch)
	}
	for _, s := range []primitives.Signal{primitives.SIGTTIN, primitives.SIGTTOU} {
		_, _ = linux.Sigaction(s, abi.SigIgnore)
	}
	if code := t.start(); code != 0 {
		return code
	}
	if limit > 0 {
		_, _ = linux.Alarm(nanoseconds(limit))
	}
	return t.watch()
}

// caught are the signals that are passed on to the job.
func (t *timeout) caught() []primitives.Signal {
	return []primitives.Signal{
		primitives.SIGALRM, primitives.SIGINT, primitives.SIGQUIT, primitives.SIGHUP, primitives.SIGTERM,
		t.signal,
	}
}

func (t *timeout) seconds(s string) float64 {
	v, ok := parseSeconds(s)
	if !ok {
		t.r.usage("invalid time interval %s", t.r.curly(s))
	}
	return v
}

func (t *timeout) start() int {
	defaults := uint64(1<<(primitives.SIGTTIN-1) | 1<<(primitives.SIGTTOU-1))
	pid, stage, err := spawnvp(t.argv, &abi.SpawnRequest{Default: defaults})
	switch {
	case err == nil:
		t.pid = pid
		return 0
	case stage == abi.StageClone:
		t.r.message("fork system call failed: " + err.Error())
		return exitCanceled
	}
	t.r.message("failed to run command " + t.r.curly(t.argv[0]) + ": " + err.Error())
	return execStatus(err)
}

func (t *timeout) watch() int {
	for {
		_, status, err := linux.Wait4(t.pid, 0)
		switch {
		case is(err, primitives.EINTR):
			t.deliver(linux.Sigpending())
		case err != nil:
			t.r.message("error waiting for command: " + err.Error())
			return exitCanceled
		default:
			return t.result(status)
		}
	}
}

func (t *timeout) deliver(set uint64) {
	for s := primitives.SIGHUP; s <= primitives.SIGSYS; s++ {
		if set&(1<<(s-1)) == 0 {
			continue
		}
		sig := s
		if s == primitives.SIGALRM {
			t.timedOut = true
			sig = t.signal
		}
		t.send(sig)
	}
}

func (t *timeout) send(sig primitives.Signal) {
	if t.killAfter > 0 {
		_, _ = linux.Alarm(nanoseconds(t.killAfter))
		t.killAfter, t.signal = 0, primitives.SIGKILL
	}
	if t.verbose {
		name := signalName(sig)
		t.r.message("sending signal " + name + " to command " + t.r.curly(t.argv[0]))
	}
	_ = linux.Kill(t.pid, sig)
	if t.foreground {
		return
	}
	_, _ = linux.Sigaction(sig, abi.SigIgnore) // the group is ours too
	_ = linux.Kill(0, sig)
	if sig != primitives.SIGKILL && sig != primitives.SIGCONT {
		_ = linux.Kill(t.pid, primitives.SIGCONT)
		_, _ = linux.Sigaction(primitives.SIGCONT, abi.SigIgnore)
		_ = linux.Kill(0, primitives.SIGCONT)
	}
}

func (t *timeout) result(status primitives.WaitStatus) int {
	sig, killed := status.Signaled()
	if killed && !t.timedOut {
		// Die as the command did, so that the shell says so.
		_, _ = linux.Sigaction(sig, abi.SigDefault)
		_ = linux.Kill(linux.Getpid(), sig)
	}
	if t.timedOut && !(killed && sig == primitives.SIGKILL) && !t.preserve {
		return exitTimedout
	}
	return status.Code()
}

func nohupMain(r *run) int {
	r.usageStatus = exitCanceled
	if _, posix := r.lookupEnv("POSIXLY_CORRECT"); posix {
		r.usageStatus = 127
	}
	_, words := r.options("+")
	if len(words) == 0 {
		r.usage("missing operand")
	}
	input, output := linux.Isatty(0), linux.Isatty(1)
	if input {
		if fd, err := linux.Open("/dev/null", primitives.O_WRONLY, 0); err == nil {
			_ = linux.Dup3(fd, 0, 0)
		}
		if !output {
			r.message("ignoring input")
		}
	}
	if output {
		r.nohupOut(input)
	}
	if linux.Isatty(2) {
		if !output {
			r.message("redirecting stderr to stdout")
		}
		_ = linux.Dup3(1, 2, 0)
	}
	_, _ = linux.Sigaction(primitives.SIGHUP, abi.SigIgnore)
	err := execvp(words, linux.Environ())
	r.message("failed to run command " + r.quoted(words[0]) + ": " + err.Error())
	return execStatus(err)
}

// nohupOut sends standard output to nohup.out, here or at home.
func (r *run) nohupOut(input bool) {
	const flags = primitives.O_CREAT | primitives.O_WRONLY | primitives.O_APPEND
	name := "nohup.out"
	fd, err := linux.Open(name, flags, 0o600)
	if err != nil && r.getenv("HOME") != "" {
		name = join(r.getenv("HOME"), name)
		fd, err = linux.Open(name, flags, 0o600)
	}
	if err != nil {
		r.dieErr(exitCanceled, err, "failed to open %s", r.quoted(name))
	}
	_ = linux.Dup3(fd, 1, 0)
	text := "appending output to "
	if input {
		text = "ignoring input and " + text
	}
	r.message(text + r.quoted(name))
}

func setsidMain(r *run) int {
	opts, words := r.options("+!c/ctty f/fork w/wait")
	if len(words) == 0 {
		r.usage("no command specified")
	}
	fork, waits := false, false
	for _, o := range opts {
		fork = fork || o.name == "f"
		waits = waits || o.name == "w"
	}
	group, err := linux.Getpgid(0)
	if fork || err == nil && group == linux.Getpid() {
		return r.setsidFork(words, waits)
	}
	if _, err := linux.Setsid(); err != nil {
		r.dieErr(1, err, "setsid failed")
	}
	err = execvp(words, linux.Environ())
	r.message("failed to execute " + words[0] + ": " + err.Error())
	return execStatus(err)
}

func (r *run) setsidFork(words []string, waits bool) int {
	pid, stage, err := spawnvp(words, &abi.SpawnRequest{Flags: abi.SpawnSetsid})
	switch {
	case err != nil && stage == abi.StageClone:
		r.dieErr(1, err, "fork")
	case err != nil:
		r.message("failed to execute " + words[0] + ": " + err.Error())
		if waits {
			return execStatus(err)
		}
	case waits:
		status, err := wait(pid)
		if err != nil {
			r.dieErr(1, err, "wait")
		}
		return status.Code()
	}
	return 0
}
