package runtime

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// exhausted ends a process whose program gets no more memory as the program of Linux would end: the guest is
// written in Go, whose runtime tells its own stacks then.
func exhausted(p hostabi.Process, program string, bytes int64) {
	end(p, guest.Exhaust(program, p.Argv(), bytes))
}

// unloadable ends a process whose address space has no room for the program that it executed, as Linux does:
// the kernel kills who has no room for the program's file, the loader says that it cannot map the libraries.
// Who may open nothing gets no libraries either. It reports whether the process has ended so.
func unloadable(p *kernel.Process, program string) bool {
	if !p.CanOpen() {
		const cache = "/etc/ld.so.cache" // what the loader opens first; whose limit it was is noted
		p.Syscall(&primitives.Call{
			No: primitives.SysOpenat, Pid: p.Pid(), Path: cache,
			Args: [6]int64{primitives.AT_FDCWD, 0, primitives.O_RDONLY | primitives.O_CLOEXEC},
		})
		end(p, guest.Unlinkable(program, p.Argv()))
		return true
	}
	limit := p.AddressSpace()
	e, ok := guest.Unloadable(program, p.Argv(), limit)
	if ok {
		return false
	}
	// It is refused, as something is there already; whose limit that was is noted.
	if _, alive := p.Reserve(limit); alive {
		end(p, e)
	}
	return true
}

// end writes a program's last words and ends it.
func end(p hostabi.Process, e guest.Exhausted) {
	if e.Words != "" {
		p.Syscall(&primitives.Call{
			No: primitives.SysWrite, Pid: p.Pid(), Args: [6]int64{2, 0, int64(len(e.Words))},
			In: []byte(e.Words),
		})
	}
	code := e.Exit
	if e.Signal != 0 {
		p.Syscall(&primitives.Call{
			No: primitives.SysKill, Pid: p.Pid(), Args: [6]int64{int64(p.Pid()), int64(e.Signal)},
		})
		code = 128 + int(e.Signal) // where it is blocked or handled
	}
	if p.Alive() {
		p.Syscall(&primitives.Call{No: primitives.SysExitGroup, Pid: p.Pid(), Args: [6]int64{int64(code)}})
	}
}
