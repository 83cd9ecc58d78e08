//go:build linux

package memory

import "golang.org/x/sys/unix"

// rebase maps the image over what the memory held.
func (m *mapped) rebase(image *Image) error {
	_, err := unix.MmapPtr(image.shared.fd, 0, m.base, uintptr(image.Size()), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_NORESERVE)
	if err == nil {
		m.image, m.ready = image, max(m.ready, image.Size())
	}
	return err
}
