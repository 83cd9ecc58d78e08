package main

import (
	"errors"
	"reflect"
	"regexp"
	"strings"

	"github.com/dop251/goja/ast"
)

// Messages of the engine that node words otherwise and that need no more than what they say.
var (
	readOf     = regexp.MustCompile(`^Cannot read property '(.*)' of undefined( or null)?$`)
	noMember   = regexp.MustCompile(`^Object has no member '(.*)'$`)
	notObject  = regexp.MustCompile(`^Value is not an object: `)
	notFunc    = regexp.MustCompile(`^Not a function: `)
	notIter    = regexp.MustCompile(`^object is not iterable$`)
	notCtor    = regexp.MustCompile(`^Value is not a constructor$|^Not a constructor`)
	readOnly   = regexp.MustCompile(`^Cannot assign to read only property '[^']*'$`)
	symbolRead = regexp.MustCompile(`^Symbol\(?[.\w]*`)
)

// plain are whole messages.
//

var plain = map[string]string{
	"Malformed URI":         "URI malformed",
	"No initial value":      "Reduce of empty array with no initial value",
	"Invalid BigInt syntax": "Cannot convert to a BigInt",
}

// words returns node's message for the engine's.
func (e *engine) words(name, message string, stack []frame) string {
	if w, ok := plain[message]; ok {
		return w
	}
	if name == "RangeError" {
		return ranged(message)
	}
	if name == "SyntaxError" {
		if _, _, text := place(errors.New(message)); text != message {
			return syntaxWords(text, &source{}, 0, 0)
		}
		return message
	}
	if name == "ReferenceError" {
		if message == "Cannot access a variable before initialization" {
			return "Cannot access '" + e.nameAt(stack, "variable") + "' before initialization"
		}
		return message
	}
	if name != "TypeError" {
		return message
	}
	if m := readOf.FindStringSubmatch(message); m != nil {
		return "Cannot read properties of undefined (reading '" + readName(m[1]) + "')"
	}
	switch {
	case notObject.MatchString(message) && len(stack) > 0 && stack[0].native:
		return notObject.ReplaceAllString(message, "") + " is not a function" // what a method was given
	case message == "Value is not object coercible":
		return e.destructured(stack)
	case message == "Cannot convert undefined or null to object":
		return e.assigned(stack, message)
	case strings.Contains(message, "called on incompatible receiver [object Object]"):
		return strings.Replace(message, "[object Object]", "#<Object>", 1)
	case noMember.MatchString(message), notObject.MatchString(message), notFunc.MatchString(message):
		return e.calleeAt(stack) + " is not a function"
	case notIter.MatchString(message):
		return e.iterableAt(stack) + " is not iterable"
	case notCtor.MatchString(message):
		return e.calleeAt(stack) + " is not a constructor"
	case readOnly.MatchString(message):
		return message + " of object '#<Object>'"
	case strings.HasPrefix(message, "Cannot delete property"):
		return strings.Replace(message, "[object Object]", "#<Object>", 1)
	case strings.HasPrefix(message, "Class constructor cannot be invoked"):
		return "Class constructor " + e.calleeAt(stack) + " cannot be invoked without 'new'"
	}
	return message
}

// ranged puts the messages of a RangeError as V8 does.
func ranged(message string) string {
	if method, _, ok := strings.Cut(message, "() precision must be"); ok {
		rest := strings.TrimPrefix(message, method+"() precision")
		return method + "() digits argument" + rest
	}
	return message
}

func readName(name string) string {
	if symbolRead.MatchString(name) && strings.HasPrefix(name, "Symbol.") {
		return "Symbol(" + name + ")"
	}
	return name
}

// at finds the source and the offset, in its text with its head, of the first frame of a script.
func (e *engine) at(stack []frame) (*source, int, bool) {
	for _, f := range stack {
		s := e.sources[f.file]
		if s == nil || s.tree == nil {
			if e.internal(f.file) || f.native {
				continue
			}
			return nil, 0, false
		}
		offset, ok := s.at(f.line, s.column(f.line, f.column))
		return s, offset, ok
	}
	return nil, 0, false
}

// calleeAt is what is called, or made new, where the stack begins, in the words of the source.
func (e *engine) calleeAt(stack []frame) string {
	const unknown = "(intermediate value)"
	s, offset, ok := e.at(stack)
	if !ok {
		return unknown
	}
	best, found := 1<<30, unknown
	visit(reflect.ValueOf(s.tree.Body), func(n any) {
		var callee ast.Expression
		var from, to int
		switch c := n.(type) {
		case *ast.CallExpression:
			callee, from, to = c.Callee, s.offset(c.Idx0()), s.offset(c.Idx1())
		case *ast.NewExpression:
			callee, from, to = c.Callee, s.offset(c.Idx0()), s.offset(c.Idx1())
		default:
			return
		}
		if offset < from || offset >= to {
			return
		}
		// The engine's place is in the callee or at the parenthesis: the smallest call that has it there.
		end := s.offset(callee.Idx1())
		if offset <= end && to-from < best {
			best, found = to-from, s.render(callee)
		}
	})
	return found
}

// render prints the parts of a callee that node prints.
func (s *source) render(x ast.Expression) string {
	switch x := x.(type) {
	case *ast.Identifier:
		return x.Name.String()
	case *ast.ThisExpression:
		return "this"
	case *ast.DotExpression:
		return s.render(x.Left) + "." + x.Identifier.Name.String()
	case *ast.BracketExpression:
		if _, ok := x.Member.(*ast.StringLiteral); ok {
			return s.render(x.Left) + "." + x.Member.(*ast.StringLiteral).Value.String()
		}
		return s.render(x.Left) + "[" + s.render(x.Member) + "]"
	case *ast.CallExpression:
		return s.render(x.Callee) + "(...)"
	case *ast.NumberLiteral:
		return x.Literal
	case *ast.StringLiteral:
		return `"` + x.Value.String() + `"`
	case *ast.NullLiteral:
		return "null"
	case *ast.BooleanLiteral:
		return x.Literal
	case *ast.ObjectLiteral:
		if len(x.Value) == 0 {
			return "{}"
		}
		return "{(intermediate value)}"
	case *ast.OptionalChain:
		return s.render(x.Expression)
	case *ast.Optional:
		return s.render(x.Expression)
	}
	return "(intermediate value)"
}

// iterableAt is what is iterated over where the stack begins.
func (e *engine) iterableAt(stack []frame) string {
	const unknown = "object"
	s, offset, ok := e.at(stack)
	if !ok {
		return unknown
	}
	best, found := 1<<30, unknown
	look := func(whole ast.Node, over ast.Expression) {
		if over == nil {
			return
		}
		from, to := s.offset(whole.Idx0()), s.offset(whole.Idx1())
		if offset >= from && offset <= to && to-from < best {
			best, found = to-from, s.render(over)
		}
	}
	visit(reflect.ValueOf(s.tree.Body), func(n any) {
		switch n := n.(type) {
		case *ast.ForOfStatement:
			look(n, n.Source)
		case *ast.SpreadElement:
			look(n, n.Expression)
		case *ast.Binding:
			if _, ok := n.Target.(*ast.ArrayPattern); ok {
				look(n, n.Initializer)
			}
		}
	})
	return found
}

// nameAt is the identifier where the stack begins.
func (e *engine) nameAt(stack []frame, unknown string) string {
	s, offset, ok := e.at(stack)
	if !ok {
		return unknown
	}
	full := s.full()
	end := offset
	for end < len(full) && (full[end] == '_' || full[end] == '$' || full[end] >= 0x80 ||
		'0' <= full[end] && full[end] <= '9' || 'a' <= full[end]|0x20 && full[end]|0x20 <= 'z') {
		end++
	}
	if end == offset {
		return unknown
	}
	return full[offset:end]
}
