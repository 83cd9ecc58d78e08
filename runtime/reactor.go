package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/memory"
	"github.com/sandfault/sandfault/runtime/meter"
)

// reactor is a prepared guest: a module that was initialised once, whose memory and globals every
// process starts from.
type reactor struct {
	engine   *Engine
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	info     *meter.Info
	image    *memory.Image
	globals  []uint64 // of info.Globals, after initialisation
	pool     pool
}

// maxDepth bounds the calls in one guest: enough for any program that ends, and well below what would
// exhaust the engine's stack.
const maxDepth = 100_000

// initializeExport is what a reactor exports for its initialisation.
const initializeExport = "_initialize"

func (e *Engine) newReactor(ctx context.Context, wasm []byte) (*reactor, error) {
	code, info, err := e.rewrite(wasm, meter.Options{
		ExportGlobals: true, CutData: true, MaxDepth: maxDepth,
	})
	if err != nil {
		return nil, err
	}
	if info.WritesTable {
		return nil, errors.New("it changes its tables, which a reset does not undo")
	}
	r := &reactor{engine: e, runtime: e.own, info: info}
	if r.compiled, err = e.own.CompileModule(ctx, code); err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	if err := r.initialize(ctx); err != nil {
		return nil, fmt.Errorf("initialise: %w", err)
	}
	r.pool = pool{idle: e.cfg.Idle, make: r.instantiate}
	return r, nil
}

// initialize runs the module's initialisation in nobody's process and keeps what it left.
func (r *reactor) initialize(ctx context.Context) error {
	space, err := r.engine.space(nil)
	if err != nil {
		return err
	}
	i, err := r.enter(ctx, space)
	if err != nil {
		return err
	}
	defer func() { _ = i.close() }() // all that counts was copied
	for _, s := range r.info.Data {
		if !i.module.Memory().Write(s.Offset, s.Bytes) {
			return fmt.Errorf("data at %d is outside of memory", s.Offset)
		}
	}
	i.guest.Bind(newNobody(), "")
	f := i.module.ExportedFunction(initializeExport)
	if f == nil {
		return fmt.Errorf("it exports no %s", initializeExport)
	}
	if _, err := f.Call(i.ctx); err != nil {
		return err
	}
	for _, g := range i.globals {
		r.globals = append(r.globals, g.Get())
	}
	b, _ := i.module.Memory().Read(0, i.module.Memory().Size())
	r.image, err = memory.NewImage(b, r.engine.cfg.Copies)
	return err
}

// enter makes a bare instance over a space.
func (r *reactor) enter(ctx context.Context, space *memory.Space) (*instance, error) {
	i := &instance{space: space, guest: &hostabi.Guest{Exhausted: exhausted}}
	i.ctx = hostabi.With(ctx, i.guest)
	var err error
	if i.module, err = instantiate(i.ctx, r.runtime, r.compiled, space); err != nil {
		return nil, err
	}
	i.guest.Attach(i.module)
	for _, g := range r.info.Globals {
		v, ok := i.module.ExportedGlobal(g.Export).(api.MutableGlobal)
		if !ok {
			return nil, fmt.Errorf("no mutable global %s", g.Export)
		}
		i.globals = append(i.globals, v)
	}
	return i, nil
}

// instantiate makes an anonymous instance without running anything but a start section.
func instantiate(
	ctx context.Context, r wazero.Runtime, c wazero.CompiledModule, s *memory.Space,
) (api.Module, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	m, err := r.InstantiateModule(allocating(ctx, s), c, config)
	if err != nil {
		s.Release()
	}
	return m, err
}

// instantiate makes an instance as initialisation left it.
func (r *reactor) instantiate() (*instance, error) {
	space, err := r.engine.space(r.image)
	if err != nil {
		return nil, err
	}
	i, err := r.enter(context.Background(), space)
	if err != nil {
		return nil, err
	}
	mem := i.module.Memory()
	if more := uint32(r.image.Size()) - mem.Size(); more > 0 {
		if _, ok := mem.Grow(more / memory.PageBytes); !ok {
			return nil, errors.Join(primitives.ENOMEM, i.close())
		}
	}
	i.restore(r.globals)
	i.run = i.module.ExportedFunction(abi.RunExport)
	if i.run == nil {
		return nil, errors.Join(fmt.Errorf("it exports no %s", abi.RunExport), i.close())
	}
	space.Owner = i.guest
	return i, nil
}

// Run implements hostabi.Prepared.
func (r *reactor) Run(p hostabi.Process, program string) primitives.WaitStatus {
	i, err := r.pool.take()
	if err != nil {
		panic(fmt.Errorf("runtime: instance: %w", err)) // most likely a *memory.HostError
	}
	i.guest.Bind(p, program)
	i.result[0] = 0
	err = i.run.CallWithStack(i.ctx, i.result[:])
	status := ended(i.guest, int(int32(i.result[0])), err)
	r.give(i)
	return status
}

// give puts an instance back as it was.
func (r *reactor) give(i *instance) {
	i.guest.Bind(nil, "")
	if r.engine.cfg.Cold || i.module.IsClosed() || !i.space.Shrink(i.module.Memory()) {
		_ = i.close()
		return
	}
	i.space.Reset()
	i.restore(r.globals)
	r.pool.give(i)
}

// Close implements hostabi.Prepared.
func (r *reactor) Close(ctx context.Context) error {
	return errors.Join(r.pool.close(), r.compiled.Close(ctx), r.image.Close())
}
