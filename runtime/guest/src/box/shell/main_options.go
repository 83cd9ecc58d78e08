package shell

import (
	"path"
	"strings"
)

const usage = `Usage:	bash [GNU long option] [option] ...
	bash [GNU long option] [option] script-file ...
GNU long options:
	--debug
	--debugger
	--dump-po-strings
	--dump-strings
	--help
	--init-file
	--login
	--noediting
	--noprofile
	--norc
	--posix
	--pretty-print
	--rcfile
	--restricted
	--verbose
	--version
Shell options:
	-ilrsD or -c command or -O shopt_option		(invocation only)
	-abefhkmnptuvxBCEHPT or -o option
`

const version = `GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)
Copyright (C) 2022 Free Software Foundation, Inc.
License GPLv3+: GNU GPL version 3 or later <http://gnu.org/licenses/gpl.html>

This is free software; you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.
`

// invocation reads the command line; a status that is not negative ends the shell at once.
func (sh *Shell) invocation(argv []string) (o invocation, status int) {
	args := argv[1:]
	sh.arg0 = argv[0]
	for len(args) > 0 {
		a := args[0]
		if a == "-" || a == "--" {
			args = args[1:]
			break
		}
		if strings.HasPrefix(a, "--") && !sh.dash {
			var stop bool
			if args, status, stop = o.long(sh, args); stop {
				return o, status
			}
			continue
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		if args, status = o.letters(sh, a, args[1:]); status >= 0 {
			return o, status
		}
	}
	return o, o.finish(sh, args)
}

// letters reads an argument like -xc; a status that is not negative ends the shell at once.
func (o *invocation) letters(sh *Shell, a string, args []string) (rest []string, status int) {
	for _, c := range []byte(a[1:]) {
		switch {
		case c == 'c' && a[0] == '-':
			o.isCommand = true
		case c == 's':
			o.stdin = true
		case c == 'l':
			o.login = true
		case c == 'i' && !sh.dash:
			o.prompting = a[0] == '-'
		case c == 'i':
			sh.unsupported("-i")
		case c == 'r' && !sh.dash:
			sh.unsupported("restricted shell")
		case c == 'o' || c == 'O' && !sh.dash:
			if args, status = o.named(sh, c, a[0] == '-', args); status >= 0 {
				return nil, status
			}
		case !o.letter(c, a[0] == '-'):
			sh.badOption(a[:1], c)
			return nil, 2
		}
	}
	return args, -1
}

// finish decides where the commands come from.
func (o *invocation) finish(sh *Shell, args []string) int {
	switch {
	case o.isCommand:
		if len(args) == 0 {
			if sh.dash {
				sh.stderr(sh.arg0 + ": 0: -c requires an argument\n")
			} else {
				sh.stderr(path.Base(sh.arg0) + ": -c: option requires an argument\n")
			}
			return 2
		}
		o.source, o.command, args = fromString, args[0], args[1:]
	case o.stdin || len(args) == 0:
		o.source = fromStdin
	default:
		o.source, o.file, args = fromFile, args[0], args[1:]
	}
	o.args = args
	return -1
}

func (o *invocation) letter(c byte, on bool) bool {
	i, ok := optionByLetter(c)
	if ok {
		o.set = append(o.set, setting{option: i, on: on})
	}
	return ok
}

func (sh *Shell) badOption(sign string, c byte) {
	if sh.dash {
		sh.stderr(sh.arg0 + ": 0: Illegal option " + sign + string(c) + "\n")
		return
	}
	sh.stderr(path.Base(sh.arg0) + ": " + sign + string(c) + ": invalid option\n" + usage)
}

// named reads the name after -o or -O.
func (o *invocation) named(sh *Shell, c byte, on bool, args []string) ([]string, int) {
	if len(args) == 0 {
		for _, i := range [...]int{optBraceexpand, optHashall, optInteractiveComments} {
			sh.opts[i] = !sh.dash
		}
		if c == 'o' {
			sh.print(sh.setListing(!on))
		} else {
			t := optionTable{sh: sh}
			t.show(t.names(), !on, false, false)
		}
		sh.flush()
		return args, 0
	}
	name := args[0]
	if c == 'O' {
		i, ok := shoptByName(name)
		if !ok {
			sh.stderr(sh.arg0 + ": line 0: " + name + ": invalid shell option name\n")
			return nil, 2
		}
		o.set = append(o.set, setting{option: i, shopt: true, on: on})
		return args[1:], -1
	}
	i, ok := optionByName(name)
	if !ok {
		if sh.dash {
			sh.stderr(sh.arg0 + ": 0: Illegal option -o " + name + "\n")
		} else {
			sh.stderr(sh.arg0 + ": line 0: " + path.Base(sh.arg0) + ": " + name + ": invalid option name\n")
		}
		return nil, 2
	}
	o.set = append(o.set, setting{option: i, on: on})
	return args[1:], -1
}

// long reads a GNU option.
func (o *invocation) long(sh *Shell, args []string) (rest []string, status int, stop bool) {
	rest = args[1:]
	switch name := args[0]; name {
	case "--login":
		o.login = true
	case "--noprofile":
		o.noProfile = true
	case "--posix":
		o.posix = true
	case "--norc":
		o.noRC = true
	case "--noediting", "--pretty-print", "--debugger", "--debug":
	case "--verbose":
		o.letter('v', true)
	case "--rcfile", "--init-file":
		if len(rest) > 0 {
			o.rcFile, rest = rest[0], rest[1:]
		}
	case "--version":
		sh.out.WriteString(version)
		sh.flush()
		return nil, 0, true
	case "--help":
		sh.out.WriteString("GNU bash, version 5.2.15(1)-release-(x86_64-pc-linux-gnu)\n" + usage)
		sh.flush()
		return nil, 0, true
	case "--restricted":
		sh.unsupported("--restricted")
	default:
		sh.stderr(path.Base(sh.arg0) + ": " + name + ": invalid option\n" + usage)
		return nil, 2, true
	}
	return rest, 0, false
}
