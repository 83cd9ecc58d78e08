package main

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// source is a program of the process, kept for the places and the words of errors.
type source struct {
	text   string // as it was written
	tree   *ast.Program
	prefix string // what was put before it
	code   string // as the engine gets it, if that is another text: of the same lines
	pre    []edit // of the text, which made the code longer
	module *esModule
	edits  []edit
}

// edit is a piece of text that was put in place of another, in the source with its head.
type edit struct {
	at      int // offset in the text with its head
	removed int
	text    string
}

// full is the text with its head, as the engine gets it.
func (s *source) full() string {
	if s.code != "" {
		return s.prefix + s.code
	}
	return s.prefix + s.text
}

// line returns a line of the source, from 1.
func (s *source) line(n int) (string, bool) {
	lines := strings.Split(s.text, "\n")
	if n < 1 || n > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[n-1], "\r"), true
}

// column takes what was put into a line out of a column of it, both from 1.
func (s *source) column(line, column int) int {
	full := s.full()
	start, end, ok := bounds(full, line)
	if !ok {
		return column
	}
	column = without(full, start, end, s.edits, column)
	if line == 1 {
		column -= utf8.RuneCountInString(s.prefix)
	}
	if start, end, ok = bounds(s.text, line); ok {
		column = without(s.text, start, end, s.pre, column)
	}
	return column
}

// bounds are where a line begins and ends.
func bounds(text string, line int) (start, end int, ok bool) {
	for range line - 1 {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			return 0, 0, false
		}
		start += i + 1
	}
	if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
		return start, start + i, true
	}
	return start, len(text), true
}

// without is the column in a line of a text for one in the line as edits made it.
func without(text string, start, end int, edits []edit, column int) int {
	moved := 0
	for _, e := range edits {
		if e.at < start || e.at >= end {
			continue
		}
		at := utf8.RuneCountInString(text[start:e.at]) + 1
		if at+moved >= column {
			break
		}
		moved += utf8.RuneCountInString(e.text) - e.removed
	}
	return column - moved
}

// at is the offset, in the text with its head, of a line and a column of the text.
func (s *source) at(line, column int) (int, bool) {
	if start, end, ok := bounds(s.text, line); ok {
		moved := 0
		for _, e := range s.pre {
			if e.at >= start && e.at < end && utf8.RuneCountInString(s.text[start:e.at]) < column {
				moved += utf8.RuneCountInString(e.text) - e.removed
			}
		}
		column += moved
	}
	full := s.full()
	offset, _, ok := bounds(full, line)
	if !ok {
		return 0, false
	}
	if line == 1 {
		offset += len(s.prefix)
	}
	for i := range full[offset:] {
		if column <= 1 {
			return offset + i, true
		}
		column--
	}
	return len(full), true
}

// original is the offset in the text for one in the code.
func (s *source) original(offset int) int {
	moved := 0
	for _, e := range s.pre {
		if e.at+moved > offset {
			break
		}
		moved += len(e.text) - e.removed
	}
	return offset - moved
}

// matcher compiles a pattern of this program's own.
func matcher(pattern string) *regexp.Regexp { return regexp.MustCompile(pattern) }

// caughtHook is the function that sees what a catch clause catches before the clause does.
const caughtHook = "__caught"

// prepare is the source as the engine gets it. Every catch clause calls caughtHook first, so that errors
// of the engine's own get node's words; and properties of Unicode are written out.
func (s *source) prepare() string {
	full := s.full()
	if strings.Contains(s.text, "catch") || strings.Contains(s.text, `\p{`) ||
		strings.Contains(s.text, `\P{`) {
		visit(reflect.ValueOf(s.tree.Body), func(n any) {
			if c, ok := n.(*ast.CatchStatement); ok && c.Parameter != nil {
				s.watch(full, c)
			}
			if r, ok := n.(*ast.RegExpLiteral); ok && strings.Contains(r.Flags, "u") {
				s.expand(r)
			}
		})
	}
	if len(s.edits) == 0 {
		return full
	}
	slices.SortFunc(s.edits, func(a, b edit) int { return a.at - b.at })
	return applied(full, s.edits)
}

func (s *source) watch(full string, c *ast.CatchStatement) {
	from, to := s.offset(c.Parameter.Idx0()), s.offset(c.Parameter.Idx1())
	body := s.offset(c.Body.LeftBrace) + 1
	if from < 0 || to > len(full) || body > len(full) || full[body-1] != '{' {
		return
	}
	if name, ok := c.Parameter.(*ast.Identifier); ok {
		s.edits = append(s.edits, edit{at: body, text: caughtHook + "(" + name.Name.String() + ");"})
		return
	}
	pattern := full[from:to]
	if strings.Contains(pattern, "\n") {
		return // the lines must stay where they are
	}
	s.edits = append(s.edits, edit{at: from, removed: to - from, text: "__e"},
		edit{at: body, text: caughtHook + "(__e);let " + pattern + "=__e;"})
}

func (s *source) expand(r *ast.RegExpLiteral) {
	if text := properties(r.Pattern); text != r.Pattern {
		s.edits = append(s.edits, edit{at: s.offset(r.Idx) + 1, removed: len(r.Pattern), text: text})
	}
}

// offset turns the parser's index into an offset of the text with its head.
func (s *source) offset(i file.Idx) int { return int(i) - s.tree.File.Base() }

// visit calls f for every node of a tree.
func visit(v reflect.Value, f func(any)) {
	walk(v, func(n any) bool {
		f(n)
		return true
	})
}

// walk calls f for the nodes of a tree; it goes into those for which f says so.
func walk(v reflect.Value, f func(any) bool) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), f)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct || skipped(v.Type()) {
			return
		}
		if v.CanInterface() && !f(v.Interface()) {
			return
		}
		walk(v.Elem(), f)
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Type().Field(i).IsExported() && name != "DeclarationList" {
				walk(v.Field(i), f)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	default:
	}
}

func skipped(t reflect.Type) bool { return t == reflect.TypeFor[*file.File]() }
