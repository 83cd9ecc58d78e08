package python

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Patch replaces bytes of the memory that the build starts with.
type Patch struct {
	Address  uint32
	Old, New []byte
}

// platformText is the address of "linux", see Patches.
const platformText = 80885

// Patches are what is changed in the build's constants.
func Patches() []Patch {
	return append(widths(), []Patch{
		// Two names side by side become three: sys.implementation._multiarch, uname's, sys.platform.
		text(80862, "wasm32-emscripten\x00Emscripten\x00", "x86_64-linux-gnu\x00Linux\x00linux\x00"),
		text(67757, ".cpython-313-wasm32-emscripten.so\x00", ".cpython-313-x86_64-linux-gnu.so\x00\x00"),
		text(86026, "/usr/local\x00", "/usr\x00local\x00"), // PREFIX
		{heapStart, word(stackStart), word(StackTop)},
		{YieldFlag, []byte("Iden"), word(0)}, // in a text of libc's
	}...)
}

func text(at uint32, before, after string) Patch { return Patch{at, []byte(before), []byte(after)} }

func word(v uint32) []byte { return binary.LittleEndian.AppendUint32(nil, v) }

// Apply makes the patch in memory.
func (p *Patch) Apply(memory []byte) error {
	end := uint64(p.Address) + uint64(len(p.Old))
	if end > uint64(len(memory)) || len(p.New) != len(p.Old) || !bytes.Equal(memory[p.Address:end], p.Old) {
		return fmt.Errorf("patch at %d: the memory is another build's", p.Address)
	}
	copy(memory[p.Address:], p.New)
	return nil
}

// libcModule is what the import module of the WASI functions is called in the build, and what it becomes:
// this libc's functions are not those of WASI programs. The names are of one length, so that nothing moves.
const (
	wasiModule = "\x16wasi_snapshot_preview1"

	// LibcModule is the new name.
	LibcModule = "emscripten_on_preview1"
)

// RenameImports returns the build with its WASI functions imported from LibcModule.
func RenameImports(wasm []byte) []byte {
	return bytes.ReplaceAll(wasm, []byte(wasiModule), []byte("\x16"+LibcModule))
}
