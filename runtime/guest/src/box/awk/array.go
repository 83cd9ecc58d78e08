package awk

import (
	"cmp"
	"slices"
)

// array is an associative array that lists its keys in mawk's order: by hash, in a table that
// doubles as it grows, and in one slot of it the last touched first.
type array struct {
	items map[string]*item
	mask  uint32
	clock int
}

type item struct {
	v     value
	hash  uint32
	touch int
}

const (
	startingMask  = 63
	averageLength = 12 // of a list when the table doubles
)

// hashKey is FNV-1a.
func hashKey(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h ^= uint32(s[i])
		h *= 16777619
	}
	return h
}

// at returns the element, which comes to be if it is not there. asNumber says that the subscript
// was a number: such a look-up does not touch the order.
func (a *array) at(key string, asNumber bool) *value {
	if it := a.find(key, asNumber); it != nil {
		return &it.v
	}
	if a.items == nil {
		a.items, a.mask = map[string]*item{}, startingMask
	}
	a.clock++
	it := &item{hash: hashKey(key), touch: a.clock}
	a.items[key] = it
	if len(a.items) > int(a.mask+1)*averageLength {
		a.mask = a.mask<<1 + 1
	}
	return &it.v
}

func (a *array) find(key string, asNumber bool) *item {
	it := a.items[key]
	if it != nil && !asNumber {
		a.clock++
		it.touch = a.clock
	}
	return it
}

func (a *array) remove(key string) {
	delete(a.items, key)
	if len(a.items) == 0 {
		a.clear()
	}
}

func (a *array) clear() { *a = array{} }

// keys lists the subscripts in the order of for (k in a).
func (a *array) keys() []string {
	keys := make([]string, 0, len(a.items))
	for k := range a.items {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y string) int {
		p, q := a.items[x], a.items[y]
		if order := cmp.Compare(p.hash&a.mask, q.hash&a.mask); order != 0 {
			return order
		}
		return q.touch - p.touch
	})
	return keys
}
