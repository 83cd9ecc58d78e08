package tool

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// place makes the member without its attributes.
func (x *tarRead) place(h *tar.Header, to string, body io.Reader) error {
	mode := uint32(h.Mode) & 0o777
	switch h.Typeflag {
	case tar.TypeDir:
		to = strings.TrimRight(to, "/")
		err := linux.Mkdir(to, mode|0o700)
		if is(err, primitives.EEXIST) && isDir(to) {
			return nil
		}
		return err
	case tar.TypeSymlink:
		if x.unsafe(h) {
			return x.placeholder(h, to)
		}
		return linux.Symlink(x.transformed(h.Linkname, 's'), to)
	case tar.TypeLink:
		from := x.linkTarget(h.Linkname)
		if x.dir != "" && !strings.HasPrefix(from, "/") {
			from = join(x.dir, from)
		}
		err := linux.Link(from, to)
		if err == nil {
			x.linked(to)
		}
		return err
	case tar.TypeFifo:
		return linux.Mknod(to, primitives.S_IFIFO|mode, 0)
	case tar.TypeChar, tar.TypeBlock:
		kind := uint32(primitives.S_IFCHR)
		if h.Typeflag == tar.TypeBlock {
			kind = primitives.S_IFBLK
		}
		return linux.Mknod(to, kind|mode, uint64(h.Devmajor)<<8|uint64(h.Devminor))
	}
	flags := primitives.O_WRONLY | primitives.O_CREAT | primitives.O_EXCL
	if x.overwrite {
		flags = primitives.O_WRONLY | primitives.O_CREAT | primitives.O_TRUNC
	}
	f, err := linux.OpenFile(to, flags, mode)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // writes were checked
	out, in := struct{ io.Writer }{x.holes(h, f)}, struct{ io.Reader }{body}
	_, err = io.CopyBuffer(out, in, make([]byte, inputSize))
	if err == nil && x.sparseHeader(h) {
		err = linux.Ftruncate(f.Fd, h.Size)
	}
	x.torn(h, err)
	return nil
}

// linkTarget is where a hard link leads, by the name that was given to the member there.
func (x *tarRead) linkTarget(name string) string {
	link := tar.Header{Name: x.transformed(name, 'h')}
	for range x.strip {
		_, rest, ok := strings.Cut(strings.TrimLeft(link.Name, "/"), "/")
		if !ok {
			return link.Name
		}
		link.Name = rest
	}
	if !x.absolute {
		return strings.TrimLeft(link.Name, "/")
	}
	return link.Name
}

// torn tells of a member whose contents could not be written or are not all there.
func (x *tarRead) torn(h *tar.Header, err error) {
	var e primitives.Errno
	switch {
	case err == nil:
	case errors.As(err, &e):
		x.failed = true
		x.r.message(x.name(h.Name) + ": Cannot write: " + e.Text())
	default:
		x.r.message("Unexpected EOF in archive") // of the member, and of what follows it
		x.fatal("Unexpected EOF in archive")
	}
}

// sparseHeader reports whether the member was stored without its holes.
func (x *tarRead) sparseHeader(h *tar.Header) bool {
	if h.Typeflag == tar.TypeGNUSparse {
		return true
	}
	for name := range h.PAXRecords {
		if strings.HasPrefix(name, "GNU.sparse") {
			return true
		}
	}
	return x.sparse
}

// holes returns a writer that leaves out blocks of zeros of a sparse member.
func (x *tarRead) holes(h *tar.Header, f *linux.File) io.Writer {
	if x.sparseHeader(h) {
		return &holeWriter{f}
	}
	return f
}

type holeWriter struct{ f *linux.File }

// Write implements io.Writer.
func (w *holeWriter) Write(b []byte) (int, error) {
	for i := 0; i < len(b); i += tarBlock {
		piece := b[i:min(i+tarBlock, len(b))]
		var err error
		if len(bytes.TrimLeft(piece, "\x00")) == 0 {
			_, err = w.f.Seek(int64(len(piece)), linux.SeekCur)
		} else {
			_, err = w.f.Write(piece)
		}
		if err != nil {
			return i, err
		}
	}
	return len(b), nil
}

// attributes sets owner, mode and time; those of a directory wait until its members are there.
func (x *tarRead) attributes(h *tar.Header, to string) {
	root := linux.Geteuid() == 0
	link := h.Typeflag == tar.TypeSymlink
	if (root || x.owner) && !x.noOwner {
		uid, gid := h.Uid, h.Gid
		if a, ok := accountByName(accounts(true), h.Uname); ok && !x.numeric {
			uid = a.id
		}
		if a, ok := accountByName(accounts(false), h.Gname); ok && !x.numeric {
			gid = a.id
		}
		if err := linux.Lchown(to, uid, gid); err != nil {
			x.warn(err, sprintf("Cannot change ownership to uid %d, gid %d", uid, gid), h.Name)
		}
	}
	mode := uint32(h.Mode) & 0o7777
	if !root && !x.permissions || x.noPermissions {
		mode &= 0o777 &^ x.umask
	}
	finish := func() {
		if !link {
			if err := linux.Chmod(to, mode); err != nil {
				x.warn(err, "Cannot change mode to "+modeString(mode), h.Name)
			}
		}
		if !x.touch {
			at := h.ModTime.UnixNano()
			now := linux.ClockGettime(linux.ClockRealtime)
			if err := linux.Utimens(to, now, at, primitives.AT_SYMLINK_NOFOLLOW); err != nil {
				x.warn(err, "Cannot utime", h.Name)
			}
		}
	}
	if h.Typeflag == tar.TypeDir {
		x.delays = append(x.delays, finish)
		return
	}
	finish()
}
