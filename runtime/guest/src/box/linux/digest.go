package linux

import (
	"unsafe"

	"github.com/sandfault/sandfault/runtime/abi"
)

// Digest is a hash that the host computes: a hash.Hash in all but BlockSize. The zero value with an
// algorithm is ready to use.
type Digest struct {
	Algorithm int // abi.DigestSHA256 and its like
	state     [abi.DigestStateSize]byte
}

// Write adds data. It fails only for an algorithm that there is not.
func (d *Digest) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		part := rest[:min(len(rest), abi.DigestMaxBytes)]
		p, n := pointer(part)
		if err := failure(sysDigest(int32(d.Algorithm), unsafe.Pointer(&d.state), p, n)); err != nil {
			return len(data) - len(rest), err
		}
		rest = rest[len(part):]
	}
	return len(data), nil
}

// Sum returns the hash of all that was written.
func (d *Digest) Sum() ([]byte, error) {
	var out [64]byte
	n, err := result(sysDigestSum(int32(d.Algorithm), unsafe.Pointer(&d.state), unsafe.Pointer(&out),
		uint32(len(out))))
	if err != nil {
		return nil, err
	}
	return out[:n], nil
}
