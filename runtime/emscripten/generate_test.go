package emscripten_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	scripts     = flag.Int("scripts", 40, "how many scripts are generated and compared")
	scriptsSeed = flag.Uint64("scripts-seed", 1, "what they are drawn from")
)

// TestGeneratedScriptsAsOnTheMachine plays scripts of a small grammar here and there. Of five hundred at most
// two in a hundred may differ; of the few that a usual run makes none.
func TestGeneratedScriptsAsOnTheMachine(t *testing.T) {
	t.Parallel()
	machineReference(t)
	e := warmEngine(t)
	for i := range *scripts {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			g := grammar{rand.New(rand.NewPCG(*scriptsSeed, uint64(i)))}
			code := g.script()
			asOnTheMachine(t, e, []byte(code))
			if t.Failed() {
				t.Log("\n" + code)
			}
		})
	}
}

// grammar draws scripts. Every statement may raise, and says so.
type grammar struct{ *rand.Rand }

func (g grammar) one(options ...func() string) string { return options[g.IntN(len(options))]() }

func (g grammar) word(words string) string {
	list := strings.Fields(words)
	return list[g.IntN(len(list))]
}

func (g grammar) script() string {
	var b strings.Builder
	b.WriteString("import collections, contextlib, csv, functools, io, itertools, json, math, operator, re, string, textwrap\n")
	b.WriteString("a, b, s, t, l, m, d = 7, -3, 'Hello, World', 'x\\ty é', [3, 1, 2], ['b', 'a'], {'k': 1, 'z': [2]}\n")
	b.WriteString("def f(x, y=2, *r, k=None):\n    return (x, y, r, k)\n")
	b.WriteString("class C:\n    n = 5\n    def __init__(self, v=1):\n        self.v = v\n")
	b.WriteString("    def __repr__(self):\n        return f'C({self.v!r})'\n    def add(self, o):\n        return C(self.v + o)\n")
	b.WriteString("c, u, w = C(4), {3, 1, 2}, b'ab\\xff'\n")
	for range 6 + g.IntN(12) {
		statement := g.statement
		if g.IntN(2) == 0 {
			statement = g.task
		}
		b.WriteString("try:\n" + indent(statement(2)) + "except Exception as e:\n    print(type(e).__name__, e)\n")
	}
	b.WriteString("print(a, b, s, t, l, m, sorted(d, key=str), c, sorted(u), w)\n")
	switch g.IntN(6) {
	case 0:
		b.WriteString("print(" + g.any(2) + ")\n")
	case 1:
		b.WriteString(g.task(2))
	case 2:
		b.WriteString("def top():\n" + indent(g.statement(1)+"return "+g.any(2)+"\n") +
			"try:\n    print(top())\nexcept Exception as e:\n    raise RuntimeError(" + g.text(1) + ") from e\n")
	case 3:
		b.WriteString("import sys\nsys.exit(" + g.word("0 1 3 s None 'bad' 300 -1") + ")\n")
	}
	return b.String()
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

func (g grammar) statement(depth int) string {
	simple := []func() string{
		func() string { return "print(" + g.any(3) + ", " + g.any(2) + ")\n" },
		func() string { return g.word("a b") + " = " + g.number(2) + "\n" },
		func() string { return g.word("s t") + " = " + g.text(2) + "\n" },
		func() string {
			return "l.append(" + g.number(1) + "); l[" + g.word("0 1 -1 5 -9 a b") + "] = " + g.number(1) + "\n"
		},
		func() string { return "d[" + g.text(1) + "] = " + g.any(1) + "\n" },
		func() string { return g.word("a b") + " " + g.word("+= -= *= //= %= ^=") + " " + g.number(1) + "\n" },
		func() string { return "x, *y = " + g.list(2) + "; print(x, y)\n" },
		func() string { return "del l[" + g.index() + "]; print(l)\n" },
		func() string { return "assert " + g.boolean(2) + ", " + g.text(1) + "\n" },
		func() string { return "print(json.dumps(" + g.any(2) + "))\n" },
		func() string {
			return "c = c.add(" + g.number(1) + "); print(c, c.n, " + g.word("c.v c.w C.n C.v") + ")\n"
		},
		func() string {
			return "raise " + g.word("ValueError KeyError TypeError RuntimeError") + "(" + g.text(1) + ")\n"
		},
	}
	if depth == 0 {
		return g.one(simple...)
	}
	return g.one(append(simple,
		func() string {
			return "for i in list(" + g.list(1) + ")[:5]:\n" + indent(g.statement(depth-1)+"print(i)\n")
		},
		func() string {
			return "if " + g.boolean(2) + ":\n" + indent(g.statement(depth-1)) + "else:\n" + indent(g.statement(depth-1))
		},
		func() string {
			n := fmt.Sprintf("n%d", g.IntN(1e6)) // of its own, so that it ends
			return n + " = 0\nwhile " + n + " < 3:\n" + indent(n+" += 1\n"+g.statement(depth-1)+"if "+g.boolean(1)+": break\n")
		},
		func() string {
			return "def q(x, y=" + g.number(1) + "):\n" + indent(g.statement(depth-1)+"return "+g.any(1)+"\n") +
				"print(q(" + g.any(1) + "))\n"
		},
		func() string {
			return "try:\n" + indent(g.statement(depth-1)) + "except " + g.word("ValueError KeyError (TypeError,IndexError)") +
				" as e:\n    print('inner', e)\nfinally:\n    print('finally')\n"
		},
		func() string {
			return "with open('f', 'w') as h:\n" + indent("print(h.write(str("+g.any(1)+")))\n"+g.statement(depth-1)) +
				"print(open('f').read())\n"
		},
		func() string {
			return "match " + g.any(1) + ":\n    case int(n) if n > 2: print('int', n)\n    case [x, *y]: print(x, y)\n" +
				"    case str(v): print('str', v)\n    case _: print('other')\n"
		},
	)...)
}

func (g grammar) index() string { return g.word("0 1 -1 2 5 1:2 ::2 -9 a b") }

func (g grammar) number(depth int) string {
	leaf := []func() string{
		func() string { return fmt.Sprint(g.IntN(20) - 5) }, func() string { return g.word("a b 2.5 0.1 -1e3 10**12 0 1") },
		func() string { return g.word("len(s) len(l) len(d) c.v True") },
	}
	if depth == 0 {
		return g.one(leaf...)
	}
	n := func() string { return g.number(depth - 1) }
	return g.one(append(leaf,
		func() string { return "(" + n() + " " + g.word("+ - * // / %") + " (" + n() + " or 1))" },
		func() string { return "(" + n() + " if " + g.boolean(depth-1) + " else " + n() + ")" },
		func() string { return g.word("abs int round float sum max min") + "([" + n() + ", " + n() + "])" },
		func() string { return g.word("abs int round math.floor math.sqrt math.trunc bool") + "(" + n() + ")" },
		func() string { return "sum(" + g.list(depth-1) + ")" },
		func() string { return "l[" + g.index() + "]" },
		func() string { return "int(" + g.text(depth-1) + ")" },
		func() string { return g.text(depth-1) + "." + g.word("find count index") + "(" + g.text(0) + ")" },
		func() string {
			return "functools.reduce(lambda x, y: x " + g.word("+ - *") + " y, " + g.list(depth-1) + ")"
		},
	)...)
}

func (g grammar) text(depth int) string {
	leaf := []func() string{
		func() string { return g.word("s t 'abc' '' 'a,b' '42' '-7.5' 'Ünï' m[0] string.digits repr(c)") },
	}
	if depth == 0 {
		return g.one(leaf...)
	}
	v := func() string { return g.text(depth - 1) }
	return g.one(append(leaf,
		func() string { return "(" + v() + " + " + v() + ")" },
		func() string { return "(" + v() + " * " + g.word("2 0 3 -1") + ")" },
		func() string {
			return v() + "." + g.word("upper lower title strip swapcase casefold capitalize") + "()"
		},
		func() string { return v() + "[" + g.word("0 -1 1: :3 ::-1 1:4:2 99 :-1") + "]" },
		func() string { return v() + ".replace(" + v() + ", " + g.text(0) + ")" },
		func() string { return g.word("str repr ascii") + "(" + g.any(depth-1) + ")" },
		func() string {
			return "'{" + g.word(":>8 :<6 :05 :.2f :+ :e :, :x :b :% !r") + "}|'.format(" + g.number(depth-1) + ")"
		},
		func() string {
			return "'" + g.word("%s %r %5s %-4s| %d %.1f %x %05d") + "' % (" + g.any(depth-1) + ",)"
		},
		func() string { return g.text(0) + ".join(" + g.list(depth-1) + ")" },
		func() string {
			return "re.sub(r'" + g.word(`\w+ [aeiou] (.)\1 ^. \d l+ (\w)(\w)`) + "', " + g.text(0) + ", " + v() + ")"
		},
		func() string { return v() + "." + g.word("center ljust rjust zfill") + "(" + g.word("10 3 0") + ")" },
		func() string { return "textwrap.shorten(" + v() + ", 9)" },
		func() string { return "'{0!s:>{1}}'.format(" + v() + ", " + g.word("5 12") + ")" },
	)...)
}

func (g grammar) list(depth int) string {
	leaf := []func() string{func() string { return g.word("l m [] [1,2.5] range(4) list(s)[:3] list(d) (1,2) 'xyz'") }}
	if depth == 0 {
		return g.one(leaf...)
	}
	v := func() string { return g.list(depth - 1) }
	return g.one(append(leaf,
		func() string { return "[x * 2 for x in " + v() + "]" },
		func() string { return "[(x, y) for x in " + v() + " for y in " + v() + " if x != y][:4]" },
		func() string { return "sorted(" + v() + g.word(") ,reverse=True) ,key=str)") },
		func() string { return "list(map(" + g.word("str len abs C repr int") + ", " + v() + "))" },
		func() string { return "list(zip(" + v() + ", " + v() + "))" },
		func() string { return "list(enumerate(" + v() + "))" },
		func() string { return g.text(depth-1) + ".split(" + g.word("',' 'l' None '' maxsplit=1") + ")" },
		func() string { return "list(" + v() + ")[" + g.word("::-1 1: :2 -2:") + "]" },
		func() string {
			return "list(itertools.islice(itertools." + g.word("accumulate chain pairwise permutations") + "(" + v() + "), 5))"
		},
		func() string { return "sorted(collections.Counter(" + v() + ").items())" },
		func() string { return "[" + g.any(depth-1) + ", " + g.any(depth-1) + "]" },
		func() string { return "list({k: v for k, v in zip(" + v() + ", " + v() + ")}.items())" },
	)...)
}

func (g grammar) boolean(depth int) string {
	if depth == 0 {
		return g.word("True False a>b s l d")
	}
	return g.one(
		func() string { return g.number(depth-1) + " " + g.word("< > == != <= >=") + " " + g.number(depth-1) },
		func() string { return g.text(depth-1) + " " + g.word("in == < >=") + " " + g.text(depth-1) },
		func() string {
			return "(" + g.boolean(depth-1) + " " + g.word("and or") + " not " + g.boolean(depth-1) + ")"
		},
		func() string { return g.word("any all") + "(" + g.list(depth-1) + ")" },
		func() string {
			return "isinstance(" + g.any(depth-1) + ", " + g.word("int str (list,tuple) C object") + ")"
		},
		func() string { return g.text(depth-1) + "." + g.word("isdigit isalpha isupper isspace isalnum") + "()" },
	)
}

func (g grammar) any(depth int) string {
	return g.one(
		func() string { return g.number(depth) }, func() string { return g.text(depth) },
		func() string { return g.list(depth) }, func() string { return g.boolean(depth) },
		func() string { return g.word("c d None f(1) f(1,k=2) d.get('q') C() (a,b) {1:a} {'s':t}") },
		func() string { return "f(" + g.number(0) + ", *" + g.list(0) + ")" },
		func() string { return "d[" + g.text(0) + "]" },
	)
}
