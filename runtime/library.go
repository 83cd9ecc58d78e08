package runtime

import (
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero/api"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// librarian is a prepared guest that uses others as libraries.
type librarian interface {
	UseLibraries(find func(name string) (hostabi.Library, error))
}

// library returns a guest of the catalogue as a library; the first call compiles it.
func (e *Engine) library(name string) (hostabi.Library, error) {
	g, err := e.Guest(name)
	if err != nil {
		return nil, err
	}
	r, ok := g.(*reactor)
	if !ok {
		return nil, fmt.Errorf("guest %s is no library", name)
	}
	return library{r, e.catalogue[name].Bytes}, nil
}

// library is a reactor in the processes of another guest.
type library struct {
	reactor *reactor
	bytes   int64 // what it is charged from its start
}

// librarySession is an instance of a library.
type librarySession struct {
	reactor    *reactor
	instance   *instance
	room, call api.Function
	stack      [1]uint64
}

// Open implements hostabi.Library.
func (l library) Open(p hostabi.Process) hostabi.Session {
	i, err := l.reactor.pool.take()
	if err != nil {
		panic(fmt.Errorf("runtime: instance of a library: %w", err)) // most likely a *memory.HostError
	}
	s := &librarySession{
		reactor: l.reactor, instance: i,
		// Not the instance's own: a call that does not return leaves its function unusable.
		room: i.module.ExportedFunction(abi.LibraryRoom),
		call: i.module.ExportedFunction(abi.LibraryCall),
	}
	p.Syscall(&primitives.Call{No: primitives.SysBrk, Pid: p.Pid(), Args: [6]int64{l.bytes}})
	return s
}

// Call implements hostabi.Session.
func (s *librarySession) Call(p hostabi.Process, request []byte) ([]byte, error) {
	g := s.instance.guest
	g.Bind(p, "")
	s.stack[0] = uint64(len(request))
	if err := s.room.CallWithStack(s.instance.ctx, s.stack[:]); err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	if !s.instance.module.Memory().Write(uint32(s.stack[0]), request) {
		return nil, errors.New("library: its room is outside of its memory")
	}
	if err := s.call.CallWithStack(s.instance.ctx, s.stack[:]); err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	g.Settle()
	answer, ok := s.instance.module.Memory().Read(uint32(s.stack[0]>>32), uint32(s.stack[0]))
	if !ok {
		return nil, errors.New("library: its answer is outside of its memory")
	}
	return answer, nil
}

// Close implements hostabi.Session.
func (s *librarySession) Close() { s.reactor.give(s.instance) }
