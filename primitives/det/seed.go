// Package det is where determinism comes from: seeds and the named random streams that
// are drawn from them, the virtual clock, and the digest that says whether two runs were
// the same. Nothing else in the emulator draws random numbers or asks for the time.
package det

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Seed is the root of all randomness of a run. Seeds form a tree: a campaign's seed gives
// a workflow's, which gives its sessions', each of which gives its streams. A new branch
// never disturbs the others, which a single shared generator could not promise.
type Seed [32]byte

// The domains of derivation. They keep a name and an index that happen to have the same bytes apart.
const (
	domainRoot   = 'r'
	domainName   = 'n'
	domainIndex  = 'i'
	domainStream = 's'
)

// NewSeed returns the seed of a number, as users give one on the command line.
func NewSeed(n uint64) Seed {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	return Seed{}.derive(domainRoot, b[:])
}

// ParseSeed reads what String writes, or a decimal number, for which it returns NewSeed of it.
func ParseSeed(s string) (Seed, error) {
	if n, err := strconv.ParseUint(s, 10, 64); err == nil {
		return NewSeed(n), nil
	}
	var seed Seed
	const digits = 2 * len(seed)
	if len(s) != digits {
		return Seed{}, fmt.Errorf("seed %q: want a number or %d hex digits", s, digits)
	}
	if _, err := hex.Decode(seed[:], []byte(s)); err != nil {
		return Seed{}, fmt.Errorf("seed %q: want a number or %d hex digits: %w", s, digits, err)
	}
	return seed, nil
}

// String returns the seed as 64 hex digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Derive returns the seed of a named branch, such as a second session's.
func (s Seed) Derive(name string) Seed { return s.derive(domainName, []byte(name)) }

// DeriveIndex returns the seed of the i-th branch, such as the i-th workflow of a campaign.
func (s Seed) DeriveIndex(i uint64) Seed {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], i)
	return s.derive(domainIndex, b[:])
}

// Stream returns the random stream of a name, such as "sched" or "fault", from its beginning.
// Two streams of different names are independent: drawing more from one shifts no other.
func (s Seed) Stream(name string) *Stream {
	return newStream(s.derive(domainStream, []byte(name)))
}

func (s Seed) derive(domain byte, data []byte) Seed {
	h := sha256.New()
	h.Write([]byte("sandfault seed 1"))
	h.Write([]byte{domain})
	h.Write(s[:])
	h.Write(data)
	var out Seed
	h.Sum(out[:0])
	return out
}
