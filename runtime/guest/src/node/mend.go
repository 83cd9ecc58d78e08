package main

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

func itoa(n int) string { return strconv.Itoa(n) }

// frame is a line of a stack as the engine prints it.
type frame struct {
	function, file string
	line, column   int
	native         bool
}

// engineFrame is how the engine prints a frame.
var engineFrame = regexp.MustCompile(`^\tat (?:(.*) \()?(.*):(\d+):(\d+)\(\d+\)\)?$`)

// nativeFrame is how it prints one of a function in Go.
var nativeFrame = regexp.MustCompile(`^\tat (?:(.*) \()?native\)?$`)

// frames reads a stack as the engine prints it; ok is false for any other text.
func (e *engine) frames(stack string) (list []frame, ok bool) {
	_, rest, ok := strings.Cut(stack, "\n\tat ")
	if !ok {
		return nil, false
	}
	for line := range strings.Lines("\tat " + rest) {
		line = strings.TrimSuffix(line, "\n")
		if m := nativeFrame.FindStringSubmatch(line); m != nil {
			list = append(list, frame{function: m[1], native: true})
			continue
		}
		m := engineFrame.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		f := frame{function: m[1], file: m[2]}
		f.line, _ = strconv.Atoi(m[3])
		f.column, _ = strconv.Atoi(m[4])
		list = append(list, f)
	}
	return list, true
}

// maxFrames is Error.stackTraceLimit.
const maxFrames = 10

// trace prints the frames as node does: from the first of the script's own on.
func (e *engine) trace(list []frame) string {
	for len(list) > 0 && (list[0].native && list[0].function == "" || e.internal(list[0].file)) {
		list = list[1:]
	}
	list, below := e.own(list)
	var lines []string
	for i, f := range list {
		lines = append(lines, e.line(f, i == len(list)-1))
	}
	lines = append(lines, below...)
	var b strings.Builder
	for i, l := range lines {
		if i == maxFrames {
			break
		}
		b.WriteString("\n    at " + l)
	}
	return b.String()
}

// own are the frames of a script, and the lines that node has below them.
func (e *engine) own(list []frame) (frames []frame, below []string) {
	timer := false
	for i, f := range list {
		// A native function that the library calls is the library's: only a timer's callback is called so.
		if inner := i+1 < len(list) && e.internal(list[i+1].file); f.native && inner {
			timer = true
			continue
		}
		if !e.internal(f.file) && (!f.native || f.function != "") {
			frames = append(frames, f)
		}
	}
	if len(frames) == 0 || !e.internal(list[len(list)-1].file) {
		return frames, nil
	}
	last := &frames[len(frames)-1]
	s := e.sources[last.file]
	switch {
	case s == nil || last.function != "":
	case timer && !s.top(last.line, s.column(last.line, last.column)):
		last.function = "Timeout._onTimeout"
		return frames, []string{
			"listOnTimeout (node:internal/timers:581:17)",
			"process.processTimers (node:internal/timers:519:7)",
		}
	case s.top(last.line, s.column(last.line, last.column)):
		return frames, bottom[s.prefix == ""]
	}
	return frames, nil
}

// top reports whether a place is in no function of the source.
func (s *source) top(line, column int) bool {
	offset, ok := s.at(line, column)
	depth := 0
	visit(reflect.ValueOf(s.tree.Body), func(n any) {
		switch n := n.(type) {
		case *ast.FunctionLiteral:
			if offset > s.offset(n.Idx0()) && offset < s.offset(n.Idx1()) {
				depth++
			}
		case *ast.ArrowFunctionLiteral:
			if offset > s.offset(n.Idx0()) && offset < s.offset(n.Idx1()) {
				depth++
			}
		}
	})
	if s.prefix != "" {
		depth-- // the module's own
	}
	return ok && depth <= 0
}

// line prints a frame; that of a module's own code has a name of its own.
func (e *engine) line(f frame, last bool) string {
	if f.native {
		return f.function + " (<anonymous>)"
	}
	place, s := f.file, e.sources[f.file]
	if s != nil {
		f.column = s.column(f.line, f.column)
	} else if place == "<eval>" {
		place = "eval"
	}
	place += ":" + itoa(f.line) + ":" + itoa(f.column)
	if f.function == "" && last && s != nil && s.prefix != "" && s.top(f.line, f.column) {
		f.function = "Object.<anonymous>"
	}
	if f.function == "" {
		return place
	}
	return f.function + " (" + place + ")"
}

// bottom are the frames below a script's own, with which node starts one.
//

var bottom = map[bool][]string{
	false: {
		"Module._compile (node:internal/modules/cjs/loader:1521:14)",
		"Module._extensions..js (node:internal/modules/cjs/loader:1623:10)",
		"Module.load (node:internal/modules/cjs/loader:1266:32)",
		"Module._load (node:internal/modules/cjs/loader:1091:12)",
		"Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)",
		"node:internal/main/run_main_module:28:49",
	},
	true: {
		"runScriptInThisContext (node:internal/vm:209:10)",
		"node:internal/process/execution:118:14",
		"[eval]-wrapper:6:24",
		"runScript (node:internal/process/execution:101:62)",
		"evalScript (node:internal/process/execution:133:3)",
		"node:internal/main/eval_string:51:3",
	},
}

func (e *engine) internal(file string) bool { return strings.HasPrefix(file, libraryPrefix) }

// mend gives an error that the engine threw node's words and node's form of a stack. Anything else, and an
// error that was mended, stays as it is.
func (e *engine) mend(v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return
	}
	raw, ok := o.Get("stack").Export().(string)
	if !ok {
		return
	}
	list, ok := e.frames(raw)
	if !ok {
		return
	}
	message := ""
	if m := o.Get("message"); m != nil {
		message = m.String()
	}
	words := e.words(o.Get("name").String(), message, list)
	if words != message {
		_ = o.DefineDataProperty("message", e.vm.ToValue(words), goja.FLAG_TRUE, goja.FLAG_TRUE,
			goja.FLAG_FALSE)
	}
	_ = o.DefineDataProperty("stack", e.vm.ToValue(e.heading(o)+e.trace(list)),
		goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// heading is the first line of an error's stack.
func (e *engine) heading(o *goja.Object) string {
	name, message := "Error", ""
	if v := o.Get("name"); v != nil && !goja.IsUndefined(v) {
		name = v.String()
	}
	if v := o.Get("message"); v != nil && !goja.IsUndefined(v) {
		message = v.String()
	}
	switch {
	case message == "":
		return name
	case name == "":
		return message
	}
	return name + ": " + message
}
