// Package guest is the catalogue of guest programs: which there are, what they are named in an image,
// how a file says that it stands for one, and what a guest's bytes must hash to. It holds no
// bytes and reads no disk; package store finds the bytes.
package guest

import "fmt"

// Kind is how a guest is started.
type Kind string

// The kinds.
const (
	KindReactor Kind = "reactor" // initialised once; each process starts from the memory that left
	KindCommand Kind = "command" // a WASI command, a fresh instance for each process
	KindPython  Kind = "python"  // CPython for Emscripten
)

// Guest is one entry of the catalogue.
type Guest struct {
	Name     string
	Kind     Kind
	Bytes    int64 // what a process of it is charged from its start, as the real program's would be
	Shared   int64 // what else it has in memory, of files: as many others have it too, nobody is charged
	Programs []Program
}

// Program is one program of a guest, as a file of an image.
type Program struct {
	Name   string   // what it is, whatever it is called by
	Path   string   // its file, absolute; "" = Dir + Name
	Bytes  int64    // charged from its start; 0 = the guest's
	Shared int64    // the same of what it shares
	Links  []string // symbolic links to it, by absolute path
}

// Dir is where programs are unless they say otherwise.
const Dir = "/usr/bin/"

// File returns the path of the program's file.
func (p *Program) File() string {
	if p.Path == "" {
		return Dir + p.Name
	}
	return p.Path
}

// Names of guests.
const (
	Box    = "box"
	Node   = "node"
	Git    = "git"
	SQLite = "sqlite3"
	Python = "python3"
)

// Catalogue returns all guests.
func Catalogue() []Guest {
	return []Guest{
		{Name: Box, Kind: KindReactor, Bytes: 224 << 10, Shared: 1312 << 10, Programs: boxPrograms()},
		{Name: Node, Kind: KindReactor, Bytes: 40 << 20, Programs: []Program{{
			Name: Node, Links: []string{Dir + "nodejs"},
		}}},
		{Name: Git, Kind: KindReactor, Bytes: 4 << 20, Programs: []Program{{Name: Git}}},
		{Name: SQLite, Kind: KindReactor, Bytes: 3 << 20, Programs: []Program{{Name: SQLite}}},
		{Name: Python, Kind: KindPython, Bytes: 9 << 20, Programs: []Program{{
			Name: Python, Path: "/usr/bin/python3.13", Links: []string{"/usr/bin/python3"},
		}}},
	}
}

// Find returns the catalogue's entry of a name.
func Find(name string) (Guest, bool) {
	for _, g := range Catalogue() {
		if g.Name == name {
			return g, true
		}
	}
	return Guest{}, false
}

// Program returns the guest's program of a name.
func (g *Guest) Program(name string) (Program, bool) {
	for _, p := range g.Programs {
		if p.Name == name {
			return p, true
		}
	}
	return Program{}, false
}

// Source gives the bytes of guests. It may be used by several goroutines. A guest that is not there
// is a *MissingError.
type Source interface {
	Guest(name string) ([]byte, error)
}

// MissingError says that a guest's bytes are not on this host, and what would bring them.
type MissingError struct {
	Name    string
	Command string // to type
	Reason  error  // or nil
}

// Error implements error.
func (e *MissingError) Error() string {
	s := fmt.Sprintf("guest %s is missing", e.Name)
	if e.Reason != nil {
		s += ": " + e.Reason.Error()
	}
	return s + "; to get it: " + e.Command
}

// Unwrap returns the reason.
func (e *MissingError) Unwrap() error { return e.Reason }
