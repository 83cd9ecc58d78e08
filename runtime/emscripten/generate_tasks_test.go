package emscripten_test

import "fmt"

// task is a statement of several lines, of the kind that scripts are made of.
func (g grammar) task(depth int) string {
	return g.one(
		func() string { return g.class(depth) }, func() string { return g.generator(depth) },
		func() string { return g.comprehension() }, func() string { return g.failing(depth) },
		func() string { return g.decorated() }, func() string { return g.managed(depth) },
		func() string { return g.sets() }, func() string { return g.sorting() },
		func() string { return g.bytes() }, func() string { return g.reals() },
		func() string { return g.matching() }, func() string { return g.stored() },
		func() string { return g.process() }, func() string { return g.tasks(depth) },
		func() string { return g.starred() }, func() string { return g.formatted() },
		func() string { return g.sliced() }, func() string { return g.closure() },
	)
}

func (g grammar) class(depth int) string {
	base := g.word("object dict list int Exception C")
	body := g.one(
		func() string { return "def go(self, x=1):\n" + indent("return "+g.any(depth-1)+"\n") },
		func() string { return "@property\ndef go(self):\n    return lambda *a: " + g.any(1) + "\n" },
		func() string { return "@classmethod\ndef go(cls, *a):\n    return (cls.__name__, a)\n" },
		func() string { return "@staticmethod\ndef go(*a):\n    return a\n" },
		func() string { return "go = lambda self, *a: super().__repr__()\n" },
		func() string { return "__slots__ = ('q',)\ndef go(self, *a):\n    self.q = 1; self.r = 2\n" },
	)
	special := g.one(
		func() string { return "def __len__(self):\n    return " + g.number(1) + "\n" },
		func() string { return "def __getattr__(self, n):\n    return n * 2\n" },
		func() string { return "def __eq__(self, o):\n    return " + g.boolean(1) + "\n__hash__ = None\n" },
		func() string { return "def __getitem__(self, i):\n    return l[i]\n" },
		func() string { return "def __add__(self, o):\n    return NotImplemented\n" },
		func() string { return "def __lt__(self, o):\n    return True\n" },
		func() string { return "def __format__(self, spec):\n    return '<' + spec + '>'\n" },
		func() string { return "def __call__(self, *a, **k):\n    return a, sorted(k)\n" },
		func() string { return "def __contains__(self, x):\n    return x == " + g.any(0) + "\n" },
	)
	return "class K(" + base + "):\n" + indent("z = "+g.number(1)+"\n"+body+special) +
		"k = K()\nprint(K.__mro__[-2].__name__, k.z, isinstance(k, C))\nprint(k.go(" + g.any(1) + "))\n" +
		"print(" + g.word("len(k) k.nope k==k k[0] k+1 k<k f'{k:>5}' k(1,x=2) (3)in(k) bool(k) hash(k)==0 sorted([k,k])==1 iter(k)==0") + ")\n"
}

func (g grammar) generator(depth int) string {
	return "def gen(n):\n    try:\n        for i in range(n):\n            got = yield " + g.word("i i*i (i,n) s[i] l[i]") +
		"\n            if got: print('got', got)\n    finally:\n        print('end')\n    return " + g.any(1) + "\n" +
		g.one(
			func() string { return "print(list(gen(" + g.word("0 1 3 5 a b") + ")))\n" },
			func() string { return "i = gen(2); print(next(i), i.send(" + g.any(depth-1) + ")); i.close()\n" },
			func() string {
				return "i = gen(3); next(i); print(i.throw(" + g.word("ValueError('v') KeyError('k')") + "))\n"
			},
			func() string {
				return "def outer():\n    r = yield from gen(2)\n    print('r', r)\nprint(sum(1 for _ in outer()))\n"
			},
			func() string { return "print(dict(enumerate(gen(3))), max(gen(3), default=0), [*gen(2)])\n" },
		)
}

func (g grammar) comprehension() string {
	return g.one(
		func() string { return "print({str(k): v for k, v in enumerate(" + g.list(2) + ")})\n" },
		func() string { return "print(sorted({len(str(x)) for x in " + g.list(2) + "}))\n" },
		func() string {
			return "print([[y for y in str(x)] for x in " + g.list(1) + " if (n := len(str(x))) > 1])\n"
		},
		func() string {
			return "print(sum(x for x in " + g.list(1) + " if isinstance(x, int)), (n := " + g.number(1) + "), n)\n"
		},
		func() string {
			return "print(any(x == " + g.any(0) + " for x in " + g.list(1) + "), [x for x in d if d[x]])\n"
		},
		func() string {
			return "print(list(itertools.chain.from_iterable([str(x)] * 2 for x in " + g.list(1) + "))[:7])\n"
		},
	)
}

func (g grammar) failing(depth int) string {
	raise := "raise " + g.word("ValueError KeyError OSError IndexError LookupError ArithmeticError") + "(" + g.any(1) + ")"
	return g.one(
		func() string {
			return "import traceback\ndef inner(x):\n    " + g.word("return(1/x) return(l[x]) return(d[x]) return(x.q) return(x+'')") +
				"\ndef outer(x):\n    try:\n        return inner(x)\n    except Exception as e:\n        " + raise +
				g.word(" from(e) from(None) ") + "\ntry:\n    outer(" + g.any(0) +
				")\nexcept Exception:\n    print(traceback.format_exc())\nelse:\n    print('fine')\n"
		},
		func() string {
			return "class E(" + g.word("Exception ValueError KeyError") + "):\n    def __init__(self, *a, code=7):\n" +
				"        super().__init__(*a); self.code = code\ntry:\n    raise E(" + g.any(1) + ", " + g.any(0) +
				")\nexcept E as e:\n    print(repr(e), str(e), e.args, e.code, e.__context__)\n"
		},
		func() string {
			return "for i in range(3):\n    try:\n        if i == 1: continue\n        " + raise +
				"\n    except (ValueError, LookupError) as e:\n        print(i, repr(e))\n    else:\n        print('else')\n" +
				"    finally:\n        print('fin', i)\n"
		},
		func() string {
			return "try:\n    raise ExceptionGroup('g', [ValueError(" + g.any(0) + "), TypeError(1)])\n" +
				"except* ValueError as e:\n    print(e, e.exceptions)\nexcept* TypeError as e:\n    print('t', e)\n"
		},
		func() string {
			return "e = ValueError(" + g.text(1) + "); e.add_note(str(" + g.any(depth-1) + ")); raise e\n"
		},
	)
}

func (g grammar) decorated() string {
	return "def deco(n):\n    def wrap(fn):\n        @functools.wraps(fn)\n        def call(*a, **k):\n" +
		"            r = fn(*a, **k)\n            return " + g.word("(n,r) [r]*n (fn.__name__,r) r") +
		"\n        return call\n    return wrap\n@deco(" + g.word("1 2 3 a") + ")\ndef go(x, /, y=1, *, z=" + g.number(0) +
		"):\n    'doc'\n    return " + g.word("x+z (x,y,z) x*y str(x)+str(z) x[y]") + "\nprint(go.__name__, go.__doc__, go(" +
		g.any(1) + g.word(", ,y=2 ,3,z=1 ,4,5 ,q=1") + "))\n"
}

func (g grammar) managed(depth int) string {
	return "@contextlib.contextmanager\ndef cm(x):\n    print('enter', x)\n    try:\n        yield x\n    " +
		g.word("except(ValueError,KeyError) finally") + ":\n        print('leave')\nwith cm(" + g.any(1) +
		") as x, contextlib.suppress(ZeroDivisionError, IndexError):\n" + indent(g.statement(depth-1)+"print('in', x)\n")
}

func (g grammar) sets() string {
	return g.one(
		func() string {
			return "print(sorted(u " + g.word("| & - ^") + " set(" + g.word("[1,9] range(2,6) l ()") + "), key=str), u " + g.word("<= > ==") + " {1, 2, 3, 4})\n"
		},
		func() string {
			return "u.add(" + g.number(0) + "); u.discard(" + g.number(0) + "); print(len(u), sorted(u))\n"
		},
		func() string {
			return "d |= {" + g.text(0) + ": " + g.any(1) + "}; print(list(d.items())[-1], d.keys() - {'k'} == set())\n"
		},
		func() string {
			return "print(d.pop(" + g.text(0) + g.word(") ,None)") + ", d.setdefault('new', []), list(d))\n"
		},
		func() string {
			return "x = collections.Counter(" + g.list(1) + "); print(x.most_common(3), x.total(), sorted(map(str, x)))\n"
		},
		func() string {
			return "x = collections.defaultdict(list)\nfor i in " + g.list(1) + ": x[len(str(i))].append(i)\nprint(dict(x))\n"
		},
		func() string {
			return "x = collections.deque(" + g.list(1) + ", maxlen=3); x.append(1); x.rotate(" + g.number(0) + "); print(x)\n"
		},
		func() string {
			return "print({**d, 'k': 5}, dict(zip(" + g.list(1) + ", " + g.list(1) + ")), dict.fromkeys(m))\n"
		},
		func() string {
			return "print(frozenset([1]) | {2}, {1: 'a'} == {1.0: 'a'}, d == dict(d), " + g.any(0) + " in d)\n"
		},
	)
}

func (g grammar) sorting() string {
	return g.one(
		func() string {
			return "print(sorted(" + g.list(2) + ", key=" + g.word("str len repr type") + g.word("[:0]or(str) ,reverse=True") + "))\n"
		},
		func() string {
			return "print(sorted(" + g.list(2) + "), min(" + g.list(1) + "), max(" + g.list(1) + ", key=str))\n"
		},
		func() string {
			return "print(sorted([(2, 'b'), (1, 'z'), (2, 'a')], key=operator.itemgetter(" + g.word("0 1 1,0 2") + ")))\n"
		},
		func() string {
			return "x = list(" + g.list(1) + "); x.sort(key=lambda v: (len(str(v)), str(v))); print(x, x == sorted(x, key=str))\n"
		},
		func() string {
			return "print([k for k, _ in itertools.groupby(sorted(map(str, " + g.list(1) + ")))], sorted(d, key=lambda k: str(d[k])))\n"
		},
	)
}

func (g grammar) bytes() string {
	return "print(" + g.one(
		func() string { return "w + " + g.word("b'x' bytes(2) bytearray(b'q') 'x'") },
		func() string {
			return g.text(1) + ".encode(" + g.word("'utf-8' 'ascii' 'latin-1' 'utf-16' 'ascii','replace' 'x'") + ")"
		},
		func() string {
			return "w.decode(" + g.word("'utf-8' 'latin-1' 'ascii','ignore' 'utf-8','backslashreplace'") + ")"
		},
		func() string { return "(" + g.number(1) + ").to_bytes(" + g.word("1 2 8") + ", 'big')" },
		func() string { return "w[" + g.index() + "], w.hex(), list(w), w.find(b'b'), w * 2, w == bytearray(w)" },
		func() string { return "bytes(" + g.any(1) + ")" },
		func() string { return "int.from_bytes(w, 'little'), b'%d|%s|%a' % (a, w, s), b','.join([w, b'1'])" },
		func() string { return "bytearray(w).extend([1, " + g.number(0) + "]), memoryview(w)[1:].tobytes()" },
	) + ")\n"
}

func (g grammar) reals() string {
	n := func() string { return g.number(1) }
	return "print(" + g.one(
		func() string { return n() + " / 3, " + n() + " ** 0.5, " + n() + " * 1e10" },
		func() string { return n() + " ** " + g.word("3 20 -1 0.5 64") },
		func() string { return "2 ** 70 " + g.word("// % + - * ^ & >>") + " (" + n() + " or 1)" },
		func() string { return "round(" + n() + ", " + g.word("0 2 -1 5 None") + "), divmod(" + n() + ", 7)" },
		func() string {
			return "float(" + g.word("'1e5' 'inf' '-nan' '1_0' ' 2.5 ' 'x' s") + "), int(" + g.word("'0x1f',16 '1_000' ' 42 ' 'z' 2.9") + ")"
		},
		func() string {
			return "math." + g.word("sin cos tan exp log10 log1p expm1 atan gamma erf sqrt cbrt degrees isqrt factorial") + "(" + n() + ")"
		},
		func() string { return "(" + n() + ").as_integer_ratio(), hex(int(" + n() + ")), bin(int(" + n() + "))" },
		func() string {
			return "complex(" + n() + ", 1) * 2j, abs(complex(3, 4)), pow(" + g.fmtInt() + ", -1, 7)"
		},
		func() string {
			return "math.gcd(a, b, " + g.fmtInt() + "), math.comb(9, " + g.fmtInt() + "), sum([0.1] * 10), 1e16 + 1"
		},
	) + ")\n"
}

func (g grammar) fmtInt() string { return fmt.Sprint(g.IntN(12) - 2) }

func (g grammar) matching() string {
	return "match " + g.any(2) + ":\n    case [] | {} | '': print('empty')\n    case (int() | float()) as n if n " + g.word("> < ==") + " " + g.fmtInt() +
		": print('num', n)\n    case {'k': v, **rest}: print('map', v, rest)\n    case C(v=q): print('C', q)\n" +
		"    case [x, [*_]] | [x, _, *_]: print('seq', x)\n    case str() as q: print('text', q)\n    case True | None: print('const')\n" +
		"    case other: print('other', other)\n"
}

func (g grammar) stored() string {
	return g.one(
		func() string {
			return "o = io.StringIO(); csv.writer(o" + g.word(") ,delimiter=';') ,quoting=csv.QUOTE_ALL)") + ".writerow(" + g.list(2) +
				"); print(repr(o.getvalue())); print(list(csv.reader(io.StringIO(o.getvalue()))))\n"
		},
		func() string {
			return "x = json.dumps(" + g.any(2) + g.word(") ,indent=1) ,sort_keys=True) ,default=str) ,ensure_ascii=False)") +
				"; print(x); print(json.loads(x))\n"
		},
		func() string { return "print(json.loads(" + g.text(1) + "))\n" },
		func() string {
			return "with open('g.txt', '" + g.word("w a x") + "', encoding='utf-8') as h: h.write(str(" + g.any(1) + ") + '\\n')\n" +
				"with open('g.txt') as h: print(h.readlines(), h.tell(), h.closed)\n"
		},
		func() string { return "import pickle; print(pickle.loads(pickle.dumps(" + g.any(2) + ")))\n" },
		func() string {
			return "for q in re.finditer(r'" + g.word(`(?P<w>\w)(\w*) \d+ [A-Z]|$ (a|b)? \b`) + "', " + g.text(1) + "): print(q.span(), q.groups(), q.groupdict())\n"
		},
		func() string {
			return "print(re.split(r'" + g.word(`\s* , (o) [^a-z]+ \W`) + "', " + g.text(1) + "), re.fullmatch(r'[\\w ]*', " + g.text(1) + "))\n"
		},
		func() string {
			return "import pathlib; p = pathlib.Path('x.d'); p.mkdir(exist_ok=" + g.word("True False") + "); (p / " + g.word("'a' 'b.txt' s[0]") +
				").write_text(" + g.text(1) + "); print(sorted(x.name for x in p.iterdir()), p.exists(), (p / 'a').suffix)\n"
		},
		func() string { return "open(" + g.word("'none' 'x/y' '' s l '/' 99") + ").read()\n" },
	)
}

func (g grammar) process() string {
	return "import subprocess\nr = subprocess.run(" + g.one(
		func() string { return "['echo', str(" + g.any(1) + ")]" },
		func() string { return "'echo $((" + g.fmtInt() + " * 3)); exit " + g.word("0 1 3") + "', shell=True" },
		func() string { return "['sh', '-c', 'cat; echo e >&2'], input=" + g.word("s '' 'x'*9") },
		func() string { return "'printf \"b\\na\\n\" | sort | tr a-z A-Z', shell=True, check=True" },
		func() string {
			return "['" + g.word("false true no-such-command") + "'], check=" + g.word("True False")
		},
	) + ", capture_output=True, text=True)\nprint(r.returncode, repr(r.stdout), repr(r.stderr))\n"
}

func (g grammar) tasks(depth int) string {
	return "import asyncio\nasync def job(x, n=0):\n    await asyncio.sleep(n / 100)\n    return " + g.word("x (x,n) x+1 len(x) [x]") +
		"\nasync def agen(n):\n    for i in range(n):\n        yield i\nasync def main():\n" + indent(g.one(
		func() string {
			return "print(await asyncio.gather(job(" + g.any(1) + ", 2), job(" + g.any(0) + "), return_exceptions=True))\n"
		},
		func() string { return "print([i async for i in agen(" + g.word("0 3 a") + ") if i != 1])\n" },
		func() string { return "t = asyncio.create_task(job(1, 1)); print(t.done(), await t)\n" },
		func() string { return "print(await asyncio.wait_for(job(" + g.any(0) + ", 50), 0.01))\n" },
		func() string {
			return "async with asyncio.TaskGroup() as tg: tg.create_task(job(" + g.any(0) + ")); tg.create_task(job(5))\n"
		},
		func() string { return "print(await job(" + g.any(depth-1) + "))\n" },
	)) + "asyncio.run(main())\n"
}

func (g grammar) starred() string {
	return g.one(
		func() string { return "x, *y, z = " + g.list(2) + "; print(x, y, z)\n" },
		func() string { return "print(*" + g.list(2) + ", sep=" + g.word("'-' '' None t") + ", end='|\\n')\n" },
		func() string {
			return "print(f(*" + g.list(1) + ", **" + g.word("{'k':1} {} {'z':1} d {'y':2}") + "))\n"
		},
		func() string {
			return "(x, y), *z = [(1, 2), " + g.any(1) + "]; print(x, y, z, [*l, *m], {*u, 9} == u)\n"
		},
		func() string {
			return "if (n := " + g.number(1) + ") " + g.word("> < ==") + " 3: print('yes', n)\nelse: print('no', n)\n"
		},
		func() string {
			return "def v(*args, sep=',', **kw):\n    return sep.join(map(str, args)), kw\nprint(v(" + g.any(1) + ", *l, sep=" + g.text(0) + ", q=1))\n"
		},
	)
}

func (g grammar) formatted() string {
	return g.one(
		func() string {
			return "print(f'{" + g.word("a b s t c a/3 len(l) d l 2**64") + g.word("!r !s :>10 :<4 :^9 :.2f :, :x :e =! :+d =") + "}|')\n"
		},
		func() string { return "print(f'{a:{" + g.word("a 5 l s") + "}}|{s[:3]!r:>8}|{b=}|{{}}')\n" },
		func() string {
			return "print('{:" + g.word(">8 <6 ^7 08.3f +,d #x .3 %  s d c n") + "}|'.format(" + g.any(1) + "))\n"
		},
		func() string {
			return "print('%" + g.word("s r d 5.1f x -6s 03d c e g i %") + "|' % " + g.word("a b s l (a,b) (s,) 2.5 d") + ")\n"
		},
		func() string {
			return "print(format(" + g.number(2) + ", '" + g.word("b .4g _d ^12 % .0f E 010 <5") + "'))\n"
		},
		func() string {
			return "print(string.Template('$x ${y} $$ $z')." + g.word("substitute safe_substitute") + "(x=" + g.any(0) + ", y=2))\n"
		},
		func() string {
			return "print(textwrap.fill(" + g.text(2) + " * 3, " + g.word("10 5 30") + "), textwrap.indent(s, '> '))\n"
		},
	)
}

func (g grammar) sliced() string {
	return g.one(
		func() string { return "l[" + g.word("1:2 :0 ::2 5: -1: :") + "] = " + g.list(1) + "; print(l)\n" },
		func() string {
			return "print(list(" + g.list(2) + ")[" + g.word("::-1 1:-1 -3::2 :99 5:1 ::0") + "], s[" + g.index() + "])\n"
		},
		func() string {
			return "l.insert(" + g.number(0) + ", " + g.any(0) + "); print(l, l." + g.word("index(1) count(2) pop() pop(9) copy() reverse()") + ")\n"
		},
		func() string {
			return "l.extend(" + g.any(1) + "); del l[" + g.word("3: :-2 ::2") + "]; print(l, l * 2, l + [0] == l)\n"
		},
		func() string {
			return "print(range(10)[" + g.index() + "], (1, 2, 3)[" + g.index() + "], slice(1, a, b).indices(9))\n"
		},
	)
}

func (g grammar) closure() string {
	return g.one(
		func() string {
			return "def counter(n=" + g.number(0) + "):\n    def inc(by=1):\n        nonlocal n\n        n += by\n        return n\n    return inc\n" +
				"i = counter(); print(i(), i(" + g.any(0) + "), i())\n"
		},
		func() string {
			return "fs = [lambda x, i=i: x " + g.word("+ * - //") + " i for i in range(3)]; print([q(" + g.number(1) + ") for q in fs])\n"
		},
		func() string {
			return "@functools.lru_cache\ndef fib(n):\n    return n if n < 2 else fib(n-1) + fib(n-2)\nprint(fib(" + g.word("10 50 a") + "), fib.cache_info())\n"
		},
		func() string {
			return "print(list(map(functools.partial(f, k=1), " + g.list(1) + ")), list(filter(None, " + g.list(1) + ")))\n"
		},
		func() string { return "global gx\n" + "gx = " + g.any(1) + "; print(gx)\n" },
		func() string {
			return "print(eval(" + g.word("'a+b' 's*2' 'len(l)' '1+' 'nope' 'c.v'") + "), callable(f), vars(c))\n"
		},
	)
}
