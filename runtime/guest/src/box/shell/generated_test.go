//go:build !wasip1

package shell_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// grammar makes lines of shell. Nothing in them depends on time, process numbers or the host.
type grammar struct {
	*rand.Rand
	depth int
}

func (g *grammar) pick(l ...string) string { return l[g.IntN(len(l))] }

func (g *grammar) list(n int, sep string, f func() string) string {
	var l []string
	for range n {
		l = append(l, f())
	}
	return strings.Join(l, sep)
}

func (g *grammar) name() string { return g.pick("a", "b", "x", "y", "arr", "m", "s", "n") }

// deeper runs f one level down, or base when it is deep enough.
func (g *grammar) deeper(base, f func() string) string {
	if g.depth > 3 {
		return base()
	}
	g.depth++
	defer func() { g.depth-- }()
	return f()
}

func (g *grammar) text() string {
	return g.pick("foo", "bar", "a b", "x", "hello", "1", "2", "10", "-3", "", "*", "a.txt", "A:B:C", "two  words", "é", "[a-z]",
		"foo/bar.tar.gz", "a,b,c", "it", "end", "q?", "~", "t\tb")
}

func (g *grammar) arith() string {
	base := func() string {
		return g.pick("1", "2", "3", "7", "10", "n", "x", "a", "arr[0]", "arr[1]", "0x1f", "010", "n++", "++n", "n--")
	}
	return g.deeper(base, func() string {
		switch g.IntN(9) {
		case 0:
			return "(" + g.arith() + ")"
		case 1:
			return g.pick("-", "!", "~", "+") + base()
		case 2:
			return g.arith() + " ? " + g.arith() + " : " + g.arith()
		case 3:
			return g.pick("n", "x", "arr[2]") + g.pick(" = ", " += ", "*=", "|=", " -= ") + g.arith()
		case 4:
			return base()
		}
		return g.arith() + g.pick("+", " - ", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">", "<=", "==", "!=", "&&", "||",
			",", "**") + base()
	})
}

func (g *grammar) pattern() string {
	return g.pick("*", "?", "a*", "*a", "*o*", "[a-m]*", "[!a]*", "foo", "*.*", "*.txt", "*/", "??", "*[0-9]*", `"*"`, "'a'*", "o", "b",
		"[[:alpha:]]*", "@(foo|bar)", "+([a-z])", "!(foo)", "$x", `"$x"`)
}

func (g *grammar) param() string {
	n := g.name()
	return g.deeper(func() string { return "$" + n }, func() string {
		switch g.IntN(18) {
		case 0:
			return "${" + n + g.pick(":-", "-", ":+", "+", ":=", "=") + g.word() + "}"
		case 1:
			return "${" + n + g.pick("#", "##", "%", "%%") + g.pattern() + "}"
		case 2:
			return "${" + n + g.pick("/", "//", "/#", "/%") + g.pattern() + "/" + g.pick("X", "", "<&>", "$y", `"q"`) + "}"
		case 3:
			return "${" + n + ":" + g.pick("0", "1", "2", " -1", " -2", "n") + g.pick("", ":1", ":2", ":0", ": -1") + "}"
		case 4:
			return "${#" + n + g.pick("", "[@]", "[0]") + "}"
		case 5:
			return "${" + n + g.pick("^", "^^", ",", ",,", "^^[a-m]", "~~") + "}"
		case 6:
			return "${arr[" + g.pick("@", "*", "0", "1", "-1", "n%2") + "]}"
		case 7:
			return "${m[" + g.pick("k", "a b", "$x", `"q"`) + "]" + g.pick("", "-none", ":+yes") + "}"
		case 8:
			return "${!" + g.pick("arr[@]", "s", "x", "a*") + "}"
		case 9:
			return "${" + n + "@" + g.pick("Q", "U", "L", "u", "E", "a") + "}"
		case 10:
			return "${arr[@]" + g.pick("#?", "%?", "/o/0", ":1", ":0:2", "^", "@Q") + "}"
		case 11:
			return g.pick("$#", "$?", "$1", "$2", "$@", "$*", "${@:1}", "${@:2:1}", "${10}", "$-")
		case 12:
			return "$((" + g.arith() + "))"
		case 13:
			return "$(" + g.simple() + ")"
		case 14:
			return "`" + g.pick("echo bt", "echo $x", "printf '%s ' $a") + "`"
		}
		return g.pick("$", "${") + n
	})
}

func (g *grammar) closed(s string) string {
	if strings.HasPrefix(s, "${") && !strings.HasSuffix(s, "}") {
		return s + "}"
	}
	return s
}

func (g *grammar) word() string {
	switch g.IntN(12) {
	case 0:
		return "'" + g.text() + "'"
	case 1, 2:
		return `"` + g.pick("", "p ", "<") + g.closed(g.param()) + g.pick("", " s", ">") + `"`
	case 3:
		return "$'" + g.pick(`a\tb`, `x\ny`, `\x41`, `it\'s`) + "'"
	case 4:
		return g.pick("{a,b}", "x{1..3}y", "{c..a}", "{1,2}{3,4}", "{a}", "{$x,z}")
	case 5:
		return g.pick(`a\ b`, `\$x`, `"a\"b"`, `"\\"`, `a\*`, `'a'"b"c`, `"$x"$y'z'`, `~`, `~/x`)
	case 6, 7, 8:
		return g.closed(g.param())
	case 9:
		return g.pick("*", "*.txt", "a*", "?", "[a-c]*", "nope*", "d/*")
	}
	return g.pick("foo", "bar", "1", "2", "a", "b", "-n", "x=y", "a.txt", "10")
}

func (g *grammar) words() string { return g.list(1+g.IntN(3), " ", g.word) }

func (g *grammar) assign() string {
	switch g.IntN(9) {
	case 0:
		return "arr=(" + g.list(g.IntN(4), " ", g.word) + ")"
	case 1:
		return "arr+=(" + g.word() + ")"
	case 2:
		return "arr[" + g.pick("0", "1", "3", "n", "-1", "n+1") + "]=" + g.word()
	case 3:
		return "m[" + g.pick("k", "$x", `"a b"`, "q") + "]=" + g.word()
	case 4:
		return g.name() + "+=" + g.pick("z", "1", "$x", `" t"`)
	case 5:
		return "n=" + g.pick("0", "1", "5", "$((n+1))", "${#s}")
	}
	return g.pick("a", "b", "x", "y", "s") + "=" + g.word()
}

func (g *grammar) simple() string {
	switch g.IntN(26) {
	case 0, 1, 2, 3, 4, 5:
		return g.pick("echo ", "echo ", "echo -n ", "echo -e ", "printf '%s|' ", `printf '<%s>\n' `) + g.words()
	case 6, 7, 8:
		return g.assign()
	case 9:
		return "declare " + g.pick("-i n=", "-u s=", "-l s=", "-r r=", "-x e=", "-a arr=", "x=") + g.word()
	case 10:
		return "[ " + g.pick("-n ", "-z ", "-f ", "-d ", "! -e ", "") + `"` + g.closed(g.param()) + `"` + " ]"
	case 11:
		return "[ " + g.word() + g.pick(" = ", " != ", " -eq ", " -lt ") + g.word() + " ]"
	case 12:
		return "[[ " + g.closed(g.param()) + g.pick(" == ", " != ", " < ", " -gt ", " =~ ") + g.pick("foo", "a*", "1", "^[a-f]+$", `"a b"`, "$x") +
			" ]]"
	case 13:
		return "((" + g.arith() + "))"
	case 14:
		return g.pick("true", "false", ":", "(exit 3)", "nosuchcommand", "cat nofile", "cd nodir", "return 2>&1", "shift", "set -- p q 'r s'",
			"unset x", "unset 'arr[1]'", "unset m", "let n=n+2", "test a -eq b", "local z=1", "break", "readonly x", "eval 'echo ev $x'",
			"type echo", "set -u", "set +u", "shopt -s nullglob", "shopt -u nullglob", "shopt -s nocasematch", "IFS=:", "unset IFS",
			"export x", "set -e", "trap 'echo bye' EXIT", "printf -v s '%05d' 42", "declare -p x", "declare -p arr", "alias", "getopts ab o -a")
	case 15:
		return "read -r " + g.pick("x", "x y", "-a arr", "s") + " <<< " + g.word()
	case 16:
		return "f " + g.words()
	case 17:
		return "echo " + g.word() + g.pick(" > out", " >> out", " 2>&1", " >&2", " > /nope/x", " 3>&1", " &> out")
	case 18:
		return g.pick("cat out", "cat < out", "cat < nofile", "wc -l < out", "cat <<< "+g.word(), "ls", "mapfile -t arr < <(printf 'p\\nq\\n')")
	}
	if g.IntN(6) > 0 {
		return g.feature()
	}
	return "echo " + g.words()
}

func (g *grammar) command() string {
	return g.deeper(g.simple, func() string {
		switch g.IntN(20) {
		case 0:
			return "for " + g.pick("i", "x") + " in " + g.words() + "; do " + g.lines() + "; done"
		case 1:
			return "if " + g.simple() + "; then " + g.lines() + g.pick("; fi", "; else "+g.simple()+"; fi")
		case 2:
			return "case " + g.word() + " in " + g.pattern() + ") " + g.simple() + g.pick(";; ", ";& ", ";;& ") + "*) " + g.simple() + ";; esac"
		case 3:
			return "(" + g.lines() + ")"
		case 4:
			return "{ " + g.lines() + "; }" + g.pick("", " > out", " 2>/dev/null")
		case 5:
			return g.simple() + " | " + g.pick("cat", "tr a-z A-Z", "wc -c", "sort", "{ read x; echo \"<$x>\"; }", "while read -r l; do echo \"[$l]\"; done")
		case 6:
			return g.command() + g.pick(" && ", " || ") + g.command()
		case 7:
			return "! " + g.simple()
		case 8:
			return "for ((i=0; i<" + g.pick("1", "2", "3") + "; i++)); do " + g.simple() + "; done"
		case 9:
			return "k=0; while ((k++ < 2)); do " + g.simple() + "; done"
		case 10:
			return "f() { " + g.lines() + "; }"
		case 11:
			return "g() { local x=" + g.word() + "; " + g.simple() + "; }; g " + g.word()
		}
		return g.simple()
	})
}

func (g *grammar) lines() string { return g.list(1+g.IntN(2), "; ", g.command) }

func (g *grammar) script() string {
	return "x=foo y='a b' n=3 s=hello arr=(one 'two words' 3); declare -A m=([k]=v [q]=w); touch a.txt b.txt; mkdir d; touch d/f; " +
		"f() { echo \"f: $# $1\"; }; set -- first 'sec ond'; " + g.list(2+g.IntN(3), "; ", g.command) + `; echo "rc=$?"`
}

// TestGenerated runs lines made from a grammar under bash and under ours. SHELL_LINES says how many,
// SHELL_SEED where to begin, SHELL_FROM how many lines of the seed are passed over.
func TestGenerated(t *testing.T) {
	count, seed := 60, 1
	if s := os.Getenv("SHELL_LINES"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SHELL_SEED"); s != "" {
		seed, _ = strconv.Atoi(s)
	}
	from := 0 // so that many lines can be run piece by piece
	if s := os.Getenv("SHELL_FROM"); s != "" {
		from, _ = strconv.Atoi(s)
	}
	bash := reference(t, "bash")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	differ := 0
	for i := from; i < from+count; i++ {
		g := &grammar{Rand: rand.New(rand.NewPCG(uint64(seed), uint64(i)))}
		s := script{text: g.script()}
		want := s.run(t, dir, bash, false)
		got := s.run(t, dir, self, true)
		if got.code == killed && want.code == killed { // neither ends: how far they came is chance
			continue
		}
		if got != want {
			differ++
			t.Logf("seed %d line %d: %s\n%s", seed, i, s.text, firstDifference(want, got))
		}
	}
	t.Logf("%d of %d lines differ", differ, count)
	if differ*50 > count {
		t.Errorf("more than 2%% of the lines differ")
	}
}

// killed is the code of a run that was ended from outside.
const killed = -1

func firstDifference(want, got outcome) string {
	if want.code != got.code {
		return fmt.Sprintf("code: want %d, got %d\nwant %q %q\ngot  %q %q", want.code, got.code, want.stdout, want.stderr, got.stdout, got.stderr)
	}
	if want.stdout != got.stdout {
		return fmt.Sprintf("want %q\ngot  %q", want.stdout, got.stdout)
	}
	return fmt.Sprintf("stderr: want %q\n        got  %q", want.stderr, got.stderr)
}
