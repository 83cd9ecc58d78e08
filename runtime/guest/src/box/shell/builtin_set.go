package shell

import (
	"strings"
)

// setBuiltin is set.
func setBuiltin(sh *Shell, args []string) int {
	if len(args) == 1 {
		return sh.showVariables()
	}
	args = args[1:]
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "--":
			sh.setParams(args[1:])
			return 0
		case a == "-":
			sh.opts[optXtrace], sh.opts[optVerbose] = false, false
			if len(args) > 1 {
				sh.setParams(args[1:])
			}
			return 0
		case len(a) < 2 || a[0] != '-' && a[0] != '+':
			sh.setParams(args)
			return 0
		}
		var status int
		if args, status = sh.setLetters(a, args[1:]); status >= 0 {
			return status
		}
	}
	return 0
}

func (sh *Shell) setParams(l []string) {
	sh.params = l
	sh.sets++
}

// setLetters sets the options of an argument like -eo; a status that is not negative ends set.
func (sh *Shell) setLetters(a string, args []string) ([]string, int) {
	for _, c := range []byte(a[1:]) {
		if c == 'o' {
			if len(args) == 0 {
				sh.print(sh.setListing(a[0] == '+'))
				return nil, 0
			}
			if status := sh.setNamed(args[0], a[0] == '-'); status != 0 {
				return nil, status
			}
			args = args[1:]
			continue
		}
		i, ok := optionByLetter(c)
		switch {
		case ok:
			sh.setOption(i, a[0] == '-')
		case sh.dash:
			sh.complain("set", "Illegal option "+a[:1]+string(c))
			sh.endSpecial()
			return nil, 2
		default:
			return nil, sh.usageError(a[:1] + string(c) + ": invalid option")
		}
	}
	return args, -1
}

func (sh *Shell) setOption(i int, on bool) {
	sh.opts[i] = on
	sh.commands++
	if i == optPosix && on {
		sh.shopt[shoptExpandAliases] = true
	}
	if i == optVi && on {
		sh.opts[optEmacs] = false
	}
	if i == optEmacs && on {
		sh.opts[optVi] = false
	}
	if i == optHistory && on {
		sh.enableHistory()
	}
	if i == optMonitor && on {
		sh.unsupported("set -m")
	}
}

func (sh *Shell) setNamed(name string, on bool) int {
	i, ok := optionByName(name)
	if !ok {
		if sh.dash {
			sh.complain("set", "Illegal option -o "+name)
			sh.endSpecial()
			return 2
		}
		sh.complain("set", name+": invalid option name")
		return 2
	}
	sh.setOption(i, on)
	return 0
}

// setListing is set -o, or set +o, which can be read back.
func (sh *Shell) setListing(commands bool) string {
	if sh.dash {
		return sh.dashListing(commands)
	}
	var b strings.Builder
	for i, o := range setOptions {
		if commands {
			sign := "+"
			if sh.opts[i] {
				sign = "-"
			}
			b.WriteString("set " + sign + "o " + o.name + "\n")
			continue
		}
		b.WriteString(o.name + strings.Repeat(" ", max(0, 15-len(o.name))) + "\t" + onOff(sh.opts[i]) + "\n")
	}
	return b.String()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

func (sh *Shell) dashListing(commands bool) string {
	var b strings.Builder
	if !commands {
		b.WriteString("Current option settings\n")
	}
	for _, i := range dashOptions {
		name, on := "", false
		switch i {
		case -1:
			name = "interactive"
		case -2:
			name, on = "stdin", sh.source == fromStdin
		case -3:
			name = "debug"
		default:
			name, on = setOptions[i].name, sh.opts[i]
		}
		switch {
		case !commands:
			b.WriteString(name + strings.Repeat(" ", max(0, 16-len(name))) + onOff(on) + "\n")
		case on:
			b.WriteString("set -o " + name + "\n")
		default:
			b.WriteString("set +o " + name + "\n")
		}
	}
	return b.String()
}

// shoptBuiltin is shopt.
func shoptBuiltin(sh *Shell, args []string) int {
	var set, unset, quiet, asCommands, setOpts bool
	rest, ok := sh.options(args, "suqpo", func(c byte, _ string) {
		switch c {
		case 's':
			set = true
		case 'u':
			unset = true
		case 'q':
			quiet = true
		case 'p':
			asCommands = true
		case 'o':
			setOpts = true
		}
	})
	switch {
	case !ok:
		return 2
	case set && unset:
		return sh.fail("cannot set and unset shell options simultaneously")
	}
	t := optionTable{sh: sh, set: setOpts}
	if len(rest) == 0 {
		if !quiet {
			t.show(t.names(), asCommands, set, unset)
		}
		return 0
	}
	status := 0
	for _, name := range rest {
		on, known := t.get(name)
		switch {
		case !known && setOpts:
			sh.fail(name + ": invalid option name")
			if !set && !unset { // bash has no status for one that it was to change
				status = 1
			}
		case !known:
			status = sh.fail(name + ": invalid shell option name")
		case set || unset:
			t.put(name, set)
		default:
			if !on {
				status = 1
			}
			if !quiet {
				t.show([]string{name}, asCommands, false, false)
			}
		}
	}
	return status
}

// optionTable is the options of shopt, or those of set for shopt -o.
type optionTable struct {
	sh  *Shell
	set bool
}

func (t optionTable) names() []string {
	if !t.set {
		return shoptNames[:]
	}
	var l []string
	for _, o := range setOptions {
		l = append(l, o.name)
	}
	return l
}

func (t optionTable) get(name string) (on, known bool) {
	if !t.set {
		i, ok := shoptByName(name)
		return ok && t.sh.shopt[i], ok
	}
	i, ok := optionByName(name)
	return ok && t.sh.opts[i], ok
}

func (t optionTable) put(name string, on bool) {
	if t.set {
		i, _ := optionByName(name)
		t.sh.setOption(i, on)
		return
	}
	i, _ := shoptByName(name)
	t.sh.shopt[i] = on
}

func (t optionTable) show(names []string, commands, onlyOn, onlyOff bool) {
	width := 15
	if !t.set {
		width = 15
	}
	for _, name := range names {
		on, _ := t.get(name)
		if onlyOn && !on || onlyOff && on {
			continue
		}
		switch {
		case commands && t.set && on:
			t.sh.print("set -o ", name, "\n")
		case commands && t.set:
			t.sh.print("set +o ", name, "\n")
		case commands && on:
			t.sh.print("shopt -s ", name, "\n")
		case commands:
			t.sh.print("shopt -u ", name, "\n")
		default:
			t.sh.print(name, strings.Repeat(" ", max(0, width-len(name))), "\t", onOff(on), "\n")
		}
	}
}
