package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// SQLite is another guest, which runs within the process as a library: an extension module of the
// interpreter's own would have to be linked to it, and the build is static. The library's calls are made
// by the thread that calls it, and charged to it. It is there from the first call on.

// UseLibraries is told how other guests are found.
func (p *prepared) UseLibraries(find func(name string) (hostabi.Library, error)) { p.libraries = find }

// sqlite is (request, n, answer, room): it answers how long the answer is. One that has no room, or a
// request of no bytes, leaves the answer for a call without a request.
func sqlite(g *hostabi.Guest, a hostabi.Args) uint64 {
	t := taskOf(g)
	if n := a.U32(1); n > 0 {
		request := g.Bytes(a.U32(0), n)
		if request == nil {
			return 0
		}
		if t.library == nil && !t.load(g) {
			return linuxValue(primitives.Fail(primitives.ENOSYS))
		}
		g.Spend(0) // what was executed up to here, for the library looks at the clock
		answer, err := t.library.Call(g.Process, request)
		if err != nil {
			panic(err) // the process unwinds, or the library trapped
		}
		t.answer = answer
	}
	if out := g.Bytes(a.U32(2), a.U32(3)); len(t.answer) <= len(out) {
		copy(out, t.answer)
	}
	return uint64(len(t.answer))
}

// load brings the library into the process.
func (t *task) load(g *hostabi.Guest) bool {
	find := threadOf(g).interpreter.prepared.libraries
	if find == nil {
		g.Process.Unsupported("Python module sqlite3")
		return false
	}
	l, err := find(guest.SQLite)
	if err != nil {
		// Nothing that the sandbox did: whatever hinders this host, the run must say so.
		g.Process.Unsupported(err.Error())
		return false
	}
	t.library = l.Open(g.Process)
	return true
}

// unload takes the library out of a process that ended.
func (t *task) unload() {
	if t.library != nil {
		t.library.Close()
		t.library, t.answer = nil, nil
	}
}
