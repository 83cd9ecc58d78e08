//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// The most that is copied for what a restart keeps: these are a profile's own directories, not /usr.
const (
	maxCopied     = 20_000
	maxCopiedSize = 1 << 30 // bytes
)

var errTooMuch = errors.New("the image has too much there to be copied")

// copyTree copies a directory of the image with owners and modes. Nothing of a guest's runs yet.
func copyTree(from, to string) error {
	entries, size := 0, int64(0)
	return filepath.WalkDir(from, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(name, &st); err != nil {
			return err
		}
		entries++
		size += st.Size
		if entries > maxCopied || size > maxCopiedSize {
			return errTooMuch
		}
		if err := copyOne(name, filepath.Join(to, rel), &st); err != nil {
			return fmt.Errorf("copy %s: %w", name, err)
		}
		return nil
	})
}

func copyOne(name, to string, st *unix.Stat_t) error {
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		if err := unix.Mkdir(to, 0o700); err != nil {
			return err
		}
	case unix.S_IFLNK:
		target, err := os.Readlink(name)
		if err != nil {
			return err
		}
		if err := os.Symlink(target, to); err != nil {
			return err
		}
		return os.Lchown(to, int(st.Uid), int(st.Gid))
	case unix.S_IFREG:
		if err := copyFile(name, to); err != nil {
			return err
		}
	default:
		return nil // a profile makes no sockets, pipes or devices
	}
	return own(to, st.Uid, st.Gid, st.Mode&0o7777)
}

func copyFile(name, to string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer release(in)
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
