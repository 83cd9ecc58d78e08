//go:build !wasip1

package main

import (
	goruntime "runtime"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func main() {
	goruntime.LockOSThread() // a raw setuid, setgroups or umask is one thread's own
	linux.Exit(run())
}
