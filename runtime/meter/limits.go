package meter

// Limits bound what compiling and instantiating a module may cost its host. An
// engine compiles to the end whatever it takes, and its cost grows with the
// product of locals and blocks, so this must be decided before. Zero is no limit.
type Limits struct {
	Bytes        uint64 // of the file
	Types        uint64
	Imports      uint64
	Functions    uint64 // defined ones
	Globals      uint64
	Exports      uint64
	Tables       uint64
	TableEntries uint64 // of all tables, at the start
	MemoryPages  uint64 // of the memory, at the start
	Segments     uint64 // of data and elements
	Body         uint64 // bytes of one function
	Locals       uint64 // of one function, with its parameters
	Nesting      uint64 // blocks in blocks
	Work         uint64 // of one function: locals and parameters times blocks
	TotalWork    uint64 // of all functions
}

// maxLocals is what engines accept in one function.
const maxLocals = 50_000

func over(what string, have, limit uint64) error {
	if limit > 0 && have > limit {
		return &LimitError{What: what, Have: have, Max: limit}
	}
	return nil
}

// check compares what was scanned with the limits.
func (l *Limits) check(m *module, size int) error {
	var pages uint64
	if m.Memory != nil {
		pages = uint64(m.Memory.Min)
	}
	for _, c := range []struct {
		what        string
		have, limit uint64
	}{
		{"bytes", uint64(size), l.Bytes},
		{"types", uint64(m.Types), l.Types},
		{"imports", uint64(len(m.Imports)), l.Imports},
		{"functions", uint64(m.Functions), l.Functions},
		{"globals", uint64(m.Globals), l.Globals},
		{"exports", uint64(len(m.Exports)), l.Exports},
		{"tables", uint64(m.Tables), l.Tables},
		{"table entries", m.tableSize, l.TableEntries},
		{"memory pages", pages, l.MemoryPages},
		{"segments", uint64(m.Segments + m.Elements), l.Segments},
	} {
		if err := over(c.what, c.have, c.limit); err != nil {
			return err
		}
	}
	return nil
}
