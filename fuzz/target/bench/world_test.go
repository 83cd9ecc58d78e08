package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest/store"
	"github.com/sandfault/sandfault/runtime/session"
)

// engine is shared: what the first use of a guest costs is paid once in a process.
var engine = sync.OnceValues(func() (*target.Engine, error) { return target.OpenEngine(store.Options{}) })

// box is one sandbox of ours.
type box struct {
	machine *runtime.Machine
	session *session.Session
}

// open starts a sandbox under the default profile.
func open(b *testing.B) *box {
	b.Helper()
	x, err := start(settings(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(x.machine.Close)
	return x
}

func settings(b *testing.B) primitives.Profile {
	b.Helper()
	doc, err := profile.Load("default")
	if err != nil {
		b.Fatal(err)
	}
	return doc.Profile
}

func start(p primitives.Profile) (*box, error) {
	e, err := engine()
	if err != nil {
		return nil, err
	}
	m, err := runtime.New(runtime.Config{Engine: e.Engine, Profile: p, Seed: det.NewSeed(1)})
	if err != nil {
		return nil, err
	}
	return &box{m, session.New(m, m.Profile())}, nil
}

// do makes one request, which must end well.
func (x *box) do(q *session.Request) ([]byte, error) {
	r := x.session.Do(q)
	if r.Err != primitives.OK || r.Exit != 0 {
		return nil, fmt.Errorf("%s %q: exit %d, %w: %s", q.Op, q.Cmd, r.Exit, r.Err, r.Stderr)
	}
	return r.Stdout, nil
}

// exec returns a call that runs a program in the sandbox.
func (x *box) exec(argv ...string) func() error {
	return func() error {
		_, err := x.do(&session.Request{Op: session.OpExec, Argv: argv})
		return err
	}
}

// native returns a call that runs a program of the machine, by fork and exec and without a library's overhead.
func native(b *testing.B, dir string, argv ...string) func() error {
	b.Helper()
	if _, err := os.Stat(argv[0]); err != nil {
		b.Skip("not on this machine: ", argv[0])
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = null.Close() })
	attr := &syscall.ProcAttr{
		Dir: dir, Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "LANG=C.UTF-8"},
		Files: []uintptr{null.Fd(), null.Fd(), null.Fd()},
	}
	return func() error {
		pid, err := syscall.ForkExec(argv[0], argv, attr)
		if err != nil {
			return fmt.Errorf("start %s: %w", argv[0], err)
		}
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil || status != 0 {
			return fmt.Errorf("%q: status %#x, %w", argv, status, err)
		}
		return nil
	}
}

// input reads a file of the workload.
func input(b *testing.B, name string) []byte {
	b.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		b.Fatal(err)
	}
	return data
}
