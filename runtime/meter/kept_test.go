package meter_test

import (
	"bytes"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/runtime/meter"
)

// shelf keeps rewritten modules in memory.
type shelf struct {
	kept map[[32]byte][]byte
	full bool
}

func (s *shelf) Load(key [32]byte) ([]byte, bool) { return s.kept[key], s.kept[key] != nil }

func (s *shelf) Save(key [32]byte, b []byte) error {
	if s.full {
		return errors.New("no space left")
	}
	s.kept[key] = b
	return nil
}

// TestRewriteKept has modules rewritten and found again: what is found is what Rewrite gives, and only where
// it would.
func TestRewriteKept(t *testing.T) {
	t.Parallel()
	withData := body(0x20, 0)
	withData.globals = [][]byte{cat(i32, 1, 0x41, 0, 0x0b)}
	withData.data = [][]byte{cat(0, 0x41, 4, 0x0b, "abcd"), cat(0, 0x41, 9, 0x0b, ""), cat(0, 0x41, 8, 0x0b, "z")}
	all := meter.Options{ExportGlobals: true, CutData: true, MaxDepth: 9, MaxTableEntries: 50}
	s := &shelf{kept: map[[32]byte][]byte{}}
	asks := 0
	for _, m := range []mod{withData, program(3, features{})} {
		wasm := m.bytes()
		for _, o := range []meter.Options{all, {}, {MaxDepth: 9}, {MaxDepth: 10}, {Uncounted: true}} {
			asks++
			want, info, err := meter.Rewrite(wasm, o)
			for range 2 {
				got, found, again := meter.RewriteKept(s, wasm, o)
				if (again == nil) != (err == nil) || !bytes.Equal(got, want) || !reflect.DeepEqual(found, info) {
					t.Errorf("%+v: %v, %v; %+v, not %+v", o, again, err, found, info)
				}
			}
			if err != nil {
				asks--
			}
		}
	}
	if len(s.kept) != asks {
		t.Errorf("%d modules are kept for %d asked for", len(s.kept), asks)
	}
	if _, _, err := meter.RewriteKept(s, withData.bytes()[:40], all); err == nil || len(s.kept) != asks {
		t.Error("a part of a module was rewritten")
	}
	for _, damage := range []func([]byte) []byte{
		func([]byte) []byte { return nil },
		func(b []byte) []byte { return b[:len(b)/8] },
		func(b []byte) []byte { return append(make([]byte, len(b)/2), b...) },
	} {
		for _, key := range slices.Collect(maps.Keys(s.kept)) {
			s.kept[key] = damage(s.kept[key])
		}
		want, info := rewrite(t, withData.bytes(), all)
		got, found, err := meter.RewriteKept(s, withData.bytes(), all)
		if err != nil || !bytes.Equal(got, want) || !reflect.DeepEqual(found, info) {
			t.Errorf("damaged: %v", err)
		}
	}
	if _, _, err := meter.RewriteKept(&shelf{full: true}, withData.bytes(), all); err == nil {
		t.Error("nobody is told that nothing was kept")
	}
}
