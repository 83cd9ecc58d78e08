package main

import (
	"errors"
	"regexp"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// compile makes a function of a script, or runs it as a script of the global scope when there are no
// parameters. It is the library's; what it throws is a SyntaxError with the place in its stack. If it is told
// so, it answers nothing for an ES module.
func (e *engine) compile(call goja.FunctionCall) goja.Value {
	name, text := call.Argument(0).String(), call.Argument(1).String()
	s := &source{text: hashbang(text)}
	s.code = dynamic(s.text)
	if p := call.Argument(2); !goja.IsUndefined(p) {
		s.prefix = "(function (" + p.String() + ") {"
		if s.code != s.text {
			s.prefix = "(function (" + p.String() + ", " + dynamicName + ") {"
		}
	}
	s.loopsAwait()
	suffix := ""
	if s.prefix != "" {
		suffix = "\n})"
	}
	tree, err := goja.Parse(name, s.full()+suffix, parser.WithDisableSourceMaps)
	if err != nil {
		if call.Argument(3).ToBoolean() && moduleSyntax(name, s.text) {
			return goja.Undefined()
		}
		panic(e.syntaxError(name, s, err))
	}
	s.tree = tree
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		panic(e.syntaxError(name, s, err))
	}
	if edited := s.prepare(); len(s.edits) > 0 {
		// The edits cannot make it wrong: they are whole statements at the beginning of blocks.
		if q, err := goja.Compile(name, edited+suffix, false); err == nil {
			p = q
		} else {
			s.edits = nil
		}
	}
	e.sources[name] = s
	v, err := e.vm.RunProgram(p)
	if err != nil {
		e.rethrow(err)
	}
	return v
}

// rethrow throws in the calling script what a program threw.
func (e *engine) rethrow(err error) {
	if thrown, ok := errors.AsType[*goja.Exception](err); ok {
		panic(thrown)
	}
	panic(err)
}

// hashbang turns a first line for the kernel into a comment, which keeps its place.
func hashbang(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.HasPrefix(text, "#!") {
		return "//" + text[2:]
	}
	return text
}

// lacking are syntaxes of node that the engine does not have: where one of them is in a source that cannot be
// parsed, that is the reason.
var lacking = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`\basync\s+function\s*\*|\basync\s*\*`), "async generators"},
	{regexp.MustCompile(`\bfor\s+await\b`), "for await of this form"},
}

// awaits reports whether all that is wrong with a script is an await outside of functions: node makes an ES
// module of it.
func awaits(name, text string) bool {
	if !strings.Contains(text, "await") {
		return false
	}
	s := &source{code: dynamic(text)}
	s.loopsAwait()
	parses := func(function string) bool {
		_, err := goja.Parse(name, "("+function+" () {"+s.code+"\n})", parser.WithDisableSourceMaps)
		return err == nil
	}
	return parses("async function") && !parses("function")
}

// flagged looks for a regular expression with the flag d or v.
func flagged(script string) bool {
	list := scan(script)
	for i, t := range list {
		if t.kind == other && strings.HasPrefix(t.value, "/") && i+1 < len(list) && list[i+1].kind == word &&
			list[i+1].from == t.to && strings.ContainsAny(list[i+1].value, "vd") {
			return true
		}
	}
	return false
}

// syntaxError makes the exception for a text that cannot be parsed.
func (e *engine) syntaxError(name string, s *source, err error) goja.Value {
	line, column, message := place(err)
	for _, l := range lacking {
		if l.pattern.MatchString(s.full()) {
			linux.Unsupported("node: " + l.name)
			message = l.name + " is unsupported"
			break
		}
	}
	if flagged(s.text) {
		const lack = "regular expressions with the flag d or v"
		linux.Unsupported("node: " + lack)
		message = lack + " is unsupported"
	}
	excerpt := ""
	if line > 0 {
		if line == 1 {
			column -= len(s.prefix)
		}
		excerpt = s.excerpt(name, line, column)
	}
	v, err := e.hook("syntax", syntaxWords(message, s, line, column), excerpt)
	if err != nil {
		e.rethrow(err)
	}
	return v
}

// parserPlace is how the parser begins its messages.
var parserPlace = regexp.MustCompile(
	`^(?:SyntaxError: )?.*?: Line (\d+):(\d+) (.*?)(?: \(and \d+ more errors?\))?$`)

// compilerPlace is how the compiler ends its.
var compilerPlace = regexp.MustCompile(`^(?:SyntaxError: )*(.*) at .*?(\d+):(\d+)$`)

func place(err error) (line, column int, message string) {
	text, _, _ := strings.Cut(err.Error(), "\n")
	if m := parserPlace.FindStringSubmatch(text); m != nil {
		return atoi(m[1]), atoi(m[2]), m[3]
	}
	if m := compilerPlace.FindStringSubmatch(text); m != nil {
		return atoi(m[2]), atoi(m[3]), m[1]
	}
	return 0, 0, strings.TrimPrefix(text, "SyntaxError: ")
}

func atoi(s string) int {
	n := 0
	for _, c := range s {
		n = n*10 + int(c-'0')
	}
	return n
}

var unexpectedToken = regexp.MustCompile(`^Unexpected token (\S+)$`)

// syntaxWords puts the parser's message as node does.
func syntaxWords(message string, s *source, line, column int) string {
	if m := unexpectedToken.FindStringSubmatch(message); m != nil {
		if m[1] == "ILLEGAL" {
			if text, ok := s.line(line); ok && column >= 1 && column <= len(text) && strings.ContainsAny(
				text[column-1:column], "'\"`") {
				return "Invalid or unexpected token"
			}
			return "Invalid or unexpected token"
		}
		return "Unexpected token '" + m[1] + "'"
	}
	if rest, ok := strings.CutPrefix(message, "Unexpected identifier"); ok && rest == "" {
		if text, ok := s.line(line); ok && column >= 1 && column <= len(text) {
			word := regexp.MustCompile(`^[\w$]+`).FindString(text[column-1:])
			return "Unexpected identifier '" + word + "'"
		}
	}
	return message
}
