package runtime_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// returning is a source whose box is a reactor of two functions, where the probe takes minutes to compile again
// and again under the race detector. Each of its programs exits with returned.
type returning struct{}

const returned = 42

func (returning) Guest(string) ([]byte, error) {
	section := func(id byte, body ...byte) []byte { return append([]byte{id, byte(len(body))}, body...) }
	export := func(name string, function byte) []byte {
		return append(append([]byte{byte(len(name))}, name...), 0, function)
	}
	return slices.Concat(
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, 2, 0x60, 0, 0, 0x60, 0, 1, 0x7f),
		section(3, 2, 0, 1),
		section(5, 1, 0, 1),
		section(7, slices.Concat([]byte{2}, export("_initialize", 0), export(abi.RunExport, 1))...),
		section(10, 2, 2, 0, 0x0b, 4, 0, 0x41, returned, 0x0b),
	), nil
}

// TestDamagedCodeIsCompiledAnew damages the code that an engine kept: the next one runs what it should.
func TestDamagedCodeIsCompiledAnew(t *testing.T) {
	t.Parallel()
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
		e := newEngine(t, runtime.EngineConfig{Guests: returning{}, Code: code, Preparing: func(string) func() {
			compiled++
			return func() {}
		}})
		g, err := e.Guest(guest.Box)
		if err != nil {
			t.Fatal(err)
		}
		if status := g.Run(&process{argv: []string{"x"}}, "x"); status != primitives.ExitedStatus(returned) {
			t.Errorf("%#x", status)
		}
		m := newMachine(t, e, bringing(t, crafted(0x0b)), 1) // a session's own program is never kept
		if _, status := run(t, m, "/workspace/prog"); status != primitives.ExitedStatus(0) {
			t.Errorf("%#x", status)
		}
		if compiled != told {
			t.Errorf("told of %d compilations, not %d", compiled, told)
		}
		if n := len(files()); n != 4 { // the code, the rewritten module, and the note of each
			t.Errorf("%d files are kept: %v", n, files())
		}
	}
	works(1)
	works(0)
	var code string
	for _, f := range files() {
		if filepath.Ext(f) == "" && filepath.Base(filepath.Dir(f)) != "rewritten" {
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
