//go:build linux && (amd64 || arm64)

package linux

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/fuzz/target"
)

// maxWalked bounds how many names of a hostile tree are looked at.
const maxWalked = 500_000

// serveTree lists what a session left. No guest runs any more.
func serveTree(spec, out *os.File) answer {
	var s treeSpec
	if err := unpack(spec, &s); err != nil {
		return fatal("read which trees to list", err)
	}
	var names []string
	for _, root := range s.Roots {
		// A guest may have put a link before it that leads to the host.
		fd, err := openInside(root, unix.O_PATH|unix.O_NOFOLLOW, 0)
		if err != nil {
			continue // it is gone, or cannot be a session's
		}
		releaseFD(fd)
		err = filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, unix.ENAMETOOLONG), len(name) >= unix.PathMax:
				return nil // the session may have removed it; no call takes a longer path
			case err != nil:
				return err
			case name != root:
				names = append(names, name)
			}
			if len(names) > maxWalked {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil && !errors.Is(err, unix.ENOTDIR) {
			return fatal("list the tree", err)
		}
	}
	slices.Sort(names)
	names = names[:min(len(names), target.MaxEntries)]
	found := treeFound{Entries: make([]target.Entry, len(names))}
	for i, name := range names {
		if err := describe(name, &found.Entries[i]); err != nil {
			return fatal("list the tree", err)
		}
	}
	packed, err := pack(found)
	if err != nil {
		return fatal("list the tree", err)
	}
	defer release(packed)
	if _, err := io.Copy(out, io.NewSectionReader(packed, 0, 1<<62)); err != nil {
		return fatal("list the tree", err)
	}
	return answer{}
}

func describe(name string, e *target.Entry) error {
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return &fs.PathError{Op: "lstat", Path: name, Err: err}
	}
	*e = target.Entry{Path: name, Mode: st.Mode, UID: int(st.Uid), GID: int(st.Gid)}
	var err error
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFLNK:
		e.Size = st.Size
		e.Link, err = os.Readlink(name)
	case unix.S_IFREG:
		e.Size = st.Size
		if e.Size <= target.MaxHashed {
			e.SHA256, err = sumOf(name)
		}
	}
	return err
}

func sumOf(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer release(f)
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
