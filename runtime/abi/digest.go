package abi

import (
	"crypto/md5"  //nolint:gosec // md5sum is what it is
	"crypto/sha1" //nolint:gosec // sha1sum is what it is
	"crypto/sha256"
	"crypto/sha512"
	"encoding"
	"encoding/binary"
	"hash"
)

// The algorithms of digest and digest_sum.
const (
	DigestMD5    = 1
	DigestSHA1   = 2
	DigestSHA224 = 3
	DigestSHA256 = 4
	DigestSHA384 = 5
	DigestSHA512 = 6
)

// The sizes of digest, bytes: of the state that the guest keeps and need not understand, zeros at the
// beginning, and of the most data that one call takes.
const (
	DigestStateSize = 256
	DigestMaxBytes  = 1 << 20
)

// Digest adds data to the hash whose state is given, and changes the state. It reports whether there is such
// an algorithm and the state is one of its own: the bytes may be hostile.
func Digest(algorithm uint32, state, data []byte) bool {
	h := resume(algorithm, state)
	if h == nil {
		return false
	}
	_, _ = h.Write(data) // never fails, says package hash
	kept, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil || len(kept)+2 > len(state) {
		return false
	}
	binary.LittleEndian.PutUint16(state, uint16(len(kept)))
	copy(state[2:], kept)
	return true
}

// DigestSum returns the hash of what was added to a state, nil where Digest would say false.
func DigestSum(algorithm uint32, state []byte) []byte {
	h := resume(algorithm, state)
	if h == nil {
		return nil
	}
	return h.Sum(nil)
}

// resume makes a hash of a state: its length in two bytes, then what the library keeps, which checks magic
// and size when it reads it back.
func resume(algorithm uint32, state []byte) hash.Hash {
	h := newHash(algorithm)
	if h == nil || len(state) < 2 {
		return nil
	}
	n := int(binary.LittleEndian.Uint16(state))
	if n == 0 {
		return h
	}
	if n+2 > len(state) || h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state[2:2+n]) != nil {
		return nil
	}
	return h
}

func newHash(algorithm uint32) hash.Hash {
	switch algorithm {
	case DigestMD5:
		return md5.New() //nolint:gosec // see above
	case DigestSHA1:
		return sha1.New() //nolint:gosec // see above
	case DigestSHA224:
		return sha256.New224()
	case DigestSHA256:
		return sha256.New()
	case DigestSHA384:
		return sha512.New384()
	case DigestSHA512:
		return sha512.New()
	}
	return nil
}
