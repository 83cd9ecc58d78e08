package calc

import (
	"math/big"
	"slices"
	"strings"
)

func (d *dc) simple(c byte) {
	switch c {
	case 'p':
		if v, ok := d.top(); ok {
			d.print(v, "\n")
		}
	case 'n':
		if v, ok := d.pop(); ok {
			d.print(v, "")
		}
	case 'P':
		d.bytes()
	case 'f':
		for _, v := range slices.Backward(d.stack) {
			d.print(v, "\n")
		}
	case 'c':
		d.stack = nil
	case 'd':
		if v, ok := d.top(); ok {
			d.push(v)
		}
	case 'r':
		if n := len(d.stack); n < 2 {
			d.error("stack empty")
		} else {
			d.stack[n-1], d.stack[n-2] = d.stack[n-2], d.stack[n-1]
		}
	case 'R':
		d.rotate()
	case 'z':
		d.push(value{num: integer(int64(len(d.stack)))})
	case 'Z', 'X', 'a':
		if v, ok := d.pop(); ok {
			d.push(measure(c, v))
		}
	case 'i', 'o', 'k':
		d.set(c)
	case 'I':
		d.push(value{num: integer(int64(d.ibase))})
	case 'O':
		d.push(value{num: integer(d.obase)})
	case 'K':
		d.push(value{num: integer(int64(d.scale))})
	}
}

// measure is Z, X and a.
func measure(c byte, v value) value {
	switch {
	case c == 'Z' && v.str:
		return value{num: integer(int64(len(v.text)))}
	case c == 'Z':
		return value{num: integer(int64(digitsOf(v.num)))}
	case c == 'X' && v.str:
		return value{num: zero}
	case c == 'X':
		return value{num: integer(int64(v.num.scale))}
	case v.str:
		return value{text: v.text[:min(1, len(v.text))], str: true}
	}
	low := new(big.Int).And(v.num.at(0).v, big.NewInt(255))
	return value{text: []byte{byte(low.Int64())}, str: true}
}

// digitsOf counts the digits of a number without zeros at its beginning.
func digitsOf(n Number) int {
	whole := new(big.Int).Abs(n.at(0).v)
	if whole.Sign() == 0 {
		if n.scale > 0 && n.sign() != 0 {
			return len(new(big.Int).Abs(n.v).String())
		}
		return max(n.scale, 1)
	}
	return len(whole.String()) + n.scale
}

// bytes is P: a string as it is, a number as the bytes of its value.
func (d *dc) bytes() {
	v, ok := d.pop()
	switch {
	case !ok:
	case v.str:
		d.out.text(string(v.text))
	default:
		b := new(big.Int).Abs(v.num.at(0).v).Bytes()
		if len(b) == 0 {
			b = []byte{0}
		}
		d.out.text(string(b))
	}
}

func (d *dc) rotate() {
	v, ok := d.pop()
	if !ok || v.str {
		return
	}
	n, fits := v.num.int64()
	size := n
	if size < 0 {
		size = -size
	}
	if !fits || size < 2 {
		return
	}
	size = min(size, int64(len(d.stack)))
	part := d.stack[int64(len(d.stack))-size:]
	if len(part) < 2 {
		return
	}
	if n > 0 { // the deepest comes to the top
		first := part[0]
		copy(part, part[1:])
		part[len(part)-1] = first
	} else {
		last := part[len(part)-1]
		copy(part[1:], part[:len(part)-1])
		part[0] = last
	}
}

func (d *dc) set(c byte) {
	v, ok := d.pop()
	if !ok {
		return
	}
	n, fits := int64(-1), false
	if !v.str {
		n, fits = v.num.int64()
	}
	switch {
	case c == 'i' && (!fits || n < 2 || n > 16):
		d.error("input base must be a number between 2 and 16 (inclusive)")
	case c == 'o' && (!fits || n < 2 || n > maxBase):
		d.error("output base must be a number greater than 1")
	case c == 'k' && (!fits || n < 0 || n > most):
		d.error("scale must be a nonnegative number")
	case c == 'i':
		d.ibase = int(n)
	case c == 'o':
		d.obase = n
	default:
		d.scale = int(n)
	}
}

func (d *dc) named(in source) (*register, byte, bool) {
	name, err := in.ReadByte()
	if err != nil {
		d.error("unexpected EOS")
		return nil, 0, false
	}
	r := d.registers[name]
	if r == nil {
		r = &register{}
		d.registers[name] = r
	}
	return r, name, true
}

func (d *dc) register(c byte, in source) {
	r, name, ok := d.named(in)
	if !ok {
		return
	}
	size := len(r.stack)
	switch c {
	case 's':
		v, ok := d.pop()
		switch {
		case !ok:
		case size == 0:
			r.stack = append(r.stack, v)
		default:
			r.stack[size-1] = v
		}
	case 'l':
		if size == 0 {
			d.push(value{num: zero})
			return
		}
		d.push(r.stack[size-1])
	case 'S':
		if v, ok := d.pop(); ok {
			r.stack = append(r.stack, v)
		}
	case 'L':
		if size == 0 {
			d.error("stack register '%c' (%#o) is empty", name, name)
			return
		}
		d.push(r.stack[size-1])
		r.stack = r.stack[:size-1]
	default:
		d.arrayOf(c, r)
	}
}

// arrayOf is : and ;.
func (d *dc) arrayOf(c byte, r *register) {
	index, ok := d.pop()
	if !ok {
		return
	}
	n, fits := int64(-1), false
	if !index.str {
		n, fits = index.num.int64()
	}
	if !fits || n < 0 {
		d.error("array index must be a nonnegative integer")
		if c == ':' {
			d.pop()
		}
		return
	}
	if c == ';' {
		v, ok := r.array[n]
		if !ok {
			v = value{num: zero}
		}
		d.push(v)
		return
	}
	if v, ok := d.pop(); ok {
		if r.array == nil {
			r.array = map[int64]value{}
		}
		r.array[n] = v
	}
}

func (d *dc) control(c byte, in source) {
	switch c {
	case 'x':
		v, ok := d.pop()
		if ok && v.str {
			d.call(v.text, in)
		} else if ok {
			d.push(v)
		}
	case '?':
		line, _ := d.host.In.ReadBytes('\n')
		d.run(strings.NewReader(string(line)))
	case 'q':
		if d.depth <= 2 {
			panic(quit{})
		}
		d.quitting = 2
	case 'Q':
		d.leave()
	case '!':
		d.negated(in)
	default:
		d.compare(c, false, in)
	}
}

func (d *dc) leave() {
	v, ok := d.pop()
	if !ok {
		return
	}
	n, fits := int64(0), false
	if !v.str {
		n, fits = v.num.int64()
	}
	if !fits || n < 1 {
		d.error("Q command requires a number >= 1")
		return
	}
	d.quitting = int(min(n, int64(d.depth-1)))
}

// negated is !< != !>, or a line for the shell.
func (d *dc) negated(in source) {
	c, err := in.ReadByte()
	if err != nil {
		return
	}
	if strings.IndexByte("<>=", c) >= 0 {
		d.compare(c, true, in)
		return
	}
	var line []byte
	for err == nil && c != '\n' {
		line = append(line, c)
		c, err = in.ReadByte()
	}
	d.flush()
	d.host.Run(string(line))
}

func (d *dc) compare(c byte, negate bool, in source) {
	r, _, ok := d.named(in)
	if !ok {
		return
	}
	if len(d.stack) < 2 {
		d.error("stack empty")
		return
	}
	x, y := d.stack[len(d.stack)-1], d.stack[len(d.stack)-2]
	if x.str || y.str {
		d.error("non-numeric value")
		return
	}
	d.stack = d.stack[:len(d.stack)-2]
	result := x.num.cmp(y.num)
	holds := c == '<' && result < 0 || c == '>' && result > 0 || c == '=' && result == 0
	if holds == negate || len(r.stack) == 0 {
		return
	}
	v := r.stack[len(r.stack)-1]
	if v.str {
		d.call(v.text, in)
	} else {
		d.push(v)
	}
}
