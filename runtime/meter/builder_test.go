package meter_test

// Bytes of types, for tests.
const (
	i32  = 0x7f
	i64  = 0x7e
	f32  = 0x7d
	f64  = 0x7c
	v128 = 0x7b
)

// leb codes an unsigned number.
func leb(n int) []byte {
	var b []byte
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

// sleb codes a signed number.
func sleb(v int64) []byte {
	var b []byte
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// cat joins bytes, numbers below 256 and slices of bytes.
func cat(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = append(b, byte(p))
		case byte:
			b = append(b, p)
		case []byte:
			b = append(b, p...)
		case string:
			b = append(append(b, leb(len(p))...), p...)
		default:
			panic("cat")
		}
	}
	return b
}

// vec codes a vector of elements that are coded already.
func vec(elems ...[]byte) []byte {
	b := leb(len(elems))
	for _, e := range elems {
		b = append(b, e...)
	}
	return b
}

func section(id byte, body []byte) []byte { return cat(id, leb(len(body)), body) }

// wasm joins sections to a module.
func wasm(sections ...[]byte) []byte {
	b := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range sections {
		b = append(b, s...)
	}
	return b
}

func typ(params, results []byte) []byte {
	return cat(0x60, leb(len(params)), params, leb(len(results)), results)
}

// fn is a function of a test module.
type fn struct {
	typ    int
	locals []byte // one type each
	code   []byte // without the last end
}

func (f fn) body() []byte {
	var decl [][]byte
	for _, t := range f.locals {
		decl = append(decl, cat(1, t))
	}
	b := cat(vec(decl...), f.code, 0x0b)
	return cat(leb(len(b)), b)
}

// mod is a test module. What is nil is left out.
type mod struct {
	types   [][]byte
	imports [][]byte
	funcs   []fn
	tables  [][]byte
	memory  []byte
	tag     []byte
	globals [][]byte
	exports [][]byte
	start   []byte
	elems   [][]byte
	data    [][]byte
	count   bool // of data segments
	tail    []byte
}

func (m mod) bytes() []byte {
	b := wasm(section(1, vec(m.types...)))
	opt := func(id byte, elems [][]byte) {
		if elems != nil {
			b = append(b, section(id, vec(elems...))...)
		}
	}
	opt(2, m.imports)
	var types, bodies [][]byte
	for _, f := range m.funcs {
		types = append(types, leb(f.typ))
		bodies = append(bodies, f.body())
	}
	opt(3, types)
	opt(4, m.tables)
	if m.memory != nil {
		b = append(b, section(5, vec(m.memory))...)
	}
	if m.tag != nil {
		b = append(b, section(13, vec(m.tag))...)
	}
	opt(6, m.globals)
	opt(7, m.exports)
	if m.start != nil {
		b = append(b, section(8, m.start)...)
	}
	opt(9, m.elems)
	if m.count {
		b = append(b, section(12, leb(len(m.data)))...)
	}
	opt(10, bodies)
	opt(11, m.data)
	return append(b, m.tail...)
}

// exportFunc codes the export of a function.
func exportFunc(name string, index int) []byte { return cat(name, 0, leb(index)) }

// importFunc codes the import of a function.
func importFunc(module, name string, typ int) []byte { return cat(module, name, 0, leb(typ)) }
