package runtime_test

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// crafted returns a module with a table, a memory and a _start of the given code, which ends with its end.
func crafted(code ...byte) []byte { return craftedWith([]byte{0}, code...) }

// craftedWith is crafted with declarations of locals.
func craftedWith(locals []byte, code ...byte) []byte {
	section := func(id byte, body ...byte) []byte { return append([]byte{id, byte(len(body))}, body...) }
	body := append(locals, code...)
	b := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range [][]byte{
		section(1, 1, 0x60, 0, 0),
		section(3, 1, 0),
		section(4, 1, 0x70, 0, 1),
		section(5, 1, 0, 1),
		section(7, append([]byte{1, 6}, "_start\x00\x00"...)...),
		section(10, append([]byte{1, byte(len(body))}, body...)...),
	} {
		b = append(b, s...)
	}
	return b
}

// TestHostileGrowth has modules that grow and fill without end: a time limit ends them, and the host's memory
// stays bounded meanwhile. It is not parallel: it looks at the whole process's heap.
func TestHostileGrowth(t *testing.T) { //nolint:paralleltest // see above
	e := newEngine(t, runtime.EngineConfig{})
	loop := func(code ...byte) []byte {
		return crafted(append(append([]byte{0x03, 0x40}, code...), 0x0c, 0, 0x0b, 0x0b)...)
	}
	for name, wasm := range map[string][]byte{
		"table.grow by much":   loop(0xd0, 0x70, 0x41, 0x80, 0x80, 0x80, 0x80, 0x04, 0xfc, 15, 0, 0x1a),
		"table.grow by little": loop(0xd0, 0x70, 0x41, 0x80, 0x20, 0xfc, 15, 0, 0x1a),
		"memory.grow":          loop(0x41, 1, 0x40, 0, 0x1a),
		"memory.fill":          loop(0x41, 0, 0x41, 1, 0x41, 0x80, 0x80, 4, 0xfc, 11, 0),
	} {
		m := newMachine(t, e, bringing(t, wasm), 1)
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		pid := spawn(t, m, "/workspace/prog")
		m.Kernel().RunUntil(func() bool { return false }, m.Now()+50_000_000)
		goruntime.ReadMemStats(&after)
		if n := int64(after.HeapSys) - int64(before.HeapSys); n > 256<<20 {
			t.Errorf("%s: %d MiB more of the host's heap", name, n>>20)
		}
		m.Kernel().KillTree(pid)
		if status := wait(m, pid); status != primitives.SignaledStatus(primitives.SIGKILL) {
			t.Errorf("%s: status %#x", name, status)
		}
	}
}

// TestGrowthTakesTime: what is new costs by its size.
func TestGrowthTakesTime(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	took := func(pages byte) int64 {
		m := newMachine(t, e, bringing(t, crafted(0x41, pages, 0x40, 0, 0x1a, 0x0b)), 1)
		begin := m.Kernel().Stats().Instructions
		if out, status := run(t, m, "/workspace/prog"); status != 0 {
			t.Errorf("%q %#x", out, status)
		}
		return m.Kernel().Stats().Instructions - begin
	}
	if n, want := took(63)-took(3), int64(60*65536/8); n != want {
		t.Errorf("60 pages more cost %d instructions, not %d", n, want)
	}
}

// TestHostWithoutAddresses has a host that cannot reserve what programs may grow into: the run is aborted
// with a text, and the machine can be closed.
func TestHostWithoutAddresses(t *testing.T) {
	t.Parallel()
	for _, copies := range []bool{false, true} {
		e := newEngine(t, runtime.EngineConfig{MaxMemory: 1 << 60, Copies: copies})
		for _, path := range []string{"/workspace/prog", "/usr/bin/runs"} {
			m := newMachine(t, e, bringing(t, crafted(0x0b)), 1)
			r := &abi.SpawnRequest{Path: path, Argv: []string{path}}
			pid, _, err := m.Kernel().Spawn(m.Kernel().Init(), r, false)
			if err == nil {
				wait(m, pid)
			}
			said := fmt.Sprint(m.Aborted(), m.Unsupported())
			if !copies && !strings.Contains(said, "the host has no memory for a program: reserve") {
				t.Errorf("%s: %s, %v", path, said, err)
			}
		}
	}
}

// TestForkBomb is bounded by what the host gives a machine.
func TestForkBomb(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	m, err := runtime.New(runtime.Config{
		Engine: e, Profile: bringing(t, crafted(0x03, 0x40, 0x0c, 0, 0x0b, 0x0b)), Seed: det.NewSeed(1),
		HostBytes: 200 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	n := 0
	for ; m.Aborted() == nil && n < 1000; n++ {
		_, _, err = m.Kernel().Spawn(m.Kernel().Init(), &abi.SpawnRequest{
			Path: "/workspace/prog", Argv: []string{"prog"},
		}, false)
	}
	if _, ok := errors.AsType[*kernel.HostError](m.Aborted()); !ok || n < 5 || n > 20 {
		t.Errorf("%d programs: %v, %v", n, m.Aborted(), err)
	}
}

// TestDoneEndsACompilation: a run that is ended from outside does not wait for the engine to compile.
func TestDoneEndsACompilation(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	wasm := crafted(0x0b)
	play := func(done <-chan struct{}) (failed, aborted error) {
		m, err := runtime.New(runtime.Config{
			Engine: e, Profile: bringing(t, wasm), Seed: det.NewSeed(1), Done: done,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		r := &abi.SpawnRequest{Path: "/workspace/prog", Argv: []string{"prog"}}
		pid, _, err := m.Kernel().Spawn(m.Kernel().Init(), r, false)
		if err == nil {
			wait(m, pid)
		}
		return err, m.Aborted()
	}
	done := make(chan struct{})
	close(done)
	if _, err := play(done); err == nil || !strings.Contains(err.Error(), "compilation interrupted") {
		t.Error(err)
	}
	if failed, err := play(nil); failed != nil || err != nil { // and is not kept
		t.Error(failed, err)
	}
}

// TestGrowthBeyondTheAddresses: memory.grow may fail, and a program that can do with less goes on.
func TestGrowthBeyondTheAddresses(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	code := []byte{0x41, 0xe8, 0xfb, 0x03, 0x40, 0, 0x41, 0x7f, 0x47, 0x04, 0x40, 0, 0x0b, 0x0b}
	m := newMachine(t, e, bringing(t, crafted(code...)), 1)
	if out, status := run(t, m, "/workspace/prog"); status != 0 || len(m.Unsupported()) > 0 {
		t.Errorf("%q %#x %v", out, status, m.Unsupported())
	}
}

// TestLargeFrames has recursions through functions with many locals and with few: both end, and only one takes
// much of the host.
func TestLargeFrames(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	// Each call counts to 1,000 before the next, so that the host looks at it on the way.
	code := []byte{
		0x03, 0x40, 0x20, 0, 0x42, 1, 0x7c, 0x22, 0, 0x42, 0xe8, 0x07, 0x53, 0x0d, 0, 0x0b, 0x10, 0, 0x0b,
	}
	for name, c := range map[string]struct {
		locals []byte
		tooBig bool
	}{
		"many": {[]byte{1, 0xa0, 0x1f, 0x7e}, true}, // 4,000 of 64 bits
		"few":  {[]byte{1, 1, 0x7e}, false},
	} {
		m, err := runtime.New(runtime.Config{
			Engine: e, Profile: bringing(t, craftedWith(c.locals, code...)), Seed: det.NewSeed(1),
			HostBytes: 80 << 20,
		})
		if err != nil {
			t.Fatal(err)
		}
		wait(m, spawn(t, m, "/workspace/prog"))
		_, ended := errors.AsType[*kernel.HostError](m.Aborted())
		if ended != c.tooBig {
			t.Errorf("%s: %v, %d bytes of the host", name, m.Aborted(), m.Kernel().HostBytes())
		}
		m.Close()
	}
}
