package vfs

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"github.com/sandfault/sandfault/primitives"
)

// ImportLimits bound what an import may take in. Zero fields mean the defaults.
type ImportLimits struct {
	Bytes   int64 // of all contents; 0 = 4 GiB
	Entries int   // files, directories and links; 0 = 1,000,000
}

func (l ImportLimits) orDefault() ImportLimits {
	if l.Bytes == 0 {
		l.Bytes = 4 << 30
	}
	if l.Entries == 0 {
		l.Entries = 1_000_000
	}
	return l
}

// intake counts what an import took in.
type intake struct {
	limits  ImportLimits
	bytes   int64
	entries int
}

func (t *intake) take(name string, size int64) error {
	t.entries++
	t.bytes += size
	if size < 0 || t.entries > t.limits.Entries || t.bytes > t.limits.Bytes {
		return fmt.Errorf("import: %q: more than %d entries or %d bytes",
			name, t.limits.Entries, t.limits.Bytes)
	}
	return nil
}

// ImportTar adds a tar archive, such as `docker export` writes. Names are taken as relative to the
// root; one that leaves the root is an error. Of extended attributes those of users are taken in.
func (b *ImageBuilder) ImportTar(r io.Reader, limits ImportLimits) error {
	t := intake{limits: limits.orDefault()}
	for tr := tar.NewReader(r); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return b.err
		}
		if err != nil {
			return fmt.Errorf("import tar: %w", err)
		}
		if err := t.take(h.Name, h.Size); err != nil {
			return err
		}
		if err := b.tarEntry(h, tr); err != nil {
			return err
		}
	}
}

func (b *ImageBuilder) tarEntry(h *tar.Header, r io.Reader) error {
	if slices.Contains(strings.Split(h.Name, "/"), "..") {
		return fmt.Errorf("import tar: %q leaves the root", h.Name)
	}
	a := Attr{
		Mode: uint32(h.Mode & 0o7777), UID: uint32(h.Uid), GID: uint32(h.Gid), // 32 bits on Linux
		Mtime: nanoseconds(h.ModTime), Xattrs: tarXattrs(h),
	}
	if !h.AccessTime.IsZero() && !h.ChangeTime.IsZero() {
		a.Times = &AccessTimes{nanoseconds(h.AccessTime), nanoseconds(h.ChangeTime)}
	}
	rdev := makedev(uint32(h.Devmajor), uint32(h.Devminor))
	switch h.Typeflag {
	case tar.TypeDir:
		b.Dir(h.Name, a)
	case tar.TypeReg:
		content, err := io.ReadAll(r) // grows with what is there: the header's size may lie
		if err != nil {
			return fmt.Errorf("import tar: %q: %w", h.Name, err)
		}
		b.File(h.Name, content, a)
	case tar.TypeSymlink:
		b.Symlink(h.Name, h.Linkname, a)
	case tar.TypeLink:
		b.Link(h.Name, h.Linkname)
	case tar.TypeChar:
		b.Special(h.Name, primitives.S_IFCHR, rdev, a)
	case tar.TypeBlock:
		b.Special(h.Name, primitives.S_IFBLK, rdev, a)
	case tar.TypeFifo:
		b.Special(h.Name, primitives.S_IFIFO, 0, a)
	case tar.TypeXGlobalHeader:
	default:
		return fmt.Errorf("import tar: %q: type %q", h.Name, h.Typeflag)
	}
	return b.err
}

// nanoseconds is a time as inodes hold it; one beyond what they can hold is the nearest that they can.
func nanoseconds(t time.Time) int64 {
	const most = math.MaxInt64 / 1_000_000_000
	switch s := t.Unix(); {
	case s >= most:
		return most * 1_000_000_000
	case s <= -most:
		return -most * 1_000_000_000
	}
	return t.UnixNano()
}

// tarXattrs returns the attributes of users that an archive gives to an entry.
func tarXattrs(h *tar.Header) []Xattr {
	var list []Xattr
	for _, key := range slices.Sorted(maps.Keys(h.PAXRecords)) {
		name, ok := strings.CutPrefix(key, xattrRecord)
		if ok && strings.HasPrefix(name, spaceUser) && CheckXattr(name, len(h.PAXRecords[key]), 0) == nil {
			list = append(list, Xattr{name, h.PAXRecords[key]})
		}
	}
	return list
}

// ImportFs adds the tree below root of any afero.Fs. Owners come from a file system of this
// package; others have none, and everything is root's. Links are kept where fsys tells of them.
// The host's disk comes in through an os.Root, never through a plain BasePathFs, which follows
// links out of its base.
func (b *ImageBuilder) ImportFs(fsys afero.Fs, root string, limits ImportLimits) error {
	im := fsImport{b: b, fsys: fsys, intake: intake{limits: limits.orDefault()}}
	return im.dir(root, "/")
}

type fsImport struct {
	b      *ImageBuilder
	fsys   afero.Fs
	intake intake
}

func (im *fsImport) dir(from, to string) error {
	infos, err := afero.ReadDir(im.fsys, from)
	if err != nil {
		return fmt.Errorf("import %q: %w", from, err)
	}
	for _, info := range infos { // ReadDir sorts by name
		if err := im.entry(path.Join(from, info.Name()), path.Join(to, info.Name())); err != nil {
			return err
		}
	}
	return im.b.err
}

func (im *fsImport) entry(from, to string) error {
	info, err := lstat(im.fsys, from)
	if err != nil {
		return fmt.Errorf("import %q: %w", from, err)
	}
	size := info.Size()
	if !info.Mode().IsRegular() {
		size = 0
	}
	if err := im.intake.take(from, size); err != nil {
		return err
	}
	a := Attr{Mode: modeBits(info.Mode()), Mtime: nanoseconds(info.ModTime())}
	if st, ok := info.Sys().(*primitives.Stat); ok {
		a.UID, a.GID, a.Times = st.UID, st.GID, &AccessTimes{st.Atime, st.Ctime}
	}
	switch {
	case info.IsDir():
		im.b.Dir(to, a)
		return im.dir(from, to)
	case info.Mode()&os.ModeSymlink != 0:
		return im.symlink(from, to, a)
	case info.Mode().IsRegular():
		content, err := afero.ReadFile(im.fsys, from)
		if err != nil {
			return fmt.Errorf("import %q: %w", from, err)
		}
		im.b.File(to, content, a)
	}
	return im.b.err // sockets and devices stay behind
}

func (im *fsImport) symlink(from, to string, a Attr) error {
	reader, ok := im.fsys.(afero.LinkReader)
	if !ok {
		return fmt.Errorf("import %q: %w", from, afero.ErrNoReadlink)
	}
	target, err := reader.ReadlinkIfPossible(from)
	if err != nil {
		return fmt.Errorf("import %q: %w", from, err)
	}
	im.b.Symlink(to, target, a)
	return im.b.err
}

func lstat(fsys afero.Fs, name string) (os.FileInfo, error) {
	if l, ok := fsys.(afero.Lstater); ok {
		info, _, err := l.LstatIfPossible(name)
		return info, err
	}
	return fsys.Stat(name)
}
