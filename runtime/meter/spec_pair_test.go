package meter_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/sandfault/sandfault/runtime/meter"
)

// world is a runtime with the modules of a script.
type world struct {
	h          *host
	ctx        context.Context
	named      map[string]api.Module
	registered map[string]api.Module
	last       api.Module
	all        []api.MutableGlobal // the fuel of each module
}

// pair runs a script in two worlds, or in a third one too, where each instruction is charged by itself.
type pair struct {
	script              script
	dir                 string
	original, rewritten *world
	single              *world // nil: not compared
	throws              bool   // what is thrown past was charged all the same
	tally               *specTally
}

func newPair(t *testing.T, file string, compiler, typed bool, tally *specTally) *pair {
	p := &pair{dir: filepath.Dir(file), tally: tally}
	p.read(t, file)
	spectest, err := os.ReadFile(filepath.Join(filepath.Dir(p.dir), "..", "testdata", "spectest.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	features := allFeatures
	if typed {
		features |= experimental.CoreFeaturesTypedFunctionReferences
	}
	p.original = newWorld(t, compiler, features, spectest)
	out, _ := rewrite(t, spectest, meter.Options{})
	p.rewritten = newWorld(t, compiler, features, out)
	if !compiler {
		out, _ := rewrite(t, spectest, meter.OneByOne(meter.Options{}))
		p.single = newWorld(t, compiler, features, out)
	}
	return p
}

func newWorld(t *testing.T, compiler bool, features api.CoreFeatures, spectest []byte) *world {
	w := &world{named: map[string]api.Module{}, registered: map[string]api.Module{}}
	w.h = newHostWith(t, compiler, features)
	w.ctx = experimental.WithImportResolver(w.h.ctx, func(name string) api.Module {
		return w.registered[name]
	})
	if err := w.start(&specCommand{}, spectest); err != nil {
		t.Fatal(err)
	}
	w.registered["spectest"] = w.last
	return w
}

func (p *pair) worlds() []*world {
	if p.single == nil {
		return []*world{p.original, p.rewritten}
	}
	return []*world{p.original, p.rewritten, p.single}
}

// spent is how much fuel was used since the world began, but for a constant.
func (w *world) spent() int64 {
	n := w.h.given
	for _, g := range w.all {
		n -= int64(g.Get())
	}
	return n
}

func (p *pair) file(t *testing.T, c *specCommand) []byte {
	b, err := os.ReadFile(filepath.Join(p.dir, c.Filename))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (w *world) start(c *specCommand, wasm []byte) error {
	m, err := w.h.rt.InstantiateWithConfig(w.ctx, wasm, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return err
	}
	if g := m.ExportedGlobal(meter.FuelExport); g != nil {
		g.(api.MutableGlobal).Set(1 << 10)
		w.all = append(w.all, g.(api.MutableGlobal))
	}
	w.last = m
	if c.Name != "" {
		w.named[c.Name] = m
	}
	return nil
}

func (w *world) register(c *specCommand) {
	w.registered[c.As] = w.last
	if c.Name != "" {
		w.registered[c.As] = w.named[c.Name]
	}
}

// invoke calls a function in both worlds and compares.
func (p *pair) invoke(t *testing.T, c *specCommand) {
	if p.rewritten.last == nil {
		return
	}
	var args []uint64
	for _, v := range c.Action.Args {
		args = v.append(args)
	}
	p.tally.calls.Add(1)
	want, wantTrap, types := p.original.invoke(c, args)
	before := p.rewritten.spent()
	got, gotTrap, _ := p.rewritten.invoke(c, args)
	p.count(t, c, args, gotTrap, p.rewritten.spent()-before)
	if wantTrap != "" {
		p.tally.traps.Add(1)
	}
	if gotTrap != wantTrap {
		t.Errorf("line %d: %s: trap %q, not %q", c.Line, c.Action.Field, gotTrap, wantTrap)
		return
	}
	i := 0
	for _, typ := range types {
		n := 1
		if typ == v128 {
			n = 2
		}
		for range n {
			if !same(typ, got[i], want[i]) {
				t.Errorf("line %d: %s: %#x, not %#x", c.Line, c.Action.Field, got[i], want[i])
			}
			i++
		}
	}
}

// count compares what a call counted with what it counts one by one. A trap or a throw leaves a region that
// was charged in full.
func (p *pair) count(t *testing.T, c *specCommand, args []uint64, trap string, counted int64) {
	if p.single == nil || p.single.last == nil {
		return
	}
	before := p.single.spent()
	_, singleTrap, _ := p.single.invoke(c, args)
	single := p.single.spent() - before
	switch {
	case singleTrap != trap:
		t.Errorf("line %d: %s: one by one: trap %q, not %q", c.Line, c.Action.Field, singleTrap, trap)
	case trap != "":
	case counted != single && (!p.throws || counted < single):
		t.Errorf("line %d: %s: counted %d, one by one %d", c.Line, c.Action.Field, counted, single)
	default:
		p.tally.counted.Add(1)
	}
}

func (w *world) invoke(c *specCommand, args []uint64) (results []uint64, trap string, types []api.ValueType) {
	m := w.last
	if c.Action.Module != "" {
		m = w.named[c.Action.Module]
	}
	f := m.ExportedFunction(c.Action.Field)
	results, err := f.Call(w.ctx, args...)
	if err != nil {
		return nil, reason(err), nil
	}
	return results, "", f.Definition().ResultTypes()
}

// same compares results as far as two runs must agree.
func same(typ api.ValueType, a, b uint64) bool {
	switch typ {
	case api.ValueTypeI32:
		return uint32(a) == uint32(b)
	case api.ValueTypeF32:
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		return uint32(a) == uint32(b) || x != x && y != y
	case api.ValueTypeF64:
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		return a == b || x != x && y != y
	case api.ValueTypeI64, api.ValueTypeExternref:
		return a == b
	case v128:
		return a == b || nanLanes(a) && nanLanes(b)
	}
	return (a == 0) == (b == 0) // references are addresses
}

// nanLanes tells whether half of a vector may have a NaN in it.
func nanLanes(v uint64) bool {
	f, lo, hi := math.Float64frombits(v), math.Float32frombits(uint32(v)), math.Float32frombits(uint32(v>>32))
	return f != f || lo != lo || hi != hi
}

// append adds an argument as the engine wants it.
func (v specValue) append(args []uint64) []uint64 {
	lanes, ok := v.Value.([]any)
	if !ok {
		s, _ := v.Value.(string)
		n := number(s, v.Type)
		if v.Type == "externref" && s != "null" {
			n++ // zero is null
		}
		return append(args, n)
	}
	width := 128 / len(lanes)
	var halves [2]uint64
	for i, l := range lanes {
		at := i * width
		halves[at/64] |= number(l.(string), v.LaneType) << (at % 64)
	}
	return append(args, halves[0], halves[1])
}

func number(s, typ string) uint64 {
	if strings.HasPrefix(s, "-") {
		n, _ := strconv.ParseInt(s, 10, 64)
		if strings.Contains(typ, "32") {
			return uint64(uint32(n))
		}
		return uint64(n)
	}
	n, _ := strconv.ParseUint(s, 10, 64)
	return n
}
