package tool

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Operations of flock(2).
const (
	lockShared    = 1
	lockExclusive = 2
	lockNonblock  = 4
	lockUnlock    = 8
)

// Exit codes of flock, from sysexits.h.
const (
	exitUsage       = 64
	exitData        = 65
	exitNoInput     = 66
	exitUnavailable = 69
)

type flock struct {
	r        *run
	op       int
	wait     float64 // seconds; below 0: for ever
	conflict int
	closes   bool // the command does not get the descriptor
	inPlace  bool // no child: this process becomes the command
}

func flockMain(r *run) int {
	r.usageStatus = exitUsage
	opts, words := r.options("+s/shared x/exclusive e u/unlock n/nonblock /nb w:/timeout /wait: " +
		"E:/conflict-exit-code o/close c F/no-fork !/verbose")
	l := &flock{r: r, op: lockExclusive, wait: -1, conflict: 1}
	shell := false
	for _, o := range opts {
		shell = shell || o.name == "c"
		l.option(o)
	}
	if len(words) == 0 {
		if len(r.args) == 0 {
			r.usage("not enough arguments")
		}
		r.die(exitUsage, "requires file descriptor, file or directory")
	}
	file, argv := words[0], words[1:]
	if len(argv) > 0 && !shell && (argv[0] == "-c" || argv[0] == "--command") {
		shell, argv = true, argv[1:]
	}
	if shell {
		if len(argv) != 1 {
			r.die(exitUsage, "-c requires exactly one command argument")
		}
		sh := r.getenv("SHELL")
		if sh == "" {
			sh = "/bin/sh"
		}
		argv = []string{sh, "-c", argv[0]}
	}
	fd := l.open(file, len(argv) > 0)
	if !l.lock(fd, file) {
		return l.conflict
	}
	if len(argv) == 0 {
		return 0
	}
	return l.command(argv, fd)
}

func (l *flock) option(o option) {
	switch o.name {
	case "s":
		l.op = lockShared
	case "x", "e":
		l.op = lockExclusive
	case "u":
		l.op = lockUnlock
	case "n", "nb":
		l.wait = 0
	case "w", "wait":
		v, err := strconv.ParseFloat(o.value, 64)
		if err != nil || v < 0 {
			l.r.die(exitUsage, "invalid timeout value: '%s'", o.value)
		}
		l.wait = v
	case "E":
		n, ok := parseUint(o.value)
		if !ok {
			l.r.die(exitUsage, "invalid exit code: '%s'", o.value)
		}
		if n > 255 {
			l.r.die(exitUsage, "exit code out of range (expected 0 to 255)")
		}
		l.conflict = int(n)
	case "o":
		l.closes = true
	case "F":
		l.inPlace = true
	}
}

// open returns the descriptor of the lock: that of a number, or of a file that is made where it is missing.
func (l *flock) open(file string, command bool) int {
	if !command {
		n, ok := parseUint(file)
		if !ok || n > 1<<30 {
			l.r.die(exitUsage, "bad file descriptor: '%s'", file)
		}
		return int(n)
	}
	fd, err := linux.Open(file, primitives.O_RDONLY|primitives.O_CREAT|primitives.O_NOCTTY, 0o666)
	if is(err, primitives.EISDIR) {
		fd, err = linux.Open(file, primitives.O_RDONLY|primitives.O_NOCTTY, 0)
	}
	if err != nil {
		l.r.dieErr(exitNoInput, err, "cannot open lock file %s", file)
	}
	return fd
}

// lock reports whether the lock was got within the time. With a time it asks again and again, where
// util-linux has a timer interrupt the call: the same but for who comes first.
func (l *flock) lock(fd int, file string) bool {
	const pause = 10_000_000 // ns
	op := l.op
	if l.wait >= 0 {
		op |= lockNonblock
	}
	until := linux.ClockGettime(linux.ClockMonotonic) + nanoseconds(min(max(l.wait, 0), 4e9))
	for {
		err := linux.Flock(fd, op)
		switch {
		case err == nil:
			return true
		case is(err, primitives.EINTR):
		case is(err, primitives.EAGAIN):
			left := until - linux.ClockGettime(linux.ClockMonotonic)
			if left <= 0 {
				return false
			}
			_ = linux.Nanosleep(min(left, pause))
		default:
			l.r.dieErr(exitData, err, "%s", file)
		}
	}
}

// command runs under the lock, which ends when the last process that has the descriptor does.
func (l *flock) command(argv []string, fd int) int {
	if l.inPlace {
		err := execvp(argv, linux.Environ())
		l.r.message("failed to execute " + argv[0] + ": " + primitives.ErrnoOf(err).Text())
		return exitUnavailable
	}
	req := &abi.SpawnRequest{}
	if l.closes {
		req.Actions = []abi.FileAction{{Kind: abi.ActionClose, Fd: int32(fd)}}
	}
	pid, stage, err := spawnvp(argv, req)
	switch {
	case err != nil && stage == abi.StageClone:
		l.r.dieErr(71, err, "fork failed") // EX_OSERR
	case err != nil:
		l.r.message("failed to execute " + argv[0] + ": " + primitives.ErrnoOf(err).Text())
		return exitUnavailable
	}
	status, err := wait(pid)
	if err != nil {
		l.r.dieErr(71, err, "waitpid failed")
	}
	return status.Code()
}
