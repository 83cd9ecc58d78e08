package vfs

import "github.com/sandfault/sandfault/primitives"

// PageSize is the unit of quotas and memory charges, in bytes.
const PageSize = 4096

// inode is one object of a file system: a file, directory, link, FIFO, socket or device.
type inode struct {
	fs       *Filesystem
	ino      uint64
	mode     uint32 // type and permission bits
	uid, gid uint32
	nlink    uint32
	rdev     uint64

	atime, mtime, ctime int64 // ns

	image  *imageNode // what is below it in the image; nil when a session made it
	dir    *directory // of a directory
	file   *content   // of a regular file
	target string     // of a symbolic link
	xattrs []Xattr    // sorted by name; the image's are shared until they are changed
	node   Node       // of a device, and of everything in a synthetic file system

	data any // what the kernel hangs on it: a FIFO's pipe, a lock table

	opens    int32 // open Files; with the names, the references that hold the space
	writers  int32 // open Files that may write: execve fails with ETXTBSY
	running  int32 // Files open for execution: opening for writing fails with ETXTBSY
	live     bool  // a synthetic inode: its attributes are its node's, asked every time
	changed  bool  // differs from the image below, in more than its access time
	copied   bool  // overlay: the upper layer has it
	attrsOwn bool  // its extended attributes are not the image's any more
	linkable bool  // O_TMPFILE without O_EXCL: linkat may give it a name
}

// access is the part of an inode that permission checks read.
type access struct {
	mode, uid, gid uint32
}

func (i *inode) access() access {
	if i.live {
		a := i.node.Attr()
		return access{a.Mode, a.UID, a.GID}
	}
	return access{i.mode, i.uid, i.gid}
}

// kind returns the type bits. A synthetic inode keeps the type it was found with.
func (i *inode) kind() uint32 { return i.mode & primitives.S_IFMT }

func (i *inode) isDir() bool     { return i.kind() == primitives.S_IFDIR }
func (i *inode) isRegular() bool { return i.kind() == primitives.S_IFREG }
func (i *inode) isSymlink() bool { return i.kind() == primitives.S_IFLNK }

// isSpecial reports a device, FIFO or socket: one can be written on a read-only mount.
func (i *inode) isSpecial() bool {
	switch i.kind() {
	case primitives.S_IFREG, primitives.S_IFDIR, primitives.S_IFLNK:
		return false
	default:
		return true
	}
}

// isDead reports a directory that was removed and lives on as somebody's cwd or open file.
func (i *inode) isDead() bool { return i.isDir() && i.nlink == 0 && !i.live }

// touch stamps the change of content and attributes.
func (i *inode) touch() {
	now := i.fs.now()
	i.mtime, i.ctime, i.changed = now, now, true
}

// touchAttr stamps the change of attributes alone.
func (i *inode) touchAttr() {
	i.ctime, i.changed = i.fs.now(), true
}

// day is how old an access time grows before relatime renews it, in ns.
const day = 24 * 60 * 60 * 1_000_000_000

// touchAccess stamps a read as the mount option relatime does, mount(8).
func (i *inode) touchAccess() {
	now := i.fs.now()
	if i.atime <= i.mtime || i.atime <= i.ctime || now-i.atime >= day {
		i.atime = now
	}
}

// stat is what stat(2) tells of the inode.
func (i *inode) stat() primitives.Stat {
	if i.live {
		return i.liveStat()
	}
	st := primitives.Stat{
		Dev: i.fs.dev, Ino: i.ino, Rdev: i.rdev, Nlink: uint64(i.nlink),
		Mode: i.mode, UID: i.uid, GID: i.gid, Blksize: PageSize,
		Atime: i.atime, Mtime: i.mtime, Ctime: i.ctime,
	}
	if i.fs.overlay && i.image != nil {
		st.Nlink = i.overlayLinks()
	}
	switch i.kind() {
	case primitives.S_IFREG:
		st.Size, st.Blocks = i.file.size, i.file.held*(PageSize/512)
	case primitives.S_IFDIR:
		st.Size, st.Blocks = i.fs.shape.dirSize(i.dir.count), i.fs.shape.dirPages*(PageSize/512)
	case primitives.S_IFLNK:
		st.Size, st.Blocks = int64(len(i.target)), i.fs.shape.symlinkPages(i.target)*(PageSize/512)
	}
	return st
}

// overlayLinks is what overlayfs reports for an inode of the image: the lower layer's count until the
// upper one has it, even when its name is gone; then 1 for a directory, for what both layers have
// together is not counted.
func (i *inode) overlayLinks() uint64 {
	switch {
	case !i.copied:
		return uint64(i.image.nlink)
	case i.isDir():
		return 1
	default:
		return uint64(i.nlink)
	}
}

func (i *inode) liveStat() primitives.Stat {
	st := i.node.Attr()
	if st.Ino == 0 {
		st.Ino = i.ino
	}
	if st.Nlink == 0 {
		st.Nlink = 1
		if i.isDir() {
			st.Nlink = 2
		}
	}
	if st.Blksize == 0 {
		st.Blksize = 1024
	}
	st.Dev = i.fs.dev
	return st
}

// release gives the space back when the last name and the last open File are gone.
func (i *inode) release() {
	if i.nlink > 0 || i.opens > 0 || i.live {
		return
	}
	switch i.kind() {
	case primitives.S_IFREG:
		i.file.truncate(i.fs, 0)
	case primitives.S_IFDIR:
		if i.owned() {
			i.fs.unreserve(i.fs.shape.dirPages)
		}
	case primitives.S_IFLNK:
		if i.owned() {
			i.fs.unreserve(i.fs.shape.symlinkPages(i.target))
		}
	}
	i.forgetXattrs()
	if i.owned() {
		i.fs.inodes--
	}
	if i.image == nil {
		i.fs.stores(-i.storage())
	}
}

// owned reports whether the inode counts against the quota of its file system: what the image
// brought does not.
func (i *inode) owned() bool { return i.image == nil || i.copied }
