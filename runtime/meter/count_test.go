package meter_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/runtime/meter"
)

// ran is what a run of a generated program shows.
type ran struct {
	results []uint64
	trap    string
	a, b    uint64
	memory  []byte
}

func (r ran) differs(o ran) string {
	switch {
	case r.trap != o.trap:
		return fmt.Sprintf("trap %q, not %q", r.trap, o.trap)
	case !slices.Equal(r.results, o.results):
		return fmt.Sprintf("results %d, not %d", r.results, o.results)
	case r.a != o.a || r.b != o.b:
		return fmt.Sprintf("globals %d %d, not %d %d", r.a, r.b, o.a, o.b)
	case !bytes.Equal(r.memory, o.memory):
		return "memory differs"
	}
	return ""
}

// exception is how every uncaught exception is told.
const exception = "wasm error: uncaught exception"

// predict runs a program in the oracle and returns it. The run is nil if the
// program runs too long.
func predict(m mod, arg uint64) (*ran, *oracle) {
	o := &oracle{
		funcs: m.funcs, params: []int{1, 1, 1, 0}, results: []int{1, 2, 0, 2},
		memory: make([]byte, 1<<16), globals: []uint64{5, 0}, limit: 100_000,
	}
	results, err := o.call(1, []uint64{arg})
	var t thrown
	r := &ran{results: results, a: o.globals[0], b: o.globals[1], memory: o.memory}
	switch {
	case errors.Is(err, errTooLong):
		return nil, nil
	case errors.As(err, &t):
		r.trap = exception
	case err != nil:
		r.trap = err.Error()
	}
	return r, o
}

// try runs a program and says what it counted, if it is rewritten.
func (h *host) try(t testing.TB, wasm []byte, arg uint64) (r ran, count int64) {
	g := h.start(t, wasm)
	defer g.stop(t)
	if g.m.ExportedGlobal(meter.FuelExport) != nil {
		g.counter().Set(uint64(h.slice))
		count, r.results, r.trap = g.count("f", arg)
		if d := g.m.ExportedGlobal(meter.DepthExport); d != nil && r.trap == "" &&
			d.Get() != g.m.ExportedGlobal(meter.MaxDepthExport).Get() {
			t.Errorf("depth %d after the return", d.Get())
		}
	} else {
		r.results, r.trap = g.call("f", arg)
	}
	r.a, r.b = g.m.ExportedGlobal("a").Get(), g.m.ExportedGlobal("b").Get()
	r.a, r.b = uint64(uint32(r.a)), uint64(uint32(r.b))
	r.memory, _ = g.m.Memory().Read(0, g.m.Memory().Size())
	r.memory = bytes.Clone(r.memory)
	return r, count
}

// TestCountIsOneByOne compares generated programs with an interpreter that
// counts every instruction. Exceptions are left to one engine: after a catch the
// other one goes on with the memory as it was before it grew.
func TestCountIsOneByOne(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		compiler  bool
		use       features
		n, nShort int
	}{
		{"interpreter", false, features{}, 200, 50},
		{"interpreter, exceptions and tail calls", false, features{throws: true, tails: true}, 200, 50},
		{"compiler", true, features{}, 100, 20},
		{"compiler, tail calls", true, features{tails: true}, 50, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := c.n
			if testing.Short() {
				n = c.nShort
			}
			h := newHost(t, c.compiler)
			done := 0
			for seed := range uint64(n) {
				if checkProgram(t, h, seed, c.use) {
					done++
				}
			}
			if done < n/2 {
				t.Errorf("only %d of %d programs ended", done, n)
			}
		})
	}
}

// checkProgram tells whether the program of a seed could be checked.
func checkProgram(t testing.TB, h *host, seed uint64, use features) bool {
	m := program(seed, use)
	arg := seed % 7
	want, o := predict(m, arg)
	if want == nil {
		return false
	}
	module := m.bytes()
	h.slice = 1 << 40
	got, _ := h.try(t, module, arg)
	if d := got.differs(*want); d != "" {
		t.Errorf("seed %d: the original: %s", seed, d)
		return true
	}
	for _, v := range []struct {
		meter.Options
		slice int64
	}{
		{meter.Options{}, 1 << 40},
		{meter.Options{ExportGlobals: true}, 7},
		{meter.Options{MaxDepth: 1000}, 1},
	} {
		out, _ := rewrite(t, module, v.Options)
		h.slice = v.slice
		got, count := h.try(t, out, arg)
		if d := got.differs(*want); d != "" {
			t.Errorf("seed %d, depth %d: rewritten: %s", seed, v.MaxDepth, d)
		}
		// A throw leaves in the middle of a region, which was charged in full.
		if want.trap == "" && count != o.count && (o.throws == 0 || count < o.count) {
			t.Errorf("seed %d, depth %d: counted %d of %d", seed, v.MaxDepth, count, o.count)
		}
	}
	checkDepth(t, h, module, arg, want, int32(o.deepest))
	return true
}

// checkDepth runs a program with just enough depth, and with one less.
func checkDepth(t testing.TB, h *host, module []byte, arg uint64, want *ran, deepest int32) {
	if deepest == 0 {
		return
	}
	out, _ := rewrite(t, module, meter.Options{MaxDepth: deepest})
	if got, _ := h.try(t, out, arg); got.trap != want.trap {
		t.Errorf("with depth %d: trap %q, not %q", deepest, got.trap, want.trap)
	}
	if deepest == 1 {
		return
	}
	out, _ = rewrite(t, module, meter.Options{MaxDepth: deepest - 1})
	if got, _ := h.try(t, out, arg); got.trap != errDeep.Error() {
		t.Errorf("with depth %d of %d: trap %q", deepest-1, deepest, got.trap)
	}
}
