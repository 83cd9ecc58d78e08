package meter_test

import "encoding/binary"

// step executes one instruction. A tail call returns the function's index and
// leaves its arguments on the stack.
func (f *frame) step(op byte) (tail int, err error) {
	switch {
	case op >= 0x46 && op <= 0x77:
		return -1, f.binary(op)
	case op <= 0x05 || op == 0x0b || op == 0x1f:
		return -1, f.structure(op)
	case op >= 0x08 && op <= 0x0f:
		return -1, f.jump(op)
	case op >= 0x10 && op <= 0x13:
		return f.calls(op)
	case op >= 0x28 && op <= 0x40 || op == 0xfc:
		return -1, f.access(op)
	}
	switch op {
	case 0x1a:
		f.pop()
	case 0x1b:
		c, b, a := f.pop32(), f.pop(), f.pop()
		if c == 0 {
			a = b
		}
		f.push(a)
	case 0x20:
		f.push(f.locals[f.u()])
	case 0x21:
		f.locals[f.u()] = f.pop()
	case 0x22:
		f.locals[f.u()] = f.stack[len(f.stack)-1]
	case 0x23:
		f.push(f.globals[f.u()])
	case 0x24:
		f.globals[f.u()] = f.pop()
	case 0x41:
		f.push32(uint32(f.s()))
	case 0x45:
		f.push32(bool32(f.pop32() == 0))
	default:
		panic("opcode")
	}
	return -1, nil
}

func (f *frame) structure(op byte) error {
	switch op {
	case 0x00:
		return trap("wasm error: unreachable")
	case 0x01:
	case 0x02, 0x03:
		p, r := f.blockType()
		f.enter(op, p, r, 0)
	case 0x04:
		p, r := f.blockType()
		c := f.pop32()
		f.enter(op, p, r, 0)
		if c == 0 {
			f.skip(true) // into the else, or to the end
		}
	case 0x1f:
		p, r := f.blockType()
		catch := f.pc
		f.clauses()
		f.enter(op, p, r, catch)
	case 0x05: // the then arm is done
		l := f.labels[len(f.labels)-1]
		f.pc = l.pc
	case 0x0b:
		f.labels = f.labels[:len(f.labels)-1]
	}
	return nil
}

func (f *frame) jump(op byte) error {
	switch op {
	case 0x08:
		f.u()
		f.throws++
		return thrown(f.pop())
	case 0x0c:
		f.branch(f.u())
	case 0x0d:
		n := f.u()
		if f.pop32() != 0 {
			f.branch(n)
		}
	case 0x0e:
		i := int(f.pop32())
		n := f.u()
		l := 0
		for k := 0; k <= n; k++ {
			if t := f.u(); k == i || k == n && i > n {
				l = t
			}
		}
		f.branch(l)
	case 0x0f:
		f.branch(len(f.labels) - 1)
	}
	return nil
}

func (f *frame) calls(op byte) (tail int, err error) {
	index := f.u()
	typ := 0
	if op == 0x11 || op == 0x13 { // the table holds the functions in their order
		typ = index
		f.u()
		index = int(f.pop32())
		switch {
		case index > len(f.funcs):
			return -1, trap("wasm error: invalid table access")
		case index == 0 && typ != 0 || index > 0 && f.funcs[index-1].typ != typ:
			return -1, trap("wasm error: indirect call type mismatch")
		}
	} else if index > 0 {
		typ = f.funcs[index-1].typ
	}
	n := len(f.stack) - f.params[typ]
	args := append([]uint64(nil), f.stack[n:]...)
	f.stack = f.stack[:n]
	if op == 0x12 || op == 0x13 {
		f.stack = args
		return index, nil
	}
	results, err := f.call(index, args)
	f.stack = append(f.stack, results...)
	return -1, err
}

// access does what concerns memory. Bulk operations count by length.
func (f *frame) access(op byte) error {
	switch op {
	case 0x28:
		f.u()
		b, err := f.load(int(f.pop32())+f.u(), 4)
		if err != nil {
			return err
		}
		f.push32(binary.LittleEndian.Uint32(b))
	case 0x36:
		f.u()
		v := f.pop32()
		b, err := f.load(int(f.pop32())+f.u(), 4)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint32(b, v)
	case 0x3f:
		f.u()
		f.push32(uint32(len(f.memory) >> 16))
	case 0x40:
		f.u()
		n := int(f.pop32())
		had := len(f.memory) >> 16
		if had+n > 3 {
			f.push32(^uint32(0))
			return nil
		}
		f.memory = append(f.memory, make([]byte, n<<16)...)
		f.push32(uint32(had))
	case 0xfc:
		return f.bulk(f.u())
	}
	return nil
}

func (f *frame) bulk(sub int) error {
	f.u()
	if sub == 10 {
		f.u()
	}
	n, from, to := int(f.pop32()), f.pop32(), int(f.pop32())
	f.count += int64(n) >> 3
	dst, err := f.load(to, n)
	if err != nil {
		return err
	}
	if sub == 11 {
		for i := range dst {
			dst[i] = byte(from)
		}
		return nil
	}
	src, err := f.load(int(from), n)
	if err != nil {
		return err
	}
	copy(dst, src)
	return nil
}
