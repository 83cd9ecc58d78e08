package meter_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/quick"

	"github.com/sandfault/sandfault/runtime/meter"
)

// variants are options that between them reach all of the rewriter.
func variants() []meter.Options {
	return []meter.Options{
		{},
		{MaxDepth: 100, ExportGlobals: true, MaxMemoryPages: 7, MaxTableEntries: 50, Limits: meter.Guarded()},
		{CutData: true, AppendFuncs: []meter.Func{{Module: "a", Name: "b"}, {Body: []byte{0, 0x0b}}}},
	}
}

// FuzzRewrite feeds garbage. It must not panic, and where it rewrites what the
// engine refuses, the engine must refuse the result as well.
func FuzzRewrite(f *testing.F) {
	for _, b := range seeds() {
		f.Add(b)
	}
	h := newHost(f, false)
	f.Fuzz(func(t *testing.T, wasm []byte) {
		_, inspect := meter.Inspect(wasm)
		if checkGarbage(t, h, wasm) > 0 && inspect != nil {
			t.Errorf("Inspect fails where Rewrite doesn't: %v", inspect)
		}
	})
}

// checkGarbage rewrites what may be no module, and says how often that went well.
func checkGarbage(t *testing.T, h *host, module []byte) (accepted int) {
	for _, o := range variants() {
		out, _, err := meter.Rewrite(module, o)
		if err != nil || o.CutData {
			continue
		}
		accepted++
		if h.valid(out) == nil {
			checkOriginal(t, h, module)
		}
	}
	return accepted
}

// valid asks the engine.
func (h *host) valid(module []byte) error {
	c, err := h.rt.CompileModule(h.ctx, module)
	if err == nil {
		err = c.Close(h.ctx)
	}
	return err
}

// checkOriginal makes sure that a module was valid before, but for its names.
func checkOriginal(t *testing.T, h *host, module []byte) {
	stripped := module[:8:8]
	for p := 8; p < len(module); {
		at, size, shift := p, 0, 0
		for p++; ; p++ {
			size |= int(module[p]&0x7f) << shift
			shift += 7
			if module[p] < 0x80 {
				break
			}
		}
		p += 1 + size
		if module[at] != 0 {
			stripped = append(stripped, module[at:p]...)
		}
	}
	if err := h.valid(stripped); err != nil {
		t.Fatalf("an invalid module became valid: %v\n%x", err, stripped)
	}
}

// FuzzCount checks generated programs.
func FuzzCount(f *testing.F) {
	f.Add(uint64(1), true)
	f.Add(uint64(2), false)
	h := newHost(f, false)
	f.Fuzz(func(t *testing.T, seed uint64, more bool) {
		checkProgram(t, h, seed, features{throws: more, tails: more})
	})
}

// seeds are modules to start from: small ones from the engine's source if it is
// there, and generated ones.
func seeds() [][]byte {
	var all [][]byte
	for seed := range uint64(8) {
		all = append(all, program(seed, features{throws: seed&1 != 0, tails: seed&2 != 0}).bytes())
	}
	if dir := specDir(); dir != "" {
		for _, suite := range []string{"v2", "tail-call", "threads", "exception-handling"} {
			files, _ := filepath.Glob(filepath.Join(dir, suite, "testdata", "*.0.wasm"))
			for _, file := range files {
				if b, err := os.ReadFile(file); err == nil && len(b) > 20 && len(b) < 4096 {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// TestGarbage changes bytes of valid modules at random.
func TestGarbage(t *testing.T) {
	t.Parallel()
	all := seeds()
	h := newHost(t, false)
	accepted := 0
	change := func(which uint16, at [3]uint16, to [3]byte, cut uint16) bool {
		module := append([]byte(nil), all[int(which)%len(all)]...)
		for i := range at {
			module[8+int(at[i])%(len(module)-8)] = to[i]
		}
		if cut%4 == 0 {
			module = module[:int(cut)%len(module)]
		}
		accepted += checkGarbage(t, h, module)
		return !t.Failed()
	}
	if err := quick.Check(change, &quick.Config{MaxCount: 3000}); err != nil {
		t.Error(err)
	}
	if accepted == 0 {
		t.Error("nothing was accepted")
	}
}
