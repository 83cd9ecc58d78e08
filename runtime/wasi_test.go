package runtime_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// TestWasiFromC runs a C program over wasi-libc: what each function of WASI preview 1 gives. It is compiled
// where Debian's clang, lld, wasi-libc and libclang-rt-dev-wasm32 are installed.
func TestWasiFromC(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "wasi.wasm")
	source := filepath.Join("testdata", "guests", "wasi", "main.c")
	clang := exec.Command("clang", "--target=wasm32-wasi", "-O1", "-o", out, source)
	if text, err := clang.CombinedOutput(); err != nil {
		t.Skipf("no C compiler for WASI (apt-get install clang lld wasi-libc libclang-rt-dev-wasm32): %v\n%s",
			err, text)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	e, err := brought()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		argv []string
		env  []string
	}{
		{"the root", nil, nil},
		{"a directory by a name", []string{"scratch"}, []string{"WASI_PREOPENS=/tmp,/workspace::scratch"}},
		{"a directory by its own", []string{"/workspace"}, []string{"WASI_PREOPENS=/workspace"}},
	} {
		m := newMachine(t, e, bringing(t, wasm), 1)
		r := &abi.SpawnRequest{
			Path: "/workspace/prog", Argv: append([]string{"prog"}, c.argv...), Env: c.env,
			Actions: []abi.FileAction{
				{Kind: abi.ActionOpen, Newfd: 0, Path: "/dev/null"},
				{
					Kind: abi.ActionOpen, Newfd: 1, Path: outFile,
					Flags: primitives.O_CREAT | primitives.O_WRONLY, Mode: 0o644,
				},
				{Kind: abi.ActionDup2, Fd: 1, Newfd: 2},
			},
		}
		pid, _, err := m.Kernel().Spawn(m.Kernel().Init(), r, false)
		if err != nil {
			t.Fatal(err)
		}
		status := wait(m, pid)
		if text := take(m, outFile); status != primitives.ExitedStatus(0) || text != "well\n" {
			t.Errorf("%s: %#x\n%s", c.name, status, text)
		}
		if lacks := m.Unsupported(); len(lacks) > 0 {
			t.Errorf("%s: %q", c.name, lacks)
		}
	}
}
