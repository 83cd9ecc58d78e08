package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// pwd of the shell: where it thinks it is, by the names it came through.
func (sh *Shell) pwd() string {
	if sh.cwd == "" {
		sh.cwd, _ = linux.Getcwd()
	}
	return sh.cwd
}

const noCwd = "error retrieving current directory: getcwd: cannot access parent directories: "

func pwd(sh *Shell, args []string) int {
	physical := sh.opts[optPhysical]
	_, ok := sh.options(args, "LP", func(c byte, _ string) { physical = c == 'P' })
	if !ok {
		return 2
	}
	dir := sh.pwd()
	if physical || dir == "" {
		var err error
		if dir, err = linux.Getcwd(); err != nil {
			sh.flush()
			sh.stderr("pwd: " + noCwd + reason(err) + "\n")
			return 1
		}
	}
	sh.print(dir, "\n")
	return 0
}

func cd(sh *Shell, args []string) int {
	physical := sh.opts[optPhysical]
	rest, ok := sh.options(args, "LPe", func(c byte, _ string) {
		switch c {
		case 'P':
			physical = true
		case 'L':
			physical = false
		}
	})
	if !ok {
		return 2
	}
	if len(rest) > 1 && !sh.dash {
		return sh.fail("too many arguments")
	}
	dir, show, status := sh.destination(rest)
	if dir == "" && status >= 0 {
		return status
	}
	if len(rest) > 0 && dir != "" && rest[0] != "-" && !relative(dir) {
		if status, done := sh.cdpath(dir, physical); done {
			return status
		}
	}
	if sh.shopt[shoptCdableVars] && len(rest) > 0 && !isDir(dir) && validName(dir) {
		if value, ok := sh.get(dir); ok {
			if !sh.changeDir(value, physical) {
				return 1
			}
			sh.print(value, "\n")
			return 0
		}
	}
	if !sh.changeDir(dir, physical) {
		if sh.dash {
			return 2
		}
		return 1
	}
	switch {
	case show && sh.dash:
		sh.print(sh.pwd(), "\n")
	case show:
		sh.print(dir, "\n")
	}
	return 0
}

// destination is where cd is to go, and whether it says so; a status that is not negative ends it.
func (sh *Shell) destination(args []string) (dir string, show bool, status int) {
	switch {
	case len(args) == 0:
		home, ok := sh.get("HOME")
		switch {
		case ok:
			return home, false, -1
		case sh.dash:
			return "", false, 0
		}
		return "", false, sh.fail("HOME not set")
	case args[0] == "-":
		old, ok := sh.get("OLDPWD")
		switch {
		case ok:
			return old, true, -1
		case sh.dash:
			return sh.pwd(), true, -1
		}
		return "", false, sh.fail("OLDPWD not set")
	}
	return args[0], false, -1
}

// relative reports whether CDPATH says nothing about dir.
func relative(dir string) bool {
	first, _, _ := strings.Cut(dir, "/")
	return first == "" || first == "." || first == ".."
}

// cdpath looks for dir along CDPATH.
func (sh *Shell) cdpath(dir string, physical bool) (status int, done bool) {
	list := sh.text("CDPATH")
	if list == "" {
		return 0, false
	}
	for base := range strings.SplitSeq(list, ":") {
		path := dir
		if base != "" {
			path = strings.TrimSuffix(base, "/") + "/" + dir
		}
		if !isDir(path) {
			continue
		}
		if !sh.changeDir(path, physical) {
			return 1, true
		}
		if base != "" {
			sh.print(sh.pwd(), "\n")
		}
		return 0, true
	}
	return 0, false
}

// changeDir changes the working directory, PWD and OLDPWD. A failure is reported.
func (sh *Shell) changeDir(dir string, physical bool) bool {
	old := sh.pwd()
	path, logical := dir, dir
	if dir == "" {
		path = "."
	}
	if !physical {
		logical = joinPath(old, dir)
		path = logical
	}
	err := linux.Chdir(path)
	if err != nil && !physical && dir != "" && !strings.HasPrefix(dir, "/") {
		if linux.Chdir(dir) == nil { // the names lead nowhere, the directory does
			err = nil
			logical = ""
		}
	}
	if err != nil {
		if sh.dash {
			sh.complain(sh.command, "can't cd to "+dir)
		} else {
			sh.complain(sh.command, printable(dir)+": "+reason(err))
		}
		return false
	}
	if physical || logical == "" {
		if logical, err = linux.Getcwd(); err != nil {
			sh.flush()
			sh.stderr(sh.command + ": " + noCwd + reason(err) + "\n")
			logical = joinPath(old, dir)
		}
	}
	sh.cwd = logical
	before := old
	if !sh.dash {
		before = sh.text("PWD")
	}
	oldSet := sh.setExported("OLDPWD", before)
	return sh.setExported("PWD", logical) && oldSet
}

// setExported assigns to a variable of the shell's own; whether it is exported stays.
func (sh *Shell) setExported(name, value string) bool {
	if v := sh.variable(name); v == nil && sh.dash {
		sh.define(name)
	}
	return sh.setVar(name, value)
}

// joinPath makes dir absolute and takes out . and .. by name.
func joinPath(base, dir string) string {
	if !strings.HasPrefix(dir, "/") {
		dir = strings.TrimSuffix(base, "/") + "/" + dir
	}
	var out []string
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "", ".":
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
		default:
			out = append(out, part)
		}
	}
	lead := "/"
	if strings.HasPrefix(dir, "//") && !strings.HasPrefix(dir, "///") {
		lead = "//"
	}
	return lead + strings.Join(out, "/")
}
