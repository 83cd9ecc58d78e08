package det

import (
	"math/bits"
	"math/rand/v2"
)

// Stream is one named sequence of random numbers. It is not safe for concurrent use: whoever
// draws from it does so in an order that is itself deterministic.
//
// The generator is ChaCha8, whose output the standard library promises to keep. Everything
// above Uint64 is ours, for math/rand/v2 gives no such promise for its bounded numbers.
type Stream struct{ src *rand.ChaCha8 }

func newStream(seed Seed) *Stream { return &Stream{src: rand.NewChaCha8(seed)} }

// Clone returns a stream that goes on as s does, without it.
func (s *Stream) Clone() *Stream {
	src := *s.src
	return &Stream{src: &src}
}

// Uint64 returns the next 64 random bits.
func (s *Stream) Uint64() uint64 { return s.src.Uint64() }

// Uint64N returns a number in [0, n). It panics if n is 0.
func (s *Stream) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("det: Uint64N of 0")
	}
	// Lemire's multiplication with rejection: unbiased, and one draw nearly always.
	hi, lo := bits.Mul64(s.src.Uint64(), n)
	if lo < n {
		for threshold := -n % n; lo < threshold; {
			hi, lo = bits.Mul64(s.src.Uint64(), n)
		}
	}
	return hi
}

// IntN returns a number in [0, n). It panics if n <= 0.
func (s *Stream) IntN(n int) int {
	if n <= 0 {
		panic("det: IntN of a number that is not positive")
	}
	return int(s.Uint64N(uint64(n)))
}

// Int64N returns a number in [0, n). It panics if n <= 0.
func (s *Stream) Int64N(n int64) int64 {
	if n <= 0 {
		panic("det: Int64N of a number that is not positive")
	}
	return int64(s.Uint64N(uint64(n)))
}

// Between returns a number in [lo, hi], both included. It panics if hi < lo.
func (s *Stream) Between(lo, hi int) int { return lo + s.IntN(hi-lo+1) }

// Float64 returns a number in [0, 1).
func (s *Stream) Float64() float64 { return float64(s.src.Uint64()>>11) / (1 << 53) }

// Bool returns true half of the time.
func (s *Stream) Bool() bool { return s.src.Uint64()>>63 == 1 }

// Chance returns true in num of den cases. It panics if den is not positive.
func (s *Stream) Chance(num, den int) bool { return s.IntN(den) < num }

// Read fills b with random bytes. It always succeeds; the signature is io.Reader's.
//
// The bytes come from Uint64 and not from ChaCha8's own Read, which keeps left-over bytes
// in a buffer of its own: a stream has one position only.
func (s *Stream) Read(b []byte) (int, error) {
	n := len(b)
	for len(b) >= 8 {
		putUint64(b, s.src.Uint64())
		b = b[8:]
	}
	if len(b) > 0 {
		var last [8]byte
		putUint64(last[:], s.src.Uint64())
		copy(b, last[:])
	}
	return n, nil
}

// Shuffle puts n elements in a random order by swap (Fisher-Yates).
func (s *Stream) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, s.IntN(i+1))
	}
}

// Perm returns a random permutation of 0 to n-1.
func (s *Stream) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	s.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// Pick returns one element of a list. It panics if the list is empty.
func Pick[T any](s *Stream, list []T) T { return list[s.IntN(len(list))] }

// Source makes a stream a source of math/rand, which generators of other libraries want.
type Source struct{ Stream *Stream }

// Int63 returns 63 random bits.
func (s Source) Int63() int64 { return int64(s.Stream.Uint64() >> 1) }

// Uint64 returns 64 random bits.
func (s Source) Uint64() uint64 { return s.Stream.Uint64() }

// Seed does nothing: a stream is fixed by its name and its seed.
func (s Source) Seed(int64) {}

func putUint64(b []byte, v uint64) {
	_ = b[7]
	for i := range 8 {
		b[i] = byte(v >> (8 * i))
	}
}
