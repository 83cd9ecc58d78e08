//go:build unix

package runtime_test

import (
	"sync"
	"syscall"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// boxed is an engine with the real box, as its sources are now.
var boxed = sync.OnceValues(func() (*runtime.Engine, error) {
	s, err := store.New(store.Options{Changed: true})
	if err != nil {
		return nil, err
	}
	code, err := s.Code()
	if err != nil {
		return nil, err
	}
	return runtime.NewEngine(runtime.EngineConfig{Guests: s, Code: code})
})

func withBox(t testing.TB) *runtime.Machine {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds and compiles box")
	}
	e, err := boxed()
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, e, plain(), 1)
	m.Kernel().Init().Syscall(&primitives.Call{No: primitives.SysChdir, Path: "/workspace"})
	return m
}

func TestBoxOnAMachine(t *testing.T) {
	t.Parallel()
	m := withBox(t)
	for _, c := range []struct {
		argv   []string
		out    string
		status primitives.WaitStatus
	}{
		{[]string{"true"}, "", primitives.ExitedStatus(0)},
		{
			[]string{"bash", "-c", "echo a; printf 'c\\nb\\n' | sort; x=$(id -u); echo $x; exit 3"},
			"a\nb\nc\n1000\n", primitives.ExitedStatus(3),
		},
		{
			[]string{"sh", "-c", "(exit 4) & wait $!; echo $?; kill -9 $$"},
			"4\n", primitives.SignaledStatus(primitives.SIGKILL),
		},
		{ // a program is what its file says, whatever it is called
			[]string{"bash", "-c", "ln -s /bin/ls my; ./my -d .; cp /bin/cat c; echo hi | ./c; (exec -a x echo y); " +
				"ln -s /bin/bash sh; ./sh -c 'set -o | grep posix'; rm my c sh"},
			".\nhi\ny\nposix          \ton\n", primitives.ExitedStatus(0),
		},
	} {
		if out, status := run(t, m, c.argv...); out != c.out || status != c.status {
			t.Errorf("%q: %q, %#x", c.argv, out, status)
		}
	}
	if n := m.Unsupported(); len(n) > 0 {
		t.Errorf("unsupported %q", n)
	}
}

// BenchmarkBox tells the host's CPU time too, for on a busy machine the time that passes says little.
func BenchmarkBox(b *testing.B) {
	for name, argv := range map[string][]string{
		"true":     {"true"},
		"ls":       {"ls", "/etc"},
		"sh":       {"sh", "-c", ":"},
		"pipeline": {"sh", "-c", "ls /etc | sort | head -n 1"},
		"ten":      {"bash", "-c", "for i in 1 2 3 4 5 6 7 8 9 10; do /bin/true; done"},
	} {
		b.Run(name, func(b *testing.B) {
			m := withBox(b)
			once := func() { wait(m, spawn(b, m, argv...)) }
			once()
			before, stats := cpu(), m.Kernel().Stats()
			for b.Loop() {
				once()
			}
			n := float64(b.N)
			b.ReportMetric((cpu()-before)/n, "cpu-us/op")
			b.ReportMetric(float64(m.Kernel().Stats().Instructions-stats.Instructions)/n, "instructions/op")
		})
	}
}

// cpu is the time that this process has computed for, microseconds.
func cpu() float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e3
}
