package vfs

// adopt makes the namespace the clock and the memory account of a file system. One that comes from a
// namespace of before, as at a restart, first loses all that was open there.
func (fs *Filesystem) adopt(ns *Namespace) {
	if fs.owner == ns {
		return
	}
	first := fs.owner == nil && fs.epoch == 0
	fs.owner, fs.mounts = ns, 0
	if fs.dev == 0 {
		ns.devs++
		fs.dev = makedev(0, 32+ns.devs)
	}
	switch {
	case fs.root == nil:
	case first:
		if i := fs.root.inode; !i.live && i.image == nil {
			i.touch()
			i.atime = i.mtime
		}
	default:
		fs.forgetUsers()
	}
	ns.stored += fs.stored
	if fs.charged && fs.pages > 0 && ns.charge != nil {
		_ = ns.charge(fs.pages) // a restart has no one to refuse to; the account shows it
	}
}

// forgetUsers drops the traces of open files, mount points and pipes, and counts the quota anew: what
// was unlinked but open is gone with them.
func (fs *Filesystem) forgetUsers() {
	if fs.root.inode.live {
		return
	}
	c := census{seen: map[*inode]bool{}}
	c.visit(fs.root)
	fs.pages, fs.inodes, fs.stored, fs.xattrs = c.pages, c.inodes, c.stored, c.xattrs
	if fs.shape.linkTakesInode {
		fs.inodes += c.links
	}
	if fs.overlay {
		fs.inodes-- // the upper layer's root counts for nobody
		fs.pages -= fs.shape.dirPages
	}
}

// census counts what a file system holds.
type census struct {
	seen                 map[*inode]bool
	pages, inodes, links int64
	stored, xattrs       int64
}

func (c *census) visit(d *dentry) {
	i := d.inode
	d.mounts = 0
	if d.made {
		c.stored += nameBytes
	}
	if c.seen[i] {
		return
	}
	c.seen[i] = true
	i.opens, i.writers, i.running, i.data = 0, 0, 0, nil
	c.pages += i.charged()
	c.stored += i.ownXattrBytes()
	if i.fs.shape.xattrBlock == 0 {
		c.xattrs += i.allXattrBytes()
	}
	if i.image == nil {
		c.stored += i.storage()
	}
	if i.file != nil {
		c.stored += i.file.storage
	}
	if i.owned() {
		c.inodes++
		if !i.isDir() {
			c.links += int64(i.nlink) - 1
		}
	}
	if i.dir == nil {
		return
	}
	i.dir.thawAll(d)
	for _, e := range i.dir.entries { // every one is treated alone
		if e != nil {
			c.visit(e)
		}
	}
}
