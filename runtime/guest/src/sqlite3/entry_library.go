//go:build wasip1

package main

import (
	godebug "runtime/debug"
	"time"
	"unsafe"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/zone"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/library"
)

// request and answer are the memory that the caller writes and reads.
//
//nolint:gochecknoglobals // it has to live as long as the caller looks at it
var request, answer []byte

// sandfaultRoom is abi.LibraryRoom.
//
//go:wasmexport sandfault_library_room
func sandfaultRoom(size int32) uint32 {
	if request == nil {
		godebug.SetGCPercent(gcPercent)
		time.Local = zone.Local(linux.Getenv("TZ")) //nolint:gosmopolitan // see run
		database.Prepare()
	}
	if cap(request) < int(size) {
		request = make([]byte, max(int(size), leastRoom))
	}
	request = request[:size]
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(request))))
}

const leastRoom = 1 << 12

// sandfaultCall is abi.LibraryCall.
//
//go:wasmexport sandfault_library_call
func sandfaultCall() uint64 {
	answer = library.Call(request)
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(answer))))<<32 | uint64(len(answer))
}
