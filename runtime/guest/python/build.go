package python

// Addresses in the memory of the build.
const (
	// SignalFlag makes the interpreter's loop ask for signals, if it is not zero.
	SignalFlag = 3001420

	// SignalClock counts down how often the loop passes before it looks at the flag.
	SignalClock = 2812624

	// ErrorText is room for the text of an error: libc's own table of texts, which nothing reads any more.
	ErrorText     = 2418356
	ErrorTextSize = 1000

	// ThreadState is where the state of the thread that holds the interpreter's lock is; 0 if none does.
	ThreadState = 3000348

	// YieldFlag makes a thread that wants the interpreter's lock ask first. It stands behind the room for
	// texts.
	YieldFlag = ErrorText + 1024

	// ZoneName is where libc has the name of the time zone.
	ZoneName = 3011408
	// SummerName is where it has that of summer time.
	SummerName   = 3011440
	ZoneNameSize = 17

	heapStart  = 2963036 // where libc's allocator begins
	stackStart = 3089344 // where the stack begins, and the heap
)

// StackSize is the size of the stack in memory: the build's 64 KiB overflow into its data.
const StackSize = 8 << 20

// StackTop is where the stack begins.
const StackTop = stackStart + StackSize

// StackGlobal is the global that holds the stack pointer.
const StackGlobal = 0

// MainIdent is by what the program knows its main thread.
const MainIdent = 3011476

// A thread's state.
const (
	OffsetBreaker = 12 // PyThreadState.eval_breaker
	DropRequest   = 1  // its bit that asks to let go of the interpreter's lock
)

// Offsets of what a command line sets, from the current thread's state.
const (
	offsetInterpreter = 8    // PyThreadState.interp
	offsetConfig      = 4136 // PyInterpreterState.config
	offsetArgv        = 88   // PyConfig.argv: a count and an array of wide strings
	offsetSkipLine    = 252  // PyConfig.skip_source_first_line
	offsetCommand     = 256  // PyConfig.run_command
	offsetModule      = 260  // PyConfig.run_module
	offsetFilename    = 264  // PyConfig.run_filename
)

// Memory reads a number of the guest's memory.
type Memory interface {
	U32(ptr uint32) uint32
}

// Config is where the interpreter keeps what it was told to run. Between its start and its first line these
// places can be filled as if another command line had been read.
type Config struct {
	ArgvCount, Argv           uint32
	Command, Module, Filename uint32
	Program                   uint32 // 0 if it was not found
}

// FindConfig finds the configuration in a running interpreter.
func FindConfig(m Memory) Config {
	c := m.U32(m.U32(ThreadState)+offsetInterpreter) + offsetConfig
	return Config{
		ArgvCount: c + offsetArgv, Argv: c + offsetArgv + 4,
		Command: c + offsetCommand, Module: c + offsetModule, Filename: c + offsetFilename,
		Program: findProgram(m, c),
	}
}

// findProgram looks for PyConfig.program_name: the one text that is Program.
func findProgram(m Memory, c uint32) uint32 {
	for at := c + offsetArgv; at < c+offsetCommand; at += 4 {
		text, i := m.U32(at), uint32(0)
		if text < stackStart || text >= maxAddress {
			continue
		}
		for i < uint32(len(Program)) && m.U32(text+4*i) == uint32(Program[i]) {
			i++
		}
		if i == uint32(len(Program)) && m.U32(text+4*i) == 0 {
			return at
		}
	}
	return 0
}

// maxAddress is beyond what lies in memory at a start.
const maxAddress = 16 << 20
