package meter_test

import (
	"testing"

	"github.com/sandfault/sandfault/runtime/meter"
)

// large is a module of some thousand generated functions.
func large() []byte {
	m := program(3, features{})
	for len(m.funcs) < 2000 {
		m.funcs = append(m.funcs, m.funcs...)
	}
	return m.bytes()
}

func BenchmarkRewrite(b *testing.B) {
	module := large()
	b.SetBytes(int64(len(module)))
	b.ReportAllocs()
	o := meter.Options{MaxDepth: 1000, ExportGlobals: true}
	for b.Loop() {
		if _, _, err := meter.Rewrite(module, o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkInspect(b *testing.B) {
	module := large()
	b.SetBytes(int64(len(module)))
	for b.Loop() {
		if _, err := meter.Inspect(module); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRun compares a loop and a recursion as they are and rewritten.
func BenchmarkRun(b *testing.B) {
	loop := body( // adds up bytes of the memory
		0x03, 0x40,
		0x20, 1, 0x20, 0, 0x41, sleb(0xffff), 0x71, 0x2d, 0, 0, 0x6a, 0x21, 1,
		0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0,
		0x0b, 0x20, 1,
	)
	fib := body(
		0x20, 0, 0x41, 2, 0x48, 0x04, i32, 0x20, 0, 0x05,
		0x20, 0, 0x41, 1, 0x6b, 0x10, 0, 0x20, 0, 0x41, 2, 0x6b, 0x10, 0, 0x6a, 0x0b,
	)
	for _, c := range []struct {
		name string
		mod
		arg uint64
	}{{"loop", loop, 10_000_000}, {"fib", fib, 30}} {
		h := newHost(b, true)
		plain := h.start(b, c.bytes())
		counted, _ := rewrite(b, c.bytes(), meter.Options{})
		deep, _ := rewrite(b, c.bytes(), meter.Options{MaxDepth: 1000})
		for _, v := range []struct {
			name string
			g    *guest
		}{{"plain", plain}, {"counted", h.start(b, counted)}, {"counted and deep", h.start(b, deep)}} {
			b.Run(c.name+"/"+v.name, func(b *testing.B) {
				for b.Loop() {
					v.g.call("f", c.arg)
				}
			})
		}
	}
}
