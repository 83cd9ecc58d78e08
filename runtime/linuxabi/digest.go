package linuxabi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// digests are hash functions that the host computes for a guest, many times as fast as its own code would.
// They are functions of what the guest hands over and of nothing else: the state stays in the guest's memory,
// so that a fork or a copy of it means what it says.
func digests() []function {
	return []function{
		{name: "digest", params: "iiii", do: digest},
		{name: "digest_sum", params: "iiii", do: digestSum},
	}
}

// costDigest is what hashing costs, instructions a byte: OpenSSL's SHA-256 with the instructions made for it
// takes about as many cycles.
const costDigest = 2

// digest is (algorithm, state, data, n).
func digest(g *hostabi.Guest, a hostabi.Args) int64 {
	n := a.U32(3)
	if n > abi.DigestMaxBytes {
		return -int64(primitives.EINVAL)
	}
	state, data := g.Bytes(a.U32(1), abi.DigestStateSize), g.Bytes(a.U32(2), n)
	if state == nil || data == nil && n > 0 {
		return -int64(primitives.EFAULT)
	}
	if !abi.Digest(a.U32(0), state, data) {
		return -int64(primitives.EINVAL)
	}
	g.Spend(int64(n) * costDigest)
	return 0
}

// digestSum is (algorithm, state, buf, n).
func digestSum(g *hostabi.Guest, a hostabi.Args) int64 {
	state := g.Bytes(a.U32(1), abi.DigestStateSize)
	if state == nil {
		return -int64(primitives.EFAULT)
	}
	sum := abi.DigestSum(a.U32(0), state)
	switch {
	case sum == nil:
		return -int64(primitives.EINVAL)
	case int(a.U32(3)) < len(sum):
		return -int64(primitives.ERANGE)
	}
	out := g.Bytes(a.U32(2), uint32(len(sum)))
	if out == nil {
		return -int64(primitives.EFAULT)
	}
	return int64(copy(out, sum))
}
