// Package linuxabi is the import module "linux" on the host's side: guest memory to Calls and
// back, as package abi documents it, and nothing else. What a function does stands in its table's
// line by its Linux name; results are -errno.
package linuxabi

import (
	"context"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// Register makes the host module in r.
func Register(ctx context.Context, r wazero.Runtime) error {
	return hostabi.Register(ctx, r, abi.Module, Table(), failed(primitives.EFAULT))
}

// Table returns the functions of the module, for an ABI whose programs reach them by another way than
// an import.
func Table() []hostabi.Func {
	var table []hostabi.Func
	for _, part := range [][]function{
		files(), names(), xattrs(), descriptors(), identity(), processes(), signals(), times(), sockets(),
		digests(), startup(),
	} {
		for _, f := range part {
			table = append(table, f.host())
		}
	}
	return table
}

// function is one line of a table. The result is an i32, or an i64 where long is set.
type function struct {
	name   string
	params string
	do     func(g *hostabi.Guest, a hostabi.Args) int64
	long   bool
}

func (f function) host() hostabi.Func {
	do, results := f.do, "i"
	if f.long {
		results = "I"
	}
	long := f.long
	return hostabi.Func{
		Name: f.name, Params: f.params, Results: results,
		Do: func(g *hostabi.Guest, a hostabi.Args) uint64 {
			v := do(g, a)
			if !long {
				return uint64(uint32(v))
			}
			return uint64(v)
		},
	}
}

// plain is a function whose arguments are the call's own, all of them i32.
func plain(name string, params int, no primitives.Sysno) function {
	const all = "iiii"
	return function{name: name, params: all[:params], do: func(g *hostabi.Guest, a hostabi.Args) int64 {
		c := g.Call(no)
		for i := range a {
			c.Args[i] = a.I32(i)
		}
		return value(g.Do(c))
	}}
}

// value is a result as the guest gets it.
func value(r primitives.Result) int64 {
	if r.Errno != primitives.OK {
		return -int64(r.Errno)
	}
	return r.Val
}

func failed(e primitives.Errno) uint64 { return uint64(-int64(e)) }
