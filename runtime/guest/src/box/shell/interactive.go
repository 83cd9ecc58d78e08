package shell

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

// systemStart is what an interactive shell reads before ~/.bashrc, as Debian builds it.
const systemStart = "/etc/bash.bashrc"

// startInteractive makes the shell what -i asks for, without a terminal: no job control and no editing.
func (sh *Shell) startInteractive(o *invocation) {
	if linux.Isatty(2) {
		sh.unsupported("-i on a terminal")
	}
	sh.interactive = true
	sh.preset("PS1", `\s-\v\$ `, 0)
	sh.preset("PS2", "> ", 0)
	group, _ := linux.Getpgid(0)
	sh.note(fmt.Sprintf("cannot set terminal process group (%d): Inappropriate ioctl for device", group))
	sh.note("no job control in this shell")
	for _, sig := range [...]primitives.Signal{primitives.SIGTERM, primitives.SIGQUIT} {
		_, _ = linux.Sigaction(sig, abi.SigIgnore)
		sh.known |= 1 << (sig - 1)
	}
	sh.shopt[shoptExpandAliases] = true
	if !o.login && !o.noRC && !sh.opts[optPosix] {
		sh.startFiles(o.rcFile)
	}
	sh.preset("HISTFILE", sh.text("HOME")+"/.bash_history", 0)
	for _, i := range [...]int{optEmacs, optHistexpand, optHistory} {
		sh.opts[i] = true
	}
	sh.enableHistory()
}

// startFiles reads the files of an interactive shell.
func (sh *Shell) startFiles(rc string) {
	if rc == "" {
		rc = sh.text("HOME") + "/.bashrc"
	}
	for _, file := range [...]string{systemStart, rc} {
		if sh.flow == running && linux.Access(file, accessRead) == nil {
			sh.sourceFile(file, nil)
		}
	}
}

// endLogin runs ~/.bash_logout, as exit and logout do in a login shell.
func (sh *Shell) endLogin() {
	if !sh.shopt[shoptLoginShell] || sh.sub > 0 || sh.dash || sh.loggedOut {
		return
	}
	sh.loggedOut = true
	if file := sh.text("HOME") + "/.bash_logout"; linux.Access(file, accessRead) == nil {
		status := sh.status
		sh.sourceFile(file, nil)
		sh.status = status
	}
}

// endInteractive says that an interactive shell ends, as its exit builtin and the end of its input do.
func (sh *Shell) endInteractive() {
	if !sh.interactive || sh.sub > 0 {
		return
	}
	sh.flush()
	if sh.shopt[shoptLoginShell] {
		sh.stderr("logout\n")
		return
	}
	sh.stderr("exit\n")
}

// promptFor writes the prompt for a line: PS1 for the first of a command, PS2 for the rest.
func (sh *Shell) promptFor(first bool) {
	if !sh.interactive {
		return
	}
	name := "PS2"
	if first {
		name = "PS1"
		sh.prompts++
		sh.reap()
		if v := sh.lookup("PROMPT_COMMAND"); v != nil {
			for _, command := range v.values() {
				status := sh.status
				sh.evalText(command, "PROMPT_COMMAND", 1)
				sh.status = status
			}
		}
	}
	sh.flush()
	sh.stderr(sh.prompt(sh.text(name)))
}

// readChunk reads the lines of a command from standard input, with prompts if the shell is interactive.
func (sh *Shell) readChunk(first int) (chunk string, lines int, ok bool) {
	var b strings.Builder
	for {
		sh.promptFor(lines == 0)
		line, more := sh.readLine(0)
		if !more && line == "" {
			return b.String(), lines, false
		}
		if sh.interactive || sh.opts[optVerbose] { // what is read is shown, as line editing shows it
			sh.stderr(line + "\n")
		}
		if expanded, run := sh.expandHistory(b.String(), line); run {
			line = expanded
		} else {
			line = ""
		}
		b.WriteString(line)
		b.WriteByte('\n')
		lines++
		if !more {
			return b.String(), lines, false
		}
		if strings.HasSuffix(line, `\`) || !parse.Complete(b.String(), sh.parseOptions(first, "")) {
			continue
		}
		return b.String(), lines, true
	}
}
