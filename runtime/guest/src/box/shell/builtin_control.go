package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func controlBuiltins() map[string]*builtin {
	return map[string]*builtin{
		":":        {run: func(*Shell, []string) int { return 0 }, special: true, returns: true},
		"true":     {run: func(*Shell, []string) int { return 0 }, returns: true},
		"false":    {run: func(*Shell, []string) int { return 1 }, returns: true},
		"break":    {run: breakLoop, special: true, usage: "[n]"},
		"continue": {run: breakLoop, special: true, usage: "[n]"},
		"return":   {run: returnFrom, special: true, usage: "[n]"},
		"exit":     {run: exitShell, special: true, usage: "[n]"},
		"logout":   {run: logout, bashOnly: true},
		"shift":    {run: shift, special: true, usage: "[n]"},
		"eval":     {run: eval, special: true, usage: "[arg ...]"},
		".":        {run: source, special: true, usage: "filename [arguments]"},
		"source":   {run: source, bashOnly: true, usage: "filename [arguments]"},
		"exec": {
			run: execute, special: true,
			usage: "[-cl] [-a name] [command [argument ...]] [redirection ...]",
		},
		"command": {run: command, usage: "[-pVv] command [arg ...]"},
		"builtin": {run: onlyBuiltin, bashOnly: true, usage: "[shell-builtin [arg ...]]"},
	}
}

// number reads the argument of exit, return and shift.
func number(s string) (int, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	return int(n), err == nil
}

func breakLoop(sh *Shell, args []string) int {
	n := 1
	if sh.loops == 0 && !sh.dash {
		if !sh.opts[optPosix] {
			sh.fail("only meaningful in a `for', `while', or `until' loop")
		}
		return 0
	}
	if len(args) > 1 {
		v, ok := number(args[1])
		switch {
		case !ok && sh.dash:
			sh.warn("Illegal number: " + args[1])
			sh.endSpecial()
			return 2
		case !ok:
			sh.fail(args[1] + ": numeric argument required")
			sh.exit(128)
			return 128
		case len(args) > 2:
			sh.fail("too many arguments")
			sh.discard()
			return 1
		case v < 1:
			if sh.loops > 0 { // bash leaves all loops then
				sh.stop(breaking, 1)
				sh.levels = sh.loops
			}
			return sh.fail(args[1] + ": loop count out of range")
		}
		n = v
	}
	if sh.loops == 0 {
		return 0
	}
	f := breaking
	if args[0] == "continue" {
		f = continuing
	}
	sh.stop(f, 0)
	sh.levels = min(n, sh.loops)
	return 0
}

// exitStatus reads the argument of exit and return.
func (sh *Shell) exitStatus(args []string) (status int, ok bool) {
	if len(args) == 1 {
		return sh.status, true
	}
	n, good := number(args[1])
	switch {
	case !good && sh.dash:
		sh.complain(args[0], "Illegal number: "+args[1])
		sh.endSpecial()
		return 2, true
	case !good:
		sh.fail(args[1] + ": numeric argument required")
		return 2, true
	case len(args) > 2 && !sh.dash:
		sh.fail("too many arguments")
		return 1, false
	}
	return n & 0xff, true
}

func returnFrom(sh *Shell, args []string) int {
	if len(sh.frames) == 0 && sh.sourced == 0 && !sh.dash {
		sh.fail("can only `return' from a function or sourced script")
		return 2
	}
	status, ok := sh.exitStatus(args)
	if !ok {
		sh.discard()
		return status
	}
	if len(sh.frames) == 0 { // dash ends
		sh.exit(status)
		return status
	}
	if len(args) == 1 && sh.inTrap > 0 && !sh.dash && !sh.traps[trapDebug].active {
		status = sh.beforeTrap
	}
	sh.beforeReturn = sh.status
	sh.stop(returning, status)
	return status
}

func exitShell(sh *Shell, args []string) int {
	sh.endInteractive()
	status, ok := sh.exitStatus(args)
	if !ok {
		sh.discard()
		return status
	}
	sh.endLogin()
	sh.exit(status)
	return status
}

func logout(sh *Shell, args []string) int {
	if !sh.shopt[shoptLoginShell] {
		return sh.fail("not login shell: use `exit'")
	}
	return exitShell(sh, args)
}

func shift(sh *Shell, args []string) int {
	n := 1
	if len(args) > 1 {
		v, ok := number(args[1])
		switch {
		case !ok && sh.dash:
			sh.complain(args[0], "Illegal number: "+args[1])
			sh.endSpecial()
			return 2
		case !ok:
			return sh.fail(args[1] + ": numeric argument required")
		case len(args) > 2 && !sh.dash:
			sh.fail("too many arguments")
			sh.discard()
			return 1
		case v < 0:
			return sh.fail(args[1] + ": shift count out of range")
		}
		n = v
	}
	if n > len(sh.params) {
		if sh.dash {
			sh.complain(args[0], "can't shift that many")
			sh.endSpecial()
			return 2
		}
		if sh.shopt[shoptShiftVerbose] || sh.opts[optPosix] {
			sh.fail(itoa(n) + ": shift count out of range")
		}
		return 1
	}
	sh.params = sh.params[n:]
	return 0
}

func eval(sh *Shell, args []string) int {
	args = args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	} else if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && !sh.dash {
		return sh.usageError(args[0][:2] + ": invalid option")
	}
	text := strings.Join(args, " ")
	if strings.TrimSpace(text) == "" {
		return 0
	}
	sh.flush()
	sh.command = ""
	sh.status = 0
	line := sh.line
	sh.evalText(text, "eval", line)
	sh.line = line
	return sh.status
}

func source(sh *Shell, args []string) int {
	name := args[0]
	args = args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	} else if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && !sh.dash {
		return sh.usageError(args[0][:2] + ": invalid option")
	}
	if len(args) == 0 {
		if sh.dash {
			return 0
		}
		sh.complain(name, "filename argument required")
		sh.usageError("")
		return 2
	}
	file := args[0]
	if !strings.Contains(file, "/") {
		found := ""
		if sh.shopt[shoptSourcepath] || sh.dash {
			found = sh.readable(file)
		}
		switch {
		case found != "":
			file = found
		case sh.dash:
			sh.complain(".", file+": not found")
			sh.endSpecial()
			return 2
		}
	}
	if sh.dash && linux.Access(file, accessRead) != nil {
		sh.complain(".", "cannot open "+file+": No such file")
		sh.endSpecial()
		return 2
	}
	sh.flush()
	if sh.opts[optPosix] && !sh.dash && !exists(file) {
		why := ": No such file or directory"
		if sh.opts[optPosix] && !strings.Contains(file, "/") {
			why = ": file not found"
		}
		if strings.Contains(file, "/") {
			sh.warn(file + why)
		} else {
			sh.fail(file + why)
		}
		if sh.tame == 0 {
			sh.exit(1)
		}
		return 1
	}
	if isDir(file) {
		return sh.fail(file + ": is a directory")
	}
	sh.command = ""
	var params []string
	if !sh.dash {
		params = args[1:]
	}
	sh.sourceFile(file, params)
	return sh.status
}

// readable finds a file along PATH that can be read; source wants no x bit.
func (sh *Shell) readable(name string) string {
	for dir := range strings.SplitSeq(sh.text("PATH"), ":") {
		if dir == "" {
			dir = "."
		}
		file := dir + "/" + name
		st, err := linux.Stat(file)
		if err == nil && st.IsRegular() && linux.Access(file, accessRead) == nil {
			return file
		}
	}
	return ""
}

// execute is exec. Without a command its redirections stay.
func execute(sh *Shell, args []string) int {
	name := ""
	clean, login := false, false
	rest, ok := sh.options(args, "cla:", func(c byte, arg string) {
		switch c {
		case 'c':
			clean = true
		case 'l':
			login = true
		case 'a':
			name = arg
		}
	})
	if !ok {
		return 2
	}
	if len(rest) == 0 {
		return 0
	}
	sh.flush()
	sh.shiftLevel(-1)
	p := sh.program(rest, nil)
	sh.shiftLevel(+1)
	if clean {
		p.env = nil
	}
	if p.path != "" && p.path[0] != '/' && !sh.dash {
		p.path = strings.TrimSuffix(sh.pwd(), "/") + "/" + strings.TrimPrefix(p.path, "./")
		p.args = append([]string{}, rest...)
	}
	if p.path == "" {
		sh.complain("exec", rest[0]+": not found")
		return sh.execGone(exitNotFound)
	}
	if name != "" {
		p.args = append([]string{name}, rest[1:]...)
	}
	if login {
		p.args = append([]string{"-" + p.args[0]}, rest[1:]...)
	}
	saved := sh.saved
	err := linux.Execve(sh.request(&p))
	p.args = rest
	sh.saved = saved
	status := sh.execFailed(&p, err)
	if status == exitCannotRun && !sh.dash {
		if isDir(p.path) {
			err = primitives.EISDIR
		}
		sh.complain("exec", p.path+": cannot execute: "+reason(err))
	}
	return sh.execGone(status)
}

// execGone ends a shell that has failed to give itself up, unless execfail is set.
func (sh *Shell) execGone(status int) int {
	if sh.sub > 0 || !sh.shopt[shoptExecfail] && !sh.interactive {
		sh.exit(status)
	}
	return status
}

// onlyBuiltin is the command builtin.
func onlyBuiltin(sh *Shell, args []string) int {
	args = args[1:]
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return 0
	}
	if a := args[0]; len(a) > 1 && a[0] == '-' {
		return sh.usageError(a[:2] + ": invalid option")
	}
	b := sh.findBuiltin(args[0])
	if b == nil {
		return sh.fail(args[0] + ": not a shell builtin")
	}
	sh.command = args[0]
	return b.run(sh, args)
}
