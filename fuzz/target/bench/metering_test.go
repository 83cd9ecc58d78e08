package bench

import (
	"testing"

	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/emscripten"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
	"github.com/sandfault/sandfault/runtime/session"
)

// BenchmarkMetering is what counting instructions costs CPython: the same programs in an interpreter that counts and
// in one that does not.
func BenchmarkMetering(b *testing.B) {
	for name, code := range map[string]string{
		"json": `import json
d = [{"id": i, "name": "item %d" % i, "tags": ["a", "b", str(i)], "price": i * 0.25} for i in range(400)]
for _ in range(40): d = json.loads(json.dumps(d))
print(len(d))`,
		"sort": `import random
r = random.Random(7)
a = [r.random() for _ in range(60000)]
for _ in range(4): b = sorted(a, key=lambda x: -x)
print(len(b))`,
	} {
		b.Run(name, func(b *testing.B) {
			counted := open(b)
			needsPython(b, counted)
			argv := []string{"python3", "-c", code}
			plain := uncounted(b)
			beside(b, "metering_"+name, 1, counted.exec(argv...), plain.exec(argv...))
		})
	}
}

// uncounted starts a sandbox whose Python does not count.
func uncounted(b *testing.B) *box {
	b.Helper()
	x, err := startUncounted(b)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(x.machine.Close)
	return x
}

func startUncounted(b *testing.B) (*box, error) {
	guests, err := store.New(store.Options{})
	if err != nil {
		return nil, err
	}
	code, err := guests.Code()
	if err != nil {
		return nil, err
	}
	library := guests.Python().Library
	archive, err := library()
	if err != nil {
		return nil, err
	}
	layer, err := runtime.PythonLibrary(archive)
	if err != nil {
		return nil, err
	}
	e, err := runtime.NewEngine(runtime.EngineConfig{
		Guests: guests, Code: code, Layers: []runtime.Layer{layer},
		Kinds: map[guest.Kind]runtime.ABI{
			guest.KindPython: &emscripten.Python{Library: library, Uncounted: true},
		},
	})
	if err != nil {
		return nil, err
	}
	b.Cleanup(func() { _ = e.Close() })
	m, err := runtime.New(runtime.Config{Engine: e, Profile: settings(b), Seed: det.NewSeed(1)})
	if err != nil {
		return nil, err
	}
	return &box{m, session.New(m, m.Profile())}, nil
}
