package meter

import "fmt"

// MalformedError says that the bytes are not a module, and where.
type MalformedError struct {
	Reason string
	Offset int // in the file; in an edited function, as if the edits had not moved anything
}

func (e *MalformedError) Error() string {
	return fmt.Sprintf("malformed module at byte %d: %s", e.Offset, e.Reason)
}

// UnsupportedError names a feature or an opcode that a module uses and that
// can't be rewritten, or not with the given options.
type UnsupportedError struct {
	Feature string
	Offset  int // in the file, or 0 when it is about no single place
}

func (e *UnsupportedError) Error() string {
	if e.Offset == 0 {
		return "unsupported: " + e.Feature
	}
	return fmt.Sprintf("unsupported at byte %d: %s", e.Offset, e.Feature)
}

// LimitError says which of the [Limits] a module exceeds.
type LimitError struct {
	What      string
	Have, Max uint64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("module too large: %d %s, limit %d", e.Have, e.What, e.Max)
}

// ReservedError says that a module uses a name that belongs to this package.
type ReservedError struct {
	Use string
}

func (e *ReservedError) Error() string { return "reserved name: " + e.Use }

// EditError says why an edit of [Options] doesn't fit the module.
type EditError struct {
	Func   uint32
	Offset uint32
	Reason string
}

func (e *EditError) Error() string {
	return fmt.Sprintf("edit of function %d at byte %d: %s", e.Func, e.Offset, e.Reason)
}
