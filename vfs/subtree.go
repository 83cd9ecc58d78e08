package vfs

import "github.com/sandfault/sandfault/primitives"

// Subtree is what Detach took out of a namespace and Attach may put into another one.
type Subtree struct {
	fs    *Filesystem // a whole mount, with
	flags MountFlags  // its flags
	root  *dentry     // or a part of a file system
}

// Detach takes the tree at path out of the namespace, to be carried over a restart. A mount point
// gives its file system with everything in it, at no cost; any other place gives the inodes below
// it, all of the image's made. The namespace is not to be used at that path afterwards.
//
// For a path that persists by design, mount a Filesystem of its own there (see Image.Sub) and mount
// it again in the next Namespace; Detach is for trees that happen to lie anywhere.
func (ns *Namespace) Detach(path string) (*Subtree, error) {
	l, err := ns.lookupRoot(path)
	if err != nil {
		return nil, err
	}
	if l.dentry == l.mount.root {
		return &Subtree{fs: l.mount.fs, flags: l.mount.flags}, nil
	}
	dir := Location{l.mount, l.dentry.parent}
	if l.inode().live {
		return nil, primitives.EINVAL
	}
	dir.inode().dir.remove(l.dentry)
	if l.inode().isDir() {
		dir.inode().nlink--
	}
	return &Subtree{root: l.dentry}, nil
}

// Attach puts a subtree at path. A mount is mounted on what is there, which must exist. Other trees
// replace what is there, whatever it is; their parent must exist. They count against the quota of
// the file system they come to, which may refuse them: ENOSPC, and nothing is changed.
func (ns *Namespace) Attach(path string, s *Subtree) error {
	if s.fs != nil {
		return ns.Mount(path, s.fs, s.flags)
	}
	root := primitives.Root()
	w := walk{ns: ns, c: &root}
	if err := w.start(ns.root, path); err != nil {
		return err
	}
	if err := w.parent(); err != nil {
		return err
	}
	if w.kind != lastName || w.at.inode().live {
		return primitives.EINVAL
	}
	fs := w.at.inode().fs
	h := rehoming{fs: fs, seen: map[*inode]bool{}}
	h.weigh(s.root)
	if err := fs.reserveInodes(h.inodes); err != nil {
		return err
	}
	if err := fs.reserve(h.pages); err != nil {
		fs.inodes -= h.inodes
		return err
	}
	old, err := w.child()
	if err != nil {
		return err
	}
	if old != nil {
		ns.discard(w.at, old)
	}
	clear(h.seen)
	h.move(s.root)
	d := s.root
	d.name, d.parent, d.gone = w.last, w.at.dentry, false
	w.at.inode().dir.insert(d)
	if d.inode.isDir() {
		w.at.inode().nlink++
	}
	return nil
}

// rehoming makes the inodes of a subtree another file system's own.
type rehoming struct {
	fs            *Filesystem
	seen          map[*inode]bool
	pages, inodes int64
}

// each calls fn once for every inode at and below d, in the order of names.
func (h *rehoming) each(d *dentry, fn func(i *inode)) {
	i := d.inode
	if h.seen[i] {
		return
	}
	h.seen[i] = true
	fn(i)
	if !i.isDir() || i.live {
		return
	}
	for _, name := range i.dir.names(Sorted, 0) {
		if e := i.dir.lookup(d, name); e != nil {
			h.each(e, fn)
		}
	}
}

// weigh adds up what the tree takes in its new home.
func (h *rehoming) weigh(d *dentry) {
	h.each(d, func(i *inode) {
		h.inodes++
		h.pages += h.weight(i)
	})
}

func (h *rehoming) weight(i *inode) int64 {
	switch i.kind() {
	case primitives.S_IFREG:
		return i.file.held
	case primitives.S_IFDIR:
		return h.fs.shape.dirPages
	case primitives.S_IFLNK:
		return h.fs.shape.symlinkPages(i.target)
	default:
		return 0
	}
}

func (h *rehoming) move(d *dentry) {
	h.each(d, func(i *inode) {
		i.fs.unreserve(i.charged())
		n := int64(0)
		if i.image == nil {
			n = i.storage()
		}
		if i.file != nil {
			n += i.file.settled
		}
		i.fs.stores(-n)
		attrs := i.xattrs
		i.forgetXattrs()
		if i.isDir() {
			i.dir.settle()
		}
		i.fs, i.ino = h.fs, h.fs.nextIno()
		i.image, i.copied, i.changed = nil, false, true
		if i.file != nil {
			i.file.charged, i.file.copied = i.file.held, true
			h.fs.stores(i.file.settled)
		}
		h.fs.stores(i.storage())
		i.keepXattrs(attrs)
	})
}

// charged returns the pages that the inode has taken from its file system's quota.
func (i *inode) charged() int64 {
	switch {
	case i.isRegular():
		return i.file.charged
	case !i.owned():
		return 0
	case i.isDir():
		return i.fs.shape.dirPages
	case i.isSymlink():
		return i.fs.shape.symlinkPages(i.target)
	default:
		return 0
	}
}

// settle makes a directory independent of the image: every name is made, and nothing is hidden.
func (d *directory) settle() {
	d.own()
	for name, e := range d.entries { // every entry is treated alone
		if e == nil {
			delete(d.entries, name)
		}
	}
	d.lower, d.listing = nil, nil
}

// discard removes a name and everything below it.
func (ns *Namespace) discard(dir Location, d *dentry) {
	if d.inode.isDir() && !d.inode.live {
		for _, name := range d.inode.dir.names(Sorted, 0) {
			if e := d.inode.dir.lookup(d, name); e != nil {
				ns.discard(Location{dir.mount, d}, e)
			}
		}
	}
	ns.detachName(dir, d)
}
