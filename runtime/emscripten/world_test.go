package emscripten_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/emscripten"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
	"github.com/sandfault/sandfault/runtime/session"
)

// newEngine returns an engine with all guests, or skips the test if Python is not installed.
func newEngine(t testing.TB, config emscripten.Python) *runtime.Engine {
	t.Helper()
	guests, err := store.New(store.Options{Changed: true})
	if err != nil {
		t.Fatal(err)
	}
	if !guests.Python().Installed() {
		t.Skip("the Python guest is not installed; to get it: " + store.PythonCommand)
	}
	archives, err := guests.Python().Library()
	if err != nil {
		t.Fatal(err)
	}
	layer, err := runtime.PythonLibrary(archives)
	if err != nil {
		t.Fatal(err)
	}
	config.Library = guests.Python().Library
	code, err := guests.Code()
	if err != nil {
		t.Fatal(err)
	}
	e, err := runtime.NewEngine(runtime.EngineConfig{
		Guests: guests, Code: code, Layers: []runtime.Layer{layer},
		Kinds: map[guest.Kind]runtime.ABI{guest.KindPython: &config},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var warm struct {
	sync.Once
	engine *runtime.Engine
}

// warmEngine is one engine for all tests that need no other.
func warmEngine(t testing.TB) *runtime.Engine {
	t.Helper()
	warm.Do(func() { warm.engine = newEngine(t, emscripten.Python{}) })
	if warm.engine == nil {
		t.Skip("the Python guest is not installed; to get it: " + store.PythonCommand)
	}
	return warm.engine
}

// sandbox is a session under the default profile, changed.
func sandbox(
	t testing.TB, e *runtime.Engine, change func(*primitives.Profile),
) (*session.Session, *runtime.Machine) {
	t.Helper()
	d, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	p := d.Profile
	if change != nil {
		change(&p)
	}
	m, err := runtime.New(runtime.Config{Engine: e, Profile: p, Seed: det.NewSeed(1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return session.New(m, m.Profile()), m
}

// run plays code in a fresh sandbox, as a script that is given by -c.
func run(t testing.TB, code string, change func(*primitives.Profile)) session.Response {
	t.Helper()
	s, m := sandbox(t, warmEngine(t), change)
	r := s.Do(&session.Request{Op: session.OpRunCode, Language: "python", Code: code, Timeout: time.Minute})
	if lacks := m.Unsupported(); len(lacks) > 0 {
		r.Stderr = fmt.Appendf(r.Stderr, "unsupported: %v\n", lacks)
	}
	if err := m.Aborted(); err != nil {
		t.Fatal(err)
	}
	return r
}
