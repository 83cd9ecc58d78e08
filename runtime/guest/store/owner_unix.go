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

// guarded reports whether nobody but the user and root can remove or rename what is in a directory.
func guarded(st os.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	if !ok || sys.Uid != uint32(os.Geteuid()) && sys.Uid != 0 {
		return false
	}
	mode := st.Mode()
	private := sys.Gid == uint32(os.Geteuid()) // a group of the user alone has the user's number
	return mode&os.ModeSticky != 0 || mode.Perm()&0o002 == 0 && (mode.Perm()&0o020 == 0 || private)
}
