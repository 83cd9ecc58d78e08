package vfs

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestContentAgainstSlice makes random changes to a file and to a slice of bytes, and counts pages.
func TestContentAgainstSlice(t *testing.T) {
	t.Parallel()
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 2))
		m := newModel(r)
		for range 40 {
			what := m.step(r)
			if err := m.check(); err != nil {
				t.Fatalf("seed %d: after %s: %v", seed, what, err)
			}
		}
		m.c.truncate(m.fs, 0)
		if m.c.storage != 0 || m.fs.stored != 0 {
			t.Fatalf("seed %d: %d bytes of the host for nothing, %d known", seed, m.c.storage, m.fs.stored)
		}
		if m.fs.pages != 0 || m.c.held != 0 {
			t.Fatalf("seed %d: %d pages charged and %d held by nothing", seed, m.fs.pages, m.c.held)
		}
	}
}

// model is a file, and beside it what it must read as.
type model struct {
	fs    *Filesystem
	c     *content
	base  []byte
	want  []byte
	saved []byte // the base as it was: nobody may write it

	before     *content // what a fork left behind, and
	beforeText []byte   // what it must read as for ever
}

func newModel(r *rand.Rand) *model {
	m := &model{fs: &Filesystem{}}
	if r.IntN(2) == 0 {
		m.base = randomBytes(r, r.IntN(3*chunkSize))
	}
	m.saved, m.want = bytes.Clone(m.base), bytes.Clone(m.base)
	m.c = newContent(m.base)
	if r.IntN(2) == 0 { // as an overlay's copy-up leaves it
		m.c.copied, m.c.charged = true, m.c.held
		m.fs.pages = m.c.held
	}
	return m
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(255) + 1)
	}
	return b
}

func (m *model) step(r *rand.Rand) string {
	off := int64(r.IntN(3 * chunkSize))
	if r.IntN(3) == 0 {
		off = off / PageSize * PageSize
	}
	n := int64(r.IntN(3 * PageSize))
	switch r.IntN(7) {
	case 6:
		m.fork()
		return "fork"
	case 0, 1:
		if r.IntN(3) == 0 { // more than one chunk
			n, off = int64(r.IntN(4*chunkSize)), off/chunkSize*chunkSize
		}
		b := randomBytes(r, int(n)+1)
		f := &File{loc: Location{dentry: &dentry{inode: &inode{fs: m.fs, file: m.c, mode: 0o100644}}}}
		if got, err := f.store(b, off); got != len(b) || err != nil {
			panic(fmt.Sprint(got, err))
		}
		m.grow(off + int64(len(b)))
		copy(m.want[off:], b)
		return fmt.Sprintf("write %d at %d", len(b), off)
	case 2:
		m.c.truncate(m.fs, off)
		m.grow(off)
		m.want = m.want[:off]
		return fmt.Sprintf("truncate %d", off)
	case 3:
		_ = m.fs.reserve(m.c.holes(off, n, 1<<40))
		m.c.allocate(off, n)
		m.fs.settle(m.c)
		return fmt.Sprintf("allocate %d at %d", n, off)
	case 4:
		end := min(off+n, pagesOf(int64(len(m.c.base)))*PageSize)
		if off < end {
			_ = m.fs.reserve(m.c.missing(off, end-off, 1<<40))
		}
		m.c.punch(m.fs, off, n)
		if off < int64(len(m.want)) {
			clear(m.want[off:min(off+n, int64(len(m.want)))])
		}
		return fmt.Sprintf("punch %d at %d", n, off)
	default:
		b := randomBytes(r, 1)
		f := &File{loc: Location{dentry: &dentry{inode: &inode{fs: m.fs, file: m.c, mode: 0o100644}}}}
		_, _ = f.store(b, m.c.size)
		m.want = append(m.want, b...)
		return "append a byte"
	}
}

// fork goes on with a copy, as Filesystem.thawInode makes it.
func (m *model) fork() {
	m.before, m.beforeText = m.c, bytes.Clone(m.want)
	c := *m.c
	c.borrowed = true
	m.c = &c
}

func (m *model) grow(n int64) {
	if n > int64(len(m.want)) {
		m.want = append(m.want, make([]byte, n-int64(len(m.want)))...)
	}
}

func (m *model) check() error {
	if m.c.size != int64(len(m.want)) {
		return fmt.Errorf("size %d, want %d", m.c.size, len(m.want))
	}
	got := make([]byte, len(m.want)+10)
	if n := m.c.readAt(got, 0); n != len(m.want) || !bytes.Equal(got[:n], m.want) {
		return fmt.Errorf("reads %d bytes, want %d, or others", n, len(m.want))
	}
	if !bytes.Equal(m.base, m.saved) {
		return fmt.Errorf("the base was written")
	}
	if m.before != nil {
		got := make([]byte, len(m.beforeText))
		if m.before.readAt(got, 0); !bytes.Equal(got, m.beforeText) {
			return fmt.Errorf("what was before the fork has changed")
		}
	}
	if err := m.checkStorage(); err != nil {
		return err
	}
	var held, charged int64
	for p := range int64(8 * chunkPages) {
		own, base := m.c.has(p), m.c.inBase(p)
		if own || base {
			held++
		}
		if own || base && m.c.copied {
			charged++
		}
	}
	if held != m.c.held || charged != m.c.charged || charged != m.fs.pages {
		return fmt.Errorf("held %d counted %d, charged %d counted %d, quota %d", held, m.c.held, charged, m.c.charged, m.fs.pages)
	}
	return m.checkExtents()
}

// checkStorage holds the account of the host's memory, and that no slab is kept for a part of it; what a fork
// left behind may share one.
func (m *model) checkStorage() error {
	want := int64(cap(m.c.near)) * slotBytes
	parts := map[*slab]int{}
	for n, k := range m.c.near {
		if k == nil {
			continue
		}
		want += k.storage()
		if s := k.slab; s != nil {
			parts[s]++
			if &k.data[0] != &s.data[(int64(n)-s.first)*chunkSize] || int64(len(k.data)) != chunkSize {
				return fmt.Errorf("chunk %d is not its part of the slab", n)
			}
		}
	}
	for s, n := range parts {
		if m.before == nil && n != len(s.data)/chunkSize {
			return fmt.Errorf("%d chunks keep a slab of %d", n, len(s.data)/chunkSize)
		}
	}
	if m.c.storage != want || m.fs.stored != want {
		return fmt.Errorf("storage %d counted %d, known %d", want, m.c.storage, m.fs.stored)
	}
	return nil
}

func (m *model) checkExtents() error {
	got := make([]byte, len(m.want))
	last := int64(-1)
	err := m.c.extents(func(off int64, b []byte) error {
		if off <= last {
			return fmt.Errorf("extent %d after %d", off, last)
		}
		last = off
		copy(got[off:], b)
		return nil
	})
	if err == nil && !bytes.Equal(got, m.want) {
		return fmt.Errorf("the extents are not the content")
	}
	return err
}

// TestHugeHoles keeps files of any size cheap while they are empty.
func TestHugeHoles(t *testing.T) {
	t.Parallel()
	fs := &Filesystem{}
	c := newContent(nil)
	f := &File{loc: Location{dentry: &dentry{inode: &inode{fs: fs, file: c, mode: 0o100644}}}}
	for _, off := range []int64{MaxFileSize - 3, 1 << 40, 1 << 30, 0} {
		if n, err := f.store([]byte("end"), off); n != 3 || err != nil {
			t.Fatal(n, err)
		}
	}
	if c.size != MaxFileSize || fs.pages != 4 {
		t.Fatalf("size %d, %d pages", c.size, fs.pages)
	}
	b := make([]byte, 10)
	if n := c.readAt(b, MaxFileSize-4); string(b[:n]) != "\x00end" {
		t.Fatalf("%q", b[:n])
	}
	c.truncate(fs, 1<<40+1)
	if n := c.readAt(b, 1<<40); string(b[:n]) != "e" || fs.pages != 3 {
		t.Fatalf("%q, %d pages", b[:n], fs.pages)
	}
	c.punch(fs, 0, 1<<41)
	if fs.pages != 0 {
		t.Fatalf("%d pages", fs.pages)
	}
}

// TestAppendByteByByte guards against copying the file on every append.
func TestAppendByteByByte(t *testing.T) { //nolint:paralleltest // AllocsPerRun forbids it
	c := newContent(nil)
	n := testing.AllocsPerRun(1, func() {
		for range 100_000 {
			c.writeAt([]byte("x"), c.size)
		}
	})
	if n > 100 {
		t.Errorf("%v allocations for 100,000 appends", n)
	}
}
