package runtime_test

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime"
)

// TestForkWantsPeace: a machine is forked when only PID 1 is there, with nothing open.
func TestForkWantsPeace(t *testing.T) {
	t.Parallel()
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), plain(), 1)
	fork := func() error {
		f, err := m.Fork(nil, nil)
		if err == nil {
			f.Close()
		}
		return err
	}
	if err := fork(); err != nil {
		t.Fatal(err)
	}
	init := m.Kernel().Init()
	pid := spawn(t, m, "true")
	if err := fork(); !errors.Is(err, runtime.ErrBusy) {
		t.Errorf("a process that nobody waited for: %v", err)
	}
	wait(m, pid)
	r, _ := init.Syscall(&primitives.Call{
		No: primitives.SysOpenat, Args: [6]int64{primitives.AT_FDCWD}, Path: "/etc/passwd",
	})
	if err := fork(); !errors.Is(err, runtime.ErrBusy) {
		t.Errorf("an open file: %v", err)
	}
	init.Syscall(&primitives.Call{No: primitives.SysClose, Args: [6]int64{r.Val}})
	root, ns := primitives.Root(), m.Namespace()
	f, err := ns.Open(&root, ns.Root(), "/etc/passwd", primitives.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := fork(); !errors.Is(err, runtime.ErrBusy) {
		t.Errorf("a file that Go code has open: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := fork(); err != nil {
		t.Error(err)
	}
}

// inodes tells what stat tells of paths.
func inodes(m *runtime.Machine, paths ...string) (out string) {
	root, ns := primitives.Root(), m.Namespace()
	for _, path := range paths {
		st, err := ns.Stat(&root, ns.Root(), path, 0)
		out += fmt.Sprintf("%s %+v %v\n", path, st, err)
	}
	return out
}

// TestForkTakesAlong has what workflows seldom ask about: the inode numbers of /proc, which are given out as
// names are looked up, features that were missing before a restart, a trace that is kept, denials.
func TestForkTakesAlong(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	told := func(forked bool) string {
		log := trace.NewLog(0)
		m, err := runtime.New(runtime.Config{Engine: e, Profile: plain(), Seed: det.NewSeed(1), Trace: log})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close() })
		m.Kernel().Init().Unsupported("a feature")
		if err := m.Restart(); err != nil {
			t.Fatal(err)
		}
		m.Kernel().Init().Syscall(&primitives.Call{
			No: primitives.SysOpenat, Args: [6]int64{primitives.AT_FDCWD}, Path: "/root/secret",
		})
		inodes(m, "/proc/meminfo", "/proc/1/status", "/sys/fs/cgroup")
		if forked {
			f, err := m.Fork(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			inodes(m, "/proc/sys/kernel/hostname") // what the original does meanwhile
			m.Kernel().Init().Unsupported("another feature")
			m.TakeDenials()
			m = f
		}
		out := fmt.Sprintln(m.Unsupported(), m.TakeDenials())
		out += inodes(m, "/proc/1/status", "/proc/uptime", "/proc/meminfo")
		out += inodes(m, "/sys/fs/cgroup/pids.max", "/dev/null", ".")
		out += take(m, "/proc/sys/kernel/random/uuid")
		text, status := run(t, m, "echo", "a")
		out += fmt.Sprintln(text, status)
		sum, err := m.Finish()
		return out + fmt.Sprintln(sum, err, trace.SumOf(m.Trace().Bytes()), m.Now(), m.Kernel().Stats())
	}
	if want, got := told(false), told(true); got != want {
		t.Errorf("a fork gives\n%s\nwant\n%s", got, want)
	}
}

// TestForkGuards: each side ends by its own guard.
func TestForkGuards(t *testing.T) {
	t.Parallel()
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), plain(), 1)
	enough := errors.New("enough")
	f, err := m.Fork(func() error { return enough }, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	pid := spawn(t, f, "forever")
	if wait(f, pid); !errors.Is(f.Aborted(), enough) {
		t.Errorf("the fork: %v", f.Aborted())
	}
	if _, err := f.Fork(nil, nil); !errors.Is(err, enough) {
		t.Errorf("a fork of an aborted machine: %v", err)
	}
	if out, _ := run(t, m, "echo", "goes", "on"); out != "goes on\n" || m.Aborted() != nil {
		t.Errorf("the original: %q, %v", out, m.Aborted())
	}
}

// TestForksRunTogether plays a machine and forks of it, and of these, in goroutines of their own (for the
// race detector): each changes the same files, and finds what it wrote.
func TestForksRunTogether(t *testing.T) {
	t.Parallel()
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), plain(), 1)
	content := bytes.Repeat([]byte("x"), 200_000)
	large := primitives.ImageFile{Path: "/workspace/large", Mode: 0o666, Content: content}
	if err := m.Put(&large); err != nil {
		t.Fatal(err)
	}
	machines := []*runtime.Machine{m}
	for i := range 5 {
		f, err := machines[i/2].Fork(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Close)
		machines = append(machines, f)
	}
	var wg sync.WaitGroup
	for i, m := range machines {
		wg.Go(func() {
			word := fmt.Sprint("word", i)
			for n := range 5 {
				root, ns := primitives.Root(), m.Namespace()
				f, err := ns.Open(&root, ns.Root(), large.Path, primitives.O_RDWR, 0)
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = f.WriteAt(&root, []byte(word), int64(n)*70_000%190_000)
				if b := f.Contents(); bytes.Count(b, []byte(word)) == 0 || bytes.Count(b, []byte("word")) > n+1 {
					t.Errorf("%s is not alone", word)
				}
				_ = f.Close()
				if out, _ := run(t, m, "echo", word); out != word+"\n" {
					t.Errorf("%s: %q", word, out)
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkFork forks a machine whose session has made many files in a number of directories: the fork alone,
// with what the first look at one of the files copies on the fork's side, and with the digest of the tree.
func BenchmarkFork(b *testing.B) {
	for _, c := range []struct{ files, dirs int }{{0, 1}, {100, 100}, {10_000, 100}, {10_000, 1}} {
		m := newMachine(b, newEngine(b, runtime.EngineConfig{}), plain(), 1)
		root := primitives.Root()
		for i := range c.files {
			name := fmt.Sprintf("/workspace/%d/%d", i%c.dirs, i)
			put := primitives.ImageFile{Path: name, Mode: 0o644, Content: []byte("x")}
			if err := m.Put(&put); err != nil {
				b.Fatal(err)
			}
		}
		for _, then := range []string{"nothing", "stat", "digest"} {
			b.Run(fmt.Sprintf("%d-in-%d/%s", c.files, c.dirs, then), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f, err := m.Fork(nil, nil)
					if err != nil {
						b.Fatal(err)
					}
					switch then {
					case "stat":
						_, _ = f.Namespace().Stat(&root, f.Namespace().Root(), "/workspace/0/0", 0)
					case "digest":
						_, _ = f.TreeDigest()
					}
				}
			})
		}
	}
}
