package shell

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// trapNumber reads the name of a trap.
func trapNumber(s string) (int, bool) {
	switch strings.TrimPrefix(strings.ToUpper(s), "SIG") {
	case "EXIT", "0":
		return trapExit, true
	case "DEBUG":
		return trapDebug, true
	case "ERR":
		return trapErr, true
	case "RETURN":
		return trapReturn, true
	}
	return signalByName(s)
}

func trapName(n int, dash bool) string {
	switch n {
	case trapExit:
		return "EXIT"
	case trapDebug:
		return "DEBUG"
	case trapErr:
		return "ERR"
	case trapReturn:
		return "RETURN"
	}
	if dash {
		return signalName(n)
	}
	return "SIG" + signalName(n)
}

func trapBuiltin(sh *Shell, args []string) int {
	list, show := false, false
	rest, ok := sh.options(args, "lp", func(c byte, _ string) {
		if c == 'l' {
			list = true
		} else {
			show = true
		}
	})
	switch {
	case !ok:
		return 2
	case list:
		sh.print(sh.signalTable(false))
		return 0
	case show || len(rest) == 0:
		return sh.showTraps(rest, show && sh.opts[optPosix])
	}
	action, reset := rest[0], rest[0] == "-"
	names := rest[1:]
	if n, isNumber := number(action); (isNumber && n >= 0 || len(rest) == 1) && (len(rest) <= 1 || isNumber) {
		if _, known := trapNumber(action); !known {
			if len(rest) == 1 {
				return sh.usageError("")
			}
		}
		reset, names = true, rest
	}
	status := 0
	for _, name := range names {
		n, known := trapNumber(name)
		if !known {
			status = sh.badTrap(name)
			continue
		}
		sh.setTrap(n, !reset, action)
	}
	return status
}

// learnIgnored finds out which signals were ignored when the shell began: bash shows those too. Those behind
// SIGSYS are the C library's own, and have no names.
func (sh *Shell) learnIgnored() {
	if sh.dash {
		return
	}
	for sig := primitives.SIGHUP; sig <= primitives.SIGSYS; sig++ {
		if sh.known&(1<<(sig-1)) == 0 {
			sh.dispose(sig, abi.SigDefault)
		}
	}
}

func (sh *Shell) badTrap(name string) int {
	if sh.dash {
		sh.stderr("trap: " + name + ": bad trap\n")
		return 1
	}
	return sh.fail(name + ": invalid signal specification")
}

// showTraps shows the traps as commands that set them; every, also those that are not set.
func (sh *Shell) showTraps(names []string, every bool) int {
	sh.learnIgnored()
	show := func(n int) {
		t := &sh.traps[n]
		ignored := n >= 1 && n <= lastSignal && sh.ignored&(1<<(n-1)) != 0
		if sh.role == asBackground && n == int(primitives.SIGQUIT) { // bash does not know of this one
			ignored = false
		}
		if !t.set && !every && !ignored {
			return
		}
		text := "-"
		if t.set || ignored {
			text = quoteOnly(t.text)
		}
		name := trapName(n, sh.dash || sh.opts[optPosix])
		if name == "" {
			name = itoa(n)
		}
		sh.print("trap -- ", text, " ", name, "\n")
	}
	if len(names) == 0 {
		for n := range sh.traps {
			show(n)
		}
		return 0
	}
	status := 0
	for _, name := range names {
		if n, ok := trapNumber(name); ok {
			show(n)
		} else {
			status = sh.badTrap(name)
		}
	}
	return status
}
