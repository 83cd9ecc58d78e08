package main

import (
	"errors"
	"fmt"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/emscripten"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// engine is the runtime's engine with the guests of this host.
type engine struct {
	*runtime.Engine
	store *store.Store
}

// openEngine opens the engine over the user's cache. Nothing is built or compiled before it is needed.
func (a *app) openEngine() (*engine, error) {
	guests, err := store.New(store.Options{})
	if err != nil {
		return nil, err
	}
	code, err := guests.CodeDir()
	if err != nil {
		return nil, err
	}
	python := guests.Python()
	cfg := runtime.EngineConfig{
		Guests: guests, CacheDir: code,
		Kinds: map[guest.Kind]runtime.ABI{guest.KindPython: &emscripten.Python{Library: python.Library}},
	}
	if cfg.Layers, err = pythonLayers(python); err != nil {
		return nil, err
	}
	e, err := runtime.NewEngine(cfg)
	if err != nil {
		return nil, fmt.Errorf("start the engine: %w", err)
	}
	return &engine{Engine: e, store: guests}, nil
}

// pythonLayers is what the interpreter needs in the image; nothing where it is not installed.
func pythonLayers(p store.Python) ([]runtime.Layer, error) {
	archive, err := p.Library()
	var missing *guest.MissingError
	switch {
	case errors.As(err, &missing):
		return nil, nil
	case err != nil:
		return nil, err
	}
	layer, err := runtime.PythonLibrary(archive)
	if err != nil {
		return nil, fmt.Errorf("python3: %w", err)
	}
	return []runtime.Layer{layer}, nil
}

func (e *engine) close() { _ = e.Engine.Close() }

func (e *engine) local() *target.Local { return &target.Local{Engine: e.Engine} }

// digests are those of the guests that are at hand, for findings.
func (e *engine) digests() map[string]string {
	out := map[string]string{}
	for _, g := range guest.Catalogue() {
		if g.Name == guest.Python && !e.store.Python().Installed() {
			continue
		}
		if d, ok := guest.Digest(g.Name); ok {
			out[g.Name] = d
		}
	}
	return out
}
