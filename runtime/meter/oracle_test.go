package meter_test

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// oracle runs the functions of a generated program and counts instructions one
// by one. It knows the opcodes that the generator uses, and nothing of regions.
type oracle struct {
	funcs   []fn // defined ones: index 1 and up, 0 is the import
	results []int
	params  []int
	memory  []byte
	globals []uint64
	count   int64
	limit   int64
	throws  int
	depth   int // active functions that call others
	deepest int
}

var errTooLong = errors.New("program runs too long")

type trap string

func (t trap) Error() string { return string(t) }

type thrown uint64

func (thrown) Error() string { return "exception" }

// label is where a branch goes.
type label struct {
	pc     int // of the end, or of the loop's first instruction
	height int
	arity  int
	loop   bool
	op     byte
	catch  int // pc of the catch clauses of a try_table
}

type frame struct {
	*oracle
	code   []byte
	pc     int
	locals []uint64
	stack  []uint64
	labels []label
}

func (f *frame) pop() uint64 {
	v := f.stack[len(f.stack)-1]
	f.stack = f.stack[:len(f.stack)-1]
	return v
}

func (f *frame) pop32() uint32   { return uint32(f.pop()) }
func (f *frame) push(v uint64)   { f.stack = append(f.stack, v) }
func (f *frame) push32(v uint32) { f.stack = append(f.stack, uint64(v)) }

func (f *frame) byte() byte {
	f.pc++
	return f.code[f.pc-1]
}

func (f *frame) u() int {
	v, n := binary.Uvarint(f.code[f.pc:])
	f.pc += n
	return int(v)
}

func (f *frame) s() int64 {
	var v int64
	shift := 0
	for {
		c := f.byte()
		v |= int64(c&0x7f) << shift
		shift += 7
		if c < 0x80 {
			if c&0x40 != 0 && shift < 64 {
				v |= -1 << shift
			}
			return v
		}
	}
}

// blockType returns how many values a block takes and gives.
func (f *frame) blockType() (params, results int) {
	switch v := f.s(); v {
	case -64:
		return 0, 0
	case -1:
		return 0, 1
	default:
		return f.params[v], f.results[v]
	}
}

// skip moves from inside a block past its else, if it has one and that is
// wanted, or to its end.
func (f *frame) skip(wantElse bool) {
	for depth := 0; ; {
		at := f.pc
		switch op := f.byte(); op {
		case 0x02, 0x03, 0x04:
			f.s()
			depth++
		case 0x1f:
			f.s()
			f.clauses()
			depth++
		case 0x05:
			if depth == 0 && wantElse {
				return
			}
		case 0x0b:
			if depth == 0 {
				f.pc = at
				return
			}
			depth--
		default:
			f.operands(op)
		}
	}
}

func (f *frame) clauses() {
	for n := f.u(); n > 0; n-- {
		if f.byte() == 0 {
			f.u()
		}
		f.u()
	}
}

// operands skips what follows an opcode that isn't a block.
func (f *frame) operands(op byte) {
	switch op {
	case 0x0e:
		for n := f.u(); n >= 0; n-- {
			f.u()
		}
	case 0x41, 0x42:
		f.s()
	case 0x11, 0x13, 0x28, 0x36:
		f.u()
		f.u()
	case 0x08, 0x0c, 0x0d, 0x10, 0x12, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40:
		f.u()
	case 0xfc:
		switch f.u() {
		case 10:
			f.u()
			f.u()
		case 11:
			f.u()
		}
	}
}

// branch goes to the n-th label from the innermost.
func (f *frame) branch(n int) {
	i := len(f.labels) - 1 - n
	l := f.labels[i]
	copy(f.stack[l.height:], f.stack[len(f.stack)-l.arity:])
	f.stack = f.stack[:l.height+l.arity]
	f.pc = l.pc
	if l.loop {
		f.labels = f.labels[:i+1]
		return
	}
	f.labels = f.labels[:i]
	if i > 0 {
		f.pc++ // past the end
	}
}

// enter opens a block whose code starts at the pc.
func (f *frame) enter(op byte, params, results, catch int) {
	l := label{height: len(f.stack) - params, arity: results, op: op, catch: catch}
	start := f.pc
	if op == 0x03 {
		l.pc, l.arity, l.loop = start, params, true
	} else {
		f.skip(false)
		l.pc = f.pc
		f.pc = start
	}
	f.labels = append(f.labels, l)
}

// call runs a function by its index.
func (o *oracle) call(index int, args []uint64) ([]uint64, error) {
	for {
		if index == 0 { // the import
			return []uint64{uint64(uint32(args[0]*3 + 1))}, nil
		}
		fn := o.funcs[index-1]
		f := &frame{oracle: o, code: cat(fn.code, 0x0b)}
		f.locals = append(append(f.locals, args...), make([]uint64, len(fn.locals))...)
		f.labels = []label{{pc: len(f.code), arity: o.results[fn.typ]}}
		counts := f.callsOut()
		if counts {
			o.depth++
			o.deepest = max(o.deepest, o.depth)
		}
		next, err := f.run()
		if counts {
			o.depth--
		}
		if err != nil {
			return nil, err
		}
		if next < 0 {
			return f.stack, nil
		}
		index, args = next, f.stack // a tail call
	}
}

// callsOut tells whether the code calls a function anywhere.
func (f *frame) callsOut() bool {
	defer func() { f.pc = 0 }()
	for f.pc = 0; f.pc < len(f.code); {
		switch op := f.byte(); op {
		case 0x10, 0x11, 0x12, 0x13:
			return true
		case 0x02, 0x03, 0x04:
			f.s()
		case 0x1f:
			f.s()
			f.clauses()
		default:
			f.operands(op)
		}
	}
	return false
}

// run executes until the function returns, or makes a tail call, and then
// returns the index of the function to call.
func (f *frame) run() (tail int, err error) {
	for len(f.labels) > 0 {
		op := f.byte()
		switch op {
		case 0x01, 0x02, 0x03, 0x05, 0x0b, 0x1f:
		case 0x40: // memory.grow
			f.count += 64
		default:
			f.count++
		}
		if f.count > f.limit {
			return -1, errTooLong
		}
		tail, err := f.step(op)
		if t, ok := errors.AsType[thrown](err); ok && f.caught(t) {
			continue
		}
		if err != nil || tail >= 0 {
			return tail, err
		}
	}
	return -1, nil
}

// caught looks for a handler in this function and goes there.
func (f *frame) caught(t thrown) bool {
	for len(f.labels) > 0 {
		i := len(f.labels) - 1
		l := f.labels[i]
		f.labels = f.labels[:i]
		f.stack = f.stack[:l.height]
		if l.op != 0x1f {
			continue
		}
		f.pc = l.catch
		if n := f.u(); n > 0 { // the first clause catches all that is thrown
			if f.byte() == 0 {
				f.u()
				f.push(uint64(t))
			}
			f.branch(f.u())
			return true
		}
	}
	return false
}

func div(a, b uint32) (uint32, error) {
	if b == 0 {
		return 0, trap("wasm error: integer divide by zero")
	}
	return a / b, nil
}

func bool32(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func (f *frame) load(at, n int) ([]byte, error) {
	if at+n > len(f.memory) {
		return nil, trap("wasm error: out of bounds memory access")
	}
	return f.memory[at : at+n], nil
}

func (f *frame) binary(op byte) error {
	b, a := f.pop32(), f.pop32()
	var v uint32
	var err error
	switch op {
	case 0x46:
		v = bool32(a == b)
	case 0x48:
		v = bool32(int32(a) < int32(b))
	case 0x6a:
		v = a + b
	case 0x6b:
		v = a - b
	case 0x6c:
		v = a * b
	case 0x6e:
		v, err = div(a, b)
	case 0x71:
		v = a & b
	case 0x73:
		v = a ^ b
	case 0x77:
		v = bits.RotateLeft32(a, int(b&31))
	default:
		panic("opcode")
	}
	f.push32(v)
	return err
}
