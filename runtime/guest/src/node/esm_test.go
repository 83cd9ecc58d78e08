//go:build !wasip1

package main

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzModule takes any text apart as a module: what the engine gets has as many lines, and as many bytes before the
// edits of loops.
func FuzzModule(f *testing.F) {
	for _, seed := range []string{
		"import a, {b as c, default as d} from 'x' with {type: 'json'}; import * as n from \"y\"; import 'z'",
		"export default class {}; export const {a, b: [c]} = d; export {e as f}; export * as g from 'h'",
		"for await (const x of y(`${z}`)) { import('q'); import.meta }\nfor await (a of b) c;",
		"`${`${a}`}` /[/]/ \\", "export async", "import {", "export default async function", "for await (x of",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		if !utf8.ValidString(script) || len(script) > 1<<12 {
			t.Skip()
		}
		m := newModule(script)
		m.parse()
		s := &source{text: script, code: m.code, module: m}
		if len(m.code) != len(script) {
			t.Fatalf("%q became %q", script, m.code)
		}
		s.loopsAwait()
		if strings.Count(s.code, "\n") != strings.Count(script, "\n") {
			t.Fatalf("%q became %q", script, s.code)
		}
		for at := range s.code {
			if o := s.original(at); o > len(script) {
				t.Fatalf("%q: %d became %d", script, at, o)
			}
		}
	})
}
