package shell

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
	if !ok {
		return 2
	}
	if len(rest) == 0 {
		return 0
	}
	if how != 0 {
		status := 1
		if sh.dash {
			rest = rest[:1]
		}
		for _, name := range rest {
			if sh.describeCommand(name, how == 'v') {
				status = 0
			} else if how == 'V' {
				sh.notKnown("command", name)
				if sh.dash {
					status = exitNotFound
				}
			} else if sh.dash {
				status = exitNotFound
			}
		}
		return status
	}
	if b := sh.findBuiltin(rest[0]); b != nil && !strings.Contains(rest[0], "/") {
		sh.command = rest[0]
		sh.tame++
		status := b.run(sh, rest)
		sh.tame--
		return status
	}
	if std {
		path := dashPath
		old := sh.variable("PATH")
		sh.bind("PATH", &variable{text: path, set: true})
		defer func() { sh.bind("PATH", old) }()
	}
	sh.command = ""
	pid, status := sh.spawn(rest, nil)
	if pid > 0 {
		status = sh.wait(pid, sh.node)
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
	say := func(short, long string) bool {
		if terse {
			sh.print(short, "\n")
		} else {
			sh.print(long, "\n")
		}
		return true
	}
	if text, ok := sh.aliases[name]; ok && (sh.shopt[shoptExpandAliases] || sh.dash) {
		if sh.dash {
			return say("alias "+name+"="+quoteSingle(text), name+" is an alias for "+text)
		}
		return say("alias "+name+"="+quoteSingle(text), name+" is aliased to `"+text+"'")
	}
	if isKeyword(name, sh.dash) {
		return say(name, name+" is a shell keyword")
	}
	if f := sh.funcs[name]; f != nil {
		if sh.dash {
			return say(name, name+" is a shell function")
		}
		return say(name, name+" is a function\n"+sh.functionText(f))
	}
	if b := sh.findBuiltin(name); b != nil {
		kind := " is a shell builtin"
		if b.special && (sh.dash || sh.opts[optPosix]) {
			kind = " is a special shell builtin"
		}
		return say(name, name+kind)
	}
	if strings.Contains(name, "/") {
		if executable(name) {
			return say(name, name+" is "+name)
		}
		return false
	}
	if h, ok := sh.hashed[name]; ok && executable(h.path) && !sh.dash {
		return say(h.path, name+" is hashed ("+h.path+")")
	}
	if path := sh.searchPath(name, nil); path != "" && executable(path) {
		if sh.dash && sh.hashed[name].path != "" {
			return say(path, name+" is a tracked alias for "+path)
		}
		return say(path, name+" is "+path)
	}
	return false
}

func isKeyword(name string, dash bool) bool {
	if dash {
		switch name {
		case "[[", "]]", "coproc", "function", "select", "time":
			return false
		}
	}
	return syntax.IsKeyword(name)
}

// typeOf is the command type.
func typeOf(sh *Shell, args []string) int {
	var all, noFunc, force, path, kind bool
	rest, ok := sh.options(args, "afpPt", func(c byte, _ string) {
		switch c {
		case 'a':
			all = true
		case 'f':
			noFunc = true
		case 'P':
			force = true
		case 'p':
			path = true
		case 't':
			kind = true
		}
	})
	if !ok {
		return 2
	}
	status := 0
	for _, name := range rest {
		if !sh.typeOne(name, all, noFunc, force, path, kind) {
			if !kind && !path && !force {
				sh.notKnown("type", name)
			}
			status = 1
			if sh.dash {
				status = exitNotFound
			}
		}
	}
	return status
}

func (sh *Shell) typeOne(name string, all, noFunc, force, path, kind bool) bool {
	if !all && !noFunc && !force && !path && !kind {
		return sh.describeCommand(name, false)
	}
	found := false
	report := func(k, text string) bool {
		found = true
		switch {
		case kind:
			sh.print(k, "\n")
		case path:
		default:
			sh.print(text, "\n")
		}
		return !all
	}
	if !force {
		if text, ok := sh.aliases[name]; ok && sh.shopt[shoptExpandAliases] &&
			report("alias", name+" is aliased to `"+text+"'") {
			return true
		}
		if isKeyword(name, sh.dash) && report("keyword", name+" is a shell keyword") {
			return true
		}
		if f := sh.funcs[name]; f != nil && !noFunc && report("function", name+" is a function\n"+sh.functionText(f)) {
			return true
		}
		if sh.findBuiltin(name) != nil && report("builtin", name+" is a shell builtin") {
			return true
		}
	}
	for _, file := range sh.allPaths(name, all) {
		found = true
		switch {
		case kind:
			sh.print("file\n")
		case path || force:
			sh.print(file, "\n")
		default:
			sh.print(name, " is ", file, "\n")
		}
		if !all {
			break
		}
	}
	return found
}

func (sh *Shell) allPaths(name string, all bool) (l []string) {
	if strings.Contains(name, "/") {
		if executable(name) {
			return []string{name}
		}
		return nil
	}
	if h, ok := sh.hashed[name]; ok && !all {
		return []string{h.path}
	}
	for dir := range strings.SplitSeq(sh.text("PATH"), ":") {
		if dir == "" {
			dir = "."
		}
		if file := dir + "/" + name; executable(file) {
			l = append(l, file)
		}
	}
	return l
}

// hashBuiltin is hash: the programs that the shell remembers.
func hashBuiltin(sh *Shell, args []string) int {
	var forget, drop, list, target bool
	path := ""
	rest, ok := sh.options(args, "dlp:rt", func(c byte, arg string) {
		switch c {
		case 'r':
			forget = true
		case 'd':
			drop = true
		case 'l':
			list = true
		case 't':
			target = true
		case 'p':
			path = arg
		}
	})
	if !ok {
		return 2
	}
	if forget {
		clear(sh.hashed)
	}
	if len(rest) == 0 && !forget {
		return sh.showHashed(list)
	}
	status := 0
	for _, name := range rest {
		switch h, known := sh.hashed[name]; {
		case path != "":
			sh.hashed[name] = hashedPath{path: path}
		case drop || target:
			if !known {
				status = sh.fail(name + ": not found")
				continue
			}
			if drop {
				delete(sh.hashed, name)
				continue
			}
			if len(rest) > 1 {
				sh.print(name, "\t")
			}
			sh.print(h.path, "\n")
		default:
			if strings.Contains(name, "/") || sh.findBuiltin(name) != nil {
				continue
			}
			file := sh.searchPath(name, nil)
			if file == "" {
				status = sh.fail(name + ": not found")
				continue
			}
			sh.hashed[name] = hashedPath{path: file}
		}
	}
	return status
}

func (sh *Shell) showHashed(list bool) int {
	if len(sh.hashed) == 0 {
		if !sh.dash {
			sh.print("hash: hash table empty\n")
		}
		return 0
	}
	if !list && !sh.dash {
		sh.print("hits\tcommand\n")
	}
	for _, name := range slices.Sorted(maps.Keys(sh.hashed)) {
		h := sh.hashed[name]
		switch {
		case sh.dash:
			sh.print(h.path, "\n")
		case list:
			sh.print("builtin hash -p ", h.path, " ", name, "\n")
		default:
			hits := itoa(h.hits)
			sh.print(strings.Repeat(" ", max(0, 4-len(hits))), hits, "\t", h.path, "\n")
		}
	}
	return 0
}
