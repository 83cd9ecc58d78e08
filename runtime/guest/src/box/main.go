// Command box is the guest that most of an image's /usr/bin is made of: the shell and the tools,
// chosen by the name they are called by. It is built for wasip1 as a reactor, and for the host as
// a program, where it can be run against the tools it follows.
package main

import (
	"fmt"
	"path"
	godebug "runtime/debug"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell"
	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
)

// gcPercent lets a short process end before its first collection without giving up on long ones.
const gcPercent = 200

// run is the life of a process: everything it knows it asks for here, since the memory that it
// starts from was another's.
func run() (code int) {
	defer func() {
		if r := recover(); r != nil {
			stderr := linux.File{Fd: 2}
			_, _ = fmt.Fprintf(&stderr, "panic: %v\n%s", r, godebug.Stack())
			code = 2
		}
	}()
	godebug.SetGCPercent(gcPercent)
	argv := linux.Args()
	if len(argv) == 0 {
		argv = []string{"box"}
	}
	name := path.Base(argv[0])
	if name == "box" && len(argv) > 1 { // as busybox: `box ls -l`
		argv = argv[1:]
		name = argv[0]
	}
	if main, ok := lookup(name); ok {
		return main(argv)
	}
	stderr := linux.File{Fd: 2}
	_, _ = fmt.Fprintf(&stderr, "%s: applet not found\n", name)
	return 127
}

func lookup(name string) (func([]string) int, bool) {
	switch name {
	case "sh", "bash", "dash", "-sh", "-bash", "-dash":
		return shell.Main, true
	}
	return tool.Lookup(name)
}
