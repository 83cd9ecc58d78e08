package vfs

import "maps"

// frozen is what the two sides of a fork have in common beside the tree of before, which nobody writes any
// more. The tree is thawed as it is looked into: a dentry in a directory's table whose parent is not the
// directory is of before, and is copied with its inode when it is looked up.
//
// An inode with several names must be copied once. The table of a directory that nobody looked into since an
// earlier fork may still lead to how it was then: newest leads from there to how it was at the last one.
type frozen struct {
	newest map[*inode]*inode
	hard   map[*imageNode]*inode // as Filesystem.hard
}

// freeze makes the tree as it is the one of before. The caller gives the file system a new root.
func (fs *Filesystem) freeze() {
	was := fs.frozen
	if len(fs.thawedInodes) > 0 {
		newest := make(map[*inode]*inode, len(was.newest)+len(fs.thawedInodes))
		for old, i := range was.newest { // each is treated alone
			if t := fs.thawedInodes[i]; t != nil {
				i = t
			}
			newest[old] = i
		}
		maps.Copy(newest, fs.thawedInodes)
		fs.frozen.newest = newest
	}
	if len(fs.hard) > 0 {
		hard := make(map[*imageNode]*inode, len(was.hard)+len(fs.hard))
		maps.Copy(hard, was.hard)
		maps.Copy(hard, fs.hard)
		fs.frozen.hard = hard
	}
	fs.hard, fs.thawedInodes = nil, nil
}

// thaw copies a dentry of before, to be in the directory at.
func (fs *Filesystem) thaw(at, d *dentry) *dentry {
	c := *d
	c.parent, c.inode = at, fs.thawInode(d.inode)
	return &c
}

// thawInode returns the file system's own copy of an inode of before.
func (fs *Filesystem) thawInode(i *inode) *inode {
	several := !i.isDir() && (i.nlink > 1 || i.image != nil && i.image.nlink > 1)
	if several {
		if n := fs.frozen.newest[i]; n != nil {
			i = n
		}
		if t := fs.thawedInodes[i]; t != nil {
			return t
		}
	}
	c := *i
	c.fs, c.data = fs, nil
	if i.dir != nil {
		dir := *i.dir
		dir.borrowed = dir.entries != nil
		c.dir = &dir
	}
	if i.file != nil {
		file := *i.file
		file.borrowed = len(file.near) > 0 || len(file.far) > 0
		c.file = &file
	}
	if several {
		if fs.thawedInodes == nil {
			fs.thawedInodes = map[*inode]*inode{}
		}
		fs.thawedInodes[i] = &c
	}
	return &c
}

// own gives the directory a table of its own.
func (d *directory) own() {
	if d.borrowed {
		d.entries, d.borrowed = maps.Clone(d.entries), false
	}
}

// thawAll makes every name of the directory at that is in its table its own.
func (d *directory) thawAll(at *dentry) {
	for name, e := range d.entries { // each is copied alone
		if e != nil && e.parent != at {
			d.lookup(at, name)
		}
	}
}

// own gives the content tables of its own; their chunks are copied when they are written.
func (c *content) own() {
	if !c.borrowed {
		return
	}
	near := make([]*chunk, len(c.near), cap(c.near)) // its capacity is accounted for
	copy(near, c.near)
	c.near, c.far, c.borrowed = near, maps.Clone(c.far), false
}

// ownChunk returns a chunk to be written, or nil if there is none.
func (c *content) ownChunk(n int64) *chunk {
	k := c.chunk(n)
	if k == nil || k.owner == c {
		return k
	}
	c.own()
	data := make([]byte, len(k.data), cap(k.data))
	copy(data, k.data)
	k = &chunk{data: data, present: k.present, blank: k.blank, owner: c}
	if n < int64(len(c.near)) {
		c.near[n] = k
	} else {
		c.far[n] = k
	}
	return k
}
