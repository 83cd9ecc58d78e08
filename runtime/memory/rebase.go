package memory

import "fmt"

// rebaser is a storage that can begin anew from another image.
type rebaser interface{ rebase(image *Image) error }

// Rebase makes image, which has the size that the memory has now, what the memory holds and what Reset puts
// back. It is for guests that are ready only after they ran for a while.
func (s *Space) Rebase(image *Image) error {
	if image.Size() != s.size {
		return fmt.Errorf("memory image of %d bytes: the memory has %d", image.Size(), s.size)
	}
	r, ok := s.storage.(rebaser)
	if !ok {
		return fmt.Errorf("memory: %T cannot take another image", s.storage)
	}
	if err := r.rebase(image); err != nil {
		return &HostError{fmt.Errorf("map an image: %w", err)}
	}
	s.image = image
	return nil
}

func (c *copied) rebase(image *Image) error { //nolint:unparam // a rebaser, as the other storage is
	c.image = image
	copy(c.bytes, image.bytes)
	return nil
}
