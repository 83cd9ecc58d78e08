package det

import (
	"encoding/binary"
	"math/bits"
)

// The primes of XXH64.
const (
	prime1 uint64 = 0x9E3779B185EBCA87
	prime2 uint64 = 0xC2B2AE3D27D4EB4F
	prime3 uint64 = 0x165667B19E3779F9
	prime4 uint64 = 0x85EBCA77C2B2AE63
	prime5 uint64 = 0x27D4EB2F165667C5
)

// Hash returns XXH64 of b with seed 0 (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
//
// It stands for payloads in traces, where SHA-256 of every buffer would cost more than the
// call that it belongs to. Two payloads are only ever compared at the same place of two runs,
// so 64 bits leave one chance in 1.8e19 that a difference passes unseen. It is no defence against
// an adversary, who could hide no more than a difference between two runs of his own program.
func Hash(b []byte) uint64 {
	n := uint64(len(b))
	h := prime5
	if len(b) >= 32 {
		h, b = stripes(b)
	}
	h += n
	for ; len(b) >= 8; b = b[8:] {
		h ^= round(0, binary.LittleEndian.Uint64(b))
		h = bits.RotateLeft64(h, 27)*prime1 + prime4
	}
	if len(b) >= 4 {
		h ^= uint64(binary.LittleEndian.Uint32(b)) * prime1
		h = bits.RotateLeft64(h, 23)*prime2 + prime3
		b = b[4:]
	}
	for _, c := range b {
		h ^= uint64(c) * prime5
		h = bits.RotateLeft64(h, 11) * prime1
	}
	return avalanche(h)
}

// stripes takes all whole stripes of 32 bytes and returns the accumulator and the rest.
func stripes(b []byte) (uint64, []byte) {
	v1, v2, v3, v4 := prime1, prime2, uint64(0), uint64(0)
	v1 += prime2
	v4 -= prime1
	for ; len(b) >= 32; b = b[32:] {
		v1 = round(v1, binary.LittleEndian.Uint64(b[0:8]))
		v2 = round(v2, binary.LittleEndian.Uint64(b[8:16]))
		v3 = round(v3, binary.LittleEndian.Uint64(b[16:24]))
		v4 = round(v4, binary.LittleEndian.Uint64(b[24:32]))
	}
	h := bits.RotateLeft64(v1, 1) + bits.RotateLeft64(v2, 7) + bits.RotateLeft64(v3,
		12) + bits.RotateLeft64(v4, 18)
	h = merge(h, v1)
	h = merge(h, v2)
	h = merge(h, v3)
	return merge(h, v4), b
}

func round(acc, input uint64) uint64 {
	return bits.RotateLeft64(acc+input*prime2, 31) * prime1
}

func merge(acc, v uint64) uint64 { return (acc^round(0, v))*prime1 + prime4 }

func avalanche(h uint64) uint64 {
	h ^= h >> 33
	h *= prime2
	h ^= h >> 29
	h *= prime3
	return h ^ h>>32
}
