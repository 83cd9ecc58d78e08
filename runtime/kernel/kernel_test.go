package kernel_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/fault"
	"github.com/sandfault/sandfault/runtime/gate"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// small is a world of a few programs.
func small(t *testing.T, settings string) *world {
	t.Helper()
	return newWorld(t, &archive{comment: settings, files: []archived{
		{"true", "exit 0"},
		{"spin", "compute 1000000000000"},
		{"sleep", "nanosleep 1000000000000"},
		{"shell", "spawn true\nexit 0"},
		{"/etc/secret.data", "x"},
	}}, 1)
}

func TestArgumentsAreBounded(t *testing.T) {
	t.Parallel()
	w := small(t, "")
	many := func(n, size int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = strings.Repeat("a", size)
		}
		return list
	}
	for _, c := range []struct {
		name string
		argv []string
		env  []string
		want primitives.Errno
	}{
		{"one of the most", many(1, 131071), nil, primitives.OK},
		{"one too long", many(1, 131072), nil, primitives.E2BIG},
		{"environment too long", nil, many(1, 131072), primitives.E2BIG},
		{"just below a quarter of the stack", many(16, 131063), nil, primitives.OK},
		{"all too long", many(17, 131000), nil, primitives.E2BIG},
		{"pointers count", many(250_000, 0), nil, primitives.E2BIG},
	} {
		pid, _, err := w.k.Spawn(w.k.Init(), &abi.SpawnRequest{Path: "/bin/true", Argv: c.argv, Env: c.env}, false)
		if primitives.ErrnoOf(err) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
		if err == nil {
			wait(w.k, pid)
		}
	}
}

func TestRunIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, &archive{files: []archived{{"spin", "compute 1000000000000"}}}, 1, func(c *kernel.Config) {
		c.MaxSteps = 50_000_000
	})
	w.spawn(w.k.Init(), []string{"spawn", "spin"})
	if w.k.RunUntil(func() bool { return false }, -1) {
		t.Error("it came to an end")
	}
	if err := w.k.Aborted(); !errors.Is(err, kernel.ErrSteps) {
		t.Error(err)
	}
	w.k.Close()
	if _, ended := w.k.Process(2).Zombie(); !ended {
		t.Error("a process is left")
	}
}

func TestGuardEndsTheRun(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	calls := 0
	w := newWorld(t, &archive{files: []archived{{"spin", "compute 1000000000000"}}}, 1, func(c *kernel.Config) {
		c.Guard = func() error {
			if calls++; calls > 20 {
				return enough
			}
			return nil
		}
	})
	w.spawn(w.k.Init(), []string{"spawn", "spin"})
	r, _ := w.k.Init().Syscall(call([]string{"wait4", "2"}))
	if r.Errno != primitives.EINTR || !errors.Is(w.k.Aborted(), enough) {
		t.Error(r.Errno, w.k.Aborted())
	}
}

// TestPanicIsTheFirst has a program panic: that is what comes out, and the kernel can be closed.
func TestPanicIsTheFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t, &archive{files: []archived{{"bad", "no-such-call"}, {"sleep", "nanosleep 1000000000000"}}}, 1)
	w.spawn(w.k.Init(), []string{"spawn", "sleep"})
	func() {
		defer w.k.Close()
		defer func() {
			if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "no call") {
				t.Error(r)
			}
		}()
		w.spawn(w.k.Init(), []string{"spawn", "bad"})
		w.k.RunUntil(func() bool { return false }, w.clock.Now()+1_000_000)
	}()
	if _, ended := w.k.Process(2).Zombie(); !ended {
		t.Error("a process is left")
	}
}

func TestDeadlineIsExact(t *testing.T) {
	t.Parallel()
	w := small(t, "")
	w.spawn(w.k.Init(), []string{"spawn", "spin"})
	for _, after := range []int64{1, 1000, 999_999, 123_456_789} {
		deadline := w.clock.Now() + after
		if w.k.RunUntil(func() bool { return false }, deadline) || w.clock.Now() != deadline {
			t.Errorf("%d ns after the deadline", w.clock.Now()-deadline)
		}
	}
}

// TestPollOfTheSessionIsExact has PID 1 wait with a time limit, as a session does, beside a busy process.
func TestPollOfTheSessionIsExact(t *testing.T) {
	t.Parallel()
	w := small(t, "")
	w.spawn(w.k.Init(), []string{"spawn", "spin"})
	p := w.k.Init()
	p.Syscall(call([]string{"pipe2", "_", "0"}))
	for _, ns := range []int64{1000, 999_999, 5_000_001} {
		c := call([]string{"poll", "0", "POLLIN", "0"})
		c.Args[4] = ns
		begin := w.clock.Now()
		p.Syscall(c)
		// The call itself costs a little before and after the wait.
		if late := w.clock.Now() - begin - ns; late < 0 || late > 2000 {
			t.Errorf("%d ns: %d late", ns, late)
		}
	}
}

func TestMemoryIsGivenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, &archive{comment: "set image=5000 memory=100000000\n", files: []archived{
		{"busy", "grow 100000\npipe2 _ 0\nwrite 1 _ 5000\nsocketpair AF_UNIX SOCK_STREAM 0\nwrite 2 _ 999\n" +
			"socketpair AF_UNIX SOCK_DGRAM 0\nwrite 5 \"message\"\nspawn busier\nspawn sleep\nbrk 7 RESERVE\nexit 0"},
		{"busier", "grow 50000000\ngrow 60000000"},
		{"sleep", "nanosleep 1000000000000"},
	}}, 1)
	before, host := w.cat(t, "/sys/fs/cgroup/memory.current"), w.k.HostBytes()
	w.spawn(w.k.Init(), []string{"spawn", "busy"})
	wait(w.k, 2)
	w.k.KillTree(2)
	if after := w.cat(t, "/sys/fs/cgroup/memory.current"); after != before {
		t.Errorf("charged %s before and %s at the end", before, after)
	}
	if after := w.k.HostBytes(); after != host {
		t.Errorf("%d bytes of the host before and %d at the end", host, after)
	}
	if s := w.k.Stats(); s.PeakBytes < 50_000_000 || s.Processes != 3 {
		t.Errorf("%+v", s)
	}
}

// TestMessagesFillABuffer has the counts that Linux 6 was seen to take.
func TestMessagesFillABuffer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ family, kind, bytes, want int64 }{
		{1, 2, 0, 278}, {1, 2, 512, 167}, {1, 2, 1000, 93}, {1, 2, 60_000, 4}, {1, 5, 0, 278}, {1, 5, 4000, 26},
	} {
		w := small(t, "")
		init := w.k.Init()
		pair, _ := init.Syscall(&primitives.Call{No: primitives.SysSocketpair, Args: [6]int64{c.family, c.kind}})
		var sent int64
		for ; sent < 1000; sent++ {
			const dontWait = 0x40
			r, _ := init.Syscall(&primitives.Call{
				No: primitives.SysSendto, Args: [6]int64{pair.Val, 0, c.bytes, dontWait}, In: make([]byte, c.bytes),
			})
			if r.Errno == primitives.EAGAIN {
				break
			}
		}
		if sent != c.want {
			t.Errorf("%+v: %d messages", c, sent)
		}
	}
}

// TestFilterSparesTheStart has a profile in which nothing may be spawned or executed run a program, which then may not.
func TestFilterSparesTheStart(t *testing.T) {
	t.Parallel()
	w := small(t, "")
	s := primitives.ProcessSettings{SpawnBlocked: true, ExecBlocked: true}
	w.k.SetHandler(gate.Chain(w.k.Wait(w.k.Do), w.record, gate.Police(s, w.k.Starting)))
	w.native["try"] = func(p *kernel.Process) primitives.WaitStatus {
		if _, stage, err := p.Spawn(&abi.SpawnRequest{Path: "/bin/true"}, false); stage != abi.StageClone ||
			primitives.ErrnoOf(err) != primitives.EPERM || primitives.CauseOf(err).Rule != "spawn" {
			t.Errorf("spawn: stage %d, %v", stage, err)
		}
		r, _ := p.Syscall(&primitives.Call{No: primitives.SysExecve, Path: "/bin/true"})
		if r.Errno != primitives.EPERM || r.Cause.Rule != "exec" {
			t.Errorf("execve: %s %s", r.Errno, r.Cause)
		}
		r, _ = p.Syscall(&primitives.Call{No: primitives.SysClone, Args: [6]int64{kernel.CloneThread}})
		if r.Errno != primitives.OK {
			t.Errorf("thread: %s", r.Errno)
		}
		return 0
	}
	pid, _, err := w.k.Spawn(w.k.Init(), &abi.SpawnRequest{Path: "/bin/shell"}, false)
	if err != nil {
		t.Fatal(err)
	}
	wait(w.k, pid)
	w.native["shell"] = w.native["try"]
	pid, _, err = w.k.Spawn(w.k.Init(), &abi.SpawnRequest{Path: "/bin/shell"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if status := wait(w.k, pid); status != 0 {
		t.Error(status)
	}
}

// TestInjectionKeepsTheVerdict injects errors over calls that the kernel would refuse, and over some that it would not.
func TestInjectionKeepsTheVerdict(t *testing.T) {
	t.Parallel()
	w := small(t, "")
	for _, c := range []struct {
		line    string
		path    string
		verdict primitives.Errno
	}{
		{`openat AT_FDCWD "/etc/secret.data" O_RDONLY 0`, "/etc/secret.data", primitives.OK},
		{`openat AT_FDCWD "/etc/../etc/secret.data" O_WRONLY 0`, "/etc/secret.data", primitives.EACCES},
		{`openat AT_FDCWD "/etc/none" O_RDONLY 0`, "/etc/none", primitives.ENOENT},
		{`openat AT_FDCWD "/etc/none" O_WRONLY|O_CREAT 0`, "/etc/none", primitives.EACCES},
		{`openat AT_FDCWD "/tmp/none" O_WRONLY|O_CREAT 0`, "/tmp/none", primitives.OK},
		{`openat AT_FDCWD "/no/none" O_WRONLY|O_CREAT 0`, "", primitives.ENOENT},
		{`mkdirat AT_FDCWD "/etc/d" 0755`, "/etc/d", primitives.EACCES},
		{`unlinkat AT_FDCWD "/tmp/d" 0`, "/tmp/d", primitives.OK},
		{`symlinkat "/tmp/l" AT_FDCWD "/etc/secret.data"`, "/tmp/l", primitives.OK},
		{`truncate "/etc/secret.data" 5`, "/etc/secret.data", primitives.EACCES},
		{`execve "/etc/secret.data"`, "/etc/secret.data", primitives.EACCES},
		{`execve "/bin/true"`, "/bin/true", primitives.OK},
		{`readlinkat AT_FDCWD "/proc/self/exe"`, "/proc/2/exe", primitives.OK},
		{`read 0 _ 5`, "", primitives.EBADF},
		{`write 7 "x"`, "/dev/null", primitives.EBADF},
		{`read 7 _ 5`, "/dev/null", primitives.OK},
		{`getpid`, "", primitives.OK},
	} {
		var got, verdict any
		var plan primitives.CallFault
		w.native["true"] = func(p *kernel.Process) primitives.WaitStatus {
			r, _ := p.Syscall(call([]string{"openat", "AT_FDCWD", `"/dev/null"`, "O_RDONLY", "0"}))
			p.Syscall(call([]string{"dup3", "0", "7", "0"}))
			p.Syscall(&primitives.Call{No: primitives.SysClose, Args: [6]int64{r.Val}})
			asked := call(split(c.line))
			asked.Pid = p.Pid()
			got = w.k.PathOf(asked)
			plan = primitives.CallFault{Call: asked.No, Errno: primitives.EIO, Nth: 1, Percent: 100}
			in := fault.New(&primitives.Profile{}, []primitives.CallFault{plan}, det.NewSeed(1), w.k)
			injected := in.Inject(w.k.Wait(w.k.Do))(asked)
			verdict = injected.Verdict
			if !injected.Injected || injected.Errno != primitives.EIO {
				t.Errorf("%s: %+v", c.line, injected)
			}
			return 0
		}
		pid := spawnTrue(t, w)
		wait(w.k, pid)
		path := strings.Replace(got.(string), "/proc/"+itoa(pid)+"/", "/proc/2/", 1)
		if path != c.path || verdict != c.verdict {
			t.Errorf("%s: path %q, verdict %v", c.line, path, verdict)
		}
	}
}
