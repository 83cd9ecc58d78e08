package runtime

import (
	"context"
	goruntime "runtime"
	"sync"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/memory"
)

// instance is one instance of a guest's module. It serves one process at a time.
type instance struct {
	ctx     context.Context
	module  api.Module
	space   *memory.Space
	guest   *hostabi.Guest
	run     api.Function
	globals []api.MutableGlobal
	result  [1]uint64
}

// restore gives the globals the values that they had in the image.
func (i *instance) restore(globals []uint64) {
	for n, g := range i.globals {
		g.Set(globals[n])
	}
}

func (i *instance) close() error { return i.module.Close(context.Background()) }

// allocating returns a context under which an instance gets s as its memory.
func allocating(ctx context.Context, s *memory.Space) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(
		func(_, _ uint64) experimental.LinearMemory { return memory.Linear{Space: s} }))
}

// compiling returns a context under which a module is compiled by as many workers as the host has for us: two
// at the least, for one alone does not look at the context.
func compiling(ctx context.Context) context.Context {
	return experimental.WithCompilationWorkers(ctx, max(2, goruntime.GOMAXPROCS(0)))
}

// pool keeps instances that are as if new.
type pool struct {
	idle int // how many to keep
	make func() (*instance, error)

	mu   sync.Mutex
	free []*instance
}

func (p *pool) take() (*instance, error) {
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return i, nil
	}
	p.mu.Unlock()
	return p.make()
}

func (p *pool) give(i *instance) {
	p.mu.Lock()
	keep := len(p.free) < p.idle
	if keep {
		p.free = append(p.free, i)
	}
	p.mu.Unlock()
	if !keep {
		_ = i.close()
	}
}

func (p *pool) close() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, i := range p.free {
		err = i.close()
	}
	p.free = nil
	return err
}
