package meter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	goruntime "runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/sandfault/sandfault/internal/race"
	"github.com/sandfault/sandfault/runtime/meter"
)

// specDir is where the engine's source has the specification's tests, or empty.
func specDir() string {
	file, _ := goruntime.FuncForPC(reflect.ValueOf(wazero.NewRuntime).Pointer()).FileLine(0)
	dir := filepath.Join(filepath.Dir(file), "internal", "integration_test", "spectest")
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

// suite is a folder of the specification's tests.
type suite struct {
	name  string
	only  []string // files, all if empty
	typed bool     // with typed function references, which change what is valid
}

// TestSpec runs the specification's own tests on modules as they are and
// rewritten, and compares what happens.
func TestSpec(t *testing.T) {
	t.Parallel()
	dir := specDir()
	if dir == "" {
		t.Skip("the engine's source has no tests here")
	}
	suites := []suite{
		{name: "v2"},
		{name: "tail-call"},
		{name: "extended-const"},
		{name: "threads"},
		{name: "typed-function-references", typed: true},
		{name: "exception-handling", typed: true},
	}
	control := []suite{
		{name: "v2", only: []string{
			"block", "br", "br_if", "br_table", "bulk", "call", "call_indirect", "fac", "func", "if",
			"labels", "loop", "memory_copy", "memory_grow", "nop", "return", "select", "switch",
			"table_copy", "table_grow", "unreachable", "unwind",
		}},
		{name: "tail-call"},
	}
	if os.Getenv("METER_SPEC") != "" { // the compiler on everything too, which takes twice as long
		control = append(suites, suite{name: "v1"})
	}
	suites, control = race.Part(t, suites, 2), race.Part(t, control, 1)
	var tally specTally
	t.Run("all", func(t *testing.T) {
		for _, s := range suites {
			s.run(t, dir, false, &tally)
		}
		for _, s := range control {
			s.run(t, dir, true, &tally)
		}
	})
	t.Logf("%d modules ran, %d were refused, %d invalid ones; %d calls, %d traps, %d counts compared",
		tally.ran.Load(), tally.refused.Load(), tally.invalid.Load(), tally.calls.Load(), tally.traps.Load(),
		tally.counted.Load())
	if tally.ran.Load() < 1000 || tally.counted.Load() < 10_000 {
		t.Error("too few modules ran")
	}
}

type specTally struct{ ran, refused, invalid, calls, traps, counted atomic.Int64 }

func (s suite) run(t *testing.T, dir string, compiler bool, tally *specTally) {
	files, err := filepath.Glob(filepath.Join(dir, s.name, "testdata", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", s.name, err)
	}
	for _, file := range files {
		base := strings.TrimSuffix(filepath.Base(file), ".json")
		if s.only != nil && !slices.Contains(s.only, base) {
			continue
		}
		t.Run(fmt.Sprintf("%s/%s/compiler=%v", s.name, base, compiler), func(t *testing.T) {
			t.Parallel()
			p := newPair(t, file, compiler, s.typed, tally)
			p.throws = s.name == "exception-handling"
			for i := range p.script.Commands {
				p.command(t, &p.script.Commands[i])
			}
		})
	}
}

// script is a test of the specification as JSON.
type script struct {
	Commands []specCommand `json:"commands"`
}

type specCommand struct {
	Type       string
	Line       int
	Name       string
	Filename   string
	As         string
	ModuleType string `json:"module_type"`
	Action     struct {
		Type, Module, Field string
		Args                []specValue
	}
}

type specValue struct {
	Type     string
	LaneType string `json:"lane_type"`
	Value    any
}

func (p *pair) read(t *testing.T, file string) {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &p.script); err != nil {
		t.Fatal(err)
	}
}

// command runs one command in both worlds.
func (p *pair) command(t *testing.T, c *specCommand) {
	if c.ModuleType == "text" {
		return
	}
	switch c.Type {
	case "module":
		p.module(t, c)
	case "register":
		for _, w := range p.worlds() {
			w.register(c)
		}
	case "assert_return", "action", "assert_trap", "assert_exhaustion", "assert_exception":
		if c.Action.Type == "invoke" {
			p.invoke(t, c)
		}
	case "assert_invalid", "assert_malformed", "assert_unlinkable", "assert_uninstantiable":
		p.refuse(t, c)
	default:
		t.Fatalf("line %d: command %s", c.Line, c.Type)
	}
}

// module starts a module in both worlds.
func (p *pair) module(t *testing.T, c *specCommand) {
	wasm := p.file(t, c)
	if err := p.original.start(c, wasm); err != nil {
		t.Fatalf("line %d: the original: %v", c.Line, err)
	}
	// Every other module with all that may be added to it.
	o := meter.Options{}
	if p.tally.ran.Add(1)%2 == 0 {
		o = meter.Options{MaxDepth: 1 << 30, ExportGlobals: true}
	}
	out, _, err := meter.Rewrite(wasm, o)
	var unsupported *meter.UnsupportedError
	if errors.As(err, &unsupported) && o.ExportGlobals {
		out, _, err = meter.Rewrite(wasm, meter.Options{MaxDepth: 1 << 30})
	}
	if err != nil {
		p.tally.refused.Add(1)
		t.Errorf("line %d: %v", c.Line, err)
		p.rewritten.last = nil
		return
	}
	if err := p.rewritten.start(c, out); err != nil {
		t.Errorf("line %d: rewritten: %v", c.Line, err)
	}
	if p.single != nil {
		out, _ := rewrite(t, wasm, meter.OneByOne(meter.Options{}))
		if err := p.single.start(c, out); err != nil {
			t.Errorf("line %d: one by one: %v", c.Line, err)
		}
	}
}

// refuse compares modules that must not start. A rewritten one may fail earlier.
func (p *pair) refuse(t *testing.T, c *specCommand) {
	wasm := p.file(t, c)
	p.tally.invalid.Add(1)
	out, _, err := meter.Rewrite(wasm, meter.Options{MaxDepth: 1 << 30})
	original := p.original.start(&specCommand{}, wasm)
	if err == nil {
		err = p.rewritten.start(&specCommand{}, out)
	}
	if single, _, err := meter.Rewrite(wasm, meter.OneByOne(meter.Options{})); err == nil && p.single != nil {
		_ = p.single.start(&specCommand{}, single) // what it did to a table before it failed stays
	}
	if original != nil && strings.Contains(original.Error(), "init: const expression type mismatch") {
		return // the engine takes ref.null for a reference to function 0, if there is one
	}
	if (original == nil) != (err == nil) {
		t.Errorf("line %d: the original: %v; rewritten: %v", c.Line, original, err)
	}
}
