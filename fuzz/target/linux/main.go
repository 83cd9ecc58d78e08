//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
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

// keepDescriptors keeps all but the standard descriptors from what this process starts: its own, and what the
// host's process was started with.
func keepDescriptors() error {
	const first = 3
	if err := unix.CloseRange(first, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return os.NewSyscallError("close_range", err)
	}
	return nil
}

// closeInherited closes descriptors from first on that this process was started with: those that do not close
// on execve. They are other business of the host's process.
func closeInherited(first int) error {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return fmt.Errorf("list descriptors: %w", err)
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd < first {
			continue
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && flags&unix.FD_CLOEXEC == 0 {
			releaseFD(fd)
		}
	}
	return nil
}

// fail ends init or a launcher that could not do its work. What it says reaches the host as the reason for
// which the run is aborted.
func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(125)
}
