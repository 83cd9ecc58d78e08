package main

import (
	"github.com/dop251/goja"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// fileBindings are the calls on descriptors.
func (e *engine) fileBindings() map[string]native {
	return map[string]native{
		"open": func(c goja.FunctionCall) goja.Value {
			fd, err := linux.Open(c.Argument(0).String(), integer(c, 1)|primitives.O_CLOEXEC,
				uint32(integer(c, 2)))
			e.fail(err)
			return e.vm.ToValue(fd)
		},
		"close": func(c goja.FunctionCall) goja.Value {
			e.fail(linux.Close(integer(c, 0)))
			return goja.Undefined()
		},
		"read":  e.read,
		"write": e.write,
		"fstat": func(c goja.FunctionCall) goja.Value {
			st, err := linux.Fstat(integer(c, 0))
			e.fail(err)
			return e.stat(&st)
		},
		"ftruncate": func(c goja.FunctionCall) goja.Value {
			e.fail(linux.Ftruncate(integer(c, 0), c.Argument(1).ToInteger()))
			return goja.Undefined()
		},
		"fsync": func(c goja.FunctionCall) goja.Value {
			e.fail(linux.Fsync(integer(c, 0)))
			return goja.Undefined()
		},
		"isatty": func(c goja.FunctionCall) goja.Value { return e.vm.ToValue(linux.Isatty(integer(c, 0))) },
		"columns": func(c goja.FunctionCall) goja.Value {
			n, ok := linux.Columns(integer(c, 0))
			if !ok {
				return goja.Undefined()
			}
			return e.vm.ToValue(n)
		},
		"poll": e.poll,
	}
}

// read is read(2) or, with a position, pread64(2), into a Uint8Array.
func (e *engine) read(c goja.FunctionCall) goja.Value {
	fd, b, position := integer(c, 0), e.bytes(c.Argument(1)), c.Argument(2)
	for {
		var n int
		var err error
		if goja.IsUndefined(position) || goja.IsNull(position) {
			n, err = linux.Read(fd, b)
		} else {
			n, err = linux.Pread(fd, b, position.ToInteger())
		}
		if err == primitives.EINTR {
			continue
		}
		e.fail(err)
		return e.vm.ToValue(n)
	}
}

// write is write(2) or, with a position, pwrite64(2). It says how many bytes went.
func (e *engine) write(c goja.FunctionCall) goja.Value {
	fd, b, position := integer(c, 0), e.bytes(c.Argument(1)), c.Argument(2)
	for {
		var n int
		var err error
		if goja.IsUndefined(position) || goja.IsNull(position) {
			n, err = linux.Write(fd, b)
		} else {
			n, err = linux.Pwrite(fd, b, position.ToInteger())
		}
		if err == primitives.EINTR {
			continue
		}
		e.fail(err)
		return e.vm.ToValue(n)
	}
}

// poll waits for descriptors to be readable, for at most some milliseconds, and returns those that are.
func (e *engine) poll(c goja.FunctionCall) goja.Value {
	var fds []linux.PollFd
	list := c.Argument(0).ToObject(e.vm)
	for i := range list.Get("length").ToInteger() {
		fds = append(fds, linux.PollFd{Fd: int32(list.Get(itoa(int(i))).ToInteger()), Events: linux.PollIn})
	}
	var ready []any
	_, err := linux.Poll(fds, integer(c, 1))
	if err != primitives.EINTR {
		e.fail(err)
	}
	for _, fd := range fds {
		if fd.Revents != 0 {
			ready = append(ready, int(fd.Fd))
		}
	}
	return e.vm.NewArray(ready...)
}

// stat is the fields of a Stats in the order in which the library reads them; times are in nanoseconds.
func (e *engine) stat(st *primitives.Stat) goja.Value {
	const million = 1e6
	return e.vm.NewArray(int64(st.Dev), int64(st.Mode), int64(st.Nlink), int64(st.UID), int64(st.GID),
		int64(st.Rdev), st.Blksize, int64(st.Ino), st.Size, st.Blocks, float64(st.Atime)/million,
		float64(st.Mtime)/million, float64(st.Ctime)/million)
}
