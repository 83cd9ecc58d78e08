package tool

import (
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
	above                                  map[inode]bool // the directories that are being copied
}

func newCopier(r *run) *copier {
	return &copier{
		r: r, umask: currentUmask(), backup: &backup{suffix: "~"},
		made: map[inode]bool{}, seen: map[inode]string{}, operands: map[inode]bool{},
		above: map[inode]bool{},
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
	if err != nil && !is(err, primitives.ENOENT) {
		c.r.warnErr(err, "cannot stat %s", c.r.quoted(to))
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
	case c.backup.kind != "" && !isLink && !(dirName(from) == dirName(to) && baseName(from) == baseName(to)):
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
		if err := c.backup.make(c.r, to); err != nil {
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
	if err := linux.Unlink(to); err != nil && !is(err, primitives.ENOENT) {
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
			c.r.print(c.r.quoted(from), " -> ", c.r.quoted(to), c.backup.note(c.r), "\n")
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
		text, err = "cannot create symbolic link "+c.r.quoted(to)+" to "+
			""+c.r.quoted(from), linux.Symlink(from, to)
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
