package calc

import (
	"bufio"
	"fmt"
	"math/big"
	"strings"
)

// value is what dc's stack holds: a number or a string.
type value struct {
	num  Number
	text []byte
	str  bool
}

// register is a stack of values, each with an array beside it.
type register struct {
	stack []value
	array map[int64]value
}

// dc is a run of dc, as of GNU bc 1.07.1.
type dc struct {
	host      *IO
	name      string
	out       *wrapper
	stack     []value
	registers map[byte]*register
	ibase     int
	obase     int64
	scale     int
	depth     int             // of macros, with those that ended by calling another
	nested    int             // of macros that are to go on
	tail      *strings.Reader // what the macro that has ended goes on as
	quitting  int             // how many levels of macros end
}

// source is where commands come from: standard input, a file or a string.
type source interface {
	ReadByte() (byte, error)
	UnreadByte() error
}

// DC is a dc that keeps its stack from one source to the next.
type DC struct{ d *dc }

// NewDC makes a dc; name stands before its messages.
func NewDC(host *IO, name string) *DC {
	return &DC{&dc{
		host: host, name: name, out: newWrapper(host, "DC_LINE_LENGTH", 0), registers: map[byte]*register{},
		ibase: 10, obase: 10,
	}}
}

// Run executes commands and reports whether there may be more: q ends dc.
func (d *DC) Run(in *bufio.Reader) (more bool) { return d.run(in) }

// RunText executes commands.
func (d *DC) RunText(text string) (more bool) { return d.run(strings.NewReader(text)) }

func (d *DC) run(in source) (more bool) {
	defer func() {
		switch e := recover(); e.(type) {
		case nil:
		case quit:
			more = false
		case outOfMemory:
			d.d.host.Err(d.d.name + ": out of memory\n")
			more = false
		default:
			panic(e)
		}
	}()
	d.d.run(in)
	return true
}

func (d *dc) error(format string, args ...any) {
	d.flush()
	d.host.Err(d.name + ": " + fmt.Sprintf(format, args...) + "\n")
}

func (d *dc) flush() {
	if f, ok := d.host.Out.(interface{ Flush() error }); ok {
		_ = f.Flush()
	}
}

// run executes a source to its end, or until q leaves it. A macro whose last command calls another becomes
// that one, so that loops made of macros need no memory, however often they go round.
func (d *dc) run(in source) {
	d.nested++
	if d.nested > maxCalls {
		panic(outOfMemory{})
	}
	levels := 1
	d.depth++
	defer func() { d.depth, d.nested = d.depth-levels, d.nested-1 }()
	for {
		c, err := in.ReadByte()
		if err != nil {
			return
		}
		d.command(c, in)
		if d.quitting > 0 {
			d.quitting -= min(levels, d.quitting)
			return
		}
		if d.tail != nil {
			in, d.tail = d.tail, nil
			levels++
			d.depth++
		}
	}
}

// call executes a macro, now or in the place of the one that calls it and has nothing else to do.
func (d *dc) call(text []byte, in source) {
	macro := strings.NewReader(string(text))
	if r, ok := in.(*strings.Reader); ok {
		c, err := byte(' '), error(nil)
		for err == nil && strings.IndexByte(" \t\n\r\f\v", c) >= 0 {
			c, err = r.ReadByte()
		}
		if err != nil {
			d.tail = macro
			return
		}
		_ = r.UnreadByte()
	}
	d.run(macro)
}

func (d *dc) command(c byte, in source) {
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
	case c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c == '_' || c == '.':
		d.number(c, in)
	case c == '#':
		for c, err := in.ReadByte(); err == nil && c != '\n'; c,
			err = in.ReadByte() {
		}
	case c == '[':
		d.push(value{text: d.bracketed(in), str: true})
	case strings.IndexByte("+-*/%~^|v", c) >= 0:
		d.arithmetic(c)
	case strings.IndexByte("pnPfcdrRzZXaiokIOK", c) >= 0:
		d.simple(c)
	case strings.IndexByte("slSL:;", c) >= 0:
		d.register(c, in)
	case strings.IndexByte("<>=!x?qQ", c) >= 0:
		d.control(c, in)
	default:
		d.unimplemented(c)
	}
}

func (d *dc) unimplemented(c byte) {
	d.flush()
	d.host.Err(d.name + ": ") // and the rest goes elsewhere
	if c > ' ' && c <= '~' {
		d.out.text(fmt.Sprintf("'%c' (%#o) unimplemented\n", c, c))
		return
	}
	d.out.text(fmt.Sprintf("%#o unimplemented\n", c))
}

func (d *dc) number(c byte, in source) {
	var b []byte
	if c == '_' {
		b = append(b, '-')
	} else {
		_ = in.UnreadByte()
	}
	point := false
	for {
		c, err := in.ReadByte()
		if err != nil {
			break
		}
		if !(c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c == '.' && !point) {
			_ = in.UnreadByte()
			break
		}
		point = point || c == '.'
		b = append(b, c)
	}
	d.push(value{num: d.digits(string(b))})
}

// digits reads a number as dc does: every digit counts as what it is, in whatever base.
func (d *dc) digits(text string) Number {
	negative := strings.HasPrefix(text, "-")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	base := big.NewInt(int64(d.ibase))
	value := func(digits string) *big.Int {
		v := new(big.Int)
		for _, c := range []byte(digits) {
			v.Add(v.Mul(v, base), big.NewInt(int64(strings.IndexByte("0123456789ABCDEF", c))))
		}
		return v
	}
	n := Number{value(whole), 0}
	if fraction != "" {
		divisor := new(big.Int).Exp(base, big.NewInt(int64(len(fraction))), nil)
		n = n.add(Number{value(fraction), 0}.div(Number{divisor, 0}, len(fraction)))
	}
	if negative {
		return n.negate()
	}
	return n
}

func (d *dc) bracketed(in source) []byte {
	var b []byte
	for depth := 1; ; {
		c, err := in.ReadByte()
		if err != nil {
			return b
		}
		switch c {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return b
			}
		}
		b = append(b, c)
	}
}

func (d *dc) push(v value) { d.stack = append(d.stack, v) }

// pop takes the top of the stack, if it has one.
func (d *dc) pop() (value, bool) {
	if len(d.stack) == 0 {
		d.error("stack empty")
		return value{}, false
	}
	v := d.stack[len(d.stack)-1]
	d.stack = d.stack[:len(d.stack)-1]
	return v, true
}

func (d *dc) top() (value, bool) {
	if len(d.stack) == 0 {
		d.error("stack empty")
		return value{}, false
	}
	return d.stack[len(d.stack)-1], true
}

func (d *dc) arithmetic(c byte) {
	need := map[byte]int{'v': 1, '|': 3}[c]
	if need == 0 {
		need = 2
	}
	if len(d.stack) < need {
		d.error("stack empty")
		return
	}
	args := d.stack[len(d.stack)-need:]
	for _, a := range args {
		if a.str {
			if c == 'v' {
				d.error("square root of nonnumeric attempted")
				d.stack = d.stack[:len(d.stack)-1]
			} else {
				d.error("non-numeric value")
			}
			return
		}
	}
	var results []Number
	ok := true
	switch need {
	case 1:
		if args[0].num.sign() < 0 {
			d.error("square root of negative number")
			ok = false
			d.stack = d.stack[:len(d.stack)-1]
		} else {
			results = []Number{args[0].num.sqrt(d.scale)}
		}
	case 3:
		results, ok = d.modularPower(args[0].num, args[1].num, args[2].num)
	default:
		results, ok = d.binary(c, args[0].num, args[1].num)
	}
	if !ok {
		return
	}
	d.stack = d.stack[:len(d.stack)-need]
	for _, n := range results {
		d.push(value{num: n})
	}
}

func (d *dc) binary(c byte, x, y Number) ([]Number, bool) {
	if (c == '/' || c == '~' || c == '%') && y.sign() == 0 {
		if c == '%' {
			d.error("remainder by zero")
		} else {
			d.error("divide by zero")
		}
		return nil, false
	}
	switch c {
	case '+':
		return []Number{x.add(y)}, true
	case '-':
		return []Number{x.sub(y)}, true
	case '*':
		return []Number{x.mul(y, d.scale)}, true
	case '/':
		return []Number{x.div(y, d.scale)}, true
	case '%':
		_, rest := x.divmod(y, d.scale)
		return []Number{rest}, true
	case '~':
		quotient, rest := x.divmod(y, d.scale)
		return []Number{quotient, rest}, true
	}
	if y.at(0).at(y.scale).cmp(y) != 0 {
		d.flush()
		d.host.Err("Runtime warning: non-zero scale in exponent\n")
	}
	exponent, ok := y.int64()
	if !ok {
		d.host.Err("Runtime error: exponent too large in raise\n")
		return nil, false
	}
	n, ok := x.pow(exponent, d.scale)
	if !ok {
		d.error("divide by zero")
	}
	return []Number{n}, ok
}

func (d *dc) modularPower(base, exponent, modulus Number) ([]Number, bool) {
	if modulus.sign() == 0 {
		d.error("remainder by zero")
		return nil, false
	}
	e := exponent.at(0).v
	if e.Sign() < 0 {
		d.error("negative exponent") //nolint:goconst // as it says
		return nil, false
	}
	m := new(big.Int).Abs(modulus.at(0).v)
	b := base.at(0).v
	v := new(big.Int).Exp(b, e, m)
	if b.Sign() < 0 && e.Bit(0) == 1 && v.Sign() > 0 {
		v.Sub(v, m)
	}
	return []Number{{v, 0}}, true
}

// print writes a value as p and n do.
func (d *dc) print(v value, end string) {
	if v.str {
		d.out.text(string(v.text))
	} else {
		text := v.num.format(d.obase, false)
		for text != "" {
			piece := len(text)
			if d.obase > 16 {
				if at := strings.IndexByte(text[1:], ' ') + 1; at > 0 {
					piece = at
				}
			}
			d.out.number(text[:piece])
			text = text[piece:]
		}
	}
	d.out.text(end)
}
