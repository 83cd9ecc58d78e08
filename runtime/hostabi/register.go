package hostabi

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/meter"
)

// Args are the arguments of a host function as wazero passes them: an i32 has garbage in its
// upper half.
type Args []uint64

// U32 returns argument i.
func (a Args) U32(i int) uint32 { return uint32(a[i]) }

// I32 returns argument i, sign-extended.
func (a Args) I32(i int) int64 { return int64(int32(a[i])) }

// I64 returns argument i.
func (a Args) I64(i int) int64 { return int64(a[i]) }

// Func is one host function. Params and Results name the types: i is i32, I is i64, f is f32, F is f64.
type Func struct {
	Name    string
	Params  string
	Results string // at most one
	Do      func(g *Guest, a Args) uint64
}

// Register makes a host module of a table. A function that met a bad address returns fault.
func Register(ctx context.Context, r wazero.Runtime, module string, table []Func, fault uint64) error {
	b := r.NewHostModuleBuilder(module)
	for _, f := range table {
		b.NewFunctionBuilder().
			WithGoModuleFunction(f.bind(fault), types(f.Params), types(f.Results)).
			Export(f.Name)
	}
	if _, err := b.Instantiate(ctx); err != nil {
		return fmt.Errorf("host module %q: %w", module, err)
	}
	return nil
}

// costFault is what a call with a bad address costs, instructions: as much as any other call, see
// kernel.costCall.
const costFault = 400

func (f Func) bind(fault uint64) api.GoModuleFunc {
	do, params, results := f.Do, len(f.Params), len(f.Results)
	return func(ctx context.Context, m api.Module, stack []uint64) {
		g := From(ctx)
		g.Attach(m)
		g.Begin()
		v := do(g, stack[:params])
		if results == 0 {
			return
		}
		if g.fault {
			// A bad address is found out before any call is made that would be charged.
			g.Spend(costFault)
			v = fault
		}
		stack[0] = v
	}
}

// RegisterMeter makes the host module of the instruction count.
func RegisterMeter(ctx context.Context, r wazero.Runtime) error {
	return Register(ctx, r, meter.ImportModule, []Func{
		{Name: "refill", Params: "I", Results: "I", Do: func(g *Guest, a Args) uint64 {
			return uint64(g.refill(a.I64(0)))
		}},
		{Name: "deep", Do: func(g *Guest, _ Args) uint64 {
			panic(ErrDepth)
		}},
	}, 0)
}

// ErrDepth ends a guest whose calls nest too deep, as running out of stack does on Linux.
var ErrDepth = fmt.Errorf("call depth: %w", primitives.EFAULT)

func types(s string) []api.ValueType {
	list := make([]api.ValueType, len(s))
	for i, c := range []byte(s) {
		switch c {
		case 'i':
			list[i] = api.ValueTypeI32
		case 'I':
			list[i] = api.ValueTypeI64
		case 'f':
			list[i] = api.ValueTypeF32
		case 'F':
			list[i] = api.ValueTypeF64
		default:
			panic("hostabi: type " + string(c))
		}
	}
	return list
}
