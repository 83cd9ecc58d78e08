// Command sqlite3 is the guest that sqlite3 is: SQLite's command line over the sandbox's files.
package main

import (
	"fmt"
	godebug "runtime/debug"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/zone"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/shell"
)

// gcPercent lets a short process end before its first collection without giving up on long ones.
const gcPercent = 400

// run is the life of a process.
func run() (code int) {
	defer func() {
		if r := recover(); r != nil {
			stderr := linux.File{Fd: 2}
			if err, ok := r.(error); ok && err.Error() == "sqlite3: out of memory" {
				_, _ = stderr.Write([]byte("Error: out of memory\n"))
				code = 1
				return
			}
			_, _ = fmt.Fprintf(&stderr, "panic: %v\n%s", r, godebug.Stack())
			code = 2
		}
	}()
	godebug.SetGCPercent(gcPercent)
	// The library takes local times from here; what Go found was the image's, not this process's.
	time.Local = zone.Local(linux.Getenv("TZ")) //nolint:gosmopolitan // the same
	database.Prepare()
	return shell.Main(linux.Args(), shell.Host{Unsupported: linux.Unsupported})
}
