package det_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives/det"
)

// The golden values pin what seeds mean: if one changes, every stored seed replays another run.
func TestSeedsMeanTheSameForEver(t *testing.T) {
	t.Parallel()
	s := det.NewSeed(1)
	for _, c := range []struct{ name, got, want string }{
		{"root", s.String(), "c0f4eda7bb7072c4d74e385faef25414"},
		{"name", s.Derive("b").String(), "ad3e6c27c7203d28b13682e85829ca42"},
		{"index", s.DeriveIndex(7).String(), "73e97851c92513c30776674bc28316e2"},
	} {
		if c.got[:32] != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got[:32], c.want)
		}
	}
	st := s.Stream("sched")
	b := make([]byte, 11)
	_, _ = st.Read(b)
	if got := hex.EncodeToString(b); got != "a5355ba84e79354a30cec6" {
		t.Errorf("bytes %s", got)
	}
	got := []int{st.IntN(10), st.IntN(1000), st.Between(-3, 3)}
	if want := []int{0, 617, -3}; !slices.Equal(got, want) {
		t.Errorf("numbers %v, want %v", got, want)
	}
}

func TestSeedBranchesDiffer(t *testing.T) {
	t.Parallel()
	s := det.NewSeed(0)
	seen := map[det.Seed]string{s: "root"}
	add := func(name string, x det.Seed) {
		if o, dup := seen[x]; dup {
			t.Errorf("%s equals %s", name, o)
		}
		seen[x] = name
	}
	add("other number", det.NewSeed(1))
	add("name", s.Derive("\x00\x00\x00\x00\x00\x00\x00\x00"))
	add("index", s.DeriveIndex(0))
	add("empty name", s.Derive(""))
	add("nested", s.DeriveIndex(0).DeriveIndex(0))
	a, again, b := s.Stream("a").Uint64(), s.Stream("a").Uint64(), s.Stream("b").Uint64()
	if a == b || a != again {
		t.Error("streams: a name must give one sequence, two names two")
	}
}

func TestParseSeed(t *testing.T) {
	t.Parallel()
	s := det.NewSeed(42)
	for _, text := range []string{"42", s.String()} {
		if got, err := det.ParseSeed(text); err != nil || got != s {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "zz", "99999999999999999999999", s.String()[:63] + "g"} {
		if _, err := det.ParseSeed(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestStreamBounds(t *testing.T) {
	t.Parallel()
	st := det.NewSeed(3).Stream("x")
	var count [7]int
	for range 70000 {
		count[st.IntN(7)]++
	}
	for i, n := range count {
		if n < 9500 || n > 10500 {
			t.Errorf("%d drawn %d times of 10000", i, n)
		}
	}
	for range 1000 {
		if v := st.Between(-2, 2); v < -2 || v > 2 {
			t.Fatalf("Between gave %d", v)
		}
		if f := st.Float64(); f < 0 || f >= 1 {
			t.Fatalf("Float64 gave %v", f)
		}
		if v := st.Uint64N(math.MaxUint64); v == math.MaxUint64 {
			t.Fatal("Uint64N reached its bound")
		}
	}
	p := st.Perm(50)
	slices.Sort(p)
	for i, v := range p {
		if i != v {
			t.Fatalf("Perm lacks %d", i)
		}
	}
	if r := rand.New(det.Source{Stream: st}); r.Intn(3) > 2 { //nolint:gosec // the adapter is the subject
		t.Fatal("Source")
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	c := det.NewClock(det.Start)
	c.Advance(5)
	if moved := c.AdvanceTo(det.Start + 3); moved != 0 || c.Now() != det.Start+5 {
		t.Errorf("the clock went back: %d %d", moved, c.Now())
	}
	if moved := c.AdvanceTo(det.Start + 9); moved != 4 {
		t.Errorf("moved %d, want 4", moved)
	}
	c.Advance(math.MaxInt64)
	if c.Now() != math.MaxInt64 {
		t.Errorf("overflow: %d", c.Now())
	}
	if got := det.NewClock(det.Start).Time().Format("2006-01-02T15:04:05Z07:00"); got != "2026-01-01T00:00:00Z" {
		t.Errorf("start is %s", got)
	}
}

func TestDigestSeparatesPieces(t *testing.T) {
	t.Parallel()
	sum := func(f func(*det.Digest)) det.Sum {
		d := det.NewDigest()
		f(d)
		return d.Sum()
	}
	a := sum(func(d *det.Digest) { d.Text("ab"); d.Text("c") })
	if b := sum(func(d *det.Digest) { d.Text("a"); d.Text("bc") }); a == b {
		t.Error("pieces run together")
	}
	if b := sum(func(d *det.Digest) { d.Bytes([]byte("ab")); d.Sum(); d.Bytes([]byte("c")) }); a != b {
		t.Error("Sum disturbs the digest, or Text and Bytes differ")
	}
	big := bytes.Repeat([]byte("0123456789"), 2000)
	whole := sum(func(d *det.Digest) { d.Raw(big) })
	pieces := sum(func(d *det.Digest) {
		for c := range slices.Chunk(big, 7) {
			d.Raw(c)
		}
	})
	if whole != pieces {
		t.Error("blocks change the digest")
	}
}

// Vectors of the reference implementation.
func TestHashIsXXH64(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]uint64{
		"":    0xef46db3751d8e999,
		"a":   0xd24ec4f1a98c6e5b,
		"abc": 0x44bc2cf5ad770999,
		"Nobody inspects the spammish repetition": 0xfbcea83c8a378bf1,
	} {
		if got := det.Hash([]byte(in)); got != want {
			t.Errorf("%q: %#x, want %#x", in, got, want)
		}
	}
	b := make([]byte, 200)
	for i := range b {
		was := det.Hash(b)
		b[i] ^= 1
		if det.Hash(b) == was {
			t.Errorf("a change of byte %d went unseen", i)
		}
	}
}

func BenchmarkHash64B(b *testing.B)  { benchHash(b, 64) }
func BenchmarkHash64KB(b *testing.B) { benchHash(b, 64<<10) }

func benchHash(b *testing.B, n int) {
	data := make([]byte, n)
	b.SetBytes(int64(n))
	for b.Loop() {
		det.Hash(data)
	}
}

func BenchmarkDigest40B(b *testing.B) {
	d := det.NewDigest()
	p := make([]byte, 40)
	for b.Loop() {
		d.Raw(p)
	}
}
