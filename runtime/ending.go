package runtime

import (
	"errors"
	goruntime "runtime"
	"strings"

	"github.com/tetratelabs/wazero/sys"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/kernel"
	"github.com/sandfault/sandfault/runtime/memory"
)

// ended turns the end of a guest's call into how its process ended. Where the process had to unwind the
// kernel knows better, and the status does not count.
func ended(g *hostabi.Guest, code int, err error) primitives.WaitStatus {
	if _, ok := errors.AsType[*sys.ExitError](err); ok {
		return 0
	}
	if host, ok := errors.AsType[*memory.HostError](err); ok {
		if p, ok := g.Process.(interface{ Abort(err error) }); ok {
			p.Abort(host)
		}
		return primitives.SignaledStatus(primitives.SIGKILL)
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

// outOfHost ends the run in which a program panicked for want of the host's memory. Any other panic goes on.
func outOfHost(p *kernel.Process, r any) primitives.WaitStatus {
	err, _ := r.(error)
	host, ok := errors.AsType[*memory.HostError](err)
	if !ok {
		panic(r)
	}
	p.Abort(host)
	return primitives.SignaledStatus(primitives.SIGKILL)
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
