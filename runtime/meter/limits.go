package meter

// Limits bound what compiling and instantiating a module may cost its host. An
// engine compiles to the end whatever it takes, and a few kilobytes can take it
// minutes, so this must be decided before. Zero is no limit.
type Limits struct {
	Bytes        uint64 // of the file
	Types        uint64
	Arity        uint64 // parameters and results of one type
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
	LoopNesting  uint64 // loops in loops
	Work         uint64 // of one function, see below
	TotalWork    uint64 // of all functions
}

// Guarded returns limits for modules that nobody vouches for. They admit what
// compilers make of command-line programs: of a Go program of 12 MB the total
// work is half, of CPython two thirds, whose largest function has half of Work and
// a third of Body.
//
// Work estimates what wazero's compiler does: it grows with the product of live
// locals and blocks, more in loops, and with the squares of blocks and loops.
// Nested loops cost it the square of their depth on top. Of functions that were
// made to be slow within these limits the worst took 1.6 us of CPU time a unit, or
// 1.8 us a byte: 1.2 s and 520 MB of memory for one function, which the compiler
// gives back after it, and 60 s for a module.
func Guarded() Limits {
	return Limits{
		Bytes:        32 << 20,
		Types:        10_000,
		Arity:        128,
		Imports:      1_000,
		Functions:    100_000,
		Globals:      10_000,
		Exports:      10_000,
		Tables:       16,
		TableEntries: 1_000_000,
		Segments:     200_000,
		Body:         512 << 10,
		Locals:       4_096,
		Nesting:      2_048,
		LoopNesting:  24,
		Work:         750_000,
		TotalWork:    8_000_000,
	}
}

// loopWeight is how many blocks a loop counts for, squareWeight and
// loopSquareWeight how many pairs of blocks and of loops cost as much as a block
// that carries one local.
const (
	loopWeight       = 8
	squareWeight     = 256
	loopSquareWeight = 8
)

// estimate is the work of compiling a function. Values that blocks pass on are
// like locals.
func (f *function) estimate() uint64 {
	carried := uint64(f.nlocals) + uint64(f.arity) + 1
	return carried*(f.blocks+(loopWeight-1)*f.loops) +
		f.blocks*f.blocks/squareWeight + f.loops*f.loops/loopSquareWeight
}

// frame is what a call of a function takes of the engine's stack: its locals, of 16 bytes at the most, and
// what the engine puts aside of the values between them, of which there are no more than code to make them.
func (f *function) frame(size int) uint64 {
	const least, local, codePerByte = 1 << 10, 16, 4
	return least + local*uint64(f.nlocals) + uint64(size)/codePerByte
}

// maxLocals is what engines accept in one function, for modules that have no lower limit. maxBytes keeps
// what a module may become within the sizes that the format can tell.
const (
	maxLocals = 50_000
	maxBytes  = 1 << 28
)

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
	arity := 0
	for i := range m.types {
		arity = max(arity, m.types[i].params+m.types[i].results)
	}
	for _, c := range []struct {
		what        string
		have, limit uint64
	}{
		{"bytes", uint64(size), l.Bytes},
		{"types", uint64(m.Types), l.Types},
		{"parameters and results", uint64(arity), l.Arity},
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

// checkBody compares a decoded function with the limits.
func (f *function) checkBody() error {
	l := &f.opt.Limits
	f.work = f.estimate()
	if err := over("locals", uint64(f.nlocals), l.Locals); err != nil {
		return err
	}
	return over("units of work to compile a function", f.work, l.Work)
}
