package kernel_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/gate"
	"github.com/sandfault/sandfault/runtime/kernel"
	"github.com/sandfault/sandfault/vfs"
)

// world is a kernel whose programs are scripts, and the transcript of what they did.
type world struct {
	k         *kernel.Kernel
	clock     *det.Clock
	files     map[string]string
	imageSize int64
	out       strings.Builder
	native    map[string]func(*kernel.Process) primitives.WaitStatus // programs in Go
	recorder  *gate.Recorder
	switches  bool
	times     bool
}

// newWorld makes a world of an archive: the comment has settings, a file is a script, or content if its
// name has a slash.
func newWorld(t testing.TB, a *archive, seed uint64, change ...func(*kernel.Config)) *world {
	t.Helper()
	w := &world{clock: det.NewClock(det.Start), files: map[string]string{}}
	w.native = map[string]func(*kernel.Process) primitives.WaitStatus{}
	pr := primitives.Profile{
		Identity: primitives.IdentitySettings{UID: 1000, GID: 1000, Umask: 0o022},
		Egress:   primitives.EgressSettings{Mode: primitives.EgressNone},
	}
	cfg := kernel.Config{
		Seed: det.NewSeed(seed), Clock: w.clock, Loader: w, RoundRobin: true,
		Events: w.event, Waiting: w.waiting, Guard: w.guard,
	}
	for line := range strings.SplitSeq(a.comment, "\n") {
		if rest, ok := strings.CutPrefix(line, "set "); ok {
			w.set(t, &pr, &cfg, rest)
		}
	}
	b := vfs.NewImageBuilder()
	for _, dir := range []string{"/bin", "/dev", "/proc", "/sys", "/etc"} {
		b.Dir(dir, vfs.Attr{Mode: 0o755})
	}
	b.Dir("/tmp", vfs.Attr{Mode: 0o1777})
	for _, f := range a.files {
		w.files[f.name] = f.data
		path := f.name
		if !strings.Contains(path, "/") {
			path = "/bin/" + path
		}
		mode := uint32(0o755)
		if strings.HasSuffix(path, ".data") {
			mode = 0o644
		}
		b.File(path, []byte(f.data), vfs.Attr{Mode: mode})
	}
	var k *kernel.Kernel
	root := vfs.NewRootfs(b.Build(), vfs.OverlayOptions{InMemory: true})
	cfg.Namespace = vfs.NewNamespace(root, vfs.Options{
		Now: w.clock.Now, Device: kernel.Device,
		Host: func(n int64) error {
			if k == nil {
				return nil
			}
			return k.HostRoom(n, primitives.ENOSPC)
		},
		Charge: func(pages int64) error {
			if k == nil {
				return nil
			}
			return k.ChargePages(pages)
		},
	})
	cfg.Profile = pr
	for _, f := range change {
		f(&cfg)
	}
	k = kernel.New(cfg)
	w.k = k
	if err := k.MountSystem(); err != nil {
		t.Fatal(err)
	}
	k.SetHandler(w.record(k.Wait(k.Do)))
	t.Cleanup(k.Close)
	return w
}

// set is a line of settings, such as `pids=3 nofile=8`.
func (w *world) set(t testing.TB, pr *primitives.Profile, cfg *kernel.Config, words string) {
	t.Helper()
	for word := range strings.FieldsSeq(words) {
		key, v, _ := strings.Cut(word, "=")
		n, _ := strconv.ParseInt(v, 0, 64)
		switch key {
		case "pids":
			pr.Processes.PidsMax = int(n)
		case "nofile":
			pr.Files.Nofile = int(n)
		case "fsize":
			pr.Quota.FileBytes = n
		case "memory":
			pr.Memory.CapBytes = n
		case "address-space":
			pr.Memory.AddressSpaceBytes = n
		case "cpu":
			pr.CPU.Seconds = n
		case "image":
			w.imageSize = n
		case "no-reaper":
			pr.Processes.NoReaper = true
		case "egress":
			pr.Egress.Mode = primitives.EgressMode(v)
		case "random":
			cfg.RoundRobin = false
		case "switches":
			w.switches = true
		case "quiet":
			cfg.Events, cfg.Waiting = nil, nil
		case "times":
			w.times = true
		case "uid":
			pr.Identity.UID, pr.Identity.GID = uint32(n), uint32(n)
		default:
			t.Fatalf("no setting %q", word)
		}
	}
}

// Load implements kernel.Loader.
func (w *world) Load(x *kernel.Exec) (kernel.Program, error) {
	return w.program(x.File.Path()[strings.LastIndexByte(x.File.Path(), '/')+1:])
}

func (w *world) program(name string) (kernel.Program, error) {
	if run := w.native[name]; run != nil {
		return native{name, run}, nil
	}
	text, ok := w.files[name]
	if !ok || strings.HasPrefix(text, "no program") {
		return nil, primitives.ENOEXEC
	}
	return &script{name: name, lines: scriptLines(text), world: w}, nil
}

// native is a program in Go.
type native struct {
	name string
	run  func(*kernel.Process) primitives.WaitStatus
}

// Name implements kernel.Program.
func (n native) Name() string { return n.name }

// Run implements kernel.Program.
func (n native) Run(p *kernel.Process) primitives.WaitStatus { return n.run(p) }

// watch makes rec take the run's events too.
func (w *world) watch(rec *gate.Recorder) {
	w.recorder = rec
	w.k.SetHandler(gate.Chain(w.k.Wait(w.k.Do), w.record, rec.Record))
}

func scriptLines(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// record is the outermost handler: it writes the transcript.
func (w *world) record(h primitives.Handler) primitives.Handler {
	return func(c *primitives.Call) primitives.Result {
		r := h(c)
		w.line(c.Pid, "%s%s", render(c), renderResult(c, &r))
		return r
	}
}

func (w *world) line(pid int32, format string, args ...any) {
	if w.times {
		fmt.Fprintf(&w.out, "%11.6f ", float64(w.clock.Now()-det.Start)/1e9)
	}
	fmt.Fprintf(&w.out, "[%d] ", pid)
	fmt.Fprintf(&w.out, format+"\n", args...)
}

func (w *world) waiting(c *primitives.Call) {
	w.line(c.Pid, "%s waits", c.No)
	if w.recorder != nil {
		w.recorder.Waiting(c)
	}
}

func (w *world) guard() error {
	if w.recorder == nil {
		return nil
	}
	return w.recorder.Err()
}

// event writes what happens between calls.
func (w *world) event(e trace.Event) {
	if w.recorder != nil {
		w.recorder.Event(e)
	}
	switch e.Kind {
	case trace.KindSwitch:
		if !w.switches && e.Num != 0 {
			return
		}
	case trace.KindSignal, trace.KindKill, trace.KindExit, trace.KindUnsupported:
	case trace.KindJump:
		if !w.times {
			return
		}
	default:
		return
	}
	w.line(e.Pid, "-- %s", renderEvent(&e))
}

func renderEvent(e *trace.Event) string {
	cause := ""
	if e.Cause != nil {
		cause = " (" + e.Cause.String() + ")"
	}
	switch e.Kind {
	case trace.KindSwitch:
		return fmt.Sprintf("%s, next %d", e.Text, e.Num)
	case trace.KindSignal:
		return fmt.Sprintf("gets %s from %d%s", primitives.Signal(e.Num), e.Num2, cause)
	case trace.KindKill:
		return fmt.Sprintf("killed by %s%s", primitives.Signal(e.Num), cause)
	case trace.KindExit:
		return fmt.Sprintf("ends, status %d", primitives.WaitStatus(e.Num).Code())
	case trace.KindJump:
		return fmt.Sprintf("clock jumps %d ns", e.Num)
	default:
		return e.Kind.String() + " " + e.Text
	}
}

// spawn starts a script as a child and writes what became of it.
func (w *world) spawn(p *kernel.Process, words []string) int32 {
	r := request(words)
	state := words[0] == "fork"
	if state {
		r.State, r.Flags = []byte(words[1]), 0
	}
	pid, stage, err := p.Spawn(r, state)
	if err != nil {
		w.line(p.Pid(), "%s: stage %d, %v", strings.Join(words, " "), stage, err)
		return 0
	}
	w.line(p.Pid(), "%s: child %d", strings.Join(words, " "), pid)
	return pid
}

// run plays the script of PID 1.
func (w *world) run(t *testing.T) {
	t.Helper()
	p := w.k.Init()
	for _, line := range scriptLines(w.files["init"]) {
		words := split(line)
		switch words[0] {
		case "spawn", "fork":
			w.spawn(p, words)
		case "for": // let others run for some ms
			w.k.RunUntil(func() bool { return false }, w.clock.Now()+number(words[1])*1_000_000)
		case "idle": // until nobody can run
			ok := w.k.RunUntil(func() bool { return false }, -1)
			w.line(1, "idle: %v", ok)
		case "killtree":
			w.k.KillTree(int32(number(words[1])))
		default:
			p.Syscall(call(words))
		}
	}
	for _, f := range w.k.Unsupported() {
		w.line(1, "unsupported: %s", f)
	}
}

// cat reads a file as PID 1.
func (w *world) cat(t *testing.T, path string) string {
	t.Helper()
	p := w.k.Init()
	r, _ := p.Syscall(&primitives.Call{No: primitives.SysOpenat, Path: path, Args: [6]int64{primitives.AT_FDCWD}})
	if r.Errno != primitives.OK {
		t.Fatal(path, r.Errno)
	}
	b := make([]byte, 1<<16)
	n, _ := p.Syscall(&primitives.Call{No: primitives.SysRead, Args: [6]int64{r.Val}, Out: b})
	p.Syscall(&primitives.Call{No: primitives.SysClose, Args: [6]int64{r.Val}})
	return string(b[:n.Val])
}

func spawnTrue(t *testing.T, w *world) int32 {
	t.Helper()
	pid := w.spawn(w.k.Init(), []string{"spawn", "true"})
	if pid == 0 {
		t.Fatal("no child")
	}
	return pid
}

func itoa(n int32) string { return strconv.Itoa(int(n)) }
