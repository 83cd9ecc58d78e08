package tool

import (
	"math/big"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// condition evaluates the words of test(1) by POSIX's rules for few words and by
// precedence for more.
type condition struct {
	r    *run
	args []string
	pos  int
}

func testMain(r *run) int {
	r.usageStatus = 2
	c := &condition{r: r, args: r.args}
	if r.which == "[" {
		if len(c.args) == 0 || c.args[len(c.args)-1] != "]" {
			r.die(2, "missing %s", r.curly("]"))
		}
		c.args = c.args[:len(c.args)-1]
	}
	if len(c.args) == 0 {
		return 1
	}
	value := c.words(len(c.args))
	if c.pos != len(c.args) {
		r.die(2, "extra argument %s", r.curly(c.args[c.pos]))
	}
	if value {
		return 0
	}
	return 1
}

func (c *condition) at(i int) string { return c.args[c.pos+i] }

// words evaluates the next n words.
func (c *condition) words(n int) bool {
	switch {
	case n == 1:
		c.pos++
		return c.args[c.pos-1] != ""
	case n == 2:
		return c.two()
	case n == 3:
		return c.three()
	case n == 4 && c.at(0) == "!":
		c.pos++
		return !c.three()
	case n == 4 && c.at(0) == "(" && c.at(3) == ")":
		c.pos++
		v := c.two()
		c.pos++
		return v
	}
	return c.or()
}

func (c *condition) two() bool {
	if c.at(0) == "!" {
		c.pos += 2
		return c.args[c.pos-1] == ""
	}
	op := c.at(0)
	if len(op) == 2 && op[0] == '-' {
		if !isUnary(op) {
			c.r.die(2, "%s: unary operator expected", c.r.curly(op))
		}
		return c.unary()
	}
	c.r.die(2, "missing argument after %s", c.r.curly(c.at(1)))
	return false
}

func (c *condition) three() bool {
	switch {
	case isBinary(c.at(1)):
		return c.binary()
	case c.at(0) == "!":
		c.pos++
		return !c.two()
	case c.at(0) == "(" && c.at(2) == ")":
		c.pos += 3
		return c.args[c.pos-2] != ""
	case c.at(1) == "-a" || c.at(1) == "-o" || c.at(1) == ">" || c.at(1) == "<":
		return c.or()
	}
	c.r.die(2, "%s: binary operator expected", c.r.curly(c.at(1)))
	return false
}

func (c *condition) more() bool { return c.pos < len(c.args) }

func (c *condition) or() bool {
	v := c.and()
	for c.more() && c.at(0) == "-o" {
		c.pos++
		w := c.and()
		v = v || w
	}
	return v
}

func (c *condition) and() bool {
	v := c.term()
	for c.more() && c.at(0) == "-a" {
		c.pos++
		w := c.term()
		v = v && w
	}
	return v
}

func (c *condition) term() bool {
	negate := false
	for c.more() && c.at(0) == "!" && c.pos+1 < len(c.args) {
		negate = !negate
		c.pos++
	}
	if !c.more() {
		c.r.die(2, "missing argument after %s", c.r.curly(c.args[len(c.args)-1]))
	}
	left := len(c.args) - c.pos
	var v bool
	switch {
	case c.at(0) == "(" && left > 2:
		v = c.group()
	case left >= 4 && c.at(0) == "-l" && isBinary(c.at(2)), left >= 3 && isBinary(c.at(1)):
		v = c.binary()
	case left >= 2 && isUnary(c.at(0)):
		v = c.unary()
	default:
		c.pos++
		v = c.args[c.pos-1] != ""
	}
	return v != negate
}

func (c *condition) group() bool {
	c.pos++
	n := 1
	for c.pos+n < len(c.args) && c.at(n) != ")" {
		if n == 4 {
			n = len(c.args) - c.pos
			break
		}
		n++
	}
	var v bool
	if n <= 4 && c.pos+n < len(c.args) {
		v = c.words(n)
	} else {
		v = c.or()
	}
	switch {
	case !c.more():
		c.r.die(2, "%s expected", c.r.curly(")"))
	case c.at(0) != ")":
		c.r.die(2, "%s expected, found %s", c.r.curly(")"), c.at(0))
	}
	c.pos++
	return v
}

func isBinary(op string) bool {
	switch op {
	case "=", "==", "!=", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		return true
	}
	return false
}

func isUnary(op string) bool {
	return len(op) == 2 && op[0] == '-' && strings.IndexByte("bcdefgGhkLnNOprsStuwxz", op[1]) >= 0
}

// number is an integer of any size, or the length of a string by -l.
func (c *condition) number() *big.Int {
	if c.at(0) == "-l" && len(c.args)-c.pos > 1 {
		c.pos += 2
		return big.NewInt(int64(len(c.args[c.pos-1])))
	}
	c.pos++
	word := c.args[c.pos-1]
	text := strings.Trim(word, " \t\n\v\f\r")
	v, ok := new(big.Int).SetString(strings.TrimPrefix(text, "+"), 10)
	if !ok || strings.Contains(text, "_") || strings.HasPrefix(text, "+-") {
		c.r.die(2, "invalid integer %s", c.r.curly(word))
	}
	return v
}

func (c *condition) binary() bool {
	opAt := 1
	if c.at(0) == "-l" && len(c.args)-c.pos > 3 {
		opAt = 2
	}
	op := c.at(opAt)
	if op[0] == '-' && strings.IndexByte("enlg", op[1]) >= 0 && op != "-nt" && op != "-ef" {
		a := c.number()
		c.pos++
		order := a.Cmp(c.number())
		switch op {
		case "-eq":
			return order == 0
		case "-ne":
			return order != 0
		case "-lt":
			return order < 0
		case "-le":
			return order <= 0
		case "-gt":
			return order > 0
		}
		return order >= 0
	}
	a, b := c.at(0), c.at(2)
	c.pos += 3
	switch op {
	case "=", "==":
		return a == b
	case "!=":
		return a != b
	}
	return compareFiles(op, a, b)
}

func compareFiles(op, a, b string) bool {
	x, errA := linux.Stat(a)
	y, errB := linux.Stat(b)
	switch op {
	case "-nt":
		return errA == nil && (errB != nil || x.Mtime > y.Mtime)
	case "-ot":
		return errB == nil && (errA != nil || x.Mtime < y.Mtime)
	}
	return errA == nil && errB == nil && x.Dev == y.Dev && x.Ino == y.Ino
}

func (c *condition) unary() bool {
	op, arg := c.at(0)[1], c.at(1)
	if op == 't' {
		c.pos++
		n := c.number()
		return n.IsInt64() && linux.Isatty(int(n.Int64()))
	}
	c.pos += 2
	switch op {
	case 'n':
		return arg != ""
	case 'z':
		return arg == ""
	case 'r':
		return linux.Access(arg, primitives.R_OK) == nil
	case 'w':
		return linux.Access(arg, primitives.W_OK) == nil
	case 'x':
		return linux.Access(arg, primitives.X_OK) == nil
	case 'h', 'L':
		st, err := linux.Lstat(arg)
		return err == nil && st.IsSymlink()
	}
	st, err := linux.Stat(arg)
	return err == nil && fileIs(op, &st)
}

func fileIs(op byte, st *primitives.Stat) bool {
	kind := st.Mode & primitives.S_IFMT
	switch op {
	case 'e':
		return true
	case 'f':
		return kind == primitives.S_IFREG
	case 'd':
		return kind == primitives.S_IFDIR
	case 'b':
		return kind == primitives.S_IFBLK
	case 'c':
		return kind == primitives.S_IFCHR
	case 'p':
		return kind == primitives.S_IFIFO
	case 'S':
		return kind == primitives.S_IFSOCK
	case 's':
		return st.Size > 0
	case 'u':
		return st.Mode&primitives.S_ISUID != 0
	case 'g':
		return st.Mode&primitives.S_ISGID != 0
	case 'k':
		return st.Mode&primitives.S_ISVTX != 0
	case 'O':
		return int(st.UID) == linux.Geteuid()
	case 'G':
		return int(st.GID) == linux.Getegid()
	}
	return st.Mtime > st.Atime // N
}
