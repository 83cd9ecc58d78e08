package main

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// native is a function of the library that is written in Go.
type native = func(goja.FunctionCall) goja.Value

// bindings returns the object by which the library reaches the kernel.
func (e *engine) bindings() *goja.Object {
	o := e.vm.NewObject()
	for _, family := range []map[string]native{
		e.languageBindings(), e.fileBindings(), e.pathBindings(), e.processBindings(), e.childBindings(),
		e.bytesBindings(), e.digestBindings(), e.moduleBindings(),
	} {
		for name, f := range family {
			if err := o.Set(name, f); err != nil {
				panic(err) // a plain object takes anything
			}
		}
	}
	return o
}

// languageBindings are about the engine itself.
func (e *engine) languageBindings() map[string]native {
	return map[string]native{
		"compile": e.compile,
		"unsupported": func(c goja.FunctionCall) goja.Value {
			linux.Unsupported(c.Argument(0).String())
			return goja.Undefined()
		},
		"mend": func(c goja.FunctionCall) goja.Value {
			e.mend(c.Argument(0))
			return goja.Undefined()
		},
		"trace":    e.captured,
		"expand":   e.expand,
		"excerpt":  e.excerptAt,
		"callText": e.callText,
		"errno": func(c goja.FunctionCall) goja.Value {
			n := primitives.Errno(c.Argument(0).ToInteger())
			return e.vm.NewArray(n.Name(), n.Text())
		},
		"promise": func(c goja.FunctionCall) goja.Value {
			p, ok := c.Argument(0).Export().(*goja.Promise)
			if !ok {
				return goja.Undefined()
			}
			state := [...]string{"pending", "fulfilled", "rejected"}[p.State()]
			if p.State() == goja.PromiseStatePending {
				return e.vm.NewArray(state)
			}
			return e.vm.NewArray(state, p.Result())
		},
		"proxy": func(c goja.FunctionCall) goja.Value {
			o, ok := c.Argument(0).(*goja.Object)
			if !ok {
				return goja.Undefined()
			}
			if p, ok := o.Export().(goja.Proxy); ok {
				if p.Target() == nil {
					return goja.Null()
				}
				return p.Target()
			}
			return goja.Undefined()
		},
		"className": func(c goja.FunctionCall) goja.Value {
			if o, ok := c.Argument(0).(*goja.Object); ok {
				return e.vm.ToValue(o.ClassName())
			}
			return goja.Undefined()
		},
	}
}

// fail throws the errno of a call as a number, which the library turns into an error with the call's name.
func (e *engine) fail(err error) {
	if err == nil {
		return
	}
	n, ok := errors.AsType[primitives.Errno](err)
	if !ok {
		n = primitives.EIO
	}
	panic(e.vm.ToValue(int(n)))
}

// bytes is the memory of a Uint8Array; what is written to it the script sees.
func (e *engine) bytes(v goja.Value) []byte {
	switch b := v.Export().(type) {
	case []byte:
		return b
	case goja.ArrayBuffer:
		return b.Bytes()
	}
	panic(e.vm.NewTypeError("a Uint8Array is needed"))
}

// buffer hands bytes to the script, whose they are from then on.
func (e *engine) buffer(b []byte) goja.Value { return e.vm.ToValue(e.vm.NewArrayBuffer(b)) }

// strings reads an array of strings.
func (e *engine) strings(v goja.Value) []string {
	var list []string
	if goja.IsUndefined(v) || goja.IsNull(v) {
		return nil
	}
	o := v.ToObject(e.vm)
	for i := range o.Get("length").ToInteger() {
		list = append(list, o.Get(itoa(int(i))).String())
	}
	return list
}

// integer is an argument as an int.
func integer(c goja.FunctionCall, i int) int { return int(c.Argument(i).ToInteger()) }
