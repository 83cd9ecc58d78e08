package main

import (
	"embed"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// library is the part of Node.js that is JavaScript: one file a module.
//
//go:embed lib
var library embed.FS

// libraryPrefix begins the names of the library's sources, as it does in node's own traces.
const libraryPrefix = "node:"

// engine is an interpreter with the library in it.
type engine struct {
	vm      *goja.Runtime
	hooks   *goja.Object       // what the library wants to be called for
	sources map[string]*source // programs of the process, by name
	random  generator
	pending []*rejection // promises that were rejected and that nobody has asked yet
}

// maxCallStack is how many calls may be nested, about as many as node's stack has room for.
const maxCallStack = 9000

// boot makes an engine and runs the library. It asks for nothing that belongs to a process.
func boot() *engine {
	time.Local = time.UTC
	e := &engine{vm: goja.New(), sources: map[string]*source{}}
	e.vm.SetMaxCallStackSize(maxCallStack)
	e.vm.SetParserOptions(parser.WithDisableSourceMaps)
	e.vm.SetTimeSource(now)
	e.vm.SetRandSource(e.random.float64)
	e.vm.SetPromiseRejectionTracker(e.track)
	if err := e.load(); err != nil {
		panic(err) // the library is part of this program
	}
	return e
}

// load compiles the library's modules and calls the first, which calls the others.
func (e *engine) load() error {
	names, err := fs.Glob(library, "lib/*.js")
	if err != nil {
		return err
	}
	modules := e.vm.NewObject()
	for _, name := range names {
		text, err := library.ReadFile(name)
		if err != nil {
			return err
		}
		module := strings.TrimSuffix(strings.TrimPrefix(name, "lib/"), ".js")
		p, err := goja.Compile(libraryPrefix+module, libraryHead+string(text)+"\n})", true)
		if err != nil {
			return err
		}
		f, err := e.vm.RunProgram(p)
		if err != nil {
			return err
		}
		if err := modules.Set(module, f); err != nil {
			return err
		}
	}
	first, ok := goja.AssertFunction(modules.Get("bootstrap"))
	if !ok {
		return errors.New("the library has no bootstrap")
	}
	v, err := first(goja.Undefined(), e.bindings(), modules)
	if err != nil {
		return err
	}
	e.hooks = v.ToObject(e.vm)
	return nil
}

// libraryHead is before a module of the library.
const libraryHead = "(function (binding, require, exports, module) {"

// hook calls one of the library's hooks.
func (e *engine) hook(name string, args ...any) (goja.Value, error) {
	f, ok := goja.AssertFunction(e.hooks.Get(name))
	if !ok {
		panic("the library has no hook " + name)
	}
	values := make([]goja.Value, len(args))
	for i, a := range args {
		values[i] = e.vm.ToValue(a)
	}
	return f(goja.Undefined(), values...)
}

// main runs a script and then what it left to be done.
func (e *engine) main(o *options) int {
	for _, do := range []func() (goja.Value, error){
		func() (goja.Value, error) { return e.hook("start", o.forScript(e.vm)) },
		func() (goja.Value, error) { return e.hook("run") },
	} {
		if _, err := do(); err != nil {
			if code, over := e.uncaught(err); over {
				return code
			}
		}
	}
	return e.loop()
}

// loop takes the tasks that are due, each in a call of its own: promises are settled when a call returns.
func (e *engine) loop() int {
	for {
		if code, over := e.settle(); over {
			return code
		}
		more, err := e.hook("step")
		if err != nil {
			if code, over := e.uncaught(err); over {
				return code
			}
			continue
		}
		if more.ToBoolean() {
			continue
		}
		code, err := e.hook("exit")
		if err == nil && goja.IsUndefined(code) {
			continue // something came up
		}
		if err == nil {
			return int(code.ToInteger())
		}
		if code, over := e.uncaught(err); over {
			return code
		}
	}
}

// settle runs what process.nextTick was given until there is no more, then looks at rejected promises.
func (e *engine) settle() (code int, over bool) {
	for {
		more, err := e.hook("ticks")
		if err != nil {
			if code, over = e.uncaught(err); over {
				return code, true
			}
			continue
		}
		if more.ToBoolean() {
			continue
		}
		if len(e.pending) == 0 {
			return 0, false
		}
		if code, over = e.rejected(); over {
			return code, true
		}
	}
}

// forScript is what the library needs of the command line.
func (o *options) forScript(vm *goja.Runtime) *goja.Object {
	v := vm.NewObject()
	for name, value := range map[string]any{
		"eval": o.eval, "print": o.print, "check": o.check, "stdin": o.stdin, "code": o.code, "file": o.file,
		"module": o.module, "requires": o.requires, "exec": o.exec, "args": o.args, "argv0": linux.Args()[0],
		"version": version, "environ": linux.Environ(),
	} {
		if list, ok := value.([]string); ok {
			value = stringArray(vm, list)
		}
		if err := v.Set(name, value); err != nil {
			panic(err) // a plain object takes anything
		}
	}
	return v
}

// stringArray is an array of the script's own: a Go slice would be an object of another kind.
func stringArray(vm *goja.Runtime, list []string) *goja.Object {
	values := make([]any, len(list))
	for i, s := range list {
		values[i] = s
	}
	return vm.NewArray(values...)
}
