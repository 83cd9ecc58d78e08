package vfs

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// creation is a name that is about to be made: its directory, which the walk stands on.
type creation struct{ walk }

// creating walks to the directory of a new name and checks what every creating call checks first:
// EEXIST, then ENOENT for slashes after a name that is to be no directory, then EROFS.
func (ns *Namespace) creating(c *primitives.Cred, at Location, path string, dir bool) (creation, error) {
	n := creation{walk: walk{ns: ns, c: c}}
	if err := n.start(at, path); err != nil {
		return n, err
	}
	if err := n.parent(); err != nil {
		return n, err
	}
	if n.kind != lastName {
		return n, primitives.EEXIST
	}
	d, err := n.entry()
	switch {
	case err != nil:
		return n, err
	case d != nil:
		return n, primitives.EEXIST
	case n.slash && !dir:
		return n, primitives.ENOENT
	}
	return n, ns.writable(n.at.mount)
}

// make makes an inode under the new name: rules, the directory's bits, quota, then the deed.
func (n *creation) make(mode uint32, target string, rdev uint64) (*dentry, error) {
	if err := n.ns.ask(n.c, makeOp(mode), n.at); err != nil {
		return nil, err
	}
	if err := n.ns.mayCreate(n.c, n.at); err != nil {
		return nil, err
	}
	if err := n.mayDevice(mode, rdev); err != nil {
		return nil, err
	}
	i, err := n.ns.makeInode(n.c, n.at, mode, target)
	if err != nil {
		return nil, err
	}
	if kind := i.kind(); kind == primitives.S_IFCHR || kind == primitives.S_IFBLK {
		i.rdev = rdev
	}
	return n.ns.attachName(n.at, n.last, i), nil
}

// mayDevice leaves devices to the superuser. A character device 0:0 is a whiteout, which everybody
// may make, but not on an overlay, which keeps them for itself.
func (n *creation) mayDevice(mode uint32, rdev uint64) error {
	kind := mode & primitives.S_IFMT
	whiteout := kind == primitives.S_IFCHR && rdev == 0
	switch {
	case kind != primitives.S_IFCHR && kind != primitives.S_IFBLK:
		return nil
	case whiteout && n.at.inode().fs.overlay:
		return primitives.EPERM
	case whiteout || n.c.IsRoot():
		return nil
	}
	return primitives.Deny(primitives.EPERM, primitives.Permissions, "capability", "CAP_MKNOD")
}

// makeInode makes an inode in dir's file system, against the quota, without a name.
func (ns *Namespace) makeInode(c *primitives.Cred, dir Location, mode uint32, target string) (*inode, error) {
	at := dir.inode()
	switch {
	case at.live && mode&primitives.S_IFMT == primitives.S_IFREG:
		return nil, primitives.EACCES
	case at.live:
		return nil, primitives.EPERM
	}
	fs := at.fs
	var pages int64
	switch mode & primitives.S_IFMT {
	case primitives.S_IFDIR:
		pages = fs.shape.dirPages
	case primitives.S_IFLNK:
		pages = fs.shape.symlinkPages(target)
	}
	if err := fs.mayStore(inodeBytes + nameBytes + int64(len(target))); err != nil {
		return nil, err
	}
	if err := fs.copyUp(dir.dentry); err != nil {
		return nil, err
	}
	if err := fs.reserveNode(pages); err != nil {
		return nil, err
	}
	mode, gid := newMode(c, at.access(), mode)
	i := fs.makeInode(mode, c.UID, gid)
	i.target = strings.Clone(target)
	fs.stores(i.storage())
	return i, nil
}

// attachName puts i into the directory dir under name.
func (ns *Namespace) attachName(dir Location, name string, i *inode) *dentry {
	at := dir.inode()
	d := &dentry{name: strings.Clone(name), parent: dir.dentry, inode: i, made: true}
	at.dir.insert(d)
	i.fs.stores(nameBytes)
	if i.isDir() {
		at.nlink++
	}
	at.touch()
	return d
}

// detachName takes d out of dir and gives the space back if it was the last reference.
func (ns *Namespace) detachName(dir Location, d *dentry) {
	at, i := dir.inode(), d.inode
	at.dir.remove(d)
	if d.made {
		i.fs.stores(-nameBytes)
	}
	at.touch()
	i.touchAttr()
	d.gone = true
	i.fs.dropLink(i)
	if i.isDir() {
		at.nlink--
	}
	i.release()
}

// dropLink takes one name off the inode's count.
func (fs *Filesystem) dropLink(i *inode) {
	switch {
	case i.isDir():
		i.nlink = 0
	case i.nlink > 1:
		i.nlink--
		if fs.shape.linkTakesInode {
			fs.inodes--
		}
	default:
		i.nlink = 0
	}
}
