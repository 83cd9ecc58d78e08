// Package hostabi is what the guest ABIs share on the host's side: the running guest that
// wazero's context carries, its instruction count, checked views of its memory, and the tables
// by which host functions are registered. It knows processes only as an interface, so that an
// ABI can be tried without a kernel.
package hostabi

import (
	"context"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// Process is a process of the kernel as a guest ABI sees it. Where alive is false the process
// is to die or has become another program by execve: the guest must unwind at once.
type Process interface {
	Syscall(c *primitives.Call) (r primitives.Result, alive bool)
	Consume(n int64) (slice int64, alive bool) // n instructions were executed; may switch; the next slice
	Grow(bytes int64) (granted, alive bool)    // memory beyond the program's own

	// Spawn makes a child; stage says where it failed, as in abi.StageClone.
	Spawn(r *abi.SpawnRequest, state bool) (pid int32, stage int, err error)

	Alive() bool // false as above
	Pid() int32
	Argv() []string
	Env() []string
	State() []byte // of the fork that made the process
	Unsupported(feature string)
}

// Prepared is a guest program ready to be started many times.
type Prepared interface {
	// Run runs one process from its start to its end in the caller's goroutine. The program is
	// the name that the executed file stands for in a guest of many programs. Run may be
	// called concurrently.
	Run(p Process, program string) primitives.WaitStatus
	Close(ctx context.Context) error
}
