package python

import (
	"slices"

	"github.com/sandfault/sandfault/runtime/meter"
)

// ReadyModule is the import module of the one function that no libc has: ready tells the host that the
// interpreter would now look at its command, and answers the name of a module to import first, 0 to go on, or
// -1 to be asked again.
const ReadyModule = "interpreter"

// Types of the build, by index.
const (
	type2to1 = 0  // (i32, i32) -> i32
	type3to1 = 1  // (i32, i32, i32) -> i32
	type1to1 = 2  // (i32) -> i32
	type3to0 = 7  // (i32, i32, i32) -> ()
	type0to1 = 8  // () -> i32
	type0to0 = 13 // () -> ()

	typeThread    = 3  // (i32) -> ()
	typeLock      = 25 // (i32, i64, i32) -> i32
	typeSemaphore = 26 // (i32, i64) -> i32
)

// Functions that are added, by index.
const (
	funcReady = 7130 + iota
	funcErrno
	funcStrerror
	funcLinuxStrerror
	funcSleep
	funcFresh
	funcGaiStrerror
	funcThreadCreate
	funcThreadExit
	funcThreadYield
	funcLockWait
	funcSemaphoreWait
	funcInterrupted
	funcRunReady
	funcZeros
	funcExactSize
	funcOwner
)

// Functions of the build, by index.
const (
	buildMain         = 83   // __main_argc_argv, with all of pymain_run_python in it
	buildErrorFromNum = 2988 // PyErr_SetFromErrnoWithFilenameObjects
	buildFinalize     = 3345 // Py_FinalizeEx
	buildOsStrerror   = 5478
	buildTrapEintr    = 5785

	buildBufferedFlush = 5803 // _bufferedwriter_flush_unlocked
	buildBufferedWrite = 5831 // BufferedWriter.write
	buildNanosleep     = 6841 // clock_nanosleep
	buildGaiStrerror   = 6918
	buildMmap          = 6966
	buildStrerror      = 7040
	buildCalloc        = 7115
)

// Opcodes.
const (
	opLoop, opIf, opEnd, opReturn, opBr, opCall = 0x03, 0x04, 0x0b, 0x0f, 0x0c, 0x10
	opGet, opSet, opTee, opConst                = 0x20, 0x21, 0x22, 0x41
	opEqz, opNe, opGeS, opGeU, opAnd, opXor     = 0x45, 0x47, 0x4e, 0x4f, 0x71, 0x73
	opSelect, opDrop, opCallIndirect            = 0x1b, 0x1a, 0x11
	opAdd, opEqz64                              = 0x6a, 0x50
	opLoad, opLoad8, opStore8                   = 0x28, 0x2d, 0x3a
	blockVoid, valueI32                         = 0x40, 0x7f
)

// Functions returns what is added to the build.
func Functions() []meter.Func {
	return []meter.Func{
		{Type: type0to1, Module: ReadyModule, Name: "ready"},
		{Type: type1to1, Module: "env", Name: "linux_errno"},
		{Type: type1to1, Module: "env", Name: "strerror"},
		{Type: type1to1, Module: "env", Name: "linux_strerror"},
		{Type: type3to1, Module: "env", Name: "clock_nanosleep"},
		{Type: type2to1, Module: "env", Name: "fresh"},
		{Type: type1to1, Module: "env", Name: "gai_strerror"},
		{Type: type3to1, Module: "env", Name: "thread_create"},
		{Type: type0to0, Module: "env", Name: "thread_exit"},
		{Type: type0to0, Module: "env", Name: "thread_yield"},
		{Type: typeLock, Module: "env", Name: "lock_wait"},
		{Type: typeSemaphore, Module: "env", Name: "semaphore_wait"},
		{Type: type2to1, Module: "env", Name: "interrupted"},
		{Type: type0to0, Body: runReady()},
		{Type: type3to0, Body: zeros()},
		{Type: type1to1, Body: exactSize()},
		{Type: type1to1, Body: owner()},
	}
}

// runReady imports modules as long as ready names them.
func runReady() []byte {
	const importModule, clearError = 3141, 2980 // PyImport_ImportModule, PyErr_Clear
	return code(
		[]byte{1, 1, valueI32}, // one local
		[]byte{opLoop, blockVoid}, call(funcReady), []byte{opTee, 0, opIf, blockVoid},
		[]byte{opGet, 0, opConst, 0x7f, opNe, opIf, blockVoid},
		[]byte{opGet, 0}, call(importModule), []byte{opEqz, opIf, blockVoid}, call(clearError), []byte{opEnd},
		[]byte{opEnd, opBr, 1, opEnd, opEnd, opEnd},
	)
}

// zeros is memset for blocks of which the end may be fresh: (ptr, 0, n).
func zeros() []byte {
	const memset = 6863
	return code(
		[]byte{0},
		[]byte{opGet, 2, opConst}, signed(1<<20), []byte{opGeU, opIf, blockVoid},
		[]byte{opGet, 0, opGet, 2}, call(funcFresh), []byte{opSet, 2, opEnd},
		[]byte{opGet, 0, opGet, 1, opGet, 2}, call(memset), []byte{opEnd},
	)
}

// ExitFlag in main's first argument, the count of arguments, makes main end by exit instead of returning.
const ExitFlag = 1 << 30

// ThreadFlag in main's first argument makes it call a function of the table instead, of which the index is
// the rest of the argument: what a thread begins with. The second argument is the function's.
const ThreadFlag = 1 << 29

func mainThenExit() []byte {
	const exit = 0 // an import
	return code(
		[]byte{opGet, 0, opConst}, signed(ThreadFlag), []byte{opAnd, opIf, blockVoid},
		[]byte{opGet, 1, opGet, 0, opConst}, signed(ThreadFlag), []byte{opXor, opCallIndirect, typeThread, 0},
		[]byte{opConst, 0, opReturn, opEnd},
		[]byte{opGet, 0, opConst}, signed(ExitFlag), []byte{opAnd, opIf, blockVoid},
		[]byte{opGet, 0, opConst}, signed(ExitFlag), []byte{opXor, opGet, 1}, call(buildMain), call(exit),
		[]byte{opEnd},
	)
}

// Edits returns what is changed in the build's functions.
func Edits() []meter.Edit {
	list := []meter.Edit{
		// A main that ends by exit, so that the invocation can be gone back into until the very end.
		insert(buildMain, 0x4f2d, []byte{0x23, 0x00, 0x41, 0x10}, mainThenExit()),
		// The end of a process is the end of its memory: objects were finalized and streams flushed, what is
		// left would be given back to an allocator that nobody asks again.
		insert(buildFinalize, 0x1bb9e0, []byte{0x10, 0x84, 0x1c},
			[]byte{opGet, 7, opConst, 0x7f, opGet, 5, opConst, 0, opGeS, opSelect, opReturn}),
		// Before pymain_run_python.
		insert(buildMain, 0x2e9e6, []byte{0x41, 0x00, 0x21, 0x0a}, call(funcRunReady)),
		// An error's number becomes Linux's after its text was asked for.
		insert(buildErrorFromNum, 0x197f37, []byte{0x41, 0xa2, 0xc7, 0x06},
			code([]byte{opGet, 3}, call(funcErrno), []byte{opSet, 3})),
		// So does that of a buffered writer that would have to wait.
		insert(buildBufferedFlush, 0x2aedba, []byte{0x36, 0x02, 0x00}, call(funcErrno)),
		insert(buildBufferedWrite, 0x2b1cfe, []byte{0x36, 0x02, 0x00}, call(funcErrno)),
		insert(buildBufferedWrite, 0x2b1f23, []byte{0x36, 0x02, 0x00}, call(funcErrno)),
		insert(buildMain, 0x2fa44, []byte{0x36, 0x02, 0x08}, call(funcErrno)), // "can't open file"
		insert(buildStrerror, 0x33d4f3, []byte{0x41, 0x91, 0xae, 0x03},
			code([]byte{opGet, 0}, call(funcStrerror), []byte{opReturn})),
		insert(buildGaiStrerror, 0x3388cf, []byte{0x41, 0xc0, 0xe9, 0x92, 0x01},
			code([]byte{opGet, 0}, call(funcGaiStrerror), []byte{opReturn})),
		replace(buildOsStrerror, 0x2973d6, call(buildStrerror), call(funcLinuxStrerror)),
		replace(buildOsStrerror, 0x297406, call(buildStrerror), call(funcLinuxStrerror)),
		// Buffered files make a call again that a signal interrupted. They know that by the error's
		// number, which is Linux's by then: libc's EINTR is Linux's EFBIG.
		replace(buildTrapEintr, 0x2ad98b, []byte{opConst, 27}, []byte{opConst, 4}),
		// A sleep that does not spin.
		insert(buildNanosleep, 0x334c1e, []byte{0x23, 0x00, 0x41, 0x10},
			code([]byte{opGet, 0, opGet, 1, opGet, 2}, call(funcSleep), []byte{opReturn})),
		// Zeros that nobody touches cost nothing.
		replace(buildCalloc, 0x344257, call(6863), call(funcZeros)),
		replace(buildMmap, 0x33ad9f, call(6863), call(funcZeros)),
		// A KeyboardInterrupt that nobody caught ends the process by SIGINT, in the end.
		replace(buildMain, 0x301d7, call(6945), call(funcInterrupted)),
		// The platform's name, see patches.
		replace(buildMain, 0x2a60f, address(80869), address(platformText)),
		replace(buildMain, 0x2f670, address(80869), address(platformText)),
	}
	return slices.Concat(list, classEdits(), threadEdits(), sizeEdits(), builtinEdits())
}

// classEdits turn the numbers by which the interpreter picks the class of an OSError.
func classEdits() []meter.Edit {
	list := make([]meter.Edit, 0, len(classNumbers))
	for _, c := range classNumbers {
		list = append(list, replace(buildMain, c.at+1, signed(c.libc), signed(c.linux)))
	}
	return list
}

// classNumbers are the constants of that table: where each is loaded, libc's number and Linux's.
//
//nolint:gochecknoglobals // an immutable table
var classNumbers = [...]struct {
	at          uint32
	libc, linux int32
}{
	{0x28df8, 6, 11}, {0x28e92, 7, 114}, {0x28f2c, 26, 115}, {0x28fc6, 6, 11}, // BlockingIOError
	{0x29060, 64, 32}, {0x290fb, 140, 108}, // BrokenPipeError
	{0x29196, 12, 10},                                          // ChildProcessError
	{0x29230, 13, 103}, {0x292ca, 14, 111}, {0x29364, 15, 104}, // ConnectionAborted, Refused, Reset
	{0x293fe, 20, 17}, {0x29498, 44, 2}, // FileExistsError, FileNotFoundError
	{0x29532, 31, 21}, {0x295cc, 54, 20}, // IsADirectoryError, NotADirectoryError
	{0x29666, 27, 4},                   // InterruptedError
	{0x29700, 2, 13}, {0x2979a, 63, 1}, // PermissionError
	{0x29834, 71, 3}, {0x298cf, 73, 110}, // ProcessLookupError, TimeoutError
}

func insert(f, at uint32, before, what []byte) meter.Edit {
	return meter.Edit{Func: f, Offset: at, Old: before, New: code(what, before)}
}

func replace(f, at uint32, before, after []byte) meter.Edit {
	return meter.Edit{Func: f, Offset: at, Old: before, New: after}
}

// address is the instruction that loads the address of a constant.
func address(ptr int32) []byte { return append([]byte{opConst}, signed(ptr)...) }

func call(f uint32) []byte {
	b := []byte{opCall}
	for f >= 0x80 {
		b = append(b, byte(f)|0x80)
		f >>= 7
	}
	return append(b, byte(f))
}

// signed encodes a signed LEB128.
func signed(v int32) []byte {
	var b []byte
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

func code(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}
