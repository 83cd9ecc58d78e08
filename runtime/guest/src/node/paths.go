package main

import (
	"github.com/dop251/goja"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// pathBindings are the calls on names.
func (e *engine) pathBindings() map[string]native {
	one := func(call func(string) error) native {
		return func(c goja.FunctionCall) goja.Value {
			e.fail(call(c.Argument(0).String()))
			return goja.Undefined()
		}
	}
	two := func(call func(string, string) error) native {
		return func(c goja.FunctionCall) goja.Value {
			e.fail(call(c.Argument(0).String(), c.Argument(1).String()))
			return goja.Undefined()
		}
	}
	mode := func(call func(string, uint32) error) native {
		return func(c goja.FunctionCall) goja.Value {
			e.fail(call(c.Argument(0).String(), uint32(integer(c, 1))))
			return goja.Undefined()
		}
	}
	return map[string]native{
		"stat":     e.status(linux.Stat),
		"lstat":    e.status(linux.Lstat),
		"unlink":   one(linux.Unlink),
		"rmdir":    one(linux.Rmdir),
		"chdir":    one(linux.Chdir),
		"rename":   two(linux.Rename),
		"link":     two(linux.Link),
		"symlink":  two(linux.Symlink),
		"mkdir":    mode(linux.Mkdir),
		"chmod":    mode(linux.Chmod),
		"access":   mode(func(path string, mode uint32) error { return linux.Access(path, int(mode)) }),
		"readdir":  e.readdir,
		"readlink": e.text(linux.Readlink),
		"truncate": func(c goja.FunctionCall) goja.Value {
			e.fail(linux.Truncate(c.Argument(0).String(), c.Argument(1).ToInteger()))
			return goja.Undefined()
		},
		"chown": func(c goja.FunctionCall) goja.Value {
			e.fail(linux.Chown(c.Argument(0).String(), integer(c, 1), integer(c, 2)))
			return goja.Undefined()
		},
		"utimes": func(c goja.FunctionCall) goja.Value {
			const million = 1e6
			a, m := c.Argument(1).ToFloat()*million, c.Argument(2).ToFloat()*million
			e.fail(linux.Utimens(c.Argument(0).String(), int64(a), int64(m), 0))
			return goja.Undefined()
		},
		"getcwd": func(goja.FunctionCall) goja.Value {
			dir, err := linux.Getcwd()
			e.fail(err)
			return e.vm.ToValue(dir)
		},
	}
}

func (e *engine) status(call func(string) (primitives.Stat, error)) native {
	return func(c goja.FunctionCall) goja.Value {
		st, err := call(c.Argument(0).String())
		e.fail(err)
		return e.stat(&st)
	}
}

func (e *engine) text(call func(string) (string, error)) native {
	return func(c goja.FunctionCall) goja.Value {
		s, err := call(c.Argument(0).String())
		e.fail(err)
		return e.vm.ToValue(s)
	}
}

// readdir is the names of a directory and the types of what they name, in turn, in its own order.
func (e *engine) readdir(c goja.FunctionCall) goja.Value {
	list, err := linux.ReadDir(c.Argument(0).String())
	e.fail(err)
	var flat []any
	for _, d := range list {
		flat = append(flat, d.Name, int(d.Type))
	}
	return e.vm.NewArray(flat...)
}
