package meter_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/sandfault/sandfault/runtime/meter"
)

// readyModule calls the import "tick" once, in function 1, and has another type.
func readyModule() (module []byte, offset uint32) {
	m := body(0x20, 0, 0x10, 0x80, 0x80, 0x80, 0x80, 0x00, 0x41, 1, 0x6a) // the index as linkers write it
	m.types = append(m.types, typ(nil, []byte{i32}))
	m.imports = [][]byte{importFunc("env", "tick", 0)}
	m.exports = [][]byte{exportFunc("f", 1)}
	module = m.bytes()
	return module, uint32(bytes.Index(module, []byte{0x10, 0x80, 0x80}))
}

// TestEditAndAppend replaces a call by one to a function that was added, which
// calls another one that was added as an import.
func TestEditAndAppend(t *testing.T) {
	t.Parallel()
	module, offset := readyModule()
	old := []byte{0x10, 0x80, 0x80, 0x80, 0x80, 0x00}
	out, _ := rewrite(t, module, meter.Options{
		MaxDepth: 5,
		Edits:    []meter.Edit{{Func: 1, Offset: offset, Old: old, New: cat(0x10, 3)}},
		AppendFuncs: []meter.Func{
			{Type: 1, Module: "env", Name: "ready"},
			{Type: 0, Body: cat(0, 0x03, 0x40, 0x10, 2, 0x0d, 0, 0x0b, 0x20, 0, 0x10, 0, 0x0b)},
		},
	})
	h := newHost(t, true)
	again := 3
	h.ready = func() uint32 { again--; return uint32(max(again, 0)) }
	g := h.start(t, out)
	n, r, trap := g.count("f", 10)
	if trap != "" || r[0] != 10*3+2 || again != 0 {
		t.Error(r, trap, again)
	}
	if n != 4+3*2+2 { // the edited function, the loop, the rest of the new one
		t.Errorf("counted %d", n)
	}
}

func TestEditsMustFit(t *testing.T) {
	t.Parallel()
	module, offset := readyModule()
	first := meter.Edit{Func: 1, Offset: offset, Old: []byte{0x10, 0x80}}
	second := meter.Edit{Func: 1, Offset: offset + 1, Old: []byte{0x80}}
	for name, edits := range map[string][]meter.Edit{
		"other bytes":        {{Func: 1, Offset: offset, Old: []byte{0x11}}},
		"an import":          {{Func: 0, Offset: offset, Old: []byte{0x10}}},
		"no such function":   {{Func: 2, Offset: offset, Old: []byte{0x10}}},
		"before the body":    {{Func: 1, Offset: offset - 6, Old: []byte{0}}},
		"beyond the body":    {{Func: 1, Offset: offset, Old: bytes.Repeat([]byte{0}, 100)}},
		"far away":           {{Func: 1, Offset: 1 << 31}},
		"over one another":   {first, second},
		"order is no excuse": {second, first},
	} {
		_, _, err := meter.Rewrite(module, meter.Options{Edits: edits})
		if _, ok := errors.AsType[*meter.EditError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	add := []meter.Func{{Type: 2, Body: cat(0, 0x0b)}}
	_, _, err := meter.Rewrite(module, meter.Options{AppendFuncs: add})
	if _, ok := errors.AsType[*meter.EditError](err); !ok {
		t.Errorf("a type that doesn't exist: %v", err)
	}
}

// TestOnlyEditedFunctionsReachAdded makes sure that a module can't call what its
// host adds.
func TestOnlyEditedFunctionsReachAdded(t *testing.T) {
	t.Parallel()
	m := body(0x20, 0, 0x10, 1)
	add := []meter.Func{{Type: 0, Body: cat(0, 0x20, 0, 0x0b)}}
	_, _, err := meter.Rewrite(m.bytes(), meter.Options{AppendFuncs: add})
	if _, ok := errors.AsType[*meter.MalformedError](err); !ok {
		t.Error(err)
	}
}

func TestEditInsertsAndDeletes(t *testing.T) {
	t.Parallel()
	module, offset := readyModule()
	out, _ := rewrite(t, module, meter.Options{Edits: []meter.Edit{
		{Func: 1, Offset: offset + 6, Old: []byte{0x41, 1, 0x6a}},
		{Func: 1, Offset: offset, New: cat(0x41, 5, 0x6a)},
	}})
	if r, trap := newHost(t, true).start(t, out).call("f", 1); trap != "" || r[0] != (1+5)*3+1 {
		t.Error(r, trap)
	}
}

func TestCutData(t *testing.T) {
	t.Parallel()
	segment := func(at int64, s string) []byte { return cat(0, 0x41, sleb(at), 0x0b, s) }
	m := body(0x20, 0, 0x28, 0, 0)
	m.data = [][]byte{segment(4, "abcd"), cat(2, 0, 0x41, 6, 0x0b, "XY"), segment(65535, "z")}
	m.count = true
	out, info := rewrite(t, m.bytes(), meter.Options{CutData: true})
	g := newHost(t, true).start(t, out)
	if r, _ := g.call("f", 4); r[0] != 0 {
		t.Errorf("%#x is still there", r[0])
	}
	var got []byte
	for _, s := range info.Data {
		if !g.m.Memory().Write(s.Offset, s.Bytes) {
			t.Error("segment outside of the memory")
		}
		got = append(got, s.Bytes...)
	}
	if r, _ := g.call("f", 4); r[0] != 'a'|'b'<<8|'X'<<16|'Y'<<24 {
		t.Errorf("%#x after the segments were put back", r[0])
	}
	if string(got) != "abcdXYz" {
		t.Errorf("%q", got)
	}
	for name, m := range map[string]mod{
		"passive": with(func(m *mod) { m.data = [][]byte{cat(1, "x")} }),
		"computed offset": with(func(m *mod) {
			m.data = [][]byte{cat(0, 0x41, 1, 0x41, 1, 0x6a, 0x0b, "x")}
		}),
		"global offset": with(func(m *mod) {
			m.globals = [][]byte{cat(i32, 0, 0x41, 0, 0x0b)}
			m.data = [][]byte{cat(0, 0x23, 0, 0x0b, "x")}
		}),
		"outside": with(func(m *mod) { m.data = [][]byte{segment(65535, "xx")} }),
		"memory.init": with(func(m *mod) {
			m.funcs[0].code = cat(0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 8, 0, 0, 0x20, 0)
			m.data, m.count = [][]byte{segment(0, "x")}, true
		}),
		"data.drop": with(func(m *mod) {
			m.funcs[0].code = cat(0xfc, 9, 0, 0x20, 0)
			m.data, m.count = [][]byte{segment(0, "x")}, true
		}),
	} {
		if _, _, err := meter.Rewrite(m.bytes(), meter.Options{CutData: true}); err == nil {
			t.Errorf("%s: cut", name)
		}
	}
}

func TestInspect(t *testing.T) {
	t.Parallel()
	m := with(func(m *mod) {
		m.imports = [][]byte{
			cat("env", "memory", 2, 3, 1, 9), importFunc("wasi_snapshot_preview1", "fd_write", 0),
			cat("env", "g", 3, i32, 0), importFunc("linux", "spawn", 0),
		}
		m.memory, m.start = nil, nil
		m.exports = [][]byte{exportFunc("_start", 2), cat("memory", 2, 0)}
		m.data = [][]byte{cat(0, 0x41, 0, 0x0b, "x")}
	})
	s, err := meter.Inspect(m.bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !s.ImportsFrom("linux") || s.ImportsFrom("meter") {
		t.Error(s.Imports)
	}
	if i, ok := s.Func("linux", "spawn"); !ok || i != 1 {
		t.Error(i, ok)
	}
	if e, ok := s.Export("_start"); !ok || e.Index != 2 || e.Kind != meter.KindFunc {
		t.Error(e, ok)
	}
	if _, ok := s.Export("main"); ok {
		t.Error("found what isn't there")
	}
	want := meter.Memory{Min: 1, Max: 9, HasMax: true, Shared: true, Imported: true}
	if s.Memory == nil || *s.Memory != want {
		t.Error(s.Memory)
	}
	if s.Functions != 1 || s.Globals != 1 || s.Segments != 1 || s.Tables != 1 || s.HasStart {
		t.Errorf("%+v", s)
	}
}
