package tool

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// sortRef stands for a line while lines are put in order. It has no pointers, and its head decides most
// comparisons without a look at the line.
type sortRef struct {
	head  uint64
	left  uint32 // bytes of the line from where head begins, at most headSize+1; of plain lines only
	index uint32
}

const headSize = 8 // bytes in a head

// sorted is the order of the lines of the input.
func (s *sorter) sorted() []sortRef {
	refs := make([]sortRef, len(s.input.lines))
	for i := range refs {
		refs[i].index = uint32(i)
	}
	if len(s.keys) == 0 {
		s.sortPlain(refs)
		if s.global.reverse {
			slices.Reverse(refs) // lines that are equal are the same bytes
		}
		return refs
	}
	k := s.keys[0]
	for i := range refs {
		line := s.input.line(uint32(i))
		refs[i].head = k.head(line.key, s.salt)
	}
	slices.SortFunc(refs, func(a, b sortRef) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		x, y := s.input.line(a.index), s.input.line(b.index)
		if order := s.compare(&x, &y); order != 0 {
			return order
		}
		return cmp.Compare(a.index, b.index)
	})
	return refs
}

// sortRun is a part of the references whose lines are equal up to depth.
type sortRun struct{ from, to, depth int }

// sortPlain orders lines by their bytes, eight at a time: those that are equal so far are sorted again by the
// next eight.
func (s *sorter) sortPlain(refs []sortRef) {
	const (
		few  = 12  // lines that are compared at once
		deep = 256 // bytes after which they are too
	)
	work := []sortRun{{to: len(refs)}}
	for len(work) > 0 {
		run := work[len(work)-1]
		work = work[:len(work)-1]
		part := refs[run.from:run.to]
		if len(part) < few || run.depth >= deep {
			slices.SortFunc(part, func(a, b sortRef) int {
				return bytes.Compare(s.rest(a.index, run.depth), s.rest(b.index, run.depth))
			})
			continue
		}
		for i := range part {
			rest := s.rest(part[i].index, run.depth)
			part[i].head, part[i].left = textHead(rest), uint32(min(len(rest), headSize+1))
		}
		slices.SortFunc(part, compareHeads)
		for i := 0; i < len(part); {
			end := i + 1
			for end < len(part) && part[end].head == part[i].head && part[end].left == part[i].left {
				end++
			}
			if end-i > 1 && part[i].left > headSize {
				work = append(work, sortRun{run.from + i, run.from + end, run.depth + headSize})
			}
			i = end
		}
	}
}

// rest is a line without the bytes before depth, which it has.
func (s *sorter) rest(index uint32, depth int) []byte {
	span := &s.input.lines[index]
	return s.input.text[int(span.from)+depth : span.to]
}

func compareHeads(a, b sortRef) int {
	switch {
	case a.head < b.head:
		return -1
	case a.head > b.head:
		return 1
	}
	return int(a.left) - int(b.left)
}

// textHead is the first bytes of a text as a number; a text that ends is filled up with zeros.
func textHead(text []byte) uint64 {
	if len(text) >= headSize {
		return binary.BigEndian.Uint64(text)
	}
	var b [headSize]byte
	copy(b[:], text)
	return binary.BigEndian.Uint64(b[:])
}

// head is a number whose order is that of the key: if two differ, so do the keys in the same direction.
func (k *sortKey) head(key, salt []byte) uint64 {
	var head uint64
	switch k.order {
	case 0:
		head = textHead(key)
	case 'n':
		n := parseNumber(key)
		head = n.head()
	case 'M':
		head = uint64(monthIndex(key))
	case 'R':
		sum := salted(salt, key)
		head = textHead(sum[:])
	}
	if k.reverse {
		return math.MaxUint64 - head
	}
	return head
}

// head has the sign, the number of digits before the point, and the first sixteen digits.
func (n *number) head() uint64 {
	const (
		digits = 16 // 10^16 < 2^54
		most   = 1<<9 - 1
	)
	magnitude := uint64(min(len(n.whole), most)) << 54
	if len(n.whole) < most {
		magnitude += n.leading(digits)
	}
	if n.negative {
		return 1<<63 - 1 - magnitude
	}
	return 1<<63 + magnitude
}

// leading is the first digits as a number, with zeros for those that there are not.
func (n *number) leading(digits int) uint64 {
	var v uint64
	whole := n.whole[:min(len(n.whole), digits)]
	fraction := n.fraction[:min(len(n.fraction), digits-len(whole))]
	for _, c := range whole {
		v = v*10 + uint64(c-'0')
	}
	for _, c := range fraction {
		v = v*10 + uint64(c-'0')
	}
	for range digits - len(whole) - len(fraction) {
		v *= 10
	}
	return v
}
