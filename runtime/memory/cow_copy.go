//go:build !linux

package memory

// shared is an image that can be mapped; there is none here.
type shared struct{ view []byte }

func newShared([]byte) (*shared, error) { return nil, nil }

func (s *shared) close() error { return nil }

// newMapped returns a plain slice: this host is not asked for reserved addresses.
func newMapped(image *Image, _ uint64) (*copied, error) { return &copied{image: image}, nil }
