package emscripten

import (
	"crypto/hmac"
	"crypto/md5"  //nolint:gosec // what a program asks for
	"crypto/sha1" //nolint:gosec // what a program asks for
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"
	"hash"
	"math/bits"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// Keys are derived on the host: in Python it would take a hundred times of what the C of Linux takes. What is
// charged is that C's time, about, and in between, so that a limit holds.
const (
	costDigest = 1500 // of the two blocks of an iteration of PBKDF2, instructions
	costSalsa  = 250  // of a Salsa20/8 core
	chargeEach = 1000 // iterations
	maxKey     = 1 << 20
)

// digests are the hash functions of pbkdf2 by the number that the shim gives them.
//
//nolint:gochecknoglobals // an immutable table
var digests = [...]func() hash.Hash{
	md5.New, sha1.New, sha256.New224, sha256.New, sha512.New384, sha512.New,
	func() hash.Hash { return sha3.New224() }, func() hash.Hash { return sha3.New256() },
	func() hash.Hash { return sha3.New384() }, func() hash.Hash { return sha3.New512() },
}

// derivePBKDF2 is pbkdf2(digest, input, password's length, input's length, iterations, key, key's length):
// the input is the password and the salt.
func derivePBKDF2(g *hostabi.Guest, a hostabi.Args) uint64 {
	size, password := a.U32(3), a.U32(2)
	if a.U32(0) >= uint32(len(digests)) || password > size || a.U32(6) > maxKey || a.I64(4) < 1 {
		return linuxValue(primitives.Result{Errno: primitives.EINVAL})
	}
	input := append([]byte(nil), g.Bytes(a.U32(1), size)...)
	if len(input) < int(size) {
		return linuxValue(primitives.Result{Errno: primitives.EFAULT})
	}
	key := pbkdf2(g.Spend, digests[a.U32(0)], input[:password], input[password:], a.I64(4), int(a.U32(6)))
	copy(g.Bytes(a.U32(5), a.U32(6)), key)
	return 0
}

// pbkdf2 is RFC 8018, 5.2.
func pbkdf2(
	spend func(int64), digest func() hash.Hash, password, salt []byte, count int64, size int,
) []byte {
	mac := hmac.New(digest, password)
	var key, u []byte
	for block := uint32(1); len(key) < size; block++ {
		mac.Reset()
		mac.Write(salt)
		mac.Write(binary.BigEndian.AppendUint32(nil, block))
		u = mac.Sum(u[:0])
		sum := append([]byte(nil), u...)
		for i := int64(1); i < count; i++ {
			mac.Reset()
			mac.Write(u)
			u = mac.Sum(u[:0])
			for k := range sum {
				sum[k] ^= u[k]
			}
			if i%chargeEach == 0 {
				spend(chargeEach * costDigest)
			}
		}
		spend((count%chargeEach + 1) * costDigest)
		key = append(key, sum...)
	}
	return key[:size]
}

// maxScrypt is the most memory that scrypt may take on the host, bytes. OpenSSL's own limit is 32 MiB, if the
// program does not give one.
const maxScrypt = 64 << 20

// deriveScrypt is scrypt(input, password's length, input's length, n, r << 32 | p, key, key's length).
func deriveScrypt(g *hostabi.Guest, a hostabi.Args) uint64 {
	size, password := a.U32(2), a.U32(1)
	n, r, p := uint64(a.I64(3)), uint64(a.I64(4))>>32, uint64(a.I64(4))&0xffffffff
	switch {
	case password > size || a.U32(6) > maxKey || n < 2 || n&(n-1) != 0 || r == 0 || p == 0:
		return linuxValue(primitives.Result{Errno: primitives.EINVAL})
	case r > maxScrypt>>7 || n > maxScrypt>>7/r || p > maxScrypt>>7/r:
		return linuxValue(primitives.Result{Errno: primitives.ENOMEM})
	}
	input := append([]byte(nil), g.Bytes(a.U32(0), size)...)
	if len(input) < int(size) {
		return linuxValue(primitives.Result{Errno: primitives.EFAULT})
	}
	s := scrypt{int(n), int(r), int(p)}
	key := s.key(g.Spend, input[:password], input[password:], int(a.U32(6)))
	copy(g.Bytes(a.U32(5), a.U32(6)), key)
	return 0
}

// scrypt is RFC 7914 with its parameters: cost, size of a block, parallel blocks.
type scrypt struct{ n, r, p int }

func (s scrypt) key(spend func(int64), password, salt []byte, size int) []byte {
	each := 128 * s.r
	blocks := pbkdf2(spend, sha256.New, password, salt, 1, s.p*each)
	table := make([]uint32, 32*s.r*s.n)
	for i := range s.p {
		mix(spend, blocks[i*each:(i+1)*each], table, s.n, s.r)
	}
	return pbkdf2(spend, sha256.New, password, blocks, 1, size)
}

// mix is ROMix of a block.
func mix(spend func(int64), block []byte, table []uint32, n, r int) {
	words := 32 * r
	x, y := make([]uint32, words), make([]uint32, words)
	for i := range x {
		x[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	for i := range n {
		copy(table[i*words:], x)
		blockMix(x, y, r)
		x, y = y, x
		spend(int64(2 * r * costSalsa))
	}
	for range n {
		j := int(x[words-16]) & (n - 1)
		for k, v := range table[j*words : (j+1)*words] {
			x[k] ^= v
		}
		blockMix(x, y, r)
		x, y = y, x
		spend(int64(2 * r * costSalsa))
	}
	for i, v := range x {
		binary.LittleEndian.PutUint32(block[4*i:], v)
	}
}

// blockMix mixes in into out.
func blockMix(in, out []uint32, r int) {
	var x [16]uint32
	copy(x[:], in[len(in)-16:])
	for i := range 2 * r {
		for k := range x {
			x[k] ^= in[16*i+k]
		}
		salsa(&x)
		at := i / 2
		if i%2 == 1 {
			at += r
		}
		copy(out[16*at:], x[:])
	}
}

// salsa is the core Salsa20/8.
func salsa(b *[16]uint32) {
	x := *b
	for range 4 {
		for i := range 4 {
			quarter(&x, i*5%16, (i*5+4)%16, (i*5+8)%16, (i*5+12)%16)
		}
		for i := range 4 {
			row := 4 * i
			quarter(&x, row+i, row+(i+1)%4, row+(i+2)%4, row+(i+3)%4)
		}
	}
	for i := range b {
		b[i] += x[i]
	}
}

func quarter(x *[16]uint32, a, b, c, d int) {
	x[b] ^= bits.RotateLeft32(x[a]+x[d], 7)
	x[c] ^= bits.RotateLeft32(x[b]+x[a], 9)
	x[d] ^= bits.RotateLeft32(x[c]+x[b], 13)
	x[a] ^= bits.RotateLeft32(x[d]+x[c], 18)
}
