package meter

import (
	"cmp"
	"fmt"
)

// Names that are added to a module.
const (
	ImportModule   = "meter"              // functions refill and deep are imported from it
	FuelExport     = "sandfault.fuel"     // the counter
	DepthExport    = "sandfault.depth"    // how many more functions that call others may be active
	MaxDepthExport = "sandfault.maxdepth" // what it is when none is
	GlobalPrefix   = "sandfault.g"        // and the index of a mutable global
	reserved       = "sandfault."
)

// Options say what Rewrite does besides counting.
type Options struct {
	// ExportGlobals exports every mutable global that the module defines, so that
	// an instance can be snapshotted and reset. Info.Globals lists them.
	ExportGlobals bool

	// CutData takes the data segments out of the module and returns them in
	// Info.Data, so that memory can be mapped instead of copied.
	CutData bool

	// MaxDepth, if above zero, bounds how many functions that call others may be
	// active at once, so that running out of stack is the same on every engine.
	MaxDepth int32

	// MaxMemoryPages, if above zero, becomes the maximum of the memory that the
	// module defines, whatever it declares.
	MaxMemoryPages uint32

	// MaxTableEntries, if above zero, bounds how many entries all tables that the
	// module defines may get: what they do not begin with is shared out evenly as
	// room to grow, and becomes their maximum unless they declare less.
	MaxTableEntries uint64

	// Uncounted leaves the counting out, and nothing else: what the rest costs is
	// measured so. Such a guest has no time and cannot be interrupted.
	Uncounted bool

	// Limits are checked before anything is rewritten.
	Limits Limits

	// Edits change functions before they are rewritten.
	Edits []Edit

	// AppendFuncs add functions for edited ones to call. The first one has the
	// index that follows the last function of the original module. Only edited
	// functions and the ones added may use these indices.
	AppendFuncs []Func

	oneByOne bool // tests: see function.separate
	direct   bool // tests: every charge goes to the global at once
}

// Edit replaces bytes of one function. It pins what it replaces: edits are made
// for one build of one module, and any other must fail.
type Edit struct {
	Func   uint32 // index in the original module, imports included
	Offset uint32 // in the file of the original module
	Old    []byte
	New    []byte
}

// Func is a function to add: an import if Body is nil.
type Func struct {
	Type         uint32 // index of a type of the original module
	Module, Name string // what to import
	Body         []byte // local declarations and code with its end, in original indices
}

// GlobalInfo is one global of an instance's state.
type GlobalInfo struct {
	Export string
	Index  uint32
	Type   byte // 0x7f i32, 0x7e i64, 0x7d f32, 0x7c f64
}

// Segment is initial contents of memory. Later segments overwrite earlier ones.
type Segment struct {
	Offset uint32
	File   uint32 // where in the module that was given to Rewrite the bytes are
	Bytes  []byte // part of that
}

// Info describes a rewritten module. Its Summary is of the original.
type Info struct {
	Summary
	Counter     string // export name of the fuel
	Depth       string // export name of the depth, or empty
	Globals     []GlobalInfo
	Data        []Segment
	Entries     uint64 // of all tables, at most; see Options.MaxTableEntries
	WritesTable bool   // tables may change while it runs: resetting memory and globals isn't enough
	Frame       uint64 // bytes of the engine's stack that a call takes, at about the most
	Shift       uint32 // how far the indices of defined functions moved
}

// Rewriter is Rewrite, or what gives the same.
type Rewriter func(wasm []byte, o Options) ([]byte, *Info, error)

// Rewrite returns the counting form of a module.
func Rewrite(wasm []byte, o Options) ([]byte, *Info, error) {
	out, info, err := rewrite(wasm, &o)
	if err != nil {
		return nil, nil, fmt.Errorf("rewrite module: %w", err)
	}
	return out, info, nil
}

func rewrite(wasm []byte, o *Options) ([]byte, *Info, error) {
	size := uint64(len(wasm))
	if err := cmp.Or(over("bytes", size, maxBytes), over("bytes", size, o.Limits.Bytes)); err != nil {
		return nil, nil, err
	}
	m, err := scan(wasm)
	if err != nil {
		return nil, nil, err
	}
	if err := o.Limits.check(m, len(wasm)); err != nil {
		return nil, nil, err
	}
	w := newRewriter(m, o)
	if err := w.admit(); err != nil {
		return nil, nil, err
	}
	if err := w.listGlobals(); err != nil {
		return nil, nil, err
	}
	out, err := w.assemble(wasm)
	if err != nil {
		return nil, nil, err
	}
	return out, w.info, nil
}
