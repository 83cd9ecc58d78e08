package vfs

import (
	"io/fs"
	"time"

	"github.com/sandfault/sandfault/primitives"
)

// fileInfo is a Stat under the name that it was found by. Sys returns the *primitives.Stat.
type fileInfo struct {
	name string
	st   primitives.Stat
}

func (f *fileInfo) Name() string       { return f.name }
func (f *fileInfo) Size() int64        { return f.st.Size }
func (f *fileInfo) Mode() fs.FileMode  { return fileMode(f.st.Mode) }
func (f *fileInfo) ModTime() time.Time { return time.Unix(0, f.st.Mtime).UTC() }
func (f *fileInfo) IsDir() bool        { return f.st.IsDir() }
func (f *fileInfo) Sys() any           { return &f.st }

// fileMode translates Linux's mode bits to Go's.
func fileMode(mode uint32) fs.FileMode {
	m := fs.FileMode(mode & 0o777)
	switch mode & primitives.S_IFMT {
	case primitives.S_IFDIR:
		m |= fs.ModeDir
	case primitives.S_IFLNK:
		m |= fs.ModeSymlink
	case primitives.S_IFIFO:
		m |= fs.ModeNamedPipe
	case primitives.S_IFSOCK:
		m |= fs.ModeSocket
	case primitives.S_IFBLK:
		m |= fs.ModeDevice
	case primitives.S_IFCHR:
		m |= fs.ModeDevice | fs.ModeCharDevice
	}
	if mode&primitives.S_ISUID != 0 {
		m |= fs.ModeSetuid
	}
	if mode&primitives.S_ISGID != 0 {
		m |= fs.ModeSetgid
	}
	if mode&primitives.S_ISVTX != 0 {
		m |= fs.ModeSticky
	}
	return m
}

// modeBits translates Go's permission bits to Linux's, without the type.
func modeBits(m fs.FileMode) uint32 {
	bits := uint32(m.Perm())
	if m&fs.ModeSetuid != 0 {
		bits |= primitives.S_ISUID
	}
	if m&fs.ModeSetgid != 0 {
		bits |= primitives.S_ISGID
	}
	if m&fs.ModeSticky != 0 {
		bits |= primitives.S_ISVTX
	}
	return bits
}
