//go:build !unix

package store

import "os"

// owned is true where files have no owners that could be asked for: the user's cache directory is private.
func owned(os.FileInfo) bool { return true }

// guarded is true there too.
func guarded(os.FileInfo) bool { return true }
