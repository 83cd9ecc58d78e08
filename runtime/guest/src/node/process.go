package main

import (
	"github.com/dop251/goja"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// processBindings are the calls that a process makes about itself and its machine.
func (e *engine) processBindings() map[string]native {
	number := func(call func() int) native {
		return func(goja.FunctionCall) goja.Value { return e.vm.ToValue(call()) }
	}
	return map[string]native{
		"getpid": number(linux.Getpid), "getppid": number(linux.Getppid), "getuid": number(linux.Getuid),
		"geteuid": number(linux.Geteuid), "getgid": number(linux.Getgid), "getegid": number(linux.Getegid),
		"getgroups": func(goja.FunctionCall) goja.Value {
			groups, err := linux.Getgroups()
			e.fail(err)
			list := make([]any, len(groups))
			for i, g := range groups {
				list[i] = g
			}
			return e.vm.NewArray(list...)
		},
		"exit": func(c goja.FunctionCall) goja.Value {
			linux.Exit(integer(c, 0) & 0xff)
			return goja.Undefined()
		},
		"umask": func(c goja.FunctionCall) goja.Value {
			return e.vm.ToValue(int(linux.Umask(uint32(integer(c, 0)))))
		},
		"kill": func(c goja.FunctionCall) goja.Value {
			e.fail(linux.Kill(integer(c, 0), primitives.Signal(integer(c, 1))))
			return goja.Undefined()
		},
		"sigaction": func(c goja.FunctionCall) goja.Value {
			_, err := linux.Sigaction(primitives.Signal(integer(c, 0)), integer(c, 1))
			e.fail(err)
			return goja.Undefined()
		},
		"sigpending": func(goja.FunctionCall) goja.Value {
			var list []any
			for set, n := linux.Sigpending(), 1; set != 0; set, n = set>>1, n+1 {
				if set&1 != 0 {
					list = append(list, n)
				}
			}
			return e.vm.NewArray(list...)
		},
		"monotonic": func(goja.FunctionCall) goja.Value { // milliseconds
			return e.vm.ToValue(float64(linux.ClockGettime(clockMonotonic)) / 1e6)
		},
		"hrtime": func(goja.FunctionCall) goja.Value {
			ns := linux.ClockGettime(clockMonotonic)
			return e.vm.NewArray(ns/1e9, ns%1e9)
		},
		"usage":  e.usage,
		"system": e.system,
	}
}

// usage is the user and system time in microseconds and the greatest memory in KiB.
func (e *engine) usage(goja.FunctionCall) goja.Value {
	r, err := linux.Getrusage(linux.RusageSelf)
	e.fail(err)
	return e.vm.NewArray(r.User/1000, r.System/1000, r.Maxrss/1024)
}

// system is what the module os tells: names, memory in bytes, uptime in seconds, processors.
func (e *engine) system(goja.FunctionCall) goja.Value {
	u, err := linux.Uname()
	e.fail(err)
	i, err := linux.Sysinfo()
	e.fail(err)
	cpus, err := linux.Affinity()
	e.fail(err)
	unit := max(int64(i.Unit), 1)
	return e.vm.NewArray(u.Sysname, u.Nodename, u.Release, u.Version, u.Machine, int64(i.Totalram)*unit,
		int64(i.Freeram)*unit, i.Uptime, cpus)
}
