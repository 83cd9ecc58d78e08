package main

import (
	"reflect"
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// captured writes the stack of an error that a script makes: (error, names of the constructors through which
// it came, name of the function above which the stack begins).
func (e *engine) captured(c goja.FunctionCall) goja.Value {
	o, ok := c.Argument(0).(*goja.Object)
	if !ok {
		return goja.Undefined()
	}
	stack := e.vm.CaptureCallStack(0, nil)
	constructors, above := e.strings(c.Argument(1)), ""
	if v := c.Argument(2); !goja.IsUndefined(v) {
		above = v.String()
	}
	define := func(v goja.Value) {
		_ = o.DefineDataProperty("stack", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	// V8 writes the text when it is first asked for: the name that a constructor gave the error is in it.
	get := func(goja.FunctionCall) goja.Value {
		text := e.vm.ToValue(e.heading(o) + e.trace(e.cut(e.fromStack(stack), len(constructors), above)))
		define(text)
		return text
	}
	set := func(c goja.FunctionCall) goja.Value {
		define(c.Argument(0))
		return goja.Undefined()
	}
	_ = o.DefineAccessorProperty("stack", e.vm.ToValue(get), e.vm.ToValue(set), goja.FLAG_TRUE,
		goja.FLAG_FALSE)
	return goja.Undefined()
}

// cut takes the frames off that made the error: the library's and the constructors'.
func (e *engine) cut(list []frame, constructors int, above string) []frame {
	for len(list) > 0 && (list[0].native || e.internal(list[0].file)) {
		list = list[1:]
	}
	for ; constructors > 0 && len(list) > 0 && e.constructs(list[0]); constructors-- {
		list = list[1:]
	}
	if above == "" {
		return list
	}
	return list[slices.IndexFunc(list, func(f frame) bool { return f.function == above })+1:]
}

// constructs reports whether a frame is in the constructor of a class.
func (e *engine) constructs(f frame) (yes bool) {
	s := e.sources[f.file]
	if s == nil {
		return false
	}
	offset, ok := s.at(f.line, s.column(f.line, f.column))
	if !ok {
		return false
	}
	visit(reflect.ValueOf(s.tree.Body), func(n any) {
		m, ok := n.(*ast.MethodDefinition)
		if !ok || m.Static || m.Computed || offset < s.offset(m.Idx0()) || offset >= s.offset(m.Idx1()) {
			return
		}
		key, ok := m.Key.(*ast.StringLiteral)
		yes = yes || ok && key.Value == "constructor"
	})
	return yes
}

// fromStack is the engine's frames in our form.
func (e *engine) fromStack(stack []goja.StackFrame) []frame {
	list := make([]frame, len(stack))
	for i, f := range stack {
		p := f.Position()
		list[i] = frame{function: f.FuncName(), file: f.SrcName(), line: p.Line, column: p.Column}
		if list[i].native = list[i].file == "<native>"; list[i].native {
			list[i].file = ""
		}
		if list[i].function == "<anonymous>" || list[i].function == "<native>" {
			list[i].function = ""
		}
	}
	return list
}

// excerptAt is the excerpt of a place: file, line and column as a stack shows them.
func (e *engine) excerptAt(c goja.FunctionCall) goja.Value {
	name := c.Argument(0).String()
	if s := e.sources[name]; s != nil {
		column := integer(c, 2)
		if c.Argument(3).ToBoolean() { // it was thrown, not rejected
			column = s.throwAt(integer(c, 1), column)
		}
		return e.vm.ToValue(s.excerpt(name, integer(c, 1), column))
	}
	return e.vm.ToValue("")
}

// placed is the first frame of a stack as node writes it.
var placed = matcher(`\n {4}at (?:.* \()?(.+?):(\d+):(\d+)\)?(?:\n|$)`)

// callText is the words of the call where a stack as node writes it begins.
func (e *engine) callText(c goja.FunctionCall) goja.Value {
	m := placed.FindStringSubmatch(c.Argument(0).String())
	if m == nil {
		return goja.Undefined()
	}
	s := e.sources[m[1]]
	if s == nil {
		return goja.Undefined()
	}
	offset, ok := s.at(atoi(m[2]), atoi(m[3]))
	if !ok {
		return goja.Undefined()
	}
	best, found := 1<<30, goja.Undefined()
	visit(reflect.ValueOf(s.tree.Body), func(n any) {
		call, ok := n.(*ast.CallExpression)
		if !ok {
			return
		}
		from, to := s.offset(call.Idx0()), s.offset(call.Idx1())
		if offset >= from && offset <= s.offset(call.Callee.Idx1()) && to-from < best {
			best, found = to-from, e.vm.ToValue(s.full()[from:to])
		}
	})
	return found
}
