package tool

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestCountByte(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		b := make([]byte, r.IntN(70))
		for i := range b {
			b[i] = []byte{0, 1, '\n', '\n' + 1, 0x7f, 0x80, 0x8a, 0xff}[r.IntN(8)]
		}
		for _, c := range []byte{0, '\n', 0x80, 0xff} {
			if got, want := countByte(b, c), bytes.Count(b, []byte{c}); got != want {
				t.Fatalf("%d of %d in %q, want %d", got, c, b, want)
			}
		}
	}
}
