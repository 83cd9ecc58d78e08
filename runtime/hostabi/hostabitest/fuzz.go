package hostabitest

import (
	"encoding/binary"
	"testing"

	"github.com/sandfault/sandfault/runtime/hostabi"
)

// Hostile calls a function of the table with whatever the data says: memory that begins with the data,
// and arguments that are drawn from it. A host function may refuse, but must not fail.
func Hostile(t *testing.T, b *Bench, table []hostabi.Func, data []byte) {
	t.Helper()
	if len(data) < 2 {
		return
	}
	b.Process.Said = nil
	f := table[int(data[0])%len(table)]
	copy(b.Guest.Bytes(0, uint32(min(len(data), 1<<16))), data)
	rest := data[1:]
	stack := make(hostabi.Args, len(f.Params))
	for i := range stack {
		if len(rest) == 0 {
			break
		}
		kind := rest[0]
		rest = rest[1:]
		switch kind % 4 {
		case 0: // small
			stack[i] = uint64(kind / 4)
		case 1: // an address, or a length
			stack[i] = uint64(kind) << 8
		default:
			var v [8]byte
			n := copy(v[:], rest)
			rest = rest[n:]
			stack[i] = binary.LittleEndian.Uint64(v[:])
		}
	}
	enter(b.Guest, f, stack)
}
