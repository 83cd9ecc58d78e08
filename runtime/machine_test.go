package runtime_test

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest"
)

// plain is a profile with a user, a place to work in and the probe's programs.
func plain() primitives.Profile {
	p := primitives.Profile{
		Name: "test",
		Identity: primitives.IdentitySettings{
			UID: 1000, GID: 1000, User: "agent", Home: "/home/agent", Umask: 0o022,
		},
		Mounts: primitives.MountSettings{
			Dirs:   []primitives.ImageDir{{Path: "/workspace", UID: 1000, GID: 1000, Mode: 0o755}},
			Mounts: []primitives.Mount{{Path: "/tmp", Type: primitives.MountTmpfs, Size: 1 << 20, Mode: 0o1777}},
		},
		CPU:    primitives.CPUSettings{Count: 2, Speed: 1_000_000_000},
		Egress: primitives.EgressSettings{Mode: primitives.EgressNone},
	}
	for _, name := range []string{"runs", "spin", "grow", "deep", "clock", "exit", "forever"} {
		p.Mounts.Files = append(p.Mounts.Files, primitives.ImageFile{
			Path: "/usr/bin/" + name, Mode: 0o755, Content: guest.Stub(guest.Box, name),
		})
	}
	return p
}

func newMachine(t testing.TB, e *runtime.Engine, p primitives.Profile, seed uint64) *runtime.Machine {
	t.Helper()
	m, err := runtime.New(runtime.Config{Engine: e, Profile: p, Seed: det.NewSeed(seed)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

const outFile = "/workspace/out"

// spawn starts a command with its output in outFile.
func spawn(t testing.TB, m *runtime.Machine, argv ...string) int32 {
	t.Helper()
	path := argv[0]
	if !strings.Contains(path, "/") {
		path = "/usr/bin/" + path
	}
	pid, stage, err := m.Kernel().Spawn(m.Kernel().Init(), &abi.SpawnRequest{
		Path: path, Argv: argv, Env: []string{"PATH=/usr/bin"},
		Actions: []abi.FileAction{
			{Kind: abi.ActionOpen, Newfd: 0, Path: "/dev/null"},
			{
				Kind: abi.ActionOpen, Newfd: 1, Path: outFile,
				Flags: primitives.O_CREAT | primitives.O_WRONLY | primitives.O_APPEND, Mode: 0o644,
			},
			{Kind: abi.ActionDup2, Fd: 1, Newfd: 2},
		},
	}, false)
	if err != nil {
		t.Fatalf("%v: stage %d: %v", argv, stage, err)
	}
	return pid
}

// wait is PID 1's wait for a child.
func wait(m *runtime.Machine, pid int32) primitives.WaitStatus {
	r, _ := m.Kernel().Init().Syscall(&primitives.Call{No: primitives.SysWait4, Args: [6]int64{int64(pid)}})
	return primitives.WaitStatus(r.Aux)
}

// run runs a command and returns its output and how it ended.
func run(t testing.TB, m *runtime.Machine, argv ...string) (string, primitives.WaitStatus) {
	t.Helper()
	status := wait(m, spawn(t, m, argv...))
	return take(m, outFile), status
}

// take reads a file as root and removes it.
func take(m *runtime.Machine, path string) string {
	root := primitives.Root()
	ns := m.Namespace()
	f, err := ns.Open(&root, ns.Root(), path, primitives.O_RDONLY, 0)
	if err != nil {
		return err.Error()
	}
	text := string(f.Contents())
	_ = f.Close()
	_ = ns.Unlink(&root, ns.Root(), path, 0)
	return text
}

func TestMachineRunsPrograms(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	m := newMachine(t, e, plain(), 1)
	for _, c := range []struct {
		argv   string
		out    string
		status primitives.WaitStatus
	}{
		{"true", "", primitives.ExitedStatus(0)},
		{"false", "", primitives.ExitedStatus(1)},
		{"/bin/echo a b", "a b\n", primitives.ExitedStatus(0)},
		{"exit", "", primitives.ExitedStatus(7)},
		{"runs", "1\n", primitives.ExitedStatus(0)},
		{"deep", "", primitives.SignaledStatus(primitives.SIGSEGV)},
	} {
		if out, status := run(t, m, strings.Fields(c.argv)...); out != c.out || status != c.status {
			t.Errorf("%s: %q, %#x", c.argv, out, status)
		}
	}
	if n := m.Unsupported(); len(n) > 0 || m.Aborted() != nil {
		t.Errorf("unsupported %v, aborted %v", n, m.Aborted())
	}
}

func TestExecNamesWhatItCannotRun(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Mounts.Files = append(p.Mounts.Files,
		primitives.ImageFile{Path: "/usr/bin/native", Mode: 0o755, Content: []byte("\x7fELF\x02\x01\x01")},
		primitives.ImageFile{Path: "/usr/bin/text", Mode: 0o755, Content: []byte("echo hi\n")},
	)
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	for _, path := range []string{"/usr/bin/text", "/usr/bin/native", "/usr/bin/python3"} {
		r := &abi.SpawnRequest{Path: path, Argv: []string{path}}
		_, stage, err := m.Kernel().Spawn(m.Kernel().Init(), r, false)
		if stage != abi.StageExec || primitives.ErrnoOf(err) != primitives.ENOEXEC {
			t.Errorf("%s: stage %d, %v", path, stage, err)
		}
	}
	if n := m.Unsupported(); len(n) != 2 || n[0] != "native program /usr/bin/native" ||
		!strings.Contains(n[1], "guest python3 is missing") {
		t.Errorf("unsupported: %q", n)
	}
}

func TestCopyOfAProgramIsTheProgram(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Mounts.Files = append(p.Mounts.Files,
		primitives.ImageFile{Path: "/workspace/other", Mode: 0o755, Content: guest.Stub(guest.Box, "false")})
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	if _, status := run(t, m, "/workspace/other"); status != primitives.ExitedStatus(1) {
		t.Errorf("a copy of false: %#x", status)
	}
}

func TestKilledProcessEndsAtOnce(t *testing.T) {
	t.Parallel()
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), plain(), 1)
	k := m.Kernel()
	pid := spawn(t, m, "forever")
	k.RunUntil(func() bool { return false }, m.Now()+10_000_000)
	k.KillTree(pid)
	if status := wait(m, pid); status != primitives.SignaledStatus(primitives.SIGKILL) {
		t.Errorf("status %#x", status)
	}
	if s := k.Stats(); s.Instructions < 9_000_000 || s.Instructions > 20_000_000 {
		t.Errorf("10 ms of computing took %d instructions", s.Instructions)
	}
	if out, _ := run(t, m, "runs"); out != "1\n" {
		t.Errorf("afterwards: %q", out)
	}
}

func BenchmarkMachine(b *testing.B) {
	e := newEngine(b, runtime.EngineConfig{})
	b.Run("create", func(b *testing.B) {
		p := plain()
		for b.Loop() {
			m, err := runtime.New(runtime.Config{Engine: e, Profile: p, Seed: det.NewSeed(1)})
			if err != nil {
				b.Fatal(err)
			}
			m.Close()
		}
	})
	b.Run("true", func(b *testing.B) {
		m := newMachine(b, e, plain(), 1)
		init := m.Kernel().Init()
		r := &abi.SpawnRequest{Path: "/usr/bin/true", Argv: []string{"true"}}
		for b.Loop() {
			pid, _, err := m.Kernel().Spawn(init, r, false)
			if err != nil {
				b.Fatal(err)
			}
			wait(m, pid)
		}
	})
}

func TestDenialsAreTaken(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Mounts.Mounts = append(p.Mounts.Mounts, primitives.Mount{Path: "/usr", Type: primitives.MountRO})
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	m.TakeDenials()
	c := primitives.Call{
		No: primitives.SysMkdirat, Args: [6]int64{primitives.AT_FDCWD, 0, 0o755}, Path: "/usr/local/x",
	}
	m.Kernel().Init().Syscall(&c)
	d := m.TakeDenials()
	if len(d) != 1 || d[0].Errno != primitives.EROFS || d[0].Cause.Primitive != primitives.Mounts {
		t.Errorf("%+v", d)
	}
	if len(m.TakeDenials()) != 0 {
		t.Error("taken twice")
	}
}
