package shell

import (
	"math/bits"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// The traps that are no signals come after the signals.
const (
	trapExit   = 0
	trapChild  = int(primitives.SIGCHLD)
	trapDebug  = lastSignal + 1
	trapErr    = lastSignal + 2
	trapReturn = lastSignal + 3
	numTraps   = lastSignal + 4
)

// trap is what a shell does when something happens.
type trap struct {
	set    bool
	text   string // empty: the signal is ignored
	old    bool   // of the parent shell: shown by `trap`, not run
	active bool   // is being run
}

func (sh *Shell) trapped(n int) bool {
	t := &sh.traps[n]
	return t.set && !t.old && t.text != ""
}

// setTrap sets or, without text, resets a trap.
func (sh *Shell) setTrap(n int, set bool, text string) {
	if n >= 1 && n <= lastSignal && !sh.disposeTrap(n, set, text) {
		return // ignored when the shell began: stays so
	}
	sh.dropOld()
	sh.traps[n] = trap{set: set, text: text}
	if n == trapExit && set && text != "" {
		sh.catchFatal()
	}
}

// disposeTrap sets what the signal of a trap does from now on; false: it cannot be changed.
func (sh *Shell) disposeTrap(n int, set bool, text string) bool {
	if sh.ignored&(1<<(n-1)) != 0 {
		return false
	}
	disposition := abi.SigDefault
	switch {
	case set && text != "":
		disposition = abi.SigCatch
	case set:
		disposition = abi.SigIgnore
	case sh.mortal&(1<<(n-1)) != 0:
		disposition = abi.SigCatch
	}
	polled := n == trapChild && disposition == abi.SigCatch // poll sees children end without it
	if !polled && !sh.dispose(primitives.Signal(n), disposition) {
		return false
	}
	if sh.trapped(n) {
		sh.catches--
	}
	if disposition == abi.SigCatch && set {
		sh.catches++
	}
	return true
}

// dispose sets what a signal does. One that was ignored when the shell began stays ignored.
func (sh *Shell) dispose(sig primitives.Signal, disposition int) bool {
	old, err := linux.Sigaction(sig, disposition)
	bit := uint64(1) << (sig - 1)
	if err == nil && old == abi.SigIgnore && sh.known&bit == 0 {
		sh.ignored |= bit
		_, _ = linux.Sigaction(sig, abi.SigIgnore)
		return false
	}
	sh.known |= bit
	return true
}

// dropOld forgets what traps the parent shell had, once this one sets its own.
func (sh *Shell) dropOld() {
	for i := range sh.traps {
		if sh.traps[i].old {
			sh.traps[i] = trap{}
		}
	}
}

// caught is the set of signals that are caught, which exec and fork set to default.
func (sh *Shell) caught() (set uint64) {
	if sh.catches == 0 {
		return 0
	}
	for n := 1; n <= lastSignal; n++ {
		if sh.trapped(n) || sh.mortal&(1<<(n-1)) != 0 && !sh.traps[n].set {
			set |= 1 << (n - 1)
		}
	}
	return set
}

// poll runs the traps of the signals that have come.
func (sh *Shell) poll() {
	sh.pending |= linux.Sigpending()
	if sh.trapped(trapChild) {
		sh.reap()
	}
	for sh.pending != 0 && (sh.flow == running || sh.flow == returning) {
		if sig := sh.dying(); sig != 0 {
			sh.dieBy(sig)
			return
		}
		n := bits.TrailingZeros64(sh.pending) + 1
		sh.pending &^= 1 << (n - 1)
		if n == trapChild { // once for each child
			for ; sh.deaths > 1 && sh.flow == running; sh.deaths-- {
				sh.runTrap(n)
			}
			sh.deaths = 0
		}
		sh.runTrap(n)
	}
}

// runTrap runs a trap's commands; $? is theirs only if they exit or return.
func (sh *Shell) runTrap(n int) {
	if !sh.trapped(n) {
		return
	}
	t := &sh.traps[n]
	status, pipe, line := sh.status, sh.pipe, sh.line
	flow, node := sh.flow, sh.node
	sh.flow = running
	if sh.inTrap == 0 {
		sh.trapNode = sh.node
	}
	sh.inTrap++
	sh.beforeTrap = status
	quiet := sh.quiet
	first := 1
	if n >= trapDebug { // these go on with the line that they interrupt
		first = sh.line
	}
	sh.evalText(t.text, "trap", first)
	if sh.trapStatus = sh.status; sh.flow == discarding { // the rest of the trap is what an error costs
		sh.flow = running
	}
	sh.quiet = quiet
	sh.inTrap--
	if sh.flow == running {
		sh.flow = flow
		sh.status, sh.pipe = status, pipe
	}
	sh.line, sh.node = line, node
}

// trapErr runs the ERR trap.
func (sh *Shell) trapErr() {
	t := &sh.traps[trapErr]
	if !sh.trapped(trapErr) || t.active || sh.inFunction() && !sh.opts[optErrtrace] {
		return
	}
	t.active = true
	sh.runTrap(trapErr)
	sh.traps[trapErr].active = false
}

// debug runs the DEBUG trap before a command, and reports whether that says not to run the command, as
// `shopt -s extdebug` lets it.
func (sh *Shell) debug() (skip bool) {
	t := &sh.traps[trapDebug]
	if !t.set || !sh.trapped(trapDebug) || t.active || sh.inFunction() && !sh.opts[optFunctrace] {
		return false
	}
	t.active = true
	sh.runTrap(trapDebug)
	sh.traps[trapDebug].active = false
	return sh.shopt[shoptExtdebug] && sh.trapStatus != 0
}

// finish ends the shell: it runs the EXIT trap and returns the exit code.
func (sh *Shell) finish() int {
	if sh.catches > 0 && sh.flow == running {
		sh.poll()
	}
	if sh.trapped(trapExit) {
		status := sh.status
		sh.flow = running
		text := sh.traps[trapExit].text
		sh.traps[trapExit] = trap{}
		sh.trapNode = sh.node
		sh.inTrap++
		if sh.sub == 0 { // it is run after all else has been left
			sh.nesting = -1
		}
		sh.evalText(text, "exit trap", 1)
		sh.inTrap--
		if sh.flow != exiting {
			sh.status = status
		}
	}
	sh.flush()
	if sh.hist.added > 0 {
		sh.saveHistory()
	}
	return sh.status & 0xff
}
