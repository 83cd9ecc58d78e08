package hostabi

import (
	"context"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/meter"
)

// Guest is a running program: a process and the instance it runs in. It belongs to one
// instance and may be bound to one process after the other.
type Guest struct {
	Frame   uint64 // bytes of the engine's stack that a call takes; 0 = those of our own guests
	Brought bool   // by the session, and no program of the catalogue

	Process Process
	Program string // which program of the guest it is

	// Exhausted ends the process where it gets no more memory, for a guest whose own end would not be what
	// the program says that it stands for. Nil: the guest is told. It must not run the guest.
	Exhausted func(p Process, program string, bytes int64)

	// Preopens are the directories that WASI shows a command, from descriptor 3 on; the kernel's own
	// descriptors from 3 on come after them. Nil: it is no command, and paths are the kernel's too.
	Preopens []Preopen
	// Denied are the rights that WASI's descriptors lost: their own, and those of what is opened below.
	Denied map[int64][2]uint64

	module api.Module
	memory api.Memory
	fuel   api.MutableGlobal
	depth  api.MutableGlobal // how many more calls may nest; nil where that is not bounded
	most   uint64            // how many may when none does
	slice  int64             // what fuel held when the process was last charged
	stack  stacked           // nil where nobody wants to know
	deep   uint64            // the depth that was last told

	call  primitives.Call
	stat  primitives.Stat
	fault bool // a host function was given a bad address
}

// Preopen is a directory that a WASI command finds open when it starts.
type Preopen struct {
	Name string // by which the program finds it
	Path string // where it is
	Fd   int64  // the kernel's descriptor that took its place, or -1
	Dir  int64  // the kernel's descriptor by which its entries are read, or -1 before that
	Gone bool   // it was closed

	// Both says that it is the working directory for a libc that does not tell absolute paths from others.
	Both bool
}

// guestContext carries a Guest to host functions; finding it must cost next to nothing.
type guestContext struct {
	context.Context
	guest *Guest
}

type guestKey struct{}

func (c *guestContext) Value(key any) any {
	if key == (guestKey{}) {
		return c.guest
	}
	return c.Context.Value(key)
}

// With returns a context under which host functions serve g.
func With(ctx context.Context, g *Guest) context.Context {
	return &guestContext{Context: ctx, guest: g}
}

// From returns the guest of a context that With made. It panics if there is none, for no
// instance is ever entered without one.
func From(ctx context.Context) *Guest {
	if c, ok := ctx.(*guestContext); ok {
		return c.guest
	}
	return ctx.Value(guestKey{}).(*Guest)
}

// Bind makes g run p, from an instruction count of zero. A module attached before stays.
func (g *Guest) Bind(p Process, program string) {
	g.Process, g.Program, g.fault, g.slice, g.deep = p, program, false, 0, 0
	g.stack, _ = p.(stacked)
	g.Denied = nil
	if g.fuel != nil {
		g.fuel.Set(0)
	}
	if g.depth != nil {
		g.depth.Set(g.most)
	}
}

// Attach tells g the module it runs in. Host functions do so by themselves, for the start
// function of a module calls them before anyone has the module in hand.
func (g *Guest) Attach(m api.Module) {
	if g.module == m {
		return
	}
	g.module, g.memory = m, m.Memory()
	g.fuel, _ = m.ExportedGlobal(meter.FuelExport).(api.MutableGlobal)
	g.depth, _ = m.ExportedGlobal(meter.DepthExport).(api.MutableGlobal)
	if g.depth != nil {
		g.most = m.ExportedGlobal(meter.MaxDepthExport).Get()
	}
}

// Module returns the instance that g runs in.
func (g *Guest) Module() api.Module { return g.module }

// Call returns g's one call, emptied, for a host function to fill and give to Do.
func (g *Guest) Call(no primitives.Sysno, args ...int64) *primitives.Call {
	g.call = primitives.Call{No: no, Pid: g.Process.Pid()}
	copy(g.call.Args[:], args)
	return &g.call
}

// Stat returns room for the answer of a call of the stat family.
func (g *Guest) Stat() *primitives.Stat {
	g.stat = primitives.Stat{}
	return &g.stat
}

// Do makes a call, after the instructions up to it were charged, so that the clock is right when
// the kernel looks at it. It does not return if the process must unwind.
func (g *Guest) Do(c *primitives.Call) primitives.Result {
	if g.fault {
		return primitives.Result{Val: -1, Errno: primitives.EFAULT}
	}
	g.charge()
	r, alive := g.Process.Syscall(c)
	if !alive {
		Unwind()
	}
	return r
}

// Settle charges what was executed since the last call, at the end of a run. It reports whether
// the process lives on to exit by itself.
func (g *Guest) Settle() bool {
	n := g.executed()
	if n == 0 {
		return true
	}
	_, alive := g.Process.Consume(n)
	return alive
}

// Grow asks the process for memory; an allocator of linear memory calls it. The count is not
// touched, for the guest may keep it in a local while it grows its memory.
func (g *Guest) Grow(bytes int64) bool {
	granted, alive := g.Process.Grow(bytes)
	if !alive {
		Unwind()
	}
	if !granted {
		g.exhausted(bytes)
	}
	return granted
}

// exhausted ends a guest that has its own way to.
func (g *Guest) exhausted(bytes int64) {
	if g.Exhausted != nil {
		g.Exhausted(g.Process, g.Program, bytes)
		Unwind()
	}
}

// Spend charges n instructions that the host executed for the guest.
func (g *Guest) Spend(n int64) {
	if g.fuel != nil {
		g.fuel.Set(uint64(int64(g.fuel.Get()) - n))
	}
	g.charge()
}

// stacked is a process that wants to know how large the engine's stack of its program is.
type stacked interface{ Stack(bytes int64) }

// The engine's stack is told in steps, by a frame's size. It doubles as it grows, the old one beside it, and
// ends at 50 MB, whatever the frames are.
const (
	stepBytes  = 512 << 10
	frameBytes = 1 << 10
	stackBytes = 100 << 20
)

func (g *Guest) tellStack() {
	if g.depth == nil || g.stack == nil {
		return
	}
	frame := max(g.Frame, frameBytes)
	if d := g.active(); d >= g.deep+max(1, stepBytes/frame) {
		g.deep = d
		g.stack.Stack(int64(min(d*frame, stackBytes)))
	}
}

// active is how many functions that call others are.
func (g *Guest) active() uint64 { return uint64(max(0, int64(g.most-g.depth.Get()))) }

func (g *Guest) charge() {
	g.tellStack()
	n := g.executed()
	if n == 0 {
		return
	}
	slice, alive := g.Process.Consume(n)
	g.slice = slice
	g.fuel.Set(uint64(slice))
	if !alive {
		Unwind()
	}
}

func (g *Guest) executed() int64 {
	if g.fuel == nil {
		return 0
	}
	return g.slice - int64(g.fuel.Get())
}

// refill is the host's half of the count: the guest has used its fuel up.
func (g *Guest) refill(left int64) int64 {
	g.tellStack()
	slice, alive := g.Process.Consume(g.slice - left)
	g.slice = slice
	if !alive {
		// The global is stale in here; what was charged must not be charged again.
		g.fuel.Set(uint64(slice))
		Unwind()
	}
	return slice
}

// Unwind leaves the guest's code; the engine's caller gets an *sys.ExitError.
func Unwind() { panic(sys.NewExitError(0)) }

// Spawn makes a child of the process, after the instructions up to it were charged.
func (g *Guest) Spawn(r *abi.SpawnRequest, state bool) (pid int32, stage int, err error) {
	g.charge()
	pid, stage, err = g.Process.Spawn(r, state)
	if !g.Process.Alive() {
		Unwind()
	}
	return pid, stage, err
}

// Full owns up to a request for more memory than the guest's space can ever have.
//
// A program that stands for one of Linux would have got it there. One that the session brought is WebAssembly
// itself, for which memory.grow may always fail.
func (g *Guest) Full(bytes int64) {
	if !g.Brought {
		g.Process.Unsupported("memory of one process beyond its wasm address space")
	}
	g.exhausted(bytes)
}
