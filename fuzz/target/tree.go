package target

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// Entry is one file as a session left it. Targets fill what they know: the root's own entry is not among
// them, directories and devices have no size, and times are left out, since no two targets share a clock.
type Entry struct {
	Path   string // absolute, any bytes but NUL
	Mode   uint32 // type and permission bits, as st_mode has them
	UID    int
	GID    int
	Size   int64  // bytes; of regular files and symbolic links
	SHA256 string // hex; of regular files of at most MaxHashed bytes, "" else
	Link   string // what a symbolic link says
}

// The bounds of Run.Tree, the same for every target, so that two trees can be compared.
const (
	MaxEntries = 5000
	MaxHashed  = 64 << 20 // bytes of one file
)

// TreeRoots are the directories whose contents Run.Tree lists under a profile, sorted: its home, working
// directory, further directories, what a restart keeps, and its writable tmpfs. A directory below another one
// is left out, and so is "/", which is the image's.
func TreeRoots(p *primitives.Profile) []string {
	roots := []string{p.Identity.Home, p.Paths.Cwd}
	for _, d := range p.Mounts.Dirs {
		roots = append(roots, d.Path)
	}
	roots = append(roots, p.Persistence.Paths...)
	for _, m := range p.Mounts.Mounts {
		if m.Type == primitives.MountTmpfs && !m.ReadOnly {
			roots = append(roots, m.Path)
		}
	}
	slices.Sort(roots)
	var out []string
	for _, r := range roots {
		below := func(above string) bool { return r == above || strings.HasPrefix(r, above+"/") }
		if r != "" && r != "/" && !slices.ContainsFunc(out, below) {
			out = append(out, r)
		}
	}
	return out
}

// listTree lists the trees of a profile in a namespace, as Run.Tree has them.
func listTree(ns *vfs.Namespace, p *primitives.Profile) ([]Entry, error) {
	var found []*vfs.Entry
	for _, root := range TreeRoots(p) {
		err := ns.WalkBelow(root, func(e *vfs.Entry) error {
			if e.Path != root {
				found = append(found, e)
			}
			return nil
		})
		gone := errors.Is(err, primitives.ENOENT) || errors.Is(err, primitives.ENOTDIR)
		if err != nil && !gone { // the session may have removed it
			return nil, fmt.Errorf("list %s: %w", root, err)
		}
	}
	slices.SortFunc(found, func(a, b *vfs.Entry) int { return cmp.Compare(a.Path, b.Path) })
	found = found[:min(len(found), MaxEntries)]
	out := make([]Entry, len(found))
	for i, e := range found {
		var err error
		if out[i], err = entryOf(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func entryOf(e *vfs.Entry) (Entry, error) {
	out := Entry{Path: e.Path, Mode: e.Stat.Mode, UID: int(e.Stat.UID), GID: int(e.Stat.GID)}
	switch {
	case e.Stat.IsSymlink():
		out.Link, out.Size = e.Target, e.Stat.Size
	case e.Stat.IsRegular():
		out.Size = e.Stat.Size
		if out.Size <= MaxHashed {
			sum, err := contentSum(e)
			if err != nil {
				return out, fmt.Errorf("read %s: %w", e.Path, err)
			}
			out.SHA256 = sum
		}
	}
	return out, nil
}

// contentSum hashes a file, whose holes read as zeros.
func contentSum(e *vfs.Entry) (string, error) {
	h := sha256.New()
	var at int64
	err := e.Data(func(off int64, b []byte) error {
		if err := zeros(h, off-at); err != nil {
			return err
		}
		at = off + int64(len(b))
		_, err := h.Write(b)
		return err
	})
	if err == nil {
		err = zeros(h, e.Stat.Size-at)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

func zeros(w io.Writer, n int64) error {
	var page [4096]byte
	for n > 0 {
		k := min(n, int64(len(page)))
		if _, err := w.Write(page[:k]); err != nil {
			return err
		}
		n -= k
	}
	return nil
}
