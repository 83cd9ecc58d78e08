package runtime

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/fault"
	"github.com/sandfault/sandfault/runtime/gate"
	"github.com/sandfault/sandfault/runtime/kernel"
	"github.com/sandfault/sandfault/runtime/network"
	"github.com/sandfault/sandfault/runtime/session"
	"github.com/sandfault/sandfault/vfs"
)

// Config is what a machine is made from. The machine changes nothing in it.
type Config struct {
	Engine  *Engine
	Profile primitives.Profile
	Seed    det.Seed

	Image *vfs.Image // of BuildImage; nil = the built-in one for the profile, kept by the engine
	Trace *trace.Log // takes the events, or compares them; nil = a log with digest and counters only

	Plan  []primitives.CallFault // faults of calls, beside those of the profile
	World *network.World         // the network beyond loopback; nil = the default one
	Guard func() error           // the host's own limits: an error ends the run as aborted; nil = none

	// Done is closed when Guard is about to fail: it interrupts the compilation of a program that the
	// session brought, which may take a minute of CPU time. nil = never.
	Done <-chan struct{}

	RoundRobin bool  // processes take turns, instead of by draws from the seed
	MaxSteps   int64 // instructions after which the run is aborted; 0 = unlimited

	// HostBytes bounds the host's memory that the machine takes, as counted by rules (see
	// docs/ARCHITECTURE.md); beyond it the run is aborted. 0 = DefaultHostBytes, negative = unlimited.
	HostBytes int64
}

// DefaultHostBytes is how much of the host's memory a machine may take.
const DefaultHostBytes = 4 << 30

// Machine is one sandbox: a kernel, its file system and the gate, until it is closed. It belongs to one
// goroutine at a time, as everything in it does; other machines run beside it.
type Machine struct {
	cfg   Config
	image *vfs.Image
	clock *det.Clock
	log   *trace.Log
	boots uint64

	kernel    *kernel.Kernel
	namespace *vfs.Namespace
	root      *vfs.Filesystem
	volumes   []volume // what a restart keeps, in the order of the profile

	recorder *gate.Recorder
	injector *fault.Injector
	denials  []session.Denial
	missing  []string // features, of the kernels before the present one
}

// New returns a machine that has booted.
func New(cfg Config) (*Machine, error) {
	if cfg.Engine == nil {
		return nil, errors.New("machine: no engine")
	}
	if cfg.HostBytes == 0 {
		cfg.HostBytes = DefaultHostBytes
	}
	m := &Machine{cfg: cfg, image: cfg.Image, log: cfg.Trace}
	if m.cfg.World == nil {
		m.cfg.World = cfg.Engine.world
	}
	if m.image == nil {
		var err error
		if m.image, err = cfg.Engine.images.get(&m.cfg.Profile); err != nil {
			return nil, fmt.Errorf("machine: %w", err)
		}
	}
	if m.log == nil {
		m.log = trace.NewCounter()
	}
	start := cfg.Profile.Lifetime.ClockStart
	if start == 0 {
		start = det.Start
	}
	m.clock = det.NewClock(start)
	m.recorder = gate.NewRecorder(m.log, m.clock.Now)
	m.injector = fault.New(&m.cfg.Profile, cfg.Plan, cfg.Seed, present{m})
	if err := m.boot(); err != nil {
		return nil, fmt.Errorf("machine: %w", err)
	}
	return m, nil
}

// boot makes the namespace and the kernel anew. What persists is in m already.
func (m *Machine) boot() error {
	if err := m.mountRoot(); err != nil {
		return err
	}
	m.boots++
	cfg := m.kernelConfig()
	cfg.Namespace = m.namespace
	m.kernel = kernel.New(cfg)
	m.kernel.SetHandler(m.handler())
	if err := m.kernel.MountSystem(); err != nil {
		return err
	}
	return m.mountAll()
}

// kernelConfig is what the kernel of the present boot is made from, without its namespace.
func (m *Machine) kernelConfig() kernel.Config {
	seed := m.cfg.Seed
	if m.boots > 1 {
		seed = seed.Derive("restart").DeriveIndex(m.boots - 1)
	}
	return kernel.Config{
		Profile: m.cfg.Profile, Seed: seed, Clock: m.clock,
		Loader: &loader{m.cfg.Engine, m.cfg.Done}, World: m.cfg.World,
		Events: m.recorder.Event, Waiting: m.recorder.Waiting, Guard: m.guard,
		RoundRobin: m.cfg.RoundRobin, MaxSteps: m.cfg.MaxSteps, HostBytes: m.cfg.HostBytes,
	}
}

// Restart ends all processes and gives the machine a fresh file system, but for what the profile keeps. The
// clock goes on.
func (m *Machine) Restart() error {
	m.note(m.kernel.Unsupported())
	if err := m.kernel.Aborted(); err != nil {
		return err
	}
	m.kernel.Close()
	if _, lost := m.cfg.Profile.HasFault("restart-loses-persist"); lost {
		m.root, m.volumes = nil, nil
	}
	if err := m.boot(); err != nil {
		return fmt.Errorf("machine: restart: %w", err)
	}
	return nil
}

// Close ends all processes.
func (m *Machine) Close() { m.kernel.Close() }

// Kernel returns the kernel, a new one after each Restart.
func (m *Machine) Kernel() *kernel.Kernel { return m.kernel }

// Namespace returns the file system, a new one after each Restart.
func (m *Machine) Namespace() *vfs.Namespace { return m.namespace }

// Profile returns the machine's profile.
func (m *Machine) Profile() *primitives.Profile { return &m.cfg.Profile }

// Now returns the virtual time, ns since 1970.
func (m *Machine) Now() int64 { return m.clock.Now() }

// Trace returns the log of the run.
func (m *Machine) Trace() *trace.Log { return m.log }

// Unsupported returns the features that the run asked for and the emulator lacks, over all restarts.
func (m *Machine) Unsupported() []string {
	m.note(m.kernel.Unsupported())
	return m.missing
}

// Aborted returns why the run was ended from outside: a limit of the host, or a divergence in a replay, a
// *trace.Divergence.
func (m *Machine) Aborted() error { return m.kernel.Aborted() }

func (m *Machine) note(features []string) {
	for _, f := range features {
		if !slices.Contains(m.missing, f) {
			m.missing = append(m.missing, f)
		}
	}
}
