package shell

import (
	"maps"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// builtin is a command that the shell has itself.
type builtin struct {
	run     func(sh *Shell, args []string) int
	special bool // POSIX's special builtins: assignments before them stay
	declare bool // takes assignments as arguments
	returns bool // holds no argument when it has run, so that their slice can serve again
	bashOnly,
	dashOnly bool
	usage string // after "name: usage: name"
}

// builtins are all builtins. The functions in it refer to it, so it cannot be initialised itself; being
// filled before any shell begins, it is a part of what prepared guests start from.
var (
	builtins = map[string]*builtin{}
	_        = fillBuiltins(builtins)
)

func fillBuiltins(all map[string]*builtin) bool {
	for _, t := range []map[string]*builtin{
		controlBuiltins(), variableBuiltins(), processBuiltins(), textBuiltins(), otherBuiltins(),
		completionBuiltins(),
	} {
		maps.Copy(all, t)
	}
	return true
}

func builtinTable() map[string]*builtin { return builtins }

func builtinNames() []string { return slices.Sorted(maps.Keys(builtinTable())) }

// findBuiltin returns the builtin of that name, unless it is disabled or not of this dialect.
func (sh *Shell) findBuiltin(name string) *builtin {
	b := builtinTable()[name]
	if b == nil || sh.disabled[name] || b.bashOnly && sh.dash || b.dashOnly && !sh.dash {
		return nil
	}
	return b
}

// runBuiltin runs a builtin with its assignments and redirections.
func (sh *Shell) runBuiltin(b *builtin, args []string, decls []*tree.Assign, n *tree.Simple) {
	if sh.opts[optXtrace] && len(n.Assigns) == 0 {
		for _, a := range decls {
			sh.traceList(a)
		}
		sh.traceCommand(nil, args)
	}
	if len(n.Assigns) == 0 && len(n.Redirs) == 0 {
		if status := sh.callBuiltin(b, args, decls); sh.flow == running || sh.flow == discarding {
			sh.setStatus(status)
		}
		return
	}
	mark, ok := sh.redirect(n.Redirs)
	if !ok {
		sh.restoreFds(mark)
		sh.redirectFailed(b)
		return
	}
	keep := b.special && (sh.dash || sh.opts[optPosix])
	scoped := false
	if keep {
		for i := range n.Assigns {
			if !sh.perform(&n.Assigns[i]) {
				sh.fatalAssign()
			}
		}
	} else {
		scoped = sh.pushTemp(n.Assigns)
	}
	status := 1
	if sh.opts[optXtrace] && len(n.Assigns) > 0 && sh.flow == running {
		sh.traceCommand(nil, args)
	}
	if sh.flow == running {
		status = sh.callBuiltin(b, args, decls)
	}
	if scoped {
		sh.popTemp()
	}
	if args[0] == "exec" && len(args) == 1 && sh.flow == running {
		sh.flush()
		sh.keepFds(mark)
	}
	sh.restoreFds(mark)
	if sh.flow == running || sh.flow == discarding {
		sh.setStatus(status)
	}
}

func (sh *Shell) redirectFailed(b *builtin) {
	sh.redirectRefused()
	if b.special && (sh.dash || sh.opts[optPosix]) && sh.flow == running {
		sh.exit(sh.status)
	}
}

// callBuiltin runs a builtin and reports what standard output would not take.
func (sh *Shell) callBuiltin(b *builtin, args []string, decls []*tree.Assign) int {
	old, oldDecls := sh.command, sh.decls
	sh.command, sh.decls = args[0], decls
	sh.out.failed = nil
	status := b.run(sh, args)
	sh.flush()
	if err := sh.out.failed; err != nil {
		sh.out.failed = nil
		if sh.dash {
			sh.complain(args[0], "I/O error")
		} else {
			sh.complain(args[0], "write error: "+reason(err))
		}
		status = 1
	}
	sh.command, sh.decls = old, oldDecls
	if b.special && sh.opts[optPosix] && !sh.dash && sh.fatalInPosix(args[0], status) {
		sh.exit(status)
	}
	return status
}

// fatalInPosix reports whether the failure of a special builtin ends a shell in POSIX mode that is not
// interactive: wrong use, and assignments that are refused.
func (sh *Shell) fatalInPosix(name string, status int) bool {
	if sh.flow != running || sh.interactive || sh.tame > 0 || status == 0 {
		return false
	}
	switch name {
	case "set", "shift", "trap", "unset", "times", "return", "export", "readonly":
		return status == 2
	}
	return false
}

// print adds to standard output.
func (sh *Shell) print(parts ...string) {
	for _, s := range parts {
		sh.out.WriteString(s)
	}
	if len(sh.out.buf) >= outSize {
		sh.flush()
	}
}

// fail reports an error of the builtin being run.
func (sh *Shell) fail(text string) int {
	sh.complain(sh.command, text)
	return 1
}

// usageError reports a wrong option and how the builtin is used.
func (sh *Shell) usageError(text string) int {
	if text != "" {
		if sh.dash {
			return sh.dashOption(text)
		}
		sh.complain(sh.command, text)
	}
	if b := builtinTable()[sh.command]; b != nil && b.usage != "" {
		sh.flush()
		sh.stderr(sh.command + ": usage: " + sh.command + " " + b.usage + "\n")
	}
	return 2
}

func (sh *Shell) dashOption(text string) int {
	opt, _, _ := strings.Cut(text, ":")
	sh.complain(sh.command, "Illegal option "+opt)
	if builtinTable()[sh.command].special {
		sh.endSpecial()
	}
	return 2
}

// options reads single-letter options: letters, and letters that take an argument before a colon in
// spec. f is called for each. ok is false after a wrong one, which has been reported.
func (sh *Shell) options(args []string, spec string, f func(c byte, arg string)) (rest []string, ok bool) {
	i := 1
	for ; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return args[i+1:], true
		}
		if len(a) < 2 || a[0] != '-' {
			break
		}
		for j := 1; j < len(a); j++ {
			c := a[j]
			at := strings.IndexByte(spec, c)
			if at < 0 || c == ':' {
				sh.usageError("-" + string(c) + ": invalid option")
				return nil, false
			}
			if at+1 == len(spec) || spec[at+1] != ':' {
				f(c, "")
				continue
			}
			arg := a[j+1:]
			if arg == "" {
				if i++; i >= len(args) {
					sh.complain(sh.command, "-"+string(c)+": option requires an argument")
					sh.usageError("")
					return nil, false
				}
				arg = args[i]
			}
			f(c, arg)
			break
		}
	}
	return args[i:], true
}
