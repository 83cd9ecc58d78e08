package vfs

import "github.com/sandfault/sandfault/primitives"

// Node is an object that somebody else implements: /proc, /sys, devices, pipes. Nodes are compared
// with ==, so they are pointers or small values; a name that gives an equal Node stays the same
// inode. Attr must keep the type bits that it had when the Node was first found. An Ino, Nlink or
// Blksize of 0 is filled in.
//
// A Node may also be a [Dir], a [Text], a [Link] or a [Writer]. What it has of none of these is the
// kernel's to do: the opened File reports the Node.
type Node interface {
	Attr() primitives.Stat
}

// Dir is a Node that is a directory.
type Dir interface {
	Lookup(name string) (Node, bool)
	Names() []string // in the order of getdents64, without "." and ".."
}

// Text is a Node that reads as a text, made anew for each reader that starts at offset 0.
type Text interface {
	Content() ([]byte, error)
}

// Writer is a Node that takes writes, as files below /proc/sys do.
type Writer interface {
	Write(c *primitives.Cred, b []byte, off int64) (int, error)
}

// Keeper is a Node whose mode, owner and times can be changed: pipes and sockets have an inode, though no
// file system. Keep is given all attributes as they are to be.
type Keeper interface {
	Keep(a primitives.Stat)
}

// change changes the attributes of what is not a file system's, if it keeps them.
func (i *inode) change(fn func(a *primitives.Stat)) error {
	k, ok := i.node.(Keeper)
	if !ok {
		return primitives.EPERM
	}
	a := i.node.Attr()
	a.Ctime = i.fs.now()
	fn(&a)
	k.Keep(a)
	return nil
}

// Link is a Node that is a symbolic link.
type Link interface {
	Target() string
	// Jump returns where the link leads when that is no path: an open file, a directory that may
	// have no name any more (/proc/self/fd/3, /proc/self/cwd). Without it, Target is walked.
	Jump() (Location, *File, bool)
}

// liveChild returns the dentry of a name in a synthetic directory, or nil. It stays the same for as
// long as the name gives the same Node.
func (at *dentry) liveChild(name string) *dentry {
	i := at.inode
	dir, ok := i.node.(Dir)
	if !ok {
		return nil
	}
	n, ok := dir.Lookup(name)
	old := i.dir.entries[name]
	if !ok {
		delete(i.dir.entries, name)
		return nil
	}
	if old != nil && old.inode.node == n {
		return old
	}
	e := &dentry{name: name, parent: at, inode: i.fs.liveInode(n)}
	i.dir.set(name, e)
	return e
}

// liveLookup is liveChild for the walk. In /proc a name that is not there is ENOENT at once, also for a
// call that would make it; elsewhere such calls fail later.
func (at *dentry) liveLookup(name string) (*dentry, error) {
	d := at.liveChild(name)
	if d == nil && at.inode.fs.kind == "proc" {
		return nil, primitives.ENOENT
	}
	return d, nil
}

func (fs *Filesystem) liveInode(n Node) *inode {
	a := n.Attr()
	i := &inode{fs: fs, ino: fs.nextIno(), mode: a.Mode, nlink: 1, node: n, live: true}
	if i.isDir() {
		i.dir = newDirectory(nil)
	}
	return i
}

// prune forgets the names that a synthetic directory no longer has, such as those of processes.
func (at *dentry) prune(names []string) {
	entries := at.inode.dir.entries
	if len(entries) <= len(names) {
		return
	}
	has := make(map[string]bool, len(names))
	for _, n := range names {
		has[n] = true
	}
	for name, e := range entries {
		if !has[name] && e.mounts == 0 {
			delete(entries, name)
		}
	}
}

// NewNodeFilesystem returns a synthetic file system, such as /proc, of the given kind ("proc",
// "sysfs") and magic number.
func NewNodeFilesystem(root Node, kind string, magic int64) *Filesystem {
	fs := &Filesystem{kind: kind, source: kind, magic: magic, shape: tmpfsShape()}
	fs.root = &dentry{name: "/", inode: fs.liveInode(root)}
	return fs
}

// MountNode mounts a synthetic file system of kind "proc" on path.
func (ns *Namespace) MountNode(path string, root Node) error {
	return ns.Mount(path, NewNodeFilesystem(root, "proc", MagicProc), MountFlags{
		NoExec: true, NoSuid: true, NoDev: true,
	})
}

// InstallNode makes a device at path: an inode of the file system that is there, with the
// attributes that the Node has now. An opened File reports the Node, and the kernel does the I/O.
// Parents must exist; a name that exists is replaced unless it is a directory.
func (ns *Namespace) InstallNode(path string, n Node) error {
	root := primitives.Root()
	w := walk{ns: ns, c: &root}
	if err := w.start(ns.root, path); err != nil {
		return err
	}
	if err := w.parent(); err != nil {
		return err
	}
	if w.kind != lastName {
		return primitives.EEXIST
	}
	a := n.Attr()
	old, err := w.child()
	if err != nil {
		return err
	}
	if old != nil {
		if old.inode.isDir() {
			return primitives.EISDIR
		}
		ns.detachName(w.at, old)
	}
	return ns.makeNode(w.at, w.last, a, n)
}

func (ns *Namespace) makeNode(at Location, name string, a primitives.Stat, n Node) error {
	fs := at.inode().fs
	if err := fs.reserveNode(0); err != nil {
		return err
	}
	i := fs.makeInode(a.Mode, a.UID, a.GID)
	fs.stores(i.storage())
	i.rdev, i.node = a.Rdev, n
	ns.attachName(at, name, i)
	return nil
}

// NewNodeFile returns an open file that has no place in the tree: a pipe, a socket, a memory file.
// Its path is name, such as "pipe:[12]". /proc/self/fd may lead to it.
func (ns *Namespace) NewNodeFile(n Node, name string, flags int) *File {
	i := ns.anonymous.liveInode(n)
	d := &dentry{name: name, inode: i}
	return ns.newFile(Location{ns.anonMount, d}, flags)
}
