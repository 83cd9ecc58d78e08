package tool

import (
	"archive/tar"
	"bytes"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// compare tells what of a member is no longer as in the archive, tar -d.
func (x *tarRead) compare(h *tar.Header, body io.Reader) {
	path := strings.TrimRight(x.target(h), "/")
	if path == "" {
		return
	}
	if x.verbose > 0 {
		x.tell(h)
	}
	name := strings.TrimRight(h.Name, "/")
	st, err := linux.Lstat(path)
	if err != nil && !is(err, primitives.ENOENT) {
		x.warn(err, "Cannot stat", name)
		return
	}
	if err != nil {
		x.differs = true
		x.r.message(x.name(name) + ": Warning: Cannot stat: " + primitives.ErrnoOf(err).Text())
		return
	}
	kind := map[byte]uint32{
		tar.TypeReg: primitives.S_IFREG, tar.TypeDir: primitives.S_IFDIR, tar.TypeSymlink: primitives.S_IFLNK,
		tar.TypeFifo: primitives.S_IFIFO, tar.TypeChar: primitives.S_IFCHR, tar.TypeBlock: primitives.S_IFBLK,
	}[h.Typeflag]
	switch {
	case h.Typeflag == tar.TypeLink:
		x.compareLink(h, name, &st)
	case h.Typeflag == tar.TypeSymlink:
		if target, err := linux.Readlink(path); err != nil || target != h.Linkname {
			x.differ(name, "Symlink differs")
		}
	case st.Mode&primitives.S_IFMT != kind:
		x.differ(name, "File type differs")
	default:
		x.compareInode(h, name, &st)
		if h.Typeflag == tar.TypeReg {
			x.compareFile(h, path, name, &st, body)
		}
	}
}

func (x *tarRead) differ(name, what string) {
	x.differs = true
	x.r.print(x.name(name), ": ", what, "\n")
}

func (x *tarRead) compareLink(h *tar.Header, name string, st *primitives.Stat) {
	to := h.Linkname
	if x.dir != "" && !strings.HasPrefix(to, "/") {
		to = join(x.dir, to)
	}
	if other, err := linux.Lstat(to); err == nil && !sameFile(st, &other) {
		x.differ(name, "Not linked to "+x.name(h.Linkname))
	}
}

// compareInode compares the mode; of a directory nothing else counts.
func (x *tarRead) compareInode(h *tar.Header, name string, st *primitives.Stat) {
	if uint32(h.Mode)&0o7777 != st.Mode&0o7777 {
		x.differ(name, "Mode differs")
	}
}

func (x *tarRead) compareFile(h *tar.Header, path, name string, st *primitives.Stat, body io.Reader) {
	if h.Uid != int(st.UID) {
		x.differ(name, "Uid differs")
	}
	if h.Gid != int(st.GID) {
		x.differ(name, "Gid differs")
	}
	if h.ModTime.Unix() != st.Mtime/1e9 {
		x.differ(name, "Mod time differs")
	}
	if h.Size != st.Size {
		x.differ(name, "Size differs")
		return
	}
	f, err := openInput(path)
	if err != nil {
		x.warn(err, "Cannot open", name)
		return
	}
	defer closeInput(f)
	if !sameBytes(f, body) {
		x.differ(name, "Contents differ")
	}
}

// sameBytes compares two streams up to the end of the second.
func sameBytes(a, b io.Reader) bool {
	left, right := make([]byte, inputSize), make([]byte, inputSize)
	for {
		n, err := io.ReadFull(b, right)
		if n == 0 {
			return true
		}
		if m, _ := io.ReadFull(a, left[:n]); m < n || !bytes.Equal(left[:n], right[:n]) {
			return false
		}
		if err != nil {
			return true
		}
	}
}
