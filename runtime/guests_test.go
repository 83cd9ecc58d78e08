package runtime_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// probe builds testdata/guests/probe once a test process.
var probe = sync.OnceValues(func() ([]byte, error) { return buildGuest("probe", "-buildmode=c-shared") })

// buildGuest builds a Go program of testdata for wasip1.
func buildGuest(name string, flags ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "sandfault-guest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, name+".wasm")
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", out}, flags...)
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = filepath.Join("testdata", "guests", name)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build %s: %w\n%s", name, err, text)
	}
	return os.ReadFile(out)
}

// probes is a source whose box is the probe.
type probes struct{}

func (probes) Guest(name string) ([]byte, error) {
	if name != guest.Box {
		return nil, &guest.MissingError{Name: name, Command: "nothing"}
	}
	return probe()
}

func newEngine(t testing.TB, cfg runtime.EngineConfig) *runtime.Engine {
	t.Helper()
	if cfg.Guests == nil {
		cfg.Guests = probes{}
	}
	if cfg.Code == nil {
		cfg.Code = sharedCode()
	}
	e, err := runtime.NewEngine(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// sharedCode is the user's own compiled code, so that a second run of the tests compiles nothing.
var sharedCode = sync.OnceValue(func() runtime.CodeCache {
	s, err := store.New(store.Options{})
	if err != nil {
		return nil
	}
	code, err := s.Code()
	if err != nil {
		return nil
	}
	// The first engine compiles; the others find its code.
	e, err := runtime.NewEngine(runtime.EngineConfig{Guests: probes{}, Code: code})
	if err != nil {
		panic(err)
	}
	if _, err := e.Guest(guest.Box); err != nil {
		panic(err)
	}
	if err := e.Close(); err != nil {
		panic(err)
	}
	return code
})

// process is a hostabi.Process without a kernel: it counts, keeps what is written, and can be told
// to die.
type process struct {
	argv     []string
	out      []byte
	executed int64
	grown    int64
	calls    int
	status   primitives.WaitStatus
	exited   bool

	dieAfter    int64 // instructions; 0 = never
	memory      int64 // bytes that may grow; beyond it growth is refused
	killOnGrow  bool
	bug         bool // the clock fails as our own code may
	unsupported []string
}

const slice = 100_000

func (p *process) Alive() bool { return !p.exited && (p.dieAfter == 0 || p.executed < p.dieAfter) }

func (p *process) Consume(n int64) (int64, bool) {
	if n < 0 {
		panic("negative count")
	}
	p.executed += n
	return slice, p.Alive()
}

func (p *process) Grow(bytes int64) (granted, alive bool) {
	if p.killOnGrow {
		p.exited = true
		return false, false
	}
	if p.memory > 0 && p.grown+bytes > p.memory {
		return false, true
	}
	p.grown += bytes
	return true, true
}

func (p *process) Syscall(c *primitives.Call) (primitives.Result, bool) {
	p.calls++
	switch c.No {
	case primitives.SysExitGroup:
		p.exited, p.status = true, primitives.ExitedStatus(int(c.Args[0]))
		return primitives.Result{}, false
	case primitives.SysWrite:
		p.out = append(p.out, c.In...)
		return primitives.Result{Val: int64(len(c.In))}, true
	case primitives.SysClockGettime:
		if p.bug {
			return primitives.Result{Val: int64(p.argv[len(p.argv)][0])}, true
		}
		return primitives.Result{Val: 2 + p.executed}, true
	case primitives.SysGetrandom:
		clear(c.Out)
		return primitives.Result{Val: int64(len(c.Out))}, true
	case primitives.SysSchedYield, primitives.SysPoll, primitives.SysNanosleep:
		return primitives.Result{}, true
	default:
		return primitives.Fail(primitives.ENOSYS), true
	}
}

func (p *process) Spawn(*abi.SpawnRequest, bool) (int32, int, error) {
	return 0, abi.StageClone, errors.ErrUnsupported
}
func (p *process) Pid() int32              { return 2 }
func (p *process) Argv() []string          { return p.argv }
func (p *process) Env() []string           { return nil }
func (p *process) State() []byte           { return nil }
func (p *process) Unsupported(what string) { p.unsupported = append(p.unsupported, what) }
