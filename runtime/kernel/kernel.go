package kernel

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/network"
	"github.com/sandfault/sandfault/vfs"
)

// Config is what a kernel is made from. It is not changed by the kernel.
type Config struct {
	Profile   primitives.Profile
	Namespace *vfs.Namespace
	Seed      det.Seed   // gives the streams "sched" and "random"
	Clock     *det.Clock // shared with the file systems
	Loader    Loader     // makes programs of files; nil: nothing can be executed

	Events  func(trace.Event)      // takes what happens between calls; nil: nobody
	Waiting func(*primitives.Call) // told when a call begins to wait; nil: nobody
	Guard   func() error           // the host's own limits: an error ends the run as aborted; nil: none
	World   *network.World         // the network beyond loopback; nil: the default one

	RoundRobin bool  // the next process is the one that waited longest, instead of a draw
	Slice      int64 // instructions a process may run before another's turn; 0 = DefaultSlice
	MaxSteps   int64 // instructions of all processes after which the run is aborted; 0 = unlimited
	HostBytes  int64 // of the host's memory that the machine may take, else the run is aborted; 0 = unlimited
}

// DefaultSlice is the mean time slice, in instructions.
const DefaultSlice = 2_000_000

// ErrSteps is the error of a run that used up Config.MaxSteps.
var ErrSteps = errors.New("kernel: instruction limit of the run is used up")

// errBroke ends a run in which a process panicked.
var errBroke = errors.New("kernel: a host function of the emulator panicked")

// Kernel is one machine's kernel. It belongs to the goroutine that is PID 1.
type Kernel struct {
	cfg     Config
	clock   *det.Clock
	ns      *vfs.Namespace
	handler primitives.Handler

	procs   map[int32]*Process // by pid, for look-ups only
	order   []*Process         // by pid, for everything that goes through all of them
	recent  *Process           // who was looked up last: mostly the one that is looked up next
	init    *Process
	lastPid int32

	current *Process // on whose behalf a call is being answered
	sched   scheduler
	timers  timers
	random  *det.Stream
	memory  memory
	pidsMet int64 // times that pids.max was met
	host    hostAccount
	network sockets
	serial  uint64 // of pipes and sockets, as their inode numbers

	hostname    string
	booted      int64 // ns
	unsupported []string
	aborted     error
	stats       Stats
}

// Stats are what a kernel counts.
type Stats struct {
	Calls        uint64 // answered, without retries
	Processes    uint64 // ever made
	Switches     uint64
	Instructions int64
	PeakBytes    int64 // most memory ever charged
}

// New returns a kernel with PID 1, which has the identity, limits and working directory of the profile.
func New(cfg Config) *Kernel {
	k := &Kernel{
		cfg: cfg, clock: cfg.Clock, ns: cfg.Namespace,
		procs: map[int32]*Process{}, random: cfg.Seed.Stream("random"),
		hostname: cfg.Profile.Identity.Hostname, booted: cfg.Clock.Now(),
	}
	if k.hostname == "" {
		k.hostname = "sandbox"
	}
	if cfg.World == nil {
		cfg.World = network.DefaultWorld()
	}
	k.network.policy = network.NewPolicy(cfg.Profile.Egress, cfg.World)
	if spec, on := cfg.Profile.HasFault("pip-refusal-unnamed"); on {
		k.network.policy.HideIndex(spec)
	}
	k.sched.init(&cfg)
	k.host.limit = cfg.HostBytes
	k.memory.cap = cfg.Profile.Memory.CapBytes
	k.handler = k.Wait(k.Do)
	k.init = k.makeInit()
	return k
}

// SetHandler makes h, the gate, answer the processes' calls. Its innermost handler is Wait(Do).
func (k *Kernel) SetHandler(h primitives.Handler) { k.handler = h }

// Init returns PID 1.
func (k *Kernel) Init() *Process { return k.init }

// Process returns the process of a pid, zombies included, or nil.
func (k *Kernel) Process(pid int32) *Process {
	if k.recent.pid != pid || k.recent.reaped {
		p := k.procs[pid]
		if p == nil {
			return nil
		}
		k.recent = p
	}
	return k.recent
}

// Unsupported returns the features that guests asked for and the emulator lacks, in the order in
// which they were first met.
func (k *Kernel) Unsupported() []string { return slices.Clone(k.unsupported) }

// Aborted returns why the host's limits ended the run, or nil.
func (k *Kernel) Aborted() error { return k.aborted }

// Stats returns what was counted so far.
func (k *Kernel) Stats() Stats {
	s := k.stats
	s.PeakBytes = k.memory.peak
	return s
}

// ServesGuest reports whether the call that is being answered is a guest's, not PID 1's.
func (k *Kernel) ServesGuest() bool { return k.current != nil && k.current != k.init }

// Do answers one system call. It is the innermost handler of the gate; a call that has to wait gets
// an answer that only Wait understands.
func (k *Kernel) Do(c *primitives.Call) primitives.Result {
	p := k.Process(c.Pid)
	if p == nil || p.zombie {
		return primitives.Fail(primitives.ESRCH)
	}
	if p.call.retry {
		k.spend(p, costRetry)
	} else {
		k.stats.Calls++
		k.spend(p, cost(c))
	}
	var fn handlerFunc
	if int(c.No) < len(table) {
		fn = table[c.No]
	}
	if fn == nil {
		k.lacks(p, c.No.String())
		return primitives.Fail(primitives.ENOSYS)
	}
	outer := k.current
	k.current = p
	r := fn(k, p, c)
	k.current = outer
	p.io.count(c.No, &r)
	return r
}

// The instructions that a call costs: what entering Linux costs, copying, and being woken.
const (
	costCall  = 400
	costBytes = 4 // bytes an instruction
	costRetry = 100
	costTouch = 8 // bytes of memory that are new an instruction: a page fault is some 500 of them
)

func cost(c *primitives.Call) int64 {
	return costCall + int64(len(c.In)+len(c.Out))/costBytes
}

// entriesCost is what a call costs beyond that for n entries of a table through which it looks: of a
// directory that it lists, of locks. Few of them are part of what any call costs.
func entriesCost(n int) int64 {
	const few, costEntry = 64, 32
	return int64(max(n-few, 0)) * costEntry
}

// maxLacks bounds how many features are told, maxFeature the text of one, bytes: a guest may make them up.
const (
	maxLacks   = 256
	maxFeature = 256
)

// lacks notes a feature that the emulator does not have.
func (k *Kernel) lacks(p *Process, feature string) {
	if len(feature) > maxFeature {
		feature = strings.ToValidUTF8(feature[:maxFeature], "") + "..."
	}
	if len(k.unsupported) >= maxLacks || slices.Contains(k.unsupported, feature) {
		return
	}
	k.unsupported = append(k.unsupported, feature)
	k.event(trace.Unsupported(k.clock.Now(), p.pid, feature))
}

func (k *Kernel) event(e trace.Event) {
	if k.cfg.Events != nil {
		k.cfg.Events(e)
	}
}

// abort ends the run: no process runs any more.
func (k *Kernel) abort(err error) {
	if k.aborted == nil {
		k.aborted = fmt.Errorf("aborted: %w", err)
	}
}
