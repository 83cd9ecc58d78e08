//go:build linux && (amd64 || arm64)

package linux

import (
	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// realpath resolves every link of an absolute path of this process's root. Errors are numbers of
// golang.org/x/sys, as those of the calls beside it.
func realpath(name string) (string, error) {
	resolved, err := primitives.Realpath(name, func(name string) (string, bool) {
		buf := make([]byte, unix.PathMax)
		n, err := unix.Readlink(name, buf)
		return string(buf[:max(n, 0)]), err == nil
	})
	if err != nil {
		return "", unix.ELOOP
	}
	return resolved, nil
}
