package vfs

import "github.com/sandfault/sandfault/primitives"

// Magic numbers of file systems, statfs(2).
const (
	MagicTmpfs   = 0x01021994
	MagicExt4    = 0xef53
	MagicOverlay = 0x794c7630
	MagicProc    = 0x9fa0
	MagicSysfs   = 0x62656572
)

// Filesystem is a tree of inodes with one device number and one quota. It outlives the Namespace
// that mounts it: a volume that survives a restart is a Filesystem mounted again in the next
// Namespace. It may be mounted by one living Namespace at a time.
type Filesystem struct {
	kind    string // as in the mount table: tmpfs, overlay, ext4, proc
	source  string // as in the mount table
	magic   int64
	dev     uint64
	shape   shape
	overlay bool
	root    *dentry

	image *Image
	hard  map[*imageNode]*inode // inodes of the image that have several names

	frozen       frozen            // of a file system that was forked
	thawedInodes map[*inode]*inode // of those with several names, by what they were before the last fork

	readOnly bool         // whatever its mounts say
	given    TmpfsOptions // of a tmpfs: what the mount table tells
	mounts   int          // how many show it, with those that were taken away while in use

	lastIno uint64

	pages, maxPages   int64 // charged to the quota, and its limit; 0 = unlimited
	inodes, maxInodes int64
	dquot             bool  // the limits are a quota: EDQUOT
	xattrs            int64 // bytes of attributes that count as inodes, on a tmpfs

	stored int64 // bytes of the host that it holds beyond its image

	charged bool // its pages count as the session's memory
	owner   *Namespace
	epoch   int64 // ns, the time before any Namespace mounts it
}

// shape is what one kind of file system differs in from another.
type shape struct {
	emptyDir, perEntry int64  // bytes of a directory: size = emptyDir + entries*perEntry
	dirPages           int64  // pages that a directory takes
	inlineSymlink      int    // bytes: longer targets take a page
	maxLinks           uint32 // names of one inode; 0 = unlimited
	minTime            int64  // ns; 0 = none
	maxSize            int64  // bytes of a file; 0 = MaxFileSize
	noDeadTmpfile      bool   // O_TMPFILE in a removed directory is EPERM
	linkTakesInode     bool   // every further name counts as an inode
	xattrBlock         int64  // bytes for the attributes of one inode; 0 = they count as inodes
}

func tmpfsShape() shape {
	return shape{emptyDir: 40, perEntry: 20, inlineSymlink: 127, linkTakesInode: true}
}

func ext4Shape() shape {
	return shape{
		emptyDir: PageSize, dirPages: 1, inlineSymlink: 59, maxLinks: 65000, xattrBlock: PageSize,
		maxSize: (1<<32 - 1) * PageSize, noDeadTmpfile: true,
		minTime: -1 << 31 * 1_000_000_000,
	}
}

func (s *shape) dirSize(entries int) int64 { return s.emptyDir + int64(entries)*s.perEntry }

// fileLimit returns the largest size of a file, in bytes.
func (fs *Filesystem) fileLimit() int64 {
	if fs.shape.maxSize > 0 {
		return fs.shape.maxSize
	}
	return MaxFileSize
}

func (s *shape) symlinkPages(target string) int64 {
	if len(target) > s.inlineSymlink {
		return 1
	}
	return 0
}

// now is the virtual clock of the Namespace that mounts the file system, ns.
func (fs *Filesystem) now() int64 {
	if fs.owner == nil {
		return fs.epoch
	}
	fs.epoch = fs.owner.now()
	return fs.epoch
}

func (fs *Filesystem) nextIno() uint64 {
	fs.lastIno++
	return fs.lastIno
}

// makeInode makes an inode without a name. The caller settles the quota.
func (fs *Filesystem) makeInode(mode, uid, gid uint32) *inode {
	now := fs.now()
	var i *inode
	if mode&primitives.S_IFMT == primitives.S_IFREG {
		r := &struct { // one object: many files are a burden to the collector
			inode   inode
			content content
		}{}
		i = &r.inode
		i.file = &r.content
	} else {
		i = &inode{}
	}
	i.fs, i.ino, i.mode, i.uid, i.gid, i.nlink = fs, fs.nextIno(), mode, uid, gid, 1
	i.atime, i.mtime, i.ctime, i.changed = now, now, now, true
	if i.isDir() {
		i.nlink = 2
		i.dir = newDirectory(nil)
	}
	return i
}

// imageInode makes the session's inode of a node of the image.
func (fs *Filesystem) imageInode(n *imageNode) *inode {
	if i := fs.hard[n]; i != nil {
		return i
	}
	if i := fs.frozen.hard[n]; i != nil {
		return fs.thawInode(i)
	}
	i := &inode{
		fs: fs, ino: n.ino, mode: n.mode, uid: n.uid, gid: n.gid, nlink: n.nlink, rdev: n.rdev,
		atime: n.atime, mtime: n.mtime, ctime: n.ctime, image: n, target: n.target,
		xattrs: n.xattrs,
	}
	switch i.kind() {
	case primitives.S_IFDIR:
		i.dir = newDirectory(n)
	case primitives.S_IFREG:
		i.file = newContent(n.content)
	}
	if n.nlink > 1 && !i.isDir() {
		if fs.hard == nil {
			fs.hard = map[*imageNode]*inode{}
		}
		fs.hard[n] = i
	}
	return i
}

// Usage returns the pages and inodes that count against the quota.
func (fs *Filesystem) Usage() (pages, inodes int64) { return fs.pages, fs.inodes }

// What a disk without a quota reports: 1 TiB and as many inodes as ext4 makes for it.
const (
	diskPages  = 1 << 28
	diskInodes = 1 << 26
)

// statfs is what statfs(2) tells, without the flags of a mount. A tmpfs without a limit reports none,
// as Linux does.
func (fs *Filesystem) statfs() primitives.Statfs {
	st := primitives.Statfs{Type: fs.magic, Bsize: PageSize, Namelen: maxName}
	pages, inodes := fs.maxPages, fs.maxInodes
	if fs.image != nil && pages == 0 {
		pages = diskPages
	}
	if fs.image != nil && inodes == 0 {
		inodes = diskInodes
	}
	if pages > 0 {
		st.Blocks = uint64(pages)
		st.Bfree = uint64(max(pages-fs.pages, 0))
		st.Bavail = st.Bfree
	}
	if inodes > 0 {
		st.Files = uint64(inodes)
		st.Ffree = uint64(max((inodes-fs.inodes)*quotaInode-fs.xattrs, 0) / quotaInode)
	}
	return st
}
