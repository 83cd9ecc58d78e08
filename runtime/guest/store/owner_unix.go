//go:build unix

package store

import (
	"os"
	"syscall"
)

// owned reports whether a file is the user's own.
func owned(st os.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && sys.Uid == uint32(os.Geteuid())
}
