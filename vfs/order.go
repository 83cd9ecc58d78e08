package vfs

import (
	"slices"
	"strings"
)

// Order is the order in which a directory shows its entries. Real file systems differ in it, and
// programs that rely on one break on another.
type Order uint8

// The orders of directory entries.
const (
	Sorted  Order = iota // by the bytes of the name
	Hashed               // by a seeded hash of the name, as ext4 does
	Reverse              // newest first, as tmpfs does
)

// entryKey is what an Order may sort by.
type entryKey struct {
	name string
	seq  uint64
}

// sort returns the names in order. Names are unique within a directory, so the result does not
// depend on the order of keys.
func (o Order) sort(keys []entryKey, seed uint64) []string {
	switch o {
	case Sorted:
		slices.SortFunc(keys, func(a, b entryKey) int { return strings.Compare(a.name, b.name) })
	case Reverse:
		slices.SortFunc(keys, func(a, b entryKey) int {
			switch {
			case a.seq > b.seq:
				return -1
			case a.seq < b.seq:
				return 1
			default:
				return 0
			}
		})
	case Hashed:
		slices.SortFunc(keys, func(a, b entryKey) int {
			ha, hb := hashName(a.name, seed), hashName(b.name, seed)
			switch {
			case ha < hb:
				return -1
			case ha > hb:
				return 1
			default:
				return strings.Compare(a.name, b.name)
			}
		})
	}
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return names
}

// hashName is FNV-1a of the name, started from the seed, with a final mix.
func hashName(name string, seed uint64) uint64 {
	h := 14695981039346656037 ^ seed
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}
