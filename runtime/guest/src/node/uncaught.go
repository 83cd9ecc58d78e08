package main

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// rejection is a promise that was rejected while nobody listened.
type rejection struct {
	promise *goja.Promise
}

// track keeps the promises that are rejected and not handled.
func (e *engine) track(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionReject {
		e.pending = append(e.pending, &rejection{promise: p})
		return
	}
	e.pending = slices.DeleteFunc(e.pending, func(r *rejection) bool { return r.promise == p })
}

// rejected ends the process for the first promise that was rejected, unless the script handles that.
func (e *engine) rejected() (code int, over bool) {
	list := e.pending
	e.pending = nil
	for _, r := range list {
		reason := r.promise.Result()
		e.mend(reason)
		handled, err := e.hook("rejected", reason, e.vm.ToValue(r.promise))
		if err != nil {
			return e.uncaught(err)
		}
		if !handled.ToBoolean() {
			return e.die(reason, "", true)
		}
	}
	return 0, false
}

// uncaught deals with what no catch clause caught: the script's own handlers, or the end.
func (e *engine) uncaught(err error) (code int, over bool) {
	if overflow, ok := errors.AsType[*goja.StackOverflowError](err); ok {
		return e.overflow(overflow)
	}
	thrown, ok := errors.AsType[*goja.Exception](err)
	if !ok {
		panic(err)
	}
	value := thrown.Value()
	e.mend(value)
	handled, err := e.hook("uncaught", value)
	if err != nil {
		if again, ok := errors.AsType[*goja.Exception](err); ok {
			return e.die(again.Value(), e.excerpt(again.Stack()), false)
		}
		panic(err)
	}
	if handled.ToBoolean() {
		return 0, false
	}
	return e.die(value, e.excerpt(thrown.Stack()), false)
}

// overflow is a RangeError in node, which a script may catch. Here nothing can.
func (e *engine) overflow(o *goja.StackOverflowError) (code int, over bool) {
	for _, s := range e.sources {
		if strings.Contains(s.text, "catch") || strings.Contains(s.text, "uncaughtException") {
			linux.Unsupported("node: catching a stack overflow")
			break
		}
	}
	value, err := e.hook("overflow")
	if err != nil {
		panic(err)
	}
	return e.die(value, e.excerpt(o.Stack()), false)
}

// die says why and ends the process.
func (e *engine) die(value goja.Value, excerpt string, rejected bool) (code int, over bool) {
	text, err := e.hook("last", value, excerpt, rejected)
	if err != nil {
		e.complain("Uncaught:\n" + value.String() + "\n")
		return exitUncaught, true
	}
	e.complain(text.String())
	code = exitUncaught
	if v, err := e.hook("exit", exitUncaught); err == nil {
		code = int(v.ToInteger())
	}
	return code, true
}

// excerpt is the line that threw with a mark below the place.
func (e *engine) excerpt(stack []goja.StackFrame) string {
	for _, f := range stack {
		p := f.Position()
		s := e.sources[f.SrcName()]
		if s == nil {
			continue
		}
		return s.excerpt(f.SrcName(), p.Line, s.throwAt(p.Line, s.column(p.Line, p.Column)))
	}
	return ""
}

// throwAt is where a throw statement begins whose value is made at a column, or else the column itself.
func (s *source) throwAt(line, column int) int {
	offset, ok := s.at(line, column)
	if !ok {
		return column
	}
	visit(reflect.ValueOf(s.tree.Body), func(n any) {
		t, ok := n.(*ast.ThrowStatement)
		if !ok || s.offset(t.Argument.Idx0()) != offset {
			return
		}
		full := s.full()
		if between := full[s.offset(t.Throw):offset]; !strings.Contains(between, "\n") {
			column -= utf8.RuneCountInString(between)
		}
	})
	return column
}

func (s *source) excerpt(name string, number, column int) string {
	line, ok := s.line(number)
	if !ok {
		return ""
	}
	var mark strings.Builder
	for i, c := range []rune(line) {
		if i+1 >= column {
			break
		}
		if c == '\t' {
			mark.WriteByte('\t')
		} else {
			mark.WriteByte(' ')
		}
	}
	return name + ":" + itoa(number) + "\n" + line + "\n" + mark.String() + "^\n"
}
