//go:build !wasip1

package linux

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/runtime/abi"
)

func sysDigest(algorithm int32, state, data unsafe.Pointer, n uint32) int32 {
	ok := abi.Digest(uint32(algorithm), unsafe.Slice((*byte)(state), abi.DigestStateSize),
		unsafe.Slice((*byte)(data), n))
	if !ok {
		return -int32(unix.EINVAL)
	}
	return 0
}

func sysDigestSum(algorithm int32, state, buf unsafe.Pointer, n uint32) int32 {
	sum := abi.DigestSum(uint32(algorithm), unsafe.Slice((*byte)(state), abi.DigestStateSize))
	switch {
	case sum == nil:
		return -int32(unix.EINVAL)
	case int(n) < len(sum):
		return -int32(unix.ERANGE)
	}
	return int32(copy(unsafe.Slice((*byte)(buf), n), sum))
}
