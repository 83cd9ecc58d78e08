package runtime

import (
	"errors"
	goruntime "runtime"
	"strings"

	"github.com/tetratelabs/wazero/sys"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// ended turns the end of a guest's call into how its process ended. Where the process had to unwind the
// kernel knows better, and the status does not count.
func ended(g *hostabi.Guest, code int, err error) primitives.WaitStatus {
	if _, ok := errors.AsType[*sys.ExitError](err); ok {
		return 0
	}
	if !g.Settle() {
		return 0
	}
	if err == nil {
		g.Process.Syscall(&primitives.Call{
			No: primitives.SysExitGroup, Pid: g.Process.Pid(), Args: [6]int64{int64(code)},
		})
		return primitives.ExitedStatus(code)
	}
	if bug, ok := errors.AsType[goruntime.Error](err); ok {
		// One of our own functions failed. It must not be taken for the sandbox's doing; others go on.
		g.Process.Unsupported("a host function of the emulator failed: " + bug.Error())
	}
	return primitives.SignaledStatus(trapSignal(err))
}

// trapSignal is the signal that Linux sends for what wasm calls a trap.
func trapSignal(err error) primitives.Signal {
	text := err.Error()
	switch {
	case errors.Is(err, hostabi.ErrDepth):
		return primitives.SIGSEGV
	case strings.Contains(text, "integer divide by zero"), strings.Contains(text, "integer overflow"):
		return primitives.SIGFPE
	case strings.Contains(text, "unreachable"):
		return primitives.SIGABRT // a compiler's form of abort(3)
	default:
		return primitives.SIGSEGV
	}
}
