package tool

import (
	"container/heap"
	"slices"
)

// bzip2Compress writes the format of bzip2: run lengths, the Burrows-Wheeler transform, move to front,
// and Huffman codes. It makes one table of codes a block where bzip2 makes up to six, so its output is a
// few percent longer, and is as good for every decompressor.
func bzip2Compress(data []byte, level int) []byte {
	w := &bitWriter{}
	w.bytes([]byte{'B', 'Z', 'h', byte('0' + level)})
	var whole uint32
	limit := level*100_000 - 20
	for len(data) > 0 {
		block, used := runLengths(data, limit)
		crc := bzip2CRC(data[:used])
		whole = whole<<1 | whole>>31
		whole ^= crc
		w.block(block, crc)
		data = data[used:]
	}
	w.bytes([]byte{0x17, 0x72, 0x45, 0x38, 0x50, 0x90})
	w.bits(uint64(whole), 32)
	w.flush()
	return w.out
}

type bitWriter struct {
	out   []byte
	cur   uint64
	count uint
}

func (w *bitWriter) bits(v uint64, n uint) {
	for i := int(n) - 1; i >= 0; i-- {
		w.cur = w.cur<<1 | v>>uint(i)&1
		if w.count++; w.count == 8 {
			w.out = append(w.out, byte(w.cur))
			w.cur, w.count = 0, 0
		}
	}
}

func (w *bitWriter) bytes(b []byte) {
	for _, c := range b {
		w.bits(uint64(c), 8)
	}
}

func (w *bitWriter) flush() {
	if w.count > 0 {
		w.bits(0, 8-w.count)
	}
}

var bzip2Table = crcTable()

func bzip2CRC(b []byte) uint32 {
	crc := ^uint32(0)
	for _, c := range b {
		crc = crc<<8 ^ bzip2Table[byte(crc>>24)^c]
	}
	return ^crc
}

// runLengths writes runs of four to 255 equal bytes as four and a count, up to limit bytes.
func runLengths(data []byte, limit int) (block []byte, used int) {
	const most, least = 255, 4
	for used < len(data) && len(block) < limit-5 {
		c := data[used]
		n := 1
		for n < most && used+n < len(data) && data[used+n] == c {
			n++
		}
		for range min(n, least) {
			block = append(block, c)
		}
		if n >= least {
			block = append(block, byte(n-least))
		}
		used += n
	}
	return block, used
}

// transform is the Burrows-Wheeler transform; origin is the row of the text itself.
func transform(b []byte) (last []byte, origin int) {
	n := len(b)
	last = make([]byte, n)
	for row, at := range rotations(b) {
		if at == 0 {
			origin = row
		}
		last[row] = b[(int(at)+n-1)%n]
	}
	return last, origin
}

// rotations returns where the rotations of b begin, in the order of what they spell. It sorts them by
// ever twice as many of their bytes, each time by what is known of their halves.
func rotations(b []byte) []int32 {
	n := len(b)
	order, next := make([]int32, n), make([]int32, n)
	rank, other := make([]int32, n), make([]int32, n)
	counts := make([]int32, max(n, 256)+1)
	for _, c := range b {
		counts[int(c)+1]++
	}
	for i := range 256 {
		counts[i+1] += counts[i]
	}
	for i, c := range b {
		order[counts[c]] = int32(i)
		counts[c]++
	}
	classes := int32(0)
	for i, at := range order {
		if i > 0 && b[at] != b[order[i-1]] {
			classes++
		}
		rank[at] = classes
	}
	for half := 1; half < n && int(classes) < n-1; half *= 2 {
		for i, at := range order {
			next[i] = at - int32(half)
			if next[i] < 0 {
				next[i] += int32(n)
			}
		}
		clear(counts)
		for _, r := range rank {
			counts[r+1]++
		}
		for i := range n {
			counts[i+1] += counts[i]
		}
		for _, at := range next {
			order[counts[rank[at]]] = at
			counts[rank[at]]++
		}
		classes = 0
		for i, at := range order {
			if i > 0 {
				p := order[i-1]
				if rank[at] != rank[p] || rank[(int(at)+half)%n] != rank[(int(p)+half)%n] {
					classes++
				}
			}
			other[at] = classes
		}
		rank, other = other, rank
	}
	return order
}

func (w *bitWriter) block(b []byte, crc uint32) {
	w.bytes([]byte{0x31, 0x41, 0x59, 0x26, 0x53, 0x59})
	w.bits(uint64(crc), 32)
	w.bits(0, 1)
	last, origin := transform(b)
	w.bits(uint64(origin), 24)
	used := w.usedBytes(b)
	symbols := moveToFront(last, used)
	lengths := huffmanLengths(symbols, len(used)+2)
	const group = 50
	selectors := (len(symbols) + group - 1) / group
	w.bits(2, 3) // the format wants two tables at least
	w.bits(uint64(selectors), 15)
	for range selectors {
		w.bits(0, 1)
	}
	for range 2 {
		w.lengths(lengths)
	}
	codes := huffmanCodes(lengths)
	for _, s := range symbols {
		w.bits(uint64(codes[s]), uint(lengths[s]))
	}
}

// usedBytes writes which bytes there are and returns them.
func (w *bitWriter) usedBytes(b []byte) (used []byte) {
	var has [256]bool
	for _, c := range b {
		has[c] = true
	}
	var ranges uint64
	for i := range 256 {
		if has[i] {
			used = append(used, byte(i))
			ranges |= 1 << (15 - i/16)
		}
	}
	w.bits(ranges, 16)
	for r := range 16 {
		if ranges>>(15-r)&1 == 0 {
			continue
		}
		var set uint64
		for i := range 16 {
			if has[r*16+i] {
				set |= 1 << (15 - i)
			}
		}
		w.bits(set, 16)
	}
	return used
}

// moveToFront turns bytes into symbols: runs of the first in the list as numbers in RUNA and RUNB, the
// others by their place, and the end.
func moveToFront(b, used []byte) (symbols []uint16) {
	list := slices.Clone(used)
	zeros := 0
	flush := func() {
		for n := zeros; n > 0; n = (n - 1) / 2 {
			symbols = append(symbols, uint16((n-1)&1))
		}
		zeros = 0
	}
	for _, c := range b {
		at := slices.Index(list, c)
		if at == 0 {
			zeros++
			continue
		}
		flush()
		copy(list[1:at+1], list[:at])
		list[0] = c
		symbols = append(symbols, uint16(at+1))
	}
	flush()
	return append(symbols, uint16(len(used)+1))
}

// huffmanNode is a node of the tree of codes.
type huffmanNode struct {
	weight  int
	symbols []int
}

type huffmanHeap []*huffmanNode

func (h huffmanHeap) Len() int      { return len(h) }
func (h huffmanHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h huffmanHeap) Less(i, j int) bool {
	if h[i].weight != h[j].weight {
		return h[i].weight < h[j].weight
	}
	return h[i].symbols[0] < h[j].symbols[0]
}
func (h *huffmanHeap) Push(x any) { *h = append(*h, x.(*huffmanNode)) }
func (h *huffmanHeap) Pop() any {
	old := *h
	n := old[len(old)-1]
	*h = old[:len(old)-1]
	return n
}

// maxCode is the length that bzip2's own codes do not exceed.
const maxCode = 17

// huffmanLengths returns the lengths of the codes for the symbols, all of which get one.
func huffmanLengths(symbols []uint16, count int) []int {
	weights := make([]int, count)
	for i := range weights {
		weights[i] = 1
	}
	for _, s := range symbols {
		weights[s] += 2
	}
	for {
		lengths := make([]int, count)
		h := make(huffmanHeap, count)
		for i := range h {
			h[i] = &huffmanNode{weight: weights[i], symbols: []int{i}}
		}
		heap.Init(&h)
		for len(h) > 1 {
			a, b := heap.Pop(&h).(*huffmanNode), heap.Pop(&h).(*huffmanNode)
			both := &huffmanNode{weight: a.weight + b.weight, symbols: append(a.symbols, b.symbols...)}
			for _, s := range both.symbols {
				lengths[s]++
			}
			heap.Push(&h, both)
		}
		if slices.Max(lengths) <= maxCode {
			return lengths
		}
		for i := range weights { // flatter weights make shorter codes
			weights[i] = weights[i]/2 + 1
		}
	}
}

// huffmanCodes numbers codes of those lengths.
func huffmanCodes(lengths []int) []int {
	codes := make([]int, len(lengths))
	code := 0
	for n := 1; n <= maxCode; n++ {
		for s, l := range lengths {
			if l == n {
				codes[s] = code
				code++
			}
		}
		code <<= 1
	}
	return codes
}

// lengths writes the lengths of a table's codes, each as its difference from the one before.
func (w *bitWriter) lengths(list []int) {
	cur := list[0]
	w.bits(uint64(cur), 5)
	for _, l := range list {
		for ; cur < l; cur++ {
			w.bits(0b10, 2)
		}
		for ; cur > l; cur-- {
			w.bits(0b11, 2)
		}
		w.bits(0, 1)
	}
}
