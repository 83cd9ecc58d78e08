package tool

import (
	"encoding/binary"
	"math/bits"
)

// blake2b is the hash of RFC 7693 without a key.
type blake2b struct {
	h     [8]uint64
	count uint64
	buf   [128]byte
	n     int
	size  int
}

var blake2bIV = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

// blake2bSigma is the order in which a round takes the words of a block.
var blake2bSigma = [10][16]uint8{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

func newBlake2b(size int) *blake2b {
	b := &blake2b{h: blake2bIV, size: size}
	b.h[0] ^= 0x01010000 ^ uint64(size)
	return b
}

// Write implements io.Writer. A full block waits, for the last one is marked as such.
func (b *blake2b) Write(p []byte) (int, error) {
	written := len(p)
	for len(p) > 0 {
		if b.n == len(b.buf) {
			b.count += uint64(b.n)
			b.compress(0)
			b.n = 0
		}
		n := copy(b.buf[b.n:], p)
		b.n += n
		p = p[n:]
	}
	return written, nil
}

// Sum ends the hash.
func (b *blake2b) Sum() []byte {
	clear(b.buf[b.n:])
	b.count += uint64(b.n)
	b.compress(^uint64(0))
	var out []byte
	for _, w := range b.h {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out[:b.size]
}

func (b *blake2b) compress(last uint64) {
	var m, v [16]uint64
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(b.buf[8*i:])
	}
	copy(v[:8], b.h[:])
	copy(v[8:], blake2bIV[:])
	v[12] ^= b.count
	v[14] ^= last
	mix := func(i, j, k, l int, x, y uint64) {
		v[i] += v[j] + x
		v[l] = bits.RotateLeft64(v[l]^v[i], -32)
		v[k] += v[l]
		v[j] = bits.RotateLeft64(v[j]^v[k], -24)
		v[i] += v[j] + y
		v[l] = bits.RotateLeft64(v[l]^v[i], -16)
		v[k] += v[l]
		v[j] = bits.RotateLeft64(v[j]^v[k], -63)
	}
	for round := range 12 {
		s := &blake2bSigma[round%10]
		for i := range 4 {
			mix(i, 4+i, 8+i, 12+i, m[s[2*i]], m[s[2*i+1]])
		}
		for i := range 4 {
			mix(i, 4+(i+1)%4, 8+(i+2)%4, 12+(i+3)%4, m[s[8+2*i]], m[s[9+2*i]])
		}
	}
	for i := range b.h {
		b.h[i] ^= v[i] ^ v[8+i]
	}
}
