package vfs

import (
	"archive/tar"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
)

// xattrRecord is what stands before an attribute's name in a PAX header, as GNU tar and others write it.
const xattrRecord = "SCHILY.xattr."

// ExportTar writes what a directory shows as a tar archive (PAX): names relative to it, modes, owners, all
// three times, symbolic and hard links, devices, attributes; through all mounts but the synthetic ones. It
// asks no permission and stamps no access time. Sockets have no place in an archive and stay behind.
// ImportTar takes in what it wrote; limits bound what is written, holes included.
func (ns *Namespace) ExportTar(w io.Writer, dir string, limits ImportLimits) error {
	l, err := ns.lookupRoot(dir)
	if err != nil {
		return fmt.Errorf("export %q: %w", dir, err)
	}
	if !l.IsDir() {
		return fmt.Errorf("export %q: %w", dir, primitives.ENOTDIR)
	}
	x := export{w: tar.NewWriter(w), intake: intake{limits: limits.orDefault()}, first: map[*inode]string{}}
	t := traversal{ns: ns, fn: x.entry}
	if err := t.visit(l, "/"); err != nil {
		return fmt.Errorf("export %q: %w", dir, err)
	}
	if err := x.w.Close(); err != nil {
		return fmt.Errorf("export %q: %w", dir, err)
	}
	return nil
}

// export is one archive that is being written.
type export struct {
	w      *tar.Writer
	intake intake
	first  map[*inode]string // the name under which a file of several was written
}

func (x *export) entry(e *Entry) error {
	h, ok := x.header(e)
	if !ok {
		return nil
	}
	if err := x.intake.take(e.Path, h.Size); err != nil {
		return err
	}
	if err := x.w.WriteHeader(h); err != nil {
		return fmt.Errorf("%q: %w", e.Path, err)
	}
	if h.Typeflag != tar.TypeReg {
		return nil
	}
	return x.data(e, h.Size)
}

// header describes an entry; ok is false for what an archive cannot hold.
func (x *export) header(e *Entry) (h *tar.Header, ok bool) {
	st := &e.Stat
	h = &tar.Header{
		Format: tar.FormatPAX, Name: "./" + strings.TrimPrefix(e.Path, "/"),
		Mode: int64(st.Mode & 0o7777), Uid: int(st.UID), Gid: int(st.GID),
		ModTime: time.Unix(0, st.Mtime), AccessTime: time.Unix(0, st.Atime),
		ChangeTime: time.Unix(0, st.Ctime),
	}
	for _, a := range e.inode.xattrs {
		if h.PAXRecords == nil {
			h.PAXRecords = map[string]string{}
		}
		h.PAXRecords[xattrRecord+a.Name] = a.Value
	}
	if name, known := x.first[e.inode]; known {
		h.Typeflag, h.Linkname, h.PAXRecords = tar.TypeLink, name, nil
		return h, true
	}
	if !st.IsDir() && e.inode.nlink > 1 {
		x.first[e.inode] = h.Name
	}
	switch st.Mode & primitives.S_IFMT {
	case primitives.S_IFDIR:
		h.Typeflag, h.Name = tar.TypeDir, strings.TrimSuffix(h.Name, "/")+"/"
	case primitives.S_IFREG:
		h.Typeflag, h.Size = tar.TypeReg, st.Size
	case primitives.S_IFLNK:
		h.Typeflag, h.Linkname = tar.TypeSymlink, e.Target
	case primitives.S_IFIFO:
		h.Typeflag = tar.TypeFifo
	case primitives.S_IFCHR:
		h.Typeflag = tar.TypeChar
	case primitives.S_IFBLK:
		h.Typeflag = tar.TypeBlock
	default:
		return nil, false
	}
	h.Devmajor = int64(st.Rdev>>8&0xfff | st.Rdev>>32&^0xfff)
	h.Devminor = int64(st.Rdev&0xff | st.Rdev>>12&^0xff)
	return h, true
}

// data writes the bytes of a file, and zeros for its holes.
func (x *export) data(e *Entry, size int64) error {
	at := int64(0)
	err := e.Data(func(off int64, b []byte) error {
		if err := x.zeros(off - at); err != nil {
			return err
		}
		b = b[:min(int64(len(b)), size-off)]
		at = off + int64(len(b))
		_, err := x.w.Write(b)
		return err
	})
	if err == nil {
		err = x.zeros(size - at)
	}
	if err != nil {
		return fmt.Errorf("%q: %w", e.Path, err)
	}
	return nil
}

func (x *export) zeros(n int64) error {
	var page [PageSize]byte
	for n > 0 {
		part := min(n, PageSize)
		if _, err := x.w.Write(page[:part]); err != nil {
			return err
		}
		n -= part
	}
	return nil
}
