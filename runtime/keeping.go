package runtime

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/runtime/meter"
)

// CodeCache is a directory of compiled code, which is run as it is found: store.Code is one.
type CodeCache interface {
	Dir() string
	// Check removes what the directory has for a module unless it is as Keep noted it. It reports whether
	// there is code for the module now.
	Check(module [sha256.Size]byte) bool
	// Keep notes what was added for a module since Check.
	Keep(module [sha256.Size]byte) error

	// Rewritten modules lie beside the code that was compiled from them.
	meter.Kept
}

// keeping is a wazero runtime that has the kept code of a module checked before it is used.
type keeping struct {
	wazero.Runtime

	code CodeCache
	mu   *sync.Mutex // modules are compiled one after the other, so that what one adds is its own
}

// CompileModule implements wazero.Runtime.
func (k keeping) CompileModule(ctx context.Context, wasm []byte) (wazero.CompiledModule, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	digest := sha256.Sum256(wasm)
	if !k.code.Check(digest) {
		defer told(ctx)()
	}
	m, err := k.Runtime.CompileModule(ctx, wasm)
	if err != nil {
		return nil, err
	}
	if err := k.code.Keep(digest); err != nil {
		return nil, errors.Join(err, m.Close(ctx))
	}
	return m, nil
}

// rewrite is meter.Rewrite of a guest of the catalogue, done once where code is kept.
func (e *Engine) rewrite(wasm []byte, o meter.Options) ([]byte, *meter.Info, error) {
	if e.cfg.Code == nil {
		return meter.Rewrite(wasm, o)
	}
	return meter.RewriteKept(e.cfg.Code, wasm, o)
}

// tellKey is the context's key of what is called when code is compiled that was not kept.
type tellKey struct{}

// told tells whoever waits for the module that it is compiled. What it returns is called at the end.
func told(ctx context.Context) (ready func()) {
	if tell, ok := ctx.Value(tellKey{}).(func() func()); ok {
		return tell()
	}
	return func() {}
}
