package runtime_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/abi"
)

// ordinary builds testdata/guests/command once a test process.
var ordinary = sync.OnceValues(func() ([]byte, error) { return buildGuest("command") })

// bringing returns a profile whose sessions have a program of the user's.
func bringing(t testing.TB, wasm []byte) primitives.Profile {
	t.Helper()
	p := plain()
	p.Mounts.Files = append(p.Mounts.Files, primitives.ImageFile{
		Path: "/workspace/prog", Content: wasm, Mode: 0o755, UID: 1000, GID: 1000,
	})
	return p
}

// brought is an engine for the tests here: a program of a user's is compiled once by each engine.
var brought = sync.OnceValues(func() (*runtime.Engine, error) {
	return runtime.NewEngine(runtime.EngineConfig{Guests: probes{}, Code: sharedCode()})
})

func withOrdinary(t testing.TB) *runtime.Machine {
	t.Helper()
	wasm, err := ordinary()
	if err != nil {
		t.Fatal(err)
	}
	e, err := brought()
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, e, bringing(t, wasm), 1)
	m.Kernel().Init().Syscall(&primitives.Call{No: primitives.SysChdir, Path: "/workspace"})
	return m
}

const ordinaryOutput = `cwd /workspace
args a,b c
var 
mkdir
mkdir again: File exists
write
read "one\ntwo\n"
rename
symlink
readlink b
link
append
seek 4
rest "two\nthree\n"
at "one\n"
entries 303 300
root true
stat 14 true
lstat true
chtimes
mtime 2023-11-14T22:13:20.000000005Z
truncate
remove missing: No such file or directory
remove full: Directory not empty
remove all
read only: Permission denied
slept 20ms
tick
`

func TestCommandOfAUserRuns(t *testing.T) {
	t.Parallel()
	m := withOrdinary(t)
	out, status := run(t, m, "/workspace/prog", "a", "b c")
	if status != primitives.ExitedStatus(0) {
		t.Errorf("status %#x", status)
	}
	want := strings.Split(ordinaryOutput, "\n")
	for i, line := range strings.Split(out, "\n") {
		if i >= len(want) || line != want[i] {
			t.Errorf("line %d: %q, want %q", i, line, append(want, "")[min(i, len(want))])
		}
	}
	if n := m.Unsupported(); len(n) > 0 {
		t.Errorf("unsupported %q", n)
	}
}

func TestCommandEnds(t *testing.T) {
	t.Parallel()
	m := withOrdinary(t)
	if _, status := run(t, m, "/workspace/prog", "exit"); status != primitives.ExitedStatus(3) {
		t.Errorf("exit: %#x", status)
	}
	if out, status := run(t, m, "/workspace/prog", "panic"); status != primitives.ExitedStatus(2) ||
		!strings.Contains(out, "panic: as told") {
		t.Errorf("panic: %#x %q", status, out)
	}
	pid := spawn(t, m, "/workspace/prog", "spin")
	m.Kernel().RunUntil(func() bool { return false }, m.Now()+5_000_000)
	m.Kernel().KillTree(pid)
	if status := wait(m, pid); status != primitives.SignaledStatus(primitives.SIGKILL) {
		t.Errorf("spin: %#x", status)
	}
}

// TestCommandReadsAPipe has a program wait for its standard input.
func TestCommandReadsAPipe(t *testing.T) {
	t.Parallel()
	m := withOrdinary(t)
	init := m.Kernel().Init()
	pipe, _ := init.Syscall(&primitives.Call{No: primitives.SysPipe2, Args: [6]int64{0, primitives.O_CLOEXEC}})
	pid, stage, err := m.Kernel().Spawn(init, &abi.SpawnRequest{
		Path: "/workspace/prog", Argv: []string{"prog", "cat"},
		Actions: []abi.FileAction{
			{Kind: abi.ActionDup2, Fd: int32(pipe.Val), Newfd: 0},
			{
				Kind: abi.ActionOpen, Newfd: 1, Path: outFile,
				Flags: primitives.O_CREAT | primitives.O_WRONLY, Mode: 0o644,
			},
		},
	}, false)
	if err != nil {
		t.Fatal(stage, err)
	}
	m.Kernel().RunUntil(func() bool { return false }, m.Now()+100_000_000) // it waits now
	init.Syscall(&primitives.Call{No: primitives.SysWrite, Args: [6]int64{pipe.Aux, 0, 5}, In: []byte("hello")})
	for _, fd := range []int64{pipe.Val, pipe.Aux} {
		init.Syscall(&primitives.Call{No: primitives.SysClose, Args: [6]int64{fd}})
	}
	if status := wait(m, pid); status != primitives.ExitedStatus(0) {
		t.Errorf("status %#x", status)
	}
	if out := take(m, outFile); out != "hellocopy\n" {
		t.Errorf("%q", out)
	}
}

func TestBadModulesAreRefused(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	const head = "\x00asm\x01\x00\x00\x00"
	for name, c := range map[string]struct {
		wasm string
		want error // ENOEXEC, or nil for unsupported
	}{
		"nothing but a head": {head, nil},
		"garbage":            {head + "\x01\x7f\x00", primitives.ENOEXEC},
		"foreign import":     {head + "\x01\x04\x01\x60\x00\x00" + "\x02\x09\x01\x03env\x01x\x00\x00", nil},
		"huge memory":        {head + "\x05\x05\x01\x00\x80\x80\x04", nil},
	} {
		m := newMachine(t, e, bringing(t, []byte(c.wasm)), 1)
		r := &abi.SpawnRequest{Path: "/workspace/prog", Argv: []string{"x"}}
		_, stage, err := m.Kernel().Spawn(m.Kernel().Init(), r, false)
		if stage != abi.StageExec || !errors.Is(err, primitives.ENOEXEC) {
			t.Errorf("%s: stage %d, %v", name, stage, err)
		}
		if lacking := m.Unsupported(); (len(lacking) == 0) != (c.want != nil) {
			t.Errorf("%s: unsupported %q", name, lacking)
		}
	}
}

func BenchmarkCommand(b *testing.B) {
	m := withOrdinary(b)
	run(b, m, "/workspace/prog", "exit") // compiles it
	for b.Loop() {
		run(b, m, "/workspace/prog", "exit")
	}
}
