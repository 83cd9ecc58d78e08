package kernel

import (
	"fmt"

	"github.com/sandfault/sandfault/primitives"
)

// hostAccount is what a machine takes of its host's memory, in bytes, whatever its profile allows: the
// programs that run and what is charged to them, file systems, pipes and sockets, descriptors, arguments.
// It is counted by rules and not measured, so that a run ends at the same place on every host.
type hostAccount struct {
	limit int64 // 0 = none
	own   int64 // of processes, descriptors and programs, beyond what the session is charged with
}

// What things take of the host at the most, bytes.
const (
	processBytes    = 32 << 10 // a process that runs: its table entry, its coroutine and the stack of that
	descriptorBytes = 512      // an open file or pipe, and the number that stands for it
	slotBytes       = 16       // a place in a table of descriptors
	lockBytes       = 128      // a record lock, where its table has grown
	connectionBytes = 1 << 10  // a connection that nobody has accepted, an answer that is on its way
)

// HostSizer is a Program that says how many bytes of the host a process of it takes, beyond Size.
type HostSizer interface {
	HostSize() int64
}

// HostError is the error of a run that a machine's bound on its host's memory ended.
type HostError struct {
	Limit int64 // bytes
}

func (e *HostError) Error() string {
	return fmt.Sprintf("the sandbox needs more than %d MiB of this host's memory", e.Limit>>20)
}

// HostBytes returns how much of the host's memory the machine takes now, as counted.
func (k *Kernel) HostBytes() int64 {
	return k.host.own + k.memory.used - k.memory.tmpfs + k.ns.Stored()
}

// HostRoom asks for n bytes more of the host's memory. Beyond the bound the run is aborted, and what asked
// gets e.
func (k *Kernel) HostRoom(n int64, e primitives.Errno) error {
	if k.host.limit <= 0 || n <= 0 || k.HostBytes()+n <= k.host.limit {
		return nil
	}
	k.abort(&HostError{k.host.limit})
	return e
}

// takes accounts for n bytes that are no process's own; a negative n gives them back.
func (k *Kernel) takes(n int64) { k.host.own += n }

// hold accounts for n bytes on behalf of p, which gives them back when it ends.
func (k *Kernel) hold(p *Process, n int64) {
	p.held += n
	k.host.own += n
}

// release gives back all that p held.
func (k *Kernel) release(p *Process) {
	k.host.own -= p.held + p.stack + p.running
	p.held, p.stack, p.running = 0, 0, 0
}

// Stack notes how large the engine's stack of the running program is, in bytes.
func (p *Process) Stack(bytes int64) {
	if _ = p.k.HostRoom(bytes-p.stack, primitives.ENOMEM); bytes > p.stack {
		p.k.host.own += bytes - p.stack
		p.stack = bytes
	}
}

// hostSize is what a process of a program takes beside its charge.
func hostSize(prog Program) int64 {
	if s, ok := prog.(HostSizer); ok {
		return s.HostSize()
	}
	return 0
}

// sizeOf is what a program is charged with from its start.
func sizeOf(prog Program) int64 {
	if s, ok := prog.(Sizer); ok {
		return s.Size()
	}
	return 0
}

// programRoom asks for what a process of prog needs: the error of execve.
func (k *Kernel) programRoom(p *Process, prog Program) error {
	return k.HostRoom(sizeOf(prog)+hostSize(prog)-p.image-p.grown-p.running, primitives.ENOMEM)
}

// runs accounts for the program that p begins to run, in place of the one before.
func (k *Kernel) runs(p *Process, prog Program) {
	n := hostSize(prog)
	k.host.own += n - p.running - p.stack
	p.running, p.stack = n, 0
}

// textBytes is what arguments or an environment take.
func textBytes(lists ...[]string) int64 {
	const header = 16
	n := int64(0)
	for _, list := range lists {
		for _, s := range list {
			n += int64(len(s)) + header
		}
	}
	return n
}
