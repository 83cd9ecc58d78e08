package main

import (
	"github.com/dop251/goja"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// childBindings start processes and wait for them.
func (e *engine) childBindings() map[string]native {
	return map[string]native{
		"pipe": func(goja.FunctionCall) goja.Value {
			r, w, err := linux.Pipe2(primitives.O_CLOEXEC)
			e.fail(err)
			return e.vm.NewArray(r, w)
		},
		"nonblock": func(c goja.FunctionCall) goja.Value {
			flags, err := linux.Fcntl(integer(c, 0), linux.FGetfl, 0)
			e.fail(err)
			_, err = linux.Fcntl(integer(c, 0), linux.FSetfl, flags|primitives.O_NONBLOCK)
			e.fail(err)
			return goja.Undefined()
		},
		"spawn": e.spawn,
		"wait":  e.wait,
	}
}

// spawn starts a program: its path, its arguments, its environment, its directory or "", for each of its
// descriptors from 0 the one of ours that it gets or -1 for /dev/null, and whether it leads a session.
func (e *engine) spawn(c goja.FunctionCall) goja.Value {
	r := &abi.SpawnRequest{
		Path: c.Argument(0).String(), Argv: e.strings(c.Argument(1)), Env: e.strings(c.Argument(2)),
		Flags: abi.SpawnVfork, Default: 1<<(primitives.SIGPIPE-1) | 1<<(primitives.SIGXFSZ-1),
	}
	if c.Argument(5).ToBoolean() {
		r.Flags |= abi.SpawnSetsid
	}
	if dir := c.Argument(3).String(); dir != "" {
		r.Actions = append(r.Actions, abi.FileAction{Kind: abi.ActionChdir, Path: dir})
	}
	fds := c.Argument(4).ToObject(e.vm)
	for i := range fds.Get("length").ToInteger() {
		fd := int32(fds.Get(itoa(int(i))).ToInteger())
		if fd < 0 {
			r.Actions = append(r.Actions, abi.FileAction{
				Kind: abi.ActionOpen, Newfd: int32(i), Path: "/dev/null", Flags: primitives.O_RDWR,
			})
			continue
		}
		r.Actions = append(r.Actions, abi.FileAction{Kind: abi.ActionDup2, Fd: fd, Newfd: int32(i)})
	}
	pid, stage, err := linux.Spawn(r)
	if err != nil {
		n := primitives.ErrnoOf(err)
		return e.vm.NewArray(-int(n), stage)
	}
	return e.vm.NewArray(pid, 0)
}

// wait is wait4(2): the pid or 0, the exit code or null, the signal or 0.
func (e *engine) wait(c goja.FunctionCall) goja.Value {
	options := 0
	if c.Argument(1).ToBoolean() {
		options = linux.Wnohang
	}
	for {
		pid, status, err := linux.Wait4(integer(c, 0), options)
		if err == primitives.EINTR {
			continue
		}
		e.fail(err)
		if sig, killed := status.Signaled(); pid != 0 && killed {
			return e.vm.NewArray(pid, goja.Null(), int(sig))
		}
		return e.vm.NewArray(pid, status.Code(), 0)
	}
}
