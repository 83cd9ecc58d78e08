package python

import "github.com/sandfault/sandfault/runtime/meter"

// Functions of the build that turn an int into a C size, by index.
const (
	buildAsSize       = 1271 // PyLong_AsSsize_t
	buildNumberAsSize = 358  // PyNumber_AsSsize_t

	overflowText = 22947   // "Python int too large to convert to C ssize_t"
	overflowType = 2434892 // PyExc_OverflowError
	setString    = 2961    // PyErr_SetString
)

// sizeEdits make an int that Linux takes as a size, of 64 bits, the largest size there is here: as a count
// of splits, a length to read or to make, a position to insert at it means the same, or ends in a
// MemoryError. What keeps or shows the number goes on to refuse it.
func sizeEdits() []meter.Edit {
	const lessU, equal, sub, or, shiftR = 0x49, 0x46, 0x6b, 0x72, 0x76
	const smallest, largest = -1 << 31, 1<<31 - 1
	list := []meter.Edit{
		// Where it would raise: local 3 is the address of the digits, of 30 bits each, before which their
		// count stands above three bits, and local 4 says by a 2 that the sign is negative.
		insert(buildAsSize, 0xa3373, []byte{0x41, 0xcc, 0xce, 0x94, 0x01}, code(
			[]byte{opGet, 3, opConst, 4, sub, opLoad, 2, 0, opConst, 3, shiftR, opTee, 0, opConst, 3, lessU},
			[]byte{opGet, 0, opConst, 3, equal, opGet, 3, opLoad, 2, 8, opConst, 8, lessU, opAnd, or},
			[]byte{opIf, blockVoid, opConst}, signed(smallest), []byte{opConst}, signed(largest),
			[]byte{opGet, 4, opConst, 2, equal, opSelect, opReturn, opEnd})),
		// The length of what has a __len__.
		replace(2116, 0xf1fa8, call(buildNumberAsSize), code([]byte{opDrop}, call(funcExactSize))),
	}
	for _, at := range exactSizes {
		list = append(list, replace(at.function, at.offset, call(buildAsSize), call(funcExactSize)))
	}
	return list
}

// exactSizes are the calls of PyLong_AsSsize_t after which the number itself matters, or which know what to
// do with one that does not fit.
//
//nolint:gochecknoglobals // an immutable table
var exactSizes = [...]struct{ function, offset uint32 }{
	{852, 0x875a3},                     // enumerate's start
	{1318, 0xab33f},                    // shifts
	{1802, 0xd6a52},                    // len(range)
	{2038, 0xedac3},                    // __hash__
	{2942, 0x19627a},                   // StopIteration's value of a coroutine
	{5775, 0x2ad19d}, {5779, 0x2ad6d5}, // BytesIO.seek, __setstate__
	{5923, 0x2badc0}, {5927, 0x2bb332}, // StringIO's
	{5968, 0x2be3e4}, // itertools.count
}

// exactSize is PyLong_AsSsize_t as it was: an int of 32 bits and more is an OverflowError.
func exactSize() []byte {
	const greaterEqualU, equal, or, shiftR = 0x4f, 0x46, 0x72, 0x76
	return code(
		[]byte{1, 1, valueI32}, // a local for the count of digits
		[]byte{opGet, 0, opIf, blockVoid},
		// The flag of int and its subclasses in the type.
		[]byte{opGet, 0, opLoad, 2, 4, opLoad8, 0, 87, opConst, 1, opAnd, opIf, blockVoid},
		[]byte{opGet, 0, opLoad, 2, 8, opConst, 3, shiftR, opTee, 1, opConst, 3, greaterEqualU},
		[]byte{opGet, 1, opConst, 2, equal, opGet, 0, opLoad, 2, 16, opConst, 2, greaterEqualU, opAnd, or},
		[]byte{opIf, blockVoid}, address(overflowType), []byte{opLoad, 2, 0},
		address(overflowText), call(setString),
		[]byte{opConst, 0x7f, opReturn, opEnd},
		[]byte{opEnd, opEnd},
		[]byte{opGet, 0}, call(buildAsSize), []byte{opEnd},
	)
}
