package runtime_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/session"
)

// suite is the folder of C programs that check WASI preview 1 function by function.
const suite = "testdata/wasi"

// wasiArgs and wasiEnv are what the programs are started with.
var (
	wasiArgs = []string{"prog", "scratch", "", "a b\n\"c\""}
	wasiEnv  = []string{"A=x=y", "EMPTY="}
)

// compiled compiles a C program where Debian's clang, lld, wasi-libc and libclang-rt-dev-wasm32 are installed.
func compiled(t *testing.T, source string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "prog.wasm")
	clang := exec.Command("clang", "--target=wasm32-wasi", "-O1", "-Wno-unused-result", "-o", out, source)
	if text, err := clang.CombinedOutput(); err != nil {
		missing := "no C compiler for WASI (apt-get install clang lld wasi-libc libclang-rt-dev-wasm32)"
		if os.Getenv("SANDFAULT_REQUIRE_CLANG") == "1" {
			t.Fatalf("%s: %v\n%s", missing, err, text)
		}
		t.Skipf("%s: %v\n%s", missing, err, text)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// TestWasiSuite runs each program in a sandbox, where every check must pass, and on wazero's own host over a
// directory of this host, where just those must fail that the program says.
func TestWasiSuite(t *testing.T) {
	t.Parallel()
	sources, err := filepath.Glob(filepath.Join(suite, "*.c"))
	if err != nil || len(sources) == 0 {
		t.Fatal(err, sources)
	}
	for _, source := range sources {
		t.Run(strings.TrimSuffix(filepath.Base(source), ".c"), func(t *testing.T) {
			t.Parallel()
			wasm := compiled(t, source)
			exit := 0
			if filepath.Base(source) == "libc.c" {
				exit = 7
			}
			for _, preopens := range []string{"/workspace/d::scratch", "/workspace/e,d::scratch"} {
				env := append(slices.Clone(wasiEnv), "WASI_PREOPENS="+preopens)
				if r := suiteHere(t, wasm, env, []byte("in")); r.Exit != exit || !quiet(r.Stdout) {
					t.Errorf("with %s: exit %d\n%s%s", preopens, r.Exit, r.Stdout, r.Stderr)
				}
			}
			compareWithWazero(t, source, wasm)
		})
	}
}

// TestWasiOfRust runs what Rust's standard library makes of WASI, where Debian's rustc and its library for
// wasm32-wasi are installed.
func TestWasiOfRust(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "prog.wasm")
	rustc := exec.Command("/usr/bin/rustc", "--target=wasm32-wasi", "-O", "-o", out, filepath.Join(suite, "std.rs"))
	if text, err := rustc.CombinedOutput(); err != nil {
		t.Skipf("no Rust for WASI (apt-get install rustc libstd-rust-dev-wasm32): %v\n%s", err, text)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	env := append(slices.Clone(wasiEnv), "WASI_PREOPENS=/workspace/d::scratch")
	if r := suiteHere(t, wasm, env, []byte("in")); r.Exit != 0 || len(r.Stdout) > 0 {
		t.Errorf("exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
	if got := suiteWazero(t, wasm); strings.Contains(got, "line ") {
		t.Log("wazero differs: ", got)
	}
}

// TestWasiByItself runs a program that is given nothing but its place.
func TestWasiByItself(t *testing.T) {
	t.Parallel()
	r := suiteHere(t, compiled(t, filepath.Join(suite, "default", "main.c")), nil, nil)
	if r.Exit != 0 || len(r.Stdout) > 0 {
		t.Errorf("exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
}

// quiet reports whether no check failed.
func quiet(out []byte) bool { return !bytes.Contains(out, []byte("line ")) }

// suiteHere runs a program in a sandbox.
func suiteHere(t *testing.T, wasm []byte, env []string, stdin []byte) session.Response {
	t.Helper()
	e, err := brought()
	if err != nil {
		t.Fatal(err)
	}
	p := bringing(t, wasm)
	for _, path := range []string{"/workspace/d", "/workspace/e", "/workspace/etc"} {
		p.Mounts.Dirs = append(p.Mounts.Dirs, primitives.ImageDir{
			Path: path, UID: p.Identity.UID, GID: p.Identity.GID, Mode: 0o755,
		})
	}
	p.Paths.Cwd = "/workspace"
	m := newMachine(t, e, p, 1)
	argv := append([]string{"/workspace/prog"}, wasiArgs[1:]...)
	q := &session.Request{Op: session.OpExec, Argv: argv, Cwd: "/workspace", Stdin: stdin}
	for _, name := range []string{"PATH", "HOME"} {
		q.Env = append(q.Env, session.EnvChange{Name: name, Remove: true})
	}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		q.Env = append(q.Env, session.EnvChange{Name: name, Value: value})
	}
	r := session.New(m, m.Profile()).Do(q)
	if lacks := m.Unsupported(); len(lacks) > 0 {
		t.Errorf("unsupported: %q", lacks)
	}
	return r
}

// wazeroMark ends a line where wazero differs.
const wazeroMark = " wazero:"

var failedLine = regexp.MustCompile(`(?m)^line (\d+): .*$`)

// compareWithWazero runs a program on wazero's host and checks that it differs where the program says so.
// What a host's file system lacks shows there too, so it is a failure where a real Linux is asked for, and
// told else.
func compareWithWazero(t *testing.T, source string, wasm []byte) {
	t.Helper()
	report := t.Logf
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		report = t.Errorf
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	differs := map[int]bool{}
	for _, m := range failedLine.FindAllStringSubmatch(suiteWazero(t, wasm), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n < 1 || n > len(lines) {
			t.Fatal(m[0])
		}
		if !strings.Contains(lines[n-1], wazeroMark) && !differs[n] {
			report("wazero differs, and %s does not say so: %s", source, m[0])
		}
		differs[n] = true
	}
	for i, line := range lines {
		if strings.Contains(line, wazeroMark) && !differs[i+1] {
			report("%s:%d: wazero does not differ", source, i+1)
		}
	}
}

// suiteWazero runs a program on wazero's host and returns what it printed.
func suiteWazero(t *testing.T, wasm []byte) string {
	t.Helper()
	ctx := t.Context()
	r := wazero.NewRuntime(ctx)
	defer func() { _ = r.Close(ctx) }()
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out bytes.Buffer
	now := int64(1)
	sleep := func(ns int64) { now += min(max(ns, 0), 1e12) } // it may ask for for ever
	cfg := wazero.NewModuleConfig().WithArgs(wasiArgs...).WithStdout(&out).WithSysWalltime().
		WithNanotime(func() int64 { return now }, 1).WithNanosleep(sleep).
		WithFSConfig(wazero.NewFSConfig().WithDirMount(t.TempDir(), "scratch"))
	for _, v := range wasiEnv {
		name, value, _ := strings.Cut(v, "=")
		cfg = cfg.WithEnv(name, value)
	}
	if _, err := r.InstantiateWithConfig(ctx, wasm, cfg); err != nil {
		fmt.Fprintln(&out, err)
	}
	return out.String()
}
