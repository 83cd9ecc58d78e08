package calc

import (
	"fmt"
	"strings"
)

// flow is how a statement ended.
type flow int

const (
	flowNext flow = iota
	flowBreak
	flowContinue
	flowReturn
)

// quit ends bc, halt too; abandon is a runtime error, which ends the line.
type (
	quit    struct{}
	abandon struct{}
)

// frame is a call of a function.
type frame struct {
	name   string
	result Number
}

func (b *bc) fault(n *node, format string, args ...any) {
	b.complain("error", n, format, args...)
	panic(abandon{})
}

func (b *bc) complain(kind string, n *node, format string, args ...any) {
	name := "(main)"
	if len(b.frames) > 0 {
		name = b.frames[len(b.frames)-1].name
	}
	b.flush()
	b.host.Err(fmt.Sprintf("Runtime %s (func=%s, adr=%d): %s\n", kind, name, n.at, fmt.Sprintf(format,
		args...)))
}

// execute runs a line; a runtime error ends it.
func (b *bc) execute(list []*node) {
	depth := len(b.frames)
	saved := b.saved
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(abandon); !ok {
				panic(e)
			}
			b.restoreTo(len(saved))
			b.frames = b.frames[:depth]
		}
	}()
	for _, n := range list {
		b.statement(n)
	}
}

func (b *bc) statement(n *node) flow {
	switch n.op {
	case "text":
		b.out.text(n.text)
	case "escaped":
		b.out.text(unescape(n.text))
	case "show":
		v := b.value(n.subs[0])
		if n.subs[0].op == "call" && b.isVoid(n.subs[0].text) {
			break
		}
		b.last = v
		b.show(v)
		b.out.text("\n")
	case "bare":
		v := b.value(n.subs[0])
		b.last = v
		b.show(v)
	case "drop":
		b.value(n.subs[0])
	case "block":
		for _, s := range n.subs {
			if f := b.statement(s); f != flowNext {
				return f
			}
		}
	case "break":
		return flowBreak
	case "continue":
		return flowContinue
	case "halt":
		b.flush()
		panic(quit{})
	case "return":
		return b.returning(n)
	case "about":
		b.about(n.text)
	default:
		return b.control(n)
	}
	return flowNext
}

func (b *bc) isVoid(name string) bool {
	f := b.functions[name]
	return f != nil && f.void
}

func (b *bc) returning(n *node) flow {
	v := zero
	if len(n.subs) > 0 {
		v = b.value(n.subs[0])
	}
	if len(b.frames) > 0 {
		b.frames[len(b.frames)-1].result = v
	}
	return flowReturn
}

func (b *bc) control(n *node) flow {
	switch n.op {
	case "if":
		switch {
		case b.value(n.subs[0]).sign() != 0:
			return b.statement(n.subs[1])
		case len(n.subs) > 2:
			return b.statement(n.subs[2])
		}
	case "while":
		for b.value(n.subs[0]).sign() != 0 {
			if f := b.statement(n.subs[1]); f == flowBreak {
				break
			} else if f == flowReturn {
				return f
			}
		}
	case "for":
		b.optional(n.subs[0])
		for ; b.value(n.subs[1]).sign() != 0; b.optional(n.subs[2]) {
			if f := b.statement(n.subs[3]); f == flowBreak {
				break
			} else if f == flowReturn {
				return f
			}
		}
	}
	return flowNext
}

func (b *bc) optional(n *node) {
	if n.op != "nothing" {
		b.value(n)
	}
}

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		if at := strings.IndexByte(`abfnrtq\`, s[i]); at >= 0 {
			out.WriteByte("\a\b\f\n\r\t\"\\"[at])
		}
	}
	return out.String()
}

func (b *bc) value(n *node) Number {
	switch n.op {
	case "number":
		if n.text == "" {
			return n.num
		}
		return parse(n.text, b.ibase)
	case "parens":
		return b.value(n.subs[0])
	case "variable", "element", "special":
		return b.load(n, b.index(n))
	case "assign":
		return b.assign(n)
	case "pre++", "pre--", "post++", "post--":
		return b.step(n)
	case "negate":
		return b.value(n.subs[0]).negate()
	case "!":
		return truth(b.value(n.subs[0]).sign() == 0)
	case "&&":
		return truth(b.value(n.subs[0]).sign() != 0 && b.value(n.subs[1]).sign() != 0)
	case "||":
		return truth(b.value(n.subs[0]).sign() != 0 || b.value(n.subs[1]).sign() != 0)
	case "sqrt":
		x := b.value(n.subs[0])
		if x.sign() < 0 {
			b.fault(n, "Square root of a negative number")
		}
		return x.sqrt(b.scale)
	case "length":
		return integer(int64(b.value(n.subs[0]).length()))
	case "scaleof":
		return integer(int64(b.value(n.subs[0]).scale))
	case "read":
		return b.read(n)
	case "random":
		return b.random(n)
	case "call":
		return b.call(n)
	case "array":
		b.fault(n, "Parameter type mismatch, parameter %s.", n.text)
	}
	x, y := b.value(n.subs[0]), b.value(n.subs[1])
	return b.calculate(n, n.op, x, y)
}

func truth(v bool) Number {
	if v {
		return one
	}
	return zero
}

func (b *bc) calculate(n *node, op string, x, y Number) Number {
	switch op {
	case "+":
		return x.add(y)
	case "-":
		return x.sub(y)
	case "*":
		return x.mul(y, b.scale)
	case "/":
		if y.sign() == 0 {
			b.fault(n, "Divide by zero")
		}
		return x.div(y, b.scale)
	case "%":
		if y.sign() == 0 {
			b.fault(n, "Modulo by zero")
		}
		_, rest := x.divmod(y, b.scale)
		return rest
	case "^":
		return b.power(n, x, y)
	case "==":
		return truth(x.cmp(y) == 0)
	case "!=":
		return truth(x.cmp(y) != 0)
	case "<":
		return truth(x.cmp(y) < 0)
	case "<=":
		return truth(x.cmp(y) <= 0)
	case ">":
		return truth(x.cmp(y) > 0)
	case ">=":
		return truth(x.cmp(y) >= 0)
	}
	return zero
}

func (b *bc) power(n *node, x, y Number) Number {
	if y.scale != 0 {
		b.complain("warning", n, "non-zero scale in exponent")
	}
	exponent, ok := y.int64()
	if !ok {
		b.fault(n, "exponent too large in raise")
	}
	v, ok := x.pow(exponent, b.scale)
	if !ok {
		b.fault(n, "divide by zero")
	}
	return v
}
