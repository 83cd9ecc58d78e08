package runtime

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/memory"
	"github.com/sandfault/sandfault/runtime/meter"
	"github.com/sandfault/sandfault/runtime/wasi"
)

// command is a program that a session brought: a WASI command. Every process of it is a fresh instance.
type command struct {
	engine   *Engine
	compiled wazero.CompiledModule
	info     *meter.Info
	start    uint64 // bytes of memory that it begins with
}

// commandLimits bound what a session's module may cost its host before anything of it runs.
func commandLimits(maxMemory int64) meter.Limits {
	l := meter.Guarded()
	l.MemoryPages, l.TableEntries = uint64(maxMemory/memory.PageBytes), maxTableEntries
	return l
}

// maxTableEntries bounds all tables of a session's program, entries of eight bytes of the host. The engine
// keeps them outside of the memory that a profile limits.
const maxTableEntries = 1 << 20

// commandDepth is lower than maxDepth, for a module made to harm may have large frames.
const commandDepth = 20_000

// startExport is what a WASI command exports.
const startExport = "_start"

// newCommand compiles a session's module. The error is execve's.
func (e *Engine) newCommand(ctx context.Context, wasm []byte) (*command, error) {
	code, info, err := meter.Rewrite(wasm, meter.Options{
		MaxDepth: commandDepth, MaxTableEntries: maxTableEntries, Limits: commandLimits(e.cfg.MaxMemory),
	})
	if err != nil {
		return nil, refusal(err)
	}
	if lack := e.lacks(&info.Summary); lack != "" {
		return nil, &primitives.Unsupported{Feature: "wasm program: " + lack}
	}
	c := &command{engine: e, info: info}
	if info.Memory != nil {
		c.start = uint64(info.Memory.Min) * memory.PageBytes
	}
	// One at a time, as one may need all the processors and a good deal of the host's memory.
	e.compile.Lock()
	defer e.compile.Unlock()
	if c.compiled, err = e.users.CompileModule(compiling(ctx), code); err != nil {
		if ctx.Err() != nil {
			return nil, errInterrupted
		}
		return nil, fmt.Errorf("%w: %w", primitives.ENOEXEC, err)
	}
	// The code goes when neither the list of commands nor a process has it any more.
	goruntime.AddCleanup(c, func(m wazero.CompiledModule) { _ = m.Close(context.Background()) }, c.compiled)
	return c, nil
}

// errInterrupted ends the compilation of a module in a run that the host's guard ends, or of a guest where
// the host process is to end.
var errInterrupted = fmt.Errorf("compilation interrupted: %w", context.Canceled)

// ending is a context that ends when a run is to: the engine looks at it between two functions. It has no
// other uses, and the core knows no clock, so it is this much of a context.
type ending struct {
	context.Context
	done <-chan struct{}
}

// Done implements context.Context.
func (c ending) Done() <-chan struct{} { return c.done }

// Err implements context.Context.
func (c ending) Err() error {
	select {
	case <-c.done:
		return context.Canceled
	default:
		return nil
	}
}

// refusal is the error of a module that is not compiled: either it is none, or it is too much for us.
func refusal(err error) error {
	var malformed *meter.MalformedError
	var reserved *meter.ReservedError
	if errors.As(err, &malformed) || errors.As(err, &reserved) {
		return fmt.Errorf("%w: %w", primitives.ENOEXEC, err)
	}
	return &primitives.Unsupported{Feature: "wasm program: " + err.Error()}
}

// lacks names the first thing that the module needs and the emulator does not have.
func (e *Engine) lacks(s *meter.Summary) string {
	for _, i := range s.Imports {
		if i.Kind != meter.KindFunc || !e.offered[i.Module+"."+i.Name] {
			return "import " + i.Module + "." + i.Name
		}
	}
	if x, ok := s.Export(startExport); !ok || x.Kind != meter.KindFunc {
		return "without " + startExport
	}
	return ""
}

// Run implements hostabi.Prepared.
func (c *command) Run(p hostabi.Process, program string) primitives.WaitStatus {
	space, err := c.engine.space(nil)
	if err != nil {
		panic(fmt.Errorf("runtime: instance: %w", err)) // a *memory.HostError
	}
	g := &hostabi.Guest{Preopens: wasi.Preopens(p.Env()), Brought: true, Frame: c.info.Frame}
	g.Bind(p, program)
	space.Owner, space.Free = g, c.start
	ctx := hostabi.With(context.Background(), g)
	m, err := instantiate(ctx, c.engine.users, c.compiled, space)
	if err != nil {
		return ended(g, exitUnlinked, err)
	}
	defer func() { _ = m.Close(context.Background()) }()
	g.Attach(m)
	_, err = m.ExportedFunction(startExport).Call(ctx)
	return ended(g, 0, err)
}

// exitUnlinked is what a dynamic linker exits with when it cannot start a program.
const exitUnlinked = 127

// Close implements hostabi.Prepared.
func (c *command) Close(ctx context.Context) error { return c.compiled.Close(ctx) }

// commands are the compiled programs of sessions, the last used ones first to stay.
type commands struct {
	engine *Engine

	mu   sync.Mutex
	list []*commandEntry // the most recently used is the last
}

type commandEntry struct {
	digest  [sha256.Size]byte
	bytes   int
	mu      sync.Mutex // held while it is compiled
	done    bool
	command *command
	err     error
}

// How many programs of sessions stay compiled, and how many bytes of wasm they have together: their code is
// ten times that.
const (
	maxCommands     = 32
	maxCommandBytes = 64 << 20
)

// get returns the compiled form of a module. What done interrupts is begun again by whoever asks next.
func (l *commands) get(wasm []byte, done <-chan struct{}) (*command, error) {
	e := l.entry(sha256.Sum256(wasm), len(wasm))
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.done {
		e.command, e.err = l.engine.newCommand(ending{context.Background(), done}, wasm)
		e.done = !errors.Is(e.err, errInterrupted)
	}
	return e.command, e.err
}

func (l *commands) entry(digest [sha256.Size]byte, bytes int) *commandEntry {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, e := range l.list {
		if e.digest == digest {
			l.list = append(append(l.list[:i:i], l.list[i+1:]...), e)
			return e
		}
	}
	e := &commandEntry{digest: digest, bytes: bytes}
	l.list = append(slices.Clip(l.list), e)
	total := 0
	for i, v := range slices.Backward(l.list) {
		total += v.bytes
		if total > maxCommandBytes && i < len(l.list)-1 || len(l.list)-i > maxCommands {
			l.list = append([]*commandEntry(nil), l.list[i+1:]...)
			break
		}
	}
	return e
}
