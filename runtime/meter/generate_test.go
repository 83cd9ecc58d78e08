package meter_test

import "math/rand/v2"

// A generated module has the types 0: (i32) -> (i32), 1: (i32) -> (i32 i32),
// 2: (i32) -> (), 3: () -> (i32 i32), one import of type 0, a table with all
// functions in their order, a memory of 1 to 3 pages, two mutable globals and a
// tag of type 2.

// features are what a program may use besides WebAssembly 2.0.
type features struct{ throws, tails bool }

// target is a label that code may branch to.
type target struct {
	arity int
	shut  bool // a loop that would not end
}

// generator makes the code of one function.
type generator struct {
	*rand.Rand
	code    []byte
	locals  []byte // types, without the parameter
	targets []target
	index   int // of this function
	funcs   []fn
	budget  int
	use     features
}

func (g *generator) op(parts ...any) { g.code = append(g.code, cat(parts...)...) }

func (g *generator) local() []byte { return leb(g.IntN(len(g.locals) + 1)) }

func (g *generator) fresh() []byte {
	g.locals = append(g.locals, i32)
	return leb(len(g.locals))
}

func (g *generator) constant(n int) { g.op(0x41, sleb(int64(n))) }

// expr leaves one i32.
func (g *generator) expr() {
	if g.budget--; g.budget <= 0 {
		g.op(0x20, g.local())
		return
	}
	switch g.IntN(16) {
	case 0, 1:
		g.constant(g.IntN(9) - 1)
	case 2, 3, 4:
		g.op(0x20, g.local())
	case 5:
		g.op(0x23, leb(g.IntN(2)))
	case 6, 7:
		g.expr()
		g.expr()
		g.op([]byte{0x46, 0x48, 0x6a, 0x6b, 0x6c, 0x71, 0x73, 0x77, 0x6a}[g.IntN(9)])
	case 8:
		g.expr()
		g.op(0x45)
	case 9:
		g.expr()
		g.op(0x22, g.local())
	case 10:
		g.address()
		g.op(0x28, 2, leb(g.IntN(64)))
	default:
		g.valueBlock()
	}
}

// address leaves an address inside the memory.
func (g *generator) address() {
	g.expr()
	g.op(0x41, sleb(0xfff), 0x71)
}

// valueBlock leaves the i32 of a block, a call or the like.
func (g *generator) valueBlock() {
	switch g.IntN(8) {
	case 0:
		g.expr()
		g.op(0x04, i32)
		g.in(target{arity: 1}, func() { g.body(); g.expr(); g.op(0x05); g.body(); g.expr() })
	case 1:
		g.op(0x02, i32)
		g.in(target{arity: 1}, func() {
			g.body()
			g.expr()
			g.expr()
			g.op(0x0d, 0)
			g.op(0x1a)
			g.expr()
		})
	case 2: // a block with a parameter
		g.expr()
		g.op(0x02, 0)
		g.in(target{arity: 1}, func() { g.op(0x21, g.local()); g.body(); g.expr() })
	case 3:
		g.expr()
		g.expr()
		g.expr()
		g.op(0x1b)
	case 4:
		g.op(0x3f, 0)
	case 5:
		g.constant(g.IntN(2))
		g.op(0x40, 0)
	case 6: // two values
		g.op(0x02, 3)
		g.in(target{arity: 2}, func() { g.expr(); g.body(); g.expr() })
		g.op(0x6a)
	default:
		g.call()
	}
}

// call leaves the first result of a function that follows this one.
func (g *generator) call() {
	callee := 0
	if rest := len(g.funcs) - g.index; rest > 0 && g.IntN(4) > 0 {
		callee = g.index + 1 + g.IntN(rest)
	}
	typ := 0
	if callee > 0 {
		typ = g.funcs[callee-1].typ
	}
	g.expr()
	if g.IntN(3) == 0 {
		g.constant(callee)
		g.op(0x11, typ, 0)
	} else {
		g.op(0x10, leb(callee))
	}
	if typ == 1 {
		g.op(0x1a)
	}
}

// in makes what is inside a block, and its end.
func (g *generator) in(t target, inside func()) {
	g.targets = append(g.targets, t)
	inside()
	g.targets = g.targets[:len(g.targets)-1]
	g.op(0x0b)
}

// body makes some statements. They leave nothing.
func (g *generator) body() {
	for n := g.IntN(4); n > 0 && g.budget > 0; n-- {
		g.statement()
	}
}

func (g *generator) statement() {
	if g.budget--; g.budget <= 0 {
		return
	}
	switch g.IntN(18) {
	case 0, 1, 2:
		g.expr()
		g.op(0x21, g.local())
	case 3:
		g.expr()
		g.op(0x24, leb(g.IntN(2)))
	case 4:
		g.address()
		g.expr()
		g.op(0x36, 2, leb(g.IntN(64)))
	case 5:
		g.op(0x01)
	case 6, 7:
		g.branchIf()
	case 8:
		g.op(0x02, 0x40)
		g.in(target{}, func() { g.body(); g.leave(); g.body() })
	case 9, 10:
		g.ifElse()
	case 11, 12:
		g.loop()
	case 13:
		g.valueLoop()
	case 14:
		g.bulk()
	case 15:
		g.try()
	case 16:
		g.op(0x02, 0x40)
		g.in(target{}, g.body)
	default:
		g.expr()
		g.op(0x1a)
	}
}

func (g *generator) ifElse() {
	g.expr()
	g.op(0x04, 0x40)
	g.in(target{}, func() {
		g.body()
		if g.IntN(3) == 0 {
			g.leave()
		}
		if g.IntN(2) == 0 {
			g.op(0x05)
			g.body()
			if g.IntN(4) == 0 {
				g.leave()
			}
		}
	})
}
