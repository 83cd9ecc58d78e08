package meter

import "fmt"

// Kind is what an import or an export is.
type Kind byte

// The kinds, as coded.
const (
	KindFunc Kind = iota
	KindTable
	KindMemory
	KindGlobal
	KindTag
)

func (k Kind) String() string {
	switch k {
	case KindFunc:
		return "func"
	case KindTable:
		return "table"
	case KindMemory:
		return "memory"
	case KindGlobal:
		return "global"
	case KindTag:
		return "tag"
	}
	return fmt.Sprintf("kind %d", byte(k))
}

// Import is one import, in the order of the module.
type Import struct {
	Module, Name string
	Kind         Kind
	Type         uint32 // index of the type, of a function
}

// Export is one export, in the order of the module.
type Export struct {
	Name  string
	Kind  Kind
	Index uint32
}

// Memory is the size of a memory in pages of 64 KiB.
type Memory struct {
	Min, Max         uint32
	HasMax           bool
	Shared, Imported bool
}

// Summary is what a module declares, without its code.
type Summary struct {
	Imports   []Import
	Exports   []Export
	Memory    *Memory // nil if there is none
	Types     int
	Functions int // defined ones
	Tables    int // with imported ones, as the three below
	Globals   int
	Tags      int
	Elements  int // element segments
	Segments  int // data segments
	CodeBytes int
	DataBytes int
	HasStart  bool
}

// ImportsFrom tells whether anything is imported from a module.
func (s *Summary) ImportsFrom(module string) bool {
	for i := range s.Imports {
		if s.Imports[i].Module == module {
			return true
		}
	}
	return false
}

// Export finds an export by its name.
func (s *Summary) Export(name string) (Export, bool) {
	for _, e := range s.Exports {
		if e.Name == name {
			return e, true
		}
	}
	return Export{}, false
}

// Func returns the function index of an imported function.
func (s *Summary) Func(module, name string) (uint32, bool) {
	n := uint32(0)
	for i := range s.Imports {
		if s.Imports[i].Kind != KindFunc {
			continue
		}
		if s.Imports[i].Module == module && s.Imports[i].Name == name {
			return n, true
		}
		n++
	}
	return 0, false
}

// Inspect reads what a module declares. It doesn't look at code, elements or
// data beyond their counts, so it is cheap for a module of any size.
func Inspect(wasm []byte) (*Summary, error) {
	m, err := scan(wasm)
	if err != nil {
		return nil, fmt.Errorf("inspect module: %w", err)
	}
	return &m.Summary, nil
}
