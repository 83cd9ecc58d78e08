package abi

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"testing"
)

// A hash over pieces, its state put away between them, is the hash of the whole.
func TestDigest(t *testing.T) {
	t.Parallel()
	data := bytes.Repeat([]byte("0123456789abcde\x00"), 100)
	md, s1 := md5.Sum(data), sha1.Sum(data)
	s224, s256, s384, s512 := sha256.Sum224(data), sha256.Sum256(data), sha512.Sum384(data), sha512.Sum512(data)
	for algorithm, want := range map[uint32][]byte{
		DigestMD5: md[:], DigestSHA1: s1[:], DigestSHA224: s224[:], DigestSHA256: s256[:],
		DigestSHA384: s384[:], DigestSHA512: s512[:],
	} {
		state := make([]byte, DigestStateSize)
		for rest := data; len(rest) > 0; rest = rest[min(77, len(rest)):] {
			if !Digest(algorithm, state, rest[:min(77, len(rest))]) {
				t.Fatalf("algorithm %d: refused", algorithm)
			}
		}
		if got := DigestSum(algorithm, state); !bytes.Equal(got, want) {
			t.Errorf("algorithm %d: %x, want %x", algorithm, got, want)
		}
	}
}

// What is no state of the algorithm is refused, whatever its bytes.
func TestDigestHostile(t *testing.T) {
	t.Parallel()
	other := make([]byte, DigestStateSize)
	Digest(DigestSHA256, other, []byte("x"))
	for name, state := range map[string][]byte{
		"short": {1}, "too long": {255, 255, 0}, "garbage": bytes.Repeat([]byte{9}, DigestStateSize), "another's": other,
	} {
		if Digest(DigestSHA512, state, nil) || DigestSum(DigestSHA512, state) != nil {
			t.Errorf("%s: taken", name)
		}
	}
	if Digest(99, make([]byte, DigestStateSize), nil) {
		t.Error("an algorithm that there is not")
	}
}
