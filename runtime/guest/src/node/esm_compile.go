package main

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
)

// asyncHead is before a module's text when it is looked at.
const asyncHead = "(async function(){\"use strict\";"

// parseModule takes a module's text apart: (name, text). It answers what it asks for and has.
func (e *engine) parseModule(c goja.FunctionCall) goja.Value {
	name := c.Argument(0).String()
	m := newModule(hashbang(c.Argument(1).String()))
	m.parse()
	s := &source{text: m.text, code: m.code, prefix: asyncHead, module: m}
	s.loopsAwait()
	if m.problem > 0 {
		panic(e.clauseError(name, s, m.problem-1))
	}
	tree, err := goja.Parse(name, s.full()+"\n})", parser.WithDisableSourceMaps)
	if err != nil {
		panic(e.syntaxError(name, s, err))
	}
	s.tree = tree
	m.look(s)
	e.sources[name] = s
	list := func(n int, row func(i int) []any) goja.Value {
		rows := make([]any, n)
		for i := range rows {
			rows[i] = e.vm.NewArray(row(i)...)
		}
		return e.vm.NewArray(rows...)
	}
	o := e.vm.NewObject()
	for key, v := range map[string]goja.Value{
		"requests": list(len(m.requests), func(i int) []any {
			return []any{m.requests[i].specifier, m.requests[i].kind}
		}),
		"imports":  list(len(m.imports), m.importRow(m.imports)),
		"indirect": list(len(m.indirect), m.importRow(m.indirect)),
		"exports": list(len(m.exports), func(i int) []any {
			return []any{m.exports[i].name, m.exports[i].local, m.exports[i].fixed}
		}),
		"stars": list(len(m.stars), func(i int) []any { return []any{m.stars[i]} }),
		"waits": e.vm.ToValue(m.waits),
	} {
		if err := o.Set(key, v); err != nil {
			panic(err) // a plain object takes anything
		}
	}
	return o
}

func (m *esModule) importRow(list []imported) func(i int) []any {
	return func(i int) []any {
		n := list[i]
		line := 1 + strings.Count(m.text[:n.at], "\n")
		column := n.at - strings.LastIndexByte(m.text[:n.at], '\n')
		return []any{n.local, n.request, n.name, line, column}
	}
}

// clauseError is for an import or export that is none.
func (e *engine) clauseError(name string, s *source, at int) goja.Value {
	line := 1 + strings.Count(s.text[:at], "\n")
	column := at - strings.LastIndexByte(s.text[:at], '\n')
	message := "Unexpected end of input"
	for _, t := range s.module.tokens {
		if t.from != at {
			continue
		}
		switch t.kind {
		case text:
			message = "Unexpected string"
		case word:
			message = "Unexpected identifier '" + t.value + "'"
		default:
			message = "Unexpected token '" + t.value + "'"
		}
	}
	v, err := e.hook("syntax", message, s.excerpt(name, line, column))
	if err != nil {
		e.rethrow(err)
	}
	return v
}

// look finds the names of exported declarations, which exported names never change, and an await of the
// module's own.
func (m *esModule) look(s *source) {
	var changing, constant []string
	inside := 0
	walk(reflect.ValueOf(s.tree.Body), func(n any) bool {
		switch n := n.(type) {
		case *ast.FunctionLiteral:
			inside++
			return inside == 1
		case *ast.ArrowFunctionLiteral, *ast.MethodDefinition, *ast.ClassStaticBlock:
			return false
		case *ast.FunctionDeclaration:
			constant = append(constant, n.Function.Name.Name.String())
			return false
		case *ast.ClassDeclaration:
			constant = append(constant, n.Class.Name.Name.String())
		case *ast.AwaitExpression:
			m.waits = true
		case *ast.LexicalDeclaration:
			names := m.exportDeclared(s, s.offset(n.Idx), n.List, n.Token == token.CONST)
			if n.Token == token.CONST {
				constant = append(constant, names...)
			} else {
				changing = append(changing, names...)
			}
		case *ast.VariableStatement:
			changing = append(changing, m.exportDeclared(s, s.offset(n.Var), n.List, false)...)
		}
		return true
	})
	for i := range m.exports {
		x := &m.exports[i]
		x.fixed = x.fixed || slices.Contains(constant, x.local) && !slices.Contains(changing, x.local)
	}
}

// exportDeclared gives the names of a declaration, and exports them if the declaration is exported.
func (m *esModule) exportDeclared(s *source, at int, list []*ast.Binding, fixed bool) []string {
	var names []string
	for _, b := range list {
		names = bound(names, b.Target)
	}
	if slices.Contains(m.declared, s.original(at-len(s.prefix))) {
		for _, n := range names {
			m.exports = append(m.exports, exportedName{n, n, fixed})
		}
	}
	return names
}

// bound adds the names that a pattern binds.
func bound(names []string, target ast.Expression) []string {
	switch t := target.(type) {
	case *ast.Identifier:
		return append(names, t.Name.String())
	case *ast.AssignExpression:
		return bound(names, t.Left)
	case *ast.ArrayPattern:
		for _, v := range t.Elements {
			names = bound(names, v)
		}
		return bound(names, t.Rest)
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				names = append(names, p.Name.Name.String())
			case *ast.PropertyKeyed:
				names = bound(names, p.Value)
			}
		}
		return bound(names, t.Rest)
	}
	return names
}

// compileModule makes the function of a module that was parsed: (name, names that are constants, whether
// there are others).
func (e *engine) compileModule(c goja.FunctionCall) goja.Value {
	name := c.Argument(0).String()
	s := e.sources[name]
	head, tail := s.module.head(e.strings(c.Argument(1)), c.Argument(2).ToBoolean())
	s.prefix, s.edits = head, nil
	tree, err := goja.Parse(name, s.full()+tail, parser.WithDisableSourceMaps)
	if err != nil {
		panic(e.syntaxError(name, s, err))
	}
	s.tree = tree
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		panic(e.syntaxError(name, s, err))
	}
	if edited := s.prepare(); len(s.edits) > 0 {
		if q, err := goja.Compile(name, edited+tail, false); err == nil {
			p = q
		} else {
			s.edits = nil
		}
	}
	v, err := e.vm.RunProgram(p)
	if err != nil {
		e.rethrow(err)
	}
	return v
}
