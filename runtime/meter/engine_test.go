package meter_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/sandfault/sandfault/runtime/meter"
)

// allFeatures is what the rewriter decodes.
const allFeatures = api.CoreFeaturesV2 |
	experimental.CoreFeaturesThreads | experimental.CoreFeaturesTailCall |
	experimental.CoreFeaturesExtendedConst | experimental.CoreFeaturesExceptionHandling

var (
	errDeep   = errors.New("too deep")
	errKilled = errors.New("killed")
)

// host runs modules. Its refill gives slice more each time, most times at most.
type host struct {
	ctx     context.Context
	rt      wazero.Runtime
	slice   int64
	given   int64
	refills int
	most    int
	tick    func() // in each call of the import "tick"

	refilled func(left int64) // at each refill
	ready    func() uint32    // the import "ready"
}

func newHost(t testing.TB, compiler bool) *host { return newHostWith(t, compiler, allFeatures) }

func newHostWith(t testing.TB, compiler bool, features api.CoreFeatures) *host {
	h := &host{ctx: t.Context(), slice: 1 << 40}
	config := wazero.NewRuntimeConfigInterpreter()
	if compiler {
		config = wazero.NewRuntimeConfigCompiler()
	}
	h.rt = wazero.NewRuntimeWithConfig(h.ctx, config.WithCoreFeatures(features))
	t.Cleanup(func() {
		if err := h.rt.Close(h.ctx); err != nil {
			t.Error(err)
		}
	})
	_, err := h.rt.NewHostModuleBuilder(meter.ImportModule).
		NewFunctionBuilder().WithFunc(func(left int64) int64 {
		if left >= 0 {
			panic(fmt.Sprintf("refill with %d left", left))
		}
		if h.refilled != nil {
			h.refilled(left)
		}
		if h.refills++; h.most > 0 && h.refills > h.most {
			panic(errKilled)
		}
		h.given += h.slice
		return left + h.slice
	}).Export("refill").
		NewFunctionBuilder().WithFunc(func() { panic(errDeep) }).Export("deep").
		Instantiate(h.ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.rt.NewHostModuleBuilder("env").
		NewFunctionBuilder().WithFunc(func(x uint32) uint32 {
		if h.tick != nil {
			h.tick()
		}
		return x*3 + 1
	}).Export("tick").
		NewFunctionBuilder().WithFunc(func() uint32 { return h.ready() }).Export("ready").
		Instantiate(h.ctx)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// onGrow calls f whenever the memory of a guest that starts later grows.
func (h *host) onGrow(f func()) {
	h.ctx = experimental.WithMemoryAllocator(h.ctx, experimental.MemoryAllocatorFunc(
		func(_, maximum uint64) experimental.LinearMemory {
			return &memory{all: make([]byte, maximum), grow: f}
		},
	))
}

type memory struct {
	all  []byte
	grow func()
}

func (m *memory) Reallocate(size uint64) []byte {
	m.grow()
	return m.all[:size]
}

func (m *memory) Free() {}

// guest is a module that runs.
type guest struct {
	h *host
	m api.Module
}

func (h *host) start(t testing.TB, wasm []byte) *guest {
	t.Helper()
	m, err := h.rt.InstantiateWithConfig(h.ctx, wasm, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		t.Fatalf("instantiate: %v", err)
	}
	return &guest{h: h, m: m}
}

func (g *guest) stop(t testing.TB) {
	if err := g.m.Close(g.h.ctx); err != nil {
		t.Error(err)
	}
}

// call runs a function. A trap is reduced to its reason.
func (g *guest) call(name string, args ...uint64) (results []uint64, trap string) {
	f := g.m.ExportedFunction(name)
	results, err := f.Call(g.h.ctx, args...)
	if err != nil {
		return nil, reason(err)
	}
	for i, typ := range f.Definition().ResultTypes() {
		if typ == api.ValueTypeI32 {
			results[i] = uint64(uint32(results[i])) // engines leave garbage above
		}
	}
	return results, ""
}

func reason(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\nwasm stack trace")
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimSuffix(s, " (recovered by wazero)")
}

// counter is the fuel, a global that the host may set.
func (g *guest) counter() api.MutableGlobal {
	return g.m.ExportedGlobal(meter.FuelExport).(api.MutableGlobal)
}

// count runs a function and says how much fuel it took.
func (g *guest) count(name string, args ...uint64) (n int64, results []uint64, trap string) {
	had, given := int64(g.counter().Get()), g.h.given
	results, trap = g.call(name, args...)
	return had + (g.h.given - given) - int64(g.counter().Get()), results, trap
}

// rewrite must succeed.
func rewrite(t testing.TB, wasm []byte, o meter.Options) ([]byte, *meter.Info) {
	t.Helper()
	out, info, err := meter.Rewrite(wasm, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, info
}
