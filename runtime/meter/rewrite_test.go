package meter_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"github.com/sandfault/sandfault/runtime/meter"
)

// single is a module with one exported function (i32) -> (i32), a memory and a
// table.
func single(code []byte) mod {
	return mod{
		types:   [][]byte{typ([]byte{i32}, []byte{i32})},
		funcs:   []fn{{locals: []byte{i32}, code: code}},
		tables:  [][]byte{cat(0x70, 0, 10)},
		memory:  cat(0, 1),
		exports: [][]byte{exportFunc("f", 0)},
	}
}

func TestCharges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		code []byte
		arg  uint64
		want int64
	}{
		{"straight", cat(0x20, 0, 0x41, 1, 0x6a), 1, 3},
		{"structure is free", cat(0x01, 0x02, 0x40, 0x0b, 0x03, 0x40, 0x0b, 0x20, 0), 1, 1},
		{"then", cat(0x20, 0, 0x04, i32, 0x41, 1, 0x41, 2, 0x6a, 0x05, 0x41, 1, 0x0b), 1, 5},
		{"else", cat(0x20, 0, 0x04, i32, 0x41, 1, 0x41, 2, 0x6a, 0x05, 0x41, 1, 0x0b), 0, 3},
		{"return early", cat(0x20, 0, 0x04, 0x40, 0x41, 7, 0x0f, 0x0b, 0x41, 1, 0x41, 1, 0x6a), 1, 4},
		{"no return", cat(0x20, 0, 0x04, 0x40, 0x41, 7, 0x0f, 0x0b, 0x41, 1, 0x41, 1, 0x6a), 0, 5},
		{ // five turns of five, then the result
			"loop", cat(0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, 0),
			5, 5*5 + 1,
		},
		{"fill", cat(0x41, 0, 0x41, 1, 0x20, 0, 0xfc, 11, 0, 0x41, 0), 801, 5 + 100},
		{"copy", cat(0x41, 0, 0x41, 1, 0x20, 0, 0xfc, 10, 0, 0, 0x41, 0), 7, 5},
		{"table.fill", cat(0x41, 0, 0xd0, 0x70, 0x20, 0, 0xfc, 17, 0, 0x41, 0), 9, 5 + 9},
		{"table.grow", cat(0xd0, 0x70, 0x20, 0, 0xfc, 15, 0), 9, 2 + 64 + 9},
		{"table.grow refused", cat(0xd0, 0x70, 0x41, sleb(-1), 0xfc, 15, 0), 9, 2 + 64},
		{"memory.grow", cat(0x20, 0, 0x40, 0), 0, 1 + 64},
		{"memory.grow refused", cat(0x41, sleb(-1), 0x40, 0), 9, 1 + 64},
		{ // three turns, each of which adds two entries
			"table.grow in a loop",
			cat(0x03, 0x40, 0xd0, 0x70, 0x41, 2, 0xfc, 15, 0, 0x1a, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, 0),
			3, 3*(8+64+2) + 1,
		},
		{"table.copy", cat(0x41, 0, 0x41, 1, 0x20, 0, 0xfc, 14, 0, 0, 0x41, 0), 3, 5 + 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, slice := range []int64{1 << 40, 1} {
				h := newHost(t, true)
				h.slice = slice
				out, info := rewrite(t, single(c.code).bytes(), meter.Options{})
				g := h.start(t, out)
				n, _, trap := g.count("f", c.arg)
				if n != c.want || trap != "" {
					t.Errorf("counted %d, not %d (trap %q)", n, c.want, trap)
				}
				if want := strings.HasPrefix(c.name, "table"); info.WritesTable != want {
					t.Errorf("writes a table: %v", !want)
				}
			}
		})
	}
}

// TestNothingRunsForEver ends programs that would not end, from refill.
func TestNothingRunsForEver(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		code []byte
	}{
		{"loop", cat(0x03, 0x40, 0x0c, 0, 0x0b, 0x00)},
		{"loop of a table", cat(0x03, 0x40, 0x20, 0, 0x0e, 0, 0, 0x0b, 0x00)},
		{"loop with a call", cat(0x03, 0x40, 0x20, 0, 0x10, 1, 0x1a, 0x0c, 0, 0x0b, 0x00)},
		{"loop that fills", cat(0x03, 0x40, 0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 11, 0, 0x0c, 0, 0x0b, 0x00)},
		{"tail call", cat(0x20, 0, 0x12, 0)},
		{"indirect tail call", cat(0x20, 0, 0x41, 0, 0x13, 0, 0)},
		{"binary recursion", cat(
			0x20, 0, 0x45, 0x04, 0x40, 0x41, 0, 0x0f, 0x0b,
			0x20, 0, 0x41, 1, 0x6b, 0x10, 0, 0x20, 0, 0x41, 1, 0x6b, 0x10, 0, 0x6a,
		)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := single(c.code)
			m.funcs = append(m.funcs, fn{code: cat(0x20, 0)})
			m.elems = [][]byte{cat(0, 0x41, 0, 0x0b, vec(leb(0)))}
			out, _ := rewrite(t, m.bytes(), meter.Options{})
			h := newHost(t, true)
			h.slice, h.most = 1000, 100
			if _, trap := h.start(t, out).call("f", 1000); trap != errKilled.Error() {
				t.Errorf("trap %q", trap)
			}
		})
	}
}

// TestCounterIsCurrentInHostCalls reads the counter in an import, from a
// function that keeps it in a local.
func TestCounterIsCurrentInHostCalls(t *testing.T) {
	t.Parallel()
	h := newHost(t, true)
	m := single(cat(
		0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, // five an iteration
		0x20, 0, 0x10, 0, 0x1a, 0x41, 0,
	))
	m.imports = [][]byte{importFunc("env", "tick", 0)}
	m.exports = [][]byte{exportFunc("f", 1)}
	out, _ := rewrite(t, m.bytes(), meter.Options{})
	g := h.start(t, out)
	g.counter().Set(1000)
	var at uint64
	h.tick = func() { at = g.counter().Get(); g.counter().Set(5000) }
	g.call("f", 10)
	// The region around the loop is charged in full when it is entered.
	if at != 1000-10*5-4 {
		t.Errorf("%d left in the call", at)
	}
	if left := g.counter().Get(); left != 5000 {
		t.Errorf("%d left in the end: what the host set is lost", left)
	}
}

// TestGrowthSeesTheCounter reads the counter where the host decides on growth.
func TestGrowthSeesTheCounter(t *testing.T) {
	t.Parallel()
	h := newHost(t, true)
	m := single(cat(
		0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b,
		0x41, 1, 0x40, 0,
	))
	out, _ := rewrite(t, m.bytes(), meter.Options{MaxMemoryPages: 10})
	var g *guest
	at := uint64(0)
	h.onGrow(func() {
		if g != nil {
			at = g.counter().Get()
		}
	})
	g = h.start(t, out)
	g.counter().Set(1000)
	if r, trap := g.call("f", 10); trap != "" || r[0] != 1 {
		t.Fatal(r, trap)
	}
	if at != 1000-10*5-1-64 {
		t.Errorf("%d left while growing", at)
	}
}

func TestSnapshotAndReset(t *testing.T) {
	t.Parallel()
	m := single(cat(0x23, 0, 0x20, 0, 0x6a, 0x22, 1, 0x24, 0, 0x23, 1, 0x42, 1, 0x7c, 0x24, 1, 0x20, 1))
	m.globals = [][]byte{
		cat(i32, 1, 0x41, 5, 0x0b), cat(i64, 1, 0x42, 7, 0x0b), cat(i32, 0, 0x41, 9, 0x0b),
		cat(f64, 1, 0x44, make([]byte, 8), 0x0b),
	}
	out, info := rewrite(t, m.bytes(), meter.Options{ExportGlobals: true, MaxDepth: 10})
	var names []string
	for _, g := range info.Globals {
		names = append(names, g.Export)
	}
	if got := strings.Join(names, " "); got != "sandfault.g0 sandfault.g1 sandfault.g3 sandfault.depth" {
		t.Fatal(got)
	}
	g := newHost(t, true).start(t, out)
	saved := map[string]uint64{}
	for _, n := range names {
		saved[n] = g.m.ExportedGlobal(n).Get()
	}
	first, _ := g.call("f", 3)
	for _, n := range names {
		g.m.ExportedGlobal(n).(api.MutableGlobal).Set(saved[n])
	}
	if second, _ := g.call("f", 3); first[0] != 8 || second[0] != 8 {
		t.Error(first, second)
	}
	m.globals = append(m.globals, cat(v128, 1, 0xfd, 12, make([]byte, 16), 0x0b))
	_, _, err := meter.Rewrite(m.bytes(), meter.Options{ExportGlobals: true})
	if _, ok := errors.AsType[*meter.UnsupportedError](err); !ok {
		t.Error(err)
	}
}

func TestMaxMemoryPages(t *testing.T) {
	t.Parallel()
	for _, declared := range [][]byte{cat(0, 1), cat(1, 1, 2), cat(1, 1, 100)} {
		m := single(cat(0x20, 0, 0x40, 0))
		m.memory = declared
		out, _ := rewrite(t, m.bytes(), meter.Options{MaxMemoryPages: 5})
		g := newHost(t, true).start(t, out)
		if r, _ := g.call("f", 4); r[0] != 1 {
			t.Errorf("% x: can't grow to the maximum", declared)
		}
		if r, _ := g.call("f", 1); uint32(r[0]) != 1<<32-1 {
			t.Errorf("% x: grew beyond the maximum", declared)
		}
	}
	m := single(cat(0x20, 0))
	m.memory = cat(0, 6)
	var limit *meter.LimitError
	if _, _, err := meter.Rewrite(m.bytes(), meter.Options{MaxMemoryPages: 5}); !errors.As(err, &limit) {
		t.Error(err)
	}
}

func TestMaxTableEntries(t *testing.T) {
	t.Parallel()
	grow := cat(0xd0, 0x70, 0x20, 0, 0xfc, 15, 0)
	for _, c := range []struct {
		declared []byte
		room     uint64 // of the first table
	}{
		{cat(0x70, 0, 4), 8},
		{cat(0x70, 1, 4, 9), 5},
		{cat(0x70, 1, 4, 0xff, 0xff, 0xff, 0xff, 0x0f), 8},
		{cat(0x40, 0, 0x70, 0, 4, 0xd0, 0x70, 0x0b), 8}, // with an initial value
	} {
		m := single(grow)
		m.tables = [][]byte{c.declared, cat(0x70, 0, 0)}
		out, info, err := meter.Rewrite(m.bytes(), meter.Options{MaxTableEntries: 20})
		if err != nil {
			t.Fatal(err)
		}
		if info.Entries != 4+c.room+8 {
			t.Errorf("% x: at most %d entries", c.declared, info.Entries)
		}
		if c.declared[0] == 0x40 {
			continue // the engine has no such tables yet
		}
		g := newHost(t, true).start(t, out)
		if r, _ := g.call("f", c.room+1); uint32(r[0]) != 1<<32-1 {
			t.Errorf("% x: grew beyond its share", c.declared)
		}
		if r, _ := g.call("f", c.room); r[0] != 4 {
			t.Errorf("% x: can't grow to its share: %d", c.declared, int32(r[0]))
		}
	}
	m := single(grow)
	m.tables = [][]byte{cat(0x70, 0, 4)}
	var limit *meter.LimitError
	if _, _, err := meter.Rewrite(m.bytes(), meter.Options{MaxTableEntries: 3}); !errors.As(err, &limit) {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	custom := func(name string, body []byte) []byte { return section(0, cat(name, body)) }
	sub := func(id int, body []byte) []byte { return cat(id, leb(len(body)), body) }
	module := sub(0, cat("mod"))
	good := cat(module, sub(1, vec(cat(0, "imported"), cat(1, "defined"))), sub(2, vec(cat(0, vec()))))
	moved := cat(module, sub(1, vec(cat(0, "imported"), cat(2, "defined"))))
	for _, c := range []struct {
		name string
		tail []byte
		want []byte
	}{
		{"good", custom("name", good), moved},
		{"others go", cat(custom("producers", cat(1, 2)), custom("name", module), custom("a", nil)), module},
		{"cut off", custom("name", good[:9]), nil},
		{"no such function", custom("name", sub(1, vec(cat(9, "x")))), nil},
	} {
		m := single(cat(0x20, 0))
		m.imports = [][]byte{importFunc("env", "tick", 0)}
		m.exports, m.tail = nil, c.tail
		out, _ := rewrite(t, m.bytes(), meter.Options{})
		_, got, _ := bytes.Cut(out, cat("name"))
		if !bytes.Equal(got, c.want) {
			t.Errorf("%s: % x, not % x", c.name, got, c.want)
		}
	}
}

func TestRewriteIsDeterministic(t *testing.T) {
	t.Parallel()
	m := program(3, features{})
	for len(m.funcs) < 500 {
		m.funcs = append(m.funcs, m.funcs...)
	}
	first, _ := rewrite(t, m.bytes(), meter.Options{MaxDepth: 9})
	for range 5 {
		if again, _ := rewrite(t, m.bytes(), meter.Options{MaxDepth: 9}); !bytes.Equal(first, again) {
			t.Fatal("different bytes")
		}
	}
}
