//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"os"
)

// The names under which a program starts itself again.
const (
	initName   = "sandfault-init"
	launchName = "sandfault-launch"
)

// Main takes over the process if it was started as a sandbox's init or launcher, and returns at once
// otherwise. Programs and test binaries that use the package call it before anything else.
func Main() {
	if len(os.Args) != 1 {
		return
	}
	switch os.Args[0] {
	case initName:
		fail(runInit())
	case launchName:
		fail(runLaunch())
	}
}

// fail ends init or a launcher that could not do its work. What it says reaches the host as the reason for
// which the run is aborted.
func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(125)
}
