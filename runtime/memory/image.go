package memory

import "fmt"

// Image is the memory that a prepared guest starts from. It is immutable and may be shared.
type Image struct {
	bytes  []byte
	shared *shared // nil: spaces copy
	hot    hotPages
}

// NewImage makes an image of b, which is copied. If copies is set its spaces copy it too, as
// they do where the host cannot map it.
func NewImage(b []byte, copies bool) (*Image, error) {
	if len(b)%PageBytes != 0 {
		return nil, fmt.Errorf("memory image of %d bytes: not a multiple of %d", len(b), PageBytes)
	}
	if copies {
		return &Image{bytes: append([]byte(nil), b...)}, nil
	}
	s, err := newShared(b)
	if err != nil {
		return nil, &HostError{fmt.Errorf("keep an image: %w", err)}
	}
	if s == nil {
		return &Image{bytes: append([]byte(nil), b...)}, nil
	}
	return &Image{bytes: s.view, shared: s}, nil
}

// Size returns the image's size in bytes.
func (i *Image) Size() uint64 { return uint64(len(i.bytes)) }

// Close gives the image up; spaces made from it stay valid.
func (i *Image) Close() error {
	i.bytes = nil
	if i.shared == nil {
		return nil
	}
	return i.shared.close()
}
