package target

import (
	"errors"
	"fmt"

	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/emscripten"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// Engine is the runtime's engine with the guests of this host. It is safe for concurrent use.
type Engine struct {
	*runtime.Engine
	Store *store.Store

	preparations *stopwatch
}

// Local is the target that plays on this engine.
func (e *Engine) Local() *Local { return &Local{Engine: e.Engine, Preparation: e.preparations.elapsed} }

// OpenEngine opens an engine over the user's cache, or over another directory. Nothing is built or
// compiled before it is needed; box is built from this module's sources when it is first used, python3 is
// used if it was installed (store.PythonCommand). Each change is made to what the engine is made from.
// The caller closes the engine.
func OpenEngine(o store.Options, changes ...func(*runtime.EngineConfig)) (*Engine, error) {
	guests, err := store.New(o)
	if err != nil {
		return nil, err
	}
	code, err := guests.Code()
	if err != nil {
		return nil, err
	}
	python := guests.Python()
	cfg := runtime.EngineConfig{
		Guests: guests, Code: code,
		Kinds: map[guest.Kind]runtime.ABI{guest.KindPython: &emscripten.Python{Library: python.Library}},
	}
	if cfg.Layers, err = pythonLayers(python); err != nil {
		return nil, err
	}
	for _, change := range changes {
		change(&cfg)
	}
	watch := &stopwatch{}
	cfg.Preparing = watch.around(cfg.Preparing)
	e, err := runtime.NewEngine(cfg)
	if err != nil {
		return nil, fmt.Errorf("start the engine: %w", err)
	}
	return &Engine{Engine: e, Store: guests, preparations: watch}, nil
}

// pythonLayers is what the interpreter needs in the image; nothing where it is not installed.
func pythonLayers(p store.Python) ([]runtime.Layer, error) {
	archives, err := p.Library()
	var missing *guest.MissingError
	switch {
	case errors.As(err, &missing):
		return nil, nil
	case err != nil:
		return nil, err
	}
	layer, err := runtime.PythonLibrary(archives)
	if err != nil {
		return nil, fmt.Errorf("python3: %w", err)
	}
	return []runtime.Layer{layer}, nil
}

// Digests are those of the guests that are at hand, by name: a finding keeps them, for a replay with other
// guests cannot be compared event by event.
func (e *Engine) Digests() map[string]string {
	out := map[string]string{}
	for _, g := range guest.Catalogue() {
		if g.Name == guest.Python && !e.Store.Python().Installed() {
			continue
		}
		if d, ok := guest.Digest(g.Name); ok {
			out[g.Name] = d
		}
	}
	if d, ok := e.Store.Python().SourcesDigest(); ok {
		out["python3 sources"] = d
	}
	return out
}
