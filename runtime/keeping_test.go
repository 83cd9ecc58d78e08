package runtime_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// TestDamagedCodeIsCompiledAnew damages the code that an engine kept: the next one runs what it should.
func TestDamagedCodeIsCompiledAnew(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it compiles a guest again and again")
	}
	dir := t.TempDir()
	files := func() []string {
		all, err := filepath.Glob(filepath.Join(dir, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	works := func(told int) {
		t.Helper()
		code, err := store.OpenCode(dir)
		if err != nil {
			t.Fatal(err)
		}
		compiled := 0
		e := newEngine(t, runtime.EngineConfig{Code: code, Preparing: func(string) func() {
			compiled++
			return func() {}
		}})
		g, err := e.Guest(guest.Box)
		if err != nil {
			t.Fatal(err)
		}
		p := &process{argv: []string{"echo", "well"}}
		if g.Run(p, "echo"); string(p.out) != "well\n" {
			t.Errorf("%q", p.out)
		}
		m := newMachine(t, e, bringing(t, crafted(0x0b)), 1) // a session's own program is never kept
		if _, status := run(t, m, "/workspace/prog"); status != primitives.ExitedStatus(0) {
			t.Errorf("%#x", status)
		}
		if compiled != told {
			t.Errorf("told of %d compilations, not %d", compiled, told)
		}
		if n := len(files()); n != 2 {
			t.Errorf("%d files are kept: %v", n, files())
		}
	}
	works(1)
	works(0)
	var code string
	for _, f := range files() {
		if filepath.Ext(f) == "" {
			code = f
		}
	}
	want, err := os.ReadFile(code)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(want)
	flipped[len(flipped)/2] ^= 1
	if err := os.WriteFile(code, flipped, 0o600); err != nil {
		t.Fatal(err)
	}
	works(1)
	if got, err := os.ReadFile(code); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the damaged code stays: %v", err)
	}
}
