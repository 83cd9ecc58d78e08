package memory_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/sandfault/sandfault/runtime/memory"
)

const (
	imageBytes = 4 * memory.PageBytes
	maxBytes   = 64 * memory.PageBytes
)

func pattern() []byte {
	b := make([]byte, imageBytes)
	for i := range b {
		if i%(3*4096) < 4096 { // some pages stay zero
			b[i] = byte(i*7 + 1)
		}
	}
	return b
}

// both runs a test over mapped and over copied memory.
func both(t *testing.T, f func(t *testing.T, copies bool)) {
	t.Helper()
	t.Parallel()
	t.Run("mapped", func(t *testing.T) { t.Parallel(); f(t, false) })
	t.Run("copied", func(t *testing.T) { t.Parallel(); f(t, true) })
}

func newSpace(t *testing.T, copies bool) (*memory.Space, []byte) {
	t.Helper()
	want := pattern()
	image, err := memory.NewImage(want, copies)
	if err != nil {
		t.Fatal(err)
	}
	space, err := memory.NewSpace(image, maxBytes, copies)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		space.Release()
		if err := image.Close(); err != nil {
			t.Error(err)
		}
	})
	return space, want
}

func TestResetPutsTheImageBack(t *testing.T) {
	both(t, func(t *testing.T, copies bool) {
		space, want := newSpace(t, copies)
		if b := space.Reallocate(memory.PageBytes); !bytes.Equal(b, want[:memory.PageBytes]) {
			t.Fatal("the first page differs")
		}
		mem := space.Reallocate(imageBytes)
		r := rand.New(rand.NewPCG(1, 2))
		for round := range 600 { // beyond what is learnt from, and the pages change
			if !bytes.Equal(mem, want) {
				t.Fatalf("round %d: not as the image", round)
			}
			for range r.IntN(20) {
				mem[r.IntN(len(mem))]++
			}
			space.Reset()
		}
	})
}

func TestSpacesAreApart(t *testing.T) {
	t.Parallel()
	image, err := memory.NewImage(pattern(), false)
	if err != nil {
		t.Fatal(err)
	}
	var mems [2][]byte
	for i := range mems {
		space, err := memory.NewSpace(image, maxBytes, false)
		if err != nil {
			t.Fatal(err)
		}
		defer space.Release()
		mems[i] = space.Reallocate(imageBytes)
	}
	mems[0][5]++
	if mems[1][5] != pattern()[5] {
		t.Error("one space shows the other's writes")
	}
	if err := image.Close(); err != nil {
		t.Fatal(err)
	}
	if mems[1][0] != pattern()[0] {
		t.Error("a space ends with its image")
	}
}

// owner grants up to a budget.
type owner struct {
	budget int64
	full   int
}

func (o *owner) Grow(n int64) bool {
	if n > o.budget {
		return false
	}
	o.budget -= n
	return true
}

func (o *owner) Full(int64) { o.full++ }

func TestGrowthIsTheOwnersToGrant(t *testing.T) {
	both(t, func(t *testing.T, copies bool) {
		space, want := newSpace(t, copies)
		space.Reallocate(imageBytes)
		o := &owner{budget: 3 * memory.PageBytes}
		space.Owner = o
		if space.Grew() {
			t.Error("grew before it did")
		}
		mem := space.Reallocate(imageBytes + 2*memory.PageBytes)
		if mem == nil || !space.Grew() {
			t.Fatal("granted growth was refused")
		}
		zeros := make([]byte, 2*memory.PageBytes)
		if !bytes.Equal(mem[:imageBytes], want) || !bytes.Equal(mem[imageBytes:], zeros) {
			t.Error("grown memory is not image and zeros")
		}
		mem[len(mem)-1] = 1
		if space.Reallocate(imageBytes+4*memory.PageBytes) != nil {
			t.Error("growth beyond the budget")
		}
		if space.Reallocate(maxBytes+memory.PageBytes) != nil || o.full != 1 {
			t.Error("growth beyond the maximum")
		}
		if o.budget != memory.PageBytes {
			t.Errorf("budget %d", o.budget)
		}
	})
}

// engine is a memory as wazero keeps it: what it got last.
type engine struct {
	space *memory.Space
	bytes []byte
}

func (e *engine) Size() uint32 { return uint32(len(e.bytes)) }

func (e *engine) Grow(pages uint32) (uint32, bool) {
	b := e.space.Reallocate(uint64(len(e.bytes)) + uint64(pages)*memory.PageBytes)
	if b == nil {
		return 0, false
	}
	e.bytes = b
	return 0, true
}

func TestShrunkMemoryIsAsNew(t *testing.T) {
	both(t, func(t *testing.T, copies bool) {
		space, want := newSpace(t, copies)
		e := &engine{space: space, bytes: space.Reallocate(imageBytes)}
		o := &owner{budget: 1 << 40}
		space.Owner = o
		for round := range 20 {
			if _, ok := e.Grow(uint32(round%7 + 1)); !ok {
				t.Fatal("no growth")
			}
			if !bytes.Equal(e.bytes[imageBytes:], make([]byte, len(e.bytes)-imageBytes)) {
				t.Fatalf("round %d: grown memory is not zero", round)
			}
			for i := range e.bytes {
				e.bytes[i] = 0xee
			}
			before := o.budget
			if !space.Shrink(e) || e.Size() != imageBytes || o.budget != before {
				t.Fatalf("round %d: %d bytes, charged %d", round, e.Size(), before-o.budget)
			}
			space.Reset()
			if !bytes.Equal(e.bytes, want) {
				t.Fatalf("round %d: not as the image", round)
			}
		}
	})
}

func TestImageIsWholePages(t *testing.T) {
	t.Parallel()
	if _, err := memory.NewImage(make([]byte, 100), false); err == nil {
		t.Error("an image of 100 bytes")
	}
}

func BenchmarkReset(b *testing.B) {
	for _, copies := range []bool{false, true} {
		name := "mapped"
		if copies {
			name = "copied"
		}
		b.Run(name, func(b *testing.B) {
			image, err := memory.NewImage(make([]byte, 64*memory.PageBytes), copies)
			if err != nil {
				b.Fatal(err)
			}
			space, err := memory.NewSpace(image, 256*memory.PageBytes, copies)
			if err != nil {
				b.Fatal(err)
			}
			defer space.Release()
			mem := space.Reallocate(64 * memory.PageBytes)
			for b.Loop() {
				for page := range 30 {
					mem[page*3*4096]++
				}
				space.Reset()
			}
		})
	}
}
