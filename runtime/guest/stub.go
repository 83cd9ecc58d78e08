package guest

import (
	"bytes"
	"encoding/binary"
)

// A program's file in an image is a small but valid ELF executable that holds one note: the guest's
// name and the program's. So it looks to `file` and to copies of itself as the real one would, and a
// copy under another name is still the same program.
const (
	elfHeaderSize  = 64
	elfSegmentSize = 56
	noteName       = "sandfault\x00\x00\x00" // padded to 4 bytes
	noteOwner      = len("sandfault\x00")
	noteType       = 1
	noteHead       = 12
	noteAt         = elfHeaderSize + elfSegmentSize
	payloadAt      = noteAt + noteHead + len(noteName)

	// StubBytes is more than any stub has: as many bytes as exec looks at on Linux.
	StubBytes = 256
)

// Stub returns the content of a program's file.
func Stub(guest, program string) []byte {
	payload := append([]byte(guest+"\x00"+program), 0)
	size := len(payload)
	for len(payload)%4 != 0 {
		payload = append(payload, 0)
	}
	note := uint64(noteHead + len(noteName) + len(payload))

	b := append(make([]byte, 0, noteAt+int(note)), elfHeader()...)
	le := binary.LittleEndian
	b = le.AppendUint32(b, 4) // PT_NOTE
	b = le.AppendUint32(b, 4) // readable
	for _, v := range [...]uint64{noteAt, noteAt, noteAt, note, note, 4} {
		b = le.AppendUint64(b, v)
	}
	for _, v := range [...]uint32{uint32(noteOwner), uint32(size), noteType} {
		b = le.AppendUint32(b, v)
	}
	b = append(b, noteName...)
	return append(b, payload...)
}

// elfHeader is that of a position-independent executable for x86-64 with one segment and no sections.
func elfHeader() []byte {
	le := binary.LittleEndian
	b := append([]byte("\x7fELF"), 2, 1, 1, 0) // 64 bits, little-endian, System V
	b = append(b, make([]byte, 8)...)
	for _, v := range [...]uint16{3, 62} { // ET_DYN, x86-64
		b = le.AppendUint16(b, v)
	}
	b = le.AppendUint32(b, 1)
	for _, v := range [...]uint64{noteAt, elfHeaderSize, 0} { // entry, segments, sections
		b = le.AppendUint64(b, v)
	}
	b = le.AppendUint32(b, 0)
	for _, v := range [...]uint16{elfHeaderSize, elfSegmentSize, 1, 0, 0, 0} {
		b = le.AppendUint16(b, v)
	}
	return b
}

// ParseStub reads what Stub wrote from the beginning of a file. It is false for any other file.
func ParseStub(head []byte) (guest, program string, ok bool) {
	if len(head) < payloadAt || !bytes.HasPrefix(head, elfHeader()) ||
		string(head[noteAt+noteHead:payloadAt]) != noteName {
		return "", "", false
	}
	size := int(binary.LittleEndian.Uint32(head[noteAt+4:]))
	rest := head[payloadAt:]
	if size < 2 || size > len(rest) {
		return "", "", false
	}
	names := bytes.Split(rest[:size-1], []byte{0})
	if len(names) != 2 || rest[size-1] != 0 {
		return "", "", false
	}
	return string(names[0]), string(names[1]), true
}

// Native returns the content of a file that stands for a program which no guest provides.
func Native() []byte { return elfHeader() }

// IsELF reports whether a file is a native program.
func IsELF(head []byte) bool { return bytes.HasPrefix(head, []byte("\x7fELF")) }

// IsWasm reports whether a file is a WebAssembly module.
func IsWasm(head []byte) bool { return bytes.HasPrefix(head, []byte("\x00asm")) }
