package shell

import (
	"math/bits"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// fatalSignals end a shell that has no trap for them. Once there is an EXIT trap it catches them, to run
// that trap before it dies. A broken pipe is left out: what writes into it has to fail at once.
var fatalSignals = [...]primitives.Signal{
	primitives.SIGHUP, primitives.SIGINT, primitives.SIGILL, primitives.SIGTRAP, primitives.SIGABRT,
	primitives.SIGFPE, primitives.SIGBUS, primitives.SIGSEGV, primitives.SIGSYS, primitives.SIGALRM,
	primitives.SIGTERM, primitives.SIGXCPU, primitives.SIGXFSZ, primitives.SIGVTALRM, primitives.SIGUSR1,
	primitives.SIGUSR2,
}

// catchFatal begins to catch the signals that would end the shell.
func (sh *Shell) catchFatal() {
	if sh.dash || sh.mortal != 0 {
		return
	}
	for _, sig := range fatalSignals {
		if !sh.traps[sig].set && sh.dispose(sig, abi.SigCatch) {
			sh.mortal |= 1 << (sig - 1)
		}
	}
	sh.catches++
}

// dying is a fatal signal that has come, 0 if none has.
func (sh *Shell) dying() primitives.Signal {
	for set := sh.pending & sh.mortal; set != 0; set &= set - 1 {
		if n := bits.TrailingZeros64(set) + 1; !sh.traps[n].set {
			return primitives.Signal(n)
		}
	}
	return 0
}

// dieBy runs the EXIT trap and ends the shell by a signal.
func (sh *Shell) dieBy(sig primitives.Signal) {
	sh.pending = 0
	sh.mortal = 0
	sh.status = 0
	sh.finish()
	_, _ = linux.Sigaction(sig, abi.SigDefault)
	_ = linux.Kill(linux.Getpid(), sig)
	sh.exit(128 + int(sig))
}

// holdInterrupt keeps SIGINT from ending the shell while it waits in the foreground: whether it ends by it
// is decided by what the command that it waits for makes of it. False: nothing was changed.
func (sh *Shell) holdInterrupt() bool {
	const bit = 1 << (primitives.SIGINT - 1)
	if sh.dash || sh.traps[primitives.SIGINT].set || (sh.ignored|sh.mortal)&bit != 0 {
		return false
	}
	return sh.dispose(primitives.SIGINT, abi.SigCatch)
}

// releaseInterrupt ends that. A SIGINT that has come ends the shell if it has killed the command.
func (sh *Shell) releaseInterrupt(killed bool) {
	const bit = 1 << (primitives.SIGINT - 1)
	_, _ = linux.Sigaction(primitives.SIGINT, abi.SigDefault)
	sh.pending |= linux.Sigpending()
	came := sh.pending&bit != 0
	sh.pending &^= bit
	if came && killed {
		_ = linux.Kill(linux.Getpid(), primitives.SIGINT)
	}
}

// awaitForeground is await for what runs in the foreground.
func (sh *Shell) awaitForeground(pid int) primitives.WaitStatus {
	held := sh.holdInterrupt()
	st := sh.await(pid)
	if held {
		sig, ok := st.Signaled()
		sh.releaseInterrupt(ok && sig == primitives.SIGINT)
	}
	return st
}

// awaitParts waits for the parts of a pipeline.
func (sh *Shell) awaitParts(pids []int) []*process {
	held := sh.holdInterrupt()
	procs := make([]*process, len(pids))
	killed := false
	for i, pid := range pids {
		st := sh.await(pid)
		procs[i] = &process{pid: pid, status: st, done: true}
		sig, ok := st.Signaled()
		killed = killed || ok && sig == primitives.SIGINT
	}
	if held {
		sh.releaseInterrupt(killed)
	}
	return procs
}

// wait waits for a child in the foreground and reports what killed it.
func (sh *Shell) wait(pid int, n tree.Node) int {
	st := sh.awaitForeground(pid)
	sh.reportKilled(pid, st, n)
	return st.Code()
}
