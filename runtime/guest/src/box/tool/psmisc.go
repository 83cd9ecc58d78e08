package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// killall sends a signal to all processes of a name, as psmisc's does.
type killall struct {
	r                                         *run
	sig                                       primitives.Signal
	quiet, verbose, waits, exact, fold, regex bool
	group                                     bool
	user                                      int
}

// commLength is how much of a name the kernel keeps.
const commLength = 15

func killallMain(r *run) int {
	k := &killall{r: r, sig: primitives.SIGTERM, user: -1}
	r.args = k.signalWord(r.args)
	r.usageTry = noTry
	opts, names := r.options("e/exact I/ignore-case g/process-group i/interactive l/list q/quiet r/regexp " +
		"s:/signal u:/user v/verbose w/wait V/version !y:/younger-than !o:/older-than !n:/ns")
	for _, o := range opts {
		if done := k.option(o); done {
			return 0
		}
	}
	if len(names) == 0 {
		unsupportedNote("killall usage")
		r.stderr("Usage: killall [OPTION]... [--] NAME...\n")
		return 1
	}
	return k.all(names)
}

// signalWord takes -9 and -HUP out of the arguments.
func (k *killall) signalWord(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(a string) bool {
		if len(a) < 2 || a[0] != '-' || a[1] == '-' {
			return false
		}
		s, ok := signalByName(a[1:])
		if ok {
			k.sig = s
		}
		return ok
	})
}

func (k *killall) option(o option) (done bool) {
	switch o.name {
	case "e":
		k.exact = true
	case "I":
		k.fold = true
	case "g":
		k.group = true
	case "i":
		k.r.unsupported("-i")
	case "q":
		k.quiet = true
	case "r":
		k.regex = true
	case "v":
		k.verbose = true
	case "w":
		k.waits = true
	case "l":
		k.r.print("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT\n" +
			"CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH POLL PWR SYS\n")
		return true
	case "V":
		k.r.unsupported("--version")
	case "s":
		s, ok := signalByName(o.value)
		if !ok {
			k.r.stderr(o.value + ": unknown signal; killall -l lists signals.\n")
			panic(exit(1))
		}
		k.sig = s
	case "u":
		u, ok := accountByName(accounts(true), o.value)
		if !ok {
			k.r.stderr("Cannot find user " + o.value + "\n")
			panic(exit(1))
		}
		k.user = u.id
	}
	return false
}

func (k *killall) all(names []string) int {
	status, self := 0, linux.Getpid()
	var sent []int
	for _, name := range names {
		found := false
		for _, p := range processes() {
			if p.pid == self || k.user >= 0 && p.uid != k.user || !k.matches(p, name) {
				continue
			}
			pid := p.pid
			if k.group {
				pid = -p.pgrp
			}
			if err := linux.Kill(pid, k.sig); err != nil {
				k.r.stderr(p.comm + "(" + strconv.Itoa(p.pid) + "): " + errnoText(err) + "\n")
				continue
			}
			if k.verbose {
				k.r.stderr(sprintf("Killed %s(%d) with signal %d\n", p.comm, p.pid, k.sig))
			}
			found = true
			sent = append(sent, p.pid)
		}
		if !found {
			status = 1
			if !k.quiet {
				k.r.stderr(name + ": no process found\n")
			}
		}
	}
	for k.waits && slices.ContainsFunc(sent, func(pid int) bool { return readProcess(pid) != nil }) {
		_ = linux.Nanosleep(1e9)
	}
	return status
}

func (k *killall) matches(p *process, name string) bool {
	if k.regex {
		re, err := regex.Compile(name, regex.Options{Syntax: regex.Extended, Fold: k.fold})
		if err != nil {
			k.r.stderr("killall: Bad regular expression: " + name + "\n")
			panic(exit(1))
		}
		return re.MatchString(p.comm)
	}
	if strings.Contains(name, "/") {
		exe, _ := linux.Readlink("/proc/" + strconv.Itoa(p.pid) + "/exe")
		return exe == name
	}
	comm := p.comm
	if len(comm) == commLength && len(name) > commLength { // the rest is in the command line
		if len(p.args) > 0 {
			comm = baseName(p.args[0])
		} else if !k.exact {
			name = name[:commLength]
		}
	}
	if k.fold {
		return strings.EqualFold(comm, name)
	}
	return comm == name
}

// pwdxMain prints the working directories of processes.
func pwdxMain(r *run) int {
	if len(r.args) == 0 || strings.HasPrefix(r.args[0], "-") {
		unsupportedNote("pwdx usage")
		r.stderr("\nUsage:\n pwdx [options] pid...\n")
		return 1
	}
	for _, w := range r.args {
		if _, ok := parseUint(strings.TrimPrefix(w, "/proc/")); !ok {
			r.die(1, "invalid process id: %s", w)
		}
		dir, err := linux.Readlink("/proc/" + strings.TrimPrefix(w, "/proc/") + "/cwd")
		if err != nil {
			text := errnoText(err)
			if is(err, primitives.ENOENT) {
				text = primitives.ESRCH.Text()
			}
			r.stderr(w + ": " + text + "\n")
			r.status = 1
			continue
		}
		r.print(w, ": ", dir, "\n")
	}
	return r.status
}
