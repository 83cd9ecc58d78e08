package emscripten

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/memory"
)

// registerReady makes the host module of the one function that is about starting.
func registerReady(ctx context.Context, r wazero.Runtime) error {
	i32 := []api.ValueType{api.ValueTypeI32}
	_, err := r.NewHostModuleBuilder(python.ReadyModule).NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(ready), nil, i32).Export("ready").Instantiate(ctx)
	return err
}

// Modules that are imported on the way: the one that makes the interpreter's library fit, and the one that
// takes a process over. The second is a name that the first one answers to.
const (
	shimModule  = "_sandfault"
	adoptModule = "_sandfault.adopt"
)

// ready is called where the interpreter would look at its command. It answers the name of a module to import
// before, 0 to go on, or askAgain.
func ready(ctx context.Context, m api.Module, stack []uint64) {
	g := hostabi.From(ctx)
	g.Attach(m)
	i := threadOf(g).interpreter
	switch i.stage {
	case stageBoot:
		if i.image != nil {
			i.follow()
			i.idle(ctx)
			stack[0] = uint64(i.name(adoptModule))
			return
		}
		i.stage = stageShim
		stack[0] = uint64(i.name(shimModule))
	case stageShim, stageIdle:
		i.idle(ctx)
		stack[0] = uint64(i.name(adoptModule))
	case stageAdopted:
		i.stage = stageRun
		stack[0] = 0
	case stageRun:
		stack[0] = 0
	}
}

// name returns a C string in a block of the heap.
func (i *interpreter) name(s string) uint32 { return place(i.main.guest, append([]byte(s), 0)) }

// idle waits for a process. Whatever the last one did, the next begins here.
func (i *interpreter) idle(ctx context.Context) {
	if i.stage == stageShim {
		i.values = make([]uint64, len(i.main.globals))
		for n, g := range i.main.globals {
			i.values[n] = g.Get()
		}
	}
	i.snapshot = experimental.GetSnapshotter(ctx).Snapshot()
	i.stage = stageIdle
	i.main.ask(request{kind: askIdle})
	i.stage = stageAdopted
	i.run()
}

// run writes what the process is to run to where the interpreter looks for it.
func (i *interpreter) run() {
	job := i.task.job
	if job == nil {
		return
	}
	c := python.FindConfig(i.main.guest)
	i.main.guest.PutU32(c.ArgvCount, uint32(len(job.Argv)))
	i.main.guest.PutU32(c.Argv, i.wideList(job.Argv))
	i.main.guest.PutU32(c.Command, i.wide(job.Command))
	i.main.guest.PutU32(c.Module, i.wide(job.Module))
	i.main.guest.PutU32(c.Filename, i.wide(job.Filename))
	if c.Program != 0 {
		i.main.guest.PutU32(c.Program, i.wide(&job.Program))
	}
}

// wide returns a wide string in the heap, and 0 for none. Bytes that are no UTF-8 become lone surrogates, as
// the interpreter's own decoder has it.
func (i *interpreter) wide(s *string) uint32 {
	if s == nil {
		return 0
	}
	runes := python.Decode(*s, i.task.ascii)
	b := make([]byte, 4*(len(runes)+1))
	for n, r := range runes {
		putU32(b[4*n:], uint32(r))
	}
	return place(i.main.guest, b)
}

func (i *interpreter) wideList(list []string) uint32 {
	b := make([]byte, 4*max(len(list), 1))
	for n := range list {
		putU32(b[4*n:], i.wide(&list[n]))
	}
	return place(i.main.guest, b)
}

// follow takes over the memory and the globals that another interpreter of the kind had when it was ready.
// What is on the stack by then does not depend on what the shim did in between: it lies in the frames of main
// and of the loop that calls ready.
func (i *interpreter) follow() {
	if more := int64(i.image.Size()) - int64(i.main.module.Memory().Size()); more > 0 {
		i.main.module.Memory().Grow(uint32(more / pageBytes))
	}
	if err := i.space.Rebase(i.image); err != nil {
		panic(err) // the host is out of memory
	}
	for n, g := range i.main.globals {
		g.Set(i.values[n])
	}
	i.stage = stageIdle
}

// settle makes the memory of an interpreter that became ready the image of all of its kind.
func (i *interpreter) settle() (*memory.Image, error) {
	b, _ := i.main.module.Memory().Read(0, i.main.module.Memory().Size())
	image, err := memory.NewImage(b, i.prepared.config.Copies)
	if err != nil {
		return nil, err
	}
	return image, i.space.Rebase(image)
}
