package tool

import (
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// regular copies a file's bytes, mode and what else is asked for.
func (c *copier) regular(from, to string, src *primitives.Stat, exists bool) bool {
	in, err := linux.OpenFile(from, primitives.O_RDONLY, 0)
	if err != nil {
		c.r.warnErr(err, "cannot open %s for reading", c.r.quoted(from))
		return false
	}
	defer closeInput(in)
	mode := src.Mode & 0o777
	omitted := uint32(0)
	if c.setMode != nil {
		mode = 0o600
	} else if c.owner {
		omitted = mode & 0o077
	}
	out, created, ok := c.openTarget(to, mode&^omitted, exists)
	if !ok {
		return false
	}
	ok = c.attributes || c.bytes(in, out, from, to)
	if err := out.Close(); err != nil {
		c.r.warnErr(err, "failed to close %s", c.r.quoted(to))
		ok = false
	}
	if !ok {
		return false
	}
	if created && omitted&^c.umask != 0 && !c.mode {
		_ = linux.Chmod(to, mode&^c.umask)
	}
	return c.preserve(to, src)
}

func (c *copier) openTarget(to string, mode uint32, exists bool) (f *linux.File, created, ok bool) {
	var err error
	if exists {
		f, err = linux.OpenFile(to, primitives.O_WRONLY|primitives.O_TRUNC, 0)
		if err != nil && c.force {
			if errUnlink := linux.Unlink(to); errUnlink != nil {
				c.r.warnErr(errUnlink, "cannot remove %s", c.r.quoted(to))
				return nil, false, false
			}
			if c.verbose {
				c.r.print("removed ", c.r.quoted(to), "\n")
			}
			exists = false
		}
	}
	if !exists {
		f, err = linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, mode)
		created = true
		if is(err, primitives.EEXIST) {
			c.r.warn("not writing through dangling symlink %s", c.r.quoted(to))
			return nil, false, false
		}
		if is(err, primitives.EISDIR) && strings.HasSuffix(to, "/") {
			err = primitives.ENOTDIR
		}
	}
	if err != nil {
		c.r.warnErr(err, "cannot create regular file %s", c.r.quoted(to))
		return nil, false, false
	}
	return f, created, true
}

const copySize = 128 << 10

func (c *copier) bytes(in, out *linux.File, from, to string) bool {
	buf := make([]byte, copySize)
	for {
		n, err := in.Read(buf)
		if err == io.EOF {
			return true
		}
		if err != nil {
			c.r.warnErr(err, "error reading %s", c.r.quoted(from))
			return false
		}
		if _, err = out.Write(buf[:n]); err != nil {
			if sameFileSystem(in.Fd, out.Fd) {
				c.r.warnErr(err, "error copying %s to %s", c.r.quoted(from), c.r.quoted(to))
			} else {
				c.r.warnErr(err, "error writing %s", c.r.quoted(to))
			}
			return false
		}
	}
}

// sameFileSystem reports whether copy_file_range(2) serves between two open files, which GNU's programs try
// first: both are regular files with contents, of one file system.
func sameFileSystem(a, b int) bool {
	from, err := linux.Fstat(a)
	if err != nil || !from.IsRegular() || from.Size == 0 {
		return false
	}
	to, err := linux.Fstat(b)
	return err == nil && to.IsRegular() && from.Dev == to.Dev
}

// preserve gives the copy the times, owner and mode of the source, as far as asked for.
func (c *copier) preserve(to string, src *primitives.Stat) bool {
	const here = primitives.AT_SYMLINK_NOFOLLOW
	ok := true
	if c.times {
		if err := linux.Utimens(to, src.Atime, src.Mtime, here); err != nil {
			c.r.warnErr(err, "preserving times for %s", c.r.quoted(to))
			ok = false
		}
	}
	if c.owner {
		err := linux.Lchown(to, int(src.UID), int(src.GID))
		if err != nil && linux.Geteuid() != 0 {
			_ = linux.Lchown(to, -1, int(src.GID)) // an ordinary user keeps what he may
		} else if err != nil {
			c.r.warnErr(err, "failed to preserve ownership for %s", c.r.quoted(to))
			ok = false
		}
	}
	if c.mode && !src.IsSymlink() {
		if err := linux.Chmod(to, src.Mode&0o7777); err != nil {
			c.r.warnErr(err, "preserving permissions for %s", c.r.quoted(to))
			ok = false
		}
	}
	return ok
}

func (c *copier) tree(from, to string, src *primitives.Stat, exists bool) bool {
	if c.inside(to, src) {
		if !exists && !c.move { // cp finds out when it meets what it has made
			_ = linux.Mkdir(to, src.Mode&0o777)
		}
		c.r.warn("cannot copy a directory, %s, into itself, %s", c.r.quoted(from), c.r.quoted(to))
		return false
	}
	if c.above[inodeOf(src)] {
		c.r.warn("cannot copy cyclic symbolic link %s", c.r.quoted(from))
		return false
	}
	c.above[inodeOf(src)] = true
	defer delete(c.above, inodeOf(src))
	restore := uint32(0)
	if !exists {
		mode := src.Mode & 0o7777
		omitted := mode & 0o022
		if c.owner {
			omitted = mode & 0o077
		}
		if err := linux.Mkdir(to, mode&^omitted); err != nil {
			c.r.warnErr(err, "cannot create directory %s", c.r.quoted(to))
			return false
		}
		restore = mode &^ c.umask
		if st, err := linux.Lstat(to); err == nil {
			c.made[inodeOf(&st)] = true
			if st.Mode&0o700 != 0o700 {
				_ = linux.Chmod(to, st.Mode&0o7777|0o700)
			} else if st.Mode&0o7777 == restore {
				restore = 0
			}
		}
	}
	c.say(from, to, src, exists)
	ok := c.children(from, to, src)
	if restore != 0 && !c.mode {
		_ = linux.Chmod(to, restore)
	}
	if !exists || c.mode || c.times {
		ok = c.preserve(to, src) && ok
	}
	return ok
}

func (c *copier) children(from, to string, src *primitives.Stat) bool {
	list, err := linux.ReadDir(from)
	if err != nil {
		c.r.warnErr(err, "cannot access %s", c.r.quoted(from))
		return false
	}
	ok := true
	for _, e := range list {
		name := join(from, e.Name)
		if c.oneFileSystem {
			if st, err := linux.Lstat(name); err == nil && st.Dev != src.Dev {
				continue
			}
		}
		ok = c.copy(name, join(to, e.Name), false) && ok
	}
	return ok
}

// inside reports whether to lies in the directory src or is one that this run made there.
func (c *copier) inside(to string, src *primitives.Stat) bool {
	if c.made[inodeOf(src)] {
		return true
	}
	for dir := dirName(to); ; dir = join(dir, "..") {
		st, err := linux.Stat(dir)
		if err != nil {
			return false
		}
		if sameFile(&st, src) {
			return true
		}
		up, err := linux.Stat(join(dir, ".."))
		if err != nil || sameFile(&st, &up) {
			return false
		}
	}
}
