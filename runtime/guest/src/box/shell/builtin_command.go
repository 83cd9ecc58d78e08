package shell

import "strings"

// command runs a command that is no function, or tells what a name means.
func command(sh *Shell, args []string) int {
	std := false
	how := byte(0)
	rest, ok := sh.options(args, "pvV", func(c byte, _ string) {
		if c == 'p' {
			std = true
		} else {
			how = c
		}
	})
	switch {
	case !ok:
		return 2
	case len(rest) == 0:
		return 0
	case how != 0:
		return sh.describeCommands(rest, how == 'v')
	}
	if b := sh.findBuiltin(rest[0]); b != nil && !strings.Contains(rest[0], "/") {
		sh.command = rest[0]
		sh.tame++
		status := b.run(sh, rest)
		sh.tame--
		return status
	}
	if std {
		old := sh.variable("PATH")
		sh.bind("PATH", &variable{text: dashPath, set: true})
		defer func() { sh.bind("PATH", old) }()
	}
	sh.command = ""
	pid, status := sh.spawn(rest, nil)
	if pid > 0 {
		status = sh.wait(pid, sh.node)
	}
	return status
}

// describeCommands is command -v and -V; bash is content if it knows one of the names.
func (sh *Shell) describeCommands(names []string, terse bool) int {
	status := 1
	if sh.dash {
		names, status = names[:1], exitNotFound
	}
	for _, name := range names {
		switch {
		case sh.describeCommand(name, terse):
			status = 0
		case !terse:
			sh.notKnown("command", name)
		}
	}
	return status
}

func (sh *Shell) notKnown(who, name string) {
	if sh.dash {
		sh.print(name + ": not found\n")
		return
	}
	sh.complain(who, name+": not found")
}

// describeCommand tells what a name means, tersely for `command -v`.
func (sh *Shell) describeCommand(name string, terse bool) bool {
	short, long := sh.meaning(name)
	if short == "" {
		short, long = sh.meaningOfFile(name)
	}
	switch {
	case short == "":
		return false
	case terse:
		sh.print(short, "\n")
	default:
		sh.print(long, "\n")
	}
	return true
}

// meaning is what a name means within the shell.
func (sh *Shell) meaning(name string) (short, long string) {
	if text, ok := sh.aliases[name]; ok && (sh.shopt[shoptExpandAliases] || sh.dash) {
		short = "alias " + name + "=" + quoteSingle(text)
		if sh.dash {
			return short, name + " is an alias for " + text
		}
		return short, name + " is aliased to `" + text + "'"
	}
	if isKeyword(name, sh.dash) {
		return name, name + " is a shell keyword"
	}
	if f := sh.funcs[name]; f != nil {
		if sh.dash {
			return name, name + " is a shell function"
		}
		return name, name + " is a function\n" + sh.functionText(f)
	}
	if b := sh.findBuiltin(name); b != nil {
		return name, name + sh.builtinKind(b)
	}
	return "", ""
}

func (sh *Shell) builtinKind(b *builtin) string {
	if b.special && (sh.dash || sh.opts[optPosix]) {
		return " is a special shell builtin"
	}
	return " is a shell builtin"
}

// meaningOfFile is what a name means as that of a program.
func (sh *Shell) meaningOfFile(name string) (short, long string) {
	if strings.Contains(name, "/") {
		if executable(name) {
			return name, name + " is " + name
		}
		return "", ""
	}
	if h, ok := sh.hashed[name]; ok && executable(h.path) && !sh.dash {
		return h.path, name + " is hashed (" + h.path + ")"
	}
	if path := sh.searchPath(name, nil); path != "" && executable(path) {
		if sh.dash && sh.hashed[name].path != "" {
			return path, name + " is a tracked alias for " + path
		}
		return path, name + " is " + path
	}
	return "", ""
}
