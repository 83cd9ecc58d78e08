package vfs

import "github.com/sandfault/sandfault/primitives"

// Fork is a copy of a namespace, with what its users need to find their places in both.
type Fork struct {
	Namespace *Namespace // the copy
	original  *Namespace

	filesystems  map[*Filesystem]*Filesystem
	mounts       map[*mount]*mount
	live         map[*dentry]*dentry // of synthetic file systems
	roots        map[*dentry]bool    // of file systems, as they were before
	ours, theirs map[*dentry]*dentry // what has no name any more, by what it was before
}

// Fork returns a copy of the namespace, in which everything is as it is here: inode numbers, times, quotas,
// mounts, the order of entries. Afterwards both go on, and neither sees what the other does. While a File is
// open it fails with EBUSY.
//
// It costs what there are mounts, however many files there are: the trees of before are kept by both and
// never written again. A directory's table of names is copied when it is first looked into, an inode when it
// is first looked up, a chunk of data (64 KiB) when it is first written. What users hang on inodes
// (File.SetData) is not taken over by either.
//
// Of o the clock, the rules and the callbacks are the copy's; the rest is as here. live gives the root Node
// of a synthetic file system for the copy; names that it does not have there are left out.
//
// A Location of before is no place any more, on either side: see Locate.
func (ns *Namespace) Fork(o Options, live func(kind string) Node) (*Fork, error) {
	if ns.opens > 0 {
		return nil, primitives.EBUSY
	}
	ns.Sweep(nil)
	c := *ns
	c.rules, c.charge, c.host, c.device = o.Rules, o.Charge, o.Host, o.Device
	if c.now = o.Now; c.now == nil {
		c.now = func() int64 { return 0 }
	}
	f := &Fork{
		Namespace: &c, original: ns, filesystems: map[*Filesystem]*Filesystem{}, mounts: map[*mount]*mount{},
		live: map[*dentry]*dentry{}, roots: map[*dentry]bool{},
		ours: map[*dentry]*dentry{}, theirs: map[*dentry]*dentry{},
	}
	for _, m := range ns.table {
		f.filesystem(m.fs, live)
	}
	anonymous := *ns.anonymous
	anonymous.owner = &c
	c.anonymous, c.anonMount = &anonymous, &mount{ns: &c, fs: &anonymous}
	f.mountTable(ns)
	return f, nil
}

// Filesystem returns the copy of a file system that the namespace mounts, or nil.
func (f *Fork) Filesystem(fs *Filesystem) *Filesystem { return f.filesystems[fs] }

// Locate returns the places that a Location of before is at now: in the namespace that was forked, and in
// the copy.
func (f *Fork) Locate(l Location) (original, copied Location) {
	switch {
	case l.IsZero():
		return l, l
	case f.mounts[l.mount] == nil: // it was taken away
		return f.original.root, f.Namespace.root
	}
	return Location{l.mount, f.own(l.mount.fs, l.dentry)},
		Location{f.mounts[l.mount], f.copied(l.mount.fs, l.dentry)}
}

// filesystem makes the copy of a file system, once.
func (f *Fork) filesystem(fs *Filesystem, live func(kind string) Node) {
	if f.filesystems[fs] != nil {
		return
	}
	f.roots[fs.root] = true
	c := *fs
	c.owner = f.Namespace
	f.filesystems[fs] = &c
	if fs.root.inode.live {
		c.root = f.liveTree(&c, nil, fs.root, live(fs.kind))
		return
	}
	before := fs.root
	fs.freeze()
	c.frozen, c.hard, c.thawedInodes = fs.frozen, nil, nil
	fs.root, c.root = fs.thaw(nil, before), c.thaw(nil, before)
}

// liveTree copies the names of a synthetic file system that were looked up and are there still.
func (f *Fork) liveTree(fs *Filesystem, parent, d *dentry, n Node) *dentry {
	c, i := *d, *d.inode
	c.parent, c.inode = parent, &i
	i.fs, i.node, i.data = fs, n, nil
	f.live[d] = &c
	if !i.isDir() {
		return &c
	}
	i.dir = newDirectory(nil)
	ours, ok := d.inode.node.(Dir)
	theirs, too := n.(Dir)
	if !ok || !too {
		return &c
	}
	for name, e := range d.inode.dir.entries { // each is copied alone
		was, ok := ours.Lookup(name)
		now, too := theirs.Lookup(name)
		if ok && too && was == e.inode.node {
			i.dir.set(name, f.liveTree(fs, &c, e, now))
		}
	}
	return &c
}

// mountTable mounts the copies as the originals are, and both on what their places are now.
func (f *Fork) mountTable(ns *Namespace) {
	c := f.Namespace
	c.table = make([]*mount, len(ns.table))
	for k, m := range ns.table {
		n := *m
		n.ns, n.fs = c, f.filesystems[m.fs]
		f.mounts[m], c.table[k] = &n, &n
	}
	ns.mounts, c.mounts = map[Location]*mount{}, map[Location]*mount{}
	for k, m := range ns.table {
		n := c.table[k]
		root := m.root
		m.root, n.root = f.own(m.fs, root), f.copied(m.fs, root)
		if m.parent == nil {
			continue
		}
		point := m.point
		m.point, n.point = f.own(m.parent.fs, point), f.copied(m.parent.fs, point)
		n.parent = f.mounts[m.parent]
		ns.mounts[Location{m.parent, m.point}] = m
		c.mounts[Location{n.parent, n.point}] = n
	}
	ns.trails, c.trails = trails{}, trails{} // they lead to what was before
	ns.root = Location{ns.root.mount, ns.root.mount.root}
	c.root = Location{f.mounts[ns.root.mount], f.mounts[ns.root.mount].root}
}

// own returns what a dentry of before is in the original.
func (f *Fork) own(fs *Filesystem, d *dentry) *dentry {
	if fs.root.inode.live {
		return d
	}
	return f.thawed(fs, d, f.ours)
}

// copied returns what a dentry of before is in the copy.
func (f *Fork) copied(fs *Filesystem, d *dentry) *dentry {
	if fs.root.inode.live {
		return f.live[d]
	}
	return f.thawed(f.filesystems[fs], d, f.theirs)
}

// thawed returns what a dentry of before is in fs. What has no name any more, as somebody's working directory
// may be, is in no table, so it is kept in gone.
func (f *Fork) thawed(fs *Filesystem, d *dentry, gone map[*dentry]*dentry) *dentry {
	if f.roots[d] {
		return fs.root
	}
	at := f.thawed(fs, d.parent, gone)
	if !d.gone {
		return at.inode.dir.lookup(at, d.name)
	}
	if gone[d] == nil {
		gone[d] = fs.thaw(at, d)
	}
	return gone[d]
}
