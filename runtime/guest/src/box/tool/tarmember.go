package tool

import (
	"archive/tar"
	"errors"
	"io"
	"math"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// memberName takes the leading slash off, once with a word about it.
func (c *tarCreate) memberName(name string) string {
	if c.absolute {
		return name
	}
	short := strings.TrimLeft(name, "/")
	prefix := name[:len(name)-len(short)]
	if i := strings.LastIndex(short, "../"); i >= 0 && (i == 0 || short[i-1] == '/') {
		prefix, short = name[:len(name)-len(short)+i+3], short[i+3:]
	}
	if prefix != "" && !c.stripped {
		c.stripped = true
		c.r.message("Removing leading `" + prefix + "' from member names")
	}
	if short == "" {
		return "./"
	}
	return short
}

func (c *tarCreate) header(path, name string, st *primitives.Stat) bool {
	h := &tar.Header{
		Name: c.memberName(name), Mode: int64(st.Mode & 0o7777), Uid: int(st.UID), Gid: int(st.GID),
		ModTime: time.Unix(st.Mtime/1e9, 0), Format: c.format,
	}
	if c.mtime > math.MinInt64 && (!c.clamp || st.Mtime > c.mtime) {
		h.ModTime = time.Unix(0, c.mtime).Truncate(time.Second)
	}
	if c.setMode != nil {
		h.Mode = int64(c.setMode.apply(st.Mode, st.IsDir(), c.umask))
	}
	c.owners(h)
	var f *linux.File
	switch st.Mode & primitives.S_IFMT {
	case primitives.S_IFREG:
		h.Typeflag, h.Size = tar.TypeReg, st.Size
		if st.Nlink > 1 && strings.HasPrefix(name, "/") && !c.absolute && !c.linkTold {
			c.linkTold = true
			c.r.message("Removing leading `/' from hard link targets")
		}
		if first, ok := c.links[inodeOf(st)]; ok && st.Nlink > 1 && !c.hardDereference {
			h.Typeflag, h.Linkname, h.Size = tar.TypeLink, c.transformed(first, 'h'), 0
			break
		}
		var err error
		if f, err = openInput(path); err != nil {
			c.warn(err, "Cannot open", name)
			return false
		}
		defer closeInput(f)
		c.links[inodeOf(st)] = h.Name
	case primitives.S_IFDIR:
		h.Typeflag = tar.TypeDir
		h.Name = strings.TrimRight(h.Name, "/") + "/"
	case primitives.S_IFLNK:
		if first, ok := c.links[inodeOf(st)]; ok && st.Nlink > 1 && !c.hardDereference {
			h.Typeflag, h.Linkname = tar.TypeLink, c.transformed(first, 'h')
			break
		}
		c.links[inodeOf(st)] = h.Name
		target, err := linux.Readlink(path)
		if err != nil {
			c.warn(err, "Cannot readlink", name)
			return false
		}
		h.Typeflag, h.Linkname = tar.TypeSymlink, c.transformed(target, 's')
	case primitives.S_IFIFO:
		h.Typeflag = tar.TypeFifo
	default:
		h.Typeflag = tar.TypeChar
		if st.Mode&primitives.S_IFMT == primitives.S_IFBLK {
			h.Typeflag = tar.TypeBlock
		}
		h.Devmajor, h.Devminor = int64(major(st.Rdev)), int64(minor(st.Rdev))
	}
	stored := h.Name
	h.Name = c.transformed(h.Name, 'r')
	if c.verbose > 0 {
		shown := *h
		if !c.showTransformed {
			shown.Name = stored
		}
		c.tell(&shown)
	}
	return c.write(h, f, st, name)
}

// write puts a member's header and contents into the archive.
func (c *tarCreate) write(h *tar.Header, f *linux.File, st *primitives.Stat, name string) bool {
	c.check(c.out.Flush())
	if f != nil && c.sparse && c.sparseMember(h, f, st) {
		return true
	}
	c.raw.headers = true
	err := c.out.WriteHeader(h)
	c.raw.headers = false
	switch {
	case errors.Is(err, tar.ErrFieldTooLong), err != nil && strings.Contains(err.Error(), "annot encode"):
		c.failed = true
		c.tooLong(h)
		return false
	}
	c.check(err)
	if f != nil {
		c.contents(f, name, h.Size)
	}
	return true
}

// tooLong says what a format has no room for.
func (c *tarCreate) tooLong(h *tar.Header) {
	const most, mostLink = 256, 100
	switch {
	case len(h.Linkname) > mostLink:
		c.r.message(c.name(h.Linkname) + ": link name is too long; not dumped")
	case c.v7:
		c.r.message(sprintf("%s: file name is too long (max %d); not dumped", c.name(h.Name), 99))
	case len(h.Name) > most:
		c.r.message(sprintf("%s: file name is too long (max %d); not dumped", c.name(h.Name), most))
	default:
		c.r.message(c.name(h.Name) + ": file name is too long (cannot be split); not dumped")
	}
}

func (c *tarCreate) owners(h *tar.Header) {
	if !c.numeric {
		if a, ok := accountByID(c.users, h.Uid); ok {
			h.Uname = a.name
		}
		if a, ok := accountByID(c.groups, h.Gid); ok {
			h.Gname = a.name
		}
	}
	set := func(spec string, list []account, id *int, name *string) {
		if spec == "" {
			return
		}
		word, number, two := strings.Cut(spec, ":")
		if n, ok := parseUint(strings.TrimPrefix(word, "+")); ok {
			*id, *name = int(n), ""
			if a, known := accountByID(list, int(n)); known && !c.numeric {
				*name = a.name
			}
			return
		}
		if *name = word; two {
			n, _ := parseUint(number)
			*id = int(n)
		} else if a, ok := accountByName(list, word); ok {
			*id = a.id
		}
	}
	set(c.ownerName, c.users, &h.Uid, &h.Uname)
	set(c.groupName, c.groups, &h.Gid, &h.Gname)
}

// contents copies a file; one that shrank is filled up, as its header promised.
func (c *tarCreate) contents(f *linux.File, name string, size int64) {
	n, err := io.CopyBuffer(struct{ io.Writer }{c.out}, io.LimitReader(f, size), make([]byte, inputSize))
	if c.file.Err != nil {
		c.check(c.file.Err)
	}
	if err != nil {
		c.warn(err, "Read error", name)
	}
	if n < size {
		if err == nil {
			c.failed = true
			c.r.message(sprintf("%s: File shrank by %d bytes; padding with zeros", name, size-n))
		}
		zeros := make([]byte, inputSize)
		for ; n < size; n += min(size-n, int64(len(zeros))) {
			_, _ = c.out.Write(zeros[:min(size-n, int64(len(zeros)))])
		}
	}
}

// tell writes the line of -v, or that of -vv and of a list.
func (t *tarTool) tell(h *tar.Header) {
	full := t.verbose > 1 || t.mode == 't' && t.verbose > 0
	if !full {
		_, _ = t.info.WriteString(t.shown(h.Name) + "\n")
		return
	}
	t.tellFull(h)
}
