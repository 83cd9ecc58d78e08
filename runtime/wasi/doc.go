// Package wasi is WASI preview 1 over the kernel's calls: guest memory to Calls and back, WASI's
// numbers to Linux's, and nothing else.
//
// # Descriptors
//
// WASI has no working directory and no absolute paths: a program finds both below directories that
// are open when it starts, from descriptor 3 on. So a guest that is a WASI command is shown "/" as
// descriptor 3 and the working directory, ".", as 4, or the directories that its variable WASI_PREOPENS
// names. The kernel knows nothing of them; its descriptors from 3 on come after them in the guest's eyes. A
// prepared guest has no use for this: its numbers are the kernel's own, and it is shown no directory.
//
// A libc of C or Rust looks up which directory a path is below, without its slash at the beginning, and asks
// for the rest: in "." it may mean "/". So there the root is tried for what the working directory does not
// have. Other libraries know the working directory by the variable PWD, which is made true.
//
// # Where the specification leaves room
//
// What hosts of today do, wasmtime before all, goes: paths that lead out of a directory by themselves are
// EPERM, files' functions on a directory EBADF, path_link does not follow links (EINVAL), fd_renumber needs
// nothing open where it moves to, and only reading and writing of path_open's rights count. Links are
// followed wherever they lead, by the kernel's own checks.
package wasi

import (
	"context"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// Module is the name of the import module.
const Module = "wasi_snapshot_preview1"

// Register makes the host module in r.
func Register(ctx context.Context, r wazero.Runtime) error {
	return hostabi.Register(ctx, r, Module, Table(), uint64(number(primitives.EFAULT)))
}

// Table returns the functions of the module.
func Table() []hostabi.Func {
	var table []hostabi.Func
	for _, part := range [][]function{
		startup(), descriptors(), contents(), directories(), names(), polls(), sockets(),
	} {
		for _, f := range part {
			table = append(table, f.host())
		}
	}
	return table
}

// function is one line of a table: what it returns is the error, in Linux's numbers.
type function struct {
	name   string
	params string
	do     func(g *hostabi.Guest, a hostabi.Args) primitives.Errno
}

func (f function) host() hostabi.Func {
	do := f.do
	return hostabi.Func{
		Name: f.name, Params: f.params, Results: f.results(),
		Do: func(g *hostabi.Guest, a hostabi.Args) uint64 { return uint64(number(do(g, a))) },
	}
}
