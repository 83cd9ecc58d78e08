package main

import (
	"fmt"
	godebug "runtime/debug"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// version is the Node.js whose behaviour is followed.
const version = "v20.20.2"

// gcPercent lets a short process end before its first collection without giving up on long ones.
const gcPercent = 200

// run is the life of a process.
func run(e *engine) (code int) {
	defer func() {
		if r := recover(); r != nil {
			e.complain(fmt.Sprintf("panic: %v\n%s", r, godebug.Stack()))
			code = exitAbort
		}
	}()
	godebug.SetGCPercent(gcPercent)
	// As node does: a reader that went away is an error of write(2), not the end.
	_, _ = linux.Sigaction(primitives.SIGPIPE, sigIgnore)
	// And what goes beyond RLIMIT_FSIZE is EFBIG.
	_, _ = linux.Sigaction(primitives.SIGXFSZ, sigIgnore)
	o, err := parseOptions(linux.Args())
	if err != nil {
		e.complain(err.Error() + "\n")
		return exitUsage
	}
	if o.version {
		out := linux.File{Fd: 1}
		if _, err := out.Write([]byte(version + "\n")); err != nil {
			return 1
		}
		return 0
	}
	return e.main(o)
}

// Exit codes of node's own.
const (
	exitUncaught = 1
	exitUsage    = 9
	exitAbort    = 134
)

const sigIgnore = 1 // abi.SigIgnore

// complain writes to standard error, where nobody is told of a failure.
func (e *engine) complain(text string) {
	stderr := linux.File{Fd: 2}
	_, _ = stderr.Write([]byte(text))
}

// now is the session's time.
func now() time.Time { return time.Unix(0, linux.ClockGettime(clockRealtime)).UTC() }

const (
	clockRealtime  = 0
	clockMonotonic = 1
)
