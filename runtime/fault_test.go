package runtime_test

import (
	"bytes"
	"testing"

	"github.com/sandfault/sandfault/runtime"
)

// asking returns a module that asks n times for random bytes at an address that it has not.
func asking(n int) []byte {
	section := func(id byte, body ...byte) []byte { return append([]byte{id, byte(len(body))}, body...) }
	text := func(s string) []byte { return append([]byte{byte(len(s))}, s...) }
	imports := bytes.Join([][]byte{{1}, text("wasi_snapshot_preview1"), text("random_get"), {0, 1}}, nil)
	code := []byte{0}
	for range n {
		code = append(code, 0x41, 0, 0x41, 0x7e, 0x10, 0, 0x1a)
	}
	code = append(code, 0x0b)
	return bytes.Join([][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, 2, 0x60, 0, 0, 0x60, 2, 0x7f, 0x7f, 1, 0x7f),
		section(2, imports...),
		section(3, 1, 0),
		section(5, 1, 0, 1),
		section(7, append([]byte{1, 6}, "_start\x00\x01"...)...),
		section(10, append([]byte{1, byte(len(code))}, code...)...),
	}, nil)
}

// TestFaultsTakeTime: a call with a bad address costs as another does, or a loop of them would hold the host for
// many seconds in each of the guest's.
func TestFaultsTakeTime(t *testing.T) {
	t.Parallel()
	e := newEngine(t, runtime.EngineConfig{})
	took := func(calls int) int64 {
		m := newMachine(t, e, bringing(t, asking(calls)), 1)
		begin := m.Kernel().Stats().Instructions
		if out, status := run(t, m, "/workspace/prog"); status != 0 {
			t.Errorf("%q %#x", out, status)
		}
		return m.Kernel().Stats().Instructions - begin
	}
	if n := took(10) - took(0); n < 10*400 {
		t.Errorf("10 calls cost %d instructions", n)
	}
}
