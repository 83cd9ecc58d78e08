package tool

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

func (f *find) parse() findTest {
	if f.pos == len(f.args) {
		return always(true)
	}
	test := f.comma()
	if f.pos < len(f.args) {
		if f.args[f.pos] == ")" {
			f.r.die(1, "you have too many ')'")
		}
		f.r.die(1, "paths must precede expression: `%s'", f.args[f.pos])
	}
	return test
}

func (f *find) peek() string {
	if f.pos < len(f.args) {
		return f.args[f.pos]
	}
	return ""
}

func (f *find) comma() findTest {
	left := f.or()
	for f.peek() == "," {
		f.pos++
		first, second := left, f.or()
		left = func(x *findFile) bool {
			first(x)
			return !f.quit && second(x)
		}
	}
	return left
}

func (f *find) or() findTest {
	left := f.and()
	for f.peek() == "-o" || f.peek() == "-or" {
		operator := f.peek()
		f.pos++
		if f.pos == len(f.args) {
			f.r.die(1, "expected an expression after '%s'", operator)
		}
		first, second := left, f.and()
		left = func(x *findFile) bool { return first(x) || !f.quit && second(x) }
	}
	return left
}

func (f *find) and() findTest {
	left := f.not()
	for f.pos < len(f.args) {
		switch a := f.peek(); a {
		case "-o", "-or", ",", ")":
			return left
		case "-a", "-and":
			f.pos++
			if f.pos == len(f.args) {
				f.r.die(1, "expected an expression after '%s'", a)
			}
		}
		first, second := left, f.not()
		left = func(x *findFile) bool { return first(x) && !f.quit && second(x) }
	}
	return left
}

func (f *find) not() findTest {
	a := f.peek()
	switch {
	case a == "!" || a == "-not":
		f.pos++
		if f.pos == len(f.args) {
			f.r.die(1, "expected an expression after '%s'", a)
		}
		inner := f.not()
		return func(x *findFile) bool { return !inner(x) }
	case a == "(":
		f.pos++
		if f.peek() == ")" {
			f.r.die(1, "invalid expression; empty parentheses are not allowed.")
		}
		inner := f.comma()
		if f.peek() != ")" {
			f.r.die(1, "invalid expression; I was expecting to find a ')' somewhere but did not see one.")
		}
		f.pos++
		return inner
	case a == "-o" || a == "-or" || a == "-a" || a == "-and" || a == ",":
		f.r.die(1, "invalid expression; you have used a binary operator '%s' with nothing before it.", a)
	case !strings.HasPrefix(a, "-"):
		f.r.message("paths must precede expression: `" + a + "'")
		if _, err := linux.Lstat(a); err == nil {
			f.r.message("possible unquoted pattern after predicate `" + f.last + "'?")
		}
		panic(exit(1))
	}
	f.pos++
	return f.primary(a)
}

// value takes the argument of a primary.
func (f *find) value(name string) string {
	if f.pos == len(f.args) {
		f.r.die(1, "missing argument to `%s'", name)
	}
	f.pos++
	return f.args[f.pos-1]
}

func always(value bool) findTest { return func(*findFile) bool { return value } }

func (f *find) primary(name string) findTest {
	f.last = name
	if t := f.positional(name); t != nil {
		return t
	}
	if t := f.nameTest(name); t != nil {
		return t
	}
	if t := f.statTest(name); t != nil {
		return t
	}
	if t := f.action(name); t != nil {
		return t
	}
	kind := "unknown"
	if strings.HasPrefix(name, "-newer") {
		kind = "invalid"
	}
	f.r.die(1, "%s predicate `%s'", kind, name)
	return nil
}

// positional are the options among the primaries: they hold for the whole search.
func (f *find) positional(name string) findTest {
	switch name {
	case "-daystart":
		f.dayStart = true
	case "-depth", "-d":
		f.depthFirst, f.depthGiven = true, true
	case "-follow":
		f.follow = 'L'
	case "-maxdepth", "-mindepth":
		v := f.value(name)
		n, ok := parseUint(v)
		if !ok {
			f.r.die(1, "Expected a positive decimal integer argument to %s, but got %s", name, f.r.curly(v))
		}
		if name == "-maxdepth" {
			f.maxDepth = int(min(n, 1<<30))
		} else {
			f.minDepth = int(min(n, 1<<30))
		}
	case "-mount", "-xdev":
		f.oneFileSystem = true
	case "-noleaf", "-warn", "-nowarn", "-ignore_readdir_race", "-noignore_readdir_race":
	case "-files0-from":
		f.files0 = f.value(name)
	case "-regextype":
		f.regexType(f.value(name))
	case "-true":
	case "-false":
		return always(false)
	default:
		return nil
	}
	return always(true)
}

func (f *find) regexType(v string) {
	switch v {
	case "emacs", "findutils-default":
		f.syntax.Syntax = regex.Emacs
	case "posix-extended", "posix-egrep", "egrep", "gnu-awk", "awk", "posix-awk":
		f.syntax.Syntax = regex.Extended
	case "posix-basic", "posix-minimal-basic", "grep", "ed", "sed":
		f.syntax.Syntax = regex.Basic
	default:
		f.r.die(1, "Unknown regular expression type %s; valid types are %s.", f.r.curly(v),
			"‘findutils-default’, ‘ed’, ‘emacs’, ‘gnu-awk’, ‘grep’, ‘posix-awk’, ‘awk’, ‘posix-basic’, "+
				"‘posix-egrep’, ‘egrep’, ‘posix-extended’, ‘posix-minimal-basic’, ‘sed’")
	}
}

// nameTest are the primaries about names.
func (f *find) nameTest(name string) findTest {
	fold := func(s string) string { return s }
	if strings.HasPrefix(name, "-i") {
		fold = strings.ToLower
	}
	switch name {
	case "-name", "-iname":
		pattern := fold(f.value(name))
		return func(x *findFile) bool { return fnmatch(pattern, fold(x.name), false) }
	case "-path", "-wholename", "-ipath", "-iwholename":
		pattern := fold(f.value(name))
		return func(x *findFile) bool { return fnmatch(pattern, fold(x.path), false) }
	case "-lname", "-ilname":
		pattern := fold(f.value(name))
		return func(x *findFile) bool {
			target, err := linux.Readlink(x.path)
			return err == nil && fnmatch(pattern, fold(target), false)
		}
	case "-regex", "-iregex":
		opts := f.syntax
		opts.Line, opts.Fold = true, name == "-iregex"
		re, err := regex.Compile(f.value(name), opts)
		if err != nil {
			f.r.die(1, "failed to compile regular expression '%s': %s", f.args[f.pos-1], err)
		}
		return func(x *findFile) bool { return re.Match([]byte(x.path)) }
	}
	return nil
}
