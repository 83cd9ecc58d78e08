package main

import (
	"encoding/binary"
	"math/bits"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// generator is Math.random: xoshiro256+, seeded by getrandom(2) when it is first asked, so that its numbers
// are the session's.
type generator struct {
	state  [4]uint64
	seeded bool
}

func (g *generator) float64() float64 {
	if !g.seeded {
		var seed [32]byte
		if err := linux.Getrandom(seed[:]); err != nil {
			panic(err) // the kernel has random bytes for everybody
		}
		for i := range g.state {
			g.state[i] = binary.LittleEndian.Uint64(seed[8*i:])
		}
		g.state[0] |= 1 // all zeros would stay so
		g.seeded = true
	}
	s := &g.state
	sum := s[0] + s[3]
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return float64(sum>>11) / (1 << 53)
}
