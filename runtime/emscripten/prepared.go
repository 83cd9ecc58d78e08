package emscripten

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/memory"
	"github.com/sandfault/sandfault/runtime/meter"
)

// Python starts CPython.
type Python struct {
	Library func() (python.Archives, error)
	Idle    int  // interpreters of a kind that are kept; 0 = DefaultIdle
	Cold    bool // a new interpreter for every process
	Copies  bool // memory is copied, as on hosts that cannot map it

	// Uncounted leaves instructions uncounted, to measure what counting costs. Time stands still for such an
	// interpreter, and nothing can stop it.
	Uncounted bool
}

// DefaultIdle is how many interpreters of a kind wait at most.
const DefaultIdle = 16

// maxKinds bounds how many kinds of interpreters are kept: a kind is a memory image of some 20 MB.
const maxKinds = 12

// prepared is the build, compiled, and the interpreters that wait.
type prepared struct {
	config   Python
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	info     *meter.Info
	nursery  *nursery
	// libraries finds another guest by its name; nil where there is none.
	libraries func(name string) (hostabi.Library, error)
	base      *memory.Image // the memory that the build starts with

	mu    sync.Mutex
	kinds map[string]*kind
	order []string // of kinds, the one used last at the end
}

// kind is interpreters that can be exchanged for each other.
type kind struct {
	start  python.Start
	first  sync.Mutex    // held while the first one starts
	image  *memory.Image // of a ready one
	values []uint64      // of its globals
	free   []*interpreter
	users  int  // interpreters that there are
	gone   bool // from the table: its interpreters are not kept, and the last one takes the image along
}

// Register makes the host modules in r.
func (c *Python) Register(ctx context.Context, r wazero.Runtime) error {
	return errors.Join(Register(ctx, r), registerReady(ctx, r))
}

// maxDepth bounds the calls in one interpreter.
const maxDepth = 100_000

// Prepare compiles the build. It refuses any other.
func (c *Python) Prepare(
	ctx context.Context, r wazero.Runtime, rewrite meter.Rewriter, wasm []byte,
) (hostabi.Prepared, error) {
	if err := python.CheckWasm(wasm); err != nil {
		return nil, err
	}
	o := meter.Options{
		ExportGlobals: true, CutData: true, MaxDepth: maxDepth, MaxMemoryPages: HeapMax / memory.PageBytes,
		Edits: python.Edits(), AppendFuncs: python.Functions(),
		Uncounted: c.Uncounted,
	}
	code, info, err := rewrite(python.RenameImports(wasm), o)
	if err != nil {
		return nil, err
	}
	p := &prepared{config: *c, runtime: r, info: info, kinds: map[string]*kind{}}
	if p.config.Idle == 0 {
		p.config.Idle = DefaultIdle
	}
	if p.nursery, err = c.nursery(); err != nil {
		return nil, err
	}
	if p.base, err = baseImage(info, c.Copies); err != nil {
		return nil, err
	}
	// One worker alone would not look at the context.
	ctx = experimental.WithCompilationWorkers(ctx, max(2, goruntime.GOMAXPROCS(0)))
	if p.compiled, err = r.CompileModule(ctx, code); err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	return p, nil
}

func (c *Python) nursery() (*nursery, error) {
	archives, err := c.Library()
	if err != nil {
		return nil, err
	}
	if err := archives.Check(); err != nil {
		return nil, err
	}
	files, err := archives.Files()
	if err != nil {
		return nil, err
	}
	return newNursery(files, python.Directories()), nil
}

// initialPages is the memory that the build declares.
const initialPages = 320

// baseImage is the memory that the build starts with, patched.
func baseImage(info *meter.Info, copies bool) (*memory.Image, error) {
	b := make([]byte, initialPages*memory.PageBytes)
	for _, s := range info.Data {
		if int(s.Offset)+len(s.Bytes) > len(b) {
			return nil, fmt.Errorf("data at %d is outside of memory", s.Offset)
		}
		copy(b[s.Offset:], s.Bytes)
	}
	for _, p := range python.Patches() {
		if err := p.Apply(b); err != nil {
			return nil, err
		}
	}
	return memory.NewImage(b, copies)
}

// instantiate makes an interpreter that was not started.
func (p *prepared) instantiate() (*interpreter, error) {
	space, err := memory.NewSpace(p.base, HeapMax, p.config.Copies)
	if err != nil {
		return nil, err
	}
	i := &interpreter{prepared: p, space: space, task: &task{}}
	i.main = &thread{interpreter: i, guest: &hostabi.Guest{}, ident: python.MainIdent}
	i.main.ctx = hostabi.With(context.Background(), i.main.guest)
	i.threads = []*thread{i.main}
	if err := p.instance(i.main, memory.Linear{Space: space}); err != nil {
		space.Release()
		return nil, err
	}
	return i, nil
}

// instance makes a thread's instance over a memory.
func (p *prepared) instance(t *thread, m experimental.LinearMemory) error {
	ctx := experimental.WithMemoryAllocator(t.ctx, experimental.MemoryAllocatorFunc(
		func(_, _ uint64) experimental.LinearMemory { return m }))
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	var err error
	if t.module, err = p.runtime.InstantiateModule(ctx, p.compiled, config); err != nil {
		return err
	}
	t.guest.Attach(t.module)
	for _, g := range p.info.Globals {
		v, ok := t.module.ExportedGlobal(g.Export).(api.MutableGlobal)
		if !ok {
			return fmt.Errorf("no mutable global %s", g.Export)
		}
		t.globals = append(t.globals, v)
	}
	return nil
}

// Run implements hostabi.Prepared.
func (p *prepared) Run(process hostabi.Process, _ string) primitives.WaitStatus {
	start, usual := python.Parse(process.Argv(), process.Env())
	if !usual {
		return p.runUnusual(process)
	}
	k := p.kind(start)
	i, err := p.take(k)
	if err != nil {
		// It says something on its way, or ends: that is the process's to see.
		return p.runUnusual(process)
	}
	if start.Relative() {
		start.Resolve(workingDirectory(process))
	}
	i.bind(process, process.Argv(), process.Env())
	i.task.job, i.task.state, i.task.ascii = &start.Job, start.State(), start.ASCII
	status, reusable := i.drive(process)
	p.give(k, i, reusable)
	return status
}

// workingDirectory returns the process's, or "".
func workingDirectory(p hostabi.Process) string {
	var b [maxPath + 1]byte
	r, _ := p.Syscall(&primitives.Call{
		No: primitives.SysGetcwd, Pid: p.Pid(), Args: [6]int64{0, int64(len(b))}, Out: b[:],
	})
	if !ok(r) {
		return ""
	}
	return string(b[:r.Val])
}

// Close implements hostabi.Prepared.
func (p *prepared) Close(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range p.order {
		p.drop(p.kinds[name])
	}
	return errors.Join(p.base.Close(), p.compiled.Close(ctx))
}
