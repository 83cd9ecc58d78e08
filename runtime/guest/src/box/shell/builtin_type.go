package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

// typing is what type was asked for.
type typing struct{ all, noFunc, force, path, kind bool }

// typeOf is the command type.
func typeOf(sh *Shell, args []string) int {
	var t typing
	rest, ok := sh.options(args, "afpPt", func(c byte, _ string) {
		switch c {
		case 'a':
			t.all = true
		case 'f':
			t.noFunc = true
		case 'P':
			t.force = true
		case 'p':
			t.path = true
		case 't':
			t.kind = true
		}
	})
	if !ok {
		return 2
	}
	status := 0
	for _, name := range rest {
		if t.tell(sh, name) {
			continue
		}
		if !t.kind && !t.path && !t.force {
			sh.notKnown("type", name)
		}
		status = 1
		if sh.dash {
			status = exitNotFound
		}
	}
	return status
}

// tell tells what the name means and reports whether it means something.
func (t *typing) tell(sh *Shell, name string) bool {
	if *t == (typing{}) {
		return sh.describeCommand(name, false)
	}
	found := false
	if !t.force {
		for _, m := range t.meanings(sh, name) {
			found = true
			switch {
			case t.kind:
				sh.print(m[0], "\n")
			case t.path:
			default:
				sh.print(m[1], "\n")
			}
			if !t.all {
				return true
			}
		}
	}
	for _, file := range sh.allPaths(name, t.all) {
		found = true
		switch {
		case t.kind:
			sh.print("file\n")
		case t.path || t.force:
			sh.print(file, "\n")
		default:
			sh.print(name, " is ", file, "\n")
		}
		if !t.all {
			break
		}
	}
	return found
}

// meanings are the kinds of command that the shell itself has for a name, and how to say it.
func (t *typing) meanings(sh *Shell, name string) (l [][2]string) {
	if text, ok := sh.aliases[name]; ok && sh.shopt[shoptExpandAliases] {
		l = append(l, [2]string{"alias", name + " is aliased to `" + text + "'"})
	}
	if isKeyword(name, sh.dash) {
		l = append(l, [2]string{"keyword", name + " is a shell keyword"})
	}
	if f := sh.funcs[name]; f != nil && !t.noFunc {
		l = append(l, [2]string{"function", name + " is a function\n" + sh.functionText(f)})
	}
	if b := sh.findBuiltin(name); b != nil {
		l = append(l, [2]string{"builtin", name + sh.builtinKind(b)})
	}
	return l
}

func isKeyword(name string, dash bool) bool {
	if dash {
		switch name {
		case "[[", "]]", "coproc", "function", "select", "time":
			return false
		}
	}
	return parse.Reserved(name)
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
