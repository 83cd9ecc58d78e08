// Command box is the guest that most of an image's /usr/bin is made of: the shell and the tools,
// chosen by the name they are called by. It is built for wasip1 as a reactor, and for the host as
// a program, where it can be run against the tools it follows.
package main

import (
	"fmt"
	godebug "runtime/debug"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell"
	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
)

// gcPercent lets a short process end before its first collection without giving up on long ones.
const gcPercent = 400

// init is part of what a prepared guest's memory holds: every process starts with it done.
func init() { godebug.SetGCPercent(gcPercent) } //nolint:gochecknoinits // as said

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
	argv := linux.Args()
	name := linux.Program()
	if name == "box" && len(argv) > 1 { // as busybox: `box ls -l`
		argv = argv[1:]
		name = argv[0]
	}
	if len(argv) == 0 { // Linux puts an empty string there
		argv = []string{""}
	}
	if main, ok := lookup(name); ok {
		return main(argv)
	}
	stderr := linux.File{Fd: 2}
	_, _ = fmt.Fprintf(&stderr, "%s: applet not found\n", name)
	return 127
}

func lookup(name string) (func([]string) int, bool) {
	switch name = strings.TrimPrefix(name, "-"); name {
	case "sh", "dash":
		return shell.Dash, true
	case "bash":
		return shell.Main, true
	}
	return tool.Lookup(name)
}
