package guest_test

import (
	"bytes"
	"debug/elf"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest"
)

func TestStubSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, g := range guest.Catalogue() {
		for _, p := range g.Programs {
			b := guest.Stub(g.Name, p.Name)
			if len(b) > guest.StubBytes {
				t.Errorf("%s: a stub of %d bytes", p.Name, len(b))
			}
			name, program, ok := guest.ParseStub(b)
			if !ok || name != g.Name || program != p.Name {
				t.Errorf("%s: parsed as %q %q %v", p.Name, name, program, ok)
			}
		}
	}
}

func TestStubIsAnELF(t *testing.T) {
	t.Parallel()
	f, err := elf.NewFile(bytes.NewReader(guest.Stub(guest.Box, "true")))
	if err != nil {
		t.Fatal(err)
	}
	if f.Machine != elf.EM_X86_64 || f.Type != elf.ET_DYN || len(f.Progs) != 1 ||
		f.Progs[0].Type != elf.PT_NOTE {
		t.Errorf("header %+v, segments %v", f.FileHeader, f.Progs)
	}
}

func TestParseStubRefusesOthers(t *testing.T) {
	t.Parallel()
	whole := guest.Stub(guest.Box, "true")
	for i := range whole {
		if _, program, ok := guest.ParseStub(whole[:i]); ok && program != "true" {
			t.Errorf("cut at %d: %q", i, program)
		}
		b := slices.Clone(whole)
		b[i] ^= 0x80
		guest.ParseStub(b) // must not panic
	}
	for _, b := range []string{"", "\x7fELF", "#!/bin/sh\n", "\x00asm\x01\x00\x00\x00"} {
		if _, _, ok := guest.ParseStub([]byte(b)); ok {
			t.Errorf("%q is a stub", b)
		}
	}
}

func TestCheckComparesDigests(t *testing.T) {
	t.Parallel()
	if err := guest.Check(guest.Python, []byte("no wasm")); err == nil {
		t.Error("accepted")
	}
	if err := guest.Check("unknown", nil); err == nil {
		t.Error("accepted a guest that is not on record")
	}
}

func FuzzParseStub(f *testing.F) {
	f.Add(guest.Stub(guest.Box, "true"))
	f.Fuzz(func(t *testing.T, head []byte) {
		g, p, ok := guest.ParseStub(head)
		if ok && !bytes.HasPrefix(head, guest.Stub(g, p)[:120]) {
			t.Errorf("%q is no stub, but %q %q", head, g, p)
		}
	})
}
