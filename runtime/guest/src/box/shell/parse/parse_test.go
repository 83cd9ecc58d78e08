package parse_test

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// all parses src to its end and returns the commands and the error.
func all(src string, opt parse.Options) (items []tree.Item, err *parse.Error) {
	p := parse.Parse(src, opt)
	for {
		l, err := p.Next(opt.ExtGlob)
		if err != nil || l == nil {
			return items, err
		}
		items = append(items, l.Items...)
	}
}

// TestWrong has a line of each kind of mistake, and what bash says.
func TestWrong(t *testing.T) {
	t.Parallel()
	for _, c := range [...]struct{ src, text string }{
		{"echo a; for; echo b", "syntax error near unexpected token `;'"},
		{"if true", "syntax error: unexpected end of file"},
		{"echo )", "syntax error near unexpected token `)'"},
		{"echo 'abc", "unexpected EOF while looking for matching `''"},
		{"echo ${x", "unexpected EOF while looking for matching `}'"},
		{"echo $(a", "unexpected EOF while looking for matching `)'"},
		{"cat <", "syntax error near unexpected token `newline'"},
		{"let )", "syntax error near unexpected token `)'"},
		{"()000", "syntax error near unexpected token `)'"},
		{"[[ a b ]]", "conditional binary operator expected"},
		{"for ((i=0; i<3)); do :; done", "syntax error: arithmetic expression required"},
		{"a=(1 2", "unexpected EOF while looking for matching `)'"},
		{"f() echo hi", "syntax error near unexpected token `echo'"},
		{"{ echo a }", "syntax error: unexpected end of file"},
		{strings.Repeat("{ ", 100000), "maximum nesting of commands exceeded"},
	} {
		_, err := all(c.src, parse.Options{})
		if err == nil || err.Text != c.text {
			t.Errorf("%.40q: %+v, want %q", c.src, err, c.text)
		}
	}
}

// TestRight has what is odd and right.
func TestRight(t *testing.T) {
	t.Parallel()
	for _, src := range [...]string{
		"<<''&", "let x=(1+2)*3", "FOO=(a b) env", "((echo a); echo b)", "x=$( (a) )", "! ; time", "a[1 + 1]=b", "{a}>b",
		"case x in (a|b) ;; *) esac", "[[ (a || b) && ! -n c ]]", "echo ${x-$(echo '}')}", "f() { :; } >x", "coproc a { :; }",
		"cat <<a <<b\n1\na\n2\nb\necho `echo \\`echo a\\``", "for i do :; done", "for i in a; { :; }", "echo @(", "echo a#b \\\n c # d",
	} {
		opt := parse.Options{ExtGlob: !strings.HasSuffix(src, "@(")}
		_, err := all(src, opt)
		if wrong := src == "echo @("; (err != nil) != wrong {
			t.Errorf("%q: %+v", src, err)
		}
	}
}

// FuzzParse wants an error or a tree of every source, and from what was printed of a tree the same
// print again.
func FuzzParse(f *testing.F) {
	for _, src := range [...]string{
		"let)", "<<''&", "()000", "a=(b c) d | e && f || ! g &", "case a in b|c) d;; esac <<X >y\nz\nX\n",
		"[[ a == @(b|c) && ( -f d ) ]]", "x=${a[1]:-\"$(b `c`)\"}$((1+${#d}))$'e'", "for ((;;)) { f() (g); }; time -p h",
		"alias x='y '; x z", "select i in a; do b; done; coproc c { d; }; function e { f; }", "echo ${x//a/b} ${x:1:2} ${!x@} ${x@Q}",
	} {
		f.Add(src, false)
		f.Add(src, true)
	}
	f.Fuzz(func(t *testing.T, src string, dash bool) {
		opt := parse.Options{Posix: dash, ExtGlob: true, Alias: func(name string) (string, bool) {
			switch name {
			case "x":
				return "y z; x ", true
			case "y":
				return "x ", true
			}
			return "", false
		}}
		items, _ := all(src, opt)
		for _, it := range items {
			_ = tree.Text(it.Node)
			_ = tree.FunctionText("f", it.Node)
		}
		parse.Complete(src, opt)
		parse.Word(src, opt)
	})
}
