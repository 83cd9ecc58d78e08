package main

import (
	"reflect"

	"github.com/dop251/goja/ast"
)

// smallest finds the smallest node around the place where a stack begins that f takes for its own, and
// returns what f says of it.
func (e *engine) smallest(stack []frame, f func(s *source, n any) (node ast.Node, words string)) string {
	s, offset, ok := e.at(stack)
	if !ok {
		return ""
	}
	best, found := 1<<30, ""
	visit(reflect.ValueOf(s.tree.Body), func(n any) {
		node, words := f(s, n)
		if node == nil {
			return
		}
		from, to := s.offset(node.Idx0()), s.offset(node.Idx1())
		if offset >= from && offset <= to && to-from < best {
			best, found = to-from, words
		}
	})
	return found
}

// destructured is the message for a pattern whose value is undefined or null. Which of them it was the engine
// does not say; the source does if it is written there.
func (e *engine) destructured(stack []frame) string {
	words := e.smallest(stack, func(s *source, n any) (ast.Node, string) {
		b, ok := n.(*ast.Binding)
		if !ok || b.Initializer == nil {
			return nil, ""
		}
		p, ok := b.Target.(*ast.ObjectPattern)
		if !ok {
			return nil, ""
		}
		value, what := s.render(b.Initializer), "undefined"
		if value == "null" {
			what = value
		}
		if len(p.Properties) == 0 {
			return b, "Cannot destructure '" + value + "' as it is " + what + "."
		}
		return b, "Cannot destructure property '" + propertyName(p.Properties[0]) + "' of '" + value +
			"' as it is " + what + "."
	})
	if words == "" {
		return "Cannot destructure 'undefined' as it is undefined."
	}
	return words
}

func propertyName(p ast.Property) string {
	switch p := p.(type) {
	case *ast.PropertyShort:
		return p.Name.Name.String()
	case *ast.PropertyKeyed:
		if key, ok := p.Key.(*ast.StringLiteral); ok {
			return key.Value.String()
		}
	}
	return "(intermediate value)"
}

// assigned is the message for an assignment to a property of undefined or null.
func (e *engine) assigned(stack []frame, message string) string {
	words := e.smallest(stack, func(_ *source, n any) (ast.Node, string) {
		a, ok := n.(*ast.AssignExpression)
		if !ok {
			return nil, ""
		}
		d, ok := a.Left.(*ast.DotExpression)
		if !ok {
			return nil, ""
		}
		of := "undefined"
		if _, null := d.Left.(*ast.NullLiteral); null {
			of = "null"
		}
		return a, "Cannot set properties of " + of + " (setting '" + d.Identifier.Name.String() + "')"
	})
	if words == "" {
		return message
	}
	return words
}
