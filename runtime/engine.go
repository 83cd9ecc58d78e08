package runtime

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/linuxabi"
	"github.com/sandfault/sandfault/runtime/memory"
	"github.com/sandfault/sandfault/runtime/meter"
	"github.com/sandfault/sandfault/runtime/network"
	"github.com/sandfault/sandfault/runtime/wasi"
)

// EngineConfig is what an engine is made from.
type EngineConfig struct {
	Guests guest.Source // where the bytes of the catalogue's guests come from

	// Code keeps compiled guests of the catalogue between host processes; programs that sessions bring are
	// never kept. nil = nothing is kept.
	Code CodeCache

	MaxMemory int64 // most linear memory of one process, bytes; 0 = 1 GiB
	Idle      int   // instances of a guest that are kept for the next process; 0 = 64
	Copies    bool  // copy memory images instead of mapping them, as hosts that can't map do
	Cold      bool  // a new instance for every process

	// Interpreter runs guests on the engine's interpreter, many times slower: a second opinion on what the
	// compiler makes of them. Code is of no use to it.
	Interpreter bool

	// Layers are added to the built-in base image, such as PythonLibrary.
	Layers []Layer

	// Preparing is called when a guest of the catalogue is compiled, which takes up to a minute, and not
	// where its compiled code is kept; what it returns is called at the end. nil = nobody is told.
	Preparing func(name string) (ready func())

	// Done is closed when the host process is to end: it interrupts the compilation of a guest, which is
	// asked for once and then not again. nil = never.
	Done <-chan struct{}

	// Kinds are further ways to start guests, by the catalogue's kind.
	Kinds map[guest.Kind]ABI
}

// ABI starts guests of one kind. The folders of the guest ABIs provide them.
type ABI interface {
	// Register makes the ABI's host modules, once in a wazero runtime that has those of linux and WASI.
	Register(ctx context.Context, r wazero.Runtime) error
	// Prepare compiles a guest of the catalogue, which rewrite makes count.
	Prepare(
		ctx context.Context, r wazero.Runtime, rewrite meter.Rewriter, wasm []byte,
	) (hostabi.Prepared, error)
}

// Engine holds what the machines of a host process share. It is safe for concurrent use; nothing in it can
// be seen by a guest.
type Engine struct {
	cfg    EngineConfig
	cache  wazero.CompilationCache
	own    wazero.Runtime // runs the catalogue's guests
	users  wazero.Runtime // runs programs that sessions bring; their code is never kept on disk
	images images
	world  *network.World // for machines that are given none

	catalogue map[string]catalogueEntry
	offered   map[string]bool // what a session's program may import, as module.name

	compile  sync.Mutex // held while a program of a session is compiled
	mu       sync.Mutex
	prepared map[string]*preparation
	commands commands
}

// preparation is a guest that is prepared once, by whoever asks first.
type preparation struct {
	once   sync.Once
	guest  hostabi.Prepared
	digest [sha256.Size]byte // of its bytes
	err    error
	ready  atomic.Bool // guest and digest may be read
}

// Defaults of EngineConfig.
const (
	defaultMaxMemory = 1 << 30
	defaultIdle      = 64
)

// NewEngine returns an engine. No guest is compiled before it is first executed.
func NewEngine(cfg EngineConfig) (*Engine, error) {
	if cfg.MaxMemory == 0 {
		cfg.MaxMemory = defaultMaxMemory
	}
	if cfg.Idle == 0 {
		cfg.Idle = defaultIdle
	}
	e := &Engine{
		cfg: cfg, prepared: map[string]*preparation{}, world: network.DefaultWorld(),
		catalogue: catalogueEntries(), offered: map[string]bool{},
	}
	e.commands.engine = e
	e.images.layers = cfg.Layers
	ctx := context.Background()
	var err error
	if e.cache, err = openCache(cfg.Code); err != nil {
		return nil, fmt.Errorf("engine: compilation cache: %w", err)
	}
	config := wazero.NewRuntimeConfig()
	if cfg.Interpreter {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	config = config.WithDebugInfoEnabled(false)
	e.own = wazero.NewRuntimeWithConfig(ctx, config.WithCompilationCache(e.cache))
	if cfg.Code != nil {
		e.own = keeping{e.own, cfg.Code, &sync.Mutex{}}
	}
	e.users = wazero.NewRuntimeWithConfig(ctx, config)
	if err := e.register(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("engine: %w", err), e.Close())
	}
	return e, nil
}

func openCache(c CodeCache) (wazero.CompilationCache, error) {
	if c == nil {
		return wazero.NewCompilationCache(), nil
	}
	return wazero.NewCompilationCacheWithDir(c.Dir())
}

func (e *Engine) register(ctx context.Context) error {
	for _, r := range []wazero.Runtime{e.own, e.users} {
		for _, register := range []func(context.Context, wazero.Runtime) error{
			hostabi.RegisterMeter, wasi.Register, linuxabi.Register,
		} {
			if err := register(ctx, r); err != nil {
				return err
			}
		}
	}
	for _, module := range []string{wasi.Module, abi.Module} {
		for name := range e.users.Module(module).ExportedFunctionDefinitions() {
			e.offered[module+"."+name] = true
		}
	}
	for _, kind := range e.cfg.Kinds {
		if err := kind.Register(ctx, e.own); err != nil {
			return err
		}
	}
	return nil
}

// Close gives up all compiled code and instances. No machine may be running.
func (e *Engine) Close() error {
	ctx := context.Background()
	e.mu.Lock()
	defer e.mu.Unlock()
	var errs []error
	for _, p := range e.prepared {
		if p.ready.Load() {
			errs = append(errs, p.guest.Close(ctx))
		}
	}
	clear(e.prepared)
	for _, c := range []interface{ Close(context.Context) error }{e.own, e.users, e.cache} {
		if c != nil {
			errs = append(errs, c.Close(ctx))
		}
	}
	return errors.Join(errs...)
}

// Guest returns a guest of the catalogue, ready to be started; the first call compiles it.
func (e *Engine) Guest(name string) (hostabi.Prepared, error) {
	e.mu.Lock()
	p := e.prepared[name]
	if p == nil {
		p = &preparation{}
		e.prepared[name] = p
	}
	e.mu.Unlock()
	p.once.Do(func() {
		if err := e.prepare(name, p); err != nil {
			p.err = named(name, err)
			return
		}
		p.ready.Store(true)
	})
	return p.guest, p.err
}

// named says which guest an error is about, unless the error does.
func named(name string, err error) error {
	if _, ok := errors.AsType[*guest.MissingError](err); ok {
		return err
	}
	return fmt.Errorf("guest %s: %w", name, err)
}

func (e *Engine) prepare(name string, p *preparation) (err error) {
	g, ok := e.catalogue[name]
	if !ok {
		return errors.New("not in the catalogue")
	}
	if e.cfg.Guests == nil {
		return errors.New("the engine has no source of guests")
	}
	wasm, err := e.cfg.Guests.Guest(name)
	if err != nil {
		return err
	}
	ctx := ending{e.telling(compiling(context.Background()), name), e.cfg.Done}
	if e.cfg.Code == nil {
		defer told(ctx)()
	}
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = errInterrupted
		}
	}()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *memory.HostError:
			err = r
		default:
			panic(r)
		}
	}()
	p.digest = sha256.Sum256(wasm)
	kind := e.cfg.Kinds[g.Kind]
	switch {
	case kind != nil:
		p.guest, err = kind.Prepare(ctx, e.own, e.rewrite, wasm)
		if l, ok := p.guest.(librarian); ok {
			l.UseLibraries(e.library)
		}
	case g.Kind == guest.KindReactor:
		p.guest, err = e.newReactor(ctx, wasm)
	default:
		err = fmt.Errorf("the engine cannot start the kind %s", g.Kind)
	}
	return err
}

// telling adds to a context whom to tell that a guest is compiled.
func (e *Engine) telling(ctx context.Context, name string) context.Context {
	if e.cfg.Preparing == nil {
		return ctx
	}
	return context.WithValue(ctx, tellKey{}, func() func() { return e.cfg.Preparing(name) })
}

// Digests returns the SHA-256 in hex of the guests that were prepared so far, by name: what a run's digest
// depends on beside its seed, profile and workflow.
func (e *Engine) Digests() map[string]string {
	e.mu.Lock()
	defer e.mu.Unlock()
	d := map[string]string{}
	for name, p := range e.prepared {
		if p.ready.Load() {
			d[name] = hex.EncodeToString(p.digest[:])
		}
	}
	return d
}

// space returns memory for an instance.
func (e *Engine) space(image *memory.Image) (*memory.Space, error) {
	return memory.NewSpace(image, uint64(e.cfg.MaxMemory), e.cfg.Copies)
}
