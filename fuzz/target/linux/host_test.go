package linux_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/linux"
	"github.com/sandfault/sandfault/primitives"
)

// left lists what sandboxes have left on the host: folders in dir, and processes.
func left(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// running lists the processes of the host whose arguments contain a word.
func running(t *testing.T, word string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil && strings.Contains(string(b), word) {
			found = append(found, f)
		}
	}
	return found
}

// gone waits until no process has the word, for the dead may need a moment.
func gone(t *testing.T, word string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if len(running(t, word)) == 0 {
			return
		}
	}
	t.Errorf("still running: %v", running(t, word))
}

// TestNothingIsLeft plays what wants to stay, and looks for it.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := newTarget(t, linux.Options{Dir: dir})
	p := planOf(t, "stays", []byte(`
id: stays
profile: {memory_mb: 256, persist: all}
steps:
- run:
    cmd: |
      (setsid nohup sleep 77771 >/dev/null 2>&1 &)
      for i in $(seq 300); do mkdir d; cd d; done; echo deep
- restart: {}
- run: {cmd: "setsid sleep 77772 & echo on"}
expect:
- {}
- {}
- {}
`))
	run := play(t, x, p)
	if got := string(run.Outcomes[0].Stdout) + string(run.Outcomes[2].Stdout); got != "deep\non\n" {
		t.Errorf("stdout %q, stderr %q", got, run.Outcomes[0].Stderr)
	}
	if l := left(t, dir); len(l) > 0 {
		t.Errorf("left: %v", l)
	}
	gone(t, "7777")
}

func TestCancelInMidStep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := newTarget(t, linux.Options{Dir: dir})
	p := planOf(t, "sleeps", []byte(`
id: sleeps
steps:
- run: {cmd: 'sleep 77773 & sleep 77774'}
expect: [{}]
`))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	begin := time.Now()
	if run, err := x.Play(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", run, err)
	}
	if d := time.Since(begin); d > 20*time.Second {
		t.Errorf("it took %v", d)
	}
	if l := left(t, dir); len(l) > 0 {
		t.Errorf("left: %v", l)
	}
	gone(t, "77773")
	gone(t, "77774")
}

func TestWallLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := newTarget(t, linux.Options{Dir: dir, WallLimit: 400 * time.Millisecond})
	p := planOf(t, "sleeps", []byte(`
id: sleeps
steps:
- run: {cmd: 'echo 1'}
- run: {cmd: 'sleep 77775'}
- run: {cmd: 'echo 2'}
expect: [{}, {}, {}]
`))
	run := play(t, x, p)
	if run.Status != target.StatusAborted || len(run.Outcomes) > 1 {
		t.Errorf("%+v", run)
	}
	if l := left(t, dir); len(l) > 0 {
		t.Errorf("left: %v", l)
	}
	gone(t, "77775")
}

// TestSideBySide plays several workflows at once.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	x := newTarget(t, linux.Options{})
	p := planOf(t, "one", []byte(`
id: one
profile: {pids: 4}
steps:
- run: {cmd: 'ls | wc -l; echo > f; ls'}
expect: [{}]
`))
	var all sync.WaitGroup
	digests := make([]string, 6)
	for i := range digests {
		all.Go(func() {
			run, err := x.Play(t.Context(), p)
			if err != nil {
				t.Error(err)
				return
			}
			digests[i] = run.Digest
			if got := string(run.Outcomes[0].Stdout); got != "0\nf\n" {
				t.Errorf("%q %s", got, run.Outcomes[0].Stderr)
			}
		})
	}
	all.Wait()
	if slices.Sort(digests); len(slices.Compact(digests)) != 1 {
		t.Errorf("digests differ: %v", digests)
	}
}

func TestTree(t *testing.T) {
	t.Parallel()
	x := newTarget(t, linux.Options{})
	p := planOf(t, "tree", []byte(`
id: tree
steps:
- run:
    cmd: |
      echo hi > f; ln -s f l; mkdir -m 0700 d; mkfifo d/p; echo t > /tmp/t
      (while :; do echo x >> g; done) &
expect: [{}]
`))
	p.KeepTree = true
	run := play(t, x, p)
	var got []string
	for _, e := range run.Tree {
		if e.Path != "/workspace/g" {
			got = append(got, strings.TrimSpace(e.Path+" "+e.Link+" "+e.SHA256[:min(8, len(e.SHA256))]))
		}
		if e.UID != 1000 || e.GID != 1000 {
			t.Errorf("%+v", e)
		}
	}
	want := []string{
		"/tmp/t  fe8edeeb", "/workspace/d", "/workspace/d/p", "/workspace/f  98ea6e4f", "/workspace/l f",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestUnsupported: what the host cannot honour is named.
func TestUnsupported(t *testing.T) {
	t.Parallel()
	x := newTarget(t, linux.Options{})
	p := planOf(t, "empty", []byte("id: empty\nsteps:\n- run: {cmd: 'true'}\nexpect: [{}]\n"))
	set := func(f func(p *primitives.Profile)) target.Plan {
		q := p
		f(&q.Profile)
		return q
	}
	for want, q := range map[string]target.Plan{
		"stderr-dropped": set(func(p *primitives.Profile) {
			p.Faults = []primitives.FaultSpec{{Name: "stderr-dropped"}}
		}),
		"dir_order":     set(func(p *primitives.Profile) { p.Mounts.DirOrder = primitives.DirHashed }),
		"cap_sys_admin": set(func(p *primitives.Profile) { p.Permissions.SysAdmin = true }),
		"disk_edquot":   set(func(p *primitives.Profile) { p.Quota.DiskEDQUOT = true }),
		"clock_start":   set(func(p *primitives.Profile) { p.Lifetime.ClockStart = 1 }),
		"cpu_speed":     set(func(p *primitives.Profile) { p.CPU.Speed++ }),
		"cpu_count":     set(func(p *primitives.Profile) { p.CPU.Count = 1024 }),
		"persist":       set(func(p *primitives.Profile) { p.Persistence.Paths = []string{"/usr"} }),
		"mounts: tmpfs on /proc": set(func(p *primitives.Profile) {
			p.Mounts.Mounts = []primitives.Mount{{Path: "/proc", Type: primitives.MountTmpfs}}
		}),
	} {
		run := play(t, x, q)
		if run.Status != target.StatusUnsupported || !slices.Contains(run.Unsupported, want) {
			t.Errorf("%s: %s %v", want, run.Status, run.Unsupported)
		}
	}
	y := newTarget(t, linux.Options{IgnoreFaults: true})
	q := set(func(p *primitives.Profile) { p.Faults = []primitives.FaultSpec{{Name: "stderr-dropped"}} })
	if run := play(t, y, q); run.Status != target.StatusPlayed {
		t.Errorf("faults ignored: %s %v", run.Status, run.Unsupported)
	}
}
