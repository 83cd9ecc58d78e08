// Package emscripten is the system-call surface of programs that Emscripten built, as CPython needs it:
// guest memory to Calls and back, and how such a program is started.
//
// # Numbers
//
// Emscripten's libc took its error numbers from WASI and everything else from Linux on 32 bits.
// [errno.go] is the one place where numbers are turned; inside there are only Linux's. Structures
// are those of a 32-bit Linux with 64-bit time; what differs from x86-64 stands where it is read or written.
//
// # The device
//
// The program's libc lacks many calls: it was written for a page in a browser, which has no processes and one
// user. [device.go] lets the program make the calls of the import module "linux" through a read of a
// descriptor that cannot exist. It carries calls and nothing else: what they may do is the process's own.
//
// # Threads
//
// The build was made without threads, but with all of the interpreter's own code for them. What is missing
// under it is small: a thread begins, ends, and waits for a lock or a token. A further thread is a further
// instance over the same memory, in a coroutine of its own; one of them runs, as the interpreter's lock has
// it, and they take turns where it is given away. To the kernel a process with threads is one that polls.
//
// # Starting
//
// An interpreter takes tens of milliseconds to come to its first line. So it is started ahead, in a
// world of its own that no session sees (package emscripten's nursery), up to the point where it
// would look at its command; there it waits, and a process takes it over, changes what depends on
// the process, and goes on. Afterwards its memory and stack are put back.
package emscripten

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// envModule is where such a program imports from, beside what it takes from WASI.
const envModule = "env"

// Register makes the host modules in r.
func Register(ctx context.Context, r wazero.Runtime) error {
	var env, wasi []hostabi.Func
	for _, part := range [][]function{
		names(), files(), descriptors(), sockets(), messages(), resolver(), mappings(), calendar(),
		clocks(), heap(), signals(), lifecycle(), threads(),
	} {
		for _, f := range part {
			if f.wasi {
				wasi = append(wasi, f.host())
			} else {
				env = append(env, f.host())
			}
		}
	}
	// The two families answer a bad address each in its own way, as libc expects.
	return errors.Join(
		hostabi.Register(ctx, r, envModule, env, refuse(primitives.EFAULT)),
		hostabi.Register(ctx, r, python.LibcModule, wasi, faultNumber),
	)
}

// function is one import. An env function answers a value or -errno, a wasi one 0 or errno.
type function struct {
	name    string
	params  string
	results string // "i" if it is empty and none is not set
	none    bool
	wasi    bool
	do      func(g *hostabi.Guest, a hostabi.Args) uint64
}

func (f function) host() hostabi.Func {
	results := f.results
	if results == "" && !f.none {
		results = "i"
	}
	return hostabi.Func{Name: f.name, Params: f.params, Results: results, Do: f.do}
}
