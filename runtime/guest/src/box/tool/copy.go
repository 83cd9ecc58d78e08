package tool

import (
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// inode identifies a file apart from its names.
type inode struct{ dev, ino uint64 }

func inodeOf(st *primitives.Stat) inode { return inode{st.Dev, st.Ino} }

// copier is the machine behind cp, mv and install.
type copier struct {
	r                                      *run
	recursive, force, ask, keep, update    bool
	verbose, hardLink, symlink, parents    bool
	removeFirst, oneFileSystem, attributes bool
	followAll, followOperands              bool
	mode, owner, times, links              bool // what is preserved
	move                                   bool // mv between file systems
	setMode                                *modeChange
	backup                                 *backup
	umask                                  uint32
	made                                   map[inode]bool   // destinations of this run
	seen                                   map[inode]string // sources with several links
	operands                               map[inode]bool
}

func newCopier(r *run) *copier {
	return &copier{
		r: r, umask: currentUmask(), backup: &backup{suffix: "~"},
		made: map[inode]bool{}, seen: map[inode]string{}, operands: map[inode]bool{},
	}
}

func (c *copier) stat(name string, operand bool) (primitives.Stat, error) {
	if c.followAll || operand && c.followOperands {
		return linux.Stat(name)
	}
	return linux.Lstat(name)
}

// copy copies a file or a tree and reports whether all went well.
func (c *copier) copy(from, to string, operand bool) bool {
	src, err := c.stat(from, operand)
	if err != nil {
		c.r.warnErr(err, "cannot stat %s", c.r.quoted(from))
		return false
	}
	if src.IsDir() && !c.recursive {
		c.r.warn("-r not specified; omitting directory %s", c.r.quoted(from))
		return false
	}
	if operand && !c.move && c.repeated(from, &src) {
		return true
	}
	dst, err := linux.Lstat(to)
	if err == nil && dst.IsSymlink() && c.writesThrough(&src) {
		dst, err = linux.Stat(to)
	}
	exists := err == nil
	if err != nil && err != primitives.ENOENT { //nolint:errorlint // a bare Errno
		c.r.warnErr(err, "failed to access %s", c.r.quoted(to))
		return false
	}
	if exists {
		skip, ok := c.conflict(from, to, &src, &dst)
		if skip || !ok {
			return ok
		}
		if exists, ok = c.clear(to, &src, &dst); !ok {
			return false
		}
	}
	if done, ok := c.secondLink(&src, to); done {
		return ok
	}
	return c.create(from, to, &src, exists)
}

// writesThrough reports whether a link at the destination is followed.
func (c *copier) writesThrough(src *primitives.Stat) bool {
	return src.IsRegular() && !c.removeFirst && !c.move && !c.hardLink && !c.symlink
}

func (c *copier) repeated(from string, src *primitives.Stat) bool {
	if c.operands[inodeOf(src)] && c.backup.kind == "" {
		what := "file"
		if src.IsDir() {
			what = "directory"
		}
		c.r.message("warning: source " + what + " " + c.r.quoted(from) + " specified more than once")
		return true
	}
	if src.Nlink < 2 || src.IsDir() {
		c.operands[inodeOf(src)] = true
	}
	return false
}

// conflict decides what an existing destination means: skip the file, fail, or go on.
func (c *copier) conflict(from, to string, src, dst *primitives.Stat) (skip, ok bool) {
	r := c.r
	if sameFile(src, dst) {
		return c.same(from, to, src)
	}
	switch {
	case c.update && !src.IsDir() && src.Mtime <= dst.Mtime:
		return true, true
	case c.keep && !src.IsDir():
		return true, true
	case src.IsDir() && !dst.IsDir():
		r.warn("cannot overwrite non-directory %s with directory %s", r.quoted(to), r.quoted(from))
		return false, false
	case !src.IsDir() && dst.IsDir():
		r.warn("cannot overwrite directory %s with non-directory", r.quoted(to))
		return false, false
	case !src.IsDir() && c.made[inodeOf(dst)]:
		r.warn("will not overwrite just-created %s with %s", r.quoted(to), r.quoted(from))
		return false, false
	case c.ask && !src.IsDir() && !r.confirm("overwrite %s? ", r.quoted(to)):
		return true, true
	}
	return false, true
}

// same handles a destination that is the source itself.
func (c *copier) same(from, to string, src *primitives.Stat) (skip, ok bool) {
	link, err := linux.Lstat(to)
	isLink := err == nil && link.IsSymlink()
	switch {
	case c.backup.kind != "" && !isLink:
		return false, true
	case c.hardLink && !isLink, c.force && c.hardLink:
		return true, true
	case c.removeFirst && src.Nlink > 1, c.removeFirst && isLink:
		return false, true
	case src.IsDir() && from != to && c.recursive:
		c.r.warn("cannot copy a directory, %s, into itself, %s", c.r.quoted(from), c.r.quoted(to))
		return false, false
	}
	c.r.warn("%s and %s are the same file", c.r.quoted(from), c.r.quoted(to))
	return false, false
}

// clear makes room at an existing destination where it cannot be written in place.
func (c *copier) clear(to string, src, dst *primitives.Stat) (exists, ok bool) {
	if dst.IsDir() {
		return true, true
	}
	if c.backup.kind != "" {
		if err := c.backup.make(to); err != nil {
			c.r.warnErr(err, "cannot backup %s", c.r.quoted(to))
			return true, false
		}
		return false, true
	}
	inPlace := src.IsRegular() && c.writesThrough(src)
	forced := c.force && (c.hardLink || c.symlink || !src.IsRegular())
	if inPlace && !c.removeFirst || !forced && !c.removeFirst && !c.move && !c.links {
		return true, true
	}
	if err := linux.Unlink(to); err != nil && err != primitives.ENOENT { //nolint:errorlint // a bare Errno
		c.r.warnErr(err, "cannot remove %s", c.r.quoted(to))
		return true, false
	}
	if c.verbose {
		c.r.print("removed ", c.r.quoted(to), "\n")
	}
	return false, true
}

// secondLink joins the names of one source again at the destination.
func (c *copier) secondLink(src *primitives.Stat, to string) (done, ok bool) {
	if !c.links || src.Nlink < 2 || src.IsDir() {
		return false, false
	}
	first, known := c.seen[inodeOf(src)]
	if !known {
		c.seen[inodeOf(src)] = to
		return false, false
	}
	if err := linux.Link(first, to); err != nil {
		c.r.warnErr(err, "cannot create hard link %s to %s", c.r.quoted(to), c.r.quoted(first))
		return true, false
	}
	return true, true
}

func (c *copier) say(from, to string, src *primitives.Stat, exists bool) {
	switch {
	case !c.verbose:
	case !c.move:
		if !src.IsDir() || !exists {
			c.r.print(c.r.quoted(from), " -> ", c.r.quoted(to), "\n")
		}
	case src.IsDir():
		if !exists {
			c.r.print("created directory ", c.r.quoted(to), "\n")
		}
	default:
		c.r.print("copied ", c.r.quoted(from), " -> ", c.r.quoted(to), "\n")
	}
}

func (c *copier) create(from, to string, src *primitives.Stat, exists bool) bool {
	if !src.IsDir() {
		c.say(from, to, src, exists)
	}
	var err error
	var text string
	switch kind := src.Mode & primitives.S_IFMT; {
	case src.IsDir():
		return c.tree(from, to, src, exists)
	case c.symlink:
		if !strings.HasPrefix(from, "/") && dirName(to) != "." {
			c.r.warn("%s: can make relative symbolic links only in current directory", c.r.plain(to))
			return false
		}
		text, err = "cannot create symbolic link "+c.r.quoted(to)+" to "+c.r.quoted(from), linux.Symlink(from, to)
	case c.hardLink:
		text, err = "cannot create hard link "+c.r.quoted(to)+" to "+c.r.quoted(from), linux.Link(from, to)
	case kind == primitives.S_IFREG || !c.recursive && kind != primitives.S_IFLNK:
		if !c.regular(from, to, src, exists) {
			return false
		}
	case kind == primitives.S_IFLNK:
		var target string
		if target, err = linux.Readlink(from); err != nil {
			text = "cannot read symbolic link " + c.r.quoted(from)
			break
		}
		text, err = "cannot create symbolic link "+c.r.quoted(to), linux.Symlink(target, to)
	default:
		text, err = "cannot create special file "+c.r.quoted(to), linux.Mknod(to, src.Mode, src.Rdev)
		if kind == primitives.S_IFIFO {
			text = "cannot create fifo " + c.r.quoted(to)
		}
	}
	if err != nil {
		c.r.warnErr(err, "%s", text)
		return false
	}
	if st, err := linux.Lstat(to); err == nil {
		c.made[inodeOf(&st)] = true
	}
	if c.hardLink || c.symlink || src.IsRegular() {
		return true
	}
	return c.preserve(to, src)
}

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
		if err == primitives.EEXIST { //nolint:errorlint // a bare Errno
			c.r.warn("not writing through dangling symlink %s", c.r.quoted(to))
			return nil, false, false
		}
		if err == primitives.EISDIR && strings.HasSuffix(to, "/") { //nolint:errorlint // a bare Errno
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
		if err == io.EOF { //nolint:errorlint // File returns it bare
			return true
		}
		if err != nil {
			c.r.warnErr(err, "error reading %s", c.r.quoted(from))
			return false
		}
		if _, err = out.Write(buf[:n]); err != nil {
			c.r.warnErr(err, "error writing %s", c.r.quoted(to))
			return false
		}
	}
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
		c.r.warn("cannot copy a directory, %s, into itself, %s", c.r.quoted(from), c.r.quoted(to))
		return false
	}
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
