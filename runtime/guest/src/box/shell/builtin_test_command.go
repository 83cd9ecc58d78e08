package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// tester evaluates the arguments of test.
type tester struct {
	sh   *Shell
	args []string
	pos  int
	err  string
}

func test(sh *Shell, args []string) int {
	name := args[0]
	args = args[1:]
	if name == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			if sh.dash {
				sh.complain("[", "missing ]")
			} else {
				sh.complain("[", "missing `]'")
			}
			return 2
		}
		args = args[:len(args)-1]
	}
	t := tester{sh: sh, args: args}
	ok := t.evaluate()
	if t.err != "" {
		sh.complain(name, t.err)
		return 2
	}
	if ok {
		return 0
	}
	return 1
}

// evaluate follows POSIX for up to four arguments, and the grammar for more.
func (t *tester) evaluate() bool {
	a := t.args
	switch len(a) {
	case 0:
		return false
	case 1:
		return a[0] != ""
	case 2:
		return t.two(a)
	case 3:
		return t.three(a)
	case 4:
		if a[0] == "!" {
			return !t.three(a[1:])
		}
		if a[0] == "(" && a[3] == ")" {
			return t.two(a[1:3])
		}
	}
	v := t.or()
	if t.err == "" && t.pos < len(a) {
		if t.sh.dash {
			t.err = a[t.pos] + ": unexpected operator"
		} else {
			t.err = "too many arguments"
		}
	}
	return v
}

func (t *tester) two(a []string) bool {
	if a[0] == "!" {
		return a[1] == ""
	}
	if isUnary(a[0]) {
		return t.unary(a[0], a[1])
	}
	if t.sh.dash {
		t.err = a[0] + ": unexpected operator"
	} else {
		t.err = a[0] + ": unary operator expected"
	}
	return false
}

func (t *tester) three(a []string) bool {
	switch {
	case t.isBinary(a[1]):
		return t.binary(a[0], a[1], a[2])
	case a[1] == "-a":
		return a[0] != "" && a[2] != ""
	case a[1] == "-o":
		return a[0] != "" || a[2] != ""
	case a[0] == "!":
		return !t.two(a[1:])
	case a[0] == "(" && a[2] == ")":
		return a[1] != ""
	}
	if t.sh.dash {
		t.err = a[0] + ": unexpected operator"
	} else {
		t.err = a[1] + ": binary operator expected"
	}
	return false
}

func (t *tester) more() bool { return t.pos < len(t.args) && t.err == "" }

func (t *tester) or() bool {
	v := t.and()
	for t.more() && t.args[t.pos] == "-o" {
		t.pos++
		r := t.and()
		v = v || r
	}
	return v
}

func (t *tester) and() bool {
	v := t.term()
	for t.more() && t.args[t.pos] == "-a" {
		t.pos++
		r := t.term()
		v = v && r
	}
	return v
}

func (t *tester) term() bool {
	if !t.more() {
		if t.err == "" {
			t.err = "argument expected"
		}
		return false
	}
	a := t.args[t.pos:]
	switch {
	case a[0] == "!":
		t.pos++
		return !t.term()
	case a[0] == "(" && (len(a) <= 2 || !t.isBinary(a[1])):
		t.pos++
		v := t.or()
		if !t.more() || t.args[t.pos] != ")" {
			if t.err == "" {
				t.err = "`)' expected"
			}
			return false
		}
		t.pos++
		return v
	case len(a) > 2 && t.isBinary(a[1]):
		t.pos += 3
		return t.binary(a[0], a[1], a[2])
	case isUnary(a[0]) && len(a) > 1:
		t.pos += 2
		return t.unary(a[0], a[1])
	}
	t.pos++
	return a[0] != ""
}

func isUnary(op string) bool {
	return len(op) == 2 && op[0] == '-' && strings.IndexByte("abcdefghknoprstuvwxzGLNORS", op[1]) >= 0
}

func (t *tester) isBinary(op string) bool {
	switch op {
	case "==":
		return !t.sh.dash
	case "=", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}

func (t *tester) unary(op, arg string) bool {
	if op == "-t" && t.sh.dash {
		if _, err := strconv.Atoi(strings.TrimSpace(arg)); err != nil {
			t.err = arg + ": integer expression expected"
			return false
		}
	}
	return t.sh.unaryTest(op, arg)
}

func (t *tester) integer(s string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil && t.err == "" {
		if t.sh.dash {
			t.err = "Illegal number: " + s
		} else {
			t.err = s + ": integer expression expected"
		}
	}
	return n
}

func (t *tester) binary(x, op, y string) bool {
	switch op {
	case "=", "==":
		return x == y
	case "!=":
		return x != y
	case "<":
		return x < y
	case ">":
		return x > y
	case "-nt", "-ot", "-ef":
		return compareFiles(x, op, y)
	}
	a := t.integer(x)
	if t.err != "" {
		return false
	}
	b := t.integer(y)
	return t.err == "" && compareInts(a, op, b)
}

func compareInts(a int64, op string, b int64) bool {
	switch op {
	case "-eq":
		return a == b
	case "-ne":
		return a != b
	case "-lt":
		return a < b
	case "-le":
		return a <= b
	case "-gt":
		return a > b
	default:
		return a >= b
	}
}

func compareFiles(x, op, y string) bool {
	a, err := linux.Stat(x)
	b, err2 := linux.Stat(y)
	switch op {
	case "-nt":
		return err == nil && (err2 != nil || a.Mtime > b.Mtime)
	case "-ot":
		return err2 == nil && (err != nil || a.Mtime < b.Mtime)
	default:
		return err == nil && err2 == nil && a.Dev == b.Dev && a.Ino == b.Ino
	}
}

// unaryTest is a unary operator of test and [[ ]].
func (sh *Shell) unaryTest(op, arg string) bool {
	switch op {
	case "-n":
		return arg != ""
	case "-z":
		return arg == ""
	case "-t":
		n, err := strconv.Atoi(strings.TrimSpace(arg))
		return err == nil && linux.Isatty(n)
	case "-o":
		i, ok := optionByName(arg)
		return ok && sh.opts[i]
	case "-v":
		return sh.isSet(arg, true)
	case "-R":
		v := sh.variable(arg)
		return v.has(reference) && v.set
	case "-r":
		return linux.Access(arg, accessRead) == nil && arg != ""
	case "-w":
		return linux.Access(arg, accessWrite) == nil && arg != ""
	case "-x":
		return linux.Access(arg, accessExec) == nil && arg != ""
	}
	if arg == "" {
		return false
	}
	return fileTest(op, arg)
}

// Bits of a file's mode.
const (
	modeType   = 0o170000
	modeSetuid = 0o4000
	modeSetgid = 0o2000
	modeSticky = 0o1000
)

func fileTest(op, path string) bool {
	var st primitives.Stat
	var err error
	if op == "-h" || op == "-L" {
		st, err = linux.Lstat(path)
	} else {
		st, err = linux.Stat(path)
	}
	if err != nil {
		return false
	}
	kind := st.Mode & modeType
	switch op {
	case "-a", "-e":
		return true
	case "-b":
		return kind == 0o060000
	case "-c":
		return kind == 0o020000
	case "-d":
		return kind == 0o040000
	case "-f":
		return kind == 0o100000
	case "-p":
		return kind == 0o010000
	case "-S":
		return kind == 0o140000
	case "-h", "-L":
		return kind == 0o120000
	case "-s":
		return st.Size > 0
	case "-u":
		return st.Mode&modeSetuid != 0
	case "-g":
		return st.Mode&modeSetgid != 0
	case "-k":
		return st.Mode&modeSticky != 0
	case "-O":
		return int(st.UID) == linux.Geteuid()
	case "-G":
		return int(st.GID) == linux.Getegid()
	case "-N":
		return st.Mtime > st.Atime
	}
	return false
}

// isSet is -v.
func (sh *Shell) isSet(name string, expands bool) bool {
	base, index, found := strings.Cut(name, "[")
	if !found || !strings.HasSuffix(index, "]") {
		if n, err := strconv.Atoi(name); err == nil {
			return n == 0 || n <= len(sh.params)
		}
		_, ok := sh.get(name)
		return ok
	}
	index = index[:len(index)-1]
	base, _, _ = sh.target(base)
	if v := sh.variable(base); (index == "@" || index == "*") && v != nil {
		if v.table != nil { // a key like others
			_, ok := v.table.get(index)
			return ok
		}
		return len(v.values()) > 0
	}
	if expands || !sh.variable(base).has(associative) {
		index = sh.expandIndex(base, index)
	}
	_, ok := sh.element(base, index)
	return ok
}
