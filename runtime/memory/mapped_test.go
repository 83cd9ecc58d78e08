//go:build linux

package memory

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestRestoreWithoutTheHostsHelp is what happens on a kernel that does not tell which pages were written.
func TestRestoreWithoutTheHostsHelp(t *testing.T) {
	t.Parallel()
	want := make([]byte, 2*PageBytes)
	for i := range want {
		want[i] = byte(i >> 8)
	}
	image, err := NewImage(want, false)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMapped(image, 4*PageBytes)
	if err != nil {
		t.Fatal(err)
	}
	defer m.free()
	mem := m.resize(2 * PageBytes)
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 100 {
		for range r.IntN(12) {
			mem[r.IntN(len(mem))]++
		}
		mem[5]++ // a page that becomes hot
		m.restore(uint64(len(mem)), nil, false)
		if !bytes.Equal(mem, want) {
			t.Fatalf("round %d: not as the image", round)
		}
	}
	if len(image.hot.list()) == 0 {
		t.Error("nothing was learnt")
	}
}

func TestDropBetweenLeavesHotSpans(t *testing.T) {
	t.Parallel()
	image, err := NewImage(make([]byte, PageBytes), false)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMapped(image, PageBytes)
	if err != nil {
		t.Fatal(err)
	}
	defer m.free()
	mem := m.resize(PageBytes)
	for i := range mem {
		mem[i] = 1
	}
	dropBetween(mem, span{4096, 7 * 4096}, []span{{0, 2 * 4096}, {3 * 4096, 4 * 4096}, {8 * 4096, 9 * 4096}})
	for page := range len(mem) / 4096 {
		dropped := page == 2 || page >= 4 && page < 7
		if (mem[page*4096] == 0) != dropped {
			t.Errorf("page %d: %d", page, mem[page*4096])
		}
	}
}

// TestWrittenListsEveryRange is about a process that wrote more ranges than are asked for at once.
func TestWrittenListsEveryRange(t *testing.T) {
	t.Parallel()
	const pages = 1024
	image, err := NewImage(bytes.Repeat([]byte{7}, pages*pageBytes), false)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMapped(image, pages*pageBytes)
	if err != nil {
		t.Fatal(err)
	}
	defer m.free()
	mem := m.resize(pages * pageBytes)
	if _, known := written(mem, nil); !known {
		t.Skip("this kernel does not tell which pages were written (PAGEMAP_SCAN, Linux 6.7)")
	}
	for page := 1; page < pages; page += 2 {
		mem[page*pageBytes+page]++
	}
	list, known := written(mem, make([]region, 3))
	if !known || len(list) != pages/2 {
		t.Fatalf("%d ranges, known: %t", len(list), known)
	}
	for n, r := range list {
		from := uint64(2*n+1) * pageBytes
		if r.span != (span{from, from + pageBytes}) {
			t.Fatalf("range %d: %v", n, r.span)
		}
	}
	m.reset(pages * pageBytes)
	if !bytes.Equal(mem, image.bytes) {
		t.Error("not as the image after a reset")
	}
}
