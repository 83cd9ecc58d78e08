package vfs

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
)

// File is an open inode on a mount. It has no offset: that belongs to the open file description of
// whoever opened it. Close gives it back exactly once.
type File struct {
	loc    Location
	flags  int32 // of open(2)
	exec   bool
	closed bool
	kept   *reading // nil until there is something
}

// reading is what an open file keeps from one call to the next. Few do: a File is to stay small, for beside
// many files its size is most of what opening one costs.
type reading struct {
	text  []byte   // of a Text node, as it was when it was last read from its beginning
	names []string // of a directory, as they were when it was last read from its beginning
	held  int64    // bytes of the host for these two
}

func (f *File) ns() *Namespace { return f.loc.mount.ns }

func (f *File) inode() *inode { return f.loc.dentry.inode }

func (ns *Namespace) newFile(l Location, flags int) *File {
	f := &File{loc: l, flags: int32(flags)} //nolint:gosec // open(2) takes an int of C
	l.inode().opens++
	l.mount.opens++
	ns.opens++
	if f.canWrite() {
		l.inode().writers++
		l.mount.writers += f.regular()
	}
	return f
}

// Close gives the file back. Space that no name holds any more is free after the last Close.
func (f *File) Close() error {
	if f.closed {
		return primitives.EBADF
	}
	f.closed = true
	ns, i := f.ns(), f.inode()
	if f.kept != nil {
		ns.stored -= f.kept.held
		f.kept = nil
	}
	i.opens--
	f.loc.mount.opens--
	ns.opens--
	if f.canWrite() {
		i.writers--
		f.loc.mount.writers -= f.regular()
	}
	if f.exec {
		i.running--
	}
	i.release()
	return nil
}

// keep keeps what was read, in place of what was kept before, and accounts for it.
func (f *File) keep(r reading) error {
	if f.kept == nil {
		f.kept = &reading{}
	}
	ns, more := f.ns(), r.held-f.kept.held
	if more > 0 && ns.host != nil {
		if err := ns.host(more); err != nil {
			return err
		}
	}
	ns.stored += more
	*f.kept = r
	return nil
}

// isPath reports a file that O_PATH opened: it is a place, and no call on content takes it.
func (f *File) isPath() bool { return f.flags&primitives.O_PATH != 0 }

func (f *File) canWrite() bool {
	how := f.flags & primitives.O_ACCMODE
	return (how == primitives.O_WRONLY || how == primitives.O_RDWR) && !f.isPath()
}

func (f *File) canRead() bool {
	how := f.flags & primitives.O_ACCMODE
	return (how == primitives.O_RDONLY || how == primitives.O_RDWR) && !f.isPath()
}

// regular is 1 unless the file is of a kind whose data is no file system's: it can be written on any mount.
func (f *File) regular() int {
	if f.inode().isSpecial() {
		return 0
	}
	return 1
}

// Flags returns the flags that the file was opened with.
func (f *File) Flags() int { return int(f.flags) }

// Mode returns type and permission bits.
func (f *File) Mode() uint32 { return f.inode().access().mode }

// Node returns what drives a device or a synthetic file, or nil.
func (f *File) Node() Node { return f.inode().node }

// Data returns what SetData hung on the inode: all Files of it share that.
func (f *File) Data() any { return f.inode().data }

// SetData hangs something of the kernel's on the inode: a FIFO's pipe, a lock table.
func (f *File) SetData(v any) { f.inode().data = v }

// Location returns where the file was opened.
func (f *File) Location() Location { return f.loc }

// MountID returns the number of the file's mount, as in the mount table.
func (f *File) MountID() int { return f.loc.mount.id }

// MountFlags returns what the file's mount forbids.
func (f *File) MountFlags() MountFlags { return f.loc.mount.flags }

// Path returns the absolute path as /proc/self/fd shows it, with " (deleted)" when the name is gone.
func (f *File) Path() string {
	p, exists := f.ns().path(f.loc)
	if !exists {
		p += " (deleted)"
	}
	return p
}

// Stat returns the attributes, fstat(2).
func (f *File) Stat() primitives.Stat { return f.inode().stat() }

// Statfs returns the state of the file system, fstatfs(2).
func (f *File) Statfs() primitives.Statfs { return f.loc.mount.statfs() }

// Size returns the size in bytes.
func (f *File) Size() int64 {
	if f.inode().file != nil {
		return f.inode().file.size
	}
	st := f.inode().stat()
	return st.Size
}

// Accessed stamps a read of what the kernel reads itself, such as a FIFO.
func (f *File) Accessed() {
	if f.flags&oNoatime == 0 {
		f.loc.mount.flags.accessed(f.inode())
	}
}

// Modified stamps a write into what the kernel writes itself.
func (f *File) Modified() {
	if !f.loc.mount.readOnly() && !f.inode().live {
		f.inode().touch()
	}
}

// MaxSize returns how large the file may become, in bytes.
func (f *File) MaxSize() int64 {
	if f.inode().fs == nil {
		return MaxFileSize
	}
	return f.inode().fs.fileLimit()
}

// Program returns what the image's builder gave for a program, while the file is as the image has it.
func (f *File) Program() any { return f.inode().program() }

func (i *inode) program() any {
	if i.image != nil && i.file != nil {
		if b, whole := i.file.bytes(); whole && len(b) == len(i.image.content) {
			return i.image.program
		}
	}
	return nil
}

// Contents returns all bytes of a regular file: the image's own, which nobody may write, when the
// file is as the image has it, else a copy.
func (f *File) Contents() []byte {
	if f.inode().file == nil {
		return nil
	}
	return f.inode().file.copyOut()
}

// Chmod sets permission bits, fchmod(2).
func (f *File) Chmod(c *primitives.Cred, mode uint32) error {
	if f.isPath() {
		return primitives.EBADF
	}
	return f.ns().chmod(c, f.loc, mode)
}

// Chown sets the owner, fchown(2).
func (f *File) Chown(c *primitives.Cred, uid, gid uint32) error {
	if f.isPath() {
		return primitives.EBADF
	}
	return f.ns().chown(c, f.loc, uid, gid)
}

// Utimens sets the times, futimens(3).
func (f *File) Utimens(c *primitives.Cred, t Times) error {
	switch {
	case t.Idle():
		return nil
	case f.isPath():
		return primitives.EBADF
	}
	return f.ns().utimens(c, f.loc, t)
}

// tmpName is the name that Linux shows for a file made by O_TMPFILE.
func tmpName(ino uint64) string { return "#" + strconv.FormatUint(ino, 10) }
