package meter_test

import "math/rand/v2"

// open picks a label that may be branched to with so many values.
func (g *generator) open(arity int) (int, bool) {
	for range 8 {
		n := g.IntN(len(g.targets))
		if t := g.targets[len(g.targets)-1-n]; t.arity == arity && !t.shut {
			return n, true
		}
	}
	return 0, false
}

func (g *generator) branchIf() {
	if n, ok := g.open(0); ok {
		g.expr()
		g.op(0x0d, leb(n))
	} else if n, ok := g.open(1); ok {
		g.expr()
		g.expr()
		g.op(0x0d, leb(n), 0x1a)
	}
}

// leave ends the code here without going on. What follows is dead.
func (g *generator) leave() {
	switch g.IntN(8) {
	case 0:
		g.values(g.targets[0].arity)
		g.op(0x0f)
	case 1:
		g.op(0x00)
	case 2:
		if g.use.throws {
			g.expr()
			g.op(0x08, 0)
		}
	case 3, 4:
		g.table()
	case 5:
		if g.use.tails {
			g.tailCall()
		}
	default:
		arity := g.IntN(3)
		if n, ok := g.open(arity); ok {
			g.values(arity)
			g.op(0x0c, leb(n))
		}
	}
}

func (g *generator) values(n int) {
	for range n {
		g.expr()
	}
}

func (g *generator) table() {
	arity := g.IntN(2)
	var labels [][]byte
	for range 1 + g.IntN(4) {
		if n, ok := g.open(arity); ok {
			labels = append(labels, leb(n))
		}
	}
	if len(labels) == 0 {
		return
	}
	g.values(arity)
	g.expr()
	last := len(labels) - 1
	g.op(0x0e, vec(labels[:last]...), labels[last])
}

// tailCall calls a function of this one's type that follows it.
func (g *generator) tailCall() {
	typ := g.funcs[g.index-1].typ
	for callee := g.index + 1; callee <= len(g.funcs); callee++ {
		if g.funcs[callee-1].typ != typ {
			continue
		}
		g.expr()
		if g.IntN(2) == 0 {
			g.op(0x12, leb(callee))
		} else {
			g.constant(callee)
			g.op(0x13, typ, 0)
		}
		return
	}
}

// loop counts a local down. With the count at its head, anything inside may go
// on to the next turn.
func (g *generator) loop() {
	c := g.fresh()
	g.constant(g.IntN(5))
	g.op(0x21, c)
	if g.IntN(2) == 0 {
		g.op(0x02, 0x40)
		g.in(target{}, func() {
			g.op(0x03, 0x40)
			g.in(target{}, func() {
				g.op(0x20, c, 0x45, 0x0d, 1, 0x20, c, 0x41, 1, 0x6b, 0x21, c)
				g.body()
				g.body()
				g.op(0x0c, 0)
			})
		})
		return
	}
	g.op(0x03, 0x40)
	g.in(target{shut: true}, func() {
		g.body()
		g.op(0x20, c, 0x41, 1, 0x6b, 0x22, c, 0x41, 0, 0x48, 0x45, 0x0d, 0)
	})
}

// valueLoop is a loop that hands a value from turn to turn.
func (g *generator) valueLoop() {
	c := g.fresh()
	g.constant(1 + g.IntN(3))
	g.op(0x21, c)
	g.expr()
	g.op(0x03, 0)
	g.in(target{arity: 1, shut: true}, func() {
		g.op(0x21, g.local())
		g.body()
		g.expr()
		g.op(0x20, c, 0x41, 1, 0x6b, 0x22, c, 0x0d, 0)
	})
	g.op(0x21, g.local())
}

func (g *generator) bulk() {
	g.address()
	if g.IntN(2) == 0 {
		g.expr()
		g.constant(g.IntN(100))
		g.op(0xfc, 11, 0)
		return
	}
	g.address()
	g.constant(g.IntN(100))
	g.op(0xfc, 10, 0, 0)
}

// try catches what is thrown inside, with its value or without.
func (g *generator) try() {
	if !g.use.throws {
		return
	}
	if g.IntN(2) == 0 {
		g.op(0x02, i32)
		g.in(target{arity: 1}, func() {
			g.op(0x1f, 0x40, 1, 0, 0, 0)
			g.in(target{}, func() { g.body(); g.expr(); g.op(0x1a) })
			g.expr()
		})
		g.op(0x21, g.local())
		return
	}
	n, ok := g.open(0)
	if !ok {
		return
	}
	g.op(0x1f, 0x40, 1, 2, leb(n))
	g.in(target{}, g.body)
}

// program generates a module. The function "f" is exported, and the globals and
// the memory.
func program(seed uint64, use features) mod {
	r := rand.New(rand.NewPCG(seed, 0))
	m := mod{
		types: [][]byte{
			typ([]byte{i32}, []byte{i32}), typ([]byte{i32}, []byte{i32, i32}),
			typ([]byte{i32}, nil), typ(nil, []byte{i32, i32}),
		},
		imports: [][]byte{importFunc("env", "tick", 0)},
		memory:  cat(1, 1, 3),
		globals: [][]byte{cat(i32, 1, 0x41, 5, 0x0b), cat(i32, 1, 0x41, 0, 0x0b)},
		exports: [][]byte{exportFunc("f", 1), cat("memory", 2, 0), cat("a", 3, 0), cat("b", 3, 1)},
	}
	n := 1 + r.IntN(5)
	for range n {
		m.funcs = append(m.funcs, fn{typ: r.IntN(2)})
	}
	m.tables = [][]byte{cat(0x70, 0, leb(n+1))}
	var all [][]byte
	for i := range n + 1 {
		all = append(all, leb(i))
	}
	m.elems = [][]byte{cat(0, 0x41, 0, 0x0b, vec(all...))}
	if use.throws {
		m.tag = cat(0, 2)
	}
	for i := range m.funcs {
		g := &generator{
			Rand: r, index: i + 1, funcs: m.funcs, budget: 20 + r.IntN(150), use: use,
			locals:  []byte{i32, i32, i32},
			targets: []target{{arity: m.funcs[i].typ + 1}},
		}
		for range 4 {
			g.body()
		}
		g.values(m.funcs[i].typ + 1)
		m.funcs[i].code, m.funcs[i].locals = g.code, g.locals
	}
	return m
}
