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
	done   <-chan struct{} // closed when the run is to end
}

// What a process of a program takes of the host at the least, whatever it is charged with, bytes: the pages
// of its memory that it writes, and its instance. Measured, see docs/ARCHITECTURE.md.
const (
	reactorHost = 2 << 20
	commandHost = 8 << 20 // with the engine's stack, of which a hostile module uses more
	pythonHost  = 16 << 20
	entryHost   = 8 // of an entry of a table
)

// maxModule bounds a module that a session brings, bytes; what is larger is refused unread.
const maxModule = 32 << 20

// Load implements kernel.Loader.
func (l *loader) Load(x *kernel.Exec) (kernel.Program, error) {
	if guest.IsWasm(x.Head) {
		// A sparse file of any size can begin as a module does: its size is looked at before it is read.
		if n := x.File.Size(); n > maxModule {
			feature := fmt.Sprintf("a module of more than %d MiB", maxModule>>20)
			return nil, &primitives.Unsupported{Feature: feature}
		}
		c, err := l.engine.commands.get(x.File.Contents(), l.done)
		switch {
		case errors.Is(err, errInterrupted):
			x.Process.Abort(err)
			return nil, primitives.EINTR
		case err != nil:
			return nil, execError(err)
		}
		return program{
			guest: c, file: x.Path, bytes: int64(c.start),
			host: commandHost + entryHost*int64(c.info.Entries),
		}, nil
	}
	name, applet, ok := guest.ParseStub(x.Head)
	switch {
	case ok:
		p, err := l.catalogue(name, applet)
		if errors.Is(err, errInterrupted) {
			x.Process.Abort(err)
			return nil, primitives.EINTR
		}
		return p, err
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
	switch {
	case errors.Is(err, errInterrupted):
		return nil, err
	case err != nil:
		// Nothing that the sandbox did: whatever hinders this host, the run must say so.
		return nil, &primitives.Unsupported{Feature: err.Error()}
	}
	p := program{guest: g, file: name + ":" + applet, applet: applet, bytes: entry.Bytes}
	p.shared = entry.Shared
	if special, ok := entry.programBytes[applet]; ok {
		p.bytes, p.shared = special.Bytes, special.Shared
	}
	if entry.Kind == guest.KindReactor {
		p.host = max(0, reactorHost-p.bytes)
		return forkable{p}, nil
	}
	p.host = max(0, pythonHost-p.bytes)
	return p, nil
}

// catalogueEntry is a guest of the catalogue as a loader looks it up.
type catalogueEntry struct {
	guest.Guest

	programBytes map[string]guest.Program // of the programs that are charged otherwise than their guest
}

func catalogueEntries() map[string]catalogueEntry {
	entries := map[string]catalogueEntry{}
	for _, g := range guest.Catalogue() {
		e := catalogueEntry{Guest: g, programBytes: map[string]guest.Program{}}
		for _, p := range g.Programs {
			if p.Bytes > 0 {
				e.programBytes[p.Name] = p
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
	guest  hostabi.Prepared
	file   string // for the trace
	applet string
	bytes  int64
	host   int64 // of the host, beyond bytes
	shared int64 // with others that run it
	forked bool  // it has been started already
}

// Run implements kernel.Program.
func (p program) Run(proc *kernel.Process) (status primitives.WaitStatus) {
	defer func() {
		if r := recover(); r != nil {
			status = outOfHost(proc, r)
		}
	}()
	if !p.forked && unloadable(proc, p.applet) {
		return 0
	}
	return p.guest.Run(proc, p.applet)
}

// Name implements kernel.Program.
func (p program) Name() string { return p.file }

// Size implements kernel.Sizer.
func (p program) Size() int64 { return p.bytes }

// Mapped implements kernel.Mapper.
func (p program) Mapped() int64 { return p.shared }

// HostSize implements kernel.HostSizer.
func (p program) HostSize() int64 { return p.host }

// forkable is a program whose guest starts anew with the state of a fork.
type forkable struct{ program }

// Fork implements kernel.Forker: another instance of the same guest, which finds the state in its process.
func (p forkable) Fork(*kernel.Process) (kernel.Program, error) {
	p.forked = true
	return p, nil
}
