package shell

import (
	"maps"
	"slices"
	"strings"
)

func otherBuiltins() map[string]*builtin {
	return map[string]*builtin{
		"cd":      {run: cd, usage: "[-L|[-P [-e]] [-@]] [dir]"},
		"chdir":   {run: cd, dashOnly: true},
		"pushd":   {run: pushd, bashOnly: true, usage: "[-n] [+N | -N | dir]"},
		"popd":    {run: popd, bashOnly: true, usage: "[-n] [+N | -N]"},
		"dirs":    {run: dirs, bashOnly: true, usage: "[-clpv] [+N] [-N]"},
		"alias":   {run: alias, usage: "[-p] [name[=value] ... ]"},
		"unalias": {run: unalias, usage: "[-a] name [name ...]"},
		"type":    {run: typeOf, usage: "[-afptP] name [name ...]"},
		"hash":    {run: hashBuiltin, usage: "[-lr] [-p pathname] [-dt] [name ...]"},
		"enable":  {run: enable, bashOnly: true, usage: "[-a] [-dnps] [-f filename] [name ...]"},
		"caller":  {run: caller, bashOnly: true, usage: "[expr]"},
		"history": {run: historyBuiltin, bashOnly: true, usage: historyUsage},
		"fc": {
			run:   fc,
			usage: "[-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]",
		},
		"bind": {run: bind, bashOnly: true},
		"help": {run: help, bashOnly: true, usage: "[-dms] [pattern ...]"},
	}
}

const historyUsage = "[-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]"

func alias(sh *Shell, args []string) int {
	printAll := false
	rest, ok := sh.options(args, "p", func(byte, string) { printAll = true })
	if !ok {
		return 2
	}
	show := func(name string) {
		if sh.dash {
			sh.print(name, "=", dashQuote(sh.aliases[name]), "\n")
			return
		}
		if !sh.opts[optPosix] || printAll {
			sh.print("alias ")
		}
		sh.print(name, "=", quoteOnly(sh.aliases[name]), "\n")
	}
	if printAll || len(rest) == 0 {
		for _, name := range slices.Sorted(maps.Keys(sh.aliases)) {
			show(name)
		}
	}
	status := 0
	for _, a := range rest {
		name, value, found := strings.Cut(a, "=")
		_, known := sh.aliases[name]
		switch {
		case found && name != "":
			if strings.ContainsAny(name, " \t\n$`\\'\"/&;|<>()") {
				status = sh.fail("`" + name + "': invalid alias name")
				continue
			}
			sh.aliases[name] = value
		case known:
			show(name)
		default:
			status = sh.noAlias(a)
		}
	}
	return status
}

func (sh *Shell) noAlias(name string) int {
	if sh.dash {
		sh.stderr(sh.command + ": " + name + " not found\n")
		return 1
	}
	return sh.fail(name + ": not found")
}

func unalias(sh *Shell, args []string) int {
	all := false
	rest, ok := sh.options(args, "a", func(byte, string) { all = true })
	switch {
	case !ok:
		return 2
	case all:
		clear(sh.aliases)
		return 0
	case len(rest) == 0:
		return sh.usageError("")
	}
	status := 0
	for _, name := range rest {
		if _, known := sh.aliases[name]; !known {
			status = sh.noAlias(name)
		}
		delete(sh.aliases, name)
	}
	return status
}

func enable(sh *Shell, args []string) int {
	var off, all, list, special, drop bool
	object := ""
	rest, ok := sh.options(args, "anpsdf:", func(c byte, arg string) {
		switch c {
		case 'n':
			off = true
		case 'a':
			all = true
		case 'p':
			list = true
		case 's':
			special = true
		case 'd':
			drop = true
		case 'f':
			object = arg
		}
	})
	switch {
	case !ok:
		return 2
	case object != "" && len(rest) > 0:
		return sh.loadBuiltin(object)
	}
	if len(rest) == 0 || list {
		for _, name := range builtinNames() {
			b := builtinTable()[name]
			if b.dashOnly || sh.disabled[name] != off && !all || special && !b.special && name != "source" {
				continue
			}
			if sh.disabled[name] {
				sh.print("enable -n ", name, "\n")
			} else {
				sh.print("enable ", name, "\n")
			}
		}
		return 0
	}
	status := 0
	sh.commands++
	for _, name := range rest {
		if b := builtinTable()[name]; b == nil || b.dashOnly {
			status = sh.fail(name + ": not a shell builtin")
			continue
		}
		if drop {
			status = sh.fail(name + ": not dynamically loaded")
			continue
		}
		if sh.disabled == nil {
			sh.disabled = map[string]bool{}
		}
		if off {
			sh.disabled[name] = true
		} else {
			delete(sh.disabled, name)
		}
	}
	return status
}

// loadBuiltin is enable -f. There are no shared objects to load builtins from.
func (sh *Shell) loadBuiltin(object string) int {
	if exists(object) {
		sh.unsupported("enable -f")
	}
	return sh.fail("cannot open shared object " + object + ": " + object +
		": cannot open shared object file: No such file or directory")
}

// caller tells where the running function was called.
func caller(sh *Shell, args []string) int {
	lines := sh.callStack(dynBashLineno)
	names := sh.callStack(dynFuncname)
	files := sh.callStack(dynBashSource)
	if len(sh.frames) == 0 {
		if sh.source == fromFile && len(args) == 1 {
			sh.print("0 NULL\n")
			return 0
		}
		return 1
	}
	args, valid := sh.options(args, "", nil)
	if !valid {
		return 2
	}
	file := func(i int) string {
		if i < len(files) {
			return files[i]
		}
		return "NULL"
	}
	if len(args) == 0 {
		sh.print(lines[0], " ", file(1), "\n")
		return 0
	}
	n, ok := number(args[0])
	if !ok {
		return sh.usageError(args[0] + ": invalid number")
	}
	if len(names) == 0 { // files alone
		names = append(names, "source", "main")
	}
	if n < 0 || n >= len(lines) || n+1 >= len(names) {
		return 1
	}
	sh.print(lines[n], " ", names[n+1], " ", file(n+1), "\n")
	return 0
}

func bind(sh *Shell, args []string) int {
	if len(args) > 1 && len(args[1]) > 1 && args[1][0] == '-' && strings.ContainsAny(args[1], "lpPqsSvVX") {
		sh.unsupported("bind " + args[1])
	}
	sh.complain("bind", "warning: line editing not enabled")
	file := ""
	if _, ok := sh.options(args, "lvpVPsSXf:q:u:m:r:x:", func(c byte, arg string) {
		if c == 'f' {
			file = arg
		}
	}); !ok {
		return 2
	}
	if _, err := readFile(file); file != "" && err != nil {
		return sh.fail(file + ": cannot read: " + reason(err))
	}
	return 0
}
