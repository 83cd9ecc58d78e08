package det

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// Sum is the value of a Digest: SHA-256 over all that was put in.
type Sum [sha256.Size]byte

// String returns the sum as 64 hex digits.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// Short returns the first 12 hex digits, enough to tell sums apart in a report.
func (s Sum) Short() string { return hex.EncodeToString(s[:6]) }

// IsZero reports whether the sum is the zero value, that is, nobody's.
func (s Sum) IsZero() bool { return s == Sum{} }

// Digest is a rolling digest of a run. Every piece is put in with its length or its fixed
// size, so that ("ab", "c") and ("a", "bc") differ. Small pieces are gathered in a block
// and hashed together, which makes a piece cost some ten nanoseconds.
type Digest struct {
	h     hash.Hash
	block []byte
}

// digestBlock is how many bytes are gathered before they are hashed.
const digestBlock = 4096

// NewDigest returns an empty digest.
func NewDigest() *Digest {
	return &Digest{h: sha256.New(), block: make([]byte, 0, digestBlock)}
}

// Clone returns a digest of the same pieces, to which others may be added.
func (d *Digest) Clone() *Digest {
	c := &Digest{block: append(make([]byte, 0, digestBlock), d.block...)}
	h, err := d.h.(hash.Cloner).Clone() // SHA-256 of the standard library is one, and never fails
	if err != nil {
		panic("det: " + err.Error())
	}
	c.h = h
	return c
}

// Raw puts bytes in as they are, without their length: for callers whose encoding
// separates itself.
func (d *Digest) Raw(b []byte) {
	if len(d.block)+len(b) > digestBlock {
		d.flush()
	}
	if len(b) > digestBlock {
		d.h.Write(b)
		return
	}
	d.block = append(d.block, b...)
}

// Bytes puts a length and bytes in.
func (d *Digest) Bytes(b []byte) {
	d.Uint64(uint64(len(b)))
	d.Raw(b)
}

// Text puts a length and a string in.
func (d *Digest) Text(s string) {
	d.Uint64(uint64(len(s)))
	if len(s) > digestBlock {
		d.Raw([]byte(s))
		return
	}
	if len(d.block)+len(s) > digestBlock {
		d.flush()
	}
	d.block = append(d.block, s...)
}

// Uint64 puts a number in.
func (d *Digest) Uint64(v uint64) {
	if len(d.block)+8 > digestBlock {
		d.flush()
	}
	d.block = binary.LittleEndian.AppendUint64(d.block, v)
}

// Int64 puts a number in.
func (d *Digest) Int64(v int64) { d.Uint64(uint64(v)) }

// Sum returns the digest so far; more may be put in afterwards.
func (d *Digest) Sum() Sum {
	d.flush()
	var s Sum
	d.h.Sum(s[:0])
	return s
}

// Reset empties the digest.
func (d *Digest) Reset() {
	d.h.Reset()
	d.block = d.block[:0]
}

func (d *Digest) flush() {
	d.h.Write(d.block)
	d.block = d.block[:0]
}
