package calc

import (
	"bufio"
	"maps"
	"strings"
)

const (
	maxBase  = 1<<31 - 1
	maxScale = 1<<31 - 1
	maxIndex = 1<<24 - 1
	maxCalls = 20000
)

type array map[int64]Number

// savedValue is what a name was before a function took it for itself.
type savedValue struct {
	name  string
	array bool
	value Number
	had   bool
	list  array
}

// index is which element of an array the node is.
func (b *bc) index(n *node) int64 {
	if n.op != "element" {
		return 0
	}
	i, ok := b.value(n.subs[0]).int64()
	if !ok || i < 0 || i > maxIndex {
		b.fault(n, "Array %s subscript out of bounds.", n.text)
	}
	return i
}

func (b *bc) load(n *node, index int64) Number {
	switch n.op {
	case "variable":
		if v, ok := b.variables[n.text]; ok {
			return v
		}
		return zero
	case "element":
		if v, ok := b.arrays[n.text][index]; ok {
			return v
		}
		return zero
	}
	switch n.text {
	case "ibase":
		return integer(int64(b.ibase))
	case "obase":
		return integer(b.obase)
	case "scale":
		return integer(int64(b.scale))
	case "history":
		return integer(-1)
	}
	return b.last
}

func (b *bc) store(n *node, index int64, v Number) {
	switch n.op {
	case "variable":
		b.variables[n.text] = v
		return
	case "element":
		if b.arrays[n.text] == nil {
			b.arrays[n.text] = array{}
		}
		b.arrays[n.text][index] = v
		return
	}
	i, ok := v.int64()
	limit := func(least, most int64) int64 {
		switch {
		case !ok && v.sign() > 0 || i > most:
			b.complain("warning", n, "%s too large, set to %d", n.text, most)
			return most
		case !ok || i < least:
			if n.text == "scale" {
				b.complain("warning", n, "negative scale, set to 0")
			} else {
				b.complain("warning", n, "%s too small, set to %d", n.text, least)
			}
			return least
		}
		return i
	}
	switch n.text {
	case "ibase":
		b.ibase = int(limit(2, 16))
	case "obase":
		b.obase = limit(2, maxBase)
	case "scale":
		b.scale = int(limit(0, maxScale))
	case "last":
		b.last = v
	}
}

func (b *bc) assign(n *node) Number {
	target := n.subs[0]
	index := b.index(target)
	var v Number
	if n.text == "" {
		v = b.value(n.subs[1])
	} else {
		old := b.load(target, index)
		v = b.calculate(n, n.text, old, b.value(n.subs[1]))
	}
	b.storeAt(n, target, index, v)
	return v
}

// storeAt stores with the address of the whole expression for messages.
func (b *bc) storeAt(n, target *node, index int64, v Number) {
	t := *target
	t.at = n.at
	b.store(&t, index, v)
}

func (b *bc) step(n *node) Number {
	target := n.subs[0]
	index := b.index(target)
	old := b.load(target, index)
	v := old.add(one)
	if strings.HasSuffix(n.op, "--") {
		v = old.sub(one)
	}
	b.storeAt(n, target, index, v)
	if strings.HasPrefix(n.op, "pre") {
		return v
	}
	return old
}

func (b *bc) call(n *node) Number {
	f := b.functions[n.text]
	if f == nil {
		if v, ok := b.builtin(n); ok {
			return v
		}
		b.fault(n.before(len(n.subs)+1), "Function %s not defined.", n.text)
	}
	if len(n.subs) != len(f.params) {
		b.fault(n.before(1), "Parameter number mismatch")
	}
	if len(b.frames) > maxCalls {
		panic(outOfMemory{})
	}
	values := make([]Number, len(n.subs))
	lists := make([]array, len(n.subs))
	for i, a := range n.subs {
		p := f.params[i]
		if p.array != (a.op == "array") {
			b.fault(n, "Parameter type mismatch parameter %s.", p.name)
		}
		if !p.array {
			values[i] = b.value(a)
			continue
		}
		if b.arrays[a.text] == nil {
			b.arrays[a.text] = array{}
		}
		if lists[i] = b.arrays[a.text]; !p.ref {
			lists[i] = array{}
			maps.Copy(lists[i], b.arrays[a.text])
		}
	}
	base := len(b.saved)
	for i, p := range f.params {
		b.save(p, values[i], lists[i])
	}
	for _, p := range f.autos {
		b.save(p, zero, array{})
	}
	b.frames = append(b.frames, frame{name: n.text, result: zero})
	b.statement(f.body[0])
	result := b.frames[len(b.frames)-1].result
	b.frames = b.frames[:len(b.frames)-1]
	b.restoreTo(base)
	return result
}

// before is the node as messages show it that come some bytes before its end.
func (n *node) before(bytes int) *node {
	m := *n
	m.at -= bytes
	return &m
}

func (b *bc) save(p param, v Number, list array) {
	s := savedValue{name: p.name, array: p.array}
	if p.array {
		s.list = b.arrays[p.name]
		b.arrays[p.name] = list
	} else {
		s.value, s.had = b.variables[p.name]
		b.variables[p.name] = v
	}
	b.saved = append(b.saved, s)
}

func (b *bc) restoreTo(base int) {
	for len(b.saved) > base {
		s := b.saved[len(b.saved)-1]
		b.saved = b.saved[:len(b.saved)-1]
		switch {
		case s.array:
			b.arrays[s.name] = s.list
		case s.had:
			b.variables[s.name] = s.value
		default:
			delete(b.variables, s.name)
		}
	}
}

// builtin is a function of -l.
func (b *bc) builtin(n *node) (Number, bool) {
	want := map[string]int{"s": 1, "c": 1, "a": 1, "l": 1, "e": 1, "j": 2}[n.text]
	if !b.library || want == 0 {
		return zero, false
	}
	if len(n.subs) != want {
		b.fault(n.before(1), "Parameter number mismatch")
	}
	args := make([]Number, want)
	for i, a := range n.subs {
		args[i] = b.value(a)
	}
	switch n.text {
	case "s":
		return sin(args[0], b.scale), true
	case "c":
		return cos(args[0], b.scale), true
	case "a":
		return atan(args[0], b.scale), true
	case "l":
		return ln(args[0], b.scale), true
	case "e":
		return exp(args[0], b.scale), true
	}
	return bessel(args[0], args[1], b.scale), true
}

// read is read(): a number from standard input.
func (b *bc) read(n *node) Number {
	in := b.host.In
	text := ""
	for {
		c, err := in.ReadByte()
		if err != nil {
			break
		}
		if c == ' ' || c == '\t' || c == '\n' {
			if text == "" {
				continue
			}
			break
		}
		if c == '\\' {
			b.skipEscape(in)
			continue
		}
		text += string(rune(c))
	}
	if strings.Trim(text, "-.0123456789ABCDEF") != "" {
		return zero
	}
	_ = n
	return parse(text, b.ibase)
}

func (b *bc) skipEscape(in *bufio.Reader) { _, _ = in.ReadByte() }
