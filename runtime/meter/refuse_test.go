package meter_test

import (
	"errors"
	"testing"

	"github.com/sandfault/sandfault/runtime/meter"
)

// body is a module whose only function has this code.
func body(parts ...any) mod { return single(cat(parts...)) }

// with changes a plain module.
func with(change func(*mod)) mod {
	m := body(0x20, 0)
	change(&m)
	return m
}

// TestIndicesOutside puts into every place an index that is just past the
// original's, where something added might be.
func TestIndicesOutside(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]mod{
		"call":          body(0x20, 0, 0x10, 1),
		"return_call":   body(0x20, 0, 0x12, 1),
		"ref.func":      body(0xd2, 1, 0x1a, 0x20, 0),
		"call_indirect": body(0x20, 0, 0x20, 0, 0x11, 1, 0),
		"call table":    body(0x20, 0, 0x20, 0, 0x11, 0, 1),
		"global.get":    body(0x23, 0),
		"global.set":    body(0x20, 0, 0x24, 0, 0x20, 0),
		"local":         body(0x20, 2),
		"label":         body(0x20, 0, 0x0c, 1),
		"block type":    body(0x20, 0, 0x02, 1, 0x0b),
		"ref.null":      body(0xd0, 1, 0x1a, 0x20, 0),
		"table.get":     body(0x20, 0, 0x25, 1, 0x1a, 0x20, 0),
		"data.drop":     body(0xfc, 9, 0, 0x20, 0),
		"elem.drop":     body(0xfc, 13, 0, 0x20, 0),
		"throw":         body(0x08, 0),
		"function type": with(func(m *mod) { m.funcs[0].typ = 1 }),
		"import type":   with(func(m *mod) { m.imports = [][]byte{importFunc("a", "b", 1)} }),
		"export func":   with(func(m *mod) { m.exports = [][]byte{exportFunc("f", 1)} }),
		"export global": with(func(m *mod) { m.exports = [][]byte{cat("g", 3, 0)} }),
		"export table":  with(func(m *mod) { m.exports = [][]byte{cat("t", 1, 1)} }),
		"start":         with(func(m *mod) { m.start = leb(1) }),
		"element":       with(func(m *mod) { m.elems = [][]byte{cat(0, 0x41, 0, 0x0b, vec(leb(1)))} }),
		"element expr": with(func(m *mod) {
			m.elems = [][]byte{cat(4, 0x41, 0, 0x0b, vec(cat(0xd2, 1, 0x0b)))}
		}),
		"element offset": with(func(m *mod) { m.elems = [][]byte{cat(0, 0x23, 0, 0x0b, vec())} }),
		"data offset":    with(func(m *mod) { m.data = [][]byte{cat(0, 0x23, 0, 0x0b, "x")} }),
		"global init":    with(func(m *mod) { m.globals = [][]byte{cat(0x70, 0, 0xd2, 1, 0x0b)} }),
	} {
		_, _, err := meter.Rewrite(m.bytes(), meter.Options{})
		var malformed *meter.MalformedError
		var unsupported *meter.UnsupportedError
		if !errors.As(err, &malformed) && !errors.As(err, &unsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnsupported names what can't be rewritten.
func TestUnsupported(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]mod{
		"legacy try":         body(0x06, 0x40, 0x0b, 0x20, 0),
		"gc":                 body(0xfb, 0, 0, 0x20, 0),
		"relaxed simd":       body(0xfd, 0x80, 0x02, 0x20, 0),
		"long simd opcode":   body(0xfd, 0x8c, 0x00, 0x20, 0), // v128.const to some decoders
		"simd, cut":          body(0xfd, 0x80, 0x00),          // unreachable follows, to some
		"atomic":             body(0xfe, 0x4f, 0, 0),
		"misc":               body(0xfc, 18, 0),
		"second memory":      body(0x20, 0, 0x28, 0x42, 1, 0),
		"memory.size":        body(0x3f, 1),
		"memory.size, long":  body(0x3f, 0x80, 0),
		"any as a heap type": body(0xd0, 0x6e, 0x1a, 0x20, 0),
		"memory64":           with(func(m *mod) { m.memory = cat(4, 1) }),
		"table of any":       with(func(m *mod) { m.tables = [][]byte{cat(0x6e, 0, 1)} }),
		"struct":             with(func(m *mod) { m.types = append(m.types, cat(0x5f, 0)) }),
		"data kind":          with(func(m *mod) { m.data = [][]byte{cat(3, 0x41, 0, 0x0b, "x")} }),
		"element kind":       with(func(m *mod) { m.elems = [][]byte{cat(8, 0x41, 0, 0x0b, vec())} }),
		"section":            with(func(m *mod) { m.tail = section(14, nil) }),
	} {
		_, _, err := meter.Rewrite(m.bytes(), meter.Options{})
		var unsupported *meter.UnsupportedError
		if !errors.As(err, &unsupported) || unsupported.Offset == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	gc := body(0x01, 0xfb, 0, 0, 0x20, 0).bytes()
	var at *meter.UnsupportedError
	if _, _, err := meter.Rewrite(gc, meter.Options{}); !errors.As(err, &at) || gc[at.Offset] != 0xfb {
		t.Errorf("the error doesn't point at the opcode: %v", err)
	}
	if _, _, err := meter.Rewrite(body(0xfd, 0x0c, make([]byte, 16), 0xfd, 0x80, 0x01, 0x1a, 0x20, 0).bytes(),
		meter.Options{}); err != nil {
		t.Errorf("the shortest form of a vector opcode: %v", err)
	}
}

func TestMalformed(t *testing.T) {
	t.Parallel()
	plain := body(0x20, 0).bytes()
	huge := []byte{0xff, 0xff, 0xff, 0xff, 0x0f}
	for name, b := range map[string][]byte{
		"nothing":             nil,
		"not wasm":            []byte("#!/bin/sh\necho"),
		"a component":         []byte("\x00asm\x0d\x00\x01\x00"),
		"sections swapped":    wasm(section(3, vec()), section(1, vec())),
		"section twice":       wasm(section(1, vec()), section(1, vec())),
		"huge section":        wasm(cat(1, huge)),
		"huge vector":         wasm(section(1, huge)),
		"huge name":           wasm(section(2, cat(1, huge))),
		"number too long":     wasm(section(1, []byte{0x80, 0x80, 0x80, 0x80, 0x80, 0})),
		"no code":             wasm(section(1, vec(typ(nil, nil))), section(3, vec(leb(0)))),
		"code without a type": wasm(section(10, vec(cat(2, 0, 0x0b)))),
		"two ends":            body(0x20, 0, 0x0b, 0x0b).bytes(),
		"else alone":          body(0x05, 0x20, 0).bytes(),
		"else twice":          body(0x20, 0, 0x04, 0x40, 0x05, 0x05, 0x0b, 0x20, 0).bytes(),
		"block left open":     body(0x02, 0x40, 0x20, 0).bytes(),
		"data count":          wasm(section(12, leb(1)), section(11, vec())),
		"name not UTF-8":      with(func(m *mod) { m.tail = section(0, cat(1, 0xff)) }).bytes(),
		"bytes after imports": wasm(section(2, cat(vec(), 0))),
	} {
		_, _, err := meter.Rewrite(b, meter.Options{})
		if _, ok := errors.AsType[*meter.MalformedError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	for n := range plain { // cut off anywhere: an error or a shorter module, never a panic
		_, _, err := meter.Rewrite(plain[:n], meter.Options{})
		if _, inspect := meter.Inspect(plain[:n]); err == nil && inspect != nil {
			t.Errorf("%d bytes: Inspect fails where Rewrite doesn't: %v", n, inspect)
		}
	}
}

func TestReserved(t *testing.T) {
	t.Parallel()
	once, _ := rewrite(t, body(0x20, 0).bytes(), meter.Options{})
	for name, b := range map[string][]byte{
		"rewritten before": once,
		"import": with(func(m *mod) {
			m.imports, m.exports = [][]byte{importFunc("meter", "x", 0)}, nil
		}).bytes(),
		"export": with(func(m *mod) { m.exports = [][]byte{exportFunc("sandfault.x", 0)} }).bytes(),
	} {
		_, _, err := meter.Rewrite(b, meter.Options{})
		if _, ok := errors.AsType[*meter.ReservedError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLimits exceeds one limit at a time.
func TestLimits(t *testing.T) {
	t.Parallel()
	m := with(func(m *mod) {
		m.imports = [][]byte{importFunc("a", "b", 0), importFunc("a", "c", 0)}
		m.exports = [][]byte{exportFunc("f", 2), exportFunc("g", 2)}
		m.globals = [][]byte{cat(i32, 0, 0x41, 0, 0x0b), cat(i32, 0, 0x41, 0, 0x0b)}
		m.types = append(m.types, typ(nil, nil))
		m.tables = append(m.tables, cat(0x70, 0, 1))
		m.memory = cat(0, 2)
		m.data = [][]byte{cat(1, "x"), cat(1, "y")}
		m.funcs[0].code = cat(0x03, 0x40, 0x03, 0x40, 0x0b, 0x0b, 0x20, 0)
		m.funcs = append(m.funcs, m.funcs[0])
	}).bytes()
	for name, l := range map[string]meter.Limits{
		"Bytes": {Bytes: 20}, "Types": {Types: 1}, "Arity": {Arity: 1}, "Imports": {Imports: 1},
		"Functions": {Functions: 1}, "Globals": {Globals: 1}, "Exports": {Exports: 1}, "Tables": {Tables: 1},
		"TableEntries": {TableEntries: 10}, "MemoryPages": {MemoryPages: 1}, "Segments": {Segments: 1},
		"Body": {Body: 8}, "Locals": {Locals: 1}, "Nesting": {Nesting: 1}, "LoopNesting": {LoopNesting: 1},
		"Work": {Work: 20}, "TotalWork": {TotalWork: 100},
	} {
		_, _, err := meter.Rewrite(m, meter.Options{Limits: l})
		var limit *meter.LimitError
		if !errors.As(err, &limit) || limit.Have <= limit.Max {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := meter.Rewrite(m, meter.Options{Limits: meter.Guarded()}); err != nil {
		t.Error(err)
	}
	huge := wasm(section(1, vec(typ(nil, nil))), section(3, vec(leb(0))),
		section(10, vec(cat(9, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, i32, 0x0b, 0))))
	var limit *meter.LimitError
	if _, _, err := meter.Rewrite(huge, meter.Options{}); !errors.As(err, &limit) {
		t.Errorf("4 billion locals: %v", err)
	}
}
