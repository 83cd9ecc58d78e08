// Command git is the guest that git is: a program of its own, so that what every shell and tool starts from
// stays small. Package box/git does the work.
package main

import (
	"fmt"
	godebug "runtime/debug"

	"github.com/sandfault/sandfault/runtime/guest/src/box/git"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/zone"
)

// gcPercent lets a short process end before its first collection without giving up on long ones.
const gcPercent = 400

// run is the life of a process.
func run() (code int) {
	defer func() {
		if r := recover(); r != nil {
			stderr := linux.File{Fd: 2}
			_, _ = fmt.Fprintf(&stderr, "panic: %v\n%s", r, godebug.Stack())
			code = 2
		}
	}()
	godebug.SetGCPercent(gcPercent)
	return git.Main(linux.Args(), git.Host{
		Zone:        zone.Local(linux.Getenv("TZ")),
		Unsupported: linux.Unsupported,
		Reach:       reach,
	})
}
