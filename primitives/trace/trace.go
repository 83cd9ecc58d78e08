// Package trace is the record of a run: every system call with its arguments, its result and
// what it carried, and every decision of the kernel between them. A trace is compact,
// has a rolling digest, and can be followed: a replay compares event by event and stops where
// the two runs part.
//
// # Format
//
// A trace is the four bytes "SFTR", the format's version as a uvarint, and events. An event is its
// length in bytes as a uvarint and that many bytes: kind, process, time since the event before,
// and the fields of its kind (see codec.go). Numbers are varints of encoding/binary.
//
// # When to raise Version
//
// Raise Version when the same run would give other bytes: a field or a kind added, an encoding
// changed, another hash, another cost of what all programs do. Do not raise it for a new system call, which
// gets a number at the end of primitives.Sysno. A replay under another version can only say `same failure`.
//
// Version 2: memory and tables that grow cost instructions by their size.
// Version 3: listing a directory costs instructions by its entries, beyond 64.
// Version 4: calls have the instructions before them; modules of WASI make other calls.
// Version 5: what a program that traps, or whose calls nest too deep, has counted in the function it ends in.
// Version 6: growing a memory or a table counts for 64 instructions, also in vain.
package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Version is the version of the format, and of what a digest means.
const Version = 6

const magic = "SFTR"

// Errors of reading.
var (
	// ErrEmpty is the error for a trace that holds no event: a replay that compares nothing
	// would call everything identical.
	ErrEmpty = errors.New("trace: empty")
	// ErrCorrupt is wrapped by the errors for bytes that no log wrote.
	ErrCorrupt = errors.New("trace: corrupt")
	// ErrVersion is wrapped by the error for a trace of another version.
	ErrVersion = errors.New("trace: another version")
)

func appendHeader(b []byte) []byte {
	return binary.AppendUvarint(append(b, magic...), Version)
}

// header checks the head of a trace and returns the events after it.
func header(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, ErrEmpty
	}
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: does not begin with %q", ErrCorrupt, magic)
	}
	v, n := binary.Uvarint(b[len(magic):])
	if n <= 0 {
		return nil, fmt.Errorf("%w: no version", ErrCorrupt)
	}
	if v != Version {
		return nil, fmt.Errorf("%w: %d, this program reads %d", ErrVersion, v, Version)
	}
	return b[len(magic)+n:], nil
}
