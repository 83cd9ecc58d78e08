package regex

import "bytes"

// byRarity are the characters of plain texts, the most frequent first; others are rarer than all of them.
const byRarity = " etaoinsrhldcumfpgwybv,.kTSAIMCP-0E1\"'x2RDNLOHBFjW_G=()/3:qz5U48967;VYK\tJ"

// rarest is where in a literal the byte is that texts hold least often.
func rarest(literal []byte) int {
	best, at := -1, 0
	for i, c := range literal {
		rank := bytes.IndexByte([]byte(byRarity), c)
		if rank < 0 {
			rank = len(byRarity)
		}
		if rank > best {
			best, at = rank, i
		}
	}
	return at
}

// index is where the literal is in b, or -1.
func (r *Regexp) index(b []byte) int {
	n := len(r.literal)
	if n == 0 {
		return 0
	}
	c := r.literal[r.rare]
	for at := r.rare; at <= len(b)-n+r.rare; at++ {
		i := bytes.IndexByte(b[at:len(b)-n+r.rare+1], c)
		if i < 0 {
			return -1
		}
		at += i
		if bytes.Equal(b[at-r.rare:at-r.rare+n], r.literal) {
			return at - r.rare
		}
	}
	return -1
}
