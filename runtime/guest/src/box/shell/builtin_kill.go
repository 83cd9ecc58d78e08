package shell

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func kill(sh *Shell, args []string) int {
	sig := int(primitives.SIGTERM)
	args = args[1:]
	listing := false
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "-l" || a == "-L" && !sh.dash:
			listing, args = true, args[1:]
			continue
		case listing && (sh.dash || len(a) > 0 && a[0] != '-'):
			return sh.listSignals(args)
		case a == "--":
			args = args[1:]
			return sh.sendAll(args, sig)
		case (a == "-s" || a == "-n") && len(args) > 1:
			n, ok := signalByName(args[1])
			if !ok {
				return sh.badSignal(args[1])
			}
			sig, args = n, args[2:]
			continue
		case a == "-s" || a == "-n":
			sh.fail(a + ": option requires an argument")
			return 1
		case len(a) > 2 && (a[:2] == "-s" || a[:2] == "-n") && !sh.dash:
			n, ok := signalByName(a[2:])
			if !ok {
				return sh.badSignal(a[2:])
			}
			sig, args = n, args[1:]
			continue
		case len(a) > 1 && a[0] == '-':
			n, ok := signalByName(a[1:])
			if !ok {
				return sh.badSignal(a[1:])
			}
			sig, args = n, args[1:]
			if len(args) > 0 && args[0] == "--" {
				args = args[1:]
			}
			return sh.sendAll(args, sig)
		}
		break
	}
	if listing {
		return sh.listSignals(args)
	}
	return sh.sendAll(args, sig)
}

func (sh *Shell) badSignal(name string) int {
	if sh.dash {
		sh.complain("kill", "Illegal option -"+name[:1])
		return 2
	}
	return sh.fail(name + ": invalid signal specification")
}

func (sh *Shell) sendAll(specs []string, sig int) int {
	if len(specs) == 0 {
		if sh.dash {
			sh.stderr("sh: 1: kill: Usage: kill [-s sigspec | -signum | -sigspec] [pid | job]... or\n" +
				"kill -l [exitstatus]\n")
			return 2
		}
		return sh.usageError("")
	}
	sh.flush()
	status := 0
	for _, spec := range specs {
		if s := sh.send(spec, sig); s != 0 {
			status = s
		}
	}
	if sh.catches > 0 || sig != 0 {
		sh.reap()
	}
	return status
}

func (sh *Shell) send(spec string, sig int) int {
	if strings.HasPrefix(spec, "%") {
		j := sh.find(spec)
		if j == nil {
			if sh.dash {
				sh.complain("kill", "No such job: "+spec)
				return 2
			}
			return sh.fail(spec + ": no such job")
		}
		status := 0
		for _, p := range j.procs {
			if !p.done && linux.Kill(p.pid, primitives.Signal(sig)) != nil {
				status = 1
			}
		}
		return status
	}
	pid, ok := number(spec)
	if !ok {
		if sh.dash {
			sh.complain("kill", "Illegal number: "+spec)
			return 2
		}
		if spec == "" {
			return sh.fail("`': not a pid or valid job spec")
		}
		return sh.fail(spec + ": arguments must be process or job IDs")
	}
	if err := linux.Kill(pid, primitives.Signal(sig)); err != nil {
		if sh.dash {
			sh.complain("kill", reason(err)+"\n")
			return 1
		}
		return sh.fail("(" + spec + ") - " + reason(err))
	}
	return 0
}

// pseudoSignals are the traps that are no signals, from trapDebug on.
var pseudoSignals = []string{"DEBUG", "ERR", "RETURN"}

// listSignals is kill -l.
func (sh *Shell) listSignals(specs []string) int {
	if len(specs) == 0 {
		sh.print(sh.signalTable(true))
		return 0
	}
	status := 0
	for _, spec := range specs {
		n, isNumber := number(spec)
		switch {
		case isNumber:
			if n > 128 && n <= 128+lastSignal {
				n -= 128
			}
			name := signalName(n)
			if n == 0 {
				name = "EXIT"
			}
			if name == "" {
				status = sh.badSignal(spec)
				continue
			}
			sh.print(name, "\n")
		case sh.dash:
			sh.complain("kill", "Illegal number: "+spec)
			return 2
		default:
			n, ok := signalByName(spec)
			if strings.EqualFold(strings.TrimPrefix(strings.ToUpper(spec), "SIG"), "EXIT") {
				n, ok = 0, true
			}
			if i := slices.Index(pseudoSignals, strings.ToUpper(spec)); i >= 0 {
				n, ok = trapDebug+i, true
			}
			if !ok {
				status = sh.badSignal(spec)
				continue
			}
			sh.print(itoa(n), "\n")
		}
	}
	return status
}

// signalTable lists the signals, five a line as bash does or one as dash does; for kill POSIX mode has them
// in one line.
func (sh *Shell) signalTable(list bool) string {
	const columns = 5
	var b strings.Builder
	if sh.opts[optPosix] && !sh.dash && list {
		for n := 1; n <= lastSignal; n++ {
			if name := signalName(n); name != "" {
				b.WriteString(" " + name)
			}
		}
		return b.String()[1:] + "\n"
	}
	col := 0
	for n := 1; n <= lastSignal; n++ {
		name := signalName(n)
		if name == "" {
			continue
		}
		if sh.dash {
			b.WriteString(name + "\n")
			continue
		}
		col++
		fmt.Fprintf(&b, "%2d) SIG%s", n, name)
		if col%columns == 0 {
			b.WriteByte('\n')
		} else {
			b.WriteByte('\t')
		}
	}
	if !sh.dash && col%columns != 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
