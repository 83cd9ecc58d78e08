package runtime_test

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest"
)

// plain is a profile with a user, a place to work in and the probe's programs.
func plain() primitives.Profile {
	p := primitives.Profile{
		Name:     "test",
		Identity: primitives.IdentitySettings{UID: 1000, GID: 1000, User: "agent", Home: "/home/agent", Umask: 0o022},
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
		_, stage, err := m.Kernel().Spawn(m.Kernel().Init(), &abi.SpawnRequest{Path: path, Argv: []string{path}}, false)
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

// rounds plays the same work on a machine and returns everything that may differ between two runs.
func rounds(t testing.TB, e *runtime.Engine, seed uint64) string {
	t.Helper()
	m, err := runtime.New(runtime.Config{Engine: e, Profile: plain(), Seed: det.NewSeed(seed)})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var b strings.Builder
	var pids []int32
	for i := range 4 {
		pids = append(pids, spawn(t, m, "spin"), spawn(t, m, "echo", fmt.Sprint(i)))
	}
	for _, pid := range pids {
		fmt.Fprintf(&b, "%#x ", wait(m, pid))
	}
	out, status := run(t, m, "grow")
	fmt.Fprintf(&b, "%q %#x ", out, status)
	out, status = run(t, m, "clock")
	fmt.Fprintf(&b, "%q %#x %d %+v %s", out, status, m.Now(), m.Kernel().Stats(), m.Trace().Sum())
	return b.String()
}

func TestRunsAreEqual(t *testing.T) {
	t.Parallel()
	want := rounds(t, newEngine(t, runtime.EngineConfig{}), 1)
	t.Log(want)
	for _, cfg := range []runtime.EngineConfig{{}, {Cold: true}, {Copies: true}, {Idle: 1}} {
		if got := rounds(t, newEngine(t, cfg), 1); got != want {
			t.Errorf("%+v:\n%s\nwant\n%s", cfg, got, want)
		}
	}
}

func TestMachinesRunSideBySide(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	results := make(chan string)
	for i := range 4 {
		go func() { results <- rounds(t, e, uint64(i%2)) }()
	}
	seen := map[string]int{}
	for range 4 {
		seen[<-results]++
	}
	if len(seen) != 2 {
		t.Errorf("two seeds, %d results: %v", len(seen), seen)
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

func TestReplayFollowsAndParts(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	play := func(log *trace.Log, argv ...string) (det.Sum, error) {
		m, err := runtime.New(runtime.Config{Engine: e, Profile: plain(), Seed: det.NewSeed(3), Trace: log})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		wait(m, spawn(t, m, argv...))
		return m.Finish()
	}
	recorded := trace.NewLog(0)
	want, err := play(recorded, "echo", "a")
	if err != nil {
		t.Fatal(err)
	}
	follower := func() *trace.Log {
		l, err := trace.NewFollower(recorded.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	if got, err := play(follower(), "echo", "a"); err != nil || got != want {
		t.Errorf("the same again: %v, %s, want %s", err, got, want)
	}
	var parted *trace.Divergence
	if _, err := play(follower(), "echo", "b"); !errors.As(err, &parted) {
		t.Errorf("another argument: %v", err)
	}
}

func TestRestartKeepsWhatPersists(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Mounts.Dirs = append(p.Mounts.Dirs, primitives.ImageDir{Path: "/data", UID: 1000, GID: 1000, Mode: 0o755})
	p.Persistence.Paths = []string{"/data", "/new/volume"}
	p.Mounts.Files = append(p.Mounts.Files,
		primitives.ImageFile{Path: "/tmp/later/f", Content: []byte("x"), Mode: 0o600, UID: 7, AfterMounts: true})
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	user := p.Cred()
	put := func(path string) {
		ns := m.Namespace()
		f, err := ns.Open(&user, ns.Root(), path, primitives.O_CREAT|primitives.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(path, err)
		}
		_ = f.Close()
	}
	for _, path := range []string{"/data/kept", "/new/volume/kept", "/workspace/gone", "/tmp/gone"} {
		put(path)
	}
	running := spawn(t, m, "forever")
	before, now := m.Kernel(), m.Now()
	if err := m.Restart(); err != nil {
		t.Fatal(err)
	}
	if m.Kernel() == before || m.Kernel().Process(running) != nil || m.Now() < now {
		t.Error("not a new kernel on the old clock")
	}
	root := primitives.Root()
	for path, kept := range map[string]bool{
		"/data/kept": true, "/new/volume/kept": true, "/workspace/gone": false, "/tmp/gone": false, "/tmp/later/f": true,
	} {
		st, err := m.Namespace().Stat(&root, m.Namespace().Root(), path, 0)
		if (err == nil) != kept {
			t.Errorf("%s: %v", path, err)
		}
		if path == "/tmp/later/f" && (st.UID != 7 || st.Mode&0o777 != 0o600) {
			t.Errorf("%s: %+v", path, st)
		}
	}
	if out, _ := run(t, m, "runs"); out != "1\n" {
		t.Errorf("after the restart: %q", out)
	}
}

func TestRestartKeepsAllButTmpfs(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Persistence.All = true
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	root := primitives.Root()
	for range 3 {
		ns := m.Namespace()
		for _, dir := range []string{"/workspace/kept", "/tmp/gone"} {
			if err := ns.Mkdir(&root, ns.Root(), dir, 0o755); err != nil {
				t.Fatal(dir, err)
			}
		}
		if err := m.Restart(); err != nil {
			t.Fatal(err)
		}
		ns = m.Namespace()
		if err := ns.Unlink(&root, ns.Root(), "/workspace/kept", primitives.AT_REMOVEDIR); err != nil {
			t.Error("not kept: ", err)
		}
		if out, _ := run(t, m, "runs"); out != "1\n" {
			t.Errorf("after the restart: %q", out)
		}
	}
	if _, err := m.Finish(); err != nil {
		t.Error(err)
	}
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

func TestBaseImage(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Paths.Missing = []string{"curl", "python3", "ls"}
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	root := primitives.Root()
	ns := m.Namespace()
	for path, mode := range map[string]uint32{
		"/bin/sh": 0o100755, "/usr/bin/bash": 0o100755, "/root": 0o40700, "/tmp": 0o41777, "/var/tmp": 0o41777,
		"/etc/passwd": 0o100644, "/etc/os-release": 0o100644, "/var/run": 0o40755, "/dev/null": 0o20666,
		"/proc/self/stat": 0o100444, "/usr/bin/curl": 0, "/usr/bin/python3": 0, "/usr/bin/ls": 0, "/usr/bin/node": 0o100755, "/etc/localtime": 0o100644,
	} {
		st, err := ns.Stat(&root, ns.Root(), path, 0)
		if (err == nil) != (mode != 0) || st.Mode != mode {
			t.Errorf("%s: %o, %v", path, st.Mode, err)
		}
	}
	if text := take(m, "/etc/passwd"); !strings.HasSuffix(text, "\nagent:x:1000:1000::/home/agent:/bin/bash\n") {
		t.Errorf("passwd %q", text)
	}
	zone := take(m, "/usr/share/zoneinfo/Etc/UTC")
	if loc, err := time.LoadLocationFromTZData("UTC", []byte(zone)); err != nil || loc.String() != "UTC" || len(zone) != 114 {
		t.Errorf("zone: %v, %d bytes", err, len(zone))
	}
}

// TestRunsAreEqualWhateverTheHost is not parallel: it changes what the host gives this process.
func TestRunsAreEqualWhateverTheHost(t *testing.T) { //nolint:paralleltest // see above
	e := newEngine(t, runtime.EngineConfig{})
	before := goruntime.GOMAXPROCS(0)
	defer goruntime.GOMAXPROCS(before)
	var results []string
	for _, n := range []int{1, 2, 4} {
		goruntime.GOMAXPROCS(n)
		results = append(results, rounds(t, e, 5))
	}
	if results[0] != results[1] || results[0] != results[2] {
		t.Errorf("GOMAXPROCS 1, 2, 4:\n%s", strings.Join(results, "\n"))
	}
}
