package runtime

import (
	"errors"
	"fmt"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// loader makes programs of files by what is in them: a module that a session brought, or a file that stands
// for a program of the catalogue. It is the kernel's Loader.
type loader struct {
	engine *Engine
	live   int // programs that run now
}

// maxLive bounds the programs of one machine that run at the same time: each takes one to two megabytes of
// the host, and a profile without limits must not let a fork bomb take all of it.
const maxLive = 5_000

// maxModule bounds a module that a session brings, bytes; what is larger is refused unread.
const maxModule = 64 << 20

// Load implements kernel.Loader.
func (l *loader) Load(x *kernel.Exec) (kernel.Program, error) {
	if guest.IsWasm(x.Head) {
		// A sparse file of any size can begin as a module does: its size is looked at before it is read.
		if n := x.File.Size(); n > maxModule {
			feature := fmt.Sprintf("a module of more than %d MiB", maxModule>>20)
			return nil, &primitives.Unsupported{Feature: feature}
		}
		c, err := l.engine.commands.get(x.File.Contents())
		if err != nil {
			return nil, execError(err)
		}
		return program{loader: l, guest: c, file: x.Path, bytes: int64(c.start)}, nil
	}
	name, applet, ok := guest.ParseStub(x.Head)
	switch {
	case ok:
		return l.catalogue(name, applet)
	case guest.IsELF(x.Head):
		return nil, &primitives.Unsupported{Feature: "native program " + x.Path}
	default:
		return nil, primitives.ENOEXEC
	}
}

// catalogue returns a program of the catalogue's guests.
func (l *loader) catalogue(name, applet string) (kernel.Program, error) {
	entry, ok := l.engine.catalogue[name]
	if !ok {
		return nil, &primitives.Unsupported{Feature: "guest " + name}
	}
	g, err := l.engine.Guest(name)
	if err != nil {
		// Nothing that the sandbox did: whatever hinders this host, the run must say so.
		return nil, &primitives.Unsupported{Feature: err.Error()}
	}
	p := program{loader: l, guest: g, file: name + ":" + applet, applet: applet, bytes: entry.Bytes}
	if bytes := entry.programBytes[applet]; bytes > 0 {
		p.bytes = bytes
	}
	if entry.Kind == guest.KindReactor {
		return forkable{p}, nil
	}
	return p, nil
}

// catalogueEntry is a guest of the catalogue as a loader looks it up.
type catalogueEntry struct {
	guest.Guest

	programBytes map[string]int64 // of the programs that are charged otherwise than their guest
}

func catalogueEntries() map[string]catalogueEntry {
	entries := map[string]catalogueEntry{}
	for _, g := range guest.Catalogue() {
		e := catalogueEntry{Guest: g, programBytes: map[string]int64{}}
		for _, p := range g.Programs {
			if p.Bytes > 0 {
				e.programBytes[p.Name] = p.Bytes
			}
		}
		entries[g.Name] = e
	}
	return entries
}

// execError keeps what execve may answer of an error.
func execError(err error) error {
	if lacking, ok := errors.AsType[*primitives.Unsupported](err); ok {
		return lacking
	}
	return primitives.ErrnoOf(err)
}

// program is a guest in the form of a kernel.Program.
type program struct {
	loader *loader
	guest  hostabi.Prepared
	file   string // for the trace
	applet string
	bytes  int64
}

// Run implements kernel.Program.
func (p program) Run(proc *kernel.Process) primitives.WaitStatus {
	if p.loader.live == maxLive {
		proc.Unsupported("more programs at once than the emulator's host can bear")
		return primitives.SignaledStatus(primitives.SIGKILL)
	}
	p.loader.live++
	defer func() { p.loader.live-- }()
	return p.guest.Run(proc, p.applet)
}

// Name implements kernel.Program.
func (p program) Name() string { return p.file }

// Size implements kernel.Sizer.
func (p program) Size() int64 { return p.bytes }

// forkable is a program whose guest starts anew with the state of a fork.
type forkable struct{ program }

// Fork implements kernel.Forker: another instance of the same guest, which finds the state in its process.
func (p forkable) Fork(*kernel.Process) (kernel.Program, error) { return p, nil }
