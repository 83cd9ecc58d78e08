//go:build linux

package vfs_test

import (
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/sandfault/sandfault/primitives"
)

// tree describes everything below the root.
func (l *linux) tree() []string {
	l.become(0, 0, nil)
	return l.visit("/")
}

func (l *linux) visit(path string) []string {
	var st syscall.Stat_t
	l.must(syscall.Lstat(path, &st))
	s, _ := l.stat(atFdcwd, path, primitives.AT_SYMLINK_NOFOLLOW)
	out := []string{path + " " + s}
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFLNK:
		b := make([]byte, 5000)
		n, _ := syscall.Readlink(path, b)
		out[0] += " " + string(b[:n])
	case syscall.S_IFREG:
		b := make([]byte, min(st.Size, headSize))
		f, err := os.Open(path)
		l.must(err)
		_, err = io.ReadFull(f, b)
		l.must(err)
		l.must(f.Close())
		out[0] += " " + digest(b)
	case syscall.S_IFDIR:
		entries, err := os.ReadDir(path)
		l.must(err)
		for _, e := range entries {
			out = append(out, l.visit(strings.TrimSuffix(path, "/")+"/"+e.Name())...)
		}
	}
	return out
}
